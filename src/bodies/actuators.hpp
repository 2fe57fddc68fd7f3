// What drives a body besides water and gravity: propellers, rudders, sails. Pure functions of its
// state, of what it is told, and of the water and the wind at one point.
#pragma once

#include "bodies/body.hpp"

namespace tarn::bodies {

/// A propeller or a jet: pushes along its axis while it is in the water.
struct Thruster {
    Vec3 at_m = {};                   ///< in body axes
    Vec3 axis = {1.0, 0.0, 0.0};      ///< in body axes, of length 1
    double thrust_n = 0.0;            ///< at rest, at full throttle
    double top_speed_m_per_s = 10.0;  ///< of the water along it, at which nothing is left
};

/// A flat plate in a stream that turns about an axis.
struct Foil {
    Vec3 at_m = {};                ///< middle of its area, in body axes
    Vec3 chord = {1.0, 0.0, 0.0};  ///< along the plate at an angle of 0, of length 1
    Vec3 axis = {0.0, 0.0, 1.0};   ///< that it turns about, of length 1
    double area_m2 = 0.0;
};

/// What flows past a body at one point.
struct Stream {
    Vec3 velocity_m_per_s = {};         ///< of water or air there, in the world
    double density_kg_per_m3 = 1000.0;  ///< 0 where there is none, as for a rudder in the air
};

inline constexpr double kAirDensity_kg_per_m3 = 1.2;

/// `throttle` from -1 to 1. Thrust falls linearly with the speed of the water along the axis.
Wrench thrust_of(const Thruster& thruster, double throttle, const Pose& pose, const Motion& motion,
                 const Stream& water);

/// A rudder in the water or a sail in the wind, turned by `angle_rad` about its axis. Normal force
/// of a flat plate at an angle of attack a: density/2 area speed^2 times 2 pi sin a/(1 + pi/2 |sin
/// a|), lift as in thin-foil theory for small angles, and 2.4 across the flow; drag of its skin
/// 0.01.
Wrench foil_force(const Foil& foil, double angle_rad, const Pose& pose, const Motion& motion,
                  const Stream& stream);

}  // namespace tarn::bodies
