// The surface of the water as drops see it from above, and what is known of its height in squares
// of cells.
#pragma once

#include "base/numeric.hpp"
#include "base/platform.hpp"
#include "solver/surface_exchange.hpp"

#include <cstddef>

namespace tarn::spray {

/// The surface below the drops, [ny][nx] (exchange::SurfacePlanes for readers).
struct SurfaceBelow {
    const float *level_m, *depth_m, *u_m_per_s, *v_m_per_s;
    int nx, ny;
    float cell_m;
    double datum_m;

    TARN_HD bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < nx && y < ny; }
    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * nx + x; }
    /// Whether a point lies over the grid.
    TARN_HD bool is_below(const float* at_m) const {
        return at_m[0] >= 0.0f && at_m[0] < float(nx) * cell_m && at_m[1] >= 0.0f &&
               at_m[1] < float(ny) * cell_m;
    }
    TARN_HD bool is_solid(std::ptrdiff_t n) const { return depth_m[n] < 0.0f; }
};

/// The cell below a point inside the grid.
TARN_HD std::ptrdiff_t cell_below(const SurfaceBelow& surface, float x_m, float y_m) {
    const int x = int(x_m / surface.cell_m), y = int(y_m / surface.cell_m);
    return surface.index(x < surface.nx ? x : surface.nx - 1, y < surface.ny ? y : surface.ny - 1);
}

/// How high the surface reaches in squares of cells; without a table nothing is known of that.
struct HighTiles {
    static constexpr int kSide = 16;
    const float* highest_m = nullptr;  ///< above the datum, row by row; the sky where solids stand
    int nx = 0, ny = 0;                ///< squares

    /// Whether the straight way between two points inside the grid lies above all that is below
    /// it. One that is close to something, or long, may lie above it all the same.
    TARN_HD bool is_way_above(const SurfaceBelow& surface, const float* from,
                              const float* to) const {
        if (!highest_m) return false;
        if (!surface.is_below(to) || !surface.is_below(from)) return false;
        // A hundredth of a square around it, and a millionth of the heights of its ends: more than
        // rounding moves the points where is_way_free() looks.
        constexpr float kAround = 0.01f;
        const float squares_per_m = 1.0f / (float(kSide) * surface.cell_m);
        const int x0 = int(larger(smaller(from[0], to[0]) * squares_per_m - kAround, 0.0f)),
                  y0 = int(larger(smaller(from[1], to[1]) * squares_per_m - kAround, 0.0f)),
                  x1 = int(larger(from[0], to[0]) * squares_per_m + kAround),
                  y1 = int(larger(from[1], to[1]) * squares_per_m + kAround);
        if (x1 - x0 > 2 || y1 - y0 > 2) return false;
        const float lowest_m = smaller(from[2], to[2]);
        const float rounding_m = 1e-6f * (magnitude(from[2]) + magnitude(to[2]));
        const double above_m = double(lowest_m - rounding_m) - surface.datum_m;
        for (int y = y0; y <= y1 && y < ny; ++y)
            for (int x = x0; x <= x1 && x < nx; ++x)
                if (!(double(highest_m[std::ptrdiff_t(y) * nx + x]) < above_m)) return false;
        return true;
    }
};

}  // namespace tarn::spray
