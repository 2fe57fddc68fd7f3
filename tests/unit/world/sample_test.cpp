// Asking between the cells: levels, normals, points under water, rays.
#include "support/world_for_test.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace tarn {
namespace {

// Levels are given as floats near 1.
constexpr double kFloat = 2e-7;

/// Water whose level is the plane 1 + 0.1 x - 0.05 y over a bed at -0.5.
World tilted() {
    return world_of(R"({"water": {"size": [4, 2], "cells": [40, 20], "bed": -0.5,
        "level": {"expr": "1 + 0.1*x - 0.05*y"}, "velocity": [0.25, -0.125]}})");
}
double plane(double x, double y) {
    return 1.0 + 0.1 * x - 0.05 * y;
}

TEST(Sample, IsExactForAPlaneLevel) {
    const World world = tilted();
    std::vector<Vec2> points;
    for (double y = 0.2; y < 1.85; y += 0.173)
        for (double x = 0.15; x < 3.9; x += 0.217) points.push_back({x, y});
    std::vector<Sample> samples(points.size());
    ASSERT_TRUE(world.sample(points, samples));
    const double length = std::sqrt(0.1 * 0.1 + 0.05 * 0.05 + 1.0);
    for (std::size_t k = 0; k < points.size(); ++k) {
        const double level = plane(points[k].x, points[k].y);
        EXPECT_NEAR(samples[k].level_m, level, kFloat);
        EXPECT_NEAR(samples[k].depth_m, level + 0.5, kFloat);
        // Slopes are differences of floats over a cell of 0.1 m.
        EXPECT_NEAR(samples[k].normal[0], -0.1 / length, 20 * kFloat);
        EXPECT_NEAR(samples[k].normal[1], 0.05 / length, 20 * kFloat);
        EXPECT_NEAR(samples[k].normal[2], 1.0 / length, 20 * kFloat);
        EXPECT_NEAR(samples[k].velocity_m_per_s[0], 0.25, kFloat);
        EXPECT_NEAR(samples[k].velocity_m_per_s[1], -0.125, kFloat);
    }
}

TEST(Sample, OutsideTheWaterTheNearestEdgeAnswers) {
    const World world = tilted();
    const Vec2 points[] = {{-3.0, 1.0}, {99.0, 1.0}, {2.0, -7.0}, {1e30, -1e30}};
    Sample samples[4];
    ASSERT_TRUE(world.sample(points, samples));
    EXPECT_NEAR(samples[0].level_m, plane(0.05, 1.0), kFloat);
    EXPECT_NEAR(samples[1].level_m, plane(3.95, 1.0), kFloat);
    EXPECT_NEAR(samples[2].level_m, plane(2.0, 0.05), kFloat);
    EXPECT_NEAR(samples[3].level_m, plane(3.95, 0.05), kFloat);
}

TEST(Sample, RefusesNonFinitePointsAndOutputsOfAnotherLength) {
    const World world = tilted();
    const Vec2 bad[] = {{1.0, std::numeric_limits<double>::quiet_NaN()}};
    Sample out[2];
    EXPECT_FALSE(world.sample(bad, {out, 1}));
    const Vec2 good[] = {{1.0, 1.0}};
    EXPECT_FALSE(world.sample(good, {out, 2}));
    EXPECT_TRUE(world.sample({}, {}));
}

TEST(Sample, SolidCellsDoNotPullTheLevelDown) {
    const World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5,
        "solids": [{"box": [1, 0, 2, 2]}]}})");
    const Vec2 points[] = {{0.99, 1.0}, {1.5, 1.0}};
    Sample samples[2];
    ASSERT_TRUE(world.sample(points, samples));
    EXPECT_NEAR(samples[0].level_m, 0.5, kFloat);
    EXPECT_NEAR(samples[0].normal[2], 1.0, 1e-6);
    EXPECT_EQ(samples[1].depth_m, 0.0f);
}

TEST(UnderWater, IsBetweenBedAndSurfaceAndInsideTheEdges) {
    const World world = tilted();
    const auto is_under = [&](double x, double y, double z) {
        return world.is_under_water({x, y, z}).value();
    };
    EXPECT_TRUE(is_under(2.0, 1.0, plane(2.0, 1.0) - 1e-5));
    EXPECT_FALSE(is_under(2.0, 1.0, plane(2.0, 1.0) + 1e-5));
    EXPECT_TRUE(is_under(2.0, 1.0, -0.499));
    EXPECT_FALSE(is_under(2.0, 1.0, -0.501));
    EXPECT_FALSE(is_under(-0.1, 1.0, 0.5));
    EXPECT_FALSE(is_under(2.0, 2.1, 0.5));
    EXPECT_FALSE(is_under(2.0, 1.0, std::numeric_limits<double>::quiet_NaN()));
}

TEST(RayCast, MeetsFlatWaterWhereGeometrySays) {
    const World world = world_of(R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 1}})");
    const auto down = world.ray_cast({1.3, 2.1, 5.0}, {0.0, 0.0, -2.0}, 100.0);
    ASSERT_TRUE(down && down.value().is_hit);
    EXPECT_NEAR(down.value().distance_m, 4.0, 1e-6);
    EXPECT_NEAR(down.value().normal.z, 1.0, 1e-6);
    const auto slanted = world.ray_cast({0.0, 2.0, 2.0}, {1.0, 0.0, -1.0}, 100.0);
    ASSERT_TRUE(slanted && slanted.value().is_hit);
    EXPECT_NEAR(slanted.value().point_m.x, 1.0, 1e-6);
    EXPECT_NEAR(slanted.value().point_m.z, 1.0, 1e-6);
    const auto from_below = world.ray_cast({2.0, 2.0, 0.2}, {0.0, 0.0, 1.0}, 100.0);
    ASSERT_TRUE(from_below && from_below.value().is_hit);
    EXPECT_NEAR(from_below.value().distance_m, 0.8, 1e-6);
}

TEST(RayCast, MeetsTiltedWaterWhereThePlanesDo) {
    const World world = tilted();
    // From (0.5, 0.5, 3) along (0.6, 0.2, -1): 3 - t = 1 + 0.1 (0.5 + 0.6 t) - 0.05 (0.5 + 0.2 t).
    const double t = (3.0 - 1.0 - 0.05 + 0.025) / (1.0 + 0.06 - 0.01);
    const auto hit = world.ray_cast({0.5, 0.5, 3.0}, {0.6, 0.2, -1.0}, 100.0);
    ASSERT_TRUE(hit && hit.value().is_hit);
    EXPECT_NEAR(hit.value().distance_m, t * std::sqrt(0.36 + 0.04 + 1.0), 2e-6);
    EXPECT_NEAR(hit.value().point_m.x, 0.5 + 0.6 * t, 1e-6);
    EXPECT_NEAR(hit.value().normal.x, -0.1 / std::sqrt(1.0125), 1e-5);
}

TEST(RayCast, MissesWhatItCannotReach) {
    const World world = world_of(R"({"water": {"size": [4, 4], "cells": [40, 40], "level": 1}})");
    EXPECT_FALSE(world.ray_cast({1, 1, 5}, {0, 0, 1}, 100.0).value().is_hit);   // away
    EXPECT_FALSE(world.ray_cast({1, 1, 5}, {0, 0, -1}, 3.9).value().is_hit);    // too short
    EXPECT_FALSE(world.ray_cast({9, 9, 5}, {0, 0, -1}, 100.0).value().is_hit);  // beside
    EXPECT_FALSE(world.ray_cast({-1, 2, 3}, {1, 0, 0}, 100.0).value().is_hit);  // above, level
    EXPECT_FALSE(world.ray_cast({1, 1, 5}, {0, 0, 0}, 100.0));                  // no direction
    EXPECT_FALSE(world.ray_cast({1, 1, NAN}, {0, 0, -1}, 100.0));
    EXPECT_FALSE(world.ray_cast({1, 1, 5}, {0, 0, -1}, -1.0));
    EXPECT_TRUE(world.ray_cast({1, 1, 5}, {0, 0, -1}, HUGE_VAL).value().is_hit);
}

TEST(Fields, AreTheCellsInMetresAndStayInPlace) {
    World world = tilted();
    const auto level = world.field("level"), depth = world.field("depth"), u = world.field("u");
    ASSERT_TRUE(level && depth && u);
    EXPECT_EQ(level.value().nx, 40);
    EXPECT_EQ(level.value().ny, 20);
    const std::ptrdiff_t at = 7 * level.value().row_stride + 31;
    EXPECT_NEAR(level.value().data[at], plane(3.15, 0.75), kFloat);
    EXPECT_EQ(depth.value().data[at], world.height(31, 7).value());
    EXPECT_EQ(u.value().data[at], world.velocity(31, 7).value()[0]);
    stepped(world, 0.1);
    EXPECT_EQ(world.field("level").value().data, level.value().data);  // no new memory
    EXPECT_FALSE(world.field("foam"));
    EXPECT_EQ(world.field("foam").error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace tarn
