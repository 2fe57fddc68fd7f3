// Numbers out of samples: oscillations, slopes, crests, medians.
#pragma once

#include <span>
#include <vector>

namespace tarn::cli {

/// exp(-decay n) cos(turn n + phase), n counting samples; turn in radians.
struct Oscillation {
    double turn = 0.0;
    double decay = 0.0;
};

/// Least squares over all triples y[n], y[n + lag], y[n + 2 lag] (Prony's recurrence); sharpest
/// when `lag` is about a quarter of the period. Needs more than 2 lag + 2 samples.
Oscillation fit_oscillation(std::span<const double> samples, int lag);

/// Slope of the straight line of least squares.
double fit_slope(std::span<const double> x, std::span<const double> y);

/// Where the parabola through three neighbouring samples peaks, from the middle one, in samples.
double crest_offset(double before, double at, double after);

double median(std::vector<double> values);

}  // namespace tarn::cli
