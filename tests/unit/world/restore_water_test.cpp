// Going on with the water of a checkpoint under a scene that has changed on purpose.
#include "support/world_for_test.hpp"

namespace tarn {
namespace {

std::vector<std::byte> saved_of(const World& world) {
    const auto saved = world.save_to_memory();
    EXPECT_TRUE(saved);
    return saved.value();
}

/// A world of a changed scene with the water of a checkpoint.
World taken_on(const std::string& json, const std::vector<std::string>& changes,
               const std::vector<std::byte>& saved) {
    World world = world_of(json, {.set = changes});
    const auto done = world.restore_water_from_memory(saved);
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return world;
}

TEST(RestoreWater, OfTheSameSceneIsRestore) {
    World world = world_of(kSmallPond);
    stepped(world, 0.3);
    ASSERT_TRUE(world.press(4, {{0.5, 0.5}, 0.2, 0.03}));
    stepped(world, 0.05);
    World other = taken_on(kSmallPond, {}, saved_of(world));
    EXPECT_EQ(checksum_of(other), checksum_of(world));
    stepped(world, 0.3);
    stepped(other, 0.3);
    EXPECT_EQ(checksum_of(other), checksum_of(world));
}

constexpr const char* kBasin = R"({"water": {"size": [2, 1], "cells": [40, 20], "level": 0.4}})";

// Wind, friction and viscosity that change at one moment: by set(), or by a scene that says so.
TEST(RestoreWater, ChangedSettingsActAsIfTheyHadBeenSet) {
    for (const char* scheme : {"water.scheme=d2q9", "water.scheme=fv"}) {
        World world = world_of(kBasin, {.set = {scheme, "water.wind=[9,1]"}});
        stepped(world, 0.4);
        World other = taken_on(kBasin,
                               {scheme, "water.wind=[-4,0]", "water.manning=0.03",
                                "water.drag=0.01", "water.viscosity=0.02", "water.coriolis=0.001"},
                               saved_of(world));
        EXPECT_EQ(other.time_s(), world.time_s());
        LiveSettings changed = world.settings().value();
        changed.wind_m_per_s = {-4.0, 0.0};
        changed.manning_s_per_m13 = 0.03;
        changed.drag = 0.01;
        changed.viscosity_m2_per_s = 0.02;
        changed.coriolis_per_s = 0.001;
        ASSERT_TRUE(world.set(changed));
        stepped(world, 0.4);
        stepped(other, 0.4);
        EXPECT_EQ(other.statistics().value().max_speed_m_per_s,
                  world.statistics().value().max_speed_m_per_s)
            << scheme;
        EXPECT_EQ(mass_of(other).now_kg, mass_of(world).now_kg) << scheme;
    }
}

TEST(RestoreWater, WhatTheSceneDoesNotChangeStaysAsItWasSaved) {
    World world = world_of(kBasin);
    LiveSettings windy = world.settings().value();
    windy.wind_m_per_s = {7.0, 0.0};
    ASSERT_TRUE(world.set(windy));
    ASSERT_TRUE(world.set_boundary(Edge::North, Boundary::Slip));
    stepped(world, 0.1);
    World other = taken_on(kBasin, {"water.manning=0.05"}, saved_of(world));
    EXPECT_EQ(other.settings().value().wind_m_per_s, (Vec2{7.0, 0.0}));
    EXPECT_EQ(other.settings().value().manning_s_per_m13, 0.05);
    stepped(other, 0.2);
    EXPECT_LT(std::abs(imbalance(other)), 1e-9);
}

// An inflow that the checkpoint knows nothing of must flow: 0.1 m3/s for 2 s are 200 kg.
TEST(RestoreWater, AnInflowOfTheSceneFlows) {
    const std::string scene = R"({"water": {"size": [2, 1], "cells": [40, 20], "level": 0.4,
                                            "scheme": "fv"}})";
    World world = world_of(scene);
    stepped(world, 1.0);
    World other =
        taken_on(scene, {R"(water.edges.west={"inflow":{"discharge":0.1}})"}, saved_of(world));
    stepped(other, 2.0);
    // The first step may fill the edge's own cells, and the quanta of float are coarse.
    EXPECT_NEAR(mass_of(other).added_kg, 200.0, 1.0);
    // And away again, by a scene with walls.
    World back = taken_on(scene, {}, saved_of(other));
    const double before_kg = mass_of(back).added_kg;
    stepped(back, 1.0);
    EXPECT_EQ(mass_of(back).added_kg, before_kg);
}

TEST(RestoreWater, RainOfTheSceneFallsFromNowOn) {
    for (const char* drop : {"0.01", "0"}) {
        const std::string wet = std::string(R"(rain={"rate":36000,"drop":)") + drop + "}";
        World world = world_of(kBasin);
        stepped(world, 2.0);
        World other = taken_on(kBasin, {wet}, saved_of(world));
        stepped(other, 2.0);
        // 36 m/h on 2 m2 for 2 s are 0.04 m3; drops come one by one, sheets each 0.25 s.
        EXPECT_NEAR(mass_of(other).added_kg, 40.0, 6.0) << drop;
        World dry = taken_on(kBasin, {}, saved_of(other));
        const double before_kg = mass_of(dry).added_kg;
        stepped(dry, 1.0);
        EXPECT_EQ(mass_of(dry).added_kg, before_kg) << drop;
    }
}

TEST(RestoreWater, EventsBeforeTheCheckpointDoNotHappenAgain) {
    World world = world_of(kBasin);
    stepped(world, 1.0);
    const std::string drops = R"(events=[{"time":0.5,"drop":{"at":[1,0.5],"height":0.1}},
                                         {"time":1.5,"drop":{"at":[1,0.5],"height":0.1}}])";
    World other = taken_on(kBasin, {drops}, saved_of(world));
    stepped(other, 0.25);
    EXPECT_EQ(mass_of(other).added_kg, 0.0);
    stepped(other, 0.5);
    EXPECT_GT(mass_of(other).added_kg, 0.0);
}

TEST(RestoreWater, WhatAnEventHeldAsideComesBackWhenItIsGone) {
    const char* const stir = R"(events=[{"time":0,"stir":{"path":[[0.5,0.5],[1.5,0.5]],"speed":0.5,
                                "radius":0.2,"depth":0.05}}])";
    World world = world_of(kBasin, {.set = {stir}});
    stepped(world, 0.5);
    EXPECT_GT(mass_of(world).carried_kg, 0.1);
    World other = taken_on(kBasin, {}, saved_of(world));
    stepped(other, 0.5);
    EXPECT_NEAR(mass_of(other).carried_kg, 0.0, 1e-9);
    EXPECT_LT(std::abs(imbalance(other)), 1e-7);  // sums of floats over 800 cells
}

TEST(RestoreWater, RefusesAnotherGridBedGravitySchemeOrPrecision) {
    World world = world_of(kBasin);
    const auto saved = saved_of(world);
    for (const char* change :
         {"water.cells=[20,10]", "water.size=[4,2]", "water.bed=-0.1", "water.gravity=5",
          "water.scheme=fv", "water.precision=double", "water.level=0.5", "water.velocity=[0.1,0]",
          R"(water.solids=[{"box":[0.5,0.5,1,1]}])"}) {
        World other = world_of(kBasin, {.set = {change}});
        const std::uint64_t before = checksum_of(other);
        const auto refused = other.restore_water_from_memory(saved);
        ASSERT_FALSE(refused) << change;
        const std::string key = std::string(change).substr(0, std::string(change).find('='));
        EXPECT_NE(refused.error().message.find(key), std::string::npos) << refused.error().message;
        EXPECT_EQ(checksum_of(other), before) << change;
    }
}

TEST(RestoreWater, TellsTheLogWhatDiffers) {
    World world = world_of(kBasin);
    std::string told;
    WorldOptions options = {.log = [&](LogLevel, const std::string& text) { told += text + "\n"; },
                            .set = {"water.wind=[3,0]"}};
    World other = world_of(kBasin, options);
    ASSERT_TRUE(other.restore_water_from_memory(saved_of(world)));
    EXPECT_NE(told.find("water.wind is [0, 0] in the checkpoint and [3, 0] in the scene"),
              std::string::npos)
        << told;
}

// On dry ground the reference depth follows from the inflow, and a flood is forecast again with
// more.
TEST(RestoreWater, GoesOnWithAnotherInflowOntoGroundThatWasDry) {
    const std::string scene = R"({"water": {"size": [4, 1], "cells": [40, 10], "scheme": "fv",
        "bed": {"expr": "0.2 - 0.05*x"}, "level": -1,
        "edges": {"west": {"inflow": {"discharge": 0.05}}, "east": "outflow"}}})";
    World world = world_of(scene);
    stepped(world, 1.0);
    World other = taken_on(scene, {"water.edges.west.inflow.discharge=0.2"}, saved_of(world));
    const double before_kg = mass_of(other).added_kg;
    stepped(other, 1.0);
    EXPECT_NEAR(mass_of(other).added_kg - before_kg, 200.0, 2.0);
    EXPECT_LT(std::abs(mass_of(other).now_kg - mass_of(other).added_kg + mass_of(other).removed_kg -
                       mass_of(other).initial_kg),
              1e-3);
}

}  // namespace
}  // namespace tarn
