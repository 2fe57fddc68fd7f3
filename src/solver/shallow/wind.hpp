// The drag of wind on water.
#pragma once

#include <tarn/types.hpp>

#include <cmath>

namespace tarn::shallow {

/// Wind drags water with C_w |u_w| u_w: density of air over water times a drag coefficient of
/// 1.3e-3 [large1981].
inline constexpr double kWindDrag = 1.2e-3 * 1.3e-3;

/// Stress over the density of water.
inline Vec2 wind_stress_m2_per_s2(Vec2 wind_m_per_s) {
    const double drag =
        kWindDrag * std::sqrt(wind_m_per_s.x * wind_m_per_s.x + wind_m_per_s.y * wind_m_per_s.y);
    return {drag * wind_m_per_s.x, drag * wind_m_per_s.y};
}

}  // namespace tarn::shallow
