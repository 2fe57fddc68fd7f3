// What a run will cost, from a short trial of the very world: rates differ too much between
// schemes, beds, flows and machines for a table.
#pragma once

#include <tarn/result.hpp>
#include <tarn/world.hpp>

namespace tarn::cli {

struct Cost {
    double steps = 0.0;   ///< lattice steps until the end
    double wall_s = 0.0;  ///< if the machine has nothing else to do; without outputs and pictures
};

/// Steps `world` as `tarn run` would, for about half a second on the wall, at most two where steps
/// are long, or to the end of its scene if that is sooner, and takes the later half of the trial
/// for the rest. Fails if the water does.
Result<Cost> estimate_cost(World& world);

}  // namespace tarn::cli
