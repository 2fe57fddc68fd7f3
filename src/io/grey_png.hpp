// Grey PNG files of 8 or 16 bits as grids of numbers. Pictures are written in png.hpp.
#pragma once

#include "io/raster.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace tarn::io {

/// As many pixels as a grey picture of 16 bits may have; a caller that needs fewer says so.
inline constexpr std::size_t kMaxPixels = std::size_t{1} << 29;

/// Values from 0 (black) to 1 (white). `name` is used in messages only. A picture of a few bytes
/// can say that it has a billion pixels: one that has more than `max_pixels` by its header is
/// refused before it is unpacked.
Result<Raster> parse_grey_png(std::string_view bytes, const std::string& name,
                              std::size_t max_pixels = kMaxPixels);

Result<Raster> read_grey_png(const std::filesystem::path& path,
                             std::size_t max_pixels = kMaxPixels);

}  // namespace tarn::io
