// How the water itself moves: fluxes of volume through faces, one axis after the other, with planes
// in cells [weymouth2010]. What leaves a cell enters its neighbour, so that volume is kept to
// rounding whatever the velocities are.
#pragma once

#include "solver/stable/cells.hpp"
#include "solver/stable/plic.hpp"

namespace tarn::stable {

/// What leaves a cell along an axis in one pass, through both sides together, as a share of it:
/// what leaves through one side is never counted at the other too.
inline constexpr float kMostOutflow = 0.98f;

struct Outflow {
    float value = 0.0f;
    TARN_HD void join(const Outflow& other) { value = larger(value, other.value); }
};
/// The fastest that a cell with water is emptied along an axis, as a speed.
struct FindOutflow {
    View v;
    TARN_HD Outflow operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        if (v.solid[n] || v.fill[n] == 0.0f) return {};
        float most = 0.0f;
        for (int axis = 0; axis < 3; ++axis) {
            const float low = larger(-v.u.lower(axis, n), 0.0f);
            most = larger(most, low + larger(v.u.upper(v.grid, axis, i), 0.0f));
        }
        return {most};
    }
};

/// The share of a neighbour that is filled, for normals. Beyond walls and in solids the water goes
/// on as it stands before them.
TARN_HD float fill_before_solids(const View& v, int x, int y, int z, int dx, int dy, int dz) {
    const Grid& g = v.grid;
    const int nx = g.near(0, x + dx), ny = g.near(1, y + dy), nz = g.near(2, z + dz);
    std::ptrdiff_t n = g.at(nx, ny, nz);
    if (v.solid[n]) n = g.at(x, ny, nz);
    if (v.solid[n]) n = g.at(nx, y, nz);
    if (v.solid[n]) n = g.at(nx, ny, z);
    if (v.solid[n]) n = g.at(x, y, nz);
    if (v.solid[n]) n = g.at(x, y, z);
    return smaller(v.fill[n], 1.0f);
}

/// Normals of length 1 by the sum of magnitudes.
struct Normal {
    double of[3] = {};

    TARN_HD double size(int axis) const { return of[axis] < 0.0 ? -of[axis] : of[axis]; }
    TARN_HD void normalise() {
        const double sum = size(0) + size(1) + size(2);
        if (sum > 0.0)
            for (int b = 0; b < 3; ++b) of[b] = of[b] / sum;
    }
};

/// The 27 cells around one.
struct Around {
    double f[27];
    /// `d` is -1, 0 or 1 along `axis`, p and q along the two axes after it.
    template <int axis>
    TARN_HD double at(int d, int p, int q) const {
        constexpr int kStride[3] = {1, 3, 9};
        return f[13 + d * kStride[axis] + p * kStride[(axis + 1) % 3] +
                 q * kStride[(axis + 2) % 3]];
    }
};

/// Central differences along an axis, weighted 1 2 1 across [youngs1984].
template <int axis>
TARN_HD double youngs_difference(const Around& c) {
    double sum = 0.0;
    for (int q = -1; q <= 1; ++q)
        for (int p = -1; p <= 1; ++p)
            sum += (p == 0 ? 2.0 : 1.0) * (q == 0 ? 2.0 : 1.0) *
                   (c.at<axis>(-1, p, q) - c.at<axis>(1, p, q));
    return sum;
}
TARN_HD Normal youngs_normal(const Around& c) {
    Normal out = {{youngs_difference<0>(c), youngs_difference<1>(c), youngs_difference<2>(c)}};
    out.normalise();
    return out;
}

/// Slopes of columns of three cells along `axis`.
template <int axis>
TARN_HD Normal column_normal(const Around& c) {
    double low = 0.0, high = 0.0, slope[2] = {0.0, 0.0};
    for (int p = -1; p <= 1; ++p) {
        low += c.at<axis>(-1, p, 0) + (p == 0 ? 0.0 : c.at<axis>(-1, 0, p));
        high += c.at<axis>(1, p, 0) + (p == 0 ? 0.0 : c.at<axis>(1, 0, p));
        slope[0] += 0.5 * (c.at<axis>(p, -1, 0) - c.at<axis>(p, 1, 0));
        slope[1] += 0.5 * (c.at<axis>(p, 0, -1) - c.at<axis>(p, 0, 1));
    }
    Normal out;
    out.of[axis] = low > high ? 1.0 : -1.0;
    out.of[(axis + 1) % 3] = slope[0];
    out.of[(axis + 2) % 3] = slope[1];
    out.normalise();
    return out;
}

TARN_HD Around around_cell(const View& v, const int i[3]) {
    Around c;
    const Grid& g = v.grid;
    const bool is_plain = g.is_within(i);
    unsigned solids = 0;
    if (is_plain)
        for (int z = 0; z < 3; ++z)
            for (int y = 0; y < 3; ++y) {
                const std::ptrdiff_t row = g.at(i[0] - 1, i[1] + y - 1, i[2] + z - 1);
                for (int x = 0; x < 3; ++x) {
                    solids |= v.solid[row + x];
                    c.f[9 * z + 3 * y + x] = double(smaller(v.fill[row + x], 1.0f));
                }
            }
    if (is_plain && !solids) return c;
    for (int k = 0; k < 27; ++k)
        c.f[k] =
            double(fill_before_solids(v, i[0], i[1], i[2], k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1));
    return c;
}

/// Points out of the water: of the columns those that the surface lies across most, unless
/// differences of all cells say that it lies less so [aulisa2007].
TARN_HD Normal outward(const View& v, const int i[3]) {
    const Around c = around_cell(v, i);
    Normal best = column_normal<0>(c);
    double across = best.size(0);
    const Normal along_y = column_normal<1>(c), along_z = column_normal<2>(c);
    if (along_y.size(1) > across) {
        across = along_y.size(1);
        best = along_y;
    }
    if (along_z.size(2) > across) {
        across = along_z.size(2);
        best = along_z;
    }
    const Normal youngs = youngs_normal(c);
    double most = youngs.size(0);
    for (int axis = 1; axis < 3; ++axis)
        if (youngs.size(axis) > most) most = youngs.size(axis);
    return across > most ? youngs : best;
}

/// Volume that passes the lower face of each cell along one axis.
struct FindFlux {
    View v;
    int axis;
    float cells_per_speed;  ///< time of the pass / cell
    float* flux;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        flux[n] = 0.0f;
        const FaceSides face = sides_of(v.grid, axis, i);
        if (face.low < 0) return;
        if (v.solid[face.low] || v.solid[face.high]) {
            flux[n] = through_hull(i, face);
            return;
        }
        // What passes count on is known for cells with water; one that gets its first water in an
        // earlier pass may have a faster face.
        const float courant = larger(smaller(v.u.of[axis][n] * cells_per_speed, 1.0f), -1.0f);
        if (courant == 0.0f) return;
        const std::ptrdiff_t donor = courant > 0.0f ? face.low : face.high;
        const float fill = v.fill[donor];
        constexpr float kEmpty = 1e-7f, kNearlyFull = 1e-3f;
        if (fill <= kEmpty || fill >= 1.0f - kNearlyFull) {
            flux[n] = courant * fill;
            return;
        }
        int d[3] = {x, y, z};
        if (courant > 0.0f) d[axis] = v.grid.near(axis, i[axis] - 1);
        const Normal out = outward(v, d);
        const double width = double(magnitude(courant));
        const double volume =
            slab_volume(out.of, double(fill), axis, courant > 0.0f ? 1.0 - width : 0.0, width);
        flux[n] = courant > 0.0f ? float(volume) : -float(volume);
    }
    /// A hull pushes water ahead and draws it along behind: what passes its faces is on its account
    /// until whole cells are covered or become free. Beside a cell in part full it is less, beside
    /// one that is as good as empty nothing: how far regions reach in the air does not matter.
    TARN_HD float through_hull(const int i[3], FaceSides face) const {
        const std::uint8_t low = v.solid[face.low], high = v.solid[face.high];
        const bool is_low = low >= kFirstHull && high == kNoSolid;
        if (!is_low && !(high >= kFirstHull && low == kNoSolid)) return 0.0f;
        const float returns = v.hulls[(is_low ? low : high) - kFirstHull].returns_m_per_s;
        const float u = v.u.of[axis][v.grid.at(i)] + (is_low ? returns : -returns);
        const float fill = smaller(v.fill[is_low ? face.high : face.low], 1.0f);
        return fill > kWet ? u * cells_per_speed * fill : 0.0f;
    }
};

/// Cells at the border of a region read the fluxes beyond it, which nobody finds: none is left
/// there from when the region was larger.
struct ClearFlux {
    Grid grid;
    float* flux;
    TARN_HD void operator()(int x, int y, int z) const { flux[grid.at(x, y, z)] = 0.0f; }
};

/// The volume after a pass along one axis. While the passes along the three axes go on, a cell that
/// was more than half full grows or shrinks with the flow along the axis, and after the last pass
/// it gets that back: none overfills in between, and nothing is won or lost.
struct MoveFill {
    View v;
    int axis;
    bool is_last;
    float cells_per_speed;
    const float* flux;
    const std::uint8_t* was_full;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        if (v.solid[n] == kWallSolid) return;
        const std::ptrdiff_t next = v.grid.after(axis, i);
        float fill = v.fill[n] + (flux[n] - (next < 0 ? 0.0f : flux[next]));
        if (was_full[n] && !v.solid[n]) {
            fill += cells_per_speed * v.u.difference(v.grid, axis, i);
            if (is_last) {
                float sum = 0.0f;
                for (int b = 0; b < 3; ++b) sum += cells_per_speed * v.u.difference(v.grid, b, i);
                fill -= sum;
            }
        }
        v.fill[n] = fill;
    }
};

struct NoteFull {
    View v;
    std::uint8_t* was_full;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        was_full[n] = v.fill[n] > kHalfFull;
    }
};

/// A sum of volume in cells.
struct VolumeSum {
    double value = 0.0;
    TARN_HD void join(const VolumeSum& other) { value += other.value; }
};
/// What a tap is about to bring to a cell; negative: take.
struct SumTap {
    View v;
    int faucet;  ///< number + 1; 0: a drain
    TARN_HD VolumeSum operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        if (v.solid[n] || v.faucet[n] != faucet) return {};
        return {(faucet ? 1.0 : 0.0) - double(v.fill[n])};
    }
};
struct ApplyTap {
    View v;
    int faucet;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        if (!v.solid[n] && v.faucet[n] == faucet) v.fill[n] = faucet ? 1.0f : 0.0f;
    }
};

}  // namespace tarn::stable
