// Figures for HTML pages, as SVG text to paste into the page: line plots and tables of tiles.
// Pictures of fields are in map.hpp. In all texts a power such as "m^2" is raised.
#pragma once

#include "base/colour.hpp"
#include "io/axis.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tarn::io {

enum class SeriesStyle { Line, Points, Both, Dashed };

/// A point that is not finite, or not positive on a logarithmic axis, leaves a gap.
struct Series {
    std::string name = {};  ///< in the legend; empty: not listed
    std::vector<double> x = {};
    std::vector<double> y = {};  ///< as many as x; a longer one is cut
    SeriesStyle style = SeriesStyle::Line;
    std::optional<int> colour = {};  ///< index of the palette; else each series takes the next
};

struct PlotDesc {
    std::string title = {};
    std::string x_label = {};
    std::string y_label = {};
    std::vector<Series> series = {};
    bool is_log_x = false;
    bool is_log_y = false;
    std::optional<Range> x_range = {};  ///< from the data when not given; ignored when empty
    std::optional<Range> y_range = {};
    int width_px = 720;  ///< the legend included
    int height_px = 420;
};

std::string svg_plot(const PlotDesc& desc);

struct TileCategory {
    std::string name = {};
    std::optional<Rgb> colour = {};  ///< else from the palette
};

/// A table of coloured cells, such as a stability map. Row 0 is on top.
struct TilesDesc {
    std::string title = {};
    std::string x_label = {};
    std::string y_label = {};
    std::vector<std::string> column_labels = {};
    std::vector<std::string> row_labels = {};
    std::vector<int> category = {};         ///< [row][column]; outside the list: blank (not run)
    std::vector<std::string> text = {};     ///< optional, as category: written into the cell
    std::vector<TileCategory> legend = {};  ///< what category 0, 1, ... means
};

std::string svg_tiles(const TilesDesc& desc);

}  // namespace tarn::io
