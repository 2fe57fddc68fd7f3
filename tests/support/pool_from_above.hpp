// A still pool from straight above, its sides as long as the picture, and how bright a pixel is.
#pragma once

#include "support/drawing.hpp"

#include <array>
#include <cmath>

namespace tarn::render {

inline constexpr double kPoolLevel_m = 1.0, kPoolSide_m = 3.2, kPoolMiddle_m = 0.5 * kPoolSide_m;

inline double brightness(const std::array<float, 4>& light) {
    return double(light[0]) + double(light[1]) + double(light[2]);
}

inline Camera from_above() {
    constexpr double kEye_m = 20.0;
    return {{kPoolMiddle_m, kPoolMiddle_m, kPoolLevel_m + kEye_m},
            {kPoolMiddle_m, kPoolMiddle_m, kPoolLevel_m},
            2.0 * std::atan(kPoolMiddle_m / kEye_m) / kDegree};
}

}  // namespace tarn::render
