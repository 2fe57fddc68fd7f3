// Worlds and threads: worlds side by side, steps in the background, the host's job system. The
// thread sanitizer runs these.
#include "support/world_for_test.hpp"

#include <atomic>
#include <thread>
#include <vector>

namespace tarn {
namespace {

/// Above 4,096 cells a step is split between threads.
constexpr const char* kSplitPond = R"({
    "water": {"size": [4, 4], "cells": [72, 72], "level": 0.3, "edges": {"east": "open"},
              "solids": [{"disc": [1, 3, 0.4]}]},
    "events": [{"drop": {"at": [1.5, 2], "radius": 0.6, "height": 0.2}}],
    "rain": {"rate": 5000, "drop": 0.03}})";

std::uint64_t run(const WorldOptions& options, double seconds = 0.5) {
    World world = world_of(kSplitPond, options);
    for (int k = 0; k < 5; ++k) stepped(world, seconds / 5.0);
    return checksum_of(world);
}

TEST(WorldThreads, AnyNumberOfThemGivesTheSameBits) {
    const std::uint64_t expected = run({.threads = 1});
    for (const int threads : {2, 3, 8}) EXPECT_EQ(run({.threads = threads}), expected) << threads;
}

TEST(WorldThreads, WorldsSideBySideDoNotDisturbEachOther) {
    const std::uint64_t expected = run({.threads = 2});
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int k = 0; k < 4; ++k)
        threads.emplace_back([&] { right += run({.threads = 2}) == expected; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(right.load(), 4);
}

TEST(WorldThreads, AStepInTheBackgroundEqualsOneInTheForeground) {
    World world = world_of(kSplitPond, {.threads = 2});
    World other = world_of(kSplitPond, {.threads = 2});
    for (int k = 0; k < 5; ++k) {
        ASSERT_TRUE(world.step_async(0.1));
        stepped(other, 0.1);
        const auto report = world.wait();
        ASSERT_TRUE(report);
        EXPECT_EQ(report.value().time_s, other.time_s());
        EXPECT_FALSE(world.is_stepping());
    }
    EXPECT_EQ(checksum_of(world), checksum_of(other));
}

TEST(WorldThreads, WhileAStepRunsInTheBackgroundEverythingElseIsBusy) {
    World world = world_of(kSplitPond, {.threads = 2});
    ASSERT_TRUE(world.step_async(0.5));
    const auto busy = [](const auto& result) {
        return !result && result.error().code == ErrorCode::Busy;
    };
    EXPECT_TRUE(busy(world.step(0.1)));
    EXPECT_TRUE(busy(world.step_async(0.1)));
    EXPECT_TRUE(busy(world.height(0, 0)));
    EXPECT_TRUE(busy(world.velocity(0, 0)));
    EXPECT_TRUE(busy(world.field("depth")));
    EXPECT_TRUE(busy(world.device_field("depth")));
    EXPECT_TRUE(busy(world.device_snapshot("depth", 0)));
    EXPECT_TRUE(busy(world.begin_snapshot({})));
    EXPECT_TRUE(busy(world.snapshot("depth")));
    std::vector<Sample> samples;
    EXPECT_TRUE(busy(world.step_and_sample(0.1, 1, {}, samples)));
    EXPECT_TRUE(busy(world.sample({}, {})));
    EXPECT_TRUE(busy(world.is_under_water({1, 1, 0.1})));
    EXPECT_TRUE(busy(world.ray_cast({1, 1, 5}, {0, 0, -1}, 9)));
    EXPECT_TRUE(busy(world.statistics()));
    EXPECT_TRUE(busy(world.checksum()));
    EXPECT_TRUE(busy(world.save("never")));
    EXPECT_TRUE(busy(world.restore("never")));
    EXPECT_TRUE(busy(world.add_drop({})));
    EXPECT_TRUE(busy(world.add_event({}, 0.1f)));
    EXPECT_TRUE(busy(world.set_bed({}, {})));
    EXPECT_TRUE(busy(world.dig({})));
    EXPECT_TRUE(busy(world.set_solid({}, true)));
    EXPECT_TRUE(busy(world.press(1, {})));
    EXPECT_TRUE(busy(world.release(1)));
    EXPECT_TRUE(busy(world.set_boundary(Edge::West, Boundary::Slip)));
    EXPECT_TRUE(busy(world.start_recording()));
    EXPECT_TRUE(busy(world.restore_water("never")));
    EXPECT_TRUE(busy(world.save_to_memory()));
    ASSERT_TRUE(world.wait());
    EXPECT_EQ(world.time_s(), 0.5);
}

/// Everything that a world can be asked, once; how many answers were Busy.
int ask_everything(World& world, const std::string& folder) {
    int busy = 0;
    const auto note = [&](const auto& result) {
        busy += !result && result.error().code == ErrorCode::Busy;
    };
    const Vec2 point = {1.0, 1.0};
    Sample sample;
    std::vector<Sample> samples;
    const std::string_view fields[] = {"level"};
    const float height_m = 0.0f;
    note(world.step(0.01));
    note(world.run_to({.end_s = world.time_s() + 0.01}));
    note(world.step_and_sample(0.01, 2, {&point, 1}, samples));
    note(world.set_boundary(Edge::West, Boundary::Open));
    note(world.add_event({1, 1, 3, 3}, 0.001f));
    note(world.add_drop({{1, 1}, 0.2, 0.001}));
    note(world.press(1, {{1, 1}, 0.2, 0.01}));
    note(world.release(1));
    if (const auto settings = world.settings())
        note(world.set(settings.value()));
    else
        note(settings);
    note(world.set_bed({0, 0, 0, 0}, {&height_m, 1}));
    note(world.dig({{1, 1}, 0.2, 0.01}));
    note(world.set_solid({0, 0, 0, 0}, false));
    note(world.shift_window(0, 0));
    note(world.height(1, 1));
    note(world.velocity(1, 1));
    note(world.field("depth"));
    note(world.device_field("depth"));
    note(world.device_snapshot("depth", 0));
    note(world.begin_snapshot(fields));
    note(world.snapshot("level"));
    note(world.sample({&point, 1}, {&sample, 1}));
    note(world.sample_on_device({&point, 1}));
    note(world.is_under_water({1, 1, 0.1}));
    note(world.ray_cast({1, 1, 5}, {0, 0, -1}, 9));
    note(world.frame());
    note(world.statistics());
    note(world.checksum());
    note(world.save(folder + "/state.tarn"));
    note(world.restore(folder + "/state.tarn"));
    note(world.restore_water(folder + "/state.tarn"));
    const auto saved = world.save_to_memory();
    note(saved);
    if (saved) note(world.restore_from_memory(saved.value()));
    if (saved) note(world.restore_water_from_memory(saved.value()));
    note(world.start_recording());
    note(world.save_recording(folder + "/calls.txt"));
    note(world.replay(folder + "/none.txt"));
    note(world.step_async(0.01));
    EXPECT_GE(world.steps(), 0);
    EXPECT_EQ(world.info().nx, 72);
    (void)world.is_stepping();
    note(world.wait());
    return busy;
}

// Forbidden, and yet nothing breaks: who comes second is told so.
TEST(WorldThreads, TwoInOneWorldAtOnceAreToldThatItIsBusy) {
    const TempFolder folder;
    World world = world_of(kSplitPond, {.threads = 2});
    std::atomic<int> busy{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; ++t)
        threads.emplace_back([&] {
            // Until somebody was told so: a machine with one core may run one after the other.
            for (int k = 0; k < 6 || (busy == 0 && k < 10'000); ++k)
                busy += ask_everything(world, folder.path().string());
        });
    for (std::thread& thread : threads) thread.join();
    (void)world.wait();
    EXPECT_GT(busy.load(), 0);
    const auto calm = world.step(0.01);
    EXPECT_TRUE(calm) << calm.error().message;
    EXPECT_LT(std::abs(imbalance(world)), 1e-5);  // floats over 5,184 cells
}

TEST(WorldThreads, ALogHookMayAskTheWorldThatItHearsFrom) {
    World* asked = nullptr;
    int calls = 0;
    WorldOptions options = {.log =
                                [&](LogLevel, const std::string&) {
                                    if (!asked) return;
                                    ++calls;
                                    EXPECT_EQ(asked->info().nx, 72);
                                    EXPECT_TRUE(asked->height(1, 1));
                                },
                            .set = {"water.wind=[1,0]"}};
    World calm = world_of(kSplitPond), world = world_of(kSplitPond, options);
    asked = &world;
    const auto saved = calm.save_to_memory();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(world.restore_water_from_memory(saved.value()));
    EXPECT_EQ(calls, 1);
}

TEST(WorldThreads, AWorldThatEndsWaitsForItsStep) {
    for (int k = 0; k < 5; ++k) {
        World world = world_of(kSplitPond, {.threads = 2});
        ASSERT_TRUE(world.step_async(0.2));
    }
}

TEST(WorldThreads, TheHostsJobSystemDoesTheWorkAndGivesTheSameBits) {
    struct Host {
        std::atomic<int> tasks{0};
    } host;
    WorldOptions options;
    options.threads = 3;
    options.jobs = {[](void* user, int count, void (*task)(void*, int), void* context) {
                        static_cast<Host*>(user)->tasks += count;
                        std::vector<std::thread> threads;
                        for (int k = 0; k < count; ++k) threads.emplace_back(task, context, k);
                        for (std::thread& thread : threads) thread.join();
                    },
                    &host};
    EXPECT_EQ(run(options, 0.2), run({.threads = 1}, 0.2));
    EXPECT_GT(host.tasks.load(), 30);
}

}  // namespace
}  // namespace tarn
