#include "bodies/collision_hull.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/shapes.hpp"

#include <algorithm>

namespace tarn::bodies {
namespace {

std::size_t furthest(std::span<const Vec3> points_m, Vec3 direction) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < points_m.size(); ++k)
        if (dot(points_m[k], direction) > dot(points_m[best], direction)) best = k;
    return best;
}

/// The corners that stick out furthest in many directions.
std::vector<Vec3> outermost(const std::vector<Vec3>& points_m) {
    std::vector<std::size_t> chosen;
    for (const Vec3& direction : sphere_mesh(1.0, SphereDetail::Triangles320).positions_m)
        chosen.push_back(furthest(points_m, direction));
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::vector<Vec3> kept_m;
    for (const std::size_t k : chosen) kept_m.push_back(points_m[k]);
    return kept_m;
}

/// Corners of the shape in its own axes. Round shapes have fewer than the water sees.
std::vector<Vec3> corners_of(const Body& body) {
    const Shape& shape = body.shape;
    switch (shape.kind) {
        case ShapeKind::Cylinder:
            return cylinder_mesh(shape.radius_m, shape.size_m.z, 24).positions_m;
        case ShapeKind::Capsule:
            return capsule_mesh(shape.radius_m, shape.size_m.z, 12).positions_m;
        default:
            return seen_from(*body.mesh, (-1.0) * body.mass.centre_m).positions_m;
    }
}

void add_planes(const TriangleMesh& mesh, CollisionHull& hull) {
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3 p = mesh.positions_m[a];
        const Vec3 normal = normalized(cross(mesh.positions_m[b] - p, mesh.positions_m[c] - p));
        // Triangles of one flat side share its plane.
        const bool is_known = std::any_of(hull.planes.begin(), hull.planes.end(), [&](auto& known) {
            return dot(known.normal, normal) > 1.0 - 1e-12;
        });
        if (!is_known) hull.planes.push_back({normal, dot(normal, p)});
    }
}

}  // namespace

Result<CollisionHull> collision_hull(const Body& body) {
    CollisionHull hull;
    if (body.shape.kind == ShapeKind::Sphere) {
        hull.is_sphere = true;
        hull.radius_m = body.shape.radius_m;
        hull.centre_m = (-1.0) * body.mass.centre_m;
        return hull;
    }
    hull.is_centred_box = body.shape.kind == ShapeKind::Box && length(body.mass.centre_m) == 0.0;
    auto mesh = convex_hull_mesh(corners_of(body));
    if (mesh && mesh.value().positions_m.size() > kMaxHullPoints)
        mesh = convex_hull_mesh(outermost(mesh.value().positions_m));
    if (!mesh)
        return Error{mesh.error().code,
                     "body \"" + body.name + "\" cannot touch others: " + mesh.error().message};
    const TriangleMesh moved = seen_from(mesh.value(), body.mass.centre_m);
    hull.points_m = moved.positions_m;
    for (const Vec3& p : hull.points_m) hull.radius_m = std::max(hull.radius_m, length(p));
    add_planes(moved, hull);
    return hull;
}

}  // namespace tarn::bodies
