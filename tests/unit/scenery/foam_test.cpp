// The pattern of foam: even ranks, no seam, the same for the same seed.
#include "scenery/foam.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tarn::scenery {
namespace {

constexpr int kCells = 128;

int rank_at(const FoamTile& tile, int i, int j) {
    return tile.bubbles[std::size_t(j * tile.cells + i)][0];
}

TEST(FoamTile, RanksAreSpreadEvenly) {
    const FoamTile tile = foam_tile(kCells, 3);
    ASSERT_EQ(tile.bubbles.size(), std::size_t(kCells) * kCells);
    for (const int limit : {26, 128, 230}) {
        int below = 0;
        for (const auto& cell : tile.bubbles) below += cell[0] < limit;
        // Ranks are rounded to bytes.
        EXPECT_NEAR(below / double(kCells * kCells), limit / 255.0, 0.005);
    }
}

TEST(FoamTile, HasNoSeam) {
    const FoamTile tile = foam_tile(kCells, 3);
    const auto step_across = [&](int i) {
        double sum = 0.0;
        for (int j = 0; j < kCells; ++j)
            sum += std::abs(rank_at(tile, i, j) - rank_at(tile, (i + 1) % kCells, j)) +
                   std::abs(rank_at(tile, j, i) - rank_at(tile, j, (i + 1) % kCells));
        return sum;
    };
    double mean = 0.0;
    for (int i = 0; i < kCells - 1; ++i) mean += step_across(i) / (kCells - 1);
    EXPECT_LT(step_across(kCells - 1), 1.5 * mean);
}

TEST(FoamTile, IsTheSameForTheSameSeedAlone) {
    EXPECT_EQ(foam_tile(64, 5).bubbles, foam_tile(64, 5).bubbles);
    EXPECT_NE(foam_tile(64, 5).bubbles, foam_tile(64, 6).bubbles);
}

}  // namespace
}  // namespace tarn::scenery
