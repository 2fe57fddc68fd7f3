// Rigid bodies as plain data, in SI units, z up. What moves them is in rigid_world.hpp.
#pragma once

#include "base/rotation.hpp"
#include "base/triangle_mesh.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tarn::bodies {

/// Where a body is. Body axes have their origin in the centre of mass and the directions of the
/// shape's own axes.
struct Pose {
    Vec3 centre_m = {};    ///< of mass
    Quaternion turn = {};  ///< from body axes to those of the world
};

inline Vec3 to_world(const Pose& pose, Vec3 in_body_m) {
    return pose.centre_m + matrix_of(pose.turn) * in_body_m;
}

struct Motion {
    Vec3 velocity_m_per_s = {};  ///< of the centre of mass
    Vec3 spin_rad_per_s = {};
};

/// Velocity of the point of a body that lies `arm_m` from its centre of mass, in world axes.
inline Vec3 velocity_at(const Motion& motion, Vec3 arm_m) {
    return motion.velocity_m_per_s + cross(motion.spin_rad_per_s, arm_m);
}

/// A force and a torque about the centre of mass, in world axes.
struct Wrench {
    Vec3 force_n = {};
    Vec3 torque_nm = {};

    Wrench& operator+=(const Wrench& other) {
        force_n = force_n + other.force_n;
        torque_nm = torque_nm + other.torque_nm;
        return *this;
    }
    /// A force that acts `arm_m` from the centre of mass.
    void add(Vec3 more_n, Vec3 arm_m) {
        force_n = force_n + more_n;
        torque_nm = torque_nm + cross(arm_m, more_n);
    }
};

struct MassProperties {
    double mass_kg = 0.0;
    Vec3 centre_m = {};       ///< of mass, in the axes of the shape
    Mat3 inertia_kg_m2 = {};  ///< about the centre of mass, in the axes of the shape
};

struct Material {
    double friction = 0.5;
    double restitution = 0.2;  ///< part of the approach speed that comes back
};

enum class ShapeKind { Sphere, Box, Cylinder, Capsule, Mesh };

/// What a body looks like to others. Cylinders and capsules stand along z.
struct Shape {
    ShapeKind kind = ShapeKind::Sphere;
    double radius_m = 0.5;          ///< sphere, cylinder, capsule
    Vec3 size_m = {1.0, 1.0, 1.0};  ///< box: edges; cylinder, capsule: z is the whole length
};

struct Body {
    std::string name = {};
    Shape shape = {};
    /// Closed surface, in body axes.
    std::shared_ptr<const TriangleMesh> mesh = {};
    /// What is drawn, in body axes; null: the surface.
    std::shared_ptr<const TriangleMesh> look = {};
    /// Of the parts of `look`, where they have another colour than the body.
    struct PartColour {
        std::string part;
        std::array<double, 3> colour;
    };
    std::vector<PartColour> part_colours = {};
    MassProperties mass = {};
    Material material = {};
    bool is_fixed = false;  ///< stays where it is, or moves as it is told
    std::array<double, 3> colour = {0.8, 0.3, 0.1};
};

/// Where the shape's own origin is.
inline Vec3 place_of(const Body& body, const Pose& pose) {
    return to_world(pose, (-1.0) * body.mass.centre_m);
}

}  // namespace tarn::bodies
