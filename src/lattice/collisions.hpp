// The registry of collisions: adding one is a header in collisions/, a test, and a line here.
#pragma once

#include "lattice/collisions/bgk.hpp"
#include "lattice/collisions/limited.hpp"
#include "lattice/collisions/smagorinsky.hpp"
#include "lattice/collisions/trt.hpp"

#include <tuple>

namespace tarn::lattice {

/// In the order in which they are listed; the first is the default.
using Collisions = std::tuple<Limited, Bgk, Trt, Smagorinsky, SmagorinskyPrinted>;

inline constexpr int kCollisionCount = int(std::tuple_size_v<Collisions>);

}  // namespace tarn::lattice
