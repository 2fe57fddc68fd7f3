// Closed triangle meshes of simple shapes about the origin, triangles counter-clockwise as seen
// from outside. Round ones are made a little larger, so that they hold the volume of the exact
// shape.
#pragma once

#include "base/triangle_mesh.hpp"
#include <tarn/result.hpp>

#include <span>

namespace tarn::bodies {

/// An icosahedron whose triangles were cut into four once, twice or three times.
enum class SphereDetail { Triangles80 = 1, Triangles320 = 2, Triangles1280 = 3 };

TriangleMesh sphere_mesh(double radius_m, SphereDetail detail = SphereDetail::Triangles320);
TriangleMesh box_mesh(Vec3 size_m);
/// Along z. A prism with as many sides as `sides`.
TriangleMesh cylinder_mesh(double radius_m, double length_m, int sides = 32);
/// Along z, with half spheres at both ends; `length_m` counts them, and is at least the diameter.
TriangleMesh capsule_mesh(double radius_m, double length_m, int sides = 24);

/// The convex hull of points. Fails where they span no volume.
Result<TriangleMesh> convex_hull_mesh(std::span<const Vec3> points_m);

}  // namespace tarn::bodies
