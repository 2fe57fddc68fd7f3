// The tile of small waves: what its fields owe each other, how fast and how high its waves are.
#include "scenery/ocean.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace tarn::scenery {
namespace {

constexpr double kTau = 2.0 * std::numbers::pi;
constexpr double kGravity = 9.81;

// A float transform of 128 x 128 goes through 8 stages, each rounding to 2^-24 of the field's size;
// ten times that allows for unlucky places.
constexpr double kRounding = 10 * 8 * 6e-8;

OceanTile tile_at(const OceanDesc& desc, double time_s) {
    OceanTile tile;
    Ocean(desc).at(time_s, tile);
    return tile;
}

/// Waves of 16 cells and more, so that differences of neighbours are close to derivatives.
OceanDesc well_resolved() {
    return {.cells = 128, .tile_m = 16.0, .wind_m_per_s = {5.0, 2.0}, .shortest_m = 2.0};
}

/// Holds one wave only, along the wind: 16/3 m long. The cross-wind one of that length has no
/// energy.
OceanDesc single_wave() {
    return {.cells = 64,
            .tile_m = 16.0,
            .wind_m_per_s = {6.0, 0.0},
            .longest_m = 16.0 / 2.99,
            .shortest_m = 16.0 / 3.01};
}

/// Fourth-order central difference of `field(x, y)` along an axis, around the seam.
template <class Field>
double difference(const OceanDesc& desc, int x, int y, int axis, Field field) {
    const auto at = [&](int step) {
        const int mask = desc.cells - 1;
        return double(
            field((x + (axis == 0 ? step : 0)) & mask, (y + (axis == 1 ? step : 0)) & mask));
    };
    return (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * desc.tile_m / desc.cells);
}
// Such a difference of the wave exp(i k x) is wrong by (k cell)^4 / 30 of the derivative; with 16
// cells to the shortest wave this is 0.0008. By Parseval the same holds for the mean over the tile.
const double kDifferenceError = std::pow(kTau / 16.0, 4) / 30.0;

struct Sums {
    double square = 0.0, error = 0.0;
    int count = 0;
    void add(double value, double expected) {
        square += expected * expected;
        error += (value - expected) * (value - expected);
        ++count;
    }
    double relative_error() const { return std::sqrt(error / square); }
};

double mean_square(const OceanTile& tile, std::size_t channel) {
    double sum = 0.0;
    for (const auto& wave : tile.waves) sum += double(wave[channel]) * double(wave[channel]);
    return sum / double(tile.waves.size());
}

std::size_t place(const OceanTile& tile, int x, int y) {
    return std::size_t(y) * std::size_t(tile.cells) + std::size_t(x);
}

/// Height of the wave (nx, ny) by the plain sum over the tile.
std::complex<double> height_of_wave(const OceanTile& tile, int nx, int ny) {
    std::complex<double> sum = 0.0;
    for (int y = 0; y < tile.cells; ++y)
        for (int x = 0; x < tile.cells; ++x)
            sum += double(tile.waves[place(tile, x, y)][0]) *
                   std::polar(1.0, -kTau * (nx * x + ny * y) / tile.cells);
    return sum / double(tile.waves.size());
}

TEST(Ocean, SlopesAreTheDerivativesOfTheHeightInsideAndAcrossTheSeam) {
    const OceanDesc desc = well_resolved();
    const OceanTile tile = tile_at(desc, 3.0);
    const auto height = [&](int x, int y) { return tile.waves[place(tile, x, y)][0]; };
    for (int axis : {0, 1}) {
        Sums all, seam;
        for (int y = 0; y < desc.cells; ++y)
            for (int x = 0; x < desc.cells; ++x) {
                const double slope = tile.waves[place(tile, x, y)][std::size_t(1 + axis)];
                const double got = difference(desc, x, y, axis, height);
                all.add(got, slope);
                const int across = axis == 0 ? x : y;
                if (across < 2 || across >= desc.cells - 2) seam.add(got, slope);
            }
        EXPECT_LT(all.relative_error(), kDifferenceError);
        EXPECT_GT(all.square / all.count, 1e-4);  // there is something to compare
        EXPECT_EQ(seam.count, 4 * desc.cells);
        // The bound holds for the mean over the tile; four columns of it may be twice as wrong.
        EXPECT_LT(seam.relative_error(), 2 * kDifferenceError);
    }
}

TEST(Ocean, FoldIsOneMinusTheJacobianOfTheShift) {
    const OceanDesc desc = well_resolved();
    const OceanTile tile = tile_at(desc, 3.0);
    const auto shift = [&](std::size_t axis) {
        return [&tile, axis](int x, int y) { return tile.shift_m[place(tile, x, y)][axis]; };
    };
    Sums sums;
    double products = 0.0;
    for (int y = 0; y < desc.cells; ++y)
        for (int x = 0; x < desc.cells; ++x) {
            const double xx = difference(desc, x, y, 0, shift(0));
            const double yy = difference(desc, x, y, 1, shift(1));
            const double xy = difference(desc, x, y, 1, shift(0));
            sums.add(tile.waves[place(tile, x, y)][3], 1.0 - ((1.0 + xx) * (1.0 + yy) - xy * xy));
            products += std::pow(std::abs(xx * yy) + xy * xy, 2);
        }
    // The linear part is exact; the products use second-order differences, each of the two factors
    // wrong by at most (k cell)^2 / 6.
    const double linear = kDifferenceError * std::sqrt(sums.square / sums.count);
    const double quadratic = 2 * std::pow(kTau / 16.0, 2) / 6.0 * std::sqrt(products / sums.count);
    EXPECT_LT(std::sqrt(sums.error / sums.count), linear + quadratic);
}

TEST(Ocean, ASingleWaveIsGerstners) {
    const OceanDesc desc = single_wave();
    const double k = kTau / (16.0 / 3.0);
    const OceanTile tile = tile_at(desc, 1.5);
    const double size = std::sqrt(2.0 * mean_square(tile, 0));
    ASSERT_GT(size, 1e-3);
    for (std::size_t n = 0; n < tile.waves.size(); ++n) {
        const auto [height, slope_x, slope_y, fold] = tile.waves[n];
        EXPECT_NEAR(fold, k * double(height), kRounding * k * size);
        EXPECT_NEAR(slope_y, 0.0, kRounding * k * size);
        // Points move up the slope, to the crest.
        EXPECT_NEAR(tile.shift_m[n][0], double(slope_x) / k, kRounding * size);
        EXPECT_NEAR(std::hypot(height, tile.shift_m[n][0]), size, 2 * kRounding * size);
    }
}

TEST(Ocean, MeanHeightIsZero) {
    const OceanTile tile = tile_at({.wind_m_per_s = {8.0, 0.0}}, 7.0);
    double sum = 0.0;
    for (const auto& wave : tile.waves) sum += wave[0];
    EXPECT_NEAR(sum / double(tile.waves.size()), 0.0, kRounding * std::sqrt(mean_square(tile, 0)));
}

TEST(Ocean, VarianceOverTimeIsThatOfTheSpectrum) {
    Ocean ocean({.cells = 64, .tile_m = 16.0, .wind_m_per_s = {4.0, 3.0}});
    OceanTile tile;
    double height = 0.0, slope = 0.0;
    constexpr int kTimes = 200;
    for (int i = 0; i < kTimes; ++i) {
        ocean.at(1.37 * i, tile);
        height += mean_square(tile, 0) / kTimes;
        slope += (mean_square(tile, 1) + mean_square(tile, 2)) / kTimes;
    }
    // Over the tile the mean is exact. Over time, opposite waves beat: up to 2 sqrt(0.05) = 0.45 of
    // the longest one's energy, which 200 samples bring down to 0.45 / sqrt(2 * 200) = 0.02.
    EXPECT_NEAR(height / ocean.mean_square_height_m2(), 1.0, 0.02);
    EXPECT_NEAR(slope / tile.slope_variance, 1.0, 0.02);
}

TEST(Ocean, WavesMoveWithTheWindAtTheSpeedOfDeepWater) {
    const OceanDesc desc = {.cells = 32, .tile_m = 20.0, .wind_m_per_s = {6.0, 0.0}};
    Ocean ocean(desc);
    OceanTile tile;
    constexpr double kStep = 0.2;
    const struct { int nx, ny; } waves[] = {{1, 0}, {2, 1}, {3, -2}, {6, 4}};
    for (const auto [nx, ny] : waves) {
        std::complex<double> h[3];
        for (int i : {0, 1, 2}) {
            ocean.at(50.0 + i * kStep, tile);
            h[i] = height_of_wave(tile, nx, ny);
        }
        // Two opposite waves a exp(-i omega t) + b exp(i omega t): the sum of two times around a
        // third is 2 cos(omega dt) times that, whatever a and b are.
        const double omega = std::sqrt(kGravity * kTau / desc.tile_m * std::hypot(nx, ny));
        const double size = std::sqrt(mean_square(tile, 0));
        EXPECT_LT(std::abs(h[0] + h[2] - 2.0 * std::cos(omega * kStep) * h[1]), kRounding * size);
        EXPECT_GT(std::abs(h[1]), 100 * kRounding * size);
        // exp(i (k x - omega t)): the phase falls while the wave goes along k, here down the wind.
        EXPECT_LT(std::arg(h[1] / h[0]), 0.0);
    }
}

TEST(Ocean, FullyDevelopedSeaHasItsSignificantHeight) {
    for (double speed : {5.0, 10.0}) {
        const double length_m = speed * speed / kGravity;
        Ocean ocean({.cells = 512, .tile_m = 320.0 * length_m, .wind_m_per_s = {0.0, speed}});
        OceanTile tile;
        ocean.at(0.0, tile);
        const double published = 0.21 * length_m;  // [pierson1964]
        // The tile carries its energy in some 8400 waves, so that the seed moves the height by 1 in
        // 200 (three times that is allowed); the cells leave out 1.5 in 100, and 0.21 is rounded.
        const double allowed = 0.04 * published;
        EXPECT_NEAR(4.0 * std::sqrt(ocean.mean_square_height_m2()), published, allowed);
        EXPECT_NEAR(4.0 * std::sqrt(mean_square(tile, 0)), published, allowed);
    }
}

TEST(Ocean, VarianceDependsOnCellsAndTileOnlyByTheWavesLeftOut) {
    constexpr double kSpeed = 5.0, kLength = kSpeed * kSpeed / kGravity;
    const struct {
        int cells;
        double tile_m;
    } cases[] = {{64, 200.0}, {128, 200.0}, {128, 400.0}};
    for (const auto [cells, tile_m] : cases) {
        constexpr int kSeeds = 20;
        double mean = 0.0;
        for (int seed = 1; seed <= kSeeds; ++seed)
            mean += Ocean({.cells = cells,
                           .tile_m = tile_m,
                           .wind_m_per_s = {3.0, 4.0},
                           .seed = std::uint64_t(seed)})
                        .mean_square_height_m2() /
                    kSeeds;
        // The integral of the spectrum up to the shortest wave of two cells.
        const double shortest = kTau / (2.0 * tile_m / cells) * kLength;
        const double expected =
            0.0081 * kLength * kLength / (4 * 0.74) * std::exp(-0.74 / (shortest * shortest));
        // Some 500 waves carry the energy of the smaller tile, each exponentially distributed:
        // 1 / sqrt(500 * 20 seeds) = 0.01, three times.
        EXPECT_NEAR(mean / expected, 1.0, 0.03) << cells << " cells, " << tile_m << " m";
    }
}

TEST(Ocean, AWaveIsTheSameWhateverTheCells) {
    OceanDesc desc = {.cells = 64, .tile_m = 16.0, .wind_m_per_s = {5.0, 0.0}, .shortest_m = 1.0};
    const OceanTile coarse = tile_at(desc, 2.0);
    desc.cells = 128;
    const OceanTile fine = tile_at(desc, 2.0);
    const double size = std::sqrt(mean_square(coarse, 0));
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            EXPECT_NEAR(coarse.waves[place(coarse, x, y)][0],
                        fine.waves[place(fine, 2 * x, 2 * y)][0], kRounding * size);
}

TEST(Ocean, LongestAndShortestLeaveWavesOut) {
    OceanDesc desc = {.cells = 64, .tile_m = 16.0, .wind_m_per_s = {5.0, 0.0}};
    const double whole = Ocean(desc).mean_square_height_m2();
    desc.longest_m = 4.0001;
    const double below = Ocean(desc).mean_square_height_m2();
    const OceanTile tile = tile_at(desc, 1.0);
    EXPECT_LT(std::abs(height_of_wave(tile, 3, 0)), kRounding * std::sqrt(below));
    EXPECT_GT(std::abs(height_of_wave(tile, 4, 0)), 100 * kRounding * std::sqrt(below));
    desc.longest_m = 0.0;
    desc.shortest_m = 4.0002;
    const double above = Ocean(desc).mean_square_height_m2();
    EXPECT_NEAR((below + above) / whole, 1.0, 1e-9);  // sums of the same doubles in another order
    EXPECT_GT(below, 0.0);
    EXPECT_GT(above, below);
}

TEST(Ocean, SeedDecidesTheWaves) {
    OceanDesc desc = {.cells = 32, .wind_m_per_s = {5.0, 0.0}};
    const OceanTile one = tile_at(desc, 1.0), again = tile_at(desc, 1.0);
    desc.seed = 2;
    const OceanTile other = tile_at(desc, 1.0);
    EXPECT_EQ(one.waves, again.waves);
    EXPECT_EQ(one.shift_m, again.shift_m);
    EXPECT_NE(one.waves, other.waves);
}

TEST(Ocean, TimesMayBeAskedInAnyOrderAndReuseTheTile) {
    const OceanDesc desc = {.cells = 32, .wind_m_per_s = {5.0, 0.0}};
    Ocean ocean(desc);
    OceanTile tile;
    ocean.at(9.0, tile);
    const void* waves = tile.waves.data();
    const void* shift = tile.shift_m.data();
    ocean.at(-4.0, tile);
    EXPECT_EQ(tile.waves, tile_at(desc, -4.0).waves);
    EXPECT_EQ(tile.waves.data(), waves);
    EXPECT_EQ(tile.shift_m.data(), shift);
}

TEST(Ocean, NoWindIsAFlatSea) {
    for (int cells : {2, 4, 64}) {
        const OceanTile tile = tile_at({.cells = cells}, 5.0);
        EXPECT_EQ(tile.slope_variance, 0.0);
        for (const auto& wave : tile.waves) EXPECT_EQ(wave, (std::array<float, 4>{}));
        for (const auto& shift : tile.shift_m) EXPECT_EQ(shift, (std::array<float, 2>{}));
    }
}

}  // namespace
}  // namespace tarn::scenery
