// tarn view in a build without a renderer.
#include "commands.hpp"
#include "common.hpp"

#include <memory>

namespace tarn::cli {

CommandDesc view_command() {
    const auto scene = std::make_shared<std::string>("pond");
    return {.name = "view",
            .about = "a window (not in this build)",
            .args = {{.name = "scene",
                      .target = scene.get(),
                      .about = "a built-in scene or a JSON file"}},
            .run = [scene] {
                return fail(kBadInput,
                            "view: this build has no window (TARN_RENDER is off); for pictures "
                            "use: tarn run " +
                                *scene + " --map out --map-every 0.5");
            }};
}

int show_pond() {
    return write_pond();
}

}  // namespace tarn::cli
