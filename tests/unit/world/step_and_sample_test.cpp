// Stepping and sampling in one call: the same to the bit as one call after the other.
#include "support/world_for_test.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace tarn {
namespace {

const std::vector<Vec2> kPoints = {{0.3, 0.4}, {1.0, 0.75}, {1.97, 1.49}, {-1.0, 9.0}};

bool is_same(const Sample& a, const Sample& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// `count` times step() and sample(); the reports' sums come along.
struct Turns {
    std::vector<Sample> samples;
    StepReport last;
    int steps = 0;
    double added_kg = 0.0, removed_kg = 0.0;
};
Turns in_turn(World& world, double every_s, int count) {
    Turns turns;
    for (int k = 0; k < count; ++k) {
        turns.last = stepped(world, every_s);
        turns.steps += turns.last.steps_now;
        turns.added_kg += turns.last.added_kg;
        turns.removed_kg += turns.last.removed_kg;
        std::vector<Sample> row(kPoints.size());
        EXPECT_TRUE(world.sample(kPoints, row));
        turns.samples.insert(turns.samples.end(), row.begin(), row.end());
    }
    return turns;
}

void expect_same(const WorldOptions& options, double every_s, int count) {
    World one = world_of(kSmallPond, options), other = world_of(kSmallPond, options);
    // Something else happens before and between; the calls need not begin at 0.
    for (int round = 0; round < 2; ++round) {
        const Turns expected = in_turn(other, every_s, count);
        std::vector<Sample> samples;
        const auto report = one.step_and_sample(every_s, count, kPoints, samples);
        ASSERT_TRUE(report) << report.error().message;
        ASSERT_EQ(samples.size(), expected.samples.size());
        for (std::size_t k = 0; k < samples.size(); ++k)
            ASSERT_TRUE(is_same(samples[k], expected.samples[k])) << "sample " << k;
        EXPECT_EQ(checksum_of(one), checksum_of(other));
        EXPECT_EQ(one.time_s(), other.time_s());
        EXPECT_EQ(one.steps(), other.steps());
        const StepReport& got = report.value();
        EXPECT_EQ(got.time_s, expected.last.time_s);
        EXPECT_EQ(got.lag_s, expected.last.lag_s);
        EXPECT_EQ(got.steps, expected.last.steps);
        EXPECT_EQ(got.steps_now, expected.steps);
        // The same amounts in another order.
        EXPECT_NEAR(got.added_kg, expected.added_kg, 1e-9);
        EXPECT_NEAR(got.removed_kg, expected.removed_kg, 1e-9);
        for (World* world : {&one, &other}) {
            ASSERT_TRUE(world->press(3, {{1.2, 0.5}, 0.2, 0.03}));
            ASSERT_TRUE(world->set_boundary(Edge::West, Boundary::Open));
        }
    }
}

// kSmallPond has rain all the time, a stir from 0.2 s and a press from 0.4 s: intervals with rain
// alone are run ahead, the others step by step, and some are both.
TEST(StepAndSample, IsStepAndSampleInTurnWhateverHappensMeanwhile) {
    for (const double every_s : {0.002, 0.03, 0.11}) expect_same({}, every_s, int(0.9 / every_s));
    expect_same({.threads = 3, .set = {"water.cells=[80, 60]"}}, 0.05, 18);
    for (const char* how : {"water.precision=half", "water.precision=double",
                            "water.streaming=in_place", "water.edges.east=open"})
        expect_same({.set = {how}}, 0.05, 18);
}

TEST(StepAndSample, WithAFixedLatticeStepToo) {
    // 0.013 s are one or two steps of 0.008 s; 0.005 s are none or one.
    for (const double every_s : {0.013, 0.005, 0.08})
        expect_same({.set = {"water.time_step=0.008"}}, every_s, 20);
}

TEST(StepAndSample, ALongRunIsCutIntoPiecesWithoutATrace) {
    // 9,000 lattice steps: more than are run ahead at once, in intervals of one and of very many.
    const WorldOptions small = {.set = {"water.cells=[8, 6]", "rain.rate=0", "events=[]"}};
    World one = world_of(kSmallPond, small), other = world_of(kSmallPond, small);
    const double step_s = one.info().max_time_step_s;
    for (World* world : {&one, &other}) ASSERT_TRUE(world->add_drop({{0.7, 0.7}, 0.5, 0.05}));
    std::vector<Sample> samples;
    ASSERT_TRUE(one.step_and_sample(4500 * step_s, 2, kPoints, samples));
    const Turns expected = in_turn(other, 4500 * step_s, 2);
    ASSERT_EQ(samples.size(), expected.samples.size());
    for (std::size_t k = 0; k < samples.size(); ++k)
        EXPECT_TRUE(is_same(samples[k], expected.samples[k])) << k;
    EXPECT_EQ(checksum_of(one), checksum_of(other));
    ASSERT_TRUE(one.step_and_sample(step_s, 9000, kPoints, samples));
    EXPECT_EQ(samples.size(), 9000 * kPoints.size());
    EXPECT_EQ(one.steps(), 18000);
}

TEST(StepAndSample, NoMomentsAndNoPointsAreAllowed) {
    World world = world_of(kSmallPond);
    stepped(world, 0.1);
    const std::uint64_t before = checksum_of(world);
    std::vector<Sample> samples(7);
    auto report = world.step_and_sample(0.03, 0, kPoints, samples);
    ASSERT_TRUE(report);
    EXPECT_TRUE(samples.empty());
    EXPECT_EQ(checksum_of(world), before);
    EXPECT_EQ(report.value().time_s, 0.1);
    EXPECT_EQ(report.value().steps_now, 0);
    report = world.step_and_sample(0.05, 4, {}, samples);
    ASSERT_TRUE(report);
    EXPECT_TRUE(samples.empty());
    EXPECT_NEAR(report.value().time_s, 0.3, 1e-12);
    // Moments without time in between are all the same moment.
    ASSERT_TRUE(world.step_and_sample(0.0, 3, kPoints, samples));
    ASSERT_EQ(samples.size(), 3 * kPoints.size());
    EXPECT_TRUE(is_same(samples[1], samples[9]));
}

TEST(StepAndSample, RefusesWhatMakesNoSenseAndLeavesTheWorldAsItWas) {
    World world = world_of(kSmallPond);
    const std::uint64_t before = checksum_of(world);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Vec2> bad = {{nan, 0.0}};
    std::vector<Sample> samples;
    EXPECT_FALSE(world.step_and_sample(0.1, -1, kPoints, samples));
    EXPECT_FALSE(world.step_and_sample(nan, 1, kPoints, samples));
    EXPECT_FALSE(world.step_and_sample(-0.1, 1, kPoints, samples));
    EXPECT_FALSE(world.step_and_sample(0.1, 1, bad, samples));
    EXPECT_FALSE(world.step_and_sample(1e6, 1000000, kPoints, samples));
    EXPECT_FALSE(world.step_and_sample(1e-12, 2000000000, {}, samples));
    EXPECT_EQ(checksum_of(world), before);
    EXPECT_EQ(world.time_s(), 0.0);
}

TEST(StepAndSample, AfterTroubleTheRowsBeforeItAreThere) {
    constexpr const char* kSteep = R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 0.5,
        "tau": 0.505, "collision": "bgk"}, "events": [{"drop": {"at": [2, 2], "radius": 0.4,
        "height": 1, "shape": "tophat"}}]})";
    World one = world_of(kSteep), other = world_of(kSteep);
    const double every_s = 4 * one.info().max_time_step_s;
    std::vector<Sample> samples;
    const auto report = one.step_and_sample(every_s, 1000, kPoints, samples);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Diverged);
    ASSERT_EQ(samples.size(), std::size_t(one.steps() / 4) * kPoints.size());
    ASSERT_LT(samples.size(), 1000 * kPoints.size());
    const Turns expected = in_turn(other, every_s, int(one.steps() / 4));
    for (std::size_t k = 0; k < samples.size(); ++k)
        ASSERT_TRUE(is_same(samples[k], expected.samples[k])) << k;
    const auto again = other.step(every_s);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, report.error().message);
    EXPECT_EQ(checksum_of(one), checksum_of(other));
    EXPECT_EQ(mass_of(one).now_kg, mass_of(other).now_kg);
}

TEST(StepAndSample, IsNotedByARecording) {
    const TempFolder folder;
    World one = world_of(kSmallPond), other = world_of(kSmallPond);
    ASSERT_TRUE(one.start_recording());
    std::vector<Sample> samples;
    ASSERT_TRUE(one.step_and_sample(0.07, 9, kPoints, samples));
    ASSERT_TRUE(one.save_recording(folder / "calls.txt"));
    ASSERT_TRUE(other.replay(folder / "calls.txt"));
    EXPECT_EQ(checksum_of(other), checksum_of(one));
}

}  // namespace
}  // namespace tarn
