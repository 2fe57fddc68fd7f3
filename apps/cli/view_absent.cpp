// tarn view in a build without a renderer.
#include "commands.hpp"
#include "common.hpp"

#include <CLI/CLI.hpp>

namespace tarn::cli {

Command add_view(CLI::App& app) {
    CLI::App* const view = app.add_subcommand("view", "a window (not in this build)");
    const auto scene = std::make_shared<std::string>("pond");
    view->add_option("scene", *scene, "a built-in scene or a JSON file");
    return [scene] {
        return fail(kBadInput,
                    "view: this build has no window (TARN_RENDER is off); for pictures use: "
                    "tarn run " +
                        *scene + " --map out --map-every 0.5");
    };
}

int show_pond() {
    return write_pond();
}

}  // namespace tarn::cli
