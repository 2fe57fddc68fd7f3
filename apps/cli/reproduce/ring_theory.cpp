#include "ring_theory.hpp"

#include "../fit.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr double kRadiusGrain = 0.0025;
// The bump's spectrum falls like k^-3 here, so what lies beyond 600 is below 1e-5 of the crest.
constexpr double kLastWaveNumber = 600.0;
constexpr double kWaveNumberGrain = 0.5;

/// Level of one wave number that starts from rest with height 1: a damped oscillator.
double height(double k, double time, double viscosity) {
    const double decay = 0.5 * viscosity * k * k;
    const double square = k * k - decay * decay;
    const double turn = std::sqrt(std::abs(square));
    if (square > 0.0)
        return std::exp(-decay * time) *
               (std::cos(turn * time) + decay / turn * std::sin(turn * time));
    // Overdamped: written with falling exponentials only, since sinh and cosh overflow.
    return 0.5 * ((1.0 + decay / turn) * std::exp((turn - decay) * time) +
                  (1.0 - decay / turn) * std::exp(-(turn + decay) * time));
}

/// Hankel transform of the bump, without a constant factor.
double bump_spectrum(double k, double radius) {
    const double z = k * radius;
    return std::cyl_bessel_j(3.0, z) / (z * z * z);
}

}  // namespace

RingTheory::RingTheory(double drop_radius, Window window) : window_(window) {
    for (double r = window.first - 0.05; r < window.last + 0.1; r += kRadiusGrain)
        radii_.push_back(r);
    for (double k = 0.5 * kWaveNumberGrain; k < kLastWaveNumber; k += kWaveNumberGrain)
        wave_numbers_.push_back(k);
    for (const double r : radii_)
        for (const double k : wave_numbers_)
            shares_.push_back(bump_spectrum(k, drop_radius) * std::cyl_bessel_j(0.0, k * r) * k);
}

double RingTheory::crest_radius(double time, double viscosity) const {
    std::vector<double> heights, level;
    for (const double k : wave_numbers_) heights.push_back(height(k, time, viscosity));
    for (std::size_t r = 0; r < radii_.size(); ++r) {
        const double* share = &shares_[r * heights.size()];
        double sum = 0.0;
        for (std::size_t k = 0; k < heights.size(); ++k) sum += share[k] * heights[k];
        level.push_back(sum);
    }
    const auto top = std::max_element(level.begin(), level.end()) - level.begin();
    if (top == 0 || top + 1 >= std::ptrdiff_t(level.size())) return 0.0;
    const std::size_t n = std::size_t(top);
    return radii_[n] + kRadiusGrain * crest_offset(level[n - 1], level[n], level[n + 1]);
}

double RingTheory::crest_speed(double viscosity) const {
    constexpr double kTimeGrain = 0.005;
    std::vector<double> times, crests;
    for (double time = 0.5 * window_.first; time < 2.0 * window_.last; time += kTimeGrain) {
        const double crest = crest_radius(time, viscosity);
        if (crest < window_.first) continue;
        if (crest > window_.last) break;
        times.push_back(time);
        crests.push_back(crest);
    }
    return fit_slope(times, crests);
}

}  // namespace tarn::cli::reproduce
