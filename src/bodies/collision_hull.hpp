// What of a body touches others: a sphere, or a convex polyhedron of few corners around its mesh.
#pragma once

#include "bodies/body.hpp"
#include <tarn/result.hpp>

#include <vector>

namespace tarn::bodies {

/// Points p with dot(normal, p) <= offset_m lie behind it.
struct Plane {
    Vec3 normal;
    double offset_m = 0.0;
};

/// In body axes.
struct CollisionHull {
    bool is_sphere = false;
    bool is_centred_box = false;  ///< a box whose middle is the centre of mass
    double radius_m = 0.0;        ///< sphere: its radius; else of the ball around the origin
    Vec3 centre_m;                ///< of the sphere
    std::vector<Vec3> points_m;   ///< none for a sphere
    std::vector<Plane> planes;
};

/// Finer meshes are touched at this many corners at most.
inline constexpr std::size_t kMaxHullPoints = 162;

Result<CollisionHull> collision_hull(const Body& body);

}  // namespace tarn::bodies
