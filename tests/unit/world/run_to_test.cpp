// Runs on the water's own clock: what is recorded on the way, and where the run stops, changes
// nothing of what is computed.
#include "support/small_scenes.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace tarn {
namespace {

const std::vector<Vec2> kPoints = {{0.31, 0.42}, {1.0, 0.75}, {-1.0, 9.0}};

StepReport ran(World& world, const RunDesc& desc, RunRows* rows = nullptr) {
    const auto report = world.run_to(desc, rows);
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    return report ? report.value() : StepReport{};
}

/// A run in pieces of odd lengths, with rows that lie between steps.
void run_in_pieces(World& world, double end_s, double piece_s, double row_every_s) {
    for (double at_s = piece_s; at_s < end_s; at_s += piece_s * 1.37) {
        RunRows rows;
        ran(world,
            {.end_s = end_s, .stop_s = at_s, .points_m = kPoints, .row_every_s = row_every_s},
            &rows);
    }
    ran(world, {.end_s = end_s});
}

void expect_equal(const World& a, const World& b) {
    EXPECT_EQ(checksum_of(a), checksum_of(b));
    EXPECT_EQ(a.time_s(), b.time_s());
    EXPECT_EQ(a.steps(), b.steps());
    EXPECT_EQ(a.info().viscosity_used_m2_per_s, b.info().viscosity_used_m2_per_s);
}

TEST(RunTo, ComputesTheSameWhateverIsRecordedInEveryScene) {
    for (const SmallScene& scene : kSmallScenes) {
        SCOPED_TRACE(scene.name);
        const WorldOptions options = {.set = scene.set(scene.is_fv ? "float" : "half")};
        auto one = World::from_scene(scene.name, options);
        auto other = World::from_scene(scene.name, options);
        auto third = World::from_scene(scene.name, options);
        ASSERT_TRUE(one && other && third);
        const WorldInfo info = one.value().info();
        // Not a multiple of a tick, nor of a step.
        const double end_s = 2.31 * info.tick_s;
        ran(one.value(), {.end_s = end_s});
        EXPECT_EQ(one.value().time_s(), end_s);
        run_in_pieces(other.value(), end_s, 0.29 * info.tick_s, 0.17 * info.max_time_step_s);
        expect_equal(one.value(), other.value());
        run_in_pieces(third.value(), end_s, 0.6 * info.max_time_step_s, 1.9 * info.tick_s);
        expect_equal(one.value(), third.value());
    }
}

// Where drops fall the step is too long, several times, and is halved each time. That a row is
// taken or a run stops in between must not make it long again.
constexpr const char* kFallingDrops =
    R"({"water": {"size": [4, 2], "cells": [40, 20], "level": 0.05,
    "scheme": "fv", "edges": {"east": {"inflow": {"discharge": -0.3}}}},
    "rain": {"rate": 500000, "drop": 0.15, "seed": 7},
    "events": [{"time": 0.31, "drop": {"at": [1, 1], "radius": 0.15, "height": 6, "shape": "tophat"}},
               {"time": 0.62, "drop": {"at": [3, 1], "radius": 0.1, "height": 9}}]})";

TEST(RunTo, ComputesTheSameWhereStepsAreTooLong) {
    const double end_s = 1.17;
    World whole = world_of(kFallingDrops);
    ran(whole, {.end_s = end_s});
    for (const double piece_s : {0.0031, 0.013, 0.07, 0.31}) {
        World rows = world_of(kFallingDrops), cut = world_of(kFallingDrops);
        run_in_pieces(rows, end_s, piece_s, 0.0017);
        expect_equal(whole, rows);
        for (double at_s = piece_s; at_s < end_s; at_s += piece_s) {
            ran(cut, {.end_s = end_s, .stop_s = at_s});
            const auto saved = cut.save_to_memory();
            ASSERT_TRUE(saved && cut.restore_from_memory(saved.value()));
        }
        ran(cut, {.end_s = end_s});
        expect_equal(whole, cut);
    }
}

// The longest step of d2q9 depends on the viscosity, which changes in the middle of a tick.
TEST(RunTo, ComputesTheSameWhereASettingChangesTheStep) {
    constexpr const char* kThicker =
        R"({"water": {"size": [2, 1.5], "cells": [40, 30], "level": 0.3},
        "events": [{"time": 0, "drop": {"at": [0.6, 0.7], "radius": 0.3, "height": 0.1}},
                   {"time": 0.1234, "set": {"viscosity": 0.5}}]})";
    const double end_s = 0.61;
    World whole = world_of(kThicker), rows = world_of(kThicker);
    const double before_s = whole.info().max_time_step_s;
    ran(whole, {.end_s = end_s});
    EXPECT_NE(whole.info().max_time_step_s, before_s);
    run_in_pieces(rows, end_s, 0.0071, 0.0013);
    expect_equal(whole, rows);
    for (const double stop_s : {0.12, 0.125, 0.13, 0.14}) {
        World cut = world_of(kThicker);
        ran(cut, {.end_s = end_s, .stop_s = stop_s});
        ran(cut, {.end_s = end_s});
        expect_equal(whole, cut);
    }
}

TEST(RunTo, GoesOnToTheBitFromACheckpointBetweenTicks) {
    for (const char* scene : {kSmallPond, kLively}) {
        World whole = world_of(scene), first = world_of(scene), second = world_of(scene);
        const double end_s = 1.234;
        ran(whole, {.end_s = end_s});
        ran(first, {.end_s = end_s, .stop_s = 0.4567});
        const auto saved = first.save_to_memory();
        ASSERT_TRUE(saved);
        ASSERT_TRUE(second.restore_from_memory(saved.value()));
        ran(second, {.end_s = end_s});
        expect_equal(whole, second);
    }
}

TEST(RunTo, RowsAreTheSameHoweverTheRunIsCut) {
    for (const double every_s : {0.05, 0.1, 0.0007, 0.013}) {
        World one = world_of(kSmallPond), other = world_of(kSmallPond);
        RunRows whole, pieces;
        const double end_s = 0.4;
        RunDesc desc = {.end_s = end_s, .points_m = kPoints, .row_every_s = every_s};
        ran(one, desc, &whole);
        for (int k = 1; k <= 40; ++k) {
            RunRows rows;
            desc.stop_s = std::min(end_s, 0.01 * k);
            ran(other, desc, &rows);
            pieces.times_s.insert(pieces.times_s.end(), rows.times_s.begin(), rows.times_s.end());
            pieces.samples.insert(pieces.samples.end(), rows.samples.begin(), rows.samples.end());
        }
        expect_equal(one, other);
        ASSERT_EQ(whole.times_s, pieces.times_s);
        ASSERT_EQ(whole.samples.size(), whole.times_s.size() * kPoints.size());
        ASSERT_EQ(whole.samples.size(), pieces.samples.size());
        EXPECT_EQ(std::memcmp(whole.samples.data(), pieces.samples.data(),
                              whole.samples.size() * sizeof(Sample)),
                  0)
            << every_s;
        EXPECT_EQ(whole.times_s.size(), std::size_t(std::floor(end_s / every_s + 1e-9)));
        for (std::size_t k = 0; k < whole.times_s.size(); ++k)
            EXPECT_NEAR(whole.times_s[k], double(k + 1) * every_s, 1e-12);
    }
}

TEST(RunTo, RowsAtStepsAreWhatSampleSays) {
    World one = world_of(kSmallPond), other = world_of(kSmallPond);
    const double tick_s = one.info().tick_s;
    RunRows rows;
    ran(one, {.end_s = 6 * tick_s, .points_m = kPoints, .row_every_s = tick_s}, &rows);
    ASSERT_EQ(rows.times_s.size(), 6u);
    for (std::size_t k = 0; k < 6; ++k) {
        ran(other, {.end_s = 6 * tick_s, .stop_s = rows.times_s[k]});
        EXPECT_EQ(other.time_s(), rows.times_s[k]);
        std::vector<Sample> now(kPoints.size());
        ASSERT_TRUE(other.sample(kPoints, now));
        EXPECT_EQ(
            std::memcmp(now.data(), &rows.samples[k * now.size()], now.size() * sizeof(Sample)), 0);
    }
}

TEST(RunTo, RowsBetweenStepsLieBetweenThem) {
    World one = world_of(kSmallPond), other = world_of(kSmallPond);
    const double row_s = 0.2003;
    RunRows rows;
    ran(one, {.end_s = 0.3, .points_m = kPoints, .row_start_s = row_s, .row_every_s = 1.0}, &rows);
    ASSERT_EQ(rows.times_s.size(), 1u);
    std::vector<Sample> before(kPoints.size()), after(kPoints.size());
    ran(other, {.end_s = 0.3, .stop_s = row_s, .stops_before = true});
    const double before_s = other.time_s();
    ASSERT_TRUE(other.sample(kPoints, before));
    ran(other, {.end_s = 0.3, .stop_s = row_s});
    ASSERT_TRUE(other.sample(kPoints, after));
    EXPECT_LT(before_s, row_s);
    EXPECT_GT(other.time_s(), row_s);
    const double share = (row_s - before_s) / (other.time_s() - before_s);
    for (std::size_t k = 0; k < kPoints.size(); ++k) {
        const auto mixed = [share](float a, float b) { return double(a) + share * double(b - a); };
        // Rounding of a float.
        EXPECT_NEAR(rows.samples[k].level_m, mixed(before[k].level_m, after[k].level_m), 1e-6);
        EXPECT_NEAR(rows.samples[k].velocity_m_per_s[0],
                    mixed(before[k].velocity_m_per_s[0], after[k].velocity_m_per_s[0]), 1e-6);
    }
}

TEST(RunTo, AFloodTakesAsManyStepsAsWithoutRows) {
    constexpr const char* kFlood = R"({"water": {"size": [2400, 1200], "cells": [100, 50],
        "bed": {"expr": "0.002*x"}, "level": {"expr": "x < 600 ? 6 : 1"}}, "duration": 300})";
    World one = world_of(kFlood), other = world_of(kFlood);
    RunRows rows;
    ran(one, {.end_s = 300.0});
    ran(other, {.end_s = 300.0, .points_m = kPoints, .row_every_s = 0.05}, &rows);
    EXPECT_EQ(rows.times_s.size(), 6000u);
    expect_equal(one, other);
    // Steps of about a second are stable.
    EXPECT_LT(one.steps(), 600);
}

TEST(RunTo, ASettingOfTheSceneChangesTheStepAtTheSameTickHoweverTheRunIsCut) {
    constexpr const char* kThick = R"({"water": {"size": [2, 1.5], "cells": [40, 30], "level": 0.3,
            "scheme": "d2q9"},
        "events": [{"time": 0, "drop": {"at": [0.6, 0.7], "radius": 0.3, "height": 0.1}},
                   {"time": 0.123, "set": {"viscosity": 0.5}}]})";
    World one = world_of(kThick), other = world_of(kThick);
    const double before_s = one.info().max_time_step_s;
    ran(one, {.end_s = 0.5});
    EXPECT_LT(one.info().max_time_step_s, before_s);
    EXPECT_LE(one.info().time_step_s, one.info().max_time_step_s * (1.0 + 1e-9));
    run_in_pieces(other, 0.5, 0.017, 0.003);
    expect_equal(one, other);
}

TEST(RunTo, AFixedStepStopsBeforeTheEndByLessThanOne) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5,
                                         "time_step": 0.01}})");
    const StepReport report = ran(world, {.end_s = 0.517});
    EXPECT_EQ(report.time_s, 0.51);
    EXPECT_NEAR(report.lag_s, 0.007, 1e-12);
    EXPECT_EQ(world.steps(), 51);
}

TEST(RunTo, ReplaysToTheBit) {
    TempFolder folder;
    World one = world_of(kSmallPond), other = world_of(kSmallPond);
    ASSERT_TRUE(one.start_recording());
    ran(one, {.end_s = 1.0, .stop_s = 0.333});
    ASSERT_TRUE(one.add_drop({{1.0, 0.5}, 0.2, 0.05, true}));
    ran(one, {.end_s = 0.777});
    ASSERT_TRUE(one.save_recording(folder / "run.txt"));
    ASSERT_TRUE(other.replay(folder / "run.txt"));
    expect_equal(one, other);
}

TEST(RunTo, RefusesWhatIsNoRun) {
    World world = world_of(kSmallPond);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const Vec2 nowhere[] = {{nan, 0.0}};
    const std::pair<RunDesc, const char*> cases[] = {
        {{.end_s = nan}, "end_s"},
        {{.end_s = inf}, "end_s"},
        {{.end_s = -1.0}, "end_s"},
        {{.end_s = 1.0, .stop_s = 2.0}, "stop_s"},
        {{.end_s = 1.0, .stop_s = nan}, "stop_s"},
        {{.end_s = 1e11}, "stop_s"},
        {{.end_s = 1e30, .stop_s = 0.5}, "end_s"},
        {{.end_s = 1.0, .row_every_s = -1.0}, "row_every_s"},
        {{.end_s = 1.0, .row_every_s = nan}, "row_every_s"},
        {{.end_s = 1.0, .row_every_s = 1e-300}, "row_every_s"},
        {{.end_s = 1.0, .row_start_s = inf, .row_every_s = 0.1}, "row_start_s"},
        {{.end_s = 1.0, .points_m = nowhere}, "point"}};
    for (const auto& [desc, word] : cases) {
        RunRows rows;
        const auto report = world.run_to(desc, &rows);
        ASSERT_FALSE(report) << word;
        EXPECT_EQ(report.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(report.error().message.find(word), std::string::npos) << report.error().message;
    }
    EXPECT_EQ(world.time_s(), 0.0);
    // What is over already is no mistake.
    ran(world, {.end_s = 0.5});
    EXPECT_EQ(ran(world, {.end_s = 0.2}).steps_now, 0);
    EXPECT_EQ(world.time_s(), 0.5);
}

}  // namespace
}  // namespace tarn
