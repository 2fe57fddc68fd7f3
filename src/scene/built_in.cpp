#include "scene/built_in.hpp"

#include "base/file.hpp"
#include "base/spelling.hpp"
#include "scene/field.hpp"
#include "scene/json.hpp"
#include "scene/message.hpp"
#include "scene/read.hpp"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace tarn::scene {
namespace {

constexpr BuiltIn kBuiltIn[] = {
#include "built_in_scenes.inc"
};

constexpr BuiltIn kMeshes[] = {
#include "built_in_meshes.inc"
};

Error unknown_scene(const std::string& name) {
    std::vector<std::string_view> names;
    for (const BuiltIn& scene : kBuiltIn) names.emplace_back(scene.name);
    const std::string stem = std::filesystem::path(name).stem().string();
    const auto guess = nearest(stem, names);
    return {ErrorCode::InvalidScene,
            "\"" + printable(name, 200) + "\" is neither a file nor a built-in scene (" +
                joined(names, "") + "); " +
                (guess ? "did you mean \"" + std::string(*guess) + "\"?" : "check the name")};
}

}  // namespace

std::span<const BuiltIn> built_in_scenes() {
    return kBuiltIn;
}

Result<std::string_view> built_in_mesh(std::string_view name) {
    std::vector<std::string> all;
    for (const BuiltIn& mesh : kMeshes) {
        all.push_back(std::string(kBuiltInFile) + mesh.name + ".obj");
        if (name == all.back()) return std::string_view(mesh.json);
    }
    const std::vector<std::string_view> names(all.begin(), all.end());
    return Error{ErrorCode::InvalidScene, "\"" + printable(name, 100) +
                                              "\" does not come with the program; there are " +
                                              joined(names, "")};
}

Result<Scene> load_scene(const std::string& name_or_path, std::span<const std::string> overrides) {
    for (const BuiltIn& scene : kBuiltIn)
        if (name_or_path == scene.name) return read_scene(scene.json, scene.name, "", overrides);
    std::error_code code;
    const std::filesystem::path path = name_or_path;
    if (!std::filesystem::exists(path, code)) return unknown_scene(name_or_path);
    const Result<std::string> json = read_file(path, kMaxSceneBytes);
    if (!json) return Error{ErrorCode::InvalidScene, printable(json.error().message, 900)};
    return read_scene(json.value(), name_or_path, path.parent_path(), overrides);
}

}  // namespace tarn::scene
