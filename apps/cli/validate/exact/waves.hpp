// Small and solitary waves, exactly: what seiche, drop, attenuation, steps and beach are compared
// with.
#pragma once

#include "dam_break.hpp"

#include <vector>

namespace tarn::cli::validate {

/// Half a wave between two walls: level a cos(pi x/L) cos(2 pi t/T), T = 2 L/sqrt(g h).
double seiche_period_s(double length_m, double depth_m, double gravity_m_per_s2);

/// What of a long, small wave crosses an abrupt step of the bed, and what comes back, as parts of
/// its height: 2 c1/(c1 + c2) and (c1 - c2)/(c1 + c2) with c = sqrt(g h) before and behind the
/// step.
struct Scattering {
    double transmitted = 0.0, reflected = 0.0;
};
Scattering scattering_at_step(double from_depth_m, double to_depth_m);

/// What D2Q9 with BGK takes from a plane wave, as a rate per cell that the wave travels:
/// alpha = (k dx)^2 (tau - 1/2)(1 - c*^2)/(2 c*) [zhou2004, by Chapman and Enskog's expansion].
/// c* is sqrt(g h) in cells per step, k dx the wave number per cell.
double d2q9_attenuation(double tau, double courant, double wave_number);

/// Rings out of a bump a exp(-r^2/(2 s^2)) that starts from rest, linear and without viscosity, as
/// a profile over r: a table of a Hankel integral.
class DropProfile {
public:
    struct Desc {
        double height_m = 0.01, width_m = 1.0;  ///< a and s
        double travel_m = 0.0;                  ///< c t
        double reach_m = 0.0;                   ///< the largest r that will be asked for
    };
    explicit DropProfile(const Desc& desc);
    /// Rise of the level at a distance from the middle.
    double at(double r_m) const;

private:
    double grain_m_;
    std::vector<double> rise_m_;
};

/// A solitary wave of height H on water of depth d whose crest is at x = 0, with the velocity that
/// makes it run towards +x: H sech^2(x sqrt(3 H/(4 d^3))), u = sqrt(g/d) times that
/// [synolakis1987]. Depth is the rise above still water.
struct SolitaryWave {
    double height_m = 0.0, depth_m = 1.0;
    double gravity_m_per_s2 = 9.81;

    DepthAndSpeed at(double x_m) const;
    /// From the crest to where a twentieth of the height is left.
    double half_length_m() const;
};

}  // namespace tarn::cli::validate
