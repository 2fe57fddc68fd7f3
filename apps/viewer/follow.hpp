// The window follows a point over the sea: when to move it, and how far.
#pragma once

#include "viewer/water_state.hpp"

namespace tarn::viewer {

/// Whether the window can move: open water, without walls and solids.
bool can_follow(const WaterState& state);

struct CellShift {
    int di = 0, dj = 0;
    bool any() const { return di != 0 || dj != 0; }
};

/// None while a point is in the middle fifth of the water; else the whole cells that bring it back
/// to the middle.
CellShift shift_to_middle(const WaterView& water, Vec2 at_m);

/// Moves a field as World::shift_window moves the water; `fill` comes in.
void shift_field(std::vector<float>& field, const WaterView& water, CellShift shift, float fill);

}  // namespace tarn::viewer
