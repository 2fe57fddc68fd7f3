// POND's table 1: wall-clock time of a step and of reading the surface out.
#pragma once

#include "experiment.hpp"

#include <span>
#include <vector>

namespace tarn::cli::reproduce {

/// Medians, in ms.
struct TimingRow {
    int cells = 0;  ///< along the side
    double step_ms = 0.0;
    double read_ms = 0.0;  ///< level and both velocities of every cell
};

/// What the paper's table 1 prints, in ms.
struct PaperTiming {
    int cells;
    double step_ms, grid_update_ms, rendering_ms;
};
inline constexpr PaperTiming kPaperTimings[] = {
    {50, 1.19, 0.37, 0.1}, {80, 3.1, 1.0, 0.2},   {100, 5.0, 1.1, 0.3},  {120, 7.5, 2.5, 0.4},
    {150, 11.3, 3.8, 0.6}, {180, 16.9, 5.6, 0.7}, {200, 21.3, 6.9, 0.9},
};

/// One row per grid of the paper's table.
Result<std::vector<TimingRow>> measure_timing(int repeats, const Watch& watch);

}  // namespace tarn::cli::reproduce
