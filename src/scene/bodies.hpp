// Bodies of a scene, as plain data in SI units. What they become is in bodies/create.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>

namespace tarn::scene {

enum class BodyShape { Sphere, Box, Cylinder, Capsule, Mesh };

/// How the water acts on a body; Auto takes what fits its size in cells.
enum class BodyForces { Auto, Lid, Triangles, Spheres };

inline constexpr double kBodyDensity_kg_per_m3 =
    500.0;  ///< where neither density nor mass is given

struct Body {
    using Point3 = std::array<double, 3>;

    std::string name;
    BodyShape shape = BodyShape::Sphere;
    std::optional<double> radius_m;  ///< sphere, cylinder, capsule
    std::optional<double> length_m;  ///< cylinder, capsule: along their axis, ends included
    std::optional<Point3> size_m;    ///< box, or the extents of a cylinder or a capsule
    std::string file;                ///< of a mesh; resolved
    std::optional<double> density_kg_per_m3, mass_kg;  ///< at most one
    Point3 at_m = {0.0, 0.0, 0.0};        ///< centre of the shape; of a mesh its origin
    Point3 rotate_deg = {0.0, 0.0, 0.0};  ///< about x, then y, then z of the world
    Point3 velocity_m_per_s = {0.0, 0.0, 0.0};
    Point3 spin_rad_per_s = {0.0, 0.0, 0.0};
    bool is_fixed = false;
    double friction = 0.5, restitution = 0.2;
    Point3 centre_m = {0.0, 0.0, 0.0};  ///< of mass, from that of the volume, in the shape's axes
    Point3 colour = {0.8, 0.3, 0.1};
    BodyForces forces = BodyForces::Auto;
};

}  // namespace tarn::scene
