// Planes in cells: volumes below them, and the planes of given volumes.
#include "solver/stable/plic.hpp"

#include <gtest/gtest.h>

namespace tarn::stable {
namespace {

constexpr double kNormals[][3] = {{1, 0, 0},         {0, 0, -1},     {1, 1, 0},
                                  {1, 1, 1},         {0.1, 0.3, 2},  {-2, 0.5, 0.7},
                                  {0.4, -0.35, 0.3}, {1e-9, 1, 1e-5}};

/// Share of the cell in the slab below a plane, by counting points.
double counted(const double out[3], double fill, int axis, double begin, double width) {
    double m[3], sum = 0.0;
    for (int b = 0; b < 3; ++b) sum += out[b] < 0.0 ? -out[b] : out[b];
    for (int b = 0; b < 3; ++b) m[b] = (out[b] < 0.0 ? -out[b] : out[b]) / sum;
    const double alpha = plane_of(sorted_normal(m[0], m[1], m[2]), fill);
    constexpr int kPoints = 60;
    int inside = 0;
    for (int k = 0; k < kPoints * kPoints * kPoints; ++k) {
        double x[3] = {(k % kPoints + 0.5) / kPoints, (k / kPoints % kPoints + 0.5) / kPoints,
                       (k / kPoints / kPoints + 0.5) / kPoints};
        x[axis] = begin + width * x[axis];
        double along = 0.0;
        for (int b = 0; b < 3; ++b) along += m[b] * (out[b] < 0.0 ? 1.0 - x[b] : x[b]);
        inside += along <= alpha;
    }
    return width * inside / (double(kPoints) * kPoints * kPoints);
}

TEST(Plic, APlaneOfAVolumeHasThatVolumeBelowIt) {
    for (const auto& n : kNormals)
        for (const double volume : {1e-6, 1e-3, 0.1, 0.3, 0.5, 0.77, 0.999, 1.0 - 1e-6}) {
            const double abs[3] = {n[0] < 0 ? -n[0] : n[0], n[1] < 0 ? -n[1] : n[1],
                                   n[2] < 0 ? -n[2] : n[2]};
            const SortedNormal m = sorted_normal(abs[0], abs[1], abs[2]);
            // Roots are exact, and Newton's method ends where its next step is below rounding;
            // differences of cubes are divided by products of components down to 1e-6.
            EXPECT_NEAR(cut_volume(m, plane_of(m, volume)), volume, 1e-9 * volume + 1e-11);
        }
}

TEST(Plic, VolumesOfSlabsAreThoseThatPointsCount) {
    for (const auto& n : kNormals)
        for (const double fill : {0.08, 0.5, 0.9})
            for (int axis = 0; axis < 3; ++axis) {
                // A layer of points along each face that cuts the cell.
                constexpr double kCounting = 0.02;
                EXPECT_NEAR(slab_volume(n, fill, axis, 0.0, 0.3), counted(n, fill, axis, 0.0, 0.3),
                            kCounting);
                EXPECT_NEAR(slab_volume(n, fill, axis, 0.7, 0.3), counted(n, fill, axis, 0.7, 0.3),
                            kCounting);
            }
}

TEST(Plic, TheSlabsOfACellAddUpToItsWater) {
    for (const auto& n : kNormals)
        for (const double fill : {1e-4, 0.2, 0.5, 0.97})
            for (int axis = 0; axis < 3; ++axis)
                EXPECT_NEAR(
                    slab_volume(n, fill, axis, 0.0, 0.4) + slab_volume(n, fill, axis, 0.4, 0.6),
                    fill, 1e-4 * fill + 1e-6);
}

TEST(Plic, WithoutANormalWaterIsSpreadEvenly) {
    const double none[3] = {0.0, 0.0, 0.0};
    EXPECT_EQ(slab_volume(none, 0.4, 1, 0.0, 0.25), 0.1);
}

}  // namespace
}  // namespace tarn::stable
