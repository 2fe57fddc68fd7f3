// Where a picture is taken from: a good camera for each place, and a smooth path through points.
// What a scene says about its camera is in scene/scene.hpp; who decides, in world/frame.cpp.
#pragma once

#include <tarn/frame.hpp>

#include <span>

namespace tarn::scenery {

/// A camera at one moment of its path.
struct CameraPoint {
    double time_s = 0.0;
    Vec3 eye_m = {};
    Vec3 target_m = {};
};

/// A camera that shows this water well in pictures from 3:2 to 16:9, with the field of view of
/// Camera{}. It reads only the extent and the still level of `water`, and the heights of `ground`.
Camera default_camera(Place place, const WaterView& water, const GroundView& ground = {});

/// The camera on a path at a moment: Catmull-Rom through the points in their own times, held at the
/// ends. `path` has at least one point, and its times rise.
Camera camera_at(std::span<const CameraPoint> path, double fov_deg, double time_s);

}  // namespace tarn::scenery
