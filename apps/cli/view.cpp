// tarn view: a window.
#include "commands.hpp"
#include "common.hpp"
#include "measured_scene.hpp"
#include "viewer/app.hpp"

#include <filesystem>
#include <memory>

namespace tarn::cli {
namespace {

Result<void> view(const WorldArgs& args) {
    const auto options = args.options();
    if (!options) return options.error();
    const auto source = scene_source(args);
    if (!source) return source.error();
    return viewer::run_window({source.value().name_or_path, options.value()}, was_interrupted);
}

int view_or_say_how_to_get_pictures(const WorldArgs& args) {
    const auto shown = view(args);
    if (shown) return was_interrupted() ? interrupted_code() : kOk;
    if (shown.error().code != ErrorCode::Unsupported) return fail(shown.error());
    const std::string name = std::filesystem::path(args.scene).stem().string();
    return fail(kBadInput, shown.error().message + "; to get pictures: tarn run " + args.scene +
                               " --video " + name + ".mp4, or --map " + name);
}

}  // namespace

CommandDesc view_command() {
    const auto args = std::make_shared<WorldArgs>();
    CommandDesc command = {.name = "view",
                           .about = "a window: watch a scene and touch its water",
                           .args = args->args(),
                           .run = [args] { return view_or_say_how_to_get_pictures(*args); }};
    ArgDesc& scene = command.args.front();
    scene.is_required = false;
    scene.shows_default = true;
    return command;
}

int show_pond() {
    if (viewer::has_display()) {
        const auto shown = view(WorldArgs{});
        if (shown) return was_interrupted() ? interrupted_code() : kOk;
        if (shown.error().code != ErrorCode::Unsupported) return fail(shown.error());
    }
    return write_pond();
}

}  // namespace tarn::cli
