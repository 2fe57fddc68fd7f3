#include "coupling/cover.hpp"

#include "bodies/mass_properties.hpp"
#include "bodies/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tarn::coupling {
namespace {

using bodies::Pose;

constexpr exchange::PlanGrid kGrid = {.nx = 40, .ny = 30, .cell_m = 0.1};
// Areas are sums of tens of pieces, each of a few products of numbers of order one.
constexpr double kRounding = 1e-13;

double volume_of(const Cover& cover, const exchange::PlanGrid& grid) {
    double sum = 0.0;
    for (std::size_t k = 0; k < cover.part.size(); ++k)
        sum += cover.part[k] * (cover.top_m[k] - cover.under_m[k]);
    return sum * grid.cell_m * grid.cell_m;
}

double covered_area_of(const Cover& cover, const exchange::PlanGrid& grid) {
    double sum = 0.0;
    for (const double part : cover.part) sum += part;
    return sum * grid.cell_m * grid.cell_m;
}

TEST(Cover, AnUprightBoxCoversExactShares) {
    // From x 1.03 to 2.03 and y 1.00 to 1.45: cells 10 (0.7) to 20 (0.3), rows 10 to 13 and
    // half 14.
    Cover cover;
    cover_cells(bodies::box_mesh({1.0, 0.45, 0.4}), {.centre_m = {1.53, 1.225, 0.7}, .turn = {}},
                kGrid, cover);
    const auto at = [&](int x, int y) { return std::size_t(cover.area.index(x, y)); };
    ASSERT_TRUE(cover.area.contains(10, 10) && cover.area.contains(20, 14));
    EXPECT_NEAR(cover.part[at(10, 10)], 0.7, kRounding);
    EXPECT_EQ(cover.part[at(15, 12)], 1.0);
    EXPECT_NEAR(cover.part[at(20, 14)], 0.15, kRounding);
    for (std::size_t k = 0; k < cover.part.size(); ++k) {
        if (cover.part[k] == 0.0) continue;
        EXPECT_NEAR(cover.under_m[k], 0.5, kRounding);
        EXPECT_NEAR(cover.top_m[k], 0.9, kRounding);
    }
    EXPECT_NEAR(volume_of(cover, kGrid), 0.18, kRounding);
}

TEST(Cover, HoldsTheVolumeOfAnyHullAtAnyPose) {
    const TriangleMesh meshes[] = {bodies::sphere_mesh(0.6), bodies::box_mesh({1.7, 0.4, 0.3}),
                                   bodies::cylinder_mesh(0.4, 1.3), bodies::capsule_mesh(0.2, 1.5),
                                   bodies::box_mesh({0.013, 0.02, 0.01})};
    Cover cover;
    for (const TriangleMesh& mesh : meshes)
        for (int k = 0; k < 20; ++k) {
            const Pose pose = {.centre_m = {2.0 + 0.0137 * k, 1.5 - 0.0071 * k, 0.4},
                               .turn = turn_by({0.31 * k, 0.17 * k, -0.4 * k})};
            cover_cells(mesh, pose, kGrid, cover);
            const double volume_m3 = bodies::solid_integrals(mesh).volume_m3;
            EXPECT_NEAR(volume_of(cover, kGrid), volume_m3, kRounding + 1e-12 * volume_m3) << k;
            for (const double part : cover.part) EXPECT_TRUE(part >= 0.0 && part <= 1.0);
        }
}

TEST(Cover, TheUndersideOfATiltedBoxIsItsPlane) {
    // Turned about y by t, the bottom of the box lies at x tan(t) - c/cos(t) below its centre.
    const double tilt = 0.2, half_m = 0.15;
    Cover cover;
    cover_cells(bodies::box_mesh({2.0, 2.0, 2.0 * half_m}),
                {.centre_m = {2.0, 1.5, 1.0}, .turn = turn_by({0.0, tilt, 0.0})}, kGrid, cover);
    for (int y = 10; y < 20; ++y)
        for (int x = 15; x < 25; ++x) {
            const double arm_m = kGrid.x_m(x) - 2.0;
            const double centre_m = 1.0 - arm_m * std::tan(tilt);
            const std::size_t k = std::size_t(cover.area.index(x, y));
            EXPECT_EQ(cover.part[k], 1.0);
            EXPECT_NEAR(cover.under_m[k], centre_m - half_m / std::cos(tilt), kRounding);
            EXPECT_NEAR(cover.top_m[k], centre_m + half_m / std::cos(tilt), kRounding);
        }
}

TEST(Cover, ChangesContinuouslyAsAHullMoves) {
    // A movement of 1e-7 m changes the share of a cell of 0.1 m by no more than its perimeter times
    // that over its area: 4e-6; heights of covered cells by no more than that times the height.
    const TriangleMesh mesh = bodies::sphere_mesh(0.5);
    const auto at = [&](double shift_m) {
        Cover cover;
        cover_cells(mesh, {.centre_m = {2.0 + shift_m, 1.5, 0.5}, .turn = {}}, kGrid, cover);
        return cover;
    };
    // Cell borders, corners and centres of cells are crossed on the way.
    for (int k = 0; k < 50; ++k) {
        const Cover a = at(0.002 * k - 5e-8), b = at(0.002 * k + 5e-8);
        for (int y = 0; y < kGrid.ny; ++y)
            for (int x = 0; x < kGrid.nx; ++x) {
                const auto part = [&](const Cover& c) {
                    return c.area.contains(x, y) ? c.part[std::size_t(c.area.index(x, y))] : 0.0;
                };
                EXPECT_NEAR(part(a), part(b), 4e-6);
                if (part(a) < 0.01 || part(b) < 0.01) continue;
                EXPECT_NEAR(a.under_m[std::size_t(a.area.index(x, y))],
                            b.under_m[std::size_t(b.area.index(x, y))], 4e-5);
            }
    }
}

TEST(Cover, LeavesOutWhatLiesOutsideTheGrid) {
    Cover cover;
    const TriangleMesh box = bodies::box_mesh({1.0, 1.0, 1.0});
    cover_cells(box, {.centre_m = {0.0, 3.0, 0.0}, .turn = {}}, kGrid, cover);
    EXPECT_NEAR(volume_of(cover, kGrid), 0.25, kRounding);
    cover_cells(box, {.centre_m = {-3.0, 1.0, 0.0}, .turn = {}}, kGrid, cover);
    EXPECT_EQ(cover.area.count(), 0u);
    cover_cells(box, {.centre_m = {1e18, 1.0, 0.0}, .turn = {}}, kGrid, cover);
    EXPECT_EQ(cover.area.count(), 0u);
    cover_cells(box, {.centre_m = {std::numeric_limits<double>::quiet_NaN(), 1.0, 0.0}, .turn = {}},
                kGrid, cover);
    EXPECT_EQ(cover.area.count(), 0u);
    // A body that hides the whole water.
    cover_cells(bodies::box_mesh({1e4, 1e4, 2.0}), {.centre_m = {2.0, 1.5, 0.0}, .turn = {}}, kGrid,
                cover);
    EXPECT_NEAR(covered_area_of(cover, kGrid), 12.0, 1e-11);
}

TEST(Cover, LayersAboveOneAnotherCountAsOneOfTheirCommonThickness) {
    // Two boxes of 0.2 m, one above the other with a gap of 0.3 m, as one mesh.
    TriangleMesh mesh = bodies::seen_from(bodies::box_mesh({1.0, 1.0, 0.2}), {0.0, 0.0, 0.25});
    const TriangleMesh upper = bodies::seen_from(bodies::box_mesh({1.0, 1.0, 0.2}), {0, 0, -0.25});
    for (const auto& [a, b, c] : upper.triangles) mesh.triangles.push_back({a + 8, b + 8, c + 8});
    mesh.positions_m.insert(mesh.positions_m.end(), upper.positions_m.begin(),
                            upper.positions_m.end());
    Cover cover;
    cover_cells(mesh, {.centre_m = {2.0, 1.5, 1.0}, .turn = {}}, kGrid, cover);
    const std::size_t k = std::size_t(cover.area.index(20, 15));
    EXPECT_EQ(cover.part[k], 1.0);
    EXPECT_NEAR(cover.under_m[k], 0.8, kRounding);
    EXPECT_NEAR(cover.top_m[k], 1.2, kRounding);
    EXPECT_NEAR(volume_of(cover, kGrid), 0.4, kRounding);
}

TEST(Cover, AHullThatCutsItselfHasTheVolumeOfItsMass) {
    // Two boxes that share half of their volume: the shared part counts twice, in the mass as well.
    TriangleMesh mesh = bodies::box_mesh({1.0, 1.0, 0.4});
    const TriangleMesh second =
        bodies::seen_from(bodies::box_mesh({1.0, 1.0, 0.4}), {0.3, 0.0, 0.1});
    for (const auto& [a, b, c] : second.triangles) mesh.triangles.push_back({a + 8, b + 8, c + 8});
    mesh.positions_m.insert(mesh.positions_m.end(), second.positions_m.begin(),
                            second.positions_m.end());
    Cover cover;
    cover_cells(mesh, {.centre_m = {2.0, 1.5, 1.0}, .turn = {}}, kGrid, cover);
    EXPECT_NEAR(volume_of(cover, kGrid), bodies::solid_integrals(mesh).volume_m3, kRounding);
}

TEST(Cover, CalledAgainItKeepsItsMemory) {
    const TriangleMesh mesh = bodies::sphere_mesh(0.5);
    Cover cover;
    cover_cells(mesh, {.centre_m = {2.0, 1.5, 0.5}, .turn = {}}, kGrid, cover);
    const double* const part = cover.part.data();
    const Vec3* const corners = cover.corners_m.data();
    cover_cells(mesh, {.centre_m = {2.1, 1.4, 0.5}, .turn = turn_by({1.0, 0.0, 0.0})}, kGrid,
                cover);
    EXPECT_EQ(cover.part.data(), part);
    EXPECT_EQ(cover.corners_m.data(), corners);
}

}  // namespace
}  // namespace tarn::coupling
