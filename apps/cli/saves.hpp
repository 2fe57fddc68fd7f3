// What a run needs to go on after it was stopped: a checkpoint, and the one before; the recording
// of its calls.
#pragma once

#include "args.hpp"
#include "output_files.hpp"
#include <tarn/result.hpp>
#include <tarn/world.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tarn::cli {

struct SaveArgs {
    std::string checkpoint, recording;
    double every_s = 0.0;  ///< on the wall; 0: as often as suits

    /// Options that fill this; `this` stays where it is.
    std::vector<ArgDesc> args();
    std::vector<OutputFile> files() const;
};

/// Writes both every so often and at the end. At any moment the files that have their names are
/// whole; a run that is killed loses the time since the last of them.
class Saves {
public:
    /// Leaves what an earlier run wrote as it is.
    static Result<Saves> open(const SaveArgs& args);

    /// Whether it is time, by the clock on the wall.
    bool is_due() const;
    Result<void> save_checkpoint(const World& world);
    Result<void> save_recording(const World& world) const;
    /// Both, while the run goes on: what cannot be written now may be later, and is told once.
    void save_on_the_way(const World& world);

private:
    explicit Saves(SaveArgs args) : args_(std::move(args)) {}

    SaveArgs args_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
    std::optional<std::int64_t> saved_steps_;  ///< of the last checkpoint of this run
    bool has_warned_ = false;
};

}  // namespace tarn::cli
