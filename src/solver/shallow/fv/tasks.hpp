// What is done to cells of the fv scheme besides stepping them, as functions of one cell. A device
// runs them over the grid or over a list; this file does not know which device.
#pragma once

#include "base/hash.hpp"
#include "base/unrolled.hpp"
#include "exec/ordered.hpp"
#include "solver/shallow/fv/planes.hpp"
#include "solver/shallow/tasks.hpp"
#include "solver/shallow/views.hpp"

#include <cstdint>
#include <type_traits>

namespace tarn::shallow::fv {

/// What all tasks see: the water and the bed.
template <class T>
struct CellsView {
    Layout layout;
    Planes<T> water;
    T* bed;
    double gravity_m_per_s2;

    TARN_HD std::ptrdiff_t index(int x, int y) const { return std::ptrdiff_t(y) * layout.nx + x; }
    TARN_HD bool is_inside(int x, int y) const {
        return x >= 0 && y >= 0 && x < layout.nx && y < layout.ny;
    }
    TARN_HD bool is_solid(std::ptrdiff_t at) const { return water.h[at] < T(0); }
    /// A solid cell is dry.
    TARN_HD CellState state(int x, int y) const {
        const std::ptrdiff_t at = layout.at(x, y);
        return {larger(double(water.h[at]), 0.0), double(water.u[at]), double(water.v[at])};
    }
};

/// The start of the water: depth and velocity where nothing is solid, and the bed.
template <class T>
struct FillCell {
    CellsView<T> cells;
    const double* depth_m;  ///< [ny][nx]
    const double* bed_m;    ///< [ny][nx], or null: flat
    double flat_bed_m;
    const float* velocity_m_per_s;  ///< [ny][nx][2], or null: still
    const std::uint8_t* solid;      ///< [ny][nx], or null
    Quantum quantum;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y), at = cells.layout.at(x, y);
        const double given_m = bed_m ? bed_m[n] : flat_bed_m, bed = quantum.rounded(given_m);
        const double depth = quantum.rounded(given_m + depth_m[n]) - bed;
        cells.bed[at] = T(bed);
        const bool is_solid = solid && solid[n], is_moving = !is_solid && depth > 0.0;
        cells.water.h[at] = is_solid ? T(kSolid) : T(larger(depth, 0.0));
        cells.water.u[at] = velocity_m_per_s && is_moving ? T(velocity_m_per_s[2 * n]) : T(0);
        cells.water.v[at] = velocity_m_per_s && is_moving ? T(velocity_m_per_s[2 * n + 1]) : T(0);
    }
};

/// Fields for readers; those without a place to go are left out.
template <class T>
struct ReadFields {
    CellsView<T> cells;
    float* to[kFieldCount];  ///< by Field

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        const CellState now = cells.state(x, y);
        const double level_m = now.depth_m + double(cells.bed[cells.layout.at(x, y)]);
        const double values[kFieldCount] = {now.depth_m, level_m, now.u_m_per_s, now.v_m_per_s};
        unrolled<kFieldCount>([&](auto index) {
            constexpr int k = decltype(index)::value;
            if (to[k]) to[k][n] = float(values[k]);
        });
    }
};

/// A list of cells.
template <class T>
struct ReadCells {
    CellsView<T> cells;
    const CellIndex* list;
    CellState* out;

    TARN_HD void operator()(int k) const { out[k] = cells.state(list[k].i, list[k].j); }
};

/// Sums and extremes over cells. Energy counts from still water at `still_level_m`.
struct WaterTotals {
    double depth = 0.0, kinetic = 0.0, potential = 0.0, max_speed2 = 0.0;
    double low = 1e300, high = 0.0;
    std::int64_t wet = 0;

    TARN_HD void join(const WaterTotals& o) {
        depth += o.depth;
        kinetic += o.kinetic;
        potential += o.potential;
        max_speed2 = larger(max_speed2, o.max_speed2);
        low = smaller(low, o.low);
        high = larger(high, o.high);
        wet += o.wet;
    }
};

template <class T>
struct SumCells {
    CellsView<T> cells;
    double still_level_m;

    TARN_HD WaterTotals operator()(int x, int y) const {
        const std::ptrdiff_t at = cells.layout.at(x, y);
        WaterTotals sum;
        if (cells.is_solid(at)) return sum;
        const double h = double(cells.water.h[at]), bed = double(cells.bed[at]) - still_level_m;
        const double land = larger(bed, 0.0);
        sum.potential = 0.5 * cells.gravity_m_per_s2 * ((h + bed) * (h + bed) - land * land);
        if (!(h > 0.0)) return sum;
        const double u = double(cells.water.u[at]), v = double(cells.water.v[at]);
        sum.depth = h;
        sum.kinetic = 0.5 * h * (u * u + v * v);
        sum.max_speed2 = u * u + v * v;
        sum.low = sum.high = h;
        sum.wet = 1;
        return sum;
    }
};

/// The fastest wave along x or y, in m/s.
struct FastestWave {
    double m_per_s = 0.0;
    TARN_HD void join(const FastestWave& o) { m_per_s = larger(m_per_s, o.m_per_s); }
};

template <class T>
struct FindFastestWave {
    CellsView<T> cells;

    TARN_HD FastestWave operator()(int x, int y) const {
        const std::ptrdiff_t at = cells.layout.at(x, y);
        const double h = larger(double(cells.water.h[at]), 0.0);
        const double u = double(cells.water.u[at]), v = double(cells.water.v[at]);
        const double along = larger(larger(u, -u), larger(v, -v));
        return {along + square_root(cells.gravity_m_per_s2 * h)};
    }
};

/// Checksum of what a cell holds.
template <class T>
struct HashCells {
    CellsView<T> cells;

    TARN_HD HashSum operator()(int x, int y) const {
        using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        const std::ptrdiff_t at = cells.layout.at(x, y);
        const T values[3] = {cells.water.h[at], cells.water.u[at], cells.water.v[at]};
        HashSum sum;
        unrolled<3>([&](auto index) {
            constexpr int i = decltype(index)::value;
            const std::uint64_t place =
                (std::uint64_t(i) * std::uint64_t(cells.layout.ny) + std::uint64_t(y)) *
                    std::uint64_t(cells.layout.nx) +
                std::uint64_t(x);
            // Adding zero makes one of the two zeros.
            sum.value +=
                hashed_word(place, std::uint64_t(__builtin_bit_cast(Word, T(values[i] + T(0)))));
        });
        return sum;
    }
};

/// Copies one plane of all cells to or from a plane without padding, [ny][nx].
template <class T>
struct PackPlane {
    Layout layout;
    T* padded;
    T* plane;
    bool is_unpacking;

    TARN_HD void operator()(int x, int y) const {
        T& cell = padded[layout.at(x, y)];
        T& packed = plane[std::ptrdiff_t(y) * layout.nx + x];
        if (is_unpacking)
            cell = packed;
        else
            packed = cell;
    }
};

/// Brings a packed plane back with every cell moved; what comes in is `fresh`.
template <class T>
struct ShiftPlane {
    Layout layout;
    T* padded;
    const T* plane;
    GridShift shift;
    T fresh;

    TARN_HD void operator()(int x, int y) const {
        int from_x = x + shift.di, from_y = y + shift.dj;
        if (shift.wraps_x) from_x += from_x < 0 ? layout.nx : from_x >= layout.nx ? -layout.nx : 0;
        if (shift.wraps_y) from_y += from_y < 0 ? layout.ny : from_y >= layout.ny ? -layout.ny : 0;
        const bool is_inside =
            from_x >= 0 && from_y >= 0 && from_x < layout.nx && from_y < layout.ny;
        padded[layout.at(x, y)] =
            is_inside ? plane[std::ptrdiff_t(from_y) * layout.nx + from_x] : fresh;
    }
};

/// Adds depth to the cells of patches, and notes in the amounts what was really added. The momentum
/// of a cell stays; sources may take a cell dry.
template <class T>
struct AddWater {
    CellsView<T> cells;
    double deepest_m;
    const PatchView* patches;
    double* amounts_m;

    TARN_HD void add(int patch, int x, int y) const {
        const PatchView p = patches[patch];
        double& amount_m =
            amounts_m[p.begin + std::ptrdiff_t(y - p.y0) * p.nx + std::ptrdiff_t(x - p.x0)];
        if (amount_m == 0.0) return;
        const std::ptrdiff_t at = cells.layout.at(x, y);
        if (!cells.is_inside(x, y) || cells.is_solid(at)) {
            amount_m = 0.0;
            return;
        }
        const double before = double(cells.water.h[at]);
        const double room = larger(0.0, deepest_m - before);
        const T after = T(before + larger(smaller(amount_m, room), -before));
        amount_m = double(after) - before;
        if (after > T(before) && before > 0.0) {
            const T thinned = T(before / double(after));
            cells.water.u[at] = cells.water.u[at] * thinned;
            cells.water.v[at] = cells.water.v[at] * thinned;
        }
        if (!(after > T(0))) cells.water.u[at] = cells.water.v[at] = T(0);
        cells.water.h[at] = after;
    }
};

/// New heights of the bed of an area. Depths stay.
template <class T>
struct SetBed {
    CellsView<T> cells;
    int x0, y0, nx;
    const double* heights_m;  ///< row by row; NaN: stays
    Quantum quantum;

    TARN_HD void operator()(int x, int y) const {
        const double height_m = heights_m[std::ptrdiff_t(y) * nx + x];
        if (height_m == height_m)
            cells.bed[cells.layout.at(x0 + x, y0 + y)] = T(quantum.rounded(height_m));
    }
};

/// Makes the cells of an area solid, or opens those that are; the depth of water that was there.
template <class T>
struct SetSolid {
    CellsView<T> cells;
    int x0, y0;
    bool is_solid;

    TARN_HD exec::Sum operator()(int x, int y) const {
        const std::ptrdiff_t at = cells.layout.at(x0 + x, y0 + y);
        if (cells.is_solid(at) == is_solid) return {};
        const double lost_m = is_solid ? double(cells.water.h[at]) : 0.0;
        cells.water.h[at] = is_solid ? T(kSolid) : T(0);
        cells.water.u[at] = cells.water.v[at] = T(0);
        return {lost_m};
    }
};

}  // namespace tarn::shallow::fv
