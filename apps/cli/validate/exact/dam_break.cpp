#include "dam_break.hpp"

#include <cmath>

namespace tarn::cli::validate {
namespace {

/// What is too much, if the middle has this depth: speed behind the rarefaction minus speed behind
/// the shock. It falls with the depth.
double mismatch(const DamBreak& dam, double depth_m) {
    const double g = dam.gravity_m_per_s2;
    return 2.0 * (std::sqrt(g * dam.left_m) - std::sqrt(g * depth_m)) -
           (depth_m - dam.right_m) * std::sqrt(0.5 * g * (1.0 / depth_m + 1.0 / dam.right_m));
}

}  // namespace

DamBreak::Middle DamBreak::middle() const {
    const double c_left = std::sqrt(gravity_m_per_s2 * left_m);
    if (right_m <= 0.0) return {0.0, 2.0 * c_left, 2.0 * c_left};
    double low = right_m, high = left_m;
    for (int k = 0; k < 200; ++k) {
        const double half = 0.5 * (low + high);
        (mismatch(*this, half) > 0.0 ? low : high) = half;
    }
    const double depth = 0.5 * (low + high);
    const double speed = 2.0 * (c_left - std::sqrt(gravity_m_per_s2 * depth));
    return {depth, speed, depth * speed / (depth - right_m)};
}

double DamBreak::tail_m(double time_s) const {
    const Middle m = middle();
    return dam_m + (m.speed_m_per_s - std::sqrt(gravity_m_per_s2 * m.depth_m)) * time_s;
}

double DamBreak::front_m(double time_s) const {
    return dam_m + middle().shock_m_per_s * time_s;
}

double DamBreak::crossing_m(double depth_m, double time_s) const {
    if (depth_m <= middle().depth_m) return front_m(time_s);
    // In the rarefaction h = (2 c - x/t)^2/(9 g).
    const double c_left = std::sqrt(gravity_m_per_s2 * left_m);
    return dam_m + (2.0 * c_left - 3.0 * std::sqrt(gravity_m_per_s2 * depth_m)) * time_s;
}

DepthAndSpeed DamBreak::at(double x_m, double time_s) const {
    if (time_s <= 0.0) return {x_m <= dam_m ? left_m : right_m, 0.0};
    const Middle m = middle();
    const double c_left = std::sqrt(gravity_m_per_s2 * left_m);
    const double speed = (x_m - dam_m) / time_s;
    if (speed <= -c_left) return {left_m, 0.0};
    if (speed <= m.speed_m_per_s - std::sqrt(gravity_m_per_s2 * m.depth_m)) {
        const double root = 2.0 * c_left - speed;
        return {root * root / (9.0 * gravity_m_per_s2), 2.0 / 3.0 * (speed + c_left)};
    }
    if (speed <= m.shock_m_per_s && m.depth_m > 0.0) return {m.depth_m, m.speed_m_per_s};
    return {right_m, 0.0};
}

}  // namespace tarn::cli::validate
