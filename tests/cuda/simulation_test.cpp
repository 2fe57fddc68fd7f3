// The viewer's water on a GPU: states hold levels there, and nobody writes what somebody shows.
#include "viewer/simulation.hpp"

#include "support/device_copy.hpp"
#include "support/simulation_for_test.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <fstream>
#include <thread>

namespace tarn::viewer {
namespace {

using namespace std::chrono_literals;

constexpr const char* kPond = R"({"water": {"size": [4, 3], "cells": [200, 150], "level": 0.5},
    "events": [{"drop": {"at": [1, 1], "radius": 0.3, "height": 0.1}}]})";

class GpuSimulationThreads : public SimulationTest {
protected:
    void SetUp() override {
        if (machine_info().gpus.empty()) GTEST_SKIP() << machine_info().why_no_gpu;
        recipe_ = recipe(kPond, {.backend = Backend::Cuda});
        start(recipe_);
    }
    Recipe recipe_;
};

TEST_F(GpuSimulationThreads, StatesHoldTheirLevelsOnTheGpuAlone) {
    const WaterState& state = simulation_->newest();
    EXPECT_TRUE(state.level.empty());
    EXPECT_TRUE(state.level_before.empty());
    ASSERT_TRUE(state.gpu_level && state.gpu_level_before);
    EXPECT_EQ(state.gpu_level->view.nx, 200);
    EXPECT_EQ(host_copy(state.gpu_level->view).size(), 200u * 150u);
}

TEST_F(GpuSimulationThreads, AShownStateStaysWhileTheWaterGoesOn) {
    simulation_->send(SetSpeed{10.0});
    bool has_moved = false;
    for (int k = 0; k < 100; ++k) {
        const WaterState& state = simulation_->newest();
        ASSERT_TRUE(state.gpu_level && state.gpu_level_before);
        const auto now = host_copy(state.gpu_level->view);
        const auto before = host_copy(state.gpu_level_before->view);
        has_moved |= now != before;
        std::this_thread::sleep_for(std::chrono::milliseconds(k % 7 * 5));
        ASSERT_EQ(host_copy(state.gpu_level->view), now) << "state " << k;
        ASSERT_EQ(host_copy(state.gpu_level_before->view), before) << "state " << k;
    }
    EXPECT_TRUE(has_moved);
    EXPECT_EQ(simulation_->newest().vitals.message, "");
}

TEST_F(GpuSimulationThreads, AShownStateOutlivesItsWorld) {
    for (int k = 0; k < 5; ++k) {
        const WaterState& state = simulation_->newest();
        const std::uint64_t number = state.facts->number;
        const auto shown = host_copy(state.gpu_level->view);
        simulation_->send(Load{recipe_});
        simulation_->send(Load{recipe_});
        std::this_thread::sleep_for(300ms);
        ASSERT_EQ(host_copy(state.gpu_level->view), shown);
        wait_for([&](const WaterState& s) { return s.facts->number > number; });
    }
    // From a GPU to a CPU and back.
    Recipe on_cpu = recipe_;
    on_cpu.options.backend = Backend::Cpu;
    simulation_->send(Load{on_cpu});
    wait_for([](const WaterState& s) { return s.level.size() == 200u * 150u && !s.gpu_level; });
    simulation_->send(Load{recipe_});
    wait_for([](const WaterState& s) { return s.level.empty() && s.gpu_level; });
}

TEST_F(GpuSimulationThreads, ADropFallsWhereItsRayMeetsTheWaterAndShowsAtOnceWhilePaused) {
    pause();
    const auto before = host_copy(simulation_->newest().gpu_level->view);
    const Ray down = {{3.0, 2.0, 5.0}, {0.0, 0.0, -1.0}};
    simulation_->send(AddDrop{{.at_m = {1.0, 2.0}, .radius_m = 0.3, .height_m = 0.2}, down});
    const WaterState& state =
        wait_for([&](const WaterState& s) { return host_copy(s.gpu_level->view) != before; });
    const auto after = host_copy(state.gpu_level->view);
    ASSERT_EQ(after.size(), before.size());
    EXPECT_EQ(after, host_copy(state.gpu_level_before->view));
    EXPECT_GT(after[100 * 200 + 150], before[100 * 200 + 150] + 0.1f);
    EXPECT_EQ(after[100 * 200 + 50], before[100 * 200 + 50]);
}

TEST_F(GpuSimulationThreads, VelocityComesToTheHostWhenItIsWanted) {
    simulation_->send(WantVelocity{true});
    wait_for([](const WaterState& s) { return s.u.size() == 30000u && s.v.size() == 30000u; });
}

}  // namespace
}  // namespace tarn::viewer
