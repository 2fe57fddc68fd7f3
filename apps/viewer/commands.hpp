// What may be asked of the simulation. Places are those of the picture: fixed to the sea, wherever
// the window lies.
#pragma once

#include "viewer/pick.hpp"

#include <variant>

namespace tarn::viewer {

/// With an `aim` it falls where that ray meets the water; the place given is for a ray that misses.
struct AddDrop {
    DropDesc desc;
    std::optional<Ray> aim = {};
};
/// Presses a finger into the water, or moves the one with the same id; `aim` as of a drop.
struct PressFinger {
    int id = 0;
    PressDesc desc;
    std::optional<Ray> aim = {};
};
struct LiftFinger {
    int id = 0;
};
struct SetSpeed {
    double times_real_time = 1.0;
};
struct SetPaused {
    bool is_paused = true;
};
struct StepOnce {};
/// A scene from its start: another one, or the same, with or without changes; goes on after
/// trouble. If it cannot be made the old one stays.
struct Load {
    Recipe recipe;
};
struct SetBoundary {
    Edge edge = Edge::West;
    Boundary boundary = Boundary::Wall;
};
/// Wind, viscosity, rain and the like, from the next step on.
struct SetLive {
    LiveSettings settings;
};
/// Whether states carry the velocity.
struct WantVelocity {
    bool is_wanted = true;
};
/// Moves the window over the sea so that a point is near its middle again. For the world with this
/// number alone.
struct KeepInMiddle {
    std::uint64_t world = 0;
    Vec2 at_m = {};
};

using Command = std::variant<AddDrop, PressFinger, LiftFinger, SetSpeed, SetPaused, StepOnce, Load,
                             SetBoundary, SetLive, WantVelocity, KeepInMiddle>;

}  // namespace tarn::viewer
