// The solids of a scene as what bodies bump into.
#pragma once

#include "bodies/ground.hpp"
#include "scene/scene.hpp"
#include "solver/exchange.hpp"
#include <tarn/result.hpp>

#include <vector>

namespace tarn::world {

struct SceneSolids {
    std::vector<bodies::SolidBox> boxes;
    std::vector<bodies::SolidDisc> discs;
};

/// Boxes and discs as they are, files as boxes of cells.
Result<SceneSolids> solids_of(const scene::Scene& scene, const exchange::PlanGrid& grid);

}  // namespace tarn::world
