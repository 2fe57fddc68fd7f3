// How velocities are carried along: MacCormack's method on semi-Lagrangian steps [selle2008], of
// second order, with a limiter. Back where a particle came from, by the midpoint rule.
#pragma once

#include "solver/stable/cells.hpp"

namespace tarn::stable {

struct Point {
    float at[3];  ///< in cells from the corner of the box
};

TARN_HD int floor_of(float s) {
    const int i = int(s);
    return s < float(i) ? i - 1 : i;
}

/// The eight faces around a point, x fastest, and where it lies between them.
struct Corners {
    float value[8];
    float share[3];

    TARN_HD float between() const {
        float x[4];
        for (int k = 0; k < 4; ++k)
            x[k] = value[2 * k] + share[0] * (value[2 * k + 1] - value[2 * k]);
        const float low = x[0] + share[1] * (x[1] - x[0]), high = x[2] + share[1] * (x[3] - x[2]);
        return low + share[2] * (high - low);
    }
};

/// Values at a place beyond the sides of the box: as at the nearest face, and on a wall across the
/// component nothing moves.
TARN_HD float value_near(const Grid& g, const float* plane, int axis, const int i[3]) {
    if (!g.is_periodic[axis] && (i[axis] < 0 || i[axis] >= g.n[axis])) return 0.0f;
    return plane[g.at(g.near(0, i[0]), g.near(1, i[1]), g.near(2, i[2]))];
}

/// Component `axis` of the velocity around a point.
template <int axis>
TARN_HD Corners corners(const Grid& g, const float* plane, Point p) {
    Corners out;
    int i[3];
    bool is_within = true;
    for (int b = 0; b < 3; ++b) {
        const float s = b == axis ? p.at[b] : p.at[b] - 0.5f;
        // Beyond any grid; keeps the conversion to int defined.
        const float bounded = smaller(larger(s, -1e6f), 1e6f);
        i[b] = floor_of(bounded);
        out.share[b] = bounded - float(i[b]);
        is_within = is_within && i[b] >= 0 && i[b] + 1 < g.n[b];
    }
    if (is_within) {
        const std::ptrdiff_t row = g.n[0], layer = std::ptrdiff_t(g.n[0]) * g.n[1];
        const float* const from = plane + g.at(i);
        for (int k = 0; k < 8; ++k)
            out.value[k] = from[(k & 1) + ((k >> 1) & 1) * row + (k >> 2) * layer];
        return out;
    }
    for (int k = 0; k < 8; ++k) {
        const int j[3] = {i[0] + (k & 1), i[1] + ((k >> 1) & 1), i[2] + (k >> 2)};
        out.value[k] = value_near(g, plane, axis, j);
    }
    return out;
}

template <int axis>
TARN_HD float sample(const Grid& g, const float* plane, Point p) {
    return corners<axis>(g, plane, p).between();
}

template <int axis>
TARN_HD Point face_point(const int i[3]) {
    Point p;
    for (int b = 0; b < 3; ++b) p.at[b] = float(i[b]) + (b == axis ? 0.0f : 0.5f);
    return p;
}

/// The whole velocity at the lower face of a cell.
template <int axis>
TARN_HD Point face_velocity(const Grid& g, const Faces& by, const int i[3]) {
    const Point p = face_point<axis>(i);
    const float own = by.of[axis][g.at(i)];
    return {{axis == 0 ? own : sample<0>(g, by.of[0], p),
             axis == 1 ? own : sample<1>(g, by.of[1], p),
             axis == 2 ? own : sample<2>(g, by.of[2], p)}};
}

/// Where a particle that passes a point with a velocity is after `cells_per_speed` = time / cell;
/// negative: before. By the midpoint rule.
TARN_HD Point carried(const Grid& g, const Faces& by, Point from, Point velocity,
                      float cells_per_speed) {
    Point middle;
    for (int b = 0; b < 3; ++b) middle.at[b] = from.at[b] + 0.5f * cells_per_speed * velocity.at[b];
    return {{from.at[0] + cells_per_speed * sample<0>(g, by.of[0], middle),
             from.at[1] + cells_per_speed * sample<1>(g, by.of[1], middle),
             from.at[2] + cells_per_speed * sample<2>(g, by.of[2], middle)}};
}

/// First pass: what was where the water at a face came from.
struct CarryBack {
    View v;
    Faces by, from, to;
    float cells_per_speed;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        carry<0>(i);
        carry<1>(i);
        carry<2>(i);
    }
    template <int axis>
    TARN_HD void carry(const int i[3]) const {
        const std::ptrdiff_t n = v.grid.at(i);
        to.of[axis][n] = from.of[axis][n];
        if (!((v.known[n] >> axis) & 1)) return;
        const Point u = face_velocity<axis>(v.grid, by, i);
        const Point back = carried(v.grid, by, face_point<axis>(i), u, -cells_per_speed);
        to.of[axis][n] = sample<axis>(v.grid, from.of[axis], back);
    }
};

/// Second pass: carried forth again it should be what it was; half of the error is taken off. The
/// result stays near the values that it is made of: between them beside air and solids, and within
/// half of their range elsewhere, so that smooth crests are not clipped.
struct CorrectCarried {
    View v;
    Faces by, from, carried_back, to;
    float cells_per_speed;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const float slack = is_inside(i) ? 0.5f : 0.0f;
        correct<0>(i, slack);
        correct<1>(i, slack);
        correct<2>(i, slack);
    }
    template <int axis>
    TARN_HD void correct(const int i[3], float slack) const {
        const std::ptrdiff_t n = v.grid.at(i);
        const float once = carried_back.of[axis][n];
        to.of[axis][n] = once;
        if (!((v.known[n] >> axis) & 1) || !is_wet(axis, i)) return;
        const Point p = face_point<axis>(i), u = face_velocity<axis>(v.grid, by, i);
        const Point back = carried(v.grid, by, p, u, -cells_per_speed);
        const Point forth = carried(v.grid, by, p, u, cells_per_speed);
        const float again = sample<axis>(v.grid, carried_back.of[axis], forth);
        const Corners around = corners<axis>(v.grid, from.of[axis], back);
        float least = around.value[0], most = around.value[0];
        for (int k = 1; k < 8; ++k) {
            least = smaller(least, around.value[k]);
            most = larger(most, around.value[k]);
        }
        const float room = slack * (most - least);
        const float value = once + 0.5f * (from.of[axis][n] - again);
        to.of[axis][n] = smaller(larger(value, least - room), most + room);
    }
    /// Beside water; velocities in air are made from those of water after every step.
    TARN_HD bool is_wet(int axis, const int i[3]) const {
        if (!v.has_surface) return true;
        const FaceSides face = sides_of(v.grid, axis, i);
        const auto has_water = [&](std::ptrdiff_t c) {
            return v.kind[c] == kWater || v.kind[c] == kFaucet || v.fill[c] > kWet;
        };
        return has_water(face.high) || (face.low >= 0 && has_water(face.low));
    }
    /// Water all around.
    TARN_HD bool is_inside(const int i[3]) const {
        const std::ptrdiff_t n = v.grid.at(i);
        bool inside = v.kind[n] == kWater;
        for (int axis = 0; axis < 3; ++axis) {
            const std::ptrdiff_t low = v.grid.before(axis, i), high = v.grid.after(axis, i);
            inside =
                inside && low >= 0 && high >= 0 && v.kind[low] == kWater && v.kind[high] == kWater;
        }
        return inside;
    }
};

}  // namespace tarn::stable
