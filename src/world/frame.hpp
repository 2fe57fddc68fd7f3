// What a world keeps for its frames: the part of a picture that does not move with the water.
#pragma once

#include "scene/scene.hpp"
#include "scenery/camera.hpp"
#include "world/bed.hpp"
#include <tarn/frame.hpp>

#include <cstdint>
#include <vector>

namespace tarn::world {

struct Scenery {
    std::vector<std::uint8_t> solid;   ///< as in GroundView
    std::uint64_t revision = 0;        ///< of bed and solids: other ground, another number
    std::vector<std::uint8_t> masked;  ///< what files made solid at the start; empty: nothing
    std::vector<BodyView> bodies;      ///< solids that have a shape
    double rim_m = 0.0;                ///< as in GroundView
    std::vector<scenery::CameraPoint> camera_path;
};

/// What solids stand in.
struct StillWater {
    Ground ground;
    const Bed& bed;
    double level_m, depth_m;  ///< means of wet cells
};

Scenery make_scenery(const scene::Scene& scene, std::vector<std::uint8_t> solid,
                     const StillWater& still);

/// How high walls are drawn around water that starts with these levels.
double rim_m_of(double highest_m, double mean_m);

/// Of other ground, another number.
std::uint64_t revision_of(const Bed& bed, const std::vector<std::uint8_t>& solid);

/// The shapes of the scene that stand as they are, and boxes for what is left of others and for
/// walls that came up later.
std::vector<BodyView> bodies_of(const scene::Water& water, const Scenery& scenery,
                                const StillWater& still);

}  // namespace tarn::world
