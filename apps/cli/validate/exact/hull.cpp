#include "hull.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace tarn::cli::validate {
namespace {

/// Of the explicit midpoint rule: errors of 1e-6 at periods of seconds.
constexpr double kStep_s = 5e-4;

struct Point {
    double x = 0.0, z = 0.0;
};

/// Area of what of a polygon lies below a level, and the first moment of its x.
std::pair<double, double> below(const std::array<Point, 4>& polygon, double level_m) {
    std::vector<Point> wet;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Point &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        if (a.z <= level_m) wet.push_back(a);
        if ((a.z < level_m) != (b.z < level_m)) {
            const double part = (level_m - a.z) / (b.z - a.z);
            wet.push_back({a.x + part * (b.x - a.x), level_m});
        }
    }
    double area = 0.0, moment = 0.0;
    for (std::size_t k = 0; k < wet.size(); ++k) {
        const Point &a = wet[k], &b = wet[(k + 1) % wet.size()];
        const double twice = a.x * b.z - b.x * a.z;
        area += 0.5 * twice;
        moment += (a.x + b.x) * twice / 6.0;
    }
    return {area, moment};
}

}  // namespace

Righting box_righting(double beam_m, double height_m, double draft_m, double heel_rad) {
    const double c = std::cos(heel_rad), s = std::sin(heel_rad);
    const auto turned = [&](double x, double z) { return Point{c * x + s * z, c * z - s * x}; };
    const double b = 0.5 * beam_m, h = 0.5 * height_m;
    const std::array<Point, 4> section = {turned(-b, -h), turned(b, -h), turned(b, h),
                                          turned(-b, h)};
    double low_m = -(b + h), high_m = b + h;
    for (int k = 0; k < 100; ++k) {
        const double level_m = 0.5 * (low_m + high_m);
        (below(section, level_m).first < beam_m * draft_m ? low_m : high_m) = level_m;
    }
    const auto [area, moment] = below(section, low_m);
    return {-low_m, moment / area};
}

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
