#include "rough_bed.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace tarn::cli::validate {
namespace {

constexpr unsigned kSeed = 7;
constexpr double kHighest_m = 0.9;

/// NumPy's legacy way to a double in [0, 1): 53 bits out of two draws.
double draw(std::mt19937& random) {
    const double high = double(random() >> 5), low = double(random() >> 6);
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

double square(double x) {
    return x * x;
}

double islands_and_step(double x, double y) {
    const double wide = 0.8 * std::exp(-(square(x - 0.3) + square(y - 0.35)) / 0.01);
    const double steep = 0.6 * std::exp(-(square(x - 0.7) + square(y - 0.6)) / 0.003);
    return wide + steep + (x > 0.45 && x < 0.55 && y < 0.3 ? 0.15 : 0.0);
}

}  // namespace

std::vector<double> rough_bed_m(int n) {
    std::mt19937 random(kSeed);
    std::vector<double> bed_m;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double x = (i + 0.5) / n, y = (j + 0.5) / n;
            const double rough = islands_and_step(x, y) + 0.03 * draw(random);
            const bool is_pit = square(x - 0.8) + square(y - 0.2) < 0.01;
            bed_m.push_back(std::min(is_pit ? -0.2 : rough, kHighest_m));
        }
    return bed_m;
}

}  // namespace tarn::cli::validate
