#include "viewer/helmsman.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::viewer {
namespace {

constexpr double kMostRudder_rad = 35.0 * std::numbers::pi / 180.0;
constexpr double kMostAstern = 0.6;  ///< share of the thrust that propellers have backwards
constexpr double kThrottle_per_s = 1.5, kRudder_rad_per_s = 1.2;

double towards(double from, double to, double most) {
    return from + std::clamp(to - from, -most, most);
}

}  // namespace

std::optional<BodyHelm> Helmsman::advance(const HelmWish& wish, const BodyHelm& now, double dt_s) {
    const bool is_asked = wish.ahead != 0.0 || wish.port != 0.0;
    if (!has_helm_ && !is_asked) return std::nullopt;
    if (!has_helm_) helm_ = now;
    has_helm_ = true;
    const BodyHelm before = helm_;
    helm_.throttle =
        towards(helm_.throttle, std::clamp(wish.ahead, -kMostAstern, 1.0), kThrottle_per_s * dt_s);
    helm_.rudder_rad = towards(helm_.rudder_rad, std::clamp(wish.port, -1.0, 1.0) * kMostRudder_rad,
                               kRudder_rad_per_s * dt_s);
    const bool is_same = helm_.throttle == before.throttle && helm_.rudder_rad == before.rudder_rad;
    return is_same ? std::nullopt : std::optional(helm_);
}

std::optional<BodyHelm> Helmsman::leave() {
    if (!has_helm_) return std::nullopt;
    has_helm_ = false;
    BodyHelm left = helm_;
    left.throttle = left.rudder_rad = 0.0;
    return left;
}

}  // namespace tarn::viewer
