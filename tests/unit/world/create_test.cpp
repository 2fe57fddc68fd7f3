// How worlds come to be, and how they do not.
#include "scene/built_in.hpp"
#include "support/world_for_test.hpp"
#include <tarn/scene.hpp>

#include <cmath>
#include <numeric>

namespace tarn {
namespace {

/// The message of a world that must not come to be.
std::string refusal(const std::string& json, const WorldOptions& options = {}) {
    const auto made = World::from_json(json, ".", options);
    EXPECT_FALSE(made) << json;
    return made ? "" : made.error().message;
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

TEST(Create, EveryBuiltInSceneRunsAndBalances) {
    for (const SceneInfo& scene : built_in_scenes()) {
        const scene::Water water = scene::load_scene(scene.name).value().water;
        // Those in space have their own cells: VolumeWorld.EveryBuiltInSceneRunsAndBalances.
        if (water.is_volume()) continue;
        const auto [nx, ny] = water.cells;
        const int across = std::gcd(nx, ny), most = 48 * across / nx;
        ASSERT_GT(most, 0) << scene.name << " has no small version with square cells";
        const auto cells = [&](int n) { return std::to_string(n / across * most); };
        auto made = World::from_scene(
            scene.name, {.set = {"water.cells=[" + cells(nx) + "," + cells(ny) + "]"}});
        ASSERT_TRUE(made) << made.error().message;
        stepped(made.value(), 1.0);
        EXPECT_NEAR(imbalance(made.value()), 0.0, 1e-7) << scene.name;
        EXPECT_FALSE(scene.about.empty());
    }
}

TEST(Create, AnEmptySceneIsAStillPond) {
    World world = world_of("{}");
    const WorldInfo info = world.info();
    EXPECT_EQ(info.nx, 200);
    EXPECT_EQ(info.scheme, "d2q9");
    EXPECT_EQ(info.scheme_fact("collision")->text, "limited");
    EXPECT_EQ(info.backend, "cpu");
    EXPECT_GT(info.memory.state_bytes, 2u * 9u * 4u * 200u * 200u);
    stepped(world, 0.1);
    EXPECT_EQ(world.statistics().value().max_speed_m_per_s, 0.0);
}

TEST(Create, PondHasTheTauItWasGiven) {
    auto pond = World::pond(0.77f, 100, 80, 0.5f);
    ASSERT_TRUE(pond);
    EXPECT_NEAR(pond.value().info().scheme_fact("tau")->number.value(), 0.77, 1e-7);
    EXPECT_EQ(pond.value().info().nx, 100);
    EXPECT_NEAR(pond.value().height(99, 79).value(), 0.5, 1e-7);
    EXPECT_FALSE(World::pond(0.5f, 100, 100, 0.5f));
    EXPECT_FALSE(World::pond(NAN, 100, 100, 0.5f));
    EXPECT_FALSE(World::pond(0.77f, 2, 100, 0.5f));
    EXPECT_FALSE(World::pond(0.77f, 100, -4, 0.5f));
    EXPECT_FALSE(World::pond(0.77f, 100, 100, 0.0f));
    EXPECT_FALSE(World::pond(0.77f, 100, 100, NAN));
}

TEST(Create, ViscosityThatTheSchemeCannotCarryIsRaisedAndSaid) {
    std::vector<std::string> messages;
    WorldOptions options;
    options.log = [&](LogLevel, const std::string& message) { messages.push_back(message); };
    const World thin = world_of(R"({"water": {"viscosity": 0}})", options);
    EXPECT_TRUE(thin.info().is_viscosity_raised);
    EXPECT_GT(thin.info().viscosity_used_m2_per_s, 0.0);
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_TRUE(holds(messages[0], "backend"));
    EXPECT_TRUE(holds(messages[1], "viscosity raised"));
    const World thick = world_of(R"({"water": {"viscosity": 0.05}})");
    EXPECT_FALSE(thick.info().is_viscosity_raised);
    EXPECT_NEAR(thick.info().viscosity_used_m2_per_s, 0.05, 1e-9);
}

TEST(Create, FiniteVolumesLeaveOutAViscosityThatTheCellsWouldNotShow) {
    const auto used = [](const char* water) {
        const WorldInfo info = world_of(water).info();
        EXPECT_FALSE(info.is_viscosity_raised);
        return info.viscosity_used_m2_per_s;
    };
    EXPECT_EQ(used(R"({"water": {"scheme": "fv"}})"), 0.0);
    EXPECT_EQ(used(R"({"water": {"scheme": "fv", "viscosity": 0.05}})"), 0.05);
    EXPECT_TRUE(
        holds(refusal(R"({"water": {"scheme": "fv", "viscosity": 0.05, "time_step": 0.01}})", {}),
              "viscosity crosses a cell too fast"));
}

TEST(Create, OptionsThatMakeNoSenseAreRefused) {
    EXPECT_TRUE(holds(refusal("{}", {.threads = -1}), "threads"));
    EXPECT_TRUE(holds(refusal("{}", {.threads = 100000}), "threads"));
    EXPECT_TRUE(holds(refusal("{}", {.backend = Backend::Cuda}), "cuda"));
    EXPECT_TRUE(holds(refusal("{}", {.set = {"water.tau"}}), "water.tau"));
}

TEST(Create, ScenesThatCannotRunAreRefusedWithFieldAndRemedy) {
    EXPECT_TRUE(holds(refusal(R"({"water": {"collision": "soft"}})"), "limited"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"cells": [65536, 65536]}})"), "fewer cells"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"time_step": 1}})"), "/water/time_step"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"level": {"expr": "x - 50"}}})"), "/water/level"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"level": {"expr": "1/0*0"}}})"), "/water/level"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"level": {"npy": "no.npy"}}})"), "no.npy"));
    EXPECT_TRUE(
        holds(refusal(R"({"water": {"solids": [{"box": [-1, -1, 11, 11]}]}})"), "/water/solids"));
}

TEST(Create, RefusesCellsOutsideUnknownEdgesAndNonFiniteNumbers) {
    World world = world_of(kSmallPond);
    EXPECT_FALSE(world.height(-1, 0));
    EXPECT_FALSE(world.height(40, 0));
    EXPECT_FALSE(world.velocity(0, 30));
    EXPECT_FALSE(world.add_event({0, 0, 40, 0}, 0.1f));
    EXPECT_FALSE(world.add_event({0, 0, 1, 1}, NAN));
    EXPECT_FALSE(world.add_drop({{NAN, 0.0}, 0.1, 0.1}));
    EXPECT_FALSE(world.add_drop({{1.0, 1.0}, -0.1, 0.1}));
    EXPECT_FALSE(world.press(1, {{1.0, 1.0}, 0.1, -0.1}));
    EXPECT_FALSE(world.release(12));
    EXPECT_FALSE(world.set_boundary(Edge(9), Boundary::Wall));
    EXPECT_FALSE(world.set_boundary(Edge::West, Boundary(9)));
    EXPECT_FALSE(world.wait());
}

TEST(Create, APeriodicEdgeTakesItsOppositeWithIt) {
    World world = world_of(kSmallPond);
    ASSERT_TRUE(world.set_boundary(Edge::West, Boundary::Periodic));
    stepped(world, 0.2);
    ASSERT_TRUE(world.set_boundary(Edge::East, Boundary::Wall));
    stepped(world, 0.2);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-7);
}

}  // namespace
}  // namespace tarn
