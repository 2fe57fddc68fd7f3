// Foam on the surface and bubbles below it: shares of white in each cell, carried by the water. The
// value that arrives in a cell is read where the water came from, by a cubic through four cells
// each way that is kept between the values around the point: a semi-Lagrangian step
// [staniforth1991] with cubic instead of linear interpolation, which keeps edges sharp on coarse
// grids.
#pragma once

#include "spray/flight.hpp"

namespace tarn::spray {

/// Weights of four neighbours at a distance `t` (0 to 1) behind the second one: Lagrange's cubic.
struct CubicWeights {
    float w[4];
    TARN_HD explicit CubicWeights(float t) {
        const float a = t + 1.0f, b = t - 1.0f, c = t - 2.0f;
        w[0] = -t * b * c * (1.0f / 6.0f);
        w[1] = a * b * c * 0.5f;
        w[2] = -a * t * c * 0.5f;
        w[3] = a * t * b * (1.0f / 6.0f);
    }
};

/// A share of white in all cells.
struct FoamPlane {
    const float* cover;
    int nx, ny;
    Border borders[4];

    TARN_HD static int wrapped(int k, int count, Border low, Border high) {
        if (k >= 0 && k < count) return k;
        if ((k < 0 ? low : high) != Border::Periodic) return k < 0 ? 0 : count - 1;
        const int left = k % count;
        return left < 0 ? left + count : left;
    }
    TARN_HD float at(int x, int y) const {
        const int i = wrapped(x, nx, borders[0], borders[1]),
                  j = wrapped(y, ny, borders[2], borders[3]);
        return cover[std::ptrdiff_t(j) * nx + i];
    }
    /// Between cell centres, in cells.
    TARN_HD float between(float x, float y) const {
        const float fx = __builtin_floorf(x), fy = __builtin_floorf(y);
        const int i = int(fx), j = int(fy);
        const CubicWeights along(x - fx), across(y - fy);
        float sum = 0.0f;
        float low = 1.0f, high = 0.0f;
        for (int row = 0; row < 4; ++row) {
            float line = 0.0f;
            for (int k = 0; k < 4; ++k) {
                const float value = at(i - 1 + k, j - 1 + row);
                line += along.w[k] * value;
                if (row == 1 || row == 2)
                    if (k == 1 || k == 2) {
                        low = smaller(low, value);
                        high = larger(high, value);
                    }
            }
            sum += across.w[row] * line;
        }
        return larger(smaller(sum, high), low);
    }
};

/// Where something was, in cells.
struct CameFrom {
    float x, y;
};

/// Where the water that is at a cell now was `step_s` ago, by the mid-point rule.
TARN_HD CameFrom came_from(const FoamPlane& plane, const SurfaceBelow& surface, float step_s, int x,
                           int y) {
    const float most = 4.0f, per_cell = step_s / surface.cell_m;
    const auto clamped = [&](float cells) { return larger(smaller(cells, most), -most); };
    const std::ptrdiff_t n = surface.index(x, y);
    const float mid_x = float(x) - 0.5f * clamped(surface.u_m_per_s[n] * per_cell),
                mid_y = float(y) - 0.5f * clamped(surface.v_m_per_s[n] * per_cell);
    const float fx = __builtin_floorf(mid_x), fy = __builtin_floorf(mid_y);
    const float tx = mid_x - fx, ty = mid_y - fy;
    const int i = int(fx), j = int(fy);
    const auto velocity_between = [&](const float* from) {
        FoamPlane as_plane = plane;
        as_plane.cover = from;
        const float south = (1.0f - tx) * as_plane.at(i, j) + tx * as_plane.at(i + 1, j),
                    north = (1.0f - tx) * as_plane.at(i, j + 1) + tx * as_plane.at(i + 1, j + 1);
        return clamped(((1.0f - ty) * south + ty * north) * per_cell);
    };
    return {float(x) - velocity_between(surface.u_m_per_s),
            float(y) - velocity_between(surface.v_m_per_s)};
}

}  // namespace tarn::spray
