// Bodies of a scene, as plain data in SI units. What they become is in bodies/create.hpp.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tarn::scene {

enum class BodyShape { Sphere, Box, Cylinder, Capsule, Mesh };

/// How the water acts on a body; Auto takes what fits its size in cells.
enum class BodyForces { Auto, Lid, Triangles, Spheres };

inline constexpr double kBodyDensity_kg_per_m3 =
    500.0;  ///< where neither density nor mass is given

/// A propeller or a jet, in the axes of the shape.
struct Thruster {
    std::array<double, 3> at_m = {0.0, 0.0, 0.0};
    std::array<double, 3> axis = {1.0, 0.0, 0.0};
    std::optional<double> thrust_n, power_w;  ///< exactly one
    double top_speed_m_per_s = 10.0;
};

/// A flat plate that turns about an axis: a rudder in the water, a sail in the wind.
struct Foil {
    std::array<double, 3> at_m = {0.0, 0.0, 0.0};  ///< middle of its area
    std::array<double, 3> axis = {0.0, 0.0, 1.0};
    std::array<double, 3> chord = {1.0, 0.0, 0.0};  ///< along the plate at an angle of 0
    double area_m2 = 1.0;
};

/// What a body is told: how it is driven and steered.
struct Helm {
    double throttle = 0.0;  ///< -1 to 1
    double rudder_deg = 0.0;
    double sheet_deg = 0.0;  ///< angle of the sails
};

/// Of FLOAT's drag and lift; absent: those of the way its forces are found.
struct FlowCoefficients {
    std::optional<double> drag, lift, angle_share;

    bool is_any() const { return drag || lift || angle_share; }
};

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
    struct Paint {
        std::string part;
        Point3 colour = {0.8, 0.8, 0.8};
    };
    std::vector<Paint> paint = {};  ///< of parts of a mesh that have another colour
    BodyForces forces = BodyForces::Auto;
    FlowCoefficients flow = {};
    std::vector<Thruster> thrusters = {};
    std::vector<Foil> rudders = {}, sails = {};
    Helm helm = {};                      ///< at the start
    Point3 force_n = {0.0, 0.0, 0.0};    ///< from outside, at the centre of mass
    Point3 torque_nm = {0.0, 0.0, 0.0};  ///< from outside
};

enum class JointKind { Rope, Ball, Hinge };

/// Holds two bodies together, or a body and a place.
struct Joint {
    JointKind kind = JointKind::Rope;
    std::string body, other;              ///< names; no other: a place in the world
    Body::Point3 at_m = {0.0, 0.0, 0.0};  ///< in the axes of the body's shape
    std::optional<Body::Point3> to_m;     ///< in the axes of the other's shape, or in the world
    std::optional<double> length_m;       ///< rope; absent: as far apart as at the start
    Body::Point3 axis = {0.0, 0.0, 1.0};  ///< hinge: in the axes of the body's shape
};

/// A body is driven or steered otherwise from a moment on; what is absent stays.
struct HelmEvent {
    double time_s = 0.0;
    std::string body;
    std::optional<double> throttle, rudder_deg, sheet_deg;
};

}  // namespace tarn::scene
