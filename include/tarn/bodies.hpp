// What a host tells the bodies of a world. What they tell it is in types.hpp.
#pragma once

#include <tarn/types.hpp>

namespace tarn {

/// How a body is driven and steered.
struct BodyHelm {
    double throttle = 0.0;    ///< of its thrusters, -1 to 1
    double rudder_rad = 0.0;  ///< positive turns to port
    double sheet_rad = 0.0;   ///< angle of its sails
};

/// Where a host puts a body, and how it moves on from there.
struct BodyMotion {
    BodyPose pose = {};
    Vec3 velocity_m_per_s = {};  ///< of the centre of mass
    Vec3 spin_rad_per_s = {};
};

}  // namespace tarn
