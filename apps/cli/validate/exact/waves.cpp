#include "waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

double solitary_wave_number(const SolitaryWave& wave) {
    const double d = wave.depth_m;
    return std::sqrt(3.0 * wave.height_m / (4.0 * d * d * d));
}

}  // namespace

double seiche_period_s(double length_m, double depth_m, double gravity_m_per_s2) {
    return 2.0 * length_m / std::sqrt(gravity_m_per_s2 * depth_m);
}

double d2q9_attenuation(double tau, double courant, double wave_number) {
    return wave_number * wave_number * (tau - 0.5) * (1.0 - courant * courant) / (2.0 * courant);
}

DropProfile::DropProfile(const Desc& desc) : grain_m_(desc.width_m / 24.0) {
    // Level = integral of a s^2 exp(-(k s)^2/2) J0(k r) cos(k c t) k dk by the midpoint rule;
    // beyond 9/s the bump has no waves, and 40 nodes per swing of the cosines are plenty.
    const double s = desc.width_m, last = 9.0 / s;
    const double swings = last * (desc.reach_m + desc.travel_m) / std::numbers::pi;
    const int nodes = int(std::max(4000.0, 40.0 * swings));
    const double dk = last / nodes;
    std::vector<double> share(std::size_t(nodes), 0.0);
    for (int n = 0; n < nodes; ++n) {
        const double k = (n + 0.5) * dk;
        share[std::size_t(n)] = desc.height_m * s * s * std::exp(-0.5 * k * k * s * s) * k *
                                std::cos(k * desc.travel_m) * dk;
    }
    // The rule's error at k = 0, where the integrand has the slope a s^2.
    const double end_error = desc.height_m * s * s * dk * dk / 24.0;
    for (int m = 0; (m - 3) * grain_m_ < desc.reach_m; ++m) {
        double sum = -end_error;
        for (int n = 0; n < nodes; ++n)
            sum += share[std::size_t(n)] * std::cyl_bessel_j(0.0, (n + 0.5) * dk * m * grain_m_);
        rise_m_.push_back(sum);
    }
}

double DropProfile::at(double r_m) const {
    // A parabola through three nodes; the profile is even, so the node before 0 is the one after.
    const double place = r_m / grain_m_;
    const std::size_t n =
        std::min(std::size_t(std::lround(std::max(0.0, place))), rise_m_.size() - 2);
    const double t = place - double(n);
    const double before = n == 0 ? rise_m_[1] : rise_m_[n - 1], after = rise_m_[n + 1];
    return rise_m_[n] + 0.5 * t * (after - before) +
           0.5 * t * t * (after - 2.0 * rise_m_[n] + before);
}

Scattering scattering_at_step(double from_depth_m, double to_depth_m) {
    const double before = std::sqrt(from_depth_m), behind = std::sqrt(to_depth_m);
    return {2.0 * before / (before + behind), (before - behind) / (before + behind)};
}

DepthAndSpeed SolitaryWave::at(double x_m) const {
    const double c = std::cosh(solitary_wave_number(*this) * x_m);
    const double rise_m = height_m / (c * c);
    return {rise_m, rise_m * std::sqrt(gravity_m_per_s2 / depth_m)};
}

double SolitaryWave::half_length_m() const {
    return std::acosh(std::sqrt(20.0)) / solitary_wave_number(*this);
}

}  // namespace tarn::cli::validate
