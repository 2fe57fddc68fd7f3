// Pictures of a field on the plane, with axes in metres and a colour bar. Plots are in plot.hpp.
#pragma once

#include <tarn/result.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace tarn::io {

struct MapDesc {
    std::span<const float> values =
        {};  ///< [ny][nx], x fastest, row 0 at south; NaN is left pale grey
    int nx = 0;
    int ny = 0;
    const std::uint8_t* solid = nullptr;  ///< optional, as values: non-zero cells are dark grey
    double width_m = 1.0;
    double height_m = 1.0;
    std::string title = {};
    std::string unit = {};           ///< over the colour bar; plain ASCII, such as "m" or "m/s"
    std::optional<double> low = {};  ///< where the colours begin; from the data when not given
    std::optional<double> high = {};
    bool diverging = false;  ///< blue to red about `centre`; a range from data is symmetric then
    double centre = 0.0;
};

/// Draws the field as a PNG with north up. Fine fields are averaged and coarse ones interpolated
/// to about 720 pixels. Values outside low..high take the end colours.
Result<void> write_map(const std::filesystem::path& path, const MapDesc& desc);

}  // namespace tarn::io
