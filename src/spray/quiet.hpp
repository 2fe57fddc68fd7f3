// What the CPU leaves out, tile by tile: cells that cannot throw, water without foam, drops that
// fly above everything. All of it changes no bit: the functions of cells and drops would find the
// same. A GPU, where cells wait for each other anyway, calls those at once.
#pragma once

#include "exec/extent.hpp"
#include "spray/tasks.hpp"

#include <algorithm>
#include <limits>

namespace tarn::spray {

/// The cells of a grid in squares.
struct CellTiles {
    static constexpr int kSide = HighTiles::kSide;
    int nx, ny;

    exec::Extent2 extent() const { return {{(nx + kSide - 1) / kSide, (ny + kSide - 1) / kSide}}; }
    int index(int tile_x, int tile_y) const { return tile_y * extent().n[0] + tile_x; }
    /// Calls `body(y, x0, x1)` for the rows of a tile.
    template <class Body>
    void for_rows(int tile_x, int tile_y, Body&& body) const {
        const int x0 = tile_x * kSide, x1 = std::min(x0 + kSide, nx);
        const int y0 = tile_y * kSide, y1 = std::min(y0 + kSide, ny);
        for (int y = y0; y < y1; ++y) body(y, x0, x1);
    }
};

/// The highest level of each tile; solids are as high as the sky.
struct FindHighest {
    SurfaceBelow surface;
    HullsAbove hulls;
    CellTiles tiles;
    float* highest_m;

    void operator()(int tile_x, int tile_y) const {
        float highest = -std::numeric_limits<float>::infinity();
        bool has_solid = false;
        tiles.for_rows(tile_x, tile_y, [&](int y, int x0, int x1) {
            const std::ptrdiff_t row = surface.index(0, y);
            for (int x = x0; x < x1; ++x) {
                // Not a number counts as high too.
                const float level_m = surface.level_m[row + x];
                highest = level_m <= highest ? highest : level_m;
                has_solid |= surface.depth_m[row + x] < 0.0f;
            }
            for (int x = x0; hulls.hull && x < x1; ++x)
                if (hulls.covers(row + x))
                    highest = larger(highest,
                                     float(double(hulls.top_m[row + x]) + 1e-3 - surface.datum_m));
        });
        highest_m[tiles.index(tile_x, tile_y)] =
            has_solid ? std::numeric_limits<float>::infinity() : highest;
    }
};

/// CountThrows where the surface is steep enough for a crest or a fall; nothing elsewhere.
struct CountThrowsOfTile {
    CountThrows cells;
    CellTiles tiles;
    bool* has_any;  ///< by tile: a cell wants to throw

    void operator()(int tile_x, int tile_y) const {
        std::int32_t sum = 0;
        tiles.for_rows(tile_x, tile_y, [&](int y, int x0, int x1) {
            const bool is_quiet = is_row_flat(y, x0, x1);
            const std::ptrdiff_t row = cells.throws.surface.index(0, y);
            for (int x = x0; x < x1; ++x) {
                if (is_quiet) {
                    cells.counts[row + x] = 0;
                    cells.churn_per_s[row + x] = 0.0f;
                } else {
                    cells(x, y);
                    sum |= cells.counts[row + x];
                }
            }
        });
        has_any[tiles.index(tile_x, tile_y)] = sum != 0;
    }

private:
    /// Whether nowhere in a piece of a row a difference of level between two cells reaches what
    /// breaking() and falling() ask for at least: of the two parts of a front's height the larger
    /// is 0.707 of it or more, and water falls by more than two depths.
    bool is_row_flat(int y, int x0, int x1) const {
        const SurfaceBelow& surface = cells.throws.surface;
        if (y == 0 || y == surface.ny - 1 || surface.nx < 3) return false;
        const float least = smaller(0.7f * cells.throws.rules.jump, 1.99f);
        const std::ptrdiff_t row = surface.index(0, y);
        const float *const here = surface.level_m + row, *const south = here - surface.nx,
                           *const north = here + surface.nx, *const depth = surface.depth_m + row;
        const float wet_m = cells.throws.rules.wet_m;
        const auto is_steep = [&](int x, const float* beside) {
            return std::uint32_t(magnitude(*beside - here[x]) > least * depth[x]);
        };
        std::uint32_t steep = 0;
        const int from = std::max(x0, 1), until = std::min(x1, surface.nx - 1);
        for (int x = from; x < until; ++x) {
            const std::uint32_t is_any = is_steep(x, here + x + 1) | is_steep(x, here + x - 1) |
                                         is_steep(x, north + x) | is_steep(x, south + x);
            steep |= is_any & std::uint32_t(depth[x] > wet_m);
        }
        if (x0 == 0) steep |= is_end_steep(row, 0, 1, south, north);
        if (x1 == surface.nx) steep |= is_end_steep(row, surface.nx - 1, -1, south, north);
        return steep == 0;
    }
    /// The same for the first or the last cell of a row.
    std::uint32_t is_end_steep(std::ptrdiff_t row, int x, int inwards, const float* south,
                               const float* north) const {
        const SurfaceBelow& surface = cells.throws.surface;
        const float level = surface.level_m[row + x], depth = surface.depth_m[row + x],
                    least = smaller(0.7f * cells.throws.rules.jump, 1.99f) * depth;
        const float beside = magnitude(surface.level_m[row + x + inwards] - level);
        return depth > cells.throws.rules.wet_m &&
               (beside > least || magnitude(south[x] - level) > least ||
                magnitude(north[x] - level) > least);
    }
};

/// ThrowDrops in tiles that throw.
struct ThrowDropsOfTile {
    ThrowDrops cells;
    CellTiles tiles;
    const bool* has_any;

    void operator()(int tile_x, int tile_y) const {
        if (!has_any[tiles.index(tile_x, tile_y)]) return;
        tiles.for_rows(tile_x, tile_y, [&](int y, int x0, int x1) {
            for (int x = x0; x < x1; ++x) cells(x, y);
        });
    }
};

/// MoveFoam where there is foam, or where some is made; none elsewhere. Foam comes from at most
/// six cells away, so from the eight tiles around.
struct MoveFoamOfTile {
    MoveFoam cells;
    CellTiles tiles;
    const bool* had_foam;  ///< by tile, before the step
    bool* has_foam;        ///< and after it

    void operator()(int tile_x, int tile_y) const {
        const bool is_white = is_foam_near(tile_x, tile_y);
        std::uint32_t left = 0;
        tiles.for_rows(tile_x, tile_y, [&](int y, int x0, int x1) {
            const bool is_quiet = !is_white && is_row_quiet(y, x0, x1);
            const std::ptrdiff_t row = cells.surface.index(0, y);
            for (int x = x0; x < x1; ++x) {
                if (is_quiet)
                    cells.new_foam[row + x] = cells.new_bubbles[row + x] = 0.0f;
                else
                    cells(x, y);
            }
            for (int x = x0; x < x1 && !is_quiet; ++x)
                left |= std::uint32_t((cells.new_foam[row + x] != 0.0f) |
                                      (cells.new_bubbles[row + x] != 0.0f));
        });
        has_foam[tiles.index(tile_x, tile_y)] = left != 0;
    }

private:
    bool is_foam_near(int tile_x, int tile_y) const {
        if (!(cells.carried_s > 0.0f)) return had_foam[tiles.index(tile_x, tile_y)];
        const exec::Extent2 count = tiles.extent();
        // The last tiles may be narrow: what passes a periodic edge may come from beyond them.
        for (int dy = -2; dy <= 2; ++dy)
            for (int dx = -2; dx <= 2; ++dx) {
                const int x = FoamPlane::wrapped(tile_x + dx, count.n[0], cells.foam.borders[0],
                                                 cells.foam.borders[1]),
                          y = FoamPlane::wrapped(tile_y + dy, count.n[1], cells.foam.borders[2],
                                                 cells.foam.borders[3]);
                if (had_foam[tiles.index(x, y)]) return true;
            }
        return false;
    }
    /// Nothing that makes foam: nothing churns or landed, and no water is fast enough for swash.
    bool is_row_quiet(int y, int x0, int x1) const {
        const std::ptrdiff_t row = cells.surface.index(0, y);
        const float *const u = cells.surface.u_m_per_s + row,
                           *const v = cells.surface.v_m_per_s + row,
                           *const churn = cells.churn_per_s + row;
        const std::int64_t* const splashed = cells.splashed + row;
        std::uint32_t loud = 0;
        std::int64_t landed = 0;
        for (int x = x0; x < x1; ++x) {
            loud |= std::uint32_t((churn[x] != 0.0f) |
                                  (u[x] * u[x] + v[x] * v[x] > MoveFoam::kSwash_m2_per_s2));
            landed |= splashed[x];
        }
        return loud == 0 && landed == 0;
    }
};

}  // namespace tarn::spray
