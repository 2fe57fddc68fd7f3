// Values by their dotted paths in the JSON tree, before it is checked: `--set path=value`, and what
// SceneBuilder does.
#pragma once

#include "scene/json.hpp"
#include <tarn/result.hpp>

#include <string>
#include <string_view>

namespace tarn::scene {

/// Sets one value, such as that of `water.tau` or `events.0.drop.height`, and returns its JSON
/// pointer. Missing objects on the way are made; a list may grow by one. Setting tau removes the
/// viscosity and the other way round. Messages begin with `who`; after one the tree may have empty
/// objects on the way.
Result<std::string> set_value(Value& scene, std::string_view path, Value value,
                              std::string_view who);

/// One more item at the end of a list, which is made if there is none.
Result<void> add_value(Value& scene, std::string_view path, Value value, std::string_view who);

/// `path=value`, such as `water.tau=0.6`: set_value() of JSON, or else of a text.
Result<std::string> apply_override(Value& scene, std::string_view text);

}  // namespace tarn::scene
