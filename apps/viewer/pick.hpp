// From a place in the picture to a place on the water.
#pragma once

#include "viewer/water_state.hpp"

#include <optional>

namespace tarn::viewer {

struct Ray {
    Vec3 origin_m;
    Vec3 direction;  ///< of length one
};

/// Through a point of the picture: shares of its width from the left and of its height from the
/// top. `aspect` is width by height.
Ray ray_through(const Camera& camera, double aspect, Vec2 share);

/// The way back: where in the picture a point is seen, inside it or beside; nothing behind the eye.
std::optional<Vec2> seen_at(const Camera& camera, double aspect, Vec3 point_m);

/// Level at a place, from the nearest cell; the still level where it is on a GPU, NaN outside the
/// water.
double level_at(const WaterState& state, Vec2 at_m);

/// Where a ray meets the newest level, or the still level where that is on a GPU; nothing outside
/// the water.
std::optional<Vec3> meet_water(const Ray& ray, const WaterState& state);

}  // namespace tarn::viewer
