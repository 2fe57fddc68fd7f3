// The ground of a pond: under the water in its middle, above it around, the same for the same seed.
#include "scenery/ground.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tarn::scenery {
namespace {

constexpr int kCells = 128;

WaterView pond_water() {
    WaterView water;
    water.nx = 100;
    water.ny = 80;
    water.cell_m = 0.1;
    water.still_level_m = 0.5;
    return water;
}

GroundMap pond(std::uint64_t seed, const GroundView& ground = {}) {
    return pond_ground(pond_water(), ground, seed, kCells);
}

/// The cell of the map at a place, in m from the corner of the water.
std::array<float, 2> at(const GroundMap& map, double x_m, double y_m) {
    const int i = int((x_m - map.x0_m) / map.width_m * map.cells);
    const int j = int((y_m - map.y0_m) / map.height_m * map.cells);
    return map.cells_xy[std::size_t(j * map.cells + i)];
}

TEST(PondGround, IsFiniteAndBetweenItsEnds) {
    for (const std::uint64_t seed : {1u, 2u, 99u}) {
        const GroundMap map = pond(seed);
        ASSERT_EQ(map.cells_xy.size(), std::size_t(kCells) * kCells);
        EXPECT_LT(map.lowest_m, map.highest_m);
        for (const auto& [height_m, tone] : map.cells_xy) {
            ASSERT_TRUE(std::isfinite(height_m));
            ASSERT_GE(double(height_m), map.lowest_m);
            ASSERT_LE(double(height_m), map.highest_m);
            ASSERT_GE(tone, 0.0f);
            ASSERT_LE(tone, 1.0f);
        }
    }
}

TEST(PondGround, CoversTheWaterAndLandAroundIt) {
    const GroundMap map = pond(1);
    EXPECT_LT(map.x0_m, -1.0);
    EXPECT_LT(map.y0_m, -1.0);
    EXPECT_GT(map.x0_m + map.width_m, 11.0);
    EXPECT_GT(map.y0_m + map.height_m, 9.0);
}

// Away from the shore; stones may lie there and the sand is not even, by a few parts of the depth.
TEST(PondGround, IsTheBedWhereItIsDeep) {
    for (const std::uint64_t seed : {1u, 7u}) {
        const GroundMap map = pond(seed);
        double sum_m = 0.0;
        int count = 0;
        for (double x = 3.0; x <= 7.0; x += 0.2)
            for (double y = 3.0; y <= 5.0; y += 0.2) {
                const auto [height_m, tone] = at(map, x, y);
                if (tone > 0.0f) continue;
                EXPECT_NEAR(double(height_m), 0.0, 0.1 * 0.5) << x << ", " << y;
                sum_m += double(height_m);
                ++count;
            }
        ASSERT_GT(count, 100);
        EXPECT_NEAR(sum_m / count, 0.0, 0.03 * 0.5);
    }
}

TEST(PondGround, StandsAboveTheWaterAtItsEdgesAndOutside) {
    for (const std::uint64_t seed : {1u, 7u}) {
        const GroundMap map = pond(seed);
        EXPECT_GT(map.far_m, 0.5);
        for (double along = 0.05; along < 1.0; along += 0.05) {
            EXPECT_GT(at(map, 10.0 * along, -2.0)[0], 0.5f);
            EXPECT_GT(at(map, 10.0 * along, 10.0)[0], 0.5f);
            EXPECT_GT(at(map, -2.0, 8.0 * along)[0], 0.5f);
            EXPECT_GT(at(map, 12.0, 8.0 * along)[0], 0.5f);
            // Just beyond the border of the water, too.
            EXPECT_GT(at(map, 10.0 * along, -0.3)[0], 0.5f) << along;
        }
    }
}

TEST(PondGround, IsTheSameForTheSameSeedAndAnotherForAnother) {
    EXPECT_EQ(pond(5).cells_xy, pond(5).cells_xy);
    EXPECT_NE(pond(5).cells_xy, pond(6).cells_xy);
}

TEST(PondGround, RaisesObstaclesOutOfTheWater) {
    std::vector<std::uint8_t> solid(100 * 80, 0);
    for (int j = 36; j < 44; ++j)
        for (int i = 46; i < 54; ++i) solid[std::size_t(j * 100 + i)] = 1;
    const GroundView ground{.solid = solid};
    EXPECT_GT(at(pond(1, ground), 5.0, 4.0)[0], 0.5f);
    EXPECT_LT(at(pond(1), 5.0, 4.0)[0], 0.5f);
}

}  // namespace
}  // namespace tarn::scenery
