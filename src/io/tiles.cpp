#include "io/plot.hpp"
#include "io/svg.hpp"

#include <algorithm>

namespace tarn::io {
namespace {

constexpr double kText_px = 12.0;
constexpr double kTileHeight_px = 26.0;
constexpr double kLegendRow_px = 22.0;
constexpr Rgb kBlank{238, 238, 238};

double widest_px(const std::vector<std::string>& lines) {
    double widest = 0.0;
    for (const std::string& line : lines)
        widest = std::max(widest, svg_text_width_px(line, kText_px));
    return widest;
}

Rgb category_colour(const TilesDesc& desc, int category) {
    const bool is_known = category >= 0 && category < static_cast<int>(desc.legend.size());
    if (!is_known) return kBlank;
    const auto& colour = desc.legend[static_cast<std::size_t>(category)].colour;
    return colour.value_or(palette_colour(category));
}

struct Layout {
    SvgBox table;
    double tile_width_px = 0.0;
    double legend_x = 0.0;
    double width_px = 0.0, height_px = 0.0;

    SvgBox tile(std::size_t row, std::size_t column) const {
        return {table.x + static_cast<double>(column) * tile_width_px,
                table.y + static_cast<double>(row) * kTileHeight_px, tile_width_px, kTileHeight_px};
    }
};

Layout lay_out(const TilesDesc& desc) {
    Layout out;
    const auto rows = static_cast<double>(desc.row_labels.size());
    const auto columns = static_cast<double>(desc.column_labels.size());
    const double content = std::max(widest_px(desc.column_labels), widest_px(desc.text));
    out.tile_width_px = std::max(40.0, content + 12.0);
    out.table = {(desc.y_label.empty() ? 20.0 : 40.0) + widest_px(desc.row_labels),
                 desc.title.empty() ? 16.0 : 40.0, columns * out.tile_width_px,
                 rows * kTileHeight_px};
    out.legend_x = out.table.right() + 20.0;

    std::vector<std::string> names;
    for (const TileCategory& category : desc.legend) names.push_back(category.name);
    const double legend_height = kLegendRow_px * static_cast<double>(names.size());
    const double title_end =
        out.table.x + svg_text_width_px(desc.title, 15.0) * 1.08 + 20.0;  // bold is wider
    out.width_px = std::max(out.legend_x + 24.0 + widest_px(names) + 20.0, title_end);
    const double below = desc.x_label.empty() ? 32.0 : 52.0;
    out.height_px = std::max(out.table.bottom() + below, out.table.y + legend_height + 16.0);
    return out;
}

void draw_tiles(SvgWriter& svg, const TilesDesc& desc, const Layout& layout) {
    const std::size_t columns = desc.column_labels.size();
    for (std::size_t row = 0; row < desc.row_labels.size(); ++row)
        for (std::size_t column = 0; column < columns; ++column) {
            const std::size_t n = row * columns + column;
            const int category = n < desc.category.size() ? desc.category[n] : -1;
            const Rgb colour = category_colour(desc, category);
            const SvgBox box = layout.tile(row, column);
            svg.fill(box, colour);
            svg.outline(box, {.colour = {255, 255, 255}});
            if (n < desc.text.size())
                svg.text({box.x + 0.5 * box.width, box.y + 0.5 * box.height + 4.0}, desc.text[n],
                         {.anchor = SvgAnchor::Middle,
                          .size_px = kText_px,
                          .colour = text_colour_on(colour)});
        }
}

void draw_labels(SvgWriter& svg, const TilesDesc& desc, const Layout& layout) {
    const SvgBox& table = layout.table;
    for (std::size_t row = 0; row < desc.row_labels.size(); ++row)
        svg.text({table.x - 8.0, layout.tile(row, 0).y + 0.5 * kTileHeight_px + 4.0},
                 desc.row_labels[row], {.anchor = SvgAnchor::End, .size_px = kText_px});
    for (std::size_t column = 0; column < desc.column_labels.size(); ++column)
        svg.text({layout.tile(0, column).x + 0.5 * layout.tile_width_px, table.bottom() + 18.0},
                 desc.column_labels[column], {.anchor = SvgAnchor::Middle, .size_px = kText_px});
    svg.text({table.x, table.y - 14.0}, desc.title, {.size_px = 15.0, .is_bold = true});
    svg.text({table.x + 0.5 * table.width, table.bottom() + 40.0}, desc.x_label,
             {.anchor = SvgAnchor::Middle, .size_px = 13.0});
    svg.text({18.0, table.y + 0.5 * table.height}, desc.y_label,
             {.anchor = SvgAnchor::Middle, .size_px = 13.0, .reads_upwards = true});
}

void draw_legend(SvgWriter& svg, const TilesDesc& desc, const Layout& layout) {
    for (std::size_t i = 0; i < desc.legend.size(); ++i) {
        const double y = layout.table.y + kLegendRow_px * static_cast<double>(i);
        svg.fill({layout.legend_x, y + 4.0, 16.0, 16.0},
                 category_colour(desc, static_cast<int>(i)));
        svg.text({layout.legend_x + 24.0, y + 16.0}, desc.legend[i].name, {.size_px = kText_px});
    }
}

}  // namespace

std::string svg_tiles(const TilesDesc& desc) {
    const Layout layout = lay_out(desc);
    SvgWriter svg(layout.width_px, layout.height_px, desc.title);
    draw_tiles(svg, desc, layout);
    draw_labels(svg, desc, layout);
    draw_legend(svg, desc, layout);
    return std::move(svg).finish();
}

}  // namespace tarn::io
