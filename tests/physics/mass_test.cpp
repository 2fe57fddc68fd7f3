// The books of the water over a long time.
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

namespace tarn {
namespace {

TEST(Mass, AfterAHundredThousandStepsOfRainAndStirringTheBooksBalance) {
    auto made = World::from_json(R"({
        "water": {"size": [3.2, 3.2], "cells": [64, 64], "level": 0.2},
        "rain": {"rate": 200, "drop": 0.02, "seed": 3},
        "events": [{"time": 1, "stir": {"path": [[0.5, 0.5], [2.7, 0.9], [0.6, 1.8], [2.6, 2.6]],
                                        "speed": 0.05, "radius": 0.2, "depth": 0.05}},
                   {"time": 5, "press": {"at": [1.6, 1.6], "size": 1, "depth": 0.08}}]})",
                                 ".");
    ASSERT_TRUE(made) << made.error().message;
    World& world = made.value();
    int strokes = 0;
    while (world.steps() < 100000) {
        // A live finger on top, now and then lifted.
        const double angle = 0.1 * strokes;
        if (strokes % 50 == 49) {
            ASSERT_TRUE(world.release(7));
        } else {
            ASSERT_TRUE(world.press(
                7, {{1.6 + 0.9 * std::cos(angle), 1.6 + 0.9 * std::sin(angle)}, 0.15, 0.04}));
        }
        ++strokes;
        const auto report = world.step(0.25);
        ASSERT_TRUE(report) << report.error().message;
    }
    const auto statistics = world.statistics();
    ASSERT_TRUE(statistics);
    const MassReport& m = statistics.value().mass;
    const double error = (m.now_kg - (m.initial_kg + m.added_kg - m.removed_kg)) / m.initial_kg;
    std::printf(
        "mass after %lld steps: initial %.3f kg, added %.3f, removed %.6f, carried %.3f, "
        "refused %.3f; balance %.2e of the initial mass\n",
        static_cast<long long>(world.steps()), m.initial_kg, m.added_kg, m.removed_kg, m.carried_kg,
        m.refused_kg, error);
    EXPECT_GT(m.added_kg, 0.01 * m.initial_kg);
    EXPECT_NEAR(error, 0.0, 1e-6);
}

}  // namespace
}  // namespace tarn
