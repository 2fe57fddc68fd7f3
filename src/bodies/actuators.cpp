#include "bodies/actuators.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::bodies {
namespace {

constexpr double kSkinDrag = 0.01;

/// Velocity of a point of the body through the stream.
Vec3 through(const Pose& pose, const Motion& motion, Vec3 at_m, const Stream& stream) {
    const Vec3 arm_m = matrix_of(pose.turn) * at_m;
    return velocity_at(motion, arm_m) - stream.velocity_m_per_s;
}

}  // namespace

Wrench thrust_of(const Thruster& thruster, double throttle, const Pose& pose, const Motion& motion,
                 const Stream& water) {
    Wrench wrench;
    if (water.density_kg_per_m3 <= 0.0) return wrench;
    const Vec3 axis = matrix_of(pose.turn) * thruster.axis;
    const double told = std::clamp(throttle, -1.0, 1.0);
    const double along_m_per_s = dot(through(pose, motion, thruster.at_m, water), axis);
    const double ahead = told < 0.0 ? -along_m_per_s : along_m_per_s;
    const double left = std::clamp(1.0 - ahead / thruster.top_speed_m_per_s, 0.0, 2.0);
    wrench.add((told * thruster.thrust_n * left) * axis, matrix_of(pose.turn) * thruster.at_m);
    return wrench;
}

Wrench foil_force(const Foil& foil, double angle_rad, const Pose& pose, const Motion& motion,
                  const Stream& stream) {
    Wrench wrench;
    const Mat3 turn = matrix_of(pose.turn);
    const Vec3 axis = turn * foil.axis;
    const Vec3 chord = matrix_of(turn_by(angle_rad * axis)) * (turn * foil.chord);
    const Vec3 normal = cross(axis, chord);
    const Vec3 all = through(pose, motion, foil.at_m, stream);
    // What flows along the axis does nothing to a plate.
    const Vec3 velocity = all - dot(all, axis) * axis;
    const double speed = length(velocity);
    if (!(speed > 0.0)) return wrench;
    const double sine = dot(velocity, normal) / speed;
    const double push_n = 0.5 * stream.density_kg_per_m3 * foil.area_m2 * speed * speed;
    const double across =
        2.0 * std::numbers::pi * sine / (1.0 + 0.5 * std::numbers::pi * magnitude(sine));
    const Vec3 force_n = (-push_n * across) * normal + (-push_n * kSkinDrag / speed) * velocity;
    wrench.add(force_n, turn * foil.at_m);
    return wrench;
}

}  // namespace tarn::bodies
