#include "hull.hpp"

#include <algorithm>

namespace tarn::cli::validate {
namespace {

/// Of the explicit midpoint rule: errors of 1e-6 at periods of seconds.
constexpr double kStep_s = 5e-4;

}  // namespace

LidWaveForce::Force LidWaveForce::at(double time_s) {
    const double l = channel_.half_length_m, g = kGravity_m_per_s2, c = channel_.wave_m_per_s();
    const auto rate = [&](double at_s, double flow) {
        return g * channel_.gap_m() / l * (rise_m_(at_s) - flow / c);
    };
    while (time_s_ < time_s) {
        const double dt = std::min(kStep_s, time_s - time_s_);
        const double half = flow_m2_per_s_ + 0.5 * dt * rate(time_s_, flow_m2_per_s_);
        flow_m2_per_s_ += dt * rate(time_s_ + 0.5 * dt, half);
        time_s_ += dt;
    }
    const double rise_m = rise_m_(time_s);
    // The head falls evenly from one end to the other: their mean is eta.
    return {2.0 * g * l * rise_m, g * channel_.draft_m * (2.0 * rise_m - 2.0 * flow_m2_per_s_ / c)};
}

}  // namespace tarn::cli::validate
