// Words of cells: flags as in TRACK, with all neighbours.
#include "solver/stable/words.hpp"

#include "support/stable_box.hpp"

namespace tarn::stable {
namespace {

std::size_t at(int x, int y, int z, int n) {
    return (std::size_t(z) * std::size_t(n) + std::size_t(y)) * std::size_t(n) + std::size_t(x);
}

TEST(CellWords, OneFlagPerCellAndSurfaceCellsAreWaterToo) {
    BoxDesc desc = {.nx = 8, .ny = 8, .nz = 8};
    desc.fill = [](int, int, int z) { return z < 4 ? 1.0 : z == 4 ? 0.19 : 0.0; };
    desc.is_solid = [](int x, int, int z) { return x == 7 && z < 2; };
    StableBox box(desc);
    const std::vector<std::uint32_t> words = box.words();
    EXPECT_EQ(words[at(7, 3, 1, 8)], kStaticSolidWord);
    EXPECT_EQ(words[at(3, 3, 5, 8)], kAirWord);
    EXPECT_EQ(words[at(3, 3, 4, 8)], kAirWord) << "0.19 is not above 0.2";
    EXPECT_EQ(words[at(3, 3, 1, 8)], kWaterWord);
    EXPECT_EQ(words[at(3, 3, 3, 8)] & ~kNeighbourBits, kWaterWord | kSurfaceWord);
    EXPECT_EQ(box.fact("surface_cells"), 64.0);
    EXPECT_EQ(box.fact("water_cells"), 4 * 64.0 - 16.0);
}

TEST(CellWords, AirAtAnEdgeOfACellMakesItSurface) {
    // The paper's listing does not look at the neighbours (0, +-1, +-1).
    BoxDesc desc = {.nx = 5, .ny = 5, .nz = 5};
    desc.fill = [](int x, int y, int z) { return x == 2 && y == 3 && z == 3 ? 0.0 : 1.0; };
    StableBox box(desc);
    const std::vector<std::uint32_t> words = box.words();
    EXPECT_TRUE(words[at(2, 2, 2, 5)] & kSurfaceWord);
    EXPECT_TRUE(words[at(2, 2, 2, 5)] & kWaterWord);
    EXPECT_EQ(box.fact("surface_cells"), 26.0);
}

TEST(CellWords, NeighbourBitsGoByPlace) {
    BoxDesc desc = {.nx = 6, .ny = 6, .nz = 6};
    desc.fill = [](int x, int y, int z) {
        return (x == 2 && y == 2 && z == 2) || (x == 3 && y == 2 && z == 2) ||
                       (x == 1 && y == 1 && z == 1)
                   ? 1.0
                   : 0.0;
    };
    StableBox box(desc);
    const std::vector<std::uint32_t> words = box.words();
    // From below, x fastest: (-1, -1, -1) is bit 0, (-1, 0, 0) bit 12, (1, 0, 0) bit 13.
    EXPECT_EQ(words[at(2, 2, 2, 6)] & kNeighbourBits, (1u << 0) | (1u << 13));
    EXPECT_EQ(words[at(3, 2, 2, 6)] & kNeighbourBits, 1u << 12);
    EXPECT_EQ(words[at(1, 1, 1, 6)] & kNeighbourBits, 1u << 25);
}

}  // namespace
}  // namespace tarn::stable
