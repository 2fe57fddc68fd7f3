// Water in space against the clock: a lid-driven cavity in updates per second, and what a frame of
// falling water costs. THESIS's tables 6.2 and 6.3.
#pragma once

#include "experiment.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::cli::reproduce {

/// Million updates of cells per second, medians. None: the machine has no GPU that can be used.
struct CavityRow {
    int cells = 0;  ///< along each side
    double one_thread = 0.0, all_cores = 0.0;
    std::optional<double> gpu = {};
};

/// Wall-clock time per frame of kFrame_s, mean over the run, in ms.
struct FrameRow {
    std::string scene;
    int cells = 0;
    double steps_per_frame = 0.0;
    double cpu_ms = 0.0;
    double slowest_cpu_ms = 0.0;  ///< frame of the run
    std::optional<double> gpu_ms = {};
};
inline constexpr double kFrame_s = 0.016;

Result<std::vector<CavityRow>> measure_cavities(std::span<const int> cells, int repeats,
                                                const Watch& watch);

struct FramePlan {
    const char* scene;  ///< "dam" or "drop"
    int cells;
};
Result<std::vector<FrameRow>> measure_frames(std::span<const FramePlan> plans, int frames,
                                             const Watch& watch);

}  // namespace tarn::cli::reproduce
