#include "saves.hpp"

#include "base/file.hpp"
#include "common.hpp"

#include <filesystem>

namespace tarn::cli {
namespace {

namespace fs = std::filesystem;

// Little to lose, and little to write: a checkpoint of 100 MB takes about a second.
constexpr double kUsual_s = 300.0;

/// The checkpoint before the last one.
std::string older_name(const std::string& checkpoint) {
    return checkpoint.empty() ? "" : checkpoint + ".1";
}

}  // namespace

std::vector<OutputFile> SaveArgs::files() const {
    return {{"--save", checkpoint, kCheckpoint},
            {"--save", older_name(checkpoint), kCheckpoint},
            {"--record", recording, kRecording}};
}

std::vector<ArgDesc> SaveArgs::args() {
    return {{.name = "--save",
             .target = &checkpoint,
             .about = "checkpoint at the end and on the way; FILE.1 is the one before"},
            {.name = "--save-every",
             .target = &every_s,
             .about = "seconds on the wall between checkpoints on the way; default: 300",
             .check = positive_number},
            {.name = "--record",
             .target = &recording,
             .about = "note the calls of this run in a file"}};
}

Result<Saves> Saves::open(const SaveArgs& args) {
    if (args.every_s > 0.0 && args.checkpoint.empty() && args.recording.empty())
        return Error{ErrorCode::InvalidArgument,
                     "--save-every: there is nothing to save; give --save FILE too"};
    for (const std::string& path : {args.checkpoint, args.recording})
        if (!path.empty())
            if (const auto ok = check_can_write(path); !ok) return ok.error();
    return Saves(args);
}

bool Saves::is_due() const {
    if (args_.checkpoint.empty() && args_.recording.empty()) return false;
    const double every_s = args_.every_s > 0.0 ? args_.every_s : kUsual_s;
    return std::chrono::steady_clock::now() - last_ >= std::chrono::duration<double>(every_s);
}

Result<void> Saves::save_checkpoint(const World& world) {
    // The same state again would only push out the one before.
    if (args_.checkpoint.empty() || saved_steps_ == world.steps()) return {};
    const std::string older = older_name(args_.checkpoint);
    // What an earlier run left is not the one before of this run.
    if (std::error_code ignored; !saved_steps_) fs::remove(older, ignored);
    const auto saved =
        write_and_keep(args_.checkpoint, saved_steps_ ? older : "",
                       [&](const fs::path& part) { return world.save(part.string()); });
    if (saved) saved_steps_ = world.steps();
    return saved;
}

Result<void> Saves::save_recording(const World& world) const {
    return args_.recording.empty() ? Result<void>() : world.save_recording(args_.recording);
}

void Saves::save_on_the_way(const World& world) {
    for (const auto& saved : {save_checkpoint(world), save_recording(world)}) {
        if (saved || has_warned_) continue;
        has_warned_ = true;
        warn(saved.error().message + "; the run goes on and tries again");
    }
    last_ = std::chrono::steady_clock::now();
}

}  // namespace tarn::cli
