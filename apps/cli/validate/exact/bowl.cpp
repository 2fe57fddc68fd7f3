#include "bowl.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {

double Bowl::turn_per_s() const {
    return std::sqrt(2.0 * gravity_m_per_s2 * centre_depth_m) / radius_m;
}

double Bowl::period_s() const {
    return 2.0 * std::numbers::pi / turn_per_s();
}

double Bowl::bed_m(double x_m, double y_m) const {
    const double x = x_m - 0.5 * side_m, y = y_m - 0.5 * side_m;
    return -centre_depth_m * (1.0 - (x * x + y * y) / (radius_m * radius_m));
}

double Bowl::level_m(double x_m, double y_m, double time_s) const {
    const double x = x_m - 0.5 * side_m, y = y_m - 0.5 * side_m, turn = turn_per_s() * time_s;
    const double swing_m = swing * radius_m;
    return swing_m * centre_depth_m / (radius_m * radius_m) *
           (2.0 * x * std::cos(turn) + 2.0 * y * std::sin(turn) - swing_m);
}

double Bowl::depth_m(double x_m, double y_m, double time_s) const {
    return std::max(0.0, level_m(x_m, y_m, time_s) - bed_m(x_m, y_m));
}

Bowl::Velocity Bowl::velocity(double time_s) const {
    const double turn = turn_per_s() * time_s, speed = swing * radius_m * turn_per_s();
    return {-speed * std::sin(turn), speed * std::cos(turn)};
}

}  // namespace tarn::cli::validate
