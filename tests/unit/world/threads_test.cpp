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
    ASSERT_TRUE(world.wait());
    EXPECT_EQ(world.time_s(), 0.5);
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
