#include "viewer/bindings.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace tarn::viewer {
namespace {

constexpr int kCtrl = GLFW_MOD_CONTROL, kAlt = GLFW_MOD_ALT, kShift = GLFW_MOD_SHIFT;

// Keys that write something are known by the sign on them, as in GLFW on an American keyboard.
constexpr KeyBinding kKeys[] = {
    {GLFW_KEY_SPACE, 0, Action::Pause},
    {'.', 0, Action::StepOnce},
    {'N', 0, Action::StepOnce},
    {'R', 0, Action::Reset},
    {'+', 0, Action::Faster},
    {'=', 0, Action::Faster},
    {GLFW_KEY_KP_ADD, 0, Action::Faster},
    {'-', 0, Action::Slower},
    {GLFW_KEY_KP_SUBTRACT, 0, Action::Slower},
    {'1', 0, Action::Scene},
    {'2', 0, Action::Scene},
    {'3', 0, Action::Scene},
    {'4', 0, Action::Scene},
    {'5', 0, Action::Scene},
    {'6', 0, Action::Scene},
    {'7', 0, Action::Scene},
    {'8', 0, Action::Scene},
    {'9', 0, Action::Scene},
    {'V', 0, Action::NextView},
    {'P', 0, Action::NextPlace},
    {'L', 0, Action::NextLiquid},
    {'G', 0, Action::ToggleDetail},
    {'C', 0, Action::NextCamera},
    {'F', 0, Action::ToggleFollow},
    {GLFW_KEY_HOME, 0, Action::RestartCamera},
    {GLFW_KEY_LEFT, 0, Action::TurnLeft},
    {GLFW_KEY_RIGHT, 0, Action::TurnRight},
    {GLFW_KEY_UP, 0, Action::TurnUp},
    {GLFW_KEY_DOWN, 0, Action::TurnDown},
    {'W', 0, Action::MoveForward, CameraKind::Fly},
    {'A', 0, Action::MoveLeft, CameraKind::Fly},
    {'S', 0, Action::MoveBack, CameraKind::Fly},
    {'D', 0, Action::MoveRight, CameraKind::Fly},
    {'E', 0, Action::MoveUp, CameraKind::Fly},
    {'Q', 0, Action::MoveDown, CameraKind::Fly},
    {'W', 0, Action::SteerAhead, CameraKind::Follow},
    {'A', 0, Action::SteerPort, CameraKind::Follow},
    {'S', 0, Action::SteerAstern, CameraKind::Follow},
    {'D', 0, Action::SteerStarboard, CameraKind::Follow},
    {'B', 0, Action::ToggleForces},
    {GLFW_KEY_F12, 0, Action::Screenshot},
    {'S', 0, Action::Screenshot},
    {GLFW_KEY_F9, 0, Action::Record},
    {'R', kCtrl, Action::Record},
    {GLFW_KEY_TAB, 0, Action::TogglePanel},
    {GLFW_KEY_F11, 0, Action::FullScreen},
    {'H', 0, Action::Help},
    {GLFW_KEY_F1, 0, Action::Help},
    {GLFW_KEY_ESCAPE, 0, Action::Escape},
};

constexpr MouseBinding kMouse[] = {
    {GLFW_MOUSE_BUTTON_LEFT, 0, Gesture::Touch},   {GLFW_MOUSE_BUTTON_LEFT, kShift, Gesture::Sun},
    {GLFW_MOUSE_BUTTON_RIGHT, 0, Gesture::Turn},   {GLFW_MOUSE_BUTTON_MIDDLE, 0, Gesture::Turn},
    {GLFW_MOUSE_BUTTON_LEFT, kAlt, Gesture::Turn},
};

constexpr PadBinding kPad[] = {
    {GLFW_GAMEPAD_BUTTON_A, Action::DropAtCentre},
    {GLFW_GAMEPAD_BUTTON_X, Action::Pause},
    {GLFW_GAMEPAD_BUTTON_Y, Action::NextView},
    {GLFW_GAMEPAD_BUTTON_START, Action::Reset},
};

struct ActionText {
    Action action;
    const char *group, *text;
};

constexpr const char *kTime = "Time", *kPicture = "Picture", *kCamera = "Camera",
                     *kBodies = "Bodies", *kProgram = "Window and files";

constexpr ActionText kActions[] = {
    {Action::Pause, kTime, "pause and go on"},
    {Action::StepOnce, kTime, "one step of 1/60 s"},
    {Action::Reset, kTime, "the scene from its start"},
    {Action::Faster, kTime, "faster, up to 10 times real time"},
    {Action::Slower, kTime, "slower, down to a tenth"},
    {Action::Scene, kTime, "scene by its number"},
    {Action::NextView, kPicture, "next view: shaded, level, speed ..."},
    {Action::NextPlace, kPicture, "next place"},
    {Action::NextLiquid, kPicture, "next liquid"},
    {Action::ToggleDetail, kPicture, "small waves on and off"},
    {Action::NextCamera, kCamera, "next camera: orbit, fly, follow"},
    {Action::ToggleFollow, kCamera, "open water without bodies follows the camera, or stays"},
    {Action::RestartCamera, kCamera, "back to the first view"},
    {Action::TurnLeft, kCamera, "turn"},
    {Action::MoveForward, kCamera, "fly forward, left, back, right (camera fly)"},
    {Action::MoveUp, kCamera, "fly up, down (camera fly)"},
    {Action::SteerAhead, kBodies, "ahead, port, astern, starboard (camera follow)"},
    {Action::ToggleForces, kBodies, "arrows of forces on and off"},
    {Action::DropAtCentre, "Water", "the same at the centre of the picture"},
    {Action::Screenshot, kProgram, "screenshot (S with camera orbit alone)"},
    {Action::Record, kProgram, "start and end a recording"},
    {Action::TogglePanel, kProgram, "hide and show the panel"},
    {Action::FullScreen, kProgram, "full screen"},
    {Action::Help, kProgram, "this help"},
    {Action::Escape, kProgram, "close the help, then the window"},
};

/// Actions whose keys stand in the row of another one.
constexpr std::pair<Action, Action> kSharedRows[] = {
    {Action::TurnRight, Action::TurnLeft},     {Action::TurnUp, Action::TurnLeft},
    {Action::TurnDown, Action::TurnLeft},      {Action::MoveLeft, Action::MoveForward},
    {Action::MoveBack, Action::MoveForward},   {Action::MoveRight, Action::MoveForward},
    {Action::MoveDown, Action::MoveUp},        {Action::SteerPort, Action::SteerAhead},
    {Action::SteerAstern, Action::SteerAhead}, {Action::SteerStarboard, Action::SteerAhead},
};

Action row_of(Action action) {
    for (const auto& [member, row] : kSharedRows)
        if (member == action) return row;
    return action;
}

struct KeyName {
    int key;
    const char* name;
};
constexpr KeyName kKeyNames[] = {
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_LEFT, "Arrows"},
    {GLFW_KEY_RIGHT, ""},
    {GLFW_KEY_UP, ""},
    {GLFW_KEY_DOWN, ""},
    {GLFW_KEY_F1, "F1"},
    {GLFW_KEY_F9, "F9"},
    {GLFW_KEY_F11, "F11"},
    {GLFW_KEY_F12, "F12"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_ESCAPE, "Esc"},
    {GLFW_KEY_KP_ADD, ""},
    {GLFW_KEY_KP_SUBTRACT, ""},
    {'=', ""},
    {'.', ". (dot)"},
    {'1', "1 ... 9"},
    {'2', ""},
    {'3', ""},
    {'4', ""},
    {'5', ""},
    {'6', ""},
    {'7', ""},
    {'8', ""},
    {'9', ""},
};

/// Empty for a key that goes without saying.
std::string key_text(const KeyBinding& binding) {
    std::string name(1, char(binding.key));
    for (const KeyName& k : kKeyNames)
        if (k.key == binding.key) name = k.name;
    return (binding.mods & kCtrl ? "Ctrl+" : "") + name;
}

void append(std::string& keys, const std::string& more) {
    if (more.empty()) return;
    keys += (keys.empty() ? "" : ", ") + more;
}

const char* pad_text(int button) {
    switch (button) {
        case GLFW_GAMEPAD_BUTTON_A:
            return "Pad A";
        case GLFW_GAMEPAD_BUTTON_X:
            return "Pad X";
        case GLFW_GAMEPAD_BUTTON_Y:
            return "Pad Y";
        default:
            return "Pad Start";
    }
}

std::string mouse_text(const MouseBinding& binding) {
    constexpr const char* kButtons[] = {"left drag", "right drag", "middle drag"};
    const char* const with = binding.mods & kShift ? "Shift + "
                             : binding.mods & kAlt ? "Alt + "
                                                   : "";
    return with + std::string(kButtons[binding.button]);
}

HelpRow mouse_row(Gesture gesture, const char* group, const char* text) {
    HelpRow row{group, "", text};
    for (const MouseBinding& binding : kMouse)
        if (binding.gesture == gesture) append(row.keys, mouse_text(binding));
    return row;
}

}  // namespace

std::span<const KeyBinding> key_bindings() {
    return kKeys;
}

std::optional<Action> action_of_key(int key, int mods, CameraKind camera) {
    const KeyBinding* found = nullptr;
    for (const KeyBinding& binding : kKeys) {
        const bool fits = binding.key == key && binding.mods == (mods & (kCtrl | kAlt)) &&
                          (!binding.only || *binding.only == camera);
        if (fits && (!found || binding.only)) found = &binding;
    }
    return found ? std::optional(found->action) : std::nullopt;
}

bool is_held(Action action) {
    return action >= Action::TurnLeft && action <= Action::SteerStarboard;
}

Gesture gesture_of(int button, int mods) {
    for (const MouseBinding& binding : kMouse)
        if (binding.button == button && binding.mods == (mods & (kShift | kAlt)))
            return binding.gesture;
    // Right and middle turn whatever else is held.
    const bool turns = button == GLFW_MOUSE_BUTTON_RIGHT || button == GLFW_MOUSE_BUTTON_MIDDLE;
    return turns ? Gesture::Turn : Gesture::None;
}

std::optional<Action> action_of_pad(int button) {
    for (const PadBinding& binding : kPad)
        if (binding.button == button) return binding.action;
    return std::nullopt;
}

std::vector<HelpRow> help_rows() {
    std::vector<HelpRow> rows = {
        {"Water", "left click", "a drop, or the body of the panel"},
        mouse_row(Gesture::Touch, "Water", "a finger through the water"),
        mouse_row(Gesture::Touch, "Bodies", "hold, drag and throw a body"),
        {"Bodies", "wheel", "while it is held: nearer and away"},
        {"Bodies", "Pad left stick", "throttle and rudder (camera follow)"},
        mouse_row(Gesture::Sun, "Picture", "move the sun"),
        mouse_row(Gesture::Turn, "Camera", "turn"),
        {"Camera", "wheel", "nearer and away"},
        {"Camera", "Pad left stick", "move"},
        {"Camera", "Pad right stick", "turn"},
    };
    for (const ActionText& text : kActions) {
        HelpRow row{text.group, "", text.text};
        for (const KeyBinding& binding : kKeys)
            if (row_of(binding.action) == text.action) append(row.keys, key_text(binding));
        for (const PadBinding& binding : kPad)
            if (binding.action == text.action) append(row.keys, pad_text(binding.button));
        rows.push_back(row);
    }
    return rows;
}

}  // namespace tarn::viewer
