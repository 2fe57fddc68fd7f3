// The scenes that come with the program, and finding a scene by name or path.
#pragma once

#include "scene/scene.hpp"
#include <tarn/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tarn::scene {

/// A file of scenes/, embedded by the build. Its one-line description is in the JSON ("about").
struct BuiltIn {
    const char* name;
    const char* json;
};

std::span<const BuiltIn> built_in_scenes();

/// The text of a mesh that comes with the program, by its name in a scene ("tarn:duck.obj").
Result<std::string_view> built_in_mesh(std::string_view name);

/// Reads a built-in scene or, where no built-in has that name, a JSON file. `overrides` as in
/// read_scene(). All trouble is InvalidScene; an unknown name gets the list of names.
Result<Scene> load_scene(const std::string& name_or_path,
                         std::span<const std::string> overrides = {});

}  // namespace tarn::scene
