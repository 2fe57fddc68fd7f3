#include "viewer/cameras.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::viewer {
namespace {

constexpr double kAboveGround_m = 0.05;
constexpr double kAboveLand = 0.015;  ///< share of the extent of the water
constexpr double kSteepest_rad = 89.0 * std::numbers::pi / 180.0;
constexpr double kCrossing_s = 2.5;  ///< to fly over the whole water
constexpr double kSlide_s = 0.35;    ///< in which follow comes most of the way

}  // namespace

void Cameras::start(const Camera& first, const CameraBounds& bounds) {
    first_ = first;
    bounds_ = bounds;
    target_m_ = touched_m_ = first.target_m;
    fov_deg_ = first.fov_deg;
    look_from(first.eye_m);
    keep_above_ground();
}

void Cameras::set_origin(Vec2 origin_m) {
    const Vec3 way = {origin_m.x - bounds_.origin_m.x, origin_m.y - bounds_.origin_m.y, 0.0};
    first_.eye_m = first_.eye_m + way;
    first_.target_m = first_.target_m + way;
    bounds_.origin_m = origin_m;
}

void Cameras::carry_to(Vec2 origin_m) {
    const Vec3 way = {origin_m.x - bounds_.origin_m.x, origin_m.y - bounds_.origin_m.y, 0.0};
    target_m_ = target_m_ + way;
    touched_m_ = touched_m_ + way;
    set_origin(origin_m);
}

Vec3 Cameras::outward() const {
    return {std::cos(elevation_rad_) * std::cos(azimuth_rad_),
            std::cos(elevation_rad_) * std::sin(azimuth_rad_), std::sin(elevation_rad_)};
}

double Cameras::extent_m() const {
    return std::max({bounds_.size_m.x, bounds_.size_m.y, 1e-3});
}

Vec3 Cameras::eye_m() const {
    return target_m_ + distance_m_ * outward();
}

Camera Cameras::camera() const {
    return {.eye_m = eye_m(), .target_m = target_m_, .fov_deg = fov_deg_};
}

/// Angles and distance to see the target from `eye_m`.
void Cameras::look_from(Vec3 eye_m) {
    const Vec3 away = eye_m - target_m_;
    distance_m_ = std::max(length(away), 1e-3 * extent_m());
    azimuth_rad_ = std::atan2(away.y, away.x);
    elevation_rad_ = std::clamp(std::asin(normalized(away).z), -kSteepest_rad, kSteepest_rad);
}

void Cameras::turn(double right_rad, double up_rad) {
    const Vec3 eye = eye_m();
    azimuth_rad_ = std::remainder(azimuth_rad_ - right_rad, 2.0 * std::numbers::pi);
    elevation_rad_ = std::clamp(elevation_rad_ - up_rad, -kSteepest_rad, kSteepest_rad);
    if (kind_ == CameraKind::Fly) target_m_ = eye - distance_m_ * outward();
    keep_above_ground();
}

void Cameras::zoom(double steps) {
    if (kind_ == CameraKind::Fly) {
        target_m_ = target_m_ - (0.1 * steps * distance_m_) * outward();
    } else {
        distance_m_ =
            std::clamp(distance_m_ * std::pow(0.9, steps), 0.02 * extent_m(), 20.0 * extent_m());
    }
    keep_above_ground();
}

void Cameras::move(Vec3 shares, double dt_s) {
    if (length(shares) == 0.0) return;
    // A scene may look at a place beside the water; it may stay there, not go further.
    const Vec2 origin = bounds_.origin_m, size = bounds_.size_m;
    const Vec2 low = {std::min(origin.x, target_m_.x), std::min(origin.y, target_m_.y)};
    const Vec2 high = {std::max(origin.x + size.x, target_m_.x),
                       std::max(origin.y + size.y, target_m_.y)};
    const Vec3 ahead = {-std::cos(azimuth_rad_), -std::sin(azimuth_rad_), 0.0};
    const Vec3 right = {ahead.y, -ahead.x, 0.0};
    const bool is_flying = kind_ == CameraKind::Fly;
    const Vec3 forward = is_flying ? -1.0 * outward() : ahead;
    const double way_m = dt_s * extent_m() / kCrossing_s;
    target_m_ = target_m_ + way_m * (shares.x * right + shares.y * forward);
    if (is_flying) {
        target_m_.z += way_m * shares.z;
    } else {
        target_m_.x = std::clamp(target_m_.x, low.x, high.x);
        target_m_.y = std::clamp(target_m_.y, low.y, high.y);
    }
    keep_above_ground();
}

void Cameras::advance(double dt_s) {
    if (kind_ == CameraKind::Follow) {
        const double share = 1.0 - std::exp(-dt_s / kSlide_s);
        target_m_ = target_m_ + share * (touched_m_ - target_m_);
    }
    keep_above_ground();
}

/// The height that an eye at this place needs for the ground. Land is looked at all around it, so
/// that no slope beside the eye cuts the picture.
double Cameras::ground_m(Vec3 eye_m) const {
    const double flat_m = bounds_.bed_m + kAboveGround_m;
    if (!bounds_.land || bounds_.land->is_flat()) return flat_m;
    const double clear_m = std::max(kAboveGround_m, kAboveLand * extent_m());
    double highest_m = bounds_.land->height_m({eye_m.x, eye_m.y});
    constexpr int kDirections = 8;
    for (int k = 0; k < kDirections; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / kDirections;
        highest_m =
            std::max(highest_m, bounds_.land->height_m({eye_m.x + clear_m * std::cos(angle),
                                                        eye_m.y + clear_m * std::sin(angle)}));
    }
    return std::max(flat_m, highest_m + clear_m);
}

double Cameras::lowest_m(Vec3 eye_m) const {
    if (kind_ == CameraKind::Fly) return ground_m(eye_m);
    double level_m = bounds_.level_m;
    if (bounds_.level_at_m)
        if (const double now_m = bounds_.level_at_m({eye_m.x, eye_m.y}); std::isfinite(now_m))
            level_m = std::max(level_m, now_m);
    return std::max(ground_m(eye_m), std::min(level_m + kAboveGround_m, first_.eye_m.z));
}

/// Raises the eye around its target until it is clear of ground and water; false if that does not
/// help. The eye comes nearer to the target on the way, so the ground below it changes.
bool Cameras::raise_elevation() {
    constexpr double kStep_rad = 0.5 * std::numbers::pi / 180.0;
    constexpr int kHalvings = 40;
    const auto is_clear = [this] { return eye_m().z >= lowest_m(eye_m()); };
    const double begin_rad = elevation_rad_;
    double low_rad = begin_rad;
    while (!is_clear()) {
        low_rad = elevation_rad_;
        if (elevation_rad_ >= kSteepest_rad) {
            elevation_rad_ = begin_rad;
            return false;
        }
        elevation_rad_ = std::min(elevation_rad_ + kStep_rad, kSteepest_rad);
    }
    double high_rad = elevation_rad_;
    for (int k = 0; k < kHalvings; ++k) {
        elevation_rad_ = 0.5 * (low_rad + high_rad);
        (is_clear() ? high_rad : low_rad) = elevation_rad_;
    }
    elevation_rad_ = high_rad;
    return true;
}

void Cameras::keep_above_ground() {
    const double missing_m = lowest_m(eye_m()) - eye_m().z;
    if (missing_m <= 0.0) return;
    if (kind_ == CameraKind::Fly || !raise_elevation()) target_m_.z += missing_m;
}

}  // namespace tarn::viewer
