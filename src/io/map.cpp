#include "io/map.hpp"

#include "io/axis.hpp"
#include "io/canvas.hpp"
#include "io/resample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace tarn::io {
namespace {

constexpr Rgb kWhite{255, 255, 255};
constexpr Rgb kFrame{30, 30, 30};
constexpr Rgb kSolid{120, 120, 120};
constexpr Rgb kMissing{222, 222, 222};

constexpr int kLongSide_px = 720;
constexpr int kShortSide_px = 60;  // a channel 100 times as long as wide is drawn wider than it is
constexpr int kMinBar_px = 180;    // room for the tick labels of the colour bar
constexpr int kBarWidth_px = 24;
constexpr int kTick_px = 6;
constexpr int kGap_px = 8;
constexpr int kMargin_px = 16;
constexpr std::size_t kMaxTitle = 100;

/// Relative; a lake at rest in single precision stays one colour.
constexpr double kLeastRange = 1e-5;

Error invalid(const std::filesystem::path& path, const std::string& what_and_remedy) {
    return {ErrorCode::InvalidArgument, path.string() + ": " + what_and_remedy};
}

bool is_length(double metres) {
    return std::isfinite(metres) && metres > 0.0;
}

Result<void> check(const std::filesystem::path& path, const MapDesc& desc) {
    if (desc.nx < 1 || desc.ny < 1 ||
        desc.values.size() != static_cast<std::size_t>(desc.nx) * static_cast<std::size_t>(desc.ny))
        return invalid(path, "a map of " + std::to_string(desc.nx) + " x " +
                                 std::to_string(desc.ny) + " cells got " +
                                 std::to_string(desc.values.size()) +
                                 " values; pass one value per cell");
    if (!is_length(desc.width_m) || !is_length(desc.height_m))
        return invalid(path, "width_m and height_m of a map must be positive");
    const bool has_both = desc.low && desc.high;
    const auto is_bad = [](std::optional<double> v) { return v && !std::isfinite(*v); };
    if ((has_both && *desc.low >= *desc.high) || is_bad(desc.low) || is_bad(desc.high) ||
        !std::isfinite(desc.centre))
        return invalid(path, "the colour range of a map must be finite, with low below high");
    return {};
}

Range data_range(const FieldView& field) {
    Range range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (std::size_t n = 0; n < field.values.size(); ++n) {
        const double value = field.values[n];
        if (!std::isfinite(value) || (field.solid && field.solid[n])) continue;
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
    }
    return range.low <= range.high ? range : Range{0.0, 1.0};
}

Range colour_range(const FieldView& field, const MapDesc& desc) {
    Range range = data_range(field);
    if (desc.diverging) {
        const double reach =
            std::max(std::abs(range.low - desc.centre), std::abs(range.high - desc.centre));
        range = {desc.centre - reach, desc.centre + reach};
    }
    range = not_empty(range, kLeastRange);
    range = {desc.low.value_or(range.low), desc.high.value_or(range.high)};
    if (range.low < range.high) return range;
    // One end was given and all data lie beyond it.
    const double width = std::max(1.0, std::abs(range.low)) * kLeastRange;
    return desc.low ? Range{range.low, range.low + width} : Range{range.high - width, range.high};
}

/// Where the parts of the figure lie, and what is written beside them.
struct Layout {
    std::string title;
    std::vector<Tick> x_ticks, y_ticks, bar_ticks;
    PixelBox field, bar;
    int width_px = 0, height_px = 0;
};

int widest_px(const std::vector<Tick>& ticks) {
    int width = 0;
    for (const Tick& tick : ticks) width = std::max(width, text_width_px(tick.label));
    return width;
}

PixelBox field_box(const MapDesc& desc) {
    const double aspect = desc.width_m / desc.height_m;
    const auto side = [](double share) {
        return std::clamp(static_cast<int>(std::lround(kLongSide_px * share)), kShortSide_px,
                          kLongSide_px);
    };
    return {0, 0, side(std::min(1.0, aspect)), side(std::min(1.0, 1.0 / aspect))};
}

int ticks_for(int length_px, int px_per_tick) {
    return std::clamp(length_px / px_per_tick, 1, 8);
}

Layout lay_out(const MapDesc& desc, Range range) {
    Layout out;
    out.title = desc.title.substr(0, kMaxTitle);
    out.field = field_box(desc);
    out.x_ticks = linear_ticks({0.0, desc.width_m}, ticks_for(out.field.width, 90));
    out.y_ticks = linear_ticks({0.0, desc.height_m}, ticks_for(out.field.height, 60));
    out.bar_ticks = linear_ticks(range, 5);

    const int left = kMargin_px + kTextHeight_px + kGap_px + widest_px(out.y_ticks) + kTick_px + 4;
    const int top = kMargin_px + 2 * (kTextHeight_px + kGap_px) + 4;
    const int bar_height = std::max(out.field.height, kMinBar_px);
    const int below = kTick_px + 4 + 2 * kTextHeight_px + kGap_px;
    out.field.x = left;
    out.field.y = top + std::max(0, (bar_height - out.field.height - below) / 2);
    out.bar = {out.field.right() + 3 * kGap_px, top, kBarWidth_px, bar_height};

    const int labels =
        std::max(widest_px(out.bar_ticks) + kTick_px + 4, text_width_px(desc.unit) - kBarWidth_px);
    out.width_px = out.bar.right() + labels + kMargin_px;
    out.height_px = std::max(out.bar.bottom() + kGap_px, out.field.bottom() + below) + kMargin_px;

    const int missing = text_width_px(out.title) + 2 * kMargin_px - out.width_px;
    if (missing > 0) {  // a narrow field under a long title stays in the middle
        out.field.x += missing / 2;
        out.bar.x += missing / 2;
        out.width_px += missing;
    }
    return out;
}

void draw_field(Canvas& canvas, const PixelBox& box, const FieldView& field, Range range,
                const ColourTable& table) {
    const auto columns = footprints(field.nx, box.width);
    const auto rows = footprints(field.ny, box.height);
    for (int y = 0; y < box.height; ++y)
        for (int x = 0; x < box.width; ++x) {
            const Footprint& column = columns[static_cast<std::size_t>(x)];
            const Footprint& row = rows[static_cast<std::size_t>(box.height - 1 - y)];
            Rgb colour = kSolid;
            if (!field.is_solid(column.nearest, row.nearest)) {
                const double value = sample(field, column, row);
                colour = std::isnan(value) ? kMissing
                                           : colour_at(table, (value - range.low) / range.width());
            }
            canvas.fill({box.x + x, box.y + y, 1, 1}, colour);
        }
    canvas.frame(box, kFrame);
}

void draw_bar(Canvas& canvas, const Layout& layout, Range range, const ColourTable& table) {
    const PixelBox& bar = layout.bar;
    for (int y = 0; y < bar.height; ++y)
        canvas.fill({bar.x, bar.y + y, bar.width, 1},
                    colour_at(table, 1.0 - static_cast<double>(y) / (bar.height - 1)));
    canvas.frame(bar, kFrame);
    for (const Tick& tick : layout.bar_ticks) {
        const double share = (tick.at - range.low) / range.width();
        const int y = bar.bottom() - 1 - static_cast<int>(std::lround(share * (bar.height - 1)));
        canvas.fill({bar.right(), y, kTick_px, 1}, kFrame);
        canvas.text(bar.right() + kTick_px + 4, y - kTextHeight_px / 2, tick.label);
    }
}

void draw_axes(Canvas& canvas, const Layout& layout, const MapDesc& desc) {
    const PixelBox& box = layout.field;
    for (const Tick& tick : layout.x_ticks) {
        const int x = box.x + static_cast<int>(std::lround(tick.at / desc.width_m * box.width));
        canvas.fill({x, box.bottom(), 1, kTick_px}, kFrame);
        canvas.text(x - text_width_px(tick.label) / 2, box.bottom() + kTick_px + 4, tick.label);
    }
    for (const Tick& tick : layout.y_ticks) {
        const int y =
            box.bottom() - static_cast<int>(std::lround(tick.at / desc.height_m * box.height));
        canvas.fill({box.x - kTick_px, y, kTick_px, 1}, kFrame);
        canvas.text(box.x - kTick_px - 4 - text_width_px(tick.label), y - kTextHeight_px / 2,
                    tick.label);
    }
    const int label_y = box.bottom() + kTick_px + 4 + kTextHeight_px + kGap_px;
    canvas.text(box.x + (box.width - text_width_px("x [m]")) / 2, label_y, "x [m]");
    const int label_x = box.x - kTick_px - 4 - widest_px(layout.y_ticks) - kGap_px - kTextHeight_px;
    canvas.text(label_x, box.y + (box.height - text_width_px("y [m]")) / 2, "y [m]",
                TextTurn::Upwards);
}

Canvas draw(const MapDesc& desc) {
    const FieldView field{desc.values, desc.nx, desc.ny, desc.solid};
    const Range range = colour_range(field, desc);
    const ColourTable table =
        colour_table(desc.diverging ? ColourMap::Diverging : ColourMap::Sequential);
    const Layout layout = lay_out(desc, range);
    Canvas canvas(layout.width_px, layout.height_px, kWhite);
    canvas.text((layout.width_px - text_width_px(layout.title)) / 2, kMargin_px, layout.title);
    canvas.text(layout.bar.x, layout.bar.y - kTextHeight_px - kGap_px, desc.unit);
    draw_field(canvas, layout.field, field, range, table);
    draw_axes(canvas, layout, desc);
    draw_bar(canvas, layout, range, table);
    return canvas;
}

}  // namespace

Result<void> write_map(const std::filesystem::path& path, const MapDesc& desc) {
    if (const Result<void> checked = check(path, desc); !checked) return checked;
    try {
        return write_png(path, draw(desc).view());
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, path.string() + ": no memory left to draw the map"};
    }
}

}  // namespace tarn::io
