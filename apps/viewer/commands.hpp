// What may be asked of the simulation. Places are those of the picture: fixed to the sea, wherever
// the window lies.
#pragma once

#include "viewer/pick.hpp"
#include "viewer/toys.hpp"
#include <tarn/bodies.hpp>

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
/// A body of the palette falls in where a drop would; where the water was made without bodies, the
/// world begins again as `recipe` says, with water that carries them.
struct AddToy {
    Click click = Click::Ball;
    double size_m = 1.0;  ///< across
    Vec2 at_m = {};
    std::optional<Ray> aim = {};
    Recipe recipe = {};
};
/// A hand takes a body at a point of its surface; for the world with this number alone, as in the
/// next two.
struct GrabBody {
    std::uint64_t world = 0;
    int body = 0;
    Vec3 at_m = {};
};
/// Where the hand is.
struct PullBody {
    std::uint64_t world = 0;
    Vec3 to_m = {};
};
struct SteerBody {
    std::uint64_t world = 0;
    int body = 0;
    BodyHelm helm;
};
/// What is held goes on with the motion that it has.
struct LetGo {};
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

using Command = std::variant<AddDrop, PressFinger, LiftFinger, AddToy, GrabBody, PullBody,
                             SteerBody, LetGo, SetSpeed, SetPaused, StepOnce, Load, SetBoundary,
                             SetLive, WantVelocity, KeepInMiddle>;

}  // namespace tarn::viewer
