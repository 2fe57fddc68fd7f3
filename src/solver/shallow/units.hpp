// SI on one side, lattice units on the other; nothing else converts. Lengths along the ground count
// in cells, depths in reference depths, time in lattice steps.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace tarn::shallow {

struct Units {
    double cell_m = 1.0;
    double depth_m = 1.0;  ///< the reference depth
    double step_s = 1.0;

    double speed_m_per_s() const { return cell_m / step_s; }
    /// c*^2 = g h dt^2/dx^2, which plays the part of gravity when depth counts in reference depths.
    double gravity_lu(double gravity_m_per_s2) const {
        return gravity_m_per_s2 * depth_m * step_s * step_s / (cell_m * cell_m);
    }
    double viscosity_m2_per_s(double tau) const {
        return (tau - 0.5) / 3.0 * cell_m * cell_m / step_s;
    }
    double tau(double viscosity_m2_per_s) const {
        return 0.5 + 3.0 * viscosity_m2_per_s * step_s / (cell_m * cell_m);
    }
};

/// Courant number of still water, c* = sqrt(g h) dt/dx, at the deepest place. Smaller steps cost
/// more and disperse more; beyond 0.45 a drop of twice the depth is no longer stable near tau =
/// 1/2.
inline constexpr double kCourant = 0.4;

/// The smallest relaxation time that the default collision carries through steep drops.
inline constexpr double kTauFloor = 0.505;

/// Beyond this the scheme is stable but no longer accurate: thick liquids get smaller steps.
inline constexpr double kTauCeiling = 1.5;

/// Finite volumes: nu dt/dx^2 is at most this. A cell takes from its neighbours at most twice that
/// part of their differences through each of its four faces: no velocity goes beyond those around.
inline constexpr double kMostDiffusion = 1.0 / 8.0;
inline double longest_viscous_step_s(double cell_m, double viscosity_m2_per_s) {
    return kMostDiffusion * cell_m * cell_m / viscosity_m2_per_s;
}

/// Viscosity given by itself or through tau.
struct Viscosity {
    double m2_per_s = 1e-6;
    std::optional<double> tau;
    /// What is computed at least, where tau was not given: that of the floor at the longest step.
    /// Shorter steps keep the viscosity, not tau.
    double floor_m2_per_s = 0.0;

    double tau_for(const Units& units) const {
        return tau ? *tau : units.tau(std::max(m2_per_s, floor_m2_per_s));
    }
};

/// The largest stable lattice step for water of depth `deepest_m`.
inline double max_step_s(double cell_m, double deepest_m, double gravity_m_per_s2,
                         const Viscosity& viscosity) {
    const double by_waves = kCourant * cell_m / std::sqrt(gravity_m_per_s2 * deepest_m);
    if (viscosity.tau || viscosity.m2_per_s <= 0.0) return by_waves;
    const double by_viscosity = (kTauCeiling - 0.5) / 3.0 * cell_m * cell_m / viscosity.m2_per_s;
    return std::min(by_waves, by_viscosity);
}

}  // namespace tarn::shallow
