// Hands on bodies in the viewer: held, dragged, thrown, driven, followed.
#include "viewer/pick_body.hpp"
#include "viewer_for_test.hpp"

#include <fstream>

namespace tarn::viewer {
namespace {

constexpr const char* kBall = R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.5},
    "bodies": [{"name": "ball", "radius": 0.3, "density": 300, "at": [2, 1.5, 0.5]}],
    "look": {"place": "pool"}, "camera": {"at": [2, -4, 3], "look_at": [2, 1.5, 0.6]}})";
constexpr const char* kBoat = R"({"water": {"size": [8, 4], "cells": [80, 40], "level": 1},
    "bodies": [{"name": "crate", "radius": 0.2, "density": 300, "at": [6, 3, 1]},
        {"name": "boat", "shape": "box", "size": [1, 0.5, 0.3], "density": 400, "at": [2, 2, 1],
         "thrusters": [{"at": [-0.45, 0, -0.1], "thrust": 60, "top_speed": 3}]}],
    "look": {"place": "pool"}, "camera": {"at": [4, -5, 4], "look_at": [4, 2, 1]}})";
constexpr const char* kAfloat = R"({"water": {"model": "volume", "size": [1, 0.5, 0.5],
    "cells": [32, 16, 16], "fill": [{"box": [0, 0, 0, 1, 0.5, 0.2]}]},
    "bodies": [{"name": "ball", "radius": 0.08, "density": 300, "at": [0.5, 0.25, 0.2]}],
    "camera": {"at": [0.5, -1.5, 0.8], "look_at": [0.5, 0.25, 0.2]}})";

class ViewerBodies : public ViewerPanel {
protected:
    void start_scene(const char* json) {
        const auto path = folder_.path() / "scene.json";
        std::ofstream(path) << json;
        start({path, {.backend = Backend::Cpu, .threads = 1}});
    }
    const BodyReport& body(int number) const {
        return viewer_->state().bodies_now[std::size_t(number)].report;
    }
    /// Where in the window a point is seen.
    Vec2 place_of(Vec3 point_m) const {
        const PictureSize window = host_->view().window;
        const double width = window.width_px, height = window.height_px;
        const auto share = seen_at(viewer_->cameras().camera(), width / height, point_m);
        return share ? Vec2{share->x * width, share->y * height} : Vec2{-1.0, -1.0};
    }
    void press_on(Vec3 point_m) {
        move(place_of(point_m));
        send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, 0, true}});
    }
    void let_go() { send({ButtonEvent{GLFW_MOUSE_BUTTON_LEFT, 0, false}}); }
    bool is_held() const { return viewer_->state().hold.has_value(); }
};

TEST_F(ViewerBodies, ABallIsLiftedOutOfTheWaterAndFallsBack) {
    start_scene(kBall);
    const double water_before = water();
    press_on(body(0).centre_m);
    ASSERT_TRUE(wait_for([&] { return is_held(); }));
    move(place_of({2.0, 1.5, 1.6}));
    EXPECT_TRUE(wait_for([&] { return body(0).centre_m.z > 1.1 && body(0).submerged_m3 == 0.0; }))
        << body(0).centre_m.z;
    // The wheel puts the hand farther from the eye, and the camera stays.
    const Vec3 eye = viewer_->cameras().eye_m();
    const double y = body(0).centre_m.y;
    send({WheelEvent{3.0}});
    EXPECT_TRUE(wait_for([&] { return body(0).centre_m.y > y + 0.2; }));
    EXPECT_EQ(viewer_->cameras().eye_m().y, eye.y);
    let_go();
    EXPECT_TRUE(wait_for([&] { return !is_held() && body(0).submerged_m3 > 0.0; }));
    EXPECT_EQ(viewer_->state().vitals.message, "");
    // Nobody touched the water itself: cells of 1 cm2, in floats.
    EXPECT_NEAR(viewer_->state().vitals.statistics.mass.carried_kg, 0.0, 1e-6);
    EXPECT_NEAR(water(), water_before, 1e-2 * water_before) << "what it displaces moves the level";
}

TEST_F(ViewerBodies, ACorkIsPushedUnder) {
    start_scene(kBall);
    press_on(body(0).centre_m);
    ASSERT_TRUE(wait_for([&] { return is_held(); }));
    move(place_of({2.0, 1.5, -0.4}));
    const double volume_m3 = 4.0 / 3.0 * 3.14159265 * 0.027;
    // It floats with 0.3 of it in the water, which is not as deep as it is high.
    EXPECT_TRUE(wait_for([&] { return body(0).submerged_m3 > 0.65 * volume_m3; }))
        << body(0).submerged_m3 / volume_m3;
}

TEST_F(ViewerBodies, WhatIsThrownFliesOn) {
    start_scene(kBall);
    press_on(body(0).centre_m);
    ASSERT_TRUE(wait_for([&] { return is_held(); }));
    move(place_of({2.0, 1.5, 1.8}));
    ASSERT_TRUE(wait_for([&] { return body(0).centre_m.z > 1.1; }));
    move(place_of({3.4, 1.5, 1.8}));
    ASSERT_TRUE(wait_for([&] { return body(0).velocity_m_per_s.x > 1.0; }));
    let_go();
    ASSERT_TRUE(wait_for([&] { return !is_held(); }));
    EXPECT_GT(body(0).velocity_m_per_s.x, 0.5);
}

TEST_F(ViewerBodies, TheCameraFollowsWhatWasTaken) {
    start_scene(kBall);
    press_key('C');
    press_key('C');
    ASSERT_EQ(viewer_->cameras().kind(), CameraKind::Follow);
    press_on(body(0).centre_m);
    let_go();
    EXPECT_TRUE(wait_for([&] {
        const Vec3 target = viewer_->cameras().camera().target_m, centre = body(0).centre_m;
        return std::hypot(target.x - centre.x, target.y - centre.y, target.z - centre.z) < 0.05;
    }));
    // Another touch looks elsewhere.
    const Vec2 aside = place_of({0.6, 0.6, 0.5});
    click(aside);
    EXPECT_TRUE(wait_for([&] { return viewer_->cameras().camera().target_m.x < 1.0; }));
}

TEST_F(ViewerBodies, ABoatIsDrivenByKeysAndBySticks) {
    start_scene(kBoat);
    press_key('C');
    press_key('C');
    ASSERT_EQ(viewer_->cameras().kind(), CameraKind::Follow);
    send({KeyEvent{'W', 0, true}});
    const auto& helm = [&]() -> const BodyHelm& { return viewer_->state().bodies_now[1].helm; };
    EXPECT_TRUE(
        wait_for([&] { return body(1).velocity_m_per_s.x > 0.3 && helm().throttle == 1.0; }));
    send({KeyEvent{'W', 0, false}});
    EXPECT_TRUE(wait_for([&] { return helm().throttle == 0.0; }));
    host_->sticks.left = {-1.0, 1.0};  // y down: astern
    EXPECT_TRUE(wait_for([&] { return helm().throttle < -0.5 && helm().rudder_rad > 0.5; }));
    // S drives here, and takes no picture.
    press_key('S');
    EXPECT_EQ(viewer_->note(), "");
    EXPECT_EQ(viewer_->state().vitals.message, "");
}

TEST_F(ViewerBodies, BodiesInSpaceAreHeldAndTheRestTurns) {
    start_scene(kAfloat);
    press_on(body(0).centre_m);
    ASSERT_TRUE(wait_for([&] { return is_held(); }));
    move(place_of({0.5, 0.25, 0.45}));
    EXPECT_TRUE(wait_for([&] { return body(0).centre_m.z > 0.3; })) << body(0).centre_m.z;
    let_go();
    const Vec3 eye = viewer_->cameras().eye_m();
    press_on({0.9, 0.1, 0.05});
    move(place_of({0.8, 0.1, 0.05}));
    let_go();
    EXPECT_FALSE(is_held());
    EXPECT_NE(viewer_->cameras().eye_m().x, eye.x);
}

TEST_F(ViewerBodies, ANewWorldHasNothingInTheHand) {
    start_scene(kBall);
    press_on(body(0).centre_m);
    ASSERT_TRUE(wait_for([&] { return is_held(); }));
    press_key('R');
    EXPECT_TRUE(wait_for([&] { return !is_held() && viewer_->state().facts->number == 2; }));
    move(place_of({2.0, 1.5, 1.8}));
    let_go();
    EXPECT_TRUE(wait_for([&] { return viewer_->state().time_s > 0.3; }));
    EXPECT_LT(body(0).centre_m.z, 0.8);
    EXPECT_EQ(viewer_->state().vitals.message, "");
}

TEST_F(ViewerBodies, AClickLetsABodyFallIn) {
    start_scene(kBall);
    for (const char* toy : {"ball", "crate", "log", "barrel"}) {
        const std::size_t before = viewer_->state().bodies_now.size();
        choose("Click", toy);
        click(place_of({0.1 + 0.6 * double(before), 0.6, 0.5}));  // none falls on another
        EXPECT_TRUE(wait_for([&] { return viewer_->state().bodies_now.size() == before + 1; }))
            << toy << ": " << viewer_->state().vitals.message;
    }
    EXPECT_EQ(viewer_->state().facts->number, 1u) << "the scene has bodies, and goes on";
    EXPECT_TRUE(wait_for([&] { return body(1).submerged_m3 > 0.0; }));
    EXPECT_EQ(viewer_->state().vitals.message, "");
}

TEST_F(ViewerBodies, WaterWithoutBodiesBeginsAgainToCarryOne) {
    ASSERT_EQ(viewer_->state().facts->info.scheme, "d2q9") << "the pond";
    choose("Click", "ball");
    const WorldInfo& info = viewer_->state().facts->info;
    click(place_of({0.5 * info.size_m.x, 0.5 * info.size_m.y, info.still_level_m}));
    ASSERT_TRUE(wait_for([&] { return viewer_->state().bodies_now.size() == 1; }))
        << viewer_->state().vitals.message;
    EXPECT_EQ(viewer_->state().facts->number, 2u);
    EXPECT_EQ(viewer_->state().facts->info.scheme, "fv");
    click(place_of({0.3 * info.size_m.x, 0.5 * info.size_m.y, info.still_level_m}));
    EXPECT_TRUE(wait_for([&] { return viewer_->state().bodies_now.size() == 2; }));
    EXPECT_EQ(viewer_->state().facts->number, 2u);
}

TEST_F(ViewerBodies, BodiesFallIntoWaterInSpaceToo) {
    start_scene(kAfloat);
    choose("Click", "crate");
    const Vec3 eye = viewer_->cameras().eye_m();
    click(place_of({0.8, 0.25, 0.2}));
    EXPECT_TRUE(wait_for([&] { return viewer_->state().bodies_now.size() == 2; }))
        << viewer_->state().vitals.message;
    EXPECT_EQ(viewer_->cameras().eye_m().x, eye.x) << "a click turns nothing";
}

TEST_F(ViewerBodies, ArrowsOfForcesAreDrawn) {
    start_scene(kBall);
    press_key(GLFW_KEY_TAB);
    press_key(GLFW_KEY_SPACE);
    ASSERT_TRUE(wait_for([&] { return is_paused(); }));
    for (int k = 0; k < 3; ++k) draw();
    const Picture without = host_->picture();
    draw();
    ASSERT_EQ(without.rgb, host_->picture().rgb) << "still pictures of still water are equal";
    press_key('B');
    draw();
    EXPECT_TRUE(viewer_->settings().shows_forces);
    EXPECT_NE(without.rgb, host_->picture().rgb);
    start_scene(R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.5}})");
    press_key('B');
    press_key('B');
    EXPECT_NE(viewer_->note().find("none"), std::string::npos);
}

}  // namespace
}  // namespace tarn::viewer
