// From a place in the picture to a place on a body.
#pragma once

#include "viewer/pick.hpp"

#include <span>

namespace tarn::viewer {

struct BodyHit {
    int number = -1;  ///< of the body, as in World::body()
    Vec3 at_m = {};   ///< on its surface
};

/// The first body that a ray meets, in the water or above it. Solids hide what is behind them.
std::optional<BodyHit> meet_body(const Ray& ray, std::span<const BodyView> bodies);

}  // namespace tarn::viewer
