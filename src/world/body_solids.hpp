// The solids of a scene as what bodies bump into.
#pragma once

#include "bodies/ground.hpp"
#include "scene/scene.hpp"
#include "solver/exchange.hpp"
#include <tarn/result.hpp>

namespace tarn::world {

/// Boxes and discs as they are, files as boxes of cells; into `ground`, which has no solids yet.
Result<void> add_solids(const scene::Scene& scene, const exchange::PlanGrid& grid,
                        bodies::Ground& ground);

}  // namespace tarn::world
