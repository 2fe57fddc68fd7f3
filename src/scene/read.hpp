// From JSON text to a checked scene.
#pragma once

#include "scene/scene.hpp"
#include <tarn/result.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tarn::scene {

/// Reads and checks a scene. `source_name` opens every message and becomes the scene's name; file
/// names inside the scene are resolved against `base_dir`, but no file is opened. `overrides` are
/// `path=value` texts, applied in order before the checks (override.hpp). Any input is safe:
/// trouble comes back as InvalidScene with one printable message under 1,000 characters.
Result<Scene> read_scene(std::string_view json, const std::string& source_name,
                         const std::filesystem::path& base_dir,
                         std::span<const std::string> overrides = {});

/// The scene with one more body at the end of its list, read from the JSON of a body and checked as
/// one of a scene. `files` are those of the body alone.
Result<Scene> with_body(const Scene& scene, std::string_view body_json);

}  // namespace tarn::scene
