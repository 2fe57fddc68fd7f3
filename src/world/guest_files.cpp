#include "world/guest_files.hpp"

#include "base/lies_below.hpp"
#include "scene/message.hpp"

#include <algorithm>

namespace tarn::world {

Result<void> check_guest_files(const scene::Scene& scene,
                               std::span<const std::string> data_folders) {
    for (const std::string& file : scene.files) {
        const auto holds_file = [&](const std::string& folder) { return lies_below(file, folder); };
        if (holds_file(scene.folder) || std::ranges::any_of(data_folders, holds_file)) continue;
        return Error{ErrorCode::InvalidScene,
                     scene::printable(scene.name, 200) + ": names the file \"" +
                         scene::printable(file, 300) +
                         "\", which lies outside of the scene's folder; copy it there, or allow "
                         "its folder (--data DIR, WorldOptions::data_folders)"};
    }
    return {};
}

}  // namespace tarn::world
