// What a run will cost, from a short trial of the very world: rates differ too much between
// schemes, beds, flows and machines for a table.
#pragma once

#include <tarn/result.hpp>
#include <tarn/scene.hpp>
#include <tarn/world.hpp>

#include <span>

namespace tarn::cli {

struct Cost {
    double steps = 0.0;   ///< lattice steps until the end
    double wall_s = 0.0;  ///< if the machine has nothing else to do; without outputs and pictures
};

/// Memory that a run may take besides what its world reports before: drops, fingers and footprints
/// are collected ahead, so many values of them at most (water/shallow/advance.cpp), in a list and
/// its copy on the device, which hold up to 3.5 times what is in them.
double acting_bytes(double cells);

/// When a trial ends, if not with the scene.
struct TrialLimits {
    double wall_s = 0.5;       ///< on the wall
    double long_wall_s = 2.0;  ///< where steps are long
    double share = 1.0;        ///< of the scene's time
};

/// Steps `world` as `tarn run` would, within `limits`, and takes the later half of the trial for
/// the rest, steps with something pressed in apart from the others: `pressed` is when. Fails if the
/// water does.
Result<Cost> estimate_cost(World& world, const TrialLimits& limits = {},
                           std::span<const SceneOutline::Span> pressed = {});

}  // namespace tarn::cli
