// Rules that join several fields of a scene. Limits of a single field are in describe.hpp.
#pragma once

#include "scene/message.hpp"
#include "scene/scene.hpp"

#include <optional>

namespace tarn::scene {

/// The first rule that the scene breaks, if any. Touches no files and allocates no grid.
std::optional<Problem> check_scene(const Scene& scene);

}  // namespace tarn::scene
