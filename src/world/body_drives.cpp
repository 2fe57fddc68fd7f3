#include "world/body_drives.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::world {
namespace {

constexpr double kRadians = std::numbers::pi / 180.0;

Vec3 vec3_of(const scene::Body::Point3& point) {
    return {point[0], point[1], point[2]};
}

/// Places in the axes of the shape count from its origin, those of a body from its centre of mass.
Vec3 in_body(const scene::Body::Point3& at_m, const bodies::Body& body) {
    return vec3_of(at_m) - body.mass.centre_m;
}

double surface_m2(const TriangleMesh& mesh) {
    double sum_m2 = 0.0;
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        const Vec3 a = mesh.positions_m[triangle[0]];
        sum_m2 += 0.5 * length(cross(mesh.positions_m[triangle[1]] - a,
                                     mesh.positions_m[triangle[2]] - a));
    }
    return sum_m2;
}

/// Thrust falls linearly to nothing at the top speed, so the power is greatest at half of it, where
/// half the thrust is left.
bodies::Thruster thruster_of(const scene::Thruster& from, const bodies::Body& body) {
    bodies::Thruster out;
    out.at_m = in_body(from.at_m, body);
    out.axis = normalized(vec3_of(from.axis));
    out.top_speed_m_per_s = from.top_speed_m_per_s;
    out.thrust_n =
        from.thrust_n ? *from.thrust_n : 4.0 * from.power_w.value_or(0.0) / from.top_speed_m_per_s;
    return out;
}

std::vector<bodies::Foil> foils_of(const std::vector<scene::Foil>& from, const bodies::Body& body) {
    std::vector<bodies::Foil> out;
    for (const scene::Foil& foil : from) {
        const Vec3 axis = normalized(vec3_of(foil.axis)), chord = vec3_of(foil.chord);
        out.push_back({.at_m = in_body(foil.at_m, body),
                       .chord = normalized(chord - dot(chord, axis) * axis),
                       .axis = axis,
                       .area_m2 = foil.area_m2});
    }
    return out;
}

void measure(const TriangleMesh& mesh, BodyDrive& drive) {
    Vec3 low = mesh.positions_m.front(), high = low;
    for (const Vec3& p : mesh.positions_m) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        drive.radius_m = std::max(drive.radius_m, length(p));
    }
    drive.least_side_m = std::min({high.x - low.x, high.y - low.y, high.z - low.z});
}

int number_of(const scene::Scene& scene, const std::string& name) {
    const auto found =
        std::ranges::find_if(scene.bodies, [&](const scene::Body& b) { return b.name == name; });
    return int(found - scene.bodies.begin());
}

Vec3 in_axes_of(const bodies::PlacedBody& placed, Vec3 world_m) {
    return transposed(matrix_of(placed.pose.turn)) * (world_m - placed.pose.centre_m);
}

}  // namespace

bool takes_lid(const TriangleMesh& mesh, double cell_m) {
    return 0.25 * surface_m2(mesh) >= kLeastLidCells * cell_m * cell_m;
}

BodyDrive drive_of(const scene::Body& from, const bodies::Body& body, double cell_m) {
    BodyDrive drive;
    drive.forces = from.forces;
    if (from.forces == scene::BodyForces::Auto)
        drive.forces =
            takes_lid(*body.mesh, cell_m) ? scene::BodyForces::Lid : scene::BodyForces::Triangles;
    if (drive.forces == scene::BodyForces::Spheres)
        drive.spheres = body.shape.kind == bodies::ShapeKind::Sphere
                            ? std::vector{coupling::whole_sphere(body.shape.radius_m)}
                            : coupling::fit_spheres(*body.mesh);
    const bool is_lid = drive.forces == scene::BodyForces::Lid;
    drive.has_flow = !is_lid || from.flow.is_any();
    const coupling::FlowCoefficients usual;
    drive.flow = {.drag = from.flow.drag.value_or(is_lid ? 0.0 : usual.drag),
                  .lift = from.flow.lift.value_or(usual.lift),
                  .angle_share = from.flow.angle_share.value_or(usual.angle_share)};
    for (const scene::Thruster& thruster : from.thrusters)
        drive.thrusters.push_back(thruster_of(thruster, body));
    drive.rudders = foils_of(from.rudders, body);
    drive.sails = foils_of(from.sails, body);
    drive.outside = {vec3_of(from.force_n), vec3_of(from.torque_nm)};
    measure(*body.mesh, drive);
    const Vec3 moments = principal_axes(body.mass.inertia_kg_m2).moments;
    drive.least_inertia_kg_m2 = std::min({moments.x, moments.y, moments.z});
    return drive;
}

DriveState drive_state_of(const scene::Body& from) {
    return {.helm = {from.helm.throttle, kRadians * from.helm.rudder_deg,
                     kRadians * from.helm.sheet_deg}};
}

std::vector<bodies::Joint> joints_of(const scene::Scene& scene,
                                     const std::vector<bodies::PlacedBody>& placed) {
    std::vector<bodies::Joint> out;
    for (const scene::Joint& from : scene.joints) {
        bodies::Joint joint;
        joint.kind = static_cast<bodies::JointKind>(from.kind);
        joint.first = number_of(scene, from.body);
        const bodies::PlacedBody& first = placed[std::size_t(joint.first)];
        joint.at_first_m = in_body(from.at_m, first.body);
        joint.axis = normalized(vec3_of(from.axis));
        const Vec3 end_m = to_world(first.pose, joint.at_first_m);
        Vec3 other_end_m = from.to_m ? vec3_of(*from.to_m) : end_m;
        joint.at_second_m = other_end_m;
        if (!from.other.empty()) {
            joint.second = number_of(scene, from.other);
            const bodies::PlacedBody& second = placed[std::size_t(joint.second)];
            joint.at_second_m =
                from.to_m ? in_body(*from.to_m, second.body) : in_axes_of(second, end_m);
            other_end_m = to_world(second.pose, joint.at_second_m);
        }
        joint.length_m = from.length_m.value_or(length(other_end_m - end_m));
        out.push_back(joint);
    }
    return out;
}

}  // namespace tarn::world
