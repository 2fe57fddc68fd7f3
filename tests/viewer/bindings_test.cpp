// One table: every key that is obeyed is in the help, and no key means two things.
#include "viewer/bindings.hpp"

#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <set>
#include <tuple>

namespace tarn::viewer {
namespace {

TEST(Bindings, NoKeyMeansTwoThings) {
    std::set<std::tuple<int, int, int>> seen;
    for (const KeyBinding& b : key_bindings())
        EXPECT_TRUE(seen.insert({b.key, b.mods, b.only ? int(*b.only) : -1}).second) << b.key;
}

TEST(Bindings, ModifiersAndCameraDecide) {
    EXPECT_EQ(action_of_key('R', 0, CameraKind::Orbit), Action::Reset);
    EXPECT_EQ(action_of_key('R', GLFW_MOD_CONTROL, CameraKind::Orbit), Action::Record);
    EXPECT_EQ(action_of_key('S', 0, CameraKind::Orbit), Action::Screenshot);
    EXPECT_EQ(action_of_key('S', 0, CameraKind::Fly), Action::MoveBack);
    EXPECT_EQ(action_of_key('W', 0, CameraKind::Orbit), std::nullopt);
    EXPECT_EQ(action_of_key('F', 0, CameraKind::Fly), Action::ToggleFollow);
    EXPECT_EQ(action_of_key('=', GLFW_MOD_SHIFT, CameraKind::Orbit), Action::Faster);
    EXPECT_EQ(action_of_key(-1, 0, CameraKind::Orbit), std::nullopt);
    EXPECT_TRUE(is_held(Action::TurnLeft) && is_held(Action::MoveDown));
    EXPECT_FALSE(is_held(Action::Pause) || is_held(Action::DropAtCentre));
}

TEST(Bindings, GesturesOfTheMouse) {
    EXPECT_EQ(gesture_of(GLFW_MOUSE_BUTTON_LEFT, 0), Gesture::Touch);
    EXPECT_EQ(gesture_of(GLFW_MOUSE_BUTTON_LEFT, GLFW_MOD_SHIFT), Gesture::Sun);
    EXPECT_EQ(gesture_of(GLFW_MOUSE_BUTTON_LEFT, GLFW_MOD_ALT), Gesture::Turn);
    EXPECT_EQ(gesture_of(GLFW_MOUSE_BUTTON_RIGHT, GLFW_MOD_SHIFT), Gesture::Turn);
    EXPECT_EQ(gesture_of(GLFW_MOUSE_BUTTON_MIDDLE, 0), Gesture::Turn);
    EXPECT_EQ(gesture_of(7, GLFW_MOD_SHIFT), Gesture::None);
}

TEST(Bindings, TheHelpNamesWhatIsBound) {
    std::string keys;
    for (const HelpRow& row : help_rows()) {
        EXPECT_FALSE(row.keys.empty()) << row.text;
        EXPECT_FALSE(row.text.empty() || row.group.empty()) << row.keys;
        keys += row.keys + "; ";
    }
    for (const char* wanted : {"Space", "Ctrl+R", "F11", "F12", "Arrows", "W, A, S, D", "Shift",
                               "Alt", "wheel", "Pad A", "Pad Start", "Tab", "Esc", "1 ... 9"})
        EXPECT_NE(keys.find(wanted), std::string::npos) << wanted << " is not in " << keys;
}

}  // namespace
}  // namespace tarn::viewer
