// `--set path=value` on the JSON tree, before it is checked.
#pragma once

#include "scene/json.hpp"
#include <tarn/result.hpp>

#include <string>
#include <string_view>

namespace tarn::scene {

/// Sets one value, such as `water.tau=0.6` or `events.0.drop.height=0.1`, and returns its JSON
/// pointer. The value is JSON, or else a text. Missing objects on the way are made; a list may
/// grow by one. Setting tau removes the viscosity and the other way round.
Result<std::string> apply_override(Value& scene, std::string_view text);

}  // namespace tarn::scene
