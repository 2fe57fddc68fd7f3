// Lines over the picture: the hand that holds a body, and the forces on bodies.
#pragma once

#include "viewer/water_state.hpp"

namespace tarn::viewer {

/// How long the arrow of a force is: a body's weight is as long as the edge of a cube of water that
/// weighs as much, or that it displaces where that is more, and no arrow is longer than four times
/// that.
Vec3 arrow_m(const BodyReport& body, Vec3 force_n, double gravity_m_per_s2);

/// Behind the panel, between begin and end of the Gui.
void draw_overlay(const WaterState& state, const Camera& camera, bool shows_forces);

}  // namespace tarn::viewer
