#include "scenery/foam.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tarn::scenery {
namespace {

/// Even numbers from 0 to 1 for the points of a lattice of `side` by `side` that repeats.
double hashed(int x, int y, int side, std::uint64_t seed) {
    const auto wrapped = [side](int i) { return std::uint64_t(((i % side) + side) % side); };
    const std::uint64_t h = wrapped(x) * 0x9e3779b97f4a7c15u ^ wrapped(y) * 0xc2b2ae3d27d4eb4fu ^
                            (seed + 1) * 0x165667b19e3779f9u;
    return double(mix64(h) >> 11) * 0x1p-53;
}

/// Smooth noise from -1 to 1 with `side` waves across the tile; x and y from 0 to 1.
double noise(double x, double y, int side, std::uint64_t seed) {
    x *= side;
    y *= side;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const auto smooth = [](double t) { return t * t * (3.0 - 2.0 * t); };
    const double u = smooth(x - i), v = smooth(y - j);
    const double south = std::lerp(hashed(i, j, side, seed), hashed(i + 1, j, side, seed), u);
    const double north =
        std::lerp(hashed(i, j + 1, side, seed), hashed(i + 1, j + 1, side, seed), u);
    return 2.0 * std::lerp(south, north, v) - 1.0;
}

/// 1 on the walls between the cells of scattered points (a Voronoi diagram), falling to 0 inside.
double wall(double x, double y, int side, std::uint64_t seed) {
    x *= side;
    y *= side;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    double nearest = 9.0, second = 9.0;
    for (int dj = -2; dj <= 2; ++dj)
        for (int di = -2; di <= 2; ++di) {
            const double px = i + di + hashed(i + di, j + dj, side, seed);
            const double py = j + dj + hashed(i + di, j + dj, side, seed + 1);
            const double r = std::hypot(px - x, py - y);
            if (r < nearest)
                second = std::exchange(nearest, r);
            else
                second = std::min(second, r);
        }
    return std::exp(-4.0 * (second - nearest));
}

/// How early foam lies here: first on the walls of large holes, then on those of smaller ones.
double height(double x, double y, std::uint64_t seed) {
    const double warped_x = x + 0.012 * noise(x, y, 19, seed) + 0.004 * noise(x, y, 53, seed + 1);
    const double warped_y =
        y + 0.012 * noise(x, y, 19, seed + 2) + 0.004 * noise(x, y, 53, seed + 3);
    return 0.50 * wall(warped_x, warped_y, 17, seed + 4) +
           0.34 * wall(warped_x, warped_y, 41, seed + 6) +
           0.20 * wall(warped_x, warped_y, 89, seed + 8) + 0.24 * noise(x, y, 5, seed + 10) +
           0.20 * noise(x, y, 11, seed + 11);
}

std::vector<double> ranks(const std::vector<double>& values) {
    std::vector<std::uint32_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::uint32_t k) { return values[k]; });
    std::vector<double> rank(values.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        rank[order[k]] = (double(k) + 0.5) / double(order.size());
    return rank;
}

std::uint8_t byte(double value) {
    return std::uint8_t(std::clamp(std::lround(value), 0l, 255l));
}

}  // namespace

FoamTile foam_tile(int cells, std::uint64_t seed) {
    const auto count = std::size_t(cells) * std::size_t(cells);
    std::vector<double> heights(count);
    for (std::size_t k = 0; k < count; ++k) {
        const int i = int(k) % cells, j = int(k) / cells;
        heights[k] = height((i + 0.5) / cells, (j + 0.5) / cells, seed);
    }
    const std::vector<double> rank = ranks(heights);
    const auto at = [&](int i, int j) {
        return rank[std::size_t((j & (cells - 1)) * cells + (i & (cells - 1)))];
    };
    FoamTile tile{cells, std::vector<std::array<std::uint8_t, 4>>(count)};
    for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i) {
            // Across 1/64 of the tile a slope of 1 raises the rank by 1.
            const double scale = 128.0 * cells / 64.0 / 4.0;
            const double tone = noise((i + 0.5) / cells, (j + 0.5) / cells, 97, seed + 12);
            tile.bubbles[std::size_t(j * cells + i)] = {
                byte(255.0 * at(i, j)), byte(128.0 + scale * (at(i + 2, j) - at(i - 2, j))),
                byte(128.0 + scale * (at(i, j + 2) - at(i, j - 2))), byte(128.0 + 127.0 * tone)};
        }
    return tile;
}

}  // namespace tarn::scenery
