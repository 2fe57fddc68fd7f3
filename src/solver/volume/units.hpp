// SI on one side, lattice units on the other; nothing else converts. Lengths count in cells, time
// in lattice steps, mass in the still water of a cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::volume {

struct Units {
    double cell_m = 1.0;
    double step_s = 1.0;
    double density_kg_per_m3 = 1000.0;

    double speed_m_per_s() const { return cell_m / step_s; }
    double mass_kg() const { return density_kg_per_m3 * cell_m * cell_m * cell_m; }
    double acceleration_lu(double m_per_s2) const { return m_per_s2 * step_s * step_s / cell_m; }
    double tension_lu(double n_per_m) const { return n_per_m * step_s * step_s / mass_kg(); }
    double tau(double viscosity_m2_per_s) const {
        return 0.5 + 3.0 * viscosity_m2_per_s * step_s / (cell_m * cell_m);
    }
    double viscosity_m2_per_s(double tau) const {
        return (tau - 0.5) / 3.0 * cell_m * cell_m / step_s;
    }
    /// p = rho cs^2 of a density that is `excess` above that of still water.
    double pressure_pa(double excess) const {
        return excess / 3.0 * density_kg_per_m3 * speed_m_per_s() * speed_m_per_s();
    }
};

/// Density may differ by this between the surface and the bottom.
inline constexpr double kMostDensityRatio = 0.1;
/// The fastest water that a step is chosen for, in cells per step.
inline constexpr double kChosenSpeed = 0.2;
/// With a free surface, velocities beyond this are scaled down and counted. The lattice's speed of
/// sound is 0.577.
inline constexpr double kMostSpeed = 0.4;

/// Square of the speed of the shortest ripples that cells show, two of them long, by surface
/// tension alone: c^2 = k tension / density with k = pi per cell.
inline double ripple_speed2(double tension_n_per_m, double density_kg_per_m3, double cell_m) {
    return std::numbers::pi * tension_n_per_m / (density_kg_per_m3 * cell_m);
}

}  // namespace tarn::volume
