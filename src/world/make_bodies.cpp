#include "world/make_bodies.hpp"

#include "bodies/mass_properties.hpp"
#include "bodies/mesh_check.hpp"
#include "bodies/shapes.hpp"

#include <numbers>
#include <utility>

namespace tarn::world {
namespace {

Vec3 vec3_of(const scene::Body::Point3& point) {
    return {point[0], point[1], point[2]};
}

/// About x, then y, then z of the world.
Quaternion turn_of(const scene::Body::Point3& degrees) {
    const double radian = std::numbers::pi / 180.0;
    const Quaternion about_x = turn_by({radian * degrees[0], 0.0, 0.0});
    const Quaternion about_y = turn_by({0.0, radian * degrees[1], 0.0});
    const Quaternion about_z = turn_by({0.0, 0.0, radian * degrees[2]});
    return normalized(about_z * (about_y * about_x));
}

/// What a shape measures, whichever keys say so.
bodies::Shape shape_of(const scene::Body& body) {
    bodies::Shape shape;
    const scene::Body::Point3 size = body.size_m.value_or(scene::Body::Point3{1.0, 1.0, 1.0});
    shape.size_m = vec3_of(size);
    shape.radius_m = body.radius_m.value_or(body.size_m ? 0.5 * size[0] : 0.5);
    if (body.length_m) shape.size_m.z = *body.length_m;
    switch (body.shape) {
        case scene::BodyShape::Sphere: shape.kind = bodies::ShapeKind::Sphere; break;
        case scene::BodyShape::Box: shape.kind = bodies::ShapeKind::Box; break;
        case scene::BodyShape::Cylinder: shape.kind = bodies::ShapeKind::Cylinder; break;
        case scene::BodyShape::Capsule: shape.kind = bodies::ShapeKind::Capsule; break;
        case scene::BodyShape::Mesh: shape.kind = bodies::ShapeKind::Mesh; break;
    }
    return shape;
}

Result<TriangleMesh> mesh_of(const scene::Body& body, const bodies::Shape& shape) {
    switch (shape.kind) {
        case bodies::ShapeKind::Sphere: return bodies::sphere_mesh(shape.radius_m);
        case bodies::ShapeKind::Box: return bodies::box_mesh(shape.size_m);
        case bodies::ShapeKind::Cylinder:
            return bodies::cylinder_mesh(shape.radius_m, shape.size_m.z);
        case bodies::ShapeKind::Capsule:
            return bodies::capsule_mesh(shape.radius_m, shape.size_m.z);
        case bodies::ShapeKind::Mesh: break;
    }
    return Error{ErrorCode::Unsupported, "/bodies: meshes"};
}

Result<bodies::PlacedBody> make_body(const scene::Body& described) {
    bodies::PlacedBody placed;
    bodies::Body& body = placed.body;
    body.name = described.name;
    body.shape = shape_of(described);
    body.material = {described.friction, described.restitution};
    body.is_fixed = described.is_fixed;
    body.colour = described.colour;
    auto mesh = mesh_of(described, body.shape);
    if (!mesh) return mesh.error();
    if (const auto ok = bodies::check_mesh(mesh.value(), described.name); !ok) return ok.error();
    const bodies::SolidIntegrals solid = bodies::solid_integrals(mesh.value());
    const double density =
        described.density_kg_per_m3.value_or(scene::kBodyDensity_kg_per_m3);
    body.mass = bodies::mass_properties(solid, described.mass_kg.value_or(density * solid.volume_m3));
    body.mass.centre_m = body.mass.centre_m + vec3_of(described.centre_m);
    body.mesh = std::make_shared<const TriangleMesh>(
        bodies::seen_from(mesh.value(), body.mass.centre_m));
    placed.pose.turn = turn_of(described.rotate_deg);
    placed.pose.centre_m =
        vec3_of(described.at_m) + matrix_of(placed.pose.turn) * body.mass.centre_m;
    placed.motion = {vec3_of(described.velocity_m_per_s), vec3_of(described.spin_rad_per_s)};
    return placed;
}

}  // namespace

Result<std::vector<bodies::PlacedBody>> make_bodies(const scene::Scene& scene) {
    std::vector<bodies::PlacedBody> made;
    for (const scene::Body& described : scene.bodies) {
        auto body = make_body(described);
        if (!body)
            return Error{ErrorCode::InvalidScene, scene.name + ": " + body.error().message};
        made.push_back(std::move(body.value()));
    }
    return made;
}

}  // namespace tarn::world
