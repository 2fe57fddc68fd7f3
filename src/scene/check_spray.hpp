// Rules between the keys of emitters and spray [check.hpp].
#pragma once

#include "scene/message.hpp"
#include "scene/scene.hpp"

#include <optional>

namespace tarn::scene {

std::optional<Problem> check_spray(const Scene& scene);

}  // namespace tarn::scene
