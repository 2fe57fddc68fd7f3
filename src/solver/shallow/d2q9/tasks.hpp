// What is done to cells besides stepping them, as functions of one cell. A device runs them over
// the grid or over a list; this file does not know which device.
#pragma once

#include "base/hash.hpp"
#include "exec/ordered.hpp"
#include "solver/shallow/d2q9/edges.hpp"
#include "solver/shallow/tasks.hpp"
#include "solver/shallow/views.hpp"

#include <cstdint>
#include <type_traits>

namespace tarn::shallow {

/// What all tasks see: the populations, who is solid, and what a lattice unit is in SI.
template <class S>
struct CellsView {
    using T = typename S::Number;

    Planes<S> planes;
    const std::uint8_t* solid;  ///< [ny][nx], or null
    T gravity;
    double depth_m, speed_m_per_s, still_level_m;
    BedView<T> bed;  ///< null: flat
    T* deviation;    ///< of `bed`, for tasks that change cells

    TARN_HD std::ptrdiff_t index(int x, int y) const {
        return std::ptrdiff_t(y) * planes.grid.nx + x;
    }
    TARN_HD bool is_solid(int x, int y) const { return solid && solid[index(x, y)]; }
    TARN_HD bool is_inside(int x, int y) const {
        return x >= 0 && y >= 0 && x < planes.grid.nx && y < planes.grid.ny;
    }
    /// Height of the bed above the still level.
    TARN_HD T bed_at(int x, int y) const { return bed.bed ? bed.bed[planes.grid.at(x, y)] : T(-1); }
    TARN_HD T still(int x, int y) const { return still_depth<T>(bed_at(x, y)); }
    TARN_HD ShallowCell<T> cell(int x, int y) const { return planes.template load_cell<T>(x, y); }
    /// Of what a cell holds or is going to hold; a dry one does not move.
    TARN_HD ShallowMoments<T> moments(const ShallowCell<T>& cell, int x, int y) const {
        const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(cell), still(x, y));
        if (!bed.bed) return m;
        if (m.mass < T(kDryDepth))
            return lattice::moments_of<T>(m.mass_deviation, T(0), T(0), still(x, y));
        return calm_moments<T>(m, still(x, y), gravity);
    }
    TARN_HD ShallowMoments<T> moments(int x, int y) const { return moments(cell(x, y), x, y); }
    /// In reference depths. Rounding may leave a dry cell with less than nothing.
    TARN_HD double depth(const ShallowMoments<T>& m, int x, int y) const {
        const double sum = double(still(x, y)) + double(m.mass_deviation);
        return bed.bed ? larger(0.0, sum) : sum;
    }
    TARN_HD void store(ShallowCell<T> cell, int x, int y) const {
        if (bed.bed) {
            const T above = stored_deviation(cell);
            if (still(x, y) + above < T(kDryDepth))
                cell = resting_cell<S>(above, still(x, y), gravity);
            deviation[planes.grid.at(x, y)] = stored_deviation(cell);
        }
        planes.store_cell(cell, x, y);
    }
};

/// Populations in equilibrium with a depth and a velocity.
template <class S>
struct FillCell {
    CellsView<S> cells;
    const double* depth_m;          ///< [ny][nx]
    const double* bed_m;            ///< [ny][nx], or null: flat
    const float* velocity_m_per_s;  ///< [ny][nx][2], or null: still

    TARN_HD void operator()(int x, int y) const {
        using T = typename S::Number;
        if (cells.is_solid(x, y)) return;
        const std::ptrdiff_t n = cells.index(x, y);
        const T deviation =
            cells.bed.bed ? above_still(x, y, n) : T(depth_m[n] / cells.depth_m - 1.0);
        T u = 0, v = 0;
        if (velocity_m_per_s) {
            const double to_lattice = 1.0 / cells.speed_m_per_s;
            u = T(double(velocity_m_per_s[2 * n]) * to_lattice);
            v = T(double(velocity_m_per_s[2 * n + 1]) * to_lattice);
        }
        const ShallowMoments<T> m = lattice::moments_of<T>(deviation, u, v, cells.still(x, y));
        ShallowCell<T> cell = lattice::to_populations<T>(lattice::equilibrium<T>(m, cells.gravity));
        settle<S>(cell, m.mass_deviation);
        cells.store(cell, x, y);
    }

private:
    /// From the level, not the depth: water at the still level is exactly zero.
    TARN_HD typename S::Number above_still(int x, int y, std::ptrdiff_t n) const {
        using T = typename S::Number;
        const double depth = depth_m[n];
        if (depth <= 0.0) return -cells.still(x, y);
        const double above_m = (depth + bed_m[n]) - cells.still_level_m;
        return T((cells.bed_at(x, y) < T(0) ? above_m : depth) / cells.depth_m);
    }
};

/// Carries every cell over to another lattice step.
template <class S>
struct ChangeStep {
    using T = typename S::Number;
    CellsView<S> cells;  ///< with the gravity of the new step
    StepRatios<T> ratios;

    TARN_HD void operator()(int x, int y) const {
        if (cells.is_solid(x, y)) return;
        ShallowCell<T> cell = cells.cell(x, y);
        change_step<S>(cell, cells.moments(cell, x, y), cells.still(x, y), ratios);
        cells.store(cell, x, y);
    }
};

/// Fields for readers; those without a place to go are left out.
template <class S>
struct ReadFields {
    CellsView<S> cells;
    double flat_bed_m;
    const float* bed_m;      ///< [ny][nx], or null: flat
    float* to[kFieldCount];  ///< by Field

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = cells.index(x, y);
        double level = bed_m ? double(bed_m[n]) : flat_bed_m;
        double depth = 0.0, u = 0.0, v = 0.0;
        if (!cells.is_solid(x, y)) {
            const auto m = cells.moments(x, y);
            depth = cells.depth(m, x, y) * cells.depth_m;
            level = bed_m ? level_on_bed(m, x, y, level) : depth + flat_bed_m;
            u = double(m.u) * cells.speed_m_per_s;
            v = double(m.v) * cells.speed_m_per_s;
        }
        const double values[kFieldCount] = {depth, level, u, v};
        unrolled<kFieldCount>([&](auto index) {
            constexpr int k = decltype(index)::value;
            if (to[k]) to[k][n] = float(values[k]);
        });
    }

private:
    /// From the deviation where there is water, so that water at the still level is level.
    TARN_HD double level_on_bed(const ShallowMoments<typename S::Number>& m, int x, int y,
                                double bed) const {
        if (double(m.mass) < kDryDepth) return bed;
        const double above = double(m.mass_deviation) + larger(0.0, double(cells.bed_at(x, y)));
        return cells.still_level_m + above * cells.depth_m;
    }
};

/// A cell in lattice units, as short as it can travel.
template <class T>
struct CellMoments {
    T still, mass_deviation, u, v;
};

/// The moments of a list of cells; solid ones are dry.
template <class S>
struct ReadCells {
    using T = typename S::Number;
    CellsView<S> cells;
    const CellIndex* list;
    CellMoments<T>* out;

    TARN_HD void operator()(int k) const {
        const CellIndex c = list[k];
        CellMoments<T> state = {T(1), T(-1), T(0), T(0)};
        if (!cells.is_solid(c.i, c.j)) {
            const ShallowMoments<T> m = cells.moments(c.i, c.j);
            state = {cells.still(c.i, c.j), m.mass_deviation, m.u, m.v};
        }
        out[k] = state;
    }
};

/// Cells in SI, one by one; solid ones are dry.
template <class S>
struct CellStates {
    CellsView<S> cells;

    TARN_HD CellState state(int x, int y) const {
        if (cells.is_solid(x, y)) return {};
        const ShallowMoments<typename S::Number> m = cells.moments(x, y);
        return {(1.0 + double(m.mass_deviation)) * cells.depth_m, double(m.u) * cells.speed_m_per_s,
                double(m.v) * cells.speed_m_per_s};
    }
};

/// Sums and extremes over cells, in lattice units.
struct LatticeTotals {
    double still = 0.0, deviation = 0.0, energy = 0.0, max_speed2 = 0.0;
    double low = 1e300, high = 0.0;  ///< depths of wet cells

    TARN_HD void join(const LatticeTotals& o) {
        still += o.still;
        deviation += o.deviation;
        energy += o.energy;
        max_speed2 = larger(max_speed2, o.max_speed2);
        low = smaller(low, o.low);
        high = larger(high, o.high);
    }
};

template <class S>
struct SumCells {
    CellsView<S> cells;

    TARN_HD LatticeTotals operator()(int x, int y) const {
        using T = typename S::Number;
        LatticeTotals sum;
        if (cells.is_solid(x, y)) return sum;
        const ShallowCell<T> cell = cells.cell(x, y);
        unrolled<9>([&](auto i) { sum.deviation += double(cell.f[decltype(i)::value]); });
        sum.still = double(cells.still(x, y));
        const double depth = sum.still + sum.deviation;
        const ShallowMoments<T> m = cells.moments(cell, x, y);
        const double speed2 = double(m.u) * double(m.u) + double(m.v) * double(m.v);
        // Against still water: what lies above the still level has to be lifted there, and what
        // is missing below it is as good.
        const double land = larger(0.0, double(cells.bed_at(x, y)));
        const double level = land + sum.deviation, gravity = double(cells.gravity);
        sum.energy =
            0.5 * depth * speed2 + (0.5 * gravity * level * level - 0.5 * gravity * land * land);
        if (cells.bed.bed && depth < kDryDepth) return sum;
        sum.max_speed2 = speed2;
        sum.low = sum.high = depth;
        return sum;
    }
};

/// Checksum of what a cell holds. Solid cells hold what bounced off them, which is no part of the
/// state.
template <class S>
struct HashCells {
    CellsView<S> cells;

    TARN_HD HashSum operator()(int x, int y) const {
        using T = typename S::Number;
        using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
        const Grid& g = cells.planes.grid;
        const bool is_solid = cells.is_solid(x, y);
        HashSum sum;
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            // Adding zero makes one of the two zeros.
            const T value = is_solid ? T(0) : cells.planes.template load<i, T>(x, y) + T(0);
            const std::uint64_t place =
                (std::uint64_t(i) * std::uint64_t(g.ny) + std::uint64_t(y)) * std::uint64_t(g.nx) +
                std::uint64_t(x);
            sum.value += hashed_word(place, std::uint64_t(__builtin_bit_cast(Word, value)));
        });
        return sum;
    }
};

/// The first cell, row by row, that a step finds unhealthy.
struct FirstCell {
    static constexpr std::int64_t kNone = std::int64_t{1} << 62;
    std::int64_t index = kNone;
    TARN_HD void join(const FirstCell& o) { index = o.index < index ? o.index : index; }
};

/// The populations that arrive at a cell; the halo is filled.
template <class S>
TARN_HD ShallowCell<typename S::Number> arriving_cell(const CellsView<S>& cells, int x, int y) {
    using T = typename S::Number;
    if (!cells.bed.bed) return cells.planes.template load_arriving<T>(x, y);
    return stream_ashore<Shore::Streamed, S, T>(Sent<S, T>{cells.planes, x, y}, cells.bed,
                                                cells.gravity, cells.planes.grid.at(x, y));
}

template <class S>
struct FindTrouble {
    CellsView<S> cells;  ///< whose halo is filled

    TARN_HD FirstCell operator()(int x, int y) const {
        using T = typename S::Number;
        if (cells.is_solid(x, y)) return {};
        const ShallowCell<T> cell = arriving_cell(cells, x, y);
        const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(cell), cells.still(x, y));
        const bool is_film = cells.bed.bed && -T(kFilmDepth) < m.mass && m.mass < T(kFilmDepth);
        if (is_film || is_healthy<T>(m)) return {};
        return {std::int64_t(cells.index(x, y))};
    }
};

/// The depth, in reference depths, that arrives at a cell.
template <class S>
struct ReadArrivingDepth {
    CellsView<S> cells;
    int x, y;
    double* out;

    TARN_HD void operator()(int) const {
        using T = typename S::Number;
        const ShallowCell<T> cell = arriving_cell(cells, x, y);
        *out = double(lattice::moments<T>(lattice::to_pairs(cell), cells.still(x, y)).mass);
    }
};

/// What memory holds of one direction.
template <class S, int I>
using StoredAs = std::conditional_t<I == 0, typename S::Number, typename S::Moving>;

template <int I, class S>
TARN_HD StoredAs<S, I>* place_of(const Planes<S>& planes, int x, int y) {
    if constexpr (I == 0)
        return planes.rest + planes.grid.at(x, y);
    else
        return planes.at(I, x, y);
}

/// Copies one direction of all cells to or from a plane without padding, [ny][nx].
template <class S, int I>
struct PackPlane {
    static constexpr int direction = I;
    using Element = StoredAs<S, I>;
    CellsView<S> cells;
    Element* plane;
    bool is_unpacking;

    TARN_HD void operator()(int x, int y) const {
        Element* const place = place_of<I>(cells.planes, x, y);
        Element& packed = plane[cells.index(x, y)];
        if (is_unpacking)
            *place = packed;
        else
            packed = *place;
    }
};

/// Brings a packed plane back with every cell moved.
template <class S, int I>
struct ShiftPlane {
    CellsView<S> cells;
    const StoredAs<S, I>* plane;
    GridShift shift;

    TARN_HD void operator()(int x, int y) const {
        const Grid& g = cells.planes.grid;
        int from_x = x + shift.di, from_y = y + shift.dj;
        if (shift.wraps_x) from_x += from_x < 0 ? g.nx : from_x >= g.nx ? -g.nx : 0;
        if (shift.wraps_y) from_y += from_y < 0 ? g.ny : from_y >= g.ny ? -g.ny : 0;
        // Populations are kept as their distance from still water, which is zero.
        StoredAs<S, I> value = {};
        if (cells.is_inside(from_x, from_y)) value = plane[cells.index(from_x, from_y)];
        *place_of<I>(cells.planes, x, y) = value;
    }
};

/// The most that sources fill a cell to, in reference depths. The largest population grows as
/// c*^2 h^2/6 and must stay a number: halves end at 65,504, and c* is at most 0.68.
template <class S>
inline constexpr double kFullest = sizeof(typename S::Moving) == 2 ? 500.0 : kDeepest;

/// Adds depth to the cells of patches, and notes in the amounts what was really added.
template <class S>
struct AddWater {
    CellsView<S> cells;
    const PatchView* patches;
    double* amounts_m;

    TARN_HD void add(int patch, int x, int y) const {
        using T = typename S::Number;
        const PatchView p = patches[patch];
        double& amount_m =
            amounts_m[p.begin + std::ptrdiff_t(y - p.y0) * p.nx + std::ptrdiff_t(x - p.x0)];
        if (amount_m == 0.0) return;
        if (!cells.is_inside(x, y) || cells.is_solid(x, y)) {
            amount_m = 0.0;
            return;
        }
        ShallowCell<T> cell = cells.cell(x, y);
        const double before = deviation_of(cell), depth = double(cells.still(x, y)) + before;
        const double spare = larger(0.0, depth - kThinnest);
        const double room = larger(0.0, kFullest<S> - depth);
        const double wanted = amount_m / cells.depth_m;
        const T added = T(larger(smaller(wanted, room), -spare));
        if (cells.bed.bed && added == T(0)) {
            amount_m = 0.0;  // a dry cell has no velocity to keep
            return;
        }
        add_depth<S>(cell, cells.moments(cell, x, y), added, cells.still(x, y), cells.gravity);
        cells.store(cell, x, y);
        amount_m = (deviation_of(cells.cell(x, y)) - before) * cells.depth_m;
    }

private:
    TARN_HD static double deviation_of(const ShallowCell<typename S::Number>& cell) {
        double sum = 0.0;
        unrolled<9>([&](auto i) { sum += double(cell.f[decltype(i)::value]); });
        return sum;
    }
};

}  // namespace tarn::shallow
