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

/// Component `b` at the lower face of a cell along `axis`: the mean of the four faces around it.
template <int axis, int b>
TARN_HD float at_face(const Grid& g, const float* plane, const int i[3]) {
    const std::ptrdiff_t n = g.at(i);
    if constexpr (axis == b) return plane[n];
    if (i[axis] == 0 || i[b] + 1 >= g.n[b]) return sample<b>(g, plane, face_point<axis>(i));
    // The same bits as sample(), which goes along x, y and z in this order.
    const std::ptrdiff_t first = n - g.stride(axis), along[2] = {g.stride(axis), g.stride(b)};
    const std::ptrdiff_t p = along[axis < b ? 0 : 1], q = along[axis < b ? 1 : 0];
    const float low = plane[first] + 0.5f * (plane[first + p] - plane[first]);
    const float high = plane[first + q] + 0.5f * (plane[first + p + q] - plane[first + q]);
    return low + 0.5f * (high - low);
}

/// The whole velocity at the lower face of a cell.
template <int axis>
TARN_HD Point face_velocity(const Grid& g, const Faces& by, const int i[3]) {
    return {{at_face<axis, 0>(g, by.of[0], i), at_face<axis, 1>(g, by.of[1], i),
             at_face<axis, 2>(g, by.of[2], i)}};
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

/// First pass, for one component: what was where the water at a face came from, and the least and
/// the most around there.
template <int axis>
struct CarryBack {
    View v;
    Faces by;
    const float* from;
    float *carried_back, *least, *most;
    float cells_per_speed;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        carried_back[n] = from[n];
        if (!((v.known[n] >> axis) & 1)) return;
        const Point u = face_velocity<axis>(v.grid, by, i);
        const Point back = carried(v.grid, by, face_point<axis>(i), u, -cells_per_speed);
        const Corners around = corners<axis>(v.grid, from, back);
        float low = around.value[0], high = around.value[0];
        for (int k = 1; k < 8; ++k) {
            low = smaller(low, around.value[k]);
            high = larger(high, around.value[k]);
        }
        carried_back[n] = around.between();
        least[n] = low;
        most[n] = high;
    }
};

/// Second pass: carried forth again it should be what it was; half of the error is taken off. The
/// result stays near the values that it is made of: between them beside air and solids, and within
/// half of their range elsewhere, so that smooth crests are not clipped.
template <int axis>
struct CorrectCarried {
    View v;
    Faces by;
    const float *from, *carried_back, *least, *most;
    float* to;
    float cells_per_speed;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        const float once = carried_back[n];
        to[n] = once;
        if (!((v.known[n] >> axis) & 1) || !is_wet(i)) return;
        const Point u = face_velocity<axis>(v.grid, by, i);
        const Point forth = carried(v.grid, by, face_point<axis>(i), u, cells_per_speed);
        const float again = sample<axis>(v.grid, carried_back, forth);
        const float room = is_inside(i) ? 0.5f * (most[n] - least[n]) : 0.0f;
        const float value = once + 0.5f * (from[n] - again);
        to[n] = smaller(larger(value, least[n] - room), most[n] + room);
    }
    /// Beside water; velocities in air are made from those of water after every step.
    TARN_HD bool is_wet(const int i[3]) const {
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
        for (int b = 0; b < 3; ++b) {
            const std::ptrdiff_t low = v.grid.before(b, i), high = v.grid.after(b, i);
            inside =
                inside && low >= 0 && high >= 0 && v.kind[low] == kWater && v.kind[high] == kWater;
        }
        return inside;
    }
};

}  // namespace tarn::stable
