// Scenes whose ground and waves others measured. Their data are not in the repository: --data names
// the folder, as for tarn validate, and the files of the scene live as long as this object.
#pragma once

#include <tarn/result.hpp>

#include <memory>
#include <string>

namespace tarn::cli {

struct WorldArgs;

namespace validate {
class ScratchFolder;
}

struct SceneSource {
    std::string name_or_path;
    std::shared_ptr<validate::ScratchFolder> files = {};  ///< none: the scene needs no data

    bool is_measured() const { return files != nullptr; }
};

/// The scene that the arguments ask for.
Result<SceneSource> scene_source(const WorldArgs& args);

/// One line each, as `tarn list` prints them.
std::string measured_scenes_text();

}  // namespace tarn::cli
