#include "bodies/create.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/mesh_check.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::bodies {
namespace {

Vec3 vec3_of(const scene::Body::Point3& point) {
    return {point[0], point[1], point[2]};
}

Shape shape_of(const scene::Body& from) {
    Shape shape = {.kind = static_cast<ShapeKind>(from.shape)};
    if (from.size_m) shape.size_m = vec3_of(*from.size_m);
    shape.radius_m = from.radius_m ? *from.radius_m : 0.5 * shape.size_m.x;
    if (from.length_m) shape.size_m.z = *from.length_m;
    return shape;
}

TriangleMesh mesh_of(const Shape& shape, SphereDetail detail, const TriangleMesh* file_mesh) {
    switch (shape.kind) {
        case ShapeKind::Sphere:
            return sphere_mesh(shape.radius_m, detail);
        case ShapeKind::Box:
            return box_mesh(shape.size_m);
        case ShapeKind::Cylinder:
            return cylinder_mesh(shape.radius_m, shape.size_m.z);
        case ShapeKind::Capsule:
            return capsule_mesh(shape.radius_m, shape.size_m.z);
        case ShapeKind::Mesh:
            break;
    }
    return file_mesh ? *file_mesh : TriangleMesh{};
}

/// About x, then y, then z of the world.
Quaternion turn_of(const scene::Body::Point3& rotate_deg) {
    const auto about = [&](std::size_t axis) {
        scene::Body::Point3 angle_rad = {};
        angle_rad[axis] = rotate_deg[axis] * (std::numbers::pi / 180.0);
        return turn_by(vec3_of(angle_rad));
    };
    return normalized(about(2) * (about(1) * about(0)));
}

constexpr const char* kHullPart = "hull";

/// The part of a mesh that water and other bodies meet: the one named hull, where there is one.
TriangleMesh hull_of(const TriangleMesh& mesh) {
    const auto found = std::ranges::find(mesh.parts, kHullPart, &TriangleMesh::Part::name);
    if (found == mesh.parts.end()) return mesh;
    const std::size_t end =
        found + 1 == mesh.parts.end() ? mesh.triangles.size() : (found + 1)->first;
    constexpr std::uint32_t kUnused = ~0u;
    std::vector<std::uint32_t> number(mesh.positions_m.size(), kUnused);
    TriangleMesh hull;
    for (std::size_t k = found->first; k < end; ++k) {
        TriangleMesh::Triangle& triangle = hull.triangles.emplace_back();
        for (std::size_t c = 0; c < 3; ++c) {
            std::uint32_t& known = number[mesh.triangles[k][c]];
            if (known == kUnused) {
                known = std::uint32_t(hull.positions_m.size());
                hull.positions_m.push_back(mesh.positions_m[mesh.triangles[k][c]]);
            }
            triangle[c] = known;
        }
    }
    return hull;
}

}  // namespace

Result<BodyMaker::Solid> BodyMaker::solid_of(const scene::Body& from, const Shape& shape,
                                             const FileMesh* file) {
    const Key key = {file ? file->digest : "",
                     {double(shape.kind), shape.radius_m, shape.size_m.x, shape.size_m.y,
                      shape.size_m.z, from.centre_m[0], from.centre_m[1], from.centre_m[2]}};
    if (const auto known = solids_.find(key); known != solids_.end()) return known->second;
    const TriangleMesh whole = mesh_of(shape, detail_, file ? &file->mesh : nullptr);
    const TriangleMesh mesh = hull_of(whole);
    if (const auto sound = check_mesh(mesh, from.name); !sound) return sound.error();
    const SolidIntegrals inside = solid_integrals(mesh);
    Solid solid = {.volume_m3 = inside.volume_m3, .of_one_kg = mass_properties(inside, 1.0)};
    // Simple shapes lie about their origin; the sum over their triangles leaves rounding there.
    if (shape.kind != ShapeKind::Mesh) solid.of_one_kg.centre_m = {};
    solid.of_one_kg.centre_m = solid.of_one_kg.centre_m + vec3_of(from.centre_m);
    solid.mesh = std::make_shared<const TriangleMesh>(seen_from(mesh, solid.of_one_kg.centre_m));
    if (!whole.parts.empty())
        solid.look =
            std::make_shared<const TriangleMesh>(seen_from(whole, solid.of_one_kg.centre_m));
    return solids_.emplace(key, std::move(solid)).first->second;
}

Result<PlacedBody> BodyMaker::make(const scene::Body& from, const FileMesh* file) {
    const Shape shape = shape_of(from);
    const auto solid = solid_of(from, shape, file);
    if (!solid) return solid.error();
    const double density = from.density_kg_per_m3.value_or(scene::kBodyDensity_kg_per_m3);
    const double mass_kg = from.mass_kg.value_or(density * solid.value().volume_m3);
    PlacedBody placed;
    Body& body = placed.body;
    body.name = from.name;
    body.shape = shape;
    body.mesh = solid.value().mesh;
    body.look = solid.value().look;
    for (const scene::Body::Paint& paint : from.paint)
        body.part_colours.push_back({paint.part, paint.colour});
    body.mass = solid.value().of_one_kg;
    body.mass.mass_kg = mass_kg;
    body.mass.inertia_kg_m2 = mass_kg * body.mass.inertia_kg_m2;
    body.material = {from.friction, from.restitution};
    body.is_fixed = from.is_fixed;
    body.colour = from.colour;
    placed.pose.turn = turn_of(from.rotate_deg);
    placed.pose.centre_m = vec3_of(from.at_m) + matrix_of(placed.pose.turn) * body.mass.centre_m;
    placed.motion = {vec3_of(from.velocity_m_per_s), vec3_of(from.spin_rad_per_s)};
    return placed;
}

}  // namespace tarn::bodies
