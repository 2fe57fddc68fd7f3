// The mouse on the picture: a finger in the water, drops, bodies, the sun, the camera.
#pragma once

#include "viewer/bindings.hpp"
#include "viewer/events.hpp"
#include "viewer/pick.hpp"
#include "viewer/settings.hpp"
#include "viewer/simulation.hpp"

namespace tarn::viewer {

/// What the mouse acts on during one picture.
struct PointerContext {
    Simulation& simulation;
    Cameras& cameras;
    Settings& settings;
    const WaterState& state;
    std::optional<int>& followed_body;  ///< that the camera follow goes with
    PictureSize window;
    double scale = 1.0;  ///< of the screen: how large a small movement is
    double time_s = 0.0;
};

/// On a body the button holds it, and the hand moves in a plane across the camera's view, which the
/// wheel puts farther. On the water a click without movement is a drop; a movement, or a held
/// button, is a finger.
class Pointer {
public:
    /// `is_free`: the panel does not want this event.
    void handle(const Event& event, bool is_free, const PointerContext& context);
    /// Once per picture, after its events: a button that was held long enough presses, and a body
    /// that is held follows the camera.
    void keep_holding(const PointerContext& context);
    /// The world is gone, and what was pressed into it or held.
    void forget();
    bool is_holding() const { return gesture_ == Gesture::Hold; }

private:
    void handle_button(const ButtonEvent& event, bool is_free, const PointerContext& context);
    void handle_move(Vec2 to, const PointerContext& context);
    bool grab(const PointerContext& context);
    void pull(const PointerContext& context);
    void press(const PointerContext& context);
    void finish(const PointerContext& context);

    Vec2 at_ = {-1.0, -1.0}, began_at_ = {};
    Gesture gesture_ = Gesture::None;
    int button_ = -1;  ///< that began the gesture
    double began_s_ = 0.0;
    bool is_pressing_ = false;
    bool is_left_ = false;  ///< the gesture is one that touches, or would
    double away_m_ = 0.0;   ///< of the hand that holds a body, along the camera's view
};

/// A point of the water. Where the level is on a GPU it is a guess, and the simulation finds the
/// true one along `aim`.
struct WaterPoint {
    Vec3 at_m;
    std::optional<Ray> aim;
};

/// The point of the water under a place in the window.
std::optional<WaterPoint> water_under(Vec2 at, const PointerContext& context);

/// A drop or a body of the chosen size. The camera follow looks there from now on.
void drop_at(const WaterPoint& point, const PointerContext& context);

}  // namespace tarn::viewer
