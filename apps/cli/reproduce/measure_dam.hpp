// One dam break in all three waters, shallow, volume and stable: front and level of each, and what
// a second of it takes.
#pragma once

#include "experiment.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace tarn::cli::reproduce {

/// A column at the west wall of a channel without friction, as wide as it is high.
inline constexpr double kDamColumn_m = 0.4, kDamChannel_m = 1.6;
/// The front is where the water is deeper than this share of the column.
inline constexpr double kDamFrontShare = 0.05;
/// When the level is compared along the middle: early, on the way, at the far wall, on its way
/// back.
inline constexpr std::array<double, 4> kDamLooks_s = {0.1, 0.3, 0.6, 1.0};

struct DamPlan {
    int cells = 160;  ///< along the channel
    double every_s = 0.02;

    std::size_t rows() const { return std::size_t(kDamLooks_s.back() / every_s + 0.5) + 1; }
};

struct DamRun {
    std::string model = {};
    double wall_s_per_s = 0.0;          ///< wall-clock time per simulated second
    std::vector<double> fronts_m = {};  ///< at each time
    std::array<std::vector<double>, kDamLooks_s.size()> levels_m = {};  ///< along x, at each look
};

struct DamRuns {
    double cell_m = 0.0;
    std::vector<double> times_s = {};
    std::array<DamRun, 3> of = {};  ///< shallow, volume, stable
};

Result<DamRuns> measure_dam(const DamPlan& plan, const Watch& watch);

}  // namespace tarn::cli::reproduce
