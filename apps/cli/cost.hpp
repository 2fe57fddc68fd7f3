// What a run will cost, from a short trial of the very world: rates differ too much between
// schemes, beds, flows and machines for a table.
#pragma once

#include <tarn/result.hpp>
#include <tarn/world.hpp>

namespace tarn::cli {

struct Cost {
    double steps = 0.0;   ///< lattice steps until the end
    double wall_s = 0.0;  ///< without outputs and pictures
};

/// Steps `world` for about half a second on the wall, or to the end of its scene if that is sooner,
/// as `tarn run` would, and takes the later half of the trial for the rest. Fails if the water
/// does.
Result<Cost> estimate_cost(World& world);

}  // namespace tarn::cli
