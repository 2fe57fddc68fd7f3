// The solids of a scene as what bodies bump into.
#pragma once

#include "bodies/ground.hpp"
#include "scene/scene.hpp"
#include "solver/exchange.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <vector>

namespace tarn::world {

struct SceneSolids {
    std::vector<bodies::SolidBox> boxes;
    std::vector<bodies::SolidDisc> discs;
};

/// As many boxes of solids as bodies can meet: some hundred bytes each.
inline constexpr std::size_t kMostSolidBoxes = 100'000;

/// Boxes and discs as they are, files as boxes of cells.
Result<SceneSolids> solids_of(const scene::Scene& scene, const exchange::PlanGrid& grid);

}  // namespace tarn::world
