// Bodies of simple shapes and one density, for tests.
#pragma once

#include "bodies/body.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/shapes.hpp"

#include <memory>
#include <utility>

namespace tarn::test {

inline bodies::Body body_of(bodies::Shape shape, TriangleMesh mesh, double density_kg_per_m3) {
    bodies::Body body;
    const bodies::SolidIntegrals solid = bodies::solid_integrals(mesh);
    body.name = "body";
    body.shape = shape;
    body.mass = bodies::mass_properties(solid, density_kg_per_m3 * solid.volume_m3);
    body.mass.centre_m = {};
    body.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
    return body;
}

inline bodies::Body ball(double radius_m, double density_kg_per_m3 = 500.0) {
    return body_of({.kind = bodies::ShapeKind::Sphere, .radius_m = radius_m},
                   bodies::sphere_mesh(radius_m), density_kg_per_m3);
}
inline bodies::Body box(Vec3 size_m, double density_kg_per_m3 = 500.0) {
    return body_of({.kind = bodies::ShapeKind::Box, .size_m = size_m}, bodies::box_mesh(size_m),
                   density_kg_per_m3);
}
inline bodies::Body cylinder(double radius_m, double length_m, double density_kg_per_m3 = 500.0) {
    return body_of({.kind = bodies::ShapeKind::Cylinder,
                    .radius_m = radius_m,
                    .size_m = {2.0 * radius_m, 2.0 * radius_m, length_m}},
                   bodies::cylinder_mesh(radius_m, length_m), density_kg_per_m3);
}
inline bodies::Body capsule(double radius_m, double length_m, double density_kg_per_m3 = 500.0) {
    return body_of({.kind = bodies::ShapeKind::Capsule,
                    .radius_m = radius_m,
                    .size_m = {2.0 * radius_m, 2.0 * radius_m, length_m}},
                   bodies::capsule_mesh(radius_m, length_m), density_kg_per_m3);
}

}  // namespace tarn::test
