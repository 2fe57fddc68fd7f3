// POND's figure 7: which grids and relaxation times carry a steep drop.
#pragma once

#include "experiment.hpp"

#include <span>
#include <string>
#include <vector>

namespace tarn::cli::reproduce {

inline constexpr double kSteepRadius_m = 0.1 * kSide_m;

struct StabilityRow {
    std::string collision = {};
    int peak = 0;  ///< depth at the centre after the drop, in still depths h0
    double tau = 0.0;
    int cells = 0;  ///< along the side
    bool has_survived = false;
    int steps = 0;  ///< good steps: all that were asked for, or those before the divergence
};

struct StabilityPlan {
    std::span<const std::string> collisions = {};
    std::span<const int> peaks = {};
    std::span<const double> taus = {};
    std::span<const int> cell_counts = {};
    int steps = 5000;
};

Result<std::vector<StabilityRow>> measure_stability(const StabilityPlan& plan, const Watch& watch);

}  // namespace tarn::cli::reproduce
