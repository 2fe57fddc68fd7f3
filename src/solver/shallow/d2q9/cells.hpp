// The cells of the d2q9 scheme as tasks see them, and what is done to them besides stepping. A
// device runs tasks over the grid or over a list; this file does not know which device.
#pragma once

#include "exec/ordered.hpp"
#include "solver/shallow/d2q9/edges.hpp"
#include "solver/shallow/tasks.hpp"
#include "solver/shallow/views.hpp"

#include <cstdint>

namespace tarn::shallow::d2q9 {

/// The most that sources fill a cell to, in reference depths. The largest population grows as
/// c*^2 h^2/6 and must stay a number: halves end at 65,504, and c* is at most 0.68.
template <class S>
inline constexpr double kFullest = sizeof(typename S::Moving) == 2 ? 500.0 : kDeepest;

/// What all tasks see: the populations, who is solid, and what a lattice unit is in SI. Members as
/// tasks.hpp wants them.
template <class S>
struct CellsView {
    using T = typename S::Number;

    Planes<S> planes;
    const std::uint8_t* solid;  ///< [ny][nx], or null
    T gravity;
    double depth_m, speed_m_per_s, still_level_m, gravity_m_per_s2;
    double mean_level_m;  ///< of the water at the start
    double flat_bed_m;
    const float* bed_m;  ///< [ny][nx], or null: flat
    BedView<T> bed;      ///< null: flat
    T* deviation;        ///< of `bed`, for tasks that change cells

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
    TARN_HD double wet_depth_m() const { return bed.bed ? kDryDepth * depth_m : 0.0; }

    /// From the lattice to SI. Rounding may leave a dry cell with less than nothing. The level
    /// follows from the deviation where there is water, so that water at the still level is level.
    TARN_HD CellReading reading(int x, int y) const {
        const double ground_m = bed_m ? double(bed_m[index(x, y)]) : flat_bed_m;
        if (is_solid(x, y)) return {0.0, ground_m, ground_m, 0.0, 0.0, true};
        const ShallowMoments<T> m = moments(x, y);
        const double sum = double(still(x, y)) + double(m.mass_deviation);
        const double depth = (bed.bed ? larger(0.0, sum) : sum) * depth_m;
        const double u = double(m.u) * speed_m_per_s, v = double(m.v) * speed_m_per_s;
        if (!bed.bed) return {depth, depth + ground_m, ground_m, u, v};
        const double above = double(m.mass_deviation) + larger(0.0, double(bed_at(x, y)));
        const bool is_dry = double(m.mass) < kDryDepth;
        return {depth, is_dry ? ground_m : still_level_m + above * depth_m, ground_m, u, v};
    }
    TARN_HD double stored_depth_m(int x, int y) const {
        return (double(still(x, y)) + deviation_of(cell(x, y))) * depth_m;
    }
    TARN_HD double add_depth(int x, int y, double wanted_m) const {
        if (wanted_m == 0.0) return 0.0;
        ShallowCell<T> here = cell(x, y);
        const double before = deviation_of(here), depth = double(still(x, y)) + before;
        const double spare = larger(0.0, depth - kThinnest);
        const double room = larger(0.0, kFullest<S> - depth);
        const T added = T(larger(smaller(wanted_m / depth_m, room), -spare));
        if (bed.bed && added == T(0)) return 0.0;  // a dry cell has no velocity to keep
        d2q9::add_depth<S>(here, moments(here, x, y), added, still(x, y), gravity);
        store(here, x, y);
        return (deviation_of(cell(x, y)) - before) * depth_m;
    }
    TARN_HD bool add_momentum(int x, int y, double qx, double qy) const {
        ShallowCell<T> here = cell(x, y);
        const ShallowMoments<T> before = moments(here, x, y);
        if (bed.bed && before.mass < T(kThinDepth)) return false;
        const double to_lattice = 1.0 / (depth_m * speed_m_per_s);
        const ShallowMoments<T> after = lattice::moments_of<T>(
            before.mass_deviation, before.u + T(qx * to_lattice) / before.mass,
            before.v + T(qy * to_lattice) / before.mass, still(x, y));
        move_state<S, T>(here, lattice::equilibrium<T>(before, gravity),
                         lattice::equilibrium<T>(after, gravity), after.mass_deviation, T(1));
        store(here, x, y);
        return true;
    }
    /// Solid cells hold what bounced off them, which is no part of the state.
    template <class Body>
    TARN_HD void for_words(int x, int y, Body&& body) const {
        const bool is_wall = is_solid(x, y);
        unrolled<9>([&](auto plane) {
            constexpr int i = decltype(plane)::value;
            body(i, word_of(is_wall ? T(0) : planes.template load<i, T>(x, y)));
        });
    }

    TARN_HD static double deviation_of(const ShallowCell<T>& cell) {
        double sum = 0.0;
        unrolled<9>([&](auto i) { sum += double(cell.f[decltype(i)::value]); });
        return sum;
    }
    TARN_HD void store(ShallowCell<T> cell, int x, int y) const {
        if (bed.bed) {
            const T above = stored_deviation(cell);
            if (still(x, y) + above < T(kDryDepth))
                cell = resting_cell<S>(above, still(x, y), gravity);
            else if (is_overdrawn(cell, still(x, y), gravity))
                cell = equilibrium_cell<S>(moments(cell, x, y), gravity);
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
        ShallowMoments<T> m = lattice::moments_of<T>(deviation, u, v, cells.still(x, y));
        if (cells.bed.bed && is_to_calm<T>(m, cells.gravity))
            m = calm_moments<T>(m, cells.still(x, y), cells.gravity);
        cells.store(equilibrium_cell<S>(m, cells.gravity), x, y);
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

/// The first cell, row by row, that a step finds unhealthy.
struct FirstCell {
    static constexpr std::int64_t kNone = std::int64_t{1} << 62;
    std::int64_t index = kNone;
    TARN_HD void join(const FirstCell& o) { index = o.index < index ? o.index : index; }
};

/// The populations that arrive at a cell; the ghost cells are filled.
template <class S>
TARN_HD ShallowCell<typename S::Number> arriving_cell(const CellsView<S>& cells, int x, int y) {
    using T = typename S::Number;
    if (!cells.bed.bed) return cells.planes.template load_arriving<T>(x, y);
    return stream_ashore<Shore::Streamed, S, T>(Sent<S, T>{cells.planes, x, y}, cells.bed,
                                                cells.gravity, cells.planes.grid.at(x, y));
}

template <class S>
struct FindTrouble {
    CellsView<S> cells;  ///< whose ghost cells are filled

    TARN_HD FirstCell operator()(int x, int y) const {
        using T = typename S::Number;
        if (cells.is_solid(x, y)) return {};
        const ShallowCell<T> cell = arriving_cell(cells, x, y);
        const ShallowMoments<T> m = lattice::moments<T>(lattice::to_pairs(cell), cells.still(x, y));
        const bool is_calm = cells.bed.bed && is_to_calm<T>(m, cells.gravity);
        if (is_calm ? is_bounded<T>(m, cells.gravity) : is_healthy<T>(m)) return {};
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

}  // namespace tarn::shallow::d2q9
