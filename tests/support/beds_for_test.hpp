// Beds with islands, in metres, for cells of 0.1 m and water about 1 m deep.
#pragma once

#include "support/pond_for_test.hpp"

#include <algorithm>
#include <random>

namespace tarn::shallow {

/// Steep islands, noise, a step and a pit, in a square of n cells: nasty for well balanced schemes,
/// and always the same.
class RoughBed {
public:
    explicit RoughBed(int n, double scale = 1.0) : n_(n) {
        std::mt19937 bits(7);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const double x = (i + 0.5) / n, y = (j + 0.5) / n;
                const auto hill = [&](double x0, double y0, double width) {
                    return std::exp(-((x - x0) * (x - x0) + (y - y0) * (y - y0)) / width);
                };
                double z = 0.8 * hill(0.3, 0.35, 0.01) + 0.6 * hill(0.7, 0.6, 0.003);
                if (x > 0.45 && x < 0.55 && y < 0.3) z += 0.15;
                const double high = double(bits() >> 5), low = double(bits() >> 6);
                z += 0.03 * (high * 67108864.0 + low) / 9007199254740992.0;
                if ((x - 0.8) * (x - 0.8) + (y - 0.2) * (y - 0.2) < 0.01) z = -0.2;
                z_.push_back(scale * std::min(z, 0.9));
            }
    }

    double operator()(int i, int j) const {
        return z_[std::size_t(i) * std::size_t(n_) + std::size_t(j)];
    }

private:
    int n_;
    std::vector<double> z_;
};

/// Rolling ground of which about a fifth is above a level of 1 m.
inline double rolling_bed(int i, int j) {
    return 0.55 + 0.4 * std::sin(0.31 * i) * std::cos(0.23 * j) +
           0.25 * std::sin(0.11 * i + 0.17 * j);
}

/// Water that stands at `level_m` over `bed`, with a wave on it.
inline PondDesc lake(int nx, int ny, std::function<double(int, int)> bed, double level_m = 1.0) {
    PondDesc desc = {.nx = nx, .ny = ny, .tau = 0.505, .bed_m = bed};
    desc.depth_m = [bed, level_m](int i, int j) { return std::max(0.0, level_m - bed(i, j)); };
    return desc;
}
inline PondDesc stormy_lake(int nx, int ny, std::function<double(int, int)> bed,
                            double level_m = 1.0, double height_m = 0.3) {
    PondDesc desc = lake(nx, ny, bed, level_m);
    const auto still = desc.depth_m;
    desc.depth_m = [=](int i, int j) {
        return std::max(
            0.0, still(i, j) + bump(i, j, 0.3 * nx, 0.4 * ny, 4, height_m) -
                     (still(i, j) > 0 ? bump(i, j, 0.7 * nx, 0.6 * ny, 5, 0.5 * height_m) : 0.0));
    };
    desc.velocity_m_per_s = [still](int i, int j) {
        return still(i, j) > 0.1 ? Vec2{0.1 * std::sin(0.1 * i), 0.05 * std::cos(0.2 * j)} : Vec2{};
    };
    return desc;
}

}  // namespace tarn::shallow
