// What a world keeps for its frames: the part of a picture that does not move with the water.
#pragma once

#include "scene/scene.hpp"
#include "surface/camera.hpp"
#include "world/bed.hpp"
#include <tarn/frame.hpp>

#include <cstdint>
#include <vector>

namespace tarn::world {

struct Scenery {
    std::vector<std::uint8_t> solid;  ///< as in GroundView
    std::uint64_t revision = 0;       ///< of bed and solids: other ground, another number
    std::vector<BodyView> bodies;     ///< the solids of the scene that have a shape
    std::vector<surface::CameraPoint> camera_path;
};

/// What solids stand in.
struct StillWater {
    Ground ground;
    const Bed& bed;
    double level_m, depth_m;  ///< means of wet cells
};

Scenery make_scenery(const scene::Scene& scene, std::vector<std::uint8_t> solid,
                     const StillWater& still);

}  // namespace tarn::world
