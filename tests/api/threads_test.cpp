// The C API and threads; the thread sanitizer runs these.
#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char* kScene = R"({"water": {"size": [4, 4], "cells": [72, 72], "level": 0.3},
    "events": [{"drop": {"at": [1.5, 2], "radius": 0.6, "height": 0.2}}]})";

tarn_world make_world() {
    tarn_world world = {};
    EXPECT_EQ(tarn_world_create_from_json(kScene, std::strlen(kScene), ".", &world), TARN_OK);
    return world;
}

std::uint64_t run_world() {
    const tarn_world world = make_world();
    std::uint64_t sum = 0;
    for (int k = 0; k < 5; ++k) EXPECT_EQ(tarn_world_step(world, 0.05, nullptr), TARN_OK);
    EXPECT_EQ(tarn_world_checksum(world, &sum), TARN_OK);
    tarn_world_destroy(world);
    return sum;
}

TEST(CApiThreads, TwoWorldsInTwoThreadsAreIndependent) {
    const std::uint64_t expected = run_world();
    std::uint64_t sums[2] = {};
    std::thread first([&] { sums[0] = run_world(); }), second([&] { sums[1] = run_world(); });
    first.join();
    second.join();
    EXPECT_EQ(sums[0], expected);
    EXPECT_EQ(sums[1], expected);
}

TEST(CApiThreads, HandlesComeAndGoFromManyThreads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([] {
            for (int k = 0; k < 10; ++k) {
                tarn_world world = {};
                ASSERT_EQ(tarn_pond_create(0.77f, 10, 10, 0.5f, &world), TARN_OK);
                ASSERT_EQ(tarn_world_step(world, 0.01, nullptr), TARN_OK);
                tarn_world_destroy(world);
                ASSERT_EQ(tarn_world_step(world, 0.01, nullptr), TARN_BAD_HANDLE);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

TEST(CApiThreads, TheLastErrorBelongsToItsThread) {
    EXPECT_EQ(tarn_world_step({0, 0}, 0.1, nullptr), TARN_BAD_HANDLE);
    const std::string mine = tarn_last_error();
    std::string before = "x", after;
    std::thread([&] {
        before = tarn_last_error();
        tarn_world out = {};
        EXPECT_EQ(tarn_pond_create(0.1f, 10, 10, 0.5f, &out), TARN_INVALID_ARGUMENT);
        after = tarn_last_error();
    }).join();
    EXPECT_EQ(before, "");
    EXPECT_NE(after.find("tau"), std::string::npos);
    EXPECT_EQ(mine, tarn_last_error());
}

TEST(CApiThreads, WhileAStepRunsInTheBackgroundOtherCallsAnswerBusy) {
    const tarn_world world = make_world();
    tarn_world_info info = tarn_world_info_default();
    tarn_statistics statistics = tarn_statistics_default();
    tarn_device_view device = tarn_device_view_default();
    float depth = 0.0f;
    ASSERT_EQ(tarn_world_step_async(world, 0.5), TARN_OK);
    EXPECT_EQ(tarn_world_info_get(world, &info), TARN_BUSY);
    EXPECT_EQ(tarn_world_statistics(world, &statistics), TARN_BUSY);
    EXPECT_EQ(tarn_world_height(world, 0, 0, &depth), TARN_BUSY);
    EXPECT_EQ(tarn_world_step(world, 0.1, nullptr), TARN_BUSY);
    EXPECT_EQ(tarn_world_step_async(world, 0.1), TARN_BUSY);
    EXPECT_EQ(tarn_world_device_field(world, "depth", &device), TARN_BUSY);
    EXPECT_EQ(tarn_world_replay(world, "/nonexistent/calls"), TARN_BUSY);
    tarn_step_report report = tarn_step_report_default();
    ASSERT_EQ(tarn_world_wait(world, &report), TARN_OK);
    EXPECT_EQ(report.time_s, 0.5);
    EXPECT_EQ(tarn_world_info_get(world, &info), TARN_OK);
    // A world may go while its step still runs.
    ASSERT_EQ(tarn_world_step_async(world, 0.2), TARN_OK);
    tarn_world_destroy(world);
}

TEST(CApiThreads, TwoInOneWorldAtOnceAreToldThatItIsBusy) {
    const tarn_world world = make_world();
    std::atomic<int> busy{0}, wrong{0};
    const auto work = [&] {
        // Until somebody was told so: a machine with one core may run one after the other.
        for (int k = 0; k < 40 || (busy == 0 && k < 100'000); ++k) {
            float depth = 0.0f;
            std::uint64_t sum = 0;
            for (const tarn_status status :
                 {tarn_world_step(world, 0.01, nullptr), tarn_world_height(world, 1, 1, &depth),
                  tarn_world_checksum(world, &sum)}) {
                busy += status == TARN_BUSY;
                wrong += status != TARN_BUSY && status != TARN_OK;
            }
        }
    };
    std::thread first(work), second(work);
    first.join();
    second.join();
    EXPECT_GT(busy.load(), 0);
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(tarn_world_step(world, 0.01, nullptr), TARN_OK);
    tarn_world_destroy(world);
}

TEST(CApiThreads, TheHostsJobSystemDoesTheWork) {
    std::atomic<int> tasks{0};
    tarn_options options = tarn_options_default();
    options.threads = 2;
    options.jobs_user = &tasks;
    options.run_jobs = [](void* user, int count, void (*task)(void*, int), void* context) {
        *static_cast<std::atomic<int>*>(user) += count;
        std::vector<std::thread> threads;
        for (int k = 0; k < count; ++k) threads.emplace_back(task, context, k);
        for (std::thread& thread : threads) thread.join();
    };
    tarn_world world = {};
    ASSERT_EQ(tarn_world_create("pond", &options, &world), TARN_OK);
    EXPECT_EQ(tarn_world_step(world, 0.05, nullptr), TARN_OK);
    EXPECT_GT(tasks.load(), 2);
    tarn_world_destroy(world);
}

}  // namespace
