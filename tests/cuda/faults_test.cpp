// A whole short run on a GPU in which every call of the CUDA runtime fails in turn: memory that is
// refused is OutOfMemory and changes nothing; any other failure is DeviceLost, then and in every
// call after it, and no number of a lost device is handed out.
#include "exec/cuda/devices.hpp"
#include "support/failing_gpu_calls.hpp"
#include "support/world_for_test.hpp"

#include <functional>
#include <optional>

namespace tarn {
namespace {

constexpr int kMostCalls = 5000;

/// Films over a shore beside open edges, in the scheme that has most kernels for them.
constexpr const char* kShore = R"({"water": {"scheme": "d2q9", "size": [2, 1.5], "cells": [40, 30],
    "bed": {"expr": "0.3 * x"}, "level": 0.3, "edges": {"west": "open"}},
    "events": [{"time": 0, "drop": {"at": [0.4, 0.7], "radius": 0.2, "height": 0.1}}]})";

struct Act {
    const char* name;
    bool changes_water;  ///< and may have done a part of it when memory is refused
    std::function<std::optional<Error>(World&)> act;
};

template <class T>
std::optional<Error> error_of(const Result<T>& result) {
    return result ? std::optional<Error>() : result.error();
}

std::vector<Act> acts_of_a_run(const std::vector<std::byte>& start) {
    static const std::vector<Vec2> points_m = {{0.31, 0.42}, {1.0, 0.75}};
    return {
        {"step", true, [](World& w) { return error_of(w.step(0.05)); }},
        {"drop", true,
         [](World& w) {
             return error_of(w.add_drop({{0.5, 0.5}, 0.2, 0.02}));
         }},
        {"run_to", true,
         [](World& w) {
             RunRows rows;
             return error_of(w.run_to(
                 {.end_s = 2.0, .stop_s = 0.15, .points_m = points_m, .row_every_s = 0.02}, &rows));
         }},
        {"set", true,
         [](World& w) {
             const auto now = w.settings();
             if (!now) return std::optional(now.error());
             LiveSettings next = now.value();
             next.wind_m_per_s = {5.0, 1.0};
             next.viscosity_m2_per_s = 1e-3;
             return error_of(w.set(next));
         }},
        {"field", false, [](World& w) { return error_of(w.field("u")); }},
        {"device field", false, [](World& w) { return error_of(w.device_field("level")); }},
        {"snapshot", false,
         [](World& w) {
             constexpr std::string_view kNames[] = {"level", "v"};
             const auto begun = w.begin_snapshot(kNames);
             return begun ? error_of(w.snapshot("level")) : error_of(begun);
         }},
        {"frame", false, [](World& w) { return error_of(w.frame()); }},
        {"sample", false,
         [](World& w) {
             std::vector<Sample> samples(points_m.size());
             return error_of(w.sample(points_m, samples));
         }},
        {"statistics", false, [](World& w) { return error_of(w.statistics()); }},
        {"checksum", false, [](World& w) { return error_of(w.checksum()); }},
        {"save", false, [](World& w) { return error_of(w.save_to_memory()); }},
        {"restore", true, [=](World& w) { return error_of(w.restore_from_memory(start)); }},
        {"step after it", true, [](World& w) { return error_of(w.step(0.03)); }}};
}

class GpuFaults : public testing::TestWithParam<const char*> {
    void SetUp() override {
        const exec::cuda::Survey found = exec::cuda::survey();
        if (found.devices.empty()) GTEST_SKIP() << found.why_none;
    }
};

World world_on_gpu(const char* scene) {
    return world_of(scene, {.backend = Backend::Cuda});
}

void expect_lost(World& world, const std::string& when) {
    const auto stepped = world.step(0.01);
    EXPECT_TRUE(!stepped && stepped.error().code == ErrorCode::DeviceLost) << when;
    const auto sum = world.checksum();
    EXPECT_TRUE(!sum && sum.error().code == ErrorCode::DeviceLost) << when;
    const auto saved = world.save_to_memory();
    EXPECT_TRUE(!saved && saved.error().code == ErrorCode::DeviceLost) << when;
}

/// Makes every call of one act fail in turn; how many there were. The act is done at the end.
int walk(World& world, const Act& act, const char* scene) {
    const std::vector<std::byte> before = world.save_to_memory().value();
    const std::uint64_t sum = checksum_of(world);
    for (int n = 1; n < kMostCalls; ++n) {
        std::optional<Error> error;
        bool has_failed = false;
        {
            const FailingGpuCall fault(n);
            error = act.act(world);
            has_failed = FailingGpuCall::stop();
        }
        const std::string when = std::string(act.name) + ", call " + std::to_string(n);
        if (!has_failed) {
            EXPECT_FALSE(error) << when << ": " << error->message;
            return n - 1;
        }
        EXPECT_TRUE(error) << when << " failed and nobody noticed";
        if (!error) return n;
        if (error->code == ErrorCode::OutOfMemory) {
            if (!act.changes_water) {
                EXPECT_EQ(checksum_of(world), sum) << when;
            }
            EXPECT_TRUE(world.restore_from_memory(before)) << when;
        } else {
            EXPECT_EQ(error->code, ErrorCode::DeviceLost) << when << ": " << error->message;
            expect_lost(world, when);
            world = world_on_gpu(scene);
            EXPECT_TRUE(world.restore_from_memory(before)) << when;
        }
        EXPECT_EQ(checksum_of(world), sum) << when;
        if (testing::Test::HasFailure()) return n;
    }
    ADD_FAILURE() << act.name << " never succeeds";
    return kMostCalls;
}

TEST_P(GpuFaults, InEveryCallOfARunEndInTheirCodeAndLoseNoCheckpoint) {
    World plain = world_of(GetParam(), {.backend = Backend::Cpu});
    const std::vector<std::byte> start = plain.save_to_memory().value();
    World world = world_on_gpu(GetParam());
    int calls = 0;
    for (const Act& act : acts_of_a_run(start)) {
        // Only a GPU has fields on a device.
        if (std::string_view(act.name) != "device field") {
            ASSERT_FALSE(act.act(plain)) << act.name;
        }
        calls += walk(world, act, GetParam());
        ASSERT_FALSE(HasFailure()) << act.name;
    }
    EXPECT_EQ(checksum_of(world), checksum_of(plain));
    std::printf("%d calls failed in turn\n", calls);
    EXPECT_GT(calls, 100);
}

TEST_P(GpuFaults, WhileAWorldIsMadeAreNamed) {
    int n = 1;
    for (; n < kMostCalls; ++n) {
        const FailingGpuCall fault(n);
        auto made = World::from_json(GetParam(), ".", {.backend = Backend::Cuda});
        if (!FailingGpuCall::stop()) break;
        const std::string when = "call " + std::to_string(n);
        if (made) {
            expect_lost(made.value(), when);
            continue;
        }
        // A GPU that cannot be opened, that gives no memory, or that is lost soon after.
        const ErrorCode code = made.error().code;
        EXPECT_TRUE(code == ErrorCode::Unsupported || code == ErrorCode::OutOfMemory ||
                    code == ErrorCode::DeviceLost)
            << when << ": " << made.error().message;
    }
    EXPECT_GT(n, 5);
    EXPECT_LT(n, kMostCalls);
}

INSTANTIATE_TEST_SUITE_P(Scenes, GpuFaults, testing::Values(kSmallPond, kShore, kLively));

}  // namespace
}  // namespace tarn
