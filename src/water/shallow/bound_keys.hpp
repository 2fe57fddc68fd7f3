// What shallow water made of the keys of its scene that a checkpoint is bound to: the scheme and
// the collision that were chosen, and what stands in the files that the scene names.
#pragma once

#include "scene/bound_keys.hpp"
#include "solver/shallow/views.hpp"
#include "water/shallow/inflow.hpp"
#include "water/shallow/initial_fields.hpp"

#include <string>
#include <vector>

namespace tarn::water {

/// What a scene led to.
struct MadeOf {
    const scene::Scene& scene;
    const InitialFields& fields;
    const Inflows& inflows;
    const std::array<shallow::OutfallDesc, 4>& outfalls;
    std::string scheme, collision;
};

std::vector<scene::BoundKey> bound_keys_of(const MadeOf& made);

}  // namespace tarn::water
