// Grey PNG files of 8 or 16 bits as grids of numbers. Pictures are written in png.hpp.
#pragma once

#include "io/raster.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace tarn::io {

/// Values from 0 (black) to 1 (white). `name` is used in messages only.
Result<Raster> parse_grey_png(std::string_view bytes, const std::string& name);

Result<Raster> read_grey_png(const std::filesystem::path& path);

}  // namespace tarn::io
