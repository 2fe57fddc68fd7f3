#include "bodies/integrate.hpp"

#include "bodies/mass_properties.hpp"

namespace tarn::bodies {
namespace {

/// A step turns by half a circle at most; what spins faster is not resolved in time anyway.
constexpr double kMaxTurn_rad = 3.0;

Quaternion turned_on(const Quaternion& turn, Vec3 spin_rad_per_s, double dt_s) {
    Vec3 angle_rad = dt_s * spin_rad_per_s;
    const double size = length(angle_rad);
    if (size > kMaxTurn_rad) angle_rad = (kMaxTurn_rad / size) * angle_rad;
    return normalized(turn_by(angle_rad) * turn);
}

bool turns_alike_about_all_axes(const Mat3& inertia) {
    const double moment = inertia.row[0].x;
    return inertia.row[1].y == moment && inertia.row[2].z == moment && inertia.row[0].y == 0.0 &&
           inertia.row[0].z == 0.0 && inertia.row[1].z == 0.0;
}

}  // namespace

void move_as_told(double dt_s, const Motion& motion, Pose& pose) {
    pose.centre_m = pose.centre_m + dt_s * motion.velocity_m_per_s;
    pose.turn = turned_on(pose.turn, motion.spin_rad_per_s, dt_s);
}

void move(const MassProperties& mass, double dt_s, Pose& pose, Motion& motion) {
    if (turns_alike_about_all_axes(mass.inertia_kg_m2)) return move_as_told(dt_s, motion, pose);
    const Mat3 inverse_in_body = inverse(mass.inertia_kg_m2);
    const Vec3 before = motion.spin_rad_per_s;
    const Vec3 momentum = turned(mass.inertia_kg_m2, pose.turn) * before;
    const Quaternion half = turned_on(pose.turn, before, 0.5 * dt_s);
    const Vec3 middle = turned(inverse_in_body, half) * momentum;
    pose.centre_m = pose.centre_m + dt_s * motion.velocity_m_per_s;
    pose.turn = turned_on(pose.turn, middle, dt_s);
    const Vec3 after = turned(inverse_in_body, pose.turn) * momentum;
    const double energy_before = dot(before, momentum), energy_after = dot(after, momentum);
    const bool has_grown = energy_after > energy_before && energy_after > 0.0;
    motion.spin_rad_per_s = has_grown ? square_root(energy_before / energy_after) * after : after;
}

}  // namespace tarn::bodies
