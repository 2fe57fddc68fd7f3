// A whole short run in which the system refuses memory or a thread, at every call for it in turn:
// the answer is OutOfMemory (or fewer threads). The water stands where it stood; where it was
// stepping it stands where it got to, and goes on to the same bits.
#include "support/failing_resources.hpp"
#include "support/programs.hpp"
#include "support/world_for_test.hpp"
#include <tarn/tarn.h>

#include <cstring>
#include <functional>
#include <optional>

namespace tarn {
namespace {

constexpr int kMostCalls = 20000;

/// What a failed act leaves: the state before it, a part of a run that can be gone on with, a part
/// of a step, or water that says that it has to be restored again.
enum class Leaves { StateBefore, PartOfRun, PartOfStep, Nothing };

struct Act {
    const char* name;
    Leaves leaves;
    std::function<std::optional<Error>(World&)> act;
};

template <class T>
std::optional<Error> error_of(const Result<T>& result) {
    return result ? std::optional<Error>() : result.error();
}

/// Everything that is done to a world in a run.
std::vector<Act> acts_of_a_run(const TempFolder& folder, bool is_fv) {
    static const std::vector<Vec2> points_m = {{0.31, 0.42}, {1.0, 0.75}};
    const std::string state = folder / "state.tarn", calls = folder / "calls.txt";
    using enum Leaves;
    std::vector<Act> acts = {
        {"start_recording", StateBefore, [](World& w) { return error_of(w.start_recording()); }},
        {"step", PartOfStep, [](World& w) { return error_of(w.step(0.35)); }},
        {"press", StateBefore,
         [](World& w) {
             return error_of(w.press(3, {{1.0, 0.7}, 0.3, 0.02}));
         }},
        {"drop", StateBefore,
         [](World& w) {
             return error_of(w.add_drop({{0.5, 0.5}, 0.2, 0.05}));
         }},
        {"event", StateBefore,
         [](World& w) {
             return error_of(w.add_event({2, 2, 9, 9}, 0.01f));
         }},
        {"run_to", PartOfRun,
         [](World& w) {
             RunRows rows;
             return error_of(w.run_to({.end_s = 2.0,
                                       .stop_s = 0.9,
                                       .points_m = points_m,
                                       .row_start_s = 0.3,
                                       .row_every_s = 0.07},
                                      &rows));
         }},
        {"set", StateBefore,
         [](World& w) {
             const auto now = w.settings();
             if (!now) return std::optional(now.error());
             LiveSettings next = now.value();
             next.wind_m_per_s = {5.0, 1.0};
             next.viscosity_m2_per_s = 1e-3;
             return error_of(w.set(next));
         }},
        {"step_and_sample", PartOfStep,
         [](World& w) {
             std::vector<Sample> samples;
             return error_of(w.step_and_sample(0.03, 4, points_m, samples));
         }},
        {"field", StateBefore, [](World& w) { return error_of(w.field("u")); }},
        {"snapshot", StateBefore,
         [](World& w) {
             constexpr std::string_view kNames[] = {"level", "v"};
             const auto begun = w.begin_snapshot(kNames);
             return begun ? error_of(w.snapshot("level")) : error_of(begun);
         }},
        {"frame", StateBefore, [](World& w) { return error_of(w.frame()); }},
        {"statistics", StateBefore, [](World& w) { return error_of(w.statistics()); }},
        {"save", StateBefore, [=](World& w) { return error_of(w.save(state)); }},
        {"save_recording", StateBefore,
         [=](World& w) {
             // A restore, with which the test goes back after a refusal, has ended the first one.
             const auto begun = w.start_recording();
             return begun ? error_of(w.save_recording(calls)) : error_of(begun);
         }},
        {"release", StateBefore, [](World& w) { return error_of(w.release(3)); }},
        {"step after it", PartOfStep, [](World& w) { return error_of(w.step(0.1)); }},
        {"restore", Nothing, [=](World& w) { return error_of(w.restore(state)); }},
        {"step_async", PartOfStep, [](World& w) {
             const auto begun = w.step_async(0.05);
             return begun ? error_of(w.wait()) : error_of(begun);
         }}};
    if (is_fv) {
        acts.push_back({"dig", StateBefore, [](World& w) {
                            return error_of(w.dig({{1.0, 1.0}, 0.3, 0.1}));
                        }});
        acts.push_back({"set_solid", StateBefore, [](World& w) {
                            return error_of(w.set_solid({1, 1, 5, 5}, true));
                        }});
        acts.push_back({"last step", PartOfStep, [](World& w) { return error_of(w.step(0.1)); }});
    }
    return acts;
}

bool is_documented(ErrorCode code, Resource resource) {
    // A step behind the caller needs a thread, which the machine does not have.
    return code == (resource == Resource::Thread ? ErrorCode::Unsupported : ErrorCode::OutOfMemory);
}

struct Sums {
    std::uint64_t before, after;  ///< the act
};

void expect_left(World& world, const Act& act, const Sums& sums, const std::string& when) {
    if (act.leaves == Leaves::Nothing && checksum_of(world) != sums.before) {
        const auto stepped = world.step(0.01);
        EXPECT_TRUE(!stepped && stepped.error().code == ErrorCode::OutOfMemory) << when;
        return;
    }
    // A sum over cells in float.
    EXPECT_LT(std::abs(imbalance(world)), 1e-6) << when;
    if (act.leaves == Leaves::StateBefore) {
        EXPECT_EQ(checksum_of(world), sums.before) << when;
    }
    if (act.leaves != Leaves::PartOfRun) return;
    const auto again = act.act(world);
    EXPECT_FALSE(again) << when << (again ? again->message : "");
    EXPECT_EQ(checksum_of(world), sums.after) << when;
}

/// Makes every call for a resource within one act fail in turn; how many there were.
int walk(World& world, const Act& act, Resource resource, Failing failing) {
    const std::vector<std::byte> before = world.save_to_memory().value();
    const std::uint64_t sum = checksum_of(world);
    EXPECT_FALSE(act.act(world)) << act.name;
    const std::uint64_t sum_after = checksum_of(world);
    EXPECT_TRUE(world.restore_from_memory(before)) << act.name;
    for (int n = 1; n < kMostCalls; ++n) {
        std::optional<Error> error;
        bool has_failed = false;
        {
            const FailingResource fault(resource, n, failing);
            error = act.act(world);
            has_failed = FailingResource::stop();
        }
        const std::string when = std::string(act.name) + ", call " + std::to_string(n) + ": ";
        if (!error) {
            if (!has_failed) return n - 1;
            // It did without: back to where it stood, and the next one.
            EXPECT_TRUE(world.restore_from_memory(before)) << when;
            continue;
        }
        EXPECT_TRUE(is_documented(error->code, resource)) << when << error->message;
        EXPECT_FALSE(error->message.empty()) << when;
        expect_left(world, act, {sum, sum_after}, when + error->message);
        if (act.leaves != Leaves::StateBefore) {
            EXPECT_TRUE(world.restore_from_memory(before)) << when;
        }
        if (testing::Test::HasFailure()) return n;
    }
    ADD_FAILURE() << act.name << " never succeeds";
    return kMostCalls;
}

class Resources : public testing::TestWithParam<std::tuple<const char*, Resource, Failing>> {};

TEST_P(Resources, RefusedInEveryCallOfARunChangeNothing) {
    const auto [scene, resource, failing] = GetParam();
    // Thousands of checkpoints are flushed: in memory, where there is such a folder.
    const VariableForTest place("TMPDIR",
                                std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp");
    const TempFolder folder;
    const bool is_fv = scene == kLively;
    const WorldOptions options = {.backend = Backend::Cpu, .threads = 3};
    World plain = world_of(scene, options);
    for (const Act& act : acts_of_a_run(folder, is_fv)) ASSERT_FALSE(act.act(plain)) << act.name;
    World world = world_of(scene, options);
    int calls = 0;
    for (const Act& act : acts_of_a_run(folder, is_fv)) {
        calls += walk(world, act, resource, failing);
        ASSERT_FALSE(HasFailure()) << act.name;
    }
    EXPECT_EQ(checksum_of(world), checksum_of(plain));
    std::printf("%d calls failed in turn\n", calls);
    EXPECT_GT(calls, resource == Resource::Heap ? 100 : 0);
}

TEST_P(Resources, RefusedWhileAWorldIsMadeAreNamed) {
    const auto [scene, resource, failing] = GetParam();
    const WorldOptions options = {.backend = Backend::Cpu, .threads = 3};
    int n = 1;
    for (; n < kMostCalls; ++n) {
        std::optional<Error> error;
        bool has_failed = false;
        {
            const FailingResource fault(resource, n, failing);
            const auto made = World::from_json(scene, ".", options);
            error = error_of(made);
            has_failed = FailingResource::stop();
        }
        if (!error && !has_failed) break;
        if (error) {
            ASSERT_EQ(error->code, ErrorCode::OutOfMemory) << n << ": " << error->message;
        }
    }
    EXPECT_LT(n, kMostCalls);
    EXPECT_GT(n, 1);
}

// The same behind the C API: nothing leaves a call but a status.
TEST_P(Resources, RefusedBehindTheCApiAreStatuses) {
    const auto [scene, resource, failing] = GetParam();
    tarn_options options = tarn_options_default();
    options.backend = TARN_BACKEND_CPU;
    options.threads = 3;
    int n = 1;
    for (; n < kMostCalls; ++n) {
        tarn_world world = {};
        tarn_status status = TARN_OK;
        bool has_failed = false;
        {
            const FailingResource fault(resource, n, failing);
            status = tarn_world_create_from_json_with_options(scene, std::strlen(scene), ".",
                                                              &options, &world);
            if (status == TARN_OK) status = tarn_world_step(world, 0.05, nullptr);
            has_failed = FailingResource::stop();
        }
        ASSERT_TRUE(status == TARN_OK || status == TARN_OUT_OF_MEMORY)
            << n << ": " << tarn_last_error();
        tarn_world_destroy(world);
        if (!has_failed) break;
    }
    EXPECT_LT(n, kMostCalls);
}

// In water in space bodies move within a step, and the cells around them with it. A step that finds
// no memory in between says so, and so do all calls until the state before it is restored.
TEST(ResourcesInSpace, AStepWithBodiesWithoutMemoryAsksForARestore) {
    for (const std::string model : {"volume", "stable"}) {
        World world = world_of(R"({"water": {"model": ")" + model +
                                   R"(", "size": [1, 1, 1], "cells": [12, 12, 12],
                "fill": [{"box": [0, 0, 0, 1, 1, 0.5]}]},
            "bodies": [{"name": "box", "shape": "box", "size": [0.3, 0.3, 0.3], "density": 400,
                        "at": [0.5, 0.5, 0.6], "velocity": [0.4, 0, -0.5]}]})",
                               {.backend = Backend::Cpu, .threads = 1});
        const auto advance = [&] { return world.step(0.05); };
        const std::vector<std::byte> before = world.save_to_memory().value();
        ASSERT_TRUE(advance());
        const std::uint64_t after = checksum_of(world);
        ASSERT_TRUE(world.restore_from_memory(before));
        int lost = 0;
        for (int n = 1;; ++n) {
            ASSERT_LT(n, kMostCalls);
            std::optional<Error> error;
            bool has_failed = false;
            {
                const FailingResource fault(Resource::Heap, n);
                error = error_of(advance());
                has_failed = FailingResource::stop();
            }
            if (!has_failed) break;
            const std::string when = model + ", call " + std::to_string(n);
            if (error) {
                ASSERT_EQ(error->code, ErrorCode::OutOfMemory) << when << error->message;
                if (error->message.find("restore a checkpoint") != std::string::npos) {
                    ++lost;
                    const auto more = advance();
                    ASSERT_FALSE(more) << when;
                    ASSERT_EQ(more.error().message, error->message);
                } else {
                    ASSERT_TRUE(advance()) << when;
                    ASSERT_LT(std::abs(imbalance(world)), 1e-6) << when;  // a sum in float
                }
            }
            ASSERT_TRUE(world.restore_from_memory(before)) << when;
            ASSERT_TRUE(advance()) << when;
            ASSERT_EQ(checksum_of(world), after) << when;
            ASSERT_TRUE(world.restore_from_memory(before)) << when;
        }
        EXPECT_GT(lost, 0) << model;
    }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Resources,
                         testing::Combine(testing::Values(kSmallPond, kLively),
                                          testing::Values(Resource::Heap, Resource::Pages,
                                                          Resource::Thread),
                                          testing::Values(Failing::Once, Failing::FromThenOn)));

}  // namespace
}  // namespace tarn
