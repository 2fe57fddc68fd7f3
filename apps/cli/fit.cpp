#include "fit.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli {

Oscillation fit_oscillation(std::span<const double> y, int lag) {
    // A damped cosine obeys y2 = p y1 - q y0 with p = 2 exp(-decay lag) cos(turn lag) and
    // q = exp(-2 decay lag), whatever its amplitude and phase.
    const std::size_t m = std::size_t(lag);
    double s00 = 0.0, s01 = 0.0, s11 = 0.0, s02 = 0.0, s12 = 0.0;
    for (std::size_t n = 0; n + 2 * m < y.size(); ++n) {
        s00 += y[n] * y[n];
        s01 += y[n] * y[n + m];
        s11 += y[n + m] * y[n + m];
        s02 += y[n] * y[n + 2 * m];
        s12 += y[n + m] * y[n + 2 * m];
    }
    const double determinant = s00 * s11 - s01 * s01;
    const double p = (s00 * s12 - s01 * s02) / determinant;
    const double q = (s01 * s12 - s11 * s02) / determinant;
    return {.turn = std::acos(p / (2.0 * std::sqrt(q))) / lag, .decay = -0.5 * std::log(q) / lag};
}

double fit_slope(std::span<const double> x, std::span<const double> y) {
    const std::size_t count = std::min(x.size(), y.size());
    double mean_x = 0.0, mean_y = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        mean_x += x[k] / double(count);
        mean_y += y[k] / double(count);
    }
    double xx = 0.0, xy = 0.0;
    for (std::size_t k = 0; k < count; ++k) {
        xx += (x[k] - mean_x) * (x[k] - mean_x);
        xy += (x[k] - mean_x) * (y[k] - mean_y);
    }
    return xy / xx;
}

double crest_offset(double before, double at, double after) {
    const double bend = before - 2.0 * at + after;
    return bend < 0.0 ? 0.5 * (before - after) / bend : 0.0;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

}  // namespace tarn::cli
