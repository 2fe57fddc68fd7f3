// The viewer as a person uses it, without a window: clicks, keys, sizes.
#include "viewer/loading.hpp"
#include "viewer_for_test.hpp"

#include <cmath>
#include <fstream>
#include <future>

namespace tarn::viewer {
namespace {

using namespace std::chrono_literals;

constexpr double kRounding_kg = 1e-6;  ///< of some kilogrammes in a finger, in single precision

TEST_F(ViewerPanel, PauseStopsTheWaterAndGoOnGoesOn) {
    click("Pause");
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    const double time_s = viewer_->state().time_s;
    std::this_thread::sleep_for(60ms);
    draw();
    EXPECT_EQ(viewer_->state().time_s, time_s);
    click("Step");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().time_s > time_s; }));
    EXPECT_TRUE(is_paused());
    click("Go on");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().time_s > time_s + 0.1; }));
}

TEST_F(ViewerPanel, OpenWaterFollowsTheCamera) {
    EXPECT_FALSE(viewer_->widgets().box("Follow the camera")) << "a pond has walls";
    start({"sea", {.backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[40,40]"}}});
    click("Follow the camera");
    EXPECT_TRUE(viewer_->settings().follows_camera);
    press_key('C');
    ASSERT_EQ(viewer_->cameras().kind(), CameraKind::Fly);
    const Vec3 first = viewer_->cameras().camera().target_m;
    send({KeyEvent{'W', 0, true}});
    EXPECT_TRUE(wait_for([&] {
        return std::hypot(viewer_->state().origin_m.x, viewer_->state().origin_m.y) > 20.0;
    }));
    send({KeyEvent{'W', 0, false}});
    // What is looked at comes to rest within the middle fifth of 40 m.
    EXPECT_TRUE(wait_for([&] {
        const Vec3 target = viewer_->cameras().camera().target_m;
        const Vec2 origin = viewer_->state().origin_m;
        return std::abs(target.x - origin.x - 20.0) <= 4.0 &&
               std::abs(target.y - origin.y - 20.0) <= 4.0;
    }));
    EXPECT_TRUE(viewer_->state().vitals.message.empty()) << viewer_->state().vitals.message;
    // Home is the first view of the water where it lies now.
    const Vec2 origin = viewer_->state().origin_m;
    press_key(GLFW_KEY_HOME);
    EXPECT_NEAR(viewer_->cameras().camera().target_m.x, first.x + origin.x, 1e-6);
    // The scene begins again where it began, and the camera goes along.
    press_key('R');
    ASSERT_TRUE(wait_for([&] { return viewer_->state().facts->number > 1; }));
    EXPECT_EQ(viewer_->state().origin_m.x, 0.0);
    EXPECT_NEAR(viewer_->cameras().camera().target_m.x, first.x, 1e-6);
    press_key('F');
    EXPECT_FALSE(viewer_->settings().follows_camera);
}

TEST_F(ViewerPanel, KeysDoWhatTheHelpSays) {
    press_key(GLFW_KEY_SPACE);
    EXPECT_TRUE(wait_for([&] { return is_paused(); }));
    press_key(GLFW_KEY_SPACE);
    EXPECT_TRUE(wait_for([&] { return !is_paused(); }));
    press_key('+');
    EXPECT_EQ(viewer_->settings().speed, 2.0);
    press_key('-');
    press_key('-');
    EXPECT_EQ(viewer_->settings().speed, 0.5);
    press_key('V');
    EXPECT_EQ(viewer_->settings().look.view, ViewMode::Level);
    const Look before = viewer_->settings().look;
    press_key('P');
    press_key('L');
    EXPECT_NE(viewer_->settings().look.place, before.place);
    EXPECT_NE(viewer_->settings().look.liquid, before.liquid);
    press_key('G');
    EXPECT_EQ(viewer_->settings().look.detail, Detail::None);
    press_key('C');
    EXPECT_EQ(viewer_->cameras().kind(), CameraKind::Fly);
    press_key(GLFW_KEY_F11);
    EXPECT_EQ(host_->full_screen_toggles, 1);
    press_key(GLFW_KEY_TAB);
    draw();
    EXPECT_FALSE(viewer_->widgets().box("Pause"));
    press_key(GLFW_KEY_TAB);
    draw();
    EXPECT_TRUE(viewer_->widgets().box("Pause"));
}

TEST_F(ViewerPanel, EscapeClosesTheHelpAndThenTheWindow) {
    press_key('H');
    EXPECT_TRUE(viewer_->settings().is_help_shown);
    press_key(GLFW_KEY_ESCAPE);
    EXPECT_FALSE(viewer_->settings().is_help_shown);
    EXPECT_TRUE(draw());
    host_->events = {KeyEvent{GLFW_KEY_ESCAPE, 0, true}};
    EXPECT_FALSE(draw());
}

TEST_F(ViewerPanel, ScenesFromTheListAndByTheirNumber) {
    choose("Scene", "rain");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->info.scene == "rain"; }));
    EXPECT_EQ(viewer_->settings().scene, "rain");
    press_key('1');
    const std::string first = built_in_scenes().front().name;
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->info.scene == first; }));
}

TEST_F(ViewerPanel, AClickOnTheWaterIsADrop) {
    press_key(GLFW_KEY_SPACE);
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    const double before = water();
    click(Vec2{640.0, 700.0});
    EXPECT_TRUE(wait_for([&] { return water() > before + 0.1; }));
}

TEST_F(ViewerPanel, AMovementIsAFingerThatGivesItsWaterBack) {
    move({600.0, 700.0});
    send({ButtonEvent{0, 0, true}});
    for (int k = 1; k < 10; ++k) move({600.0 + 10.0 * k, 700.0});
    EXPECT_TRUE(wait_for(
        [&] { return viewer_->state().vitals.statistics.mass.carried_kg > kRounding_kg; }));
    send({ButtonEvent{0, 0, false}});
    EXPECT_TRUE(wait_for(
        [&] { return viewer_->state().vitals.statistics.mass.carried_kg < kRounding_kg; }));
    EXPECT_EQ(viewer_->state().vitals.message, "");
}

TEST_F(ViewerPanel, TheMouseTurnsTheCameraAndMovesTheSun) {
    const Vec3 eye = viewer_->cameras().eye_m();
    move({700.0, 600.0});
    send({ButtonEvent{GLFW_MOUSE_BUTTON_RIGHT, 0, true}});
    move({760.0, 600.0});
    send({ButtonEvent{GLFW_MOUSE_BUTTON_RIGHT, 0, false}});
    EXPECT_NE(viewer_->cameras().eye_m().x, eye.x);
    const Light light = viewer_->settings().light;
    send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, GLFW_MOD_SHIFT, true}});
    move({700.0, 560.0});
    send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, GLFW_MOD_SHIFT, false}});
    EXPECT_NE(viewer_->settings().light.azimuth_deg, light.azimuth_deg);
    EXPECT_GT(viewer_->settings().light.height_deg, light.height_deg);
    const Vec3 before = viewer_->cameras().eye_m();
    send({WheelEvent{1.0}});
    EXPECT_NE(viewer_->cameras().eye_m().z, before.z);
}

TEST_F(ViewerPanel, TheMouseOnThePanelDoesNotTouchTheWater) {
    press_key(GLFW_KEY_SPACE);
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    const double before = water();
    const Vec3 eye = viewer_->cameras().eye_m();
    click("Statistics");
    send({WheelEvent{-2.0}});
    std::this_thread::sleep_for(30ms);
    draw();
    EXPECT_EQ(water(), before);
    EXPECT_EQ(viewer_->cameras().eye_m().z, eye.z);
}

TEST_F(ViewerPanel, TheGamepadMovesDropsAndPauses) {
    const Vec3 eye = viewer_->cameras().eye_m();
    host_->sticks.right = {1.0, 0.0};
    draw();
    draw();
    EXPECT_NE(viewer_->cameras().eye_m().x, eye.x);
    host_->sticks = {};
    host_->sticks.buttons = 1u << GLFW_GAMEPAD_BUTTON_X;
    draw();
    draw();  // held: one pause
    EXPECT_TRUE(wait_for([&] { return is_paused(); }));
    const double before = water();
    host_->sticks.buttons = 1u << GLFW_GAMEPAD_BUTTON_A;
    draw();
    EXPECT_TRUE(wait_for([&] { return water() > before + 0.1; }));
}

TEST_F(ViewerPanel, AScreenshotIsAFileAndThePanelSaysWhere) {
    click("Screenshot");
    draw();
    const auto path = folder_ / "tarn_00000.png";
    EXPECT_TRUE(std::filesystem::exists(path));
    EXPECT_NE(viewer_->note().find(path), std::string::npos);
    press_key(GLFW_KEY_F12);
    draw();
    EXPECT_TRUE(std::filesystem::exists(folder_ / "tarn_00001.png"));
}

TEST_F(ViewerPanel, ARecordingLeavesPictures) {
    click("Record");
    EXPECT_TRUE(viewer_->is_recording());
    for (int k = 0; k < 10; ++k) draw();
    press_key('R', GLFW_MOD_CONTROL);
    EXPECT_FALSE(viewer_->is_recording());
    EXPECT_NE(viewer_->note().find("tarn_00000"), std::string::npos);
}

TEST_F(ViewerPanel, WaterThatDivergesIsToldAndResetHelps) {
    const std::string scene = folder_ / "steep.json";
    std::ofstream(scene) << R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 0.5,
        "tau": 0.505, "collision": "bgk"}, "events": [{"time": 0.3, "drop": {"at": [2, 2],
        "radius": 0.4, "height": 1, "shape": "tophat"}}]})";
    start({scene, {.backend = Backend::Cpu, .threads = 1}});
    ASSERT_TRUE(wait_for([&] { return viewer_->state().vitals.is_stopped; }));
    draw();
    const auto number = viewer_->state().facts->number;
    click("Reset the water");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->number > number; }));
}

TEST_F(ViewerPanel, ChangesOfTheWaterStartItAgain) {
    click("Water");
    draw();
    choose("West edge", "open");
    ASSERT_TRUE(viewer_->settings().water.edges[0]);
    EXPECT_EQ(*viewer_->settings().water.edges[0], Boundary::Open);
    const auto number = viewer_->state().facts->number;
    click("##level");
    draw();
    EXPECT_TRUE(viewer_->settings().water.level_m.is_on);
    click("Depth");  // the middle of the slider
    click("Apply and restart");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->number > number; }));
    EXPECT_EQ(viewer_->state().vitals.message, "");
    EXPECT_NE(viewer_->state().facts->info.reference_depth_m, 0.5);
    EXPECT_TRUE(viewer_->settings().water.level_m.is_on);
    const auto second = viewer_->state().facts->number;
    press_key('R');
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->number > second; }));
    const auto& set = viewer_->state().facts->recipe.options.set;
    EXPECT_NE(std::find(set.begin(), set.end(), "water.edges.west=open"), set.end());
}

TEST_F(ViewerPanel, InflowsChangeWithoutARestart) {
    click("Water");
    draw();
    EXPECT_FALSE(viewer_->widgets().box("Inflow west")) << "the pond has none";
    start({"river", {.backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[60,30]"}}});
    const std::vector<InflowInfo> inflows = viewer_->state().facts->info.inflows;
    ASSERT_EQ(inflows.size(), 1u);
    if (!viewer_->widgets().box("Viscosity")) click("Water");
    draw();
    const std::string label = "Inflow " + std::string(inflows[0].edge == Edge::West    ? "west"
                                                      : inflows[0].edge == Edge::East  ? "east"
                                                      : inflows[0].edge == Edge::South ? "south"
                                                                                       : "north");
    const auto number = viewer_->state().facts->number;
    click(label);  // the middle of the slider: not what the scene says
    const auto& held = viewer_->settings().live.inflow[std::size_t(inflows[0].edge)];
    ASSERT_TRUE(held);
    EXPECT_NE(*held, inflows[0].value);
    draw();
    EXPECT_EQ(viewer_->state().facts->number, number) << "the water starts again";
    EXPECT_EQ(viewer_->state().vitals.message, "");
}

TEST_F(ViewerPanel, EveryViewIsDrawn) {
    for (const char* view : {"level", "speed", "vorticity", "wireframe", "shaded"}) {
        choose("View", view);
        for (int k = 0; k < 3; ++k) draw();
    }
    EXPECT_EQ(viewer_->settings().look.view, ViewMode::Shaded);
}

/// Sum of the differences of two pictures of one size, per channel.
double difference(const Picture& a, const Picture& b) {
    EXPECT_EQ(a.rgb.size(), b.rgb.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < std::min(a.rgb.size(), b.rgb.size()); ++k)
        sum += std::abs(double(a.rgb[k]) - double(b.rgb[k]));
    return sum / double(std::max<std::size_t>(a.rgb.size(), 1));
}

TEST_F(ViewerPanel, WaterInSpaceIsDrawnInEachOfItsViewsAndTurned) {
    start({"dam", {.backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[32,16,24]"}}});
    ASSERT_TRUE(wait_for([&] { return viewer_->state().time_s > 0.1; }));
    EXPECT_EQ(viewer_->state().fill.size(), 32u * 16 * 24);
    EXPECT_FALSE(viewer_->widgets().box("Finger depth")) << "no finger is pressed into it";
    click("Pause");
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    draw();
    const Picture shaded = host_->picture();
    choose("View", "speed");
    ASSERT_TRUE(wait_for([&] { return !viewer_->state().speed_m_per_s.empty(); }));
    draw();
    const Picture speed = host_->picture();
    ASSERT_TRUE(viewer_->widgets().box("Plane at"));
    choose("Plane across", "z");
    draw();
    EXPECT_EQ(viewer_->settings().slice_axis, SliceAxis::Z);
    const Picture across = host_->picture();
    choose("View", "cells");
    for (int k = 0; k < 2; ++k) draw();
    const Picture cells = host_->picture();
    // A hundredth of the range of a channel, on average: a picture that stayed has none at all.
    constexpr double kOther = 2.5;
    EXPECT_GT(difference(shaded, speed), kOther);
    EXPECT_GT(difference(speed, across), 0.1 * kOther) << "the plane is a part of the picture";
    EXPECT_GT(difference(shaded, cells), kOther);
    // Any drag turns it; nothing is asked of the water that it cannot do.
    const Vec3 eye = viewer_->cameras().eye_m();
    move({700.0, 600.0});
    send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, 0, true}});
    move({760.0, 600.0});
    send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, 0, false}});
    EXPECT_NE(viewer_->cameras().eye_m().x, eye.x);
    EXPECT_EQ(viewer_->state().vitals.message, "");
    const double time_s = viewer_->state().time_s;
    click("Step");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().time_s > time_s; }));
}

TEST_F(ViewerPanel, CellsOfWaterInSpaceAreChanged) {
    start({"dam", {.backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[32,16,24]"}}});
    click("Water");
    draw();
    EXPECT_FALSE(viewer_->widgets().box("West edge"));
    EXPECT_FALSE(viewer_->widgets().box("Rain"));
    EXPECT_TRUE(viewer_->widgets().box("Viscosity"));
    const auto number = viewer_->state().facts->number;
    click("##cells");
    draw();
    const auto slider = viewer_->widgets().box("Cells");
    ASSERT_TRUE(slider);
    // Its left end: the coarsest grid of the same shape.
    click(Vec2{slider->low.x + 0.02 * (slider->high.x - slider->low.x), slider->centre().y});
    click("Apply and restart");
    EXPECT_TRUE(wait_for([&] { return viewer_->state().facts->number > number; }));
    EXPECT_EQ(viewer_->state().vitals.message, "");
    EXPECT_EQ(viewer_->state().facts->info.nz, 12);
}

TEST_F(ViewerPanel, AnySizeOfWindow) {
    for (const char* section : {"Water", "Light", "Quality"}) {
        click(section);
        draw();
    }
    press_key('H');
    for (const PictureSize size : {PictureSize{1, 1}, {2, 700}, {700, 2}, {64, 48}, {1920, 1080}}) {
        host_->resize(size);
        for (int k = 0; k < 2; ++k) EXPECT_TRUE(draw()) << size.width_px;
    }
    host_->resize({0, 0});  // minimised
    EXPECT_TRUE(draw());
    host_->resize({1600, 1200}, 2.0);
    draw();
    const auto large = viewer_->widgets().box("Step");
    host_->set_window_size({800, 600});
    draw();
    draw();
    const auto small = viewer_->widgets().box("Step");
    ASSERT_TRUE(large && small);
    // The same pixels in units twice as large.
    EXPECT_NEAR(large->high.x - large->low.x, 2.0 * (small->high.x - small->low.x), 4.0);
}

TEST_F(ViewerPanel, NewsAndTroubleMoveNoControl) {
    const auto where = [&](const char* label) {
        const auto box = viewer_->widgets().box(label);
        EXPECT_TRUE(box) << label;
        return box ? box->low.y : 0.0;
    };
    const double touch = where("Touch"), statistics = where("Statistics");
    press_key(GLFW_KEY_F12);
    draw();
    ASSERT_FALSE(viewer_->note().empty());
    draw();
    EXPECT_EQ(where("Touch"), touch);
    EXPECT_EQ(where("Statistics"), statistics);
    const std::string scene = folder_ / "bad.json";
    std::ofstream(scene) << "{}";
    start({scene, {.backend = Backend::Cpu, .threads = 1, .set = {"water.cells=[40,40]"}}});
    const double before = where("Touch");
    std::ofstream(scene) << "no scene";
    press_key('R');
    ASSERT_TRUE(wait_for([&] { return !viewer_->state().vitals.message.empty(); }));
    draw();
    EXPECT_EQ(where("Touch"), before);
}

TEST_F(ViewerPanel, TheTimeOfASlowPictureIsToldAsItIs) {
    host_->picture_s = 2.0;
    for (int k = 0; k < 3; ++k) draw();
    // The mean forgets within a fifth of a second; the host's clock is read several times a
    // picture.
    EXPECT_GT(viewer_->picture_ms(), 1900.0);
}

TEST_F(ViewerPanel, TheRangeOfAViewCanBeChosen) {
    EXPECT_FALSE(viewer_->widgets().box("Range")) << "a shaded picture has none";
    press_key(GLFW_KEY_SPACE);
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    choose("View", "level");
    draw();
    const std::vector<std::uint8_t> before = host_->picture().rgb;
    click("##range");
    draw();
    ASSERT_TRUE(viewer_->settings().view_ranges[0].is_on);
    const double first = viewer_->settings().view_ranges[0].value;
    EXPECT_NEAR(first, 0.1 * 0.5, 1e-9) << "a tenth of the depth, as without a choice";
    const auto box = viewer_->widgets().box("Range");
    ASSERT_TRUE(box);
    click(Vec2{box->low.x + 0.1 * (box->high.x - box->low.x), box->centre().y});
    EXPECT_LT(viewer_->settings().view_ranges[0].value, 0.1 * first);
    for (int k = 0; k < 3; ++k) draw();
    EXPECT_NE(host_->picture().rgb, before);
    choose("View", "speed");
    draw();
    EXPECT_FALSE(viewer_->settings().view_ranges[1].is_on);
}

TEST_F(ViewerPanel, ALoadingPictureStandsUntilTheWaterIsThere) {
    viewer_.reset();
    host_->resize({320, 200});
    std::promise<void> opened;
    const std::shared_future<void> future = opened.get_future().share();
    Recipe slow = {"pond", {.threads = 1, .set = {"water.cells=[50,50]"}}};
    slow.options.log = [future](LogLevel, const std::string&) { future.wait(); };
    const auto simulation = Simulation::begin(slow);
    int asked = 0;
    Picture shown;
    // Asked after each picture: three are drawn while the world waits, then it is let go.
    const auto loaded = show_loading(*host_, *simulation, "pond", [&] {
        shown = host_->picture();
        if (++asked == 3) opened.set_value();
        return false;
    });
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(loaded.value());
    EXPECT_GE(asked, 3);
    int bright = 0, coloured = 0;
    for (std::size_t k = 0; k + 2 < shown.rgb.size(); k += 3) {
        bright += shown.rgb[k] > 200;
        coloured += shown.rgb[k + 2] > 40;
    }
    EXPECT_GT(bright, 20) << "letters";
    EXPECT_GT(coloured, 320 * 200 / 2) << "the window is not black";
    // Escape leaves; the world is let go with the simulation.
    const auto again = Simulation::begin({"pond", {.threads = 1}});
    host_->events = {KeyEvent{GLFW_KEY_ESCAPE, 0, true}};
    const auto left = show_loading(*host_, *again, "pond", [] { return false; });
    EXPECT_TRUE(left);
}

TEST_F(ViewerPanel, ThePictureShowsThePanel) {
    const Picture with = host_->picture();
    press_key(GLFW_KEY_TAB);
    draw();
    EXPECT_NE(with.rgb, host_->picture().rgb);
}

}  // namespace
}  // namespace tarn::viewer
