// Rules that join several keys of a scene with water in space. Used by check.hpp.
#pragma once

#include "scene/message.hpp"
#include "scene/scene.hpp"

#include <optional>

namespace tarn::scene {

/// The first rule that is broken.
std::optional<Problem> check_volume(const Scene& scene);

}  // namespace tarn::scene
