// Rules that join several keys of a body.
#pragma once

#include "scene/message.hpp"
#include "scene/scene.hpp"

#include <cstddef>
#include <optional>

namespace tarn::scene {

inline constexpr std::size_t kMaxBodies = 100'000;

/// The first rule that a body of the scene breaks, if any.
std::optional<Problem> check_bodies(const Scene& scene);

}  // namespace tarn::scene
