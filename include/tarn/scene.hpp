// What scenes there are and what a scene may say.
#pragma once

#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <span>
#include <string>
#include <vector>

namespace tarn {

struct SceneInfo {
    std::string name;
    std::string about;  ///< one line
};

/// The scenes that come with Tarn.
TARN_API std::vector<SceneInfo> built_in_scenes();

/// The JSON schema of scenes, as in docs/scene.schema.json.
TARN_API std::string scene_schema();

/// Names for `water.collision`, the default first.
TARN_API std::vector<SceneInfo> collisions();

/// What a scene names, known without making its world.
struct SceneOutline {
    /// That it reads: its own file, unless it is built in, and all that it names, as paths from the
    /// current folder.
    std::vector<std::string> files;
    std::vector<double> event_times_s;  ///< when its events begin, in the order of the scene
    double duration_s = 0.0;            ///< how long `tarn run` goes unless told otherwise
};

/// Reads and checks a built-in scene by name or a scene file, with changes as in WorldOptions::set.
/// From any thread. ErrorCode::InvalidScene where World::from_scene() would say so about its text;
/// files that it names are not opened.
TARN_API Result<SceneOutline> scene_outline(const std::string& name_or_path,
                                            std::span<const std::string> set = {});

}  // namespace tarn
