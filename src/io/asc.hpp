// ESRI ASCII grids: a header of names and numbers, then rows from north to south.
#pragma once

#include "io/raster.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace tarn::io {

struct AscGrid {
    Raster raster;
    double cell_m = 0.0;  ///< its own cellsize; where its corner lies is not kept
};

/// Parses the text of a grid. `name` is used in messages only.
Result<AscGrid> parse_asc(std::string_view text, const std::string& name);

Result<AscGrid> read_asc(const std::filesystem::path& path);

}  // namespace tarn::io
