// Water that leaves through the edges, with its files read.
#pragma once

#include "scene/scene.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/result.hpp>

#include <array>

namespace tarn::water {

/// By edge; of no meaning where the scene has no outflow.
Result<std::array<shallow::OutfallDesc, 4>> read_outfalls(const scene::Scene& scene);

}  // namespace tarn::water
