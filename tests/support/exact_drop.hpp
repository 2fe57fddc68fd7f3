// A round drop in the linear equations without viscosity, exactly.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn::shallow {

/// A drop A exp(-r^2/(2 s^2)) at rest; lengths in cells.
struct DropWave {
    double sigma = 6.0;
    double rise = 1e-3;  ///< A, of the depth
};

/// eta(r, t) = int A s^2 exp(-k^2 s^2/2) J0(k r) cos(c k t) k dk; `travel` is c t. By the midpoint
/// rule, with its correction at 0.
inline double exact_drop(const DropWave& drop, double r, double travel) {
    const double k_max = 7.0 / drop.sigma, s2 = drop.sigma * drop.sigma;
    const int count = 1000;
    const double dk = k_max / count;
    double sum = 0.0;
    for (int n = 0; n < count; ++n) {
        const double k = (n + 0.5) * dk;
        sum +=
            std::exp(-0.5 * k * k * s2) * std::cyl_bessel_j(0.0, k * r) * std::cos(k * travel) * k;
    }
    return drop.rise * s2 * (sum * dk - dk * dk / 24.0);
}

/// exact_drop over r in steps of 1/4 cell, and between them by parabolas.
class ExactProfile {
public:
    ExactProfile(const DropWave& drop, double travel) {
        for (int n = 0; n < 4 * 125; ++n) values_.push_back(exact_drop(drop, n / 4.0, travel));
    }
    double at(double r) const {
        const int n = std::max(1, int(std::lround(4.0 * r)));
        const double t = 4.0 * r - n;
        const auto value = [&](int k) { return values_[std::size_t(k)]; };
        return value(n) + 0.5 * t * (value(n + 1) - value(n - 1)) +
               0.5 * t * t * (value(n + 1) - 2.0 * value(n) + value(n - 1));
    }

private:
    std::vector<double> values_;
};

}  // namespace tarn::shallow
