// The drag of wind on water.
#pragma once

namespace tarn::shallow {

/// Wind drags water with C_w |u_w| u_w: density of air over water times a drag coefficient of
/// 1.3e-3 [large1981].
inline constexpr double kWindDrag = 1.2e-3 * 1.3e-3;

}  // namespace tarn::shallow
