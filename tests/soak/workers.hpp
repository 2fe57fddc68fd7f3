// Processes that try scenes side by side. What ends one of them is found out and told; the others,
// and the scenes after it, go on.
#pragma once

#include "soak/verdict.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace tarn::soak {

struct WorkDesc {
    std::vector<std::uint64_t> seeds;
    int jobs = 1;            ///< processes
    double seconds = 0.0;    ///< after which no scene is begun; 0: all are
    double scene_s = 120.0;  ///< a scene that takes longer is ended, and has failed
    std::function<Verdict(std::uint64_t seed)> attempt;  ///< runs in a process of its own
    std::function<void(const Verdict&)> take;            ///< called here, in the order of ending
};

/// The calling process must have no threads. False: a process could not be started.
bool work(const WorkDesc& desc);

}  // namespace tarn::soak
