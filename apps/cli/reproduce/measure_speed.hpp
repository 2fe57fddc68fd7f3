// POND's figure 4: how fast waves run, against the number of cells.
#pragma once

#include "experiment.hpp"

#include <span>
#include <vector>

namespace tarn::cli::reproduce {

inline constexpr double kRingRadius_m = 0.1 * kSide_m;
inline constexpr double kRingHeight_m = kSmallWave_m;
inline constexpr double kRingFirst = 0.2, kRingLast = 0.4;  ///< crest is followed here, in sides

/// Speeds are shares of sqrt(g h0).
struct SpeedRow {
    int cells = 0;              ///< along the side of the pond
    double seiche_speed = 0.0;  ///< phase speed of the first seiche
    double ring_speed = 0.0;    ///< of the crest of a drop's ring, along an axis
    double ring_theory = 0.0;   ///< the same in linear water as viscous as these cells make it
};

Result<std::vector<SpeedRow>> measure_speed(std::span<const int> cell_counts, const Watch& watch);

/// p of |1 - seiche speed| ~ cells^-p, by least squares over all rows.
double convergence_order(std::span<const SpeedRow> rows);

/// The ring's crest in linear water without viscosity: where ring_speed tends to.
double ring_speed_limit();

}  // namespace tarn::cli::reproduce
