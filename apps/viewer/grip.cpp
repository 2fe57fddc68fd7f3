#include "viewer/grip.hpp"

#include "base/rotation.hpp"

#include <algorithm>

namespace tarn::viewer {
namespace {

constexpr double kWater_kg_per_m3 = 1000.0;
/// Of the spring, as if it pulled a mass that was free. The force stands for a step of 1/60 s, in
/// which that mass goes through a thirtieth of an oscillation.
constexpr double kFrequency_rad_per_s = 12.0, kDamping = 0.7;
/// A point at the rim of a body is easier to move than its centre: of a ball 2/7 of its mass
/// resist there, of a rod at its end 1/4, of a cube at its corner 1/5.5. The spring is made for
/// that share, and at the end of a long arm for so many times what resists there: within what a
/// force that stands for a step of 1/60 s can hold (damping 0.28 per step and share).
constexpr double kShareAtRim = 0.25, kMostOverResistance = 4.0;
/// A hand far away pulls no harder than this times what the spring is made for.
constexpr double kStrongest_m_per_s2 = 160.0;

Mat3 turn_of(const BodyReport& body) {
    const auto& [w, x, y, z] = body.pose.turn;
    return matrix_of(Quaternion{w, x, y, z});
}

}  // namespace

Grip::Grip(int body, const BodyReport& now, Vec3 at_m)
    : body_(body), on_body_m_(transposed(turn_of(now)) * (at_m - now.centre_m)), hand_m_(at_m) {}

Vec3 Grip::held_m(const BodyReport& now) const {
    return now.centre_m + turn_of(now) * on_body_m_;
}

Vec3 Grip::force_n(const BodyReport& now, double gravity_m_per_s2) const {
    const double displaced_kg = kWater_kg_per_m3 * std::max(0.0, now.submerged_m3);
    const double mass_kg = now.mass_kg + displaced_kg;
    const Vec3 carried = {0.0, 0.0, gravity_m_per_s2 * (now.mass_kg - displaced_kg)};
    const Vec3 held = held_m(now), arm = held - now.centre_m;
    // What resists at the end of an arm of a body that turns about its easiest axis.
    const double turns =
        now.least_inertia_kg_m2 > 0.0 ? dot(arm, arm) * now.mass_kg / now.least_inertia_kg_m2 : 0.0;
    const double pulled_kg = mass_kg * std::min(kShareAtRim, kMostOverResistance / (1.0 + turns));
    const Vec3 speed = now.velocity_m_per_s + cross(now.spin_rad_per_s, arm);
    const Vec3 wanted = kFrequency_rad_per_s * kFrequency_rad_per_s * (hand_m_ - held) -
                        2.0 * kDamping * kFrequency_rad_per_s * speed;
    const Vec3 pull = pulled_kg * wanted;
    const double most = kStrongest_m_per_s2 * pulled_kg;
    const double size = length(pull);
    return carried + (size > most ? most / size : 1.0) * pull;
}

}  // namespace tarn::viewer
