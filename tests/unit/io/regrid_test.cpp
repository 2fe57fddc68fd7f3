#include "io/regrid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tarn::io {
namespace {

// Sums of a few products of order one.
constexpr double kRounding = 1e-14;

/// Values of a plane at the middles of a raster's cells.
Raster plane(std::size_t columns, std::size_t rows, const std::vector<double>& extent) {
    Raster raster{columns, rows, {}};
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i)
            raster.values.push_back(
                2.0 * (extent[0] + (double(i) + 0.5) * (extent[2] - extent[0]) / double(columns)) -
                (extent[1] + (double(j) + 0.5) * (extent[3] - extent[1]) / double(rows)));
    return raster;
}

std::vector<double> brought(const Raster& raster, const std::vector<double>& extent, int nx, int ny,
                            double cell_m) {
    return regrid(raster, shares({raster.columns, extent[0], extent[2]}, nx, cell_m),
                  shares({raster.rows, extent[1], extent[3]}, ny, cell_m));
}

TEST(Regrid, ValuesThatFitTheCellsAreTakenToTheBit) {
    for (const double cell_m : {0.1, 1.0 / 3.0, 0.014}) {
        Raster raster{7, 5, {}};
        for (int k = 0; k < 35; ++k) raster.values.push_back(std::sin(k));
        const std::vector<double> all = {0.0, 0.0, 7 * cell_m, 5 * cell_m};
        EXPECT_EQ(brought(raster, all, 7, 5, cell_m), raster.values);
        // A part of a larger file, on its own grid.
        const std::vector<double> larger = {-2 * cell_m, -cell_m, 5 * cell_m, 4 * cell_m};
        const auto part = brought(raster, larger, 3, 2, cell_m);
        for (std::size_t j = 0; j < 2; ++j)
            for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(part[j * 3 + i], raster.at(i + 2, j + 1));
    }
}

TEST(Regrid, APlaneStaysAPlaneOnFinerAndOnCoarserCells) {
    // Cells of 1 m; files of cells from 0.07 m to 4 m, beginning beside the water's corner.
    for (const double value_m : {0.07, 0.3, 0.99, 1.0, 1.01, 2.5, 4.0}) {
        const auto count = std::size_t(std::ceil(20.0 / value_m));
        const double length_m = double(count) * value_m;
        const std::vector<double> extent = {-4.3, -5.1, length_m - 4.3, length_m - 5.1};
        const auto values = brought(plane(count, count, extent), extent, 9, 8, 1.0);
        // A value that a cell's border cuts counts with its middle: by an eighth of its length
        // off at most, for slopes of 2 and 1.
        const double cut = value_m < 1.0 ? 3.0 * value_m * value_m / 8.0 : 0.0;
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 9; ++i)
                EXPECT_NEAR(values[std::size_t(j * 9 + i)], 2.0 * (i + 0.5) - (j + 0.5),
                            cut + 100 * kRounding)
                    << value_m;
    }
}

TEST(Regrid, AFinerFileIsAveragedByArea) {
    // Cells of 1 m over values of 0.4 m: the cell takes 1, 1 and a half of them.
    const Raster raster{5, 1, {1.0, 2.0, 4.0, 8.0, 16.0}};
    const auto values = brought(raster, {0.0, 0.0, 2.0, 1.0}, 2, 1, 1.0);
    EXPECT_NEAR(values[0], 0.4 * 1.0 + 0.4 * 2.0 + 0.2 * 4.0, kRounding);
    EXPECT_NEAR(values[1], 0.2 * 4.0 + 0.4 * 8.0 + 0.4 * 16.0, kRounding);
}

TEST(Regrid, ACoarserFileIsLinearBetweenItsMiddlesAndLevelAtItsRim) {
    const Raster raster{2, 1, {0.0, 1.0}};
    const auto values = brought(raster, {0.0, 0.0, 8.0, 1.0}, 8, 1, 1.0);
    const double expected[] = {0.0, 0.0, 0.125, 0.375, 0.625, 0.875, 1.0, 1.0};
    for (std::size_t i = 0; i < 8; ++i) EXPECT_NEAR(values[i], expected[i], kRounding);
    // A file of one value is that value.
    EXPECT_EQ(brought({1, 1, {3.5}}, {0.0, 0.0, 4.0, 4.0}, 4, 4, 1.0),
              std::vector<double>(16, 3.5));
}

TEST(Regrid, SharesAddUpToOneAndStayInTheFile) {
    for (const std::size_t count : {1u, 2u, 3u, 10u, 1000u})
        for (const int cells : {3, 7, 100})
            for (const Share& share : shares({count, 0.0, 1.0}, cells, 1.0 / cells)) {
                EXPECT_NEAR(std::accumulate(share.weights.begin(), share.weights.end(), 0.0), 1.0,
                            kRounding);
                EXPECT_LE(share.end(), count);
                for (const double weight : share.weights) EXPECT_GT(weight, 0.0);
            }
}

}  // namespace
}  // namespace tarn::io
