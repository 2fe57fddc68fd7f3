#include "viewer/pace.hpp"

#include <algorithm>

namespace tarn::viewer {
namespace {

constexpr double kMostBehind_s = 0.1;  ///< on the wall: what is caught up after a short hitch
constexpr double kWindow_s = 0.5;      ///< over which rates are taken

}  // namespace

void Pace::restart(double wall_s) {
    last_wall_s_ = wall_s;
    owed_s_ = 0.0;
}

void Pace::advance(double wall_s, double speed) {
    owed_s_ += std::max(0.0, wall_s - last_wall_s_) * speed;
    owed_s_ = std::min(owed_s_, std::max(kStep_s, kMostBehind_s * speed));
    last_wall_s_ = wall_s;
}

double Pace::wait_s(double speed) const {
    return std::max(0.0, kStep_s - owed_s_) / speed;
}

void RateMeter::restart(double wall_s) {
    begin_wall_s_ = wall_s;
    steps_ = 0;
    simulated_s_ = 0.0;
}

void RateMeter::add(int lattice_steps, double simulated_s) {
    steps_ += lattice_steps;
    simulated_s_ += simulated_s;
}

bool RateMeter::update(double wall_s, std::int64_t cells) {
    const double window_s = wall_s - begin_wall_s_;
    if (window_s < kWindow_s) return false;
    rates_.steps_per_s = double(steps_) / window_s;
    rates_.mlups = rates_.steps_per_s * double(cells) * 1e-6;
    rates_.real_time_share = simulated_s_ / window_s;
    restart(wall_s);
    return true;
}

}  // namespace tarn::viewer
