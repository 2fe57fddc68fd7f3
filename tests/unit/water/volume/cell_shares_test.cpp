// Shares of cells in shapes: exact for boxes on the grid, second order for round ones, and a mesh
// is what it encloses.
#include "water/volume/cell_shares.hpp"

#include "support/world_for_test.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <numeric>

namespace tarn::water {
namespace {

using scene::BoxShape;
using scene::ExprShape;
using scene::MeshShape;
using scene::SphereShape;

const SpaceGrid kUnit = {{{20, 20, 20}}, 0.05};

std::vector<float> shares_of(const std::vector<scene::FillShape>& shapes) {
    auto shares = cell_shares(shapes, kUnit, "tank: /water/fill");
    EXPECT_TRUE(shares) << (shares ? "" : shares.error().message);
    return shares ? shares.value() : std::vector<float>(kUnit.cells.count());
}

double volume_of(const std::vector<float>& shares) {
    return std::accumulate(shares.begin(), shares.end(), 0.0) * 0.05 * 0.05 * 0.05;
}

TEST(CellShares, OfABoxAreExactAlongZAndOnTheGrid) {
    // z = 0.32 is 6.4 cells.
    const std::vector<float> shares = shares_of({BoxShape{{0, 0, 0, 0.5, 1, 0.32}}});
    EXPECT_EQ(shares[kUnit.at(9, 3, 5)], 1.0f);
    EXPECT_NEAR(shares[kUnit.at(9, 3, 6)], 0.4f, 1e-6f);
    EXPECT_EQ(shares[kUnit.at(9, 3, 7)], 0.0f);
    EXPECT_EQ(shares[kUnit.at(10, 3, 5)], 0.0f);
    EXPECT_NEAR(volume_of(shares), 0.5 * 0.32, 1e-6);
}

TEST(CellShares, OfShapesThatOverlapCountOnce) {
    const std::vector<float> shares =
        shares_of({BoxShape{{0, 0, 0, 1, 1, 0.5}}, BoxShape{{0, 0, 0.25, 1, 1, 0.75}},
                   BoxShape{{-5, -5, -5, 0, 0, 0}}});
    EXPECT_NEAR(volume_of(shares), 0.75, 1e-6);
}

TEST(CellShares, OfASphereAreItsVolume) {
    const double exact = 4.0 / 3.0 * std::numbers::pi * 0.027;
    // 8 by 8 lines through each cell: the disc of 12 cells across is right to a part in a thousand.
    EXPECT_NEAR(volume_of(shares_of({SphereShape{{0.5, 0.5, 0.5, 0.3}}})), exact, 1e-3 * exact);
    // Expressions are sampled at 4 points along each axis of a cell: half a sample at the surface,
    // mostly both ways.
    EXPECT_NEAR(volume_of(shares_of({ExprShape{"0.09 - (x - 0.5)^2 - (y - 0.5)^2 - (z - 0.5)^2"}})),
                exact, 5e-3 * exact);
}

TEST(CellShares, OfAMeshAreWhatItEncloses) {
    const TempFolder folder;
    // A box from (0.2, 0.3, 0.1) to (0.6, 0.8, 0.45), each face two triangles.
    std::ofstream(folder / "box.obj")
        << "v 0.2 0.3 0.1\nv 0.6 0.3 0.1\nv 0.6 0.8 0.1\nv 0.2 0.8 0.1\n"
           "v 0.2 0.3 0.45\nv 0.6 0.3 0.45\nv 0.6 0.8 0.45\nv 0.2 0.8 0.45\n"
           "f 1 3 2\nf 1 4 3\nf 5 6 7\nf 5 7 8\nf 1 2 6\nf 1 6 5\n"
           "f 2 3 7\nf 2 7 6\nf 3 4 8\nf 3 8 7\nf 4 1 5\nf 4 5 8\n";
    EXPECT_NEAR(volume_of(shares_of({MeshShape{folder / "box.obj"}})), 0.4 * 0.5 * 0.35, 1e-6);
    std::ofstream(folder / "open.obj") << "v 0.2 0.3 0.1\nv 0.6 0.3 0.1\nv 0.6 0.8 0.1\nf 1 2 3\n";
    const auto open = cell_shares({MeshShape{folder / "open.obj"}}, kUnit, "tank: /water/fill");
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().message.find("tank: /water/fill/0/mesh is not closed"),
              std::string::npos);
}

TEST(CellShares, OfABadExpressionAreAnErrorThatNamesIt) {
    const auto shares = cell_shares({ExprShape{"z <"}}, kUnit, "tank: /water/fill");
    ASSERT_FALSE(shares);
    EXPECT_NE(shares.error().message.find("tank: /water/fill/0/expr is \"z <\""),
              std::string::npos);
    EXPECT_NE(shares.error().message.find("x, y and z"), std::string::npos);
}

}  // namespace
}  // namespace tarn::water
