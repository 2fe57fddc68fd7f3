// The land of a bed: the bed where there is water, land that goes on from it around.
#include "scenery/terrain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn::scenery {
namespace {

constexpr int kNx = 60, kNy = 40;
constexpr double kCell_m = 0.25, kStill_m = 2.0;

struct Land {
    std::vector<float> bed;
    WaterView water;
    GroundView ground;

    template <class Height>
    explicit Land(Height height) {
        for (int j = 0; j < kNy; ++j)
            for (int i = 0; i < kNx; ++i)
                bed.push_back(float(height((i + 0.5) * kCell_m, (j + 0.5) * kCell_m)));
        water = {.cell_m = kCell_m, .nx = kNx, .ny = kNy, .still_level_m = kStill_m};
        ground.bed = {bed.data(), kNx, kNy, kNx};
        ground.bed_m = double(*std::min_element(bed.begin(), bed.end()));
    }
    Terrain terrain(Place place, std::span<const BodyView> bodies = {}) const {
        return terrain_of(place, water, ground, bodies);
    }
};

/// Height of a texel, counted from the first cell of the water.
double at(const Terrain& map, int i, int j) {
    return kStill_m +
           double(map.over_still_m[std::size_t((j + map.around_y) * map.nx + i + map.around_x)]);
}

double beach(double x_m, double) {
    return 0.2 * x_m;
}

TEST(Terrain, IsTheBedInEachCell) {
    const Land land([](double x, double y) { return std::sin(x) + 0.3 * std::cos(2.0 * y); });
    for (const Place place : {Place::Pool, Place::Pond, Place::Ocean, Place::Tank, Place::Shore}) {
        const Terrain map = land.terrain(place);
        ASSERT_EQ(map.over_still_m.size(), std::size_t(map.nx) * std::size_t(map.ny));
        for (int j = 0; j < kNy; ++j)
            for (int i = 0; i < kNx; ++i) {
                const float bed_m = land.bed[std::size_t(j * kNx + i)];
                // The very difference that the picture takes of the level.
                ASSERT_EQ(at(map, i, j), kStill_m + double(bed_m - float(kStill_m)));
            }
        for (const float height : map.over_still_m) {
            ASSERT_GE(kStill_m + double(height), map.lowest_m);
            ASSERT_LE(kStill_m + double(height), map.highest_m);
        }
    }
}

TEST(Terrain, EndsWithTheWaterInPoolsAndTanks) {
    for (const Place place : {Place::Pool, Place::Tank}) {
        const Terrain map = Land(beach).terrain(place);
        EXPECT_EQ(map.nx, kNx);
        EXPECT_EQ(map.ny, kNy);
        EXPECT_EQ(map.margin_m, 0.0);
    }
}

TEST(Terrain, GoesOnWithItsSlopeAndEndsInAPlain) {
    Land land(beach);
    land.ground.walls = {};
    const Terrain map = land.terrain(Place::Shore);
    // The bed is 3 m at the east edge, and rises by 0.2 per m.
    const double texel_m = map.margin_m / map.around_x;
    EXPECT_NEAR(at(map, kNx, 20), 3.0 + 0.1 * texel_m, 0.1 * texel_m);
    EXPECT_GT(at(map, kNx, 20), at(map, kNx - 1, 20));
    EXPECT_LT(at(map, -1, 20), 0.05);
    for (int k = -map.around_x; k < kNx + map.around_x; ++k) {
        EXPECT_NEAR(at(map, k, -map.around_y), map.far_m, 1e-6);
        EXPECT_NEAR(at(map, k, kNy + map.around_y - 1), map.far_m, 1e-6);
    }
    EXPECT_GT(map.far_m, kStill_m);
}

TEST(Terrain, HoldsTheWaterBehindWallsAndLetsItThroughElsewhere) {
    Land land([](double, double) { return 0.0; });
    land.ground.walls = {true, false, true, true};
    const Terrain map = land.terrain(Place::Shore);
    const auto out = int(std::ceil(0.1 * kNy * kCell_m / (map.margin_m / map.around_x)));
    EXPECT_GT(at(map, -out, 20), kStill_m);
    EXPECT_LT(at(map, kNx - 1 + out, 20), kStill_m);
    EXPECT_GT(at(map, 30, -out), kStill_m);
}

TEST(Terrain, IsSeaBedAroundIslandsOfAnOcean) {
    const Land land([](double x, double y) { return 3.0 - std::hypot(x - 7.5, y - 5.0); });
    const Terrain map = land.terrain(Place::Ocean);
    EXPECT_LT(map.far_m, kStill_m);
    EXPECT_NEAR(at(map, -map.around_x, 20), map.far_m, 1e-6);
}

TEST(Terrain, MaskedCellsStandOutUnlessABodyDoes) {
    Land land(beach);
    std::vector<std::uint8_t> solid(std::size_t(kNx * kNy), 0);
    solid[10 * kNx + 10] = solid[30 * kNx + 10] = 1;
    land.ground.solid = solid;
    const BodyView column = {.shape = BodyView::Shape::Cylinder,
                             .at_m = {10.5 * kCell_m, 30.5 * kCell_m, 1.0},
                             .size_m = {0.5, 0.5, 4.0}};
    const Terrain map = land.terrain(Place::Shore, {&column, 1});
    EXPECT_GT(at(map, 10, 10), kStill_m);
    EXPECT_LT(at(map, 10, 30), kStill_m);
}

}  // namespace
}  // namespace tarn::scenery
