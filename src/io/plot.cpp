#include "io/plot.hpp"

#include "io/svg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::io {
namespace {

constexpr Rgb kGrid{225, 225, 225};
constexpr Rgb kInk{40, 40, 40};
constexpr double kLegendText_px = 12.0;
constexpr double kLegendLine_px = 28.0;
constexpr double kLegendRow_px = 20.0;

/// One direction of the plot: from values to pixels. A logarithmic axis works in log10.
struct Axis {
    Range range = {};  ///< of values, or of their log10
    bool is_log = false;
    std::vector<Tick> ticks = {};

    bool shows(double value) const {
        return std::abs(value) < 1e300 && (!is_log || value > 0.0);  // false for NaN as well
    }
    double share(double value) const {
        return ((is_log ? std::log10(value) : value) - range.low) / range.width();
    }
};

struct Plot {
    const PlotDesc& desc;
    Axis x, y;
    SvgBox box;

    bool shows(SvgPoint value) const { return x.shows(value.x) && y.shows(value.y); }
    SvgPoint place(SvgPoint value) const {
        return {box.x + x.share(value.x) * box.width, box.bottom() - y.share(value.y) * box.height};
    }
};

std::vector<SvgPoint> points_of(const Series& series) {
    std::vector<SvgPoint> points(std::min(series.x.size(), series.y.size()));
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {series.x[i], series.y[i]};
    return points;
}

bool is_usable(const std::optional<Range>& range, bool is_log) {
    return range && std::isfinite(range->width()) && range->width() > 0.0 &&
           (!is_log || range->low > 0.0);
}

/// The range of what both axes can show, with a little room at both ends.
Range data_range(const Plot& plot, double SvgPoint::*part, bool is_log) {
    Range range{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
    for (const Series& series : plot.desc.series)
        for (const SvgPoint point : points_of(series)) {
            if (!plot.shows(point)) continue;
            const double value = is_log ? std::log10(point.*part) : point.*part;
            range = {std::min(range.low, value), std::max(range.high, value)};
        }
    if (range.low > range.high) return {0.0, 1.0};
    range = is_log && range.width() < 1e-9 ? Range{range.low - 0.5, range.high + 0.5}
                                           : not_empty(range, 1e-9);
    const double room = 0.04 * range.width();
    return {range.low - room, range.high + room};
}

Range axis_range(const Plot& plot, double SvgPoint::*part, const std::optional<Range>& given) {
    const bool is_log = part == &SvgPoint::x ? plot.x.is_log : plot.y.is_log;
    if (!is_usable(given, is_log)) return data_range(plot, part, is_log);
    return is_log ? Range{std::log10(given->low), std::log10(given->high)} : *given;
}

void set_ticks(Axis& axis, double length_px, double px_per_tick) {
    const int wanted = std::max(2, static_cast<int>(length_px / px_per_tick));
    axis.ticks =
        axis.is_log
            ? log_ticks({std::pow(10.0, axis.range.low), std::pow(10.0, axis.range.high)}, wanted)
            : linear_ticks(axis.range, wanted);
}

double legend_width_px(const PlotDesc& desc) {
    double widest = 0.0;
    for (const Series& series : desc.series)
        widest = std::max(widest, svg_text_width_px(series.name, kLegendText_px));
    return widest > 0.0 ? widest + kLegendLine_px + 30.0 : 0.0;
}

double widest_label_px(const std::vector<Tick>& ticks) {
    double widest = 0.0;
    for (const Tick& tick : ticks) widest = std::max(widest, svg_text_width_px(tick.label, 12.0));
    return widest;
}

Plot lay_out(const PlotDesc& desc) {
    Plot plot{
        .desc = desc, .x = {.is_log = desc.is_log_x}, .y = {.is_log = desc.is_log_y}, .box = {}};
    plot.x.range = axis_range(plot, &SvgPoint::x, desc.x_range);
    plot.y.range = axis_range(plot, &SvgPoint::y, desc.y_range);
    const double top = desc.title.empty() ? 16.0 : 40.0;
    plot.box.y = top;
    plot.box.height = std::max(60.0, desc.height_px - top - 52.0);
    set_ticks(plot.y, plot.box.height, 50.0);
    plot.box.x = 40.0 + widest_label_px(plot.y.ticks);
    plot.box.width =
        std::max(60.0, desc.width_px - plot.box.x - std::max(20.0, legend_width_px(desc)));
    set_ticks(plot.x, plot.box.width, 80.0);
    return plot;
}

void draw_axes(SvgWriter& svg, const Plot& plot) {
    const SvgBox& box = plot.box;
    for (const Tick& tick : plot.x.ticks) {
        const double x = box.x + plot.x.share(tick.at) * box.width;
        svg.line({x, box.y}, {x, box.bottom()}, {.colour = kGrid});
        svg.line({x, box.bottom()}, {x, box.bottom() + 5}, {.colour = kInk});
        svg.text({x, box.bottom() + 19}, tick.label, {.anchor = SvgAnchor::Middle});
    }
    for (const Tick& tick : plot.y.ticks) {
        const double y = box.bottom() - plot.y.share(tick.at) * box.height;
        svg.line({box.x, y}, {box.right(), y}, {.colour = kGrid});
        svg.line({box.x - 5, y}, {box.x, y}, {.colour = kInk});
        svg.text({box.x - 8, y + 4}, tick.label, {.anchor = SvgAnchor::End});
    }
    svg.outline(box, {.colour = kInk});
    const double middle_x = box.x + 0.5 * box.width;
    svg.text({middle_x, box.y - 14}, plot.desc.title,
             {.anchor = SvgAnchor::Middle, .size_px = 15.0, .is_bold = true});
    svg.text({middle_x, box.bottom() + 40}, plot.desc.x_label,
             {.anchor = SvgAnchor::Middle, .size_px = 13.0});
    svg.text({18, box.y + 0.5 * box.height}, plot.desc.y_label,
             {.anchor = SvgAnchor::Middle, .size_px = 13.0, .reads_upwards = true});
}

Rgb series_colour(const PlotDesc& desc, std::size_t index) {
    return palette_colour(desc.series[index].colour.value_or(static_cast<int>(index)));
}

/// Each series has its own shape, so that it is found without colour too.
std::string marker_path(SvgPoint at, std::size_t shape) {
    const auto point = [&](double dx, double dy) {
        return px_text(at.x + dx) + " " + px_text(at.y + dy);
    };
    switch (shape % 4) {
        case 0:
            return "M" + point(-3.2, 0) + "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z";
        case 1:
            return "M" + point(-2.9, -2.9) + "h5.8v5.8h-5.8z";
        case 2:
            return "M" + point(0, -4) + "l3.8 6.6h-7.6z";
        default:
            return "M" + point(0, -4.2) + "l4.2 4.2l-4.2 4.2l-4.2 -4.2z";
    }
}

std::string line_path(const Plot& plot, const Series& series) {
    std::string path;
    std::string last;
    bool is_drawing = false;
    for (const SvgPoint value : points_of(series)) {
        if (!plot.shows(value)) {
            is_drawing = false;
            continue;
        }
        const SvgPoint at = plot.place(value);
        std::string text = px_text(at.x) + " " + px_text(at.y);
        if (!is_drawing || text != last) path += (is_drawing ? "L" : "M") + text;
        is_drawing = true;
        last = std::move(text);
    }
    return path;
}

void draw_series(SvgWriter& svg, const Plot& plot, std::size_t index) {
    const Series& series = plot.desc.series[index];
    const Rgb colour = series_colour(plot.desc, index);
    if (series.style != SeriesStyle::Points)
        svg.path(
            line_path(plot, series),
            {.colour = colour, .width_px = 1.8, .is_dashed = series.style == SeriesStyle::Dashed});
    if (series.style != SeriesStyle::Points && series.style != SeriesStyle::Both) return;
    std::string markers;
    for (const SvgPoint value : points_of(series))
        if (plot.shows(value)) markers += marker_path(plot.place(value), index);
    svg.filled_path(markers, colour);
}

void draw_legend(SvgWriter& svg, const Plot& plot) {
    const double x = plot.box.right() + 14.0;
    double y = plot.box.y + 12.0;
    for (std::size_t i = 0; i < plot.desc.series.size(); ++i) {
        const Series& series = plot.desc.series[i];
        if (series.name.empty()) continue;
        const Rgb colour = series_colour(plot.desc, i);
        if (series.style != SeriesStyle::Points)
            svg.line({x, y}, {x + kLegendLine_px, y},
                     {.colour = colour,
                      .width_px = 1.8,
                      .is_dashed = series.style == SeriesStyle::Dashed});
        if (series.style == SeriesStyle::Points || series.style == SeriesStyle::Both)
            svg.filled_path(marker_path({x + 0.5 * kLegendLine_px, y}, i), colour);
        svg.text({x + kLegendLine_px + 8.0, y + 4.0}, series.name, {.size_px = kLegendText_px});
        y += kLegendRow_px;
    }
}

}  // namespace

std::string svg_plot(const PlotDesc& desc) {
    const Plot plot = lay_out(desc);
    SvgWriter svg(desc.width_px, desc.height_px, desc.title);
    draw_axes(svg, plot);
    svg.begin_clip(plot.box);
    for (std::size_t i = 0; i < desc.series.size(); ++i) draw_series(svg, plot, i);
    svg.end_clip();
    draw_legend(svg, plot);
    return std::move(svg).finish();
}

}  // namespace tarn::io
