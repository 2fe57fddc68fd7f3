// The world on its thread: obeys, keeps time, and survives trouble.
#include "viewer/simulation.hpp"

#include "support/simulation_for_test.hpp"

#include <cmath>
#include <fstream>
#include <future>
#include <numeric>
#include <thread>

namespace tarn::viewer {
namespace {

using namespace std::chrono_literals;

constexpr double kRounding_kg = 1e-6;  ///< of some kilogrammes in a finger, in single precision

constexpr const char* kPond = R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.5}})";
constexpr const char* kSteep = R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 0.5,
    "tau": 0.505, "collision": "bgk"}, "events": [{"time": 0.1, "drop": {"at": [2, 2],
    "radius": 0.4, "height": 1, "shape": "tophat"}}]})";

/// A simulation of a scene of its own, on one thread beside ours.
class SimulationThreads : public SimulationTest {
protected:
    Recipe recipe(const char* json, const char* name = "scene.json") {
        return SimulationTest::recipe(json, {.backend = Backend::Cpu, .threads = 1}, name);
    }
    void start(const char* json) { SimulationTest::start(recipe(json)); }
};

double total(const std::vector<float>& field) {
    return std::accumulate(field.begin(), field.end(), 0.0);
}

TEST_F(SimulationThreads, HasAStateFromTheBeginning) {
    start(kPond);
    const WaterState& state = simulation_->newest();
    ASSERT_TRUE(state.facts);
    EXPECT_EQ(state.level.size(), 1200u);
    EXPECT_EQ(state.level_before.size(), 1200u);
    EXPECT_TRUE(state.u.empty());
}

/// Holds whoever makes a world until it is let go: worlds log from the thread that makes them.
struct Gate {
    std::promise<void> opened;
    std::shared_future<void> future = opened.get_future().share();
    LogHook hook() const {
        return [future = future](LogLevel, const std::string&) { future.wait(); };
    }
};

TEST_F(SimulationThreads, MakesTheFirstWorldOnItsOwnThread) {
    Gate gate;
    Recipe slow = recipe(kPond);
    slow.options.log = gate.hook();
    slow.options.backend = Backend::Auto;      // says what it took
    slow.options.set = {"water.viscosity=0"};  // and that it was raised
    const auto simulation = Simulation::begin(slow);
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(simulation->is_ready());
        EXPECT_FALSE(simulation->is_ready().value());
        std::this_thread::sleep_for(2ms);
    }
    simulation->send(SetPaused{true});
    gate.opened.set_value();
    for (const auto end = Clock::now() + 30s; !simulation->is_ready().value();) {
        ASSERT_LT(Clock::now(), end);
        std::this_thread::sleep_for(2ms);
    }
    EXPECT_EQ(simulation->newest().level.size(), 1200u);
}

TEST_F(SimulationThreads, AWorldThatCannotBeMadeIsTold) {
    const auto simulation = Simulation::begin({"no_such_scene", {}});
    for (const auto end = Clock::now() + 30s; simulation->is_ready();) {
        ASSERT_LT(Clock::now(), end);
        std::this_thread::sleep_for(2ms);
    }
    EXPECT_NE(simulation->is_ready().error().message.find("no_such_scene"), std::string::npos);
    EXPECT_FALSE(Simulation::create({"no_such_scene", {}}));
}

TEST_F(SimulationThreads, NeverRunsAheadOfTheClock) {
    const auto begin = Clock::now();
    start(kPond);
    simulation_->send(SetSpeed{2.0});
    const WaterState& state = wait_for([](const WaterState& s) { return s.time_s > 0.5; });
    const double wall_s = std::chrono::duration<double>(Clock::now() - begin).count();
    EXPECT_LE(state.time_s, 2.0 * wall_s + kStep_s);
    EXPECT_GE(state.time_s, state.time_before_s);
}

TEST_F(SimulationThreads, StandsStillWhilePausedAndStepsOnce) {
    start(kPond);
    pause();
    const double time_s = simulation_->newest().time_s;
    std::this_thread::sleep_for(100ms);
    EXPECT_EQ(simulation_->newest().time_s, time_s);
    simulation_->send(StepOnce{});
    const WaterState& state = wait_for([&](const WaterState& s) { return s.time_s != time_s; });
    EXPECT_NEAR(state.time_s, time_s + kStep_s, 1e-9);
    std::this_thread::sleep_for(50ms);
    EXPECT_NEAR(simulation_->newest().time_s, time_s + kStep_s, 1e-9);
    simulation_->send(SetPaused{false});
    wait_for([&](const WaterState& s) { return s.time_s > time_s + 3.0 * kStep_s; });
}

TEST_F(SimulationThreads, SettingsActOnTheWaterThatRuns) {
    start(kPond);
    LiveSettings wet = simulation_->newest().facts->live;
    wet.rain_mm_per_h = 1000.0;
    simulation_->send(SetLive{wet});
    const WaterState& state =
        wait_for([](const WaterState& s) { return s.vitals.statistics.mass.added_kg > 0.0; });
    EXPECT_EQ(state.facts->number, 1u) << "the same world goes on";
    EXPECT_TRUE(state.vitals.message.empty()) << state.vitals.message;
    wet.wind_m_per_s.x = 1e9;
    simulation_->send(SetLive{wet});
    const WaterState& told =
        wait_for([](const WaterState& s) { return !s.vitals.message.empty(); });
    EXPECT_NE(told.vitals.message.find("wind_m_per_s.x"), std::string::npos);
}

TEST_F(SimulationThreads, ADropShowsAtOnceAlsoWhilePaused) {
    start(kPond);
    pause();
    const double before = total(simulation_->newest().level);
    simulation_->send(AddDrop{{.at_m = {2.0, 1.5}, .radius_m = 0.5, .height_m = 0.1}});
    const WaterState& state =
        wait_for([&](const WaterState& s) { return total(s.level) > before + 0.1; });
    EXPECT_EQ(state.level, state.level_before);
}

TEST_F(SimulationThreads, ADropFallsWhereItsRayMeetsTheWater) {
    start(kPond);
    pause();
    const Ray down = {{3.0, 0.5, 5.0}, {0.0, 0.0, -1.0}};
    simulation_->send(AddDrop{{.at_m = {1.0, 2.0}, .radius_m = 0.3, .height_m = 0.1}, down});
    const WaterState& state =
        wait_for([](const WaterState& s) { return s.level[5 * 40 + 30] > 0.55f; });
    EXPECT_NEAR(state.level[20 * 40 + 10], 0.5f, 1e-5f);
    // A ray that misses leaves the place that was guessed.
    const Ray up = {{3.0, 0.5, 5.0}, {0.0, 0.0, 1.0}};
    simulation_->send(AddDrop{{.at_m = {1.0, 2.0}, .radius_m = 0.3, .height_m = 0.1}, up});
    wait_for([](const WaterState& s) { return s.level[20 * 40 + 10] > 0.55f; });
}

TEST_F(SimulationThreads, AFingerGivesItsWaterBack) {
    start(kPond);
    simulation_->send(PressFinger{1, {.at_m = {1.0, 1.5}, .radius_m = 0.3, .depth_m = 0.1}});
    wait_for(
        [](const WaterState& s) { return s.vitals.statistics.mass.carried_kg > kRounding_kg; });
    simulation_->send(PressFinger{1, {.at_m = {1.5, 1.5}, .radius_m = 0.3, .depth_m = 0.1}});
    simulation_->send(LiftFinger{1});
    const WaterState& state = wait_for(
        [](const WaterState& s) { return s.vitals.statistics.mass.carried_kg < kRounding_kg; });
    // The level is float: 1200 cells of half a metre.
    EXPECT_NEAR(total(state.level), 600.0, 600.0 * 1e-5);
}

constexpr const char* kSea = R"({"water": {"size": [4, 3], "cells": [40, 30], "level": 0.5, "edges":
    {"west": "open", "east": "open", "south": "open", "north": "open"}}})";

TEST_F(SimulationThreads, TheWindowGoesWhereItIsWantedAndTouchesStayOnTheSea) {
    start(kSea);
    pause();
    const std::uint64_t number = simulation_->newest().facts->number;
    simulation_->send(AddDrop{{.at_m = {3.0, 1.5}, .radius_m = 0.3, .height_m = 0.1}});
    simulation_->send(KeepInMiddle{number, {2.3, 1.5}});      // within the middle fifth
    simulation_->send(KeepInMiddle{number + 1, {9.0, 9.0}});  // of another world
    simulation_->send(KeepInMiddle{number, {4.0, 1.5}});
    simulation_->send(AddDrop{{.at_m = {4.5, 1.5}, .radius_m = 0.3, .height_m = 0.1}});
    const WaterState& state = wait_for(
        [](const WaterState& s) { return s.origin_m.x > 0.0 && s.level[15 * 40 + 25] > 0.55f; });
    EXPECT_NEAR(state.origin_m.x, 2.0, 1e-9);
    EXPECT_NEAR(state.origin_m.y, 0.0, 1e-9);
    // The drop that fell at 3 m is now 1 m from the window's edge; both at the height they had.
    EXPECT_GT(state.level[15 * 40 + 10], 0.55f);
    EXPECT_EQ(state.level[15 * 40 + 35], 0.5f);
    EXPECT_EQ(state.level, state.level_before);
    EXPECT_TRUE(state.vitals.message.empty()) << state.vitals.message;
}

TEST_F(SimulationThreads, AFingerThatTheWindowLeavesIsLifted) {
    start(kSea);
    const std::uint64_t number = simulation_->newest().facts->number;
    simulation_->send(PressFinger{1, {.at_m = {1.0, 1.5}, .radius_m = 0.3, .depth_m = 0.1}});
    wait_for(
        [](const WaterState& s) { return s.vitals.statistics.mass.carried_kg > kRounding_kg; });
    simulation_->send(KeepInMiddle{number, {9.0, 1.5}});
    wait_for([](const WaterState& s) {
        return s.origin_m.x > 6.0 && s.vitals.statistics.mass.carried_kg < kRounding_kg;
    });
    simulation_->send(LiftFinger{1});
    simulation_->send(SetPaused{true});
    const WaterState& state = wait_for([](const WaterState& s) { return s.vitals.is_paused; });
    EXPECT_TRUE(state.vitals.message.empty()) << state.vitals.message;
}

TEST_F(SimulationThreads, GroundThatChangesIsShownAndOldStatesKeepTheirs) {
    start(R"({"water": {"size": [2, 2], "cells": [20, 20]},
              "events": [{"time": 0.2, "close": {"box": [0, 0, 0.5, 0.5]}}]})");
    const std::shared_ptr<const WorldFacts> before = simulation_->newest().facts;
    const WaterState& after =
        wait_for([](const WaterState& s) { return !s.ground.solid.empty() && s.ground.solid[0]; });
    EXPECT_EQ(after.bodies.size(), 1u);
    EXPECT_EQ(after.facts->number, before->number);  // the same world
    EXPECT_NE(after.ground.revision, before->frame.ground.revision);
    EXPECT_TRUE(before->solid.empty());
}

TEST_F(SimulationThreads, TheSameSceneBeginsAgainAsAnotherWorld) {
    start(kPond);
    const std::uint64_t first = simulation_->newest().facts->number;
    wait_for([](const WaterState& s) { return s.time_s > 0.2; });
    pause();
    simulation_->send(Load{simulation_->newest().facts->recipe});
    const WaterState& state =
        wait_for([&](const WaterState& s) { return s.facts->number != first; });
    EXPECT_EQ(state.time_s, 0.0);
    // A finger that was pressed into the old world is no trouble.
    simulation_->send(LiftFinger{1});
    simulation_->send(StepOnce{});
    EXPECT_EQ(wait_for([](const WaterState& s) { return s.time_s > 0.0; }).vitals.message, "");
}

TEST_F(SimulationThreads, AnotherSceneWithChanges) {
    start(kPond);
    Recipe other = recipe(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.3}})", "b");
    other.options.set = {"water.level=0.4"};
    simulation_->send(Load{other});
    const WaterState& state = wait_for([](const WaterState& s) { return s.level.size() == 400u; });
    EXPECT_NEAR(state.level[0], 0.4f, 1e-5f);
    EXPECT_EQ(state.level_before.size(), 400u);
}

TEST_F(SimulationThreads, ABadSceneIsToldAndTheOldOneGoesOn) {
    start(kPond);
    simulation_->send(Load{{"no_such_scene", {}}});
    const WaterState& told =
        wait_for([](const WaterState& s) { return !s.vitals.message.empty(); });
    EXPECT_NE(told.vitals.message.find("no_such_scene"), std::string::npos);
    EXPECT_FALSE(told.vitals.is_stopped);
    const double time_s = told.time_s;
    wait_for([&](const WaterState& s) { return s.time_s > time_s; });
}

TEST_F(SimulationThreads, WaterThatDivergesStopsAndAResetHelps) {
    start(kSteep);
    simulation_->send(SetSpeed{10.0});
    const WaterState& state = wait_for([](const WaterState& s) { return s.vitals.is_stopped; });
    EXPECT_NE(state.vitals.message.find("diverged"), std::string::npos);
    for (const float level : state.level) ASSERT_TRUE(std::isfinite(level));
    simulation_->send(SetSpeed{0.1});
    simulation_->send(Load{simulation_->newest().facts->recipe});
    const WaterState& again = wait_for([](const WaterState& s) { return !s.vitals.is_stopped; });
    EXPECT_EQ(again.vitals.message, "");
}

TEST_F(SimulationThreads, VelocityComesWhenItIsWanted) {
    start(kPond);
    simulation_->send(AddDrop{{.at_m = {2.0, 1.5}, .radius_m = 0.5, .height_m = 0.1}});
    simulation_->send(WantVelocity{true});
    wait_for([](const WaterState& s) { return s.u.size() == 1200u && s.v.size() == 1200u; });
    simulation_->send(WantVelocity{false});
    wait_for([](const WaterState& s) { return s.u.empty() && s.v.empty(); });
}

TEST_F(SimulationThreads, EdgesChangeAtOnce) {
    start(kPond);
    EXPECT_TRUE(simulation_->newest().ground.has_walls);
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        simulation_->send(SetBoundary{edge, Boundary::Open});
    wait_for([](const WaterState& s) { return !s.ground.has_walls; });
}

TEST_F(SimulationThreads, SaysHowFastItIs) {
    start(kPond);
    const WaterState& state =
        wait_for([](const WaterState& s) { return s.vitals.rates.steps_per_s > 0.0; });
    EXPECT_GT(state.vitals.rates.mlups, 0.0);
    EXPECT_GT(state.vitals.rates.real_time_share, 0.0);
}

TEST_F(SimulationThreads, CommandsMayComeFromManyThreads) {
    start(kPond);
    std::vector<std::thread> senders;
    for (int t = 0; t < 4; ++t)
        senders.emplace_back([this, t] {
            for (int k = 0; k < 50; ++k)
                simulation_->send(
                    AddDrop{{.at_m = {1.0 + 0.5 * t, 1.5}, .radius_m = 0.2, .height_m = 0.001}});
        });
    for (int k = 0; k < 200; ++k) {
        const WaterState& state = simulation_->newest();
        ASSERT_EQ(state.level.size(), state.level_before.size());
        std::this_thread::yield();
    }
    for (std::thread& sender : senders) sender.join();
    EXPECT_EQ(simulation_->newest().vitals.message, "");
}

TEST_F(SimulationThreads, ANonsenseSpeedIsRefused) {
    start(kPond);
    simulation_->send(SetSpeed{1e9});
    wait_for([](const WaterState& s) { return s.vitals.speed == kFastest; });
    simulation_->send(SetSpeed{std::nan("")});
    wait_for([](const WaterState& s) { return !s.vitals.message.empty(); });
}

}  // namespace
}  // namespace tarn::viewer
