// A frame says what the world is, what the scene wants, and what follows where it is silent.
#include "scenery/camera.hpp"
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

Frame frame_of(const World& world) {
    const auto frame = world.frame();
    EXPECT_TRUE(frame) << (frame ? "" : frame.error().message);
    return frame ? frame.value() : Frame{};
}

TEST(Frame, HoldsTheWaterOfThisMoment) {
    World world = world_of(kSmallPond);
    stepped(world, 0.3);
    const Frame frame = frame_of(world);
    EXPECT_EQ(frame.time_s, world.time_s());
    EXPECT_EQ(frame.water.nx, 40);
    EXPECT_EQ(frame.water.ny, 30);
    EXPECT_EQ(frame.water.cell_m, 0.05);
    EXPECT_EQ(frame.water.still_level_m, 0.3);
    EXPECT_EQ(frame.water.level.data, world.field("level").value().data);
    EXPECT_EQ(frame.water.level.row_stride, 40);
    EXPECT_EQ(frame.water.level.data[5 * 40 + 7], world.height(7, 5).value());
    EXPECT_EQ(frame.water.device_level.data, nullptr);
    EXPECT_EQ(frame.water.u.data, nullptr);
    EXPECT_EQ(frame.water.level_before.data, nullptr);
    EXPECT_EQ(frame.water.blend, 1.0);
}

TEST(Frame, SolidsStandOnTheBedAndRiseAboveTheWater) {
    const World world = world_of(R"({"water": {"size": [4, 2], "cells": [40, 20], "bed": -1,
        "level": 1, "solids": [{"disc": [1, 1, 0.3]}, {"box": [2, 0.5, 3, 0.9]}]}})");
    const Frame frame = frame_of(world);
    ASSERT_EQ(frame.bodies.size(), 2u);
    const BodyView &column = frame.bodies[0], &box = frame.bodies[1];
    EXPECT_EQ(column.shape, BodyView::Shape::Cylinder);
    EXPECT_DOUBLE_EQ(column.size_m.x, 0.6);
    EXPECT_EQ(box.shape, BodyView::Shape::Box);
    EXPECT_DOUBLE_EQ(box.at_m.x, 2.5);
    EXPECT_DOUBLE_EQ(box.at_m.y, 0.7);
    EXPECT_DOUBLE_EQ(box.size_m.y, 0.4);
    for (const BodyView& body : frame.bodies) {
        EXPECT_DOUBLE_EQ(body.at_m.z - 0.5 * body.size_m.z, -1.0);
        EXPECT_DOUBLE_EQ(body.at_m.z + 0.5 * body.size_m.z, 1.0 + 0.25 * 2.0 + 0.15);
    }
    EXPECT_EQ(frame.ground.bed_m, -1.0);
    ASSERT_EQ(frame.ground.solid.size(), 800u);
    EXPECT_TRUE(frame.ground.solid[6 * 40 + 25]);
    EXPECT_FALSE(frame.ground.solid[15 * 40 + 25]);
}

TEST(Frame, WallsRiseAboveTheHighestWaterOfTheStart) {
    EXPECT_EQ(frame_of(world_of(R"({"water": {"level": 0.5}})")).ground.rim_m, 0.5);
    // A quarter of the water is a column of 2 m; the mean level is 0.8 m.
    World world = world_of(R"({"water": {"level": {"expr": "x < 2.5 ? 2 : 0.4"}}})");
    EXPECT_NEAR(frame_of(world).ground.rim_m, 2.0 + 0.5 * (2.0 - 0.8), 1e-9);
    stepped(world, 1.0);
    EXPECT_NEAR(frame_of(world).ground.rim_m, 2.6, 1e-9) << "as it falls, they stay";
}

TEST(Frame, TheGroundHasANewRevisionWhenItChanges) {
    World world = world_of("{}");
    const std::uint64_t before = frame_of(world).ground.revision;
    EXPECT_TRUE(frame_of(world).ground.solid.empty());
    EXPECT_TRUE(frame_of(world).ground.has_walls);
    stepped(world, 0.05);
    EXPECT_EQ(frame_of(world).ground.revision, before);
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        ASSERT_TRUE(world.set_boundary(edge, Boundary::Open));
    EXPECT_FALSE(frame_of(world).ground.has_walls);
    EXPECT_EQ(frame_of(world).ground.walls, (std::array<bool, 4>{}));
    ASSERT_TRUE(world.set_boundary(Edge::South, Boundary::Slip));
    EXPECT_EQ(frame_of(world).ground.walls, (std::array<bool, 4>{false, false, true, false}));
    EXPECT_TRUE(frame_of(world).ground.has_walls);
    EXPECT_NE(frame_of(world).ground.revision, before);
    const World other = world_of(R"({"water": {"solids": [{"disc": [5, 5, 1]}]}})");
    EXPECT_NE(frame_of(other).ground.revision, before);
}

TEST(Frame, WhatTheSceneDoesNotSayFollowsFromItsWater) {
    const Look pond = frame_of(world_of("{}")).look;
    EXPECT_EQ(pond.place, Place::Pond);
    EXPECT_EQ(pond.liquid, Liquid::Water);
    EXPECT_EQ(pond.detail, Detail::Ocean);
    EXPECT_EQ(pond.wind_m_per_s.x, 3.0);
    const char* edges = R"("edges": {"west": "open", "east": "open", "south": "open",
                                     "north": "open"})";
    const Look ocean = frame_of(world_of(std::string(R"({"water": {)") + edges + "}}")).look;
    EXPECT_EQ(ocean.place, Place::Ocean);
    EXPECT_EQ(ocean.liquid, Liquid::Sea);
    EXPECT_EQ(ocean.wind_m_per_s.x, 6.0);
    EXPECT_EQ(ocean.wind_m_per_s.y, 2.0);
    const Look shore =
        frame_of(world_of(R"({"water": {"bed": {"expr": "0.01 * x"}, "level": 1}})")).look;
    EXPECT_EQ(shore.place, Place::Shore);
    const Look windy = frame_of(world_of(R"({"water": {"wind": [0, -4]}})")).look;
    EXPECT_EQ(windy.wind_m_per_s.y, -4.0);
}

TEST(Frame, WhatTheSceneSaysIsTaken) {
    const Frame frame = frame_of(world_of(R"({
        "camera": {"at": [1, -2, 3], "look_at": [4, 5, 0.5], "fov": 55},
        "light": {"height": 8, "azimuth": -30, "strength": 2, "haze": 3, "clouds": 0.5},
        "look": {"place": "tank", "liquid": "milk", "detail": "none", "wind": [0, 0], "seed": 9,
                 "exposure": 0.5}})"));
    EXPECT_EQ(frame.camera.eye_m.y, -2.0);
    EXPECT_EQ(frame.camera.target_m.z, 0.5);
    EXPECT_EQ(frame.camera.fov_deg, 55.0);
    EXPECT_EQ(frame.light.height_deg, 8.0);
    EXPECT_EQ(frame.light.clouds, 0.5);
    EXPECT_EQ(frame.look.place, Place::Tank);
    EXPECT_EQ(frame.look.liquid, Liquid::Milk);
    EXPECT_EQ(frame.look.detail, Detail::None);
    EXPECT_EQ(frame.look.wind_m_per_s.x, 0.0);
    EXPECT_EQ(frame.look.seed, 9u);
    EXPECT_EQ(frame.look.exposure, 0.5);
}

TEST(Frame, TheCameraFollowsItsPathOrStandsWhereThePlaceWantsIt) {
    World moving = world_of(R"({"camera": {"path": [
        {"time": 0, "at": [0, -1, 1], "look_at": [5, 5, 0.5]},
        {"time": 2, "at": [8, -1, 1], "look_at": [5, 5, 0.5]}]}})");
    EXPECT_EQ(frame_of(moving).camera.eye_m.x, 0.0);
    stepped(moving, 1.0);
    EXPECT_NEAR(frame_of(moving).camera.eye_m.x, 4.0, 1e-9);
    const Frame still = frame_of(world_of(R"({"camera": {"fov": 20}})"));
    const Camera expected = scenery::default_camera(Place::Pond, still.water);
    EXPECT_EQ(still.camera.eye_m.z, expected.eye_m.z);
    EXPECT_EQ(still.camera.fov_deg, 20.0);
}

TEST(Frame, NoMomentIsTooFarOrNone) {
    const World world = world_of(R"({"rain": {"rate": 5000, "drop": 0.02}})");
    for (const double time_s : {0.0, -3.0, 1e5, 1e12, -1e12}) EXPECT_TRUE(world.frame(time_s));
    for (const double time_s : {1e13, 1e300, double(INFINITY), -double(INFINITY), std::nan("")}) {
        const auto frame = world.frame(time_s);
        ASSERT_FALSE(frame) << time_s;
        EXPECT_EQ(frame.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(frame.error().message.find("time_s"), std::string::npos);
    }
}

TEST(FrameThreads, IsRefusedWhileTheWaterSteps) {
    World world = world_of("{}");
    ASSERT_TRUE(world.step_async(0.2));
    const auto frame = world.frame();
    ASSERT_FALSE(frame);
    EXPECT_EQ(frame.error().code, ErrorCode::Busy);
    ASSERT_TRUE(world.wait());
    EXPECT_TRUE(world.frame());
}

}  // namespace
}  // namespace tarn
