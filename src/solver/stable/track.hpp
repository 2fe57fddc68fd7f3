// TRACK's step, as the paper's baseline: Stam's stable fluids on a collocated grid [stam2003],
// where density marks water and air moves like water. Sweeps go by colours instead of by rows, so
// that threads do not matter; the trilinear weights are nested as they should be.
#pragma once

#include "solver/stable/advect.hpp"

namespace tarn::stable {

inline constexpr int kTrackSweeps = 20;

/// A value of a cell or of the border around the box: mirrored, and negative for the velocity
/// across the border. `b` is the axis of that velocity, -1 for anything else.
struct TrackPlane {
    Grid grid;
    const std::uint8_t* solid;
    const float* plane;
    int b;

    TARN_HD float at(const int i[3]) const {
        int j[3];
        bool is_across = false;
        for (int axis = 0; axis < 3; ++axis) {
            j[axis] = grid.near(axis, i[axis]);
            is_across = is_across || (axis == b && j[axis] != i[axis] && !grid.is_periodic[axis]);
        }
        const float value = plane[grid.at(j)];
        return is_across ? -value : value;
    }
    /// Of a neighbour along an axis; solids do as the border does.
    TARN_HD float beside(const int i[3], int axis, int step) const {
        int j[3] = {i[0], i[1], i[2]};
        j[axis] += step;
        const int k[3] = {grid.near(0, j[0]), grid.near(1, j[1]), grid.near(2, j[2])};
        if (solid[grid.at(k)]) return axis == b ? -plane[grid.at(i)] : plane[grid.at(i)];
        return at(j);
    }
};

/// Cells beside each other have different colours: two of them, as on a chess board, and a third
/// one for the last cells of a periodic axis with an odd number of cells, which lie beside the
/// first.
struct TrackColours {
    Grid grid;

    TARN_HD bool is_odd_ring(int axis) const {
        return grid.is_periodic[axis] && grid.n[axis] > 1 && grid.n[axis] % 2 == 1;
    }
    TARN_HD int count() const { return is_odd_ring(0) || is_odd_ring(1) || is_odd_ring(2) ? 3 : 2; }
    TARN_HD int of(const int i[3]) const {
        if (count() == 2) return (i[0] + i[1] + i[2]) & 1;
        int sum = 0;
        for (int axis = 0; axis < 3; ++axis)
            sum += is_odd_ring(axis) && i[axis] + 1 == grid.n[axis] ? 2 : i[axis] & 1;
        return sum % 3;
    }
};

/// One colour of a sweep for x - a (sum of neighbours - 6 x) = x0, or with `is_poisson`
/// 6 x - sum of neighbours = x0.
struct TrackSweep {
    TrackPlane x;
    float* to;
    const float* x0;
    float a;
    bool is_poisson;
    int colour;

    TARN_HD void operator()(int i0, int i1, int i2) const {
        const int i[3] = {i0, i1, i2};
        if (TrackColours{x.grid}.of(i) != colour) return;
        const std::ptrdiff_t n = x.grid.at(i);
        if (x.solid[n]) return;
        float sum = 0.0f;
        for (int axis = 0; axis < 3; ++axis) sum += x.beside(i, axis, -1) + x.beside(i, axis, 1);
        to[n] = is_poisson ? (x0[n] + sum) / 6.0f : (x0[n] + a * sum) / (1.0f + 6.0f * a);
    }
};

struct CopyPlane {
    Grid grid;
    const float* from;
    float* to;
    TARN_HD void operator()(int x, int y, int z) const {
        to[grid.at(x, y, z)] = from[grid.at(x, y, z)];
    }
};

struct TrackDivergence {
    View v;
    float *divergence, *pressure;
    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        float sum = 0.0f;
        for (int axis = 0; axis < 3; ++axis) {
            const TrackPlane u = {v.grid, v.solid, v.u.of[axis], axis};
            sum += u.beside(i, axis, 1) - u.beside(i, axis, -1);
        }
        divergence[n] = v.solid[n] ? 0.0f : -0.5f * sum;
        pressure[n] = 0.0f;
    }
};

struct TrackGradient {
    View v;
    const float* pressure;
    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        const TrackPlane p = {v.grid, v.solid, pressure, -1};
        for (int axis = 0; axis < 3; ++axis)
            v.u.of[axis][n] =
                v.solid[n]
                    ? 0.0f
                    : v.u.of[axis][n] - 0.5f * (p.beside(i, axis, 1) - p.beside(i, axis, -1));
    }
};

/// A value carried along: linear between the cells where it came from.
struct TrackAdvect {
    View v;
    Faces by;
    const float* from;
    float* to;
    int b;
    float cells_per_speed;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        if (v.solid[n]) {
            to[n] = 0.0f;
            return;
        }
        int low[3];
        float share[3];
        for (int axis = 0; axis < 3; ++axis) {
            const float most = float(v.grid.n[axis]) - 0.5f;
            float s = float(i[axis]) - cells_per_speed * by.of[axis][n];
            if (!v.grid.is_periodic[axis]) s = smaller(larger(s, -0.5f), most);
            s = smaller(larger(s, -1e6f), 1e6f);
            low[axis] = floor_of(s);
            share[axis] = s - float(low[axis]);
        }
        const TrackPlane plane = {v.grid, v.solid, from, b};
        float sum = 0.0f;
        for (int corner = 0; corner < 8; ++corner) {
            const int j[3] = {low[0] + (corner & 1), low[1] + ((corner >> 1) & 1),
                              low[2] + (corner >> 2)};
            float weight = 1.0f;
            for (int axis = 0; axis < 3; ++axis)
                weight *= (corner >> axis) & 1 ? share[axis] : 1.0f - share[axis];
            sum += weight * plane.at(j);
        }
        to[n] = sum;
    }
};

/// Gravity on what is water, the velocity of open faucets, the speed limit.
struct TrackForces {
    View v;
    float gravity_m_per_s, most_m_per_s;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        for (int axis = 0; axis < 3; ++axis) {
            float u = v.u.of[axis][n];
            if (axis == 2) u = u - gravity_m_per_s * smaller(v.fill[n], 1.0f);
            if (v.is_open_faucet(n)) u = v.faucet_m_per_s[v.faucet[n]][axis];
            if (v.solid[n]) u = 0.0f;
            if (!(magnitude(u) <= most_m_per_s))
                u = u > 0.0f ? most_m_per_s : u < 0.0f ? -most_m_per_s : 0.0f;
            v.u.of[axis][n] = u;
        }
    }
};

}  // namespace tarn::stable
