// A standing wave on a pond: how fast it swings and fades, in any number type.
#pragma once

#include "support/damped_cosine.hpp"
#include "support/pond_for_test.hpp"

#include <numbers>

namespace tarn::shallow {

/// A standing wave of height `rise` (of the depth), cos(k x), over `nx` cells, sampled for
/// `periods` periods. T is float, double or Half.
template <class T>
DampedCosine standing_wave(PondDesc desc, double k, double periods, double rise) {
    desc.ny = 3;
    desc.collision = "bgk";
    desc.depth_m = [=](int i, int) { return 1.0 + rise * std::cos(k * (i + 0.5)); };
    Pond<T> pond(desc);
    // About 24 samples in a period; the first one comes after the populations have settled.
    const double period_steps = 2.0 * std::numbers::pi / (k * desc.courant);
    const int stride = std::max(1, int(period_steps / 24.0));
    std::vector<double> samples;
    pond.step(10);
    for (int n = 0; n < int(periods * period_steps) / stride; ++n) {
        pond.step(stride);
        double sum = 0.0;
        for (int i = 0; i < desc.nx; ++i)
            sum += (pond->cell(i, 1).depth_m - 1.0) * std::cos(k * (i + 0.5));
        samples.push_back(sum);
    }
    const DampedCosine fit = fit_damped_cosine(samples);
    return {fit.frequency / stride, fit.decay / stride};
}

}  // namespace tarn::shallow
