// 8-bit RGB pictures as PNG files.
#pragma once

#include <tarn/result.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace tarn::io {

/// Looks at pixels: r, g, b per pixel, rows from top to bottom without gaps.
struct RgbView {
    std::span<const std::uint8_t> bytes;
    int width_px = 0;
    int height_px = 0;
};

Result<std::string> png_bytes(RgbView picture);

Result<void> write_png(const std::filesystem::path& path, RgbView picture);

}  // namespace tarn::io
