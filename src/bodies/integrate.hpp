// Moves poses in time. Between forces a body keeps its momentum and its angular momentum.
#pragma once

#include "bodies/body.hpp"

namespace tarn::bodies {

/// Moves a body for `dt_s`. Its angular momentum in the world stays, and the spin follows as the
/// body turns (gyroscopic torque, by the midpoint rule); its energy of rotation never grows by
/// that.
void move(const MassProperties& mass, double dt_s, Pose& pose, Motion& motion);

/// Moves a body that is told its motion: both velocities stay.
void move_as_told(double dt_s, const Motion& motion, Pose& pose);

}  // namespace tarn::bodies
