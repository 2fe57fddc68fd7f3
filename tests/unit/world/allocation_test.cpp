// What passes between a running water and a program takes no new memory: samples, and fingers that
// move through the water. A program of its own, since it counts what all of it allocates.
#include "support/count_allocations.hpp"
#include "support/world_for_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tarn {
namespace {

class Allocation : public testing::TestWithParam<const char*> {
protected:
    Allocation()
        : world(world_of(R"({"water": {"size": [10, 10], "cells": [200, 200], "level": 0.5,
                                       "scheme": ")" +
                             std::string(GetParam()) + R"("}, "rain": {"rate": 2000, "drop": 0.05,
                                       "seed": 3}})",
                         {.backend = Backend::Cpu, .threads = 1})) {}

    template <class Work>
    static std::size_t bytes_of(Work&& work) {
        const std::size_t before = allocated_bytes();
        work();
        return allocated_bytes() - before;
    }
    /// Of a step during which a finger of this radius moves on.
    std::size_t bytes_of_stirring(double radius_m) {
        double x_m = 2.0;
        const auto move_on = [&] {
            x_m += 0.05;
            ASSERT_TRUE(world.press(1, {{x_m, 5.0}, radius_m, 0.1}));
            ASSERT_TRUE(world.step(0.05));
        };
        for (int k = 0; k < 20; ++k) move_on();  // by now all has its room
        std::size_t most = 0;
        for (int k = 0; k < 20; ++k) most = std::max(most, bytes_of(move_on));
        return most;
    }
    World world;
};

TEST_P(Allocation, SamplesAtThousandsOfPointsTakeNone) {
    std::vector<Vec2> points;
    for (int k = 0; k < 5000; ++k) points.push_back({0.001 * k + 1.0, 2.0 + 0.0005 * k});
    std::vector<Sample> out(points.size());
    ASSERT_TRUE(world.sample(points, out));
    EXPECT_EQ(bytes_of([&] { ASSERT_TRUE(world.sample(points, out)); }), 0u);
}

TEST_P(Allocation, FingersAndRainTakeNoneForTheirCells) {
    // A schedule keeps a time for each of its intervals, some 40 bytes in all. A footprint with one
    // value per cell would be 1,000 bytes for the small finger and 40,000 for the large one.
    EXPECT_LT(bytes_of_stirring(0.3), 500u);
    EXPECT_LT(bytes_of_stirring(2.0), 500u);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Allocation, testing::Values("d2q9", "fv"),
                         [](const auto& scheme) { return std::string(scheme.param); });

}  // namespace
}  // namespace tarn
