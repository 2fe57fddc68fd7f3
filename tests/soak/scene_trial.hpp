// One random scene, run in several ways that must all end in the same bits.
#pragma once

#include "soak/verdict.hpp"

#include <filesystem>

namespace tarn::soak {

enum class WaterKind { Shallow, Volume, Stable };

struct TrialDesc {
    std::uint64_t seed = 0;
    std::filesystem::path folder = {};  ///< for the files of the scene
    bool uses_gpu = false;
    WaterKind water = WaterKind::Shallow;
};

/// Writes the files of the scene of a seed and returns its JSON.
std::string scene_of(const TrialDesc& desc);

/// Runs the scene of a seed with one thread and the base loops; with three threads, the best
/// instruction set and every kind of output; from a checkpoint of the middle, with two threads and
/// another instruction set, twice in the same world; and on a GPU. Compares checksums and books,
/// looks at every field, and compares what `tarn check` would have said with what came.
Verdict try_scene(const TrialDesc& desc);

}  // namespace tarn::soak
