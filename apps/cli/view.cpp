// tarn view: a window.
#include "commands.hpp"
#include "common.hpp"
#include "measured_scene.hpp"
#include "viewer/app.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace tarn::cli {
namespace {

Result<void> view(const WorldArgs& args) {
    const auto options = args.options();
    if (!options) return options.error();
    const auto source = scene_source(args);
    if (!source) return source.error();
    return viewer::run_window({source.value().name_or_path, options.value()}, was_interrupted);
}

}  // namespace

Command add_view(CLI::App& app) {
    CLI::App* const command =
        app.add_subcommand("view", "a window: watch a scene and touch its water");
    const auto args = std::make_shared<WorldArgs>();
    args->add_to(*command);
    command->get_option("scene")->required(false)->capture_default_str();
    return [args] {
        const auto shown = view(*args);
        if (shown) return int(was_interrupted() ? kInterrupted : kOk);
        if (shown.error().code != ErrorCode::Unsupported) return fail(shown.error());
        const std::string name = std::filesystem::path(args->scene).stem().string();
        return fail(kBadInput, shown.error().message + "; to get pictures: tarn run " +
                                   args->scene + " --video " + name + ".mp4, or --map " + name);
    };
}

int show_pond() {
    if (viewer::has_display()) {
        const auto shown = view(WorldArgs{});
        if (shown) return was_interrupted() ? kInterrupted : kOk;
        if (shown.error().code != ErrorCode::Unsupported) return fail(shown.error());
    }
    return write_pond();
}

}  // namespace tarn::cli
