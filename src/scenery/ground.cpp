#include "scenery/ground.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn::scenery {
namespace {

/// Even numbers from 0 to 1 for whole x and y: the same on every machine.
double hashed(std::int64_t x, std::int64_t y, std::uint64_t seed) {
    const std::uint64_t h = std::uint64_t(x) * 0x9e3779b97f4a7c15u ^
                            std::uint64_t(y) * 0xc2b2ae3d27d4eb4fu ^
                            (seed + 1) * 0x165667b19e3779f9u;
    return double(mix64(h) >> 11) * 0x1p-53;
}

double smooth(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

double value_noise(double x, double y, std::uint64_t seed) {
    const auto i = std::int64_t(std::floor(x)), j = std::int64_t(std::floor(y));
    const double u = smooth(x - double(i)), v = smooth(y - double(j));
    const double south = std::lerp(hashed(i, j, seed), hashed(i + 1, j, seed), u);
    const double north = std::lerp(hashed(i, j + 1, seed), hashed(i + 1, j + 1, seed), u);
    return 2.0 * std::lerp(south, north, v) - 1.0;
}

/// About -1 to 1; each octave is half as high, twice as fine and turned.
double rough(double x, double y, int octaves, std::uint64_t seed) {
    double sum = 0.0, weight = 0.5;
    for (int k = 0; k < octaves; ++k) {
        sum += weight * value_noise(x, y, seed + std::uint64_t(k));
        const double turned_x = 1.6 * x - 1.2 * y, turned_y = 1.2 * x + 1.6 * y;
        x = turned_x + 17.3;
        y = turned_y - 9.1;
        weight *= 0.5;
    }
    return sum;
}

struct Stone {
    double x_m, y_m, radius_m, flat, turn, tone;
};

struct Shape {
    double width_m, height_m, still_m, depth_m, shore_m, scale_m;
};

/// Distance into the water from the nearest edge, corners rounded.
double into_water_m(const Shape& s, double x, double y) {
    const double corner = 1.6 * s.shore_m;
    const double dx = std::min(x, s.width_m - x), dy = std::min(y, s.height_m - y);
    if (dx >= corner || dy >= corner) return std::min(dx, dy);
    return corner - std::hypot(corner - dx, corner - dy);
}

double land_m(const Shape& s, double x, double y, std::uint64_t seed) {
    const double wander =
        0.55 * s.shore_m * (rough(1.1 * x / s.scale_m, 1.1 * y / s.scale_m, 4, seed) - 0.55);
    const double d = into_water_m(s, x, y) + wander;
    const double fine = rough(2.7 * x / s.scale_m, 2.7 * y / s.scale_m, 5, seed + 40);
    if (d < 0.0) {
        const double bank = 0.16 * s.scale_m * smooth(-d / (1.3 * s.scale_m)) +
                            0.05 * s.scale_m * smooth(-d / (0.25 * s.scale_m));
        return s.still_m + 0.01 * s.scale_m + bank +
               0.05 * s.scale_m * fine * smooth(-d / s.scale_m);
    }
    const double down = std::pow(smooth(d / s.shore_m), 0.8);
    return s.still_m + 0.01 * s.scale_m - (s.depth_m + 0.01 * s.scale_m) * down +
           0.06 * s.depth_m * fine * down;
}

std::vector<Stone> scatter_stones(const Shape& s, std::uint64_t seed) {
    std::vector<Stone> stones;
    const int count = 150;
    for (int k = 0; k < count; ++k) {
        const auto random = [&](int n) { return hashed(k, n, seed + 900); };
        const double around = 2.0 * (s.width_m + s.height_m) * random(0);
        const double size = std::pow(random(1), 3.0);
        const double inward = s.shore_m * (k % 5 == 0 ? 3.5 * random(2) : 1.6 * random(2) - 0.75);
        double x = 0.0, y = 0.0;
        if (around < s.width_m)
            x = around, y = inward;
        else if (around < s.width_m + s.height_m)
            x = s.width_m - inward, y = around - s.width_m;
        else if (around < 2.0 * s.width_m + s.height_m)
            x = around - s.width_m - s.height_m, y = s.height_m - inward;
        else
            x = inward, y = around - 2.0 * s.width_m - s.height_m;
        stones.push_back({x, y, s.scale_m * (0.07 + 0.34 * size), 0.45 + 0.35 * random(3),
                          6.28 * random(4), 0.25 + 0.75 * random(5)});
    }
    return stones;
}

/// Height of a stone's top over its middle at a point, negative beside it.
double stone_m(const Stone& stone, double x, double y) {
    const double c = std::cos(stone.turn), s = std::sin(stone.turn);
    const double u = (c * (x - stone.x_m) + s * (y - stone.y_m)) / stone.radius_m;
    const double v = (c * (y - stone.y_m) - s * (x - stone.x_m)) / (0.72 * stone.radius_m);
    // Between an ellipsoid and a block, so that it has shoulders.
    const double r = std::pow(std::pow(std::abs(u), 2.6) + std::pow(std::abs(v), 2.6), 1.0 / 2.6);
    return r >= 1.0 ? -1.0 : stone.flat * stone.radius_m * std::pow(1.0 - std::pow(r, 2.6), 0.5);
}

void lay_stones(GroundMap& map, const std::vector<Stone>& stones, const Shape& s,
                std::uint64_t seed) {
    const double step_x = map.width_m / map.cells, step_y = map.height_m / map.cells;
    for (const Stone& stone : stones) {
        const double base =
            land_m(s, stone.x_m, stone.y_m, seed) - 0.25 * stone.flat * stone.radius_m;
        const auto cell = [&](double at, double from, double step) {
            return std::clamp(int((at - from) / step), 0, map.cells - 1);
        };
        const double r = stone.radius_m;
        for (int j = cell(stone.y_m - r, map.y0_m, step_y);
             j <= cell(stone.y_m + r, map.y0_m, step_y); ++j)
            for (int i = cell(stone.x_m - r, map.x0_m, step_x);
                 i <= cell(stone.x_m + r, map.x0_m, step_x); ++i) {
                const double x = map.x0_m + (i + 0.5) * step_x, y = map.y0_m + (j + 0.5) * step_y;
                const double up = stone_m(stone, x, y);
                if (up < 0.0) continue;
                const double top =
                    base + up +
                    0.035 * r * rough(9.0 * x / r * 0.4, 9.0 * y / r * 0.4, 3, seed + 70);
                auto& here = map.cells_xy[std::size_t(j) * std::size_t(map.cells) + std::size_t(i)];
                if (top > double(here[0])) here = {float(top), float(stone.tone)};
            }
    }
}

bool is_solid(const WaterView& water, const GroundView& ground, double x, double y) {
    const int i = int(std::floor(x / water.cell_m)), j = int(std::floor(y / water.cell_m));
    if (ground.solid.empty() || i < 0 || j < 0 || i >= water.nx || j >= water.ny) return false;
    return ground.solid[std::size_t(j) * std::size_t(water.nx) + std::size_t(i)] != 0;
}

}  // namespace

GroundMap pond_ground(const WaterView& water, const GroundView& ground, std::uint64_t seed,
                      int cells) {
    const double width_m = water.cell_m * water.nx, height_m = water.cell_m * water.ny;
    const double shorter_m = std::min(width_m, height_m);
    const Shape shape = {
        width_m,          height_m,       water.still_level_m, water.still_level_m - ground.bed_m,
        0.13 * shorter_m, 0.1 * shorter_m};
    const double margin_m = 0.45 * shorter_m;
    GroundMap map;
    map.cells = cells;
    map.x0_m = -margin_m;
    map.y0_m = -margin_m;
    map.width_m = width_m + 2.0 * margin_m;
    map.height_m = height_m + 2.0 * margin_m;
    map.far_m = water.still_level_m + 0.24 * shape.scale_m;
    map.cells_xy.resize(std::size_t(cells) * std::size_t(cells));
    for (int j = 0; j < cells; ++j)
        for (int i = 0; i < cells; ++i) {
            const double x = map.x0_m + (i + 0.5) * map.width_m / cells;
            const double y = map.y0_m + (j + 0.5) * map.height_m / cells;
            double height = land_m(shape, x, y, seed);
            if (is_solid(water, ground, x, y)) height = water.still_level_m + 0.2 * shape.scale_m;
            const double rim = std::min(
                {x + margin_m, y + margin_m, width_m + margin_m - x, height_m + margin_m - y});
            height = std::lerp(map.far_m, height, smooth(rim / (0.4 * margin_m)));
            map.cells_xy[std::size_t(j) * std::size_t(cells) + std::size_t(i)] = {float(height),
                                                                                  0.0f};
        }
    lay_stones(map, scatter_stones(shape, seed), shape, seed);
    map.lowest_m = std::numeric_limits<double>::max();
    map.highest_m = std::numeric_limits<double>::lowest();
    for (const auto& cell : map.cells_xy) {
        map.lowest_m = std::min(map.lowest_m, double(cell[0]));
        map.highest_m = std::max(map.highest_m, double(cell[0]));
    }
    return map;
}

}  // namespace tarn::scenery
