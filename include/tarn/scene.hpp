// What scenes there are and what a scene may say.
#pragma once

#include <tarn/types.hpp>

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

}  // namespace tarn
