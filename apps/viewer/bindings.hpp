// Which key, button or gesture does what: the one table that is obeyed and that the help shows.
#pragma once

#include "viewer/cameras.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn::viewer {

enum class Action {
    Pause,
    StepOnce,
    Reset,
    Slower,
    Faster,
    NextView,
    NextPlace,
    NextLiquid,
    NextCamera,
    RestartCamera,
    ToggleDetail,
    ToggleFollow,
    ToggleForces,
    Scene,  ///< the digit says which
    TurnLeft,
    TurnRight,
    TurnUp,
    TurnDown,
    MoveForward,
    MoveBack,
    MoveLeft,
    MoveRight,
    MoveUp,
    MoveDown,
    SteerAhead,
    SteerAstern,
    SteerPort,
    SteerStarboard,
    DropAtCentre,
    Screenshot,
    Record,
    TogglePanel,
    Help,
    FullScreen,
    Escape,
};

/// What the mouse does while a button is held. A touch of a body becomes Hold.
enum class Gesture { None, Touch, Turn, Sun, Hold };

struct KeyBinding {
    int key = 0;
    int mods = 0;  ///< Control and Alt must match; Shift is free
    Action action = Action::Pause;
    std::optional<CameraKind> only = {};  ///< with this camera alone; goes before the others
};
struct MouseBinding {
    int button = 0;
    int mods = 0;
    Gesture gesture = Gesture::None;
};
struct PadBinding {
    int button = 0;
    Action action = Action::Pause;
};

std::span<const KeyBinding> key_bindings();

/// What a key does now; nothing if it is free.
std::optional<Action> action_of_key(int key, int mods, CameraKind camera);
/// Whether an action goes on as long as its key is held.
bool is_held(Action action);
Gesture gesture_of(int button, int mods);
std::optional<Action> action_of_pad(int button);

/// One line of the help: keys, buttons or gestures, and what they do.
struct HelpRow {
    std::string group, keys, text;
};
std::vector<HelpRow> help_rows();

}  // namespace tarn::viewer
