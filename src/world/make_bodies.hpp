// From the bodies of a scene to rigid ones: their surface, mass and place.
#pragma once

#include "bodies/rigid_world.hpp"
#include "scene/scene.hpp"
#include <tarn/result.hpp>

#include <vector>

namespace tarn::world {

/// Reads the meshes that the scene names. An error names the body, the value and the remedy.
Result<std::vector<bodies::PlacedBody>> make_bodies(const scene::Scene& scene);

}  // namespace tarn::world
