#include "coupling/sphere_cover.hpp"

#include "bodies/shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tarn::coupling {
namespace {

constexpr exchange::PlanGrid kGrid = {.nx = 40, .ny = 30, .cell_m = 0.1};
constexpr double kRadius_m = 0.26;

struct Sums {
    double volume_m3 = 0.0, x_m4 = 0.0, part = 0.0;
};

Sums sums_of(const Cover& cover) {
    Sums sums;
    const exchange::CellArea& area = cover.area;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) {
            const std::size_t n = std::size_t(area.index(x, y));
            const double here_m3 =
                cover.part[n] * (cover.top_m[n] - cover.under_m[n]) * kGrid.cell_m * kGrid.cell_m;
            sums.volume_m3 += here_m3;
            sums.x_m4 += here_m3 * (x + 0.5) * kGrid.cell_m;
            sums.part += cover.part[n];
        }
    return sums;
}

TEST(SphereCoverTable, KeepsTheVolumeAndFollowsTheMesh) {
    const TriangleMesh mesh = bodies::sphere_mesh(kRadius_m);
    const SphereCoverTable table(mesh, kGrid.cell_m);
    const double volume_m3 = 4.0 / 3.0 * 3.14159265358979323846 * std::pow(kRadius_m, 3);
    for (int k = 0; k < 60; ++k) {
        const Vec3 centre_m = {1.5 + 0.0137 * k, 1.2 + 0.0071 * k, 0.5};
        Cover got, exact;
        table.cover(centre_m, kGrid, got);
        cover_cells(mesh, {.centre_m = centre_m, .turn = {}}, kGrid, exact);
        const Sums a = sums_of(got), b = sums_of(exact);
        // Interpolated sums are sums of interpolated numbers: rounding of some 200 of them.
        EXPECT_NEAR(a.volume_m3 / volume_m3, 1.0, 1e-12);
        EXPECT_NEAR(a.part / b.part, 1.0, 1e-11);
        // Cells as points: their middles are off from where the sphere lies in them, and how far
        // changes between nodes by an eighth of a cell squared.
        EXPECT_NEAR(a.x_m4 / a.volume_m3, b.x_m4 / b.volume_m3, kGrid.cell_m / 64.0);
    }
}

TEST(SphereCoverTable, LeavesOutWhatIsOutsideTheGrid) {
    const TriangleMesh mesh = bodies::sphere_mesh(kRadius_m);
    const SphereCoverTable table(mesh, kGrid.cell_m);
    Cover cover;
    table.cover({0.0, 1.5, 0.5}, kGrid, cover);
    const double half_m3 = 2.0 / 3.0 * 3.14159265358979323846 * std::pow(kRadius_m, 3);
    EXPECT_NEAR(sums_of(cover).volume_m3 / half_m3, 1.0, 1e-9);  // the mesh is symmetric
    table.cover({-5.0, 1.5, 0.5}, kGrid, cover);
    EXPECT_EQ(cover.area.count(), 0u);
    table.cover({std::nan(""), 1.5, 0.5}, kGrid, cover);
    EXPECT_EQ(cover.area.count(), 0u);
}

}  // namespace
}  // namespace tarn::coupling
