// Pressure in water cells, so that what flows in flows out. Where air begins the pressure is zero,
// at the place of the surface between two cells [gibou2002]. Conjugate gradients, preconditioned by
// a cycle over coarser grids that join 2 x 2 x 2 cells; every sum goes in the order of join_cells.
#pragma once

#include "solver/stable/cells.hpp"

namespace tarn::stable {

/// One grid of the hierarchy: (A x) = diagonal x - sum of weights times neighbours. The weight of a
/// lower face stands in its cell; a diagonal of 0 marks cells that are not part of it.
struct Level {
    Grid grid;
    float* weight[3] = {};
    float* diagonal = nullptr;
    float* right = nullptr;  ///< b
    float* x = nullptr;
};

/// How far the surface is from the centre of a water cell towards an air cell, in cells. Exact for
/// a surface across that axis; not nearer than a tenth, for the sake of the matrix.
TARN_HD float surface_distance(float water, float air) {
    const float distance = smaller(water, 1.0f) + smaller(air, 1.0f) - 0.5f;
    return smaller(larger(distance, 0.1f), 1.0f);
}

/// Cells that have a pressure.
struct IsWater {
    const std::uint8_t* kind;
    TARN_HD bool operator()(std::ptrdiff_t n) const { return kind[n] == kWater; }
};

/// Matrix and right side of the finest grid.
struct BuildSystem {
    View v;
    Level level;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        float diagonal = 0.0f, divergence = 0.0f;
        for (int axis = 0; axis < 3; ++axis) level.weight[axis][n] = 0.0f;
        if (v.kind[n] == kWater) {
            for (int axis = 0; axis < 3; ++axis) {
                const std::ptrdiff_t low = v.grid.before(axis, i), high = v.grid.after(axis, i);
                divergence += v.u.difference(v.grid, axis, i);
                for (int side = 0; side < 2; ++side) {
                    const std::ptrdiff_t other = side ? high : low;
                    if (other < 0 || v.kind[other] >= kSolid || other == n) continue;
                    if (v.kind[other] == kWater) {
                        diagonal += 1.0f;
                        if (!side) level.weight[axis][n] = 1.0f;
                    } else {
                        diagonal += 1.0f / surface_distance(v.fill[n], v.fill[other]);
                    }
                }
            }
        }
        level.diagonal[n] = diagonal;
        level.right[n] = diagonal > 0.0f ? -divergence : 0.0f;
        if (!(diagonal > 0.0f)) level.x[n] = 0.0f;
    }
};

/// What of the diagonal no other cell of the system has: that of the air around.
TARN_HD float air_around(const Level& l, const int i[3]) {
    const std::ptrdiff_t n = l.grid.at(i);
    float air = l.diagonal[n];
    for (int axis = 0; axis < 3; ++axis) {
        const std::ptrdiff_t high = l.grid.after(axis, i);
        air -= l.weight[axis][n] + (high < 0 ? 0.0f : l.weight[axis][high]);
    }
    return air;
}

/// The largest number of a vector, and the product of two.
struct Products {
    double dot = 0.0;
    float most = 0.0f;
    TARN_HD void join(const Products& other) {
        dot += other.dot;
        most = larger(most, other.most);
    }
};

/// Another right side of the same matrix: cells that hold more water than fits, and full ones
/// inside that lack some, ask for a divergence that evens it out. Returns the largest.
struct AskForVolume {
    View v;
    Level level;
    float control_m_per_s;  ///< divergence for a whole cell too much
    float* guess;

    TARN_HD Products operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        guess[n] = level.right[n] = 0.0f;
        if (!(level.diagonal[n] > 0.0f)) return {};
        const float excess = v.fill[n] - 1.0f;
        // Half a face of air is less than any surface has.
        if (excess <= 0.0f && air_around(level, i) >= 0.5f) return {};
        level.right[n] = control_m_per_s * smaller(larger(excess, -0.5f), 0.5f);
        return {0.0, magnitude(level.right[n])};
    }
};

/// Another right side of the same matrix: what flows in and does not flow out.
struct AskForBalance {
    View v;
    Level level;
    float* guess;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        guess[n] = level.right[n] = 0.0f;
        if (!(level.diagonal[n] > 0.0f)) return;
        float divergence = 0.0f;
        for (int axis = 0; axis < 3; ++axis) divergence += v.u.difference(v.grid, axis, i);
        level.right[n] = -divergence;
    }
};

struct AddPressure {
    View v;
    const float* more;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        v.pressure[n] += more[n];
    }
};

/// Takes the gradient of the pressure off the velocities.
struct TakeGradient {
    View v;
    const float* pressure;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        for (int axis = 0; axis < 3; ++axis) {
            const FaceSides face = sides_of(v.grid, axis, i);
            if (is_fixed(v, face) || face.low == face.high) continue;
            const bool is_low = v.kind[face.low] == kWater, is_high = v.kind[face.high] == kWater;
            if (!is_low && !is_high) continue;
            float change = pressure[face.high] - pressure[face.low];
            if (is_low != is_high) {
                const std::ptrdiff_t water = is_low ? face.low : face.high;
                const std::ptrdiff_t air = is_low ? face.high : face.low;
                change = change / surface_distance(v.fill[water], v.fill[air]);
            }
            v.u.of[axis][face.high] -= change;
        }
    }
};

/// Sum of weights times neighbours. In a cycle, faces that join two cells of one colour are left
/// out: the last of an odd number of cells to the first.
template <bool kInCycle>
TARN_HD float around(const Level& l, const float* x, const int i[3]) {
    const Grid& g = l.grid;
    const std::ptrdiff_t n = g.at(i);
    float sum = 0.0f;
    if (g.is_within(i)) {
        for (int axis = 0; axis < 3; ++axis) {
            const std::ptrdiff_t step = g.stride(axis);
            sum += l.weight[axis][n] * x[n - step];
            sum += l.weight[axis][n + step] * x[n + step];
        }
        return sum;
    }
    for (int axis = 0; axis < 3; ++axis) {
        const bool has_odd_ring = kInCycle && g.n[axis] % 2 == 1;
        const std::ptrdiff_t low = g.before(axis, i), high = g.after(axis, i);
        if (low >= 0 && !(has_odd_ring && i[axis] == 0)) sum += l.weight[axis][n] * x[low];
        if (high >= 0 && !(has_odd_ring && i[axis] + 1 == g.n[axis]))
            sum += l.weight[axis][high] * x[high];
    }
    return sum;
}

/// One colour of a Gauss-Seidel sweep; cells of the other colour are only read.
struct Sweep {
    Level l;
    bool is_first;  ///< x is 0 so far, whatever stands there

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = l.grid.at(i);
        if (!(l.diagonal[n] > 0.0f)) {
            l.x[n] = 0.0f;
            return;
        }
        const float sum = is_first ? 0.0f : around<true>(l, l.x, i);
        l.x[n] = (l.right[n] + sum) / l.diagonal[n];
    }
};

/// Joins cells to coarser ones: their residual is the right side there.
struct Restrict {
    Level fine, coarse;

    TARN_HD void operator()(int x, int y, int z) const {
        float sum = 0.0f;
        for (int child = 0; child < 8; ++child) {
            const int i[3] = {2 * x + (child & 1), 2 * y + ((child >> 1) & 1),
                              2 * z + (child >> 2)};
            if (i[0] >= fine.grid.n[0] || i[1] >= fine.grid.n[1] || i[2] >= fine.grid.n[2])
                continue;
            const std::ptrdiff_t n = fine.grid.at(i);
            if (!(fine.diagonal[n] > 0.0f)) continue;
            sum += fine.right[n] - fine.diagonal[n] * fine.x[n] + around<true>(fine, fine.x, i);
        }
        coarse.right[coarse.grid.at(x, y, z)] = sum;
    }
};

/// The correction of a coarser grid, the same in all cells that it joins.
struct Prolong {
    Level fine, coarse;

    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = fine.grid.at(x, y, z);
        if (fine.diagonal[n] > 0.0f) fine.x[n] += coarse.x[coarse.grid.at(x / 2, y / 2, z / 2)];
    }
};

/// The matrix of a coarser grid: faces of fine cells added up and halved, since the distance of
/// centres doubles; what is left of the diagonal is the air's.
struct Coarsen {
    Level fine, coarse;

    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = coarse.grid.at(x, y, z);
        float weight[3] = {}, extra = 0.0f;
        bool has_any = false;
        for (int child = 0; child < 8; ++child) {
            const int i[3] = {2 * x + (child & 1), 2 * y + ((child >> 1) & 1),
                              2 * z + (child >> 2)};
            if (i[0] >= fine.grid.n[0] || i[1] >= fine.grid.n[1] || i[2] >= fine.grid.n[2])
                continue;
            const std::ptrdiff_t f = fine.grid.at(i);
            if (!(fine.diagonal[f] > 0.0f)) continue;
            has_any = true;
            extra += fine.diagonal[f];
            for (int axis = 0; axis < 3; ++axis) {
                const std::ptrdiff_t high = fine.grid.after(axis, i);
                extra -= fine.weight[axis][f] + (high < 0 ? 0.0f : fine.weight[axis][high]);
                if ((i[axis] & 1) == 0) weight[axis] += fine.weight[axis][f];
            }
        }
        for (int axis = 0; axis < 3; ++axis)
            coarse.weight[axis][n] = coarse.grid.n[axis] > 1 ? 0.5f * weight[axis] : 0.0f;
        // Marked by a diagonal for now; CoarseDiagonal adds the faces.
        coarse.diagonal[n] = has_any ? larger(0.5f * extra, 0.0f) + kMark : 0.0f;
    }
    /// Holds the mean of a box without air, which nothing else does, in the cycle alone.
    static constexpr float kMark = 1e-2f;
};

struct CoarseDiagonal {
    Level l;
    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = l.grid.at(i);
        if (!(l.diagonal[n] > 0.0f)) return;
        float sum = l.diagonal[n];
        for (int axis = 0; axis < 3; ++axis) {
            const std::ptrdiff_t high = l.grid.after(axis, i);
            sum += l.weight[axis][n] + (high < 0 ? 0.0f : l.weight[axis][high]);
        }
        l.diagonal[n] = sum;
    }
};

/// Residual of a first guess: right side - A x, in place of the right side. Returns the largest.
struct StartResidual {
    Level l;
    const float* guess;
    TARN_HD Products operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = l.grid.at(i);
        if (l.diagonal[n] > 0.0f)
            l.right[n] = l.right[n] - l.diagonal[n] * guess[n] + around<false>(l, guess, i);
        return {0.0, magnitude(l.right[n])};
    }
};

struct Multiply {
    Grid grid;
    const float *a, *b;
    TARN_HD Products operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = grid.at(x, y, z);
        return {double(a[n]) * double(b[n]), magnitude(a[n])};
    }
};
/// q = A s; returns s.q and the largest of s.
struct ApplyMatrix {
    Level l;
    const float* s;
    float* q;
    TARN_HD Products operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = l.grid.at(i);
        q[n] = l.diagonal[n] > 0.0f ? l.diagonal[n] * s[n] - around<false>(l, s, i) : 0.0f;
        return {double(s[n]) * double(q[n]), magnitude(s[n])};
    }
};
struct NextDirection {
    Grid grid;
    const float* z;
    float* s;
    float beta;
    TARN_HD void operator()(int x, int y, int k) const {
        const std::ptrdiff_t n = grid.at(x, y, k);
        s[n] = beta == 0.0f ? z[n] : z[n] + beta * s[n];
    }
};
/// Returns the largest residual that is left.
struct StepAlong {
    Grid grid;
    const float *s, *q;
    float *x, *r;
    float alpha;
    TARN_HD Products operator()(int i, int j, int k) const {
        const std::ptrdiff_t n = grid.at(i, j, k);
        x[n] += alpha * s[n];
        r[n] -= alpha * q[n];
        return {0.0, magnitude(r[n])};
    }
};

/// Right sides and the air beside them, summed: without air they have to add up to nothing.
struct RightSums {
    double sum = 0.0;
    std::int64_t cells = 0;
    double air = 0.0;
    TARN_HD void join(const RightSums& other) {
        sum += other.sum;
        cells += other.cells;
        air += other.air;
    }
};
struct SumRight {
    Level l;
    TARN_HD RightSums operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = l.grid.at(i);
        if (!(l.diagonal[n] > 0.0f)) return {};
        return {double(l.right[n]), 1, double(air_around(l, i))};
    }
};
struct ShiftRight {
    Level l;
    float by;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = l.grid.at(x, y, z);
        if (l.diagonal[n] > 0.0f) l.right[n] -= by;
    }
};

}  // namespace tarn::stable
