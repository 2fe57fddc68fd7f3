// Which files a scene may name. A scene can come from anyone; the files of this machine are not its
// own.
#pragma once

#include "scene/scene.hpp"
#include <tarn/result.hpp>

#include <span>
#include <string>

namespace tarn::world {

/// Whether all files of a scene lie below its own folder or below one of `data_folders`. Looks at
/// names and links alone: no file is opened.
Result<void> check_guest_files(const scene::Scene& scene,
                               std::span<const std::string> data_folders);

}  // namespace tarn::world
