#include "bodies/world_check.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace tarn::bodies {
namespace {

Error refused(const Body& body, const std::string& why) {
    return {ErrorCode::InvalidArgument, "body \"" + body.name + "\" " + why};
}

Result<void> check_body(const PlacedBody& placed) {
    const Body& body = placed.body;
    const Pose& pose = placed.pose;
    if (!body.mesh && body.shape.kind != ShapeKind::Sphere)
        return refused(body, "has no mesh; make one (shapes.hpp)");
    if (!is_finite(pose.centre_m) || !is_finite(placed.motion.velocity_m_per_s) ||
        !is_finite(placed.motion.spin_rad_per_s) ||
        !std::isfinite(pose.turn.w + pose.turn.x + pose.turn.y + pose.turn.z))
        return refused(body, "starts where no number is; give a finite place and motion");
    const Vec3 moments = principal_axes(body.mass.inertia_kg_m2).moments;
    const double least = std::min({moments.x, moments.y, moments.z, body.mass.mass_kg});
    const bool is_heavy = least > 0.0 && std::isfinite(moments.x + moments.y + moments.z) &&
                          std::isfinite(body.mass.mass_kg);
    if (!is_heavy && !body.is_fixed)
        return refused(body, "weighs " + std::to_string(body.mass.mass_kg) +
                                 " kg; give a positive, finite mass and inertia, or fix it");
    return {};
}

Result<void> check_joint(const Joint& joint, int bodies) {
    const bool is_known = joint.first >= 0 && joint.first < bodies &&
                          joint.second >= Joint::kWorld && joint.second < bodies &&
                          joint.first != joint.second;
    if (!is_known)
        return Error{ErrorCode::InvalidArgument,
                     "a joint names bodies " + std::to_string(joint.first) + " and " +
                         std::to_string(joint.second) + " of " + std::to_string(bodies) +
                         "; give two different ones, or -1 for the world as the second"};
    const bool is_sound = is_finite(joint.at_first_m) && is_finite(joint.at_second_m) &&
                          is_finite(joint.axis) && length(joint.axis) > 0.0 &&
                          std::isfinite(joint.length_m) && joint.length_m >= 0.0;
    if (is_sound) return {};
    return Error{ErrorCode::InvalidArgument,
                 "a joint has an anchor, an axis or a length that is not finite; give numbers"};
}

}  // namespace

Result<void> check_world(const RigidWorldDesc& desc) {
    const Ground& ground = desc.ground;
    const std::size_t cells =
        std::size_t(std::max(ground.nx, 0)) * std::size_t(std::max(ground.ny, 0));
    if (ground.bed_m.size() != cells || !(ground.cell_m > 0.0))
        return Error{ErrorCode::InvalidArgument,
                     "the ground has " + std::to_string(ground.bed_m.size()) + " heights for " +
                         std::to_string(cells) + " cells; give one for each"};
    for (const PlacedBody& placed : desc.bodies)
        if (const auto sound = check_body(placed); !sound) return sound.error();
    for (const Joint& joint : desc.joints)
        if (const auto sound = check_joint(joint, int(desc.bodies.size())); !sound)
            return sound.error();
    return {};
}

}  // namespace tarn::bodies
