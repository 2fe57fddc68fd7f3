// What a bed needs besides stepping: its plane with ghost cells, and, for a step in place, the
// links of thin and dry cells. As tasks.hpp.
#pragma once

#include "solver/shallow/d2q9/cells.hpp"

namespace tarn::shallow::d2q9 {

/// The bed in reference depths above the still level; solid cells stand above all water.
template <class S>
struct FillBed {
    using T = typename S::Number;
    Grid grid;
    const double* bed_m;        ///< [ny][nx]
    const std::uint8_t* solid;  ///< [ny][nx], or null
    double still_level_m, depth_m;
    T *bed, *deviation;
    float* read_bed_m;  ///< [ny][nx]: what readers see

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t n = std::ptrdiff_t(y) * grid.nx + x;
        const bool is_solid = solid && solid[n];
        bed[grid.at(x, y)] = is_solid ? T(kWallBed) : T((bed_m[n] - still_level_m) / depth_m);
        deviation[grid.at(x, y)] = T(0);
        read_bed_m[n] = float(bed_m[n]);
    }
};

/// Sums of the populations of an area, after they came from somewhere else than a step.
template <class S>
struct TakeStock {
    CellsView<S> cells;
    CellArea area;

    TARN_HD void operator()(int i, int j) const {
        using T = typename S::Number;
        const int x = area.x0 + i, y = area.y0 + j;
        cells.deviation[cells.planes.grid.at(x, y)] =
            cells.is_solid(x, y) ? T(0) : stored_deviation(cells.cell(x, y));
    }
};

/// Bed and deviation of ghost cells, numbered: the rows below and above, then the columns.
template <class S>
struct LayBedHalo {
    using T = typename S::Number;
    EdgeView<S> view;
    T *bed, *deviation;

    static int count(const Grid& g) { return 2 * (g.nx + 2) + 2 * g.ny; }

    TARN_HD void operator()(int k) const {
        const Grid& g = view.planes.grid;
        const int row = g.nx + 2, along = k - 2 * row;
        const int x = along < 0 ? k % row - 1 : along % 2 == 0 ? -1 : g.nx;
        const int y = along < 0 ? (k < row ? -1 : g.ny) : along / 2;
        const Side in_x = side(x, g.nx, int(Edge::West)), in_y = side(y, g.ny, int(Edge::South));
        const std::ptrdiff_t place = g.at(x, y);
        const bool is_wall = in_x.kind == Boundary::Wall || in_y.kind == Boundary::Wall;
        if (is_wall || in_x.kind == Boundary::Open || in_y.kind == Boundary::Open) {
            bed[place] = T(is_wall ? kWallBed : kOpenBed);
            deviation[place] = T(0);
        } else {
            bed[place] = bed[g.at(in_x.cell, in_y.cell)];
            deviation[place] = deviation[g.at(in_x.cell, in_y.cell)];
        }
    }

private:
    /// Which cell stands for coordinate `n`, and through which kind of edge it is seen.
    struct Side {
        int cell;
        Boundary kind;
    };
    TARN_HD Side side(int n, int length, int low_edge) const {
        if (n >= 0 && n < length) return {n, Boundary::Slip};
        const Boundary kind = view.kind_of(n < 0 ? low_edge : low_edge + 1);
        if (kind == Boundary::Periodic) return {n < 0 ? length - 1 : 0, kind};
        return {n < 0 ? 0 : length - 1, kind};
    }
};

/// Takes in what comes without momentum, before ExchangeLinks changes what was sent.
template <class S>
struct CollectStill {
    EdgeView<S> view;

    TARN_HD void operator()(int x, int y) const {
        using T = typename S::Number;
        const auto here = view.bed.template load<T>(x, y);
        if (T(0.5 * kWallBed) < here.bed) return;
        T& rest = view.planes.rest[view.planes.grid.at(x, y)];
        unrolled<8>([&](auto index) {
            constexpr int i = decltype(index)::value + 1;
            const auto there = view.bed.template sender<i, T>(view.bed.grid.at(x, y));
            if (is_wet_link<T>(here, there)) return;
            const T own = view.planes.template load<lattice::opposite(i), T>(x, y);
            const T f = view.planes.template load<i, T>(x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
            rest = rest + land<i, S>(here, own, there, f, view.gravity).still;
        });
    }
};

/// Puts what lands over the links of thin and dry cells where a step in place is going to read it.
/// Both ends of a link at once: neither could see later what the other sent.
template <class S>
struct ExchangeLinks {
    EdgeView<S> view;

    TARN_HD void operator()(int x, int y) const {
        unrolled<8>([&](auto index) { exchange<decltype(index)::value + 1>(x, y); });
    }

private:
    template <int I>
    TARN_HD void exchange(int x, int y) const {
        using T = typename S::Number;
        constexpr int back = lattice::opposite(I);
        const int sx = x - D2Q9::c(I, 0), sy = y - D2Q9::c(I, 1);
        const bool is_beyond = beyond<I>(view.planes.grid, x, y).any();
        // Of the two directions of a link inside the grid one is enough.
        if (I % 2 == 0 && !is_beyond) return;
        const auto here = view.bed.template load<T>(x, y),
                   there = view.bed.template load<T>(sx, sy);
        // Nothing arrives in solid cells; what they send back, and what comes through walls and
        // open edges, was laid before.
        const bool is_solid_here = T(0.5 * kWallBed) < here.bed;
        const bool is_solid_there = T(0.5 * kWallBed) < there.bed;
        if (is_solid_here) view.planes.template store<I>(T(0), sx, sy);
        if (is_solid_there && !is_beyond) view.planes.template store<back>(T(0), x, y);
        if (is_solid_here || is_solid_there || is_wet_link<T>(here, there)) return;
        const T own = view.planes.template load<back, T>(x, y);
        const T f = view.planes.template load<I, T>(sx, sy);
        view.planes.template store<I>(land<I, S>(here, own, there, f, view.gravity).moving, sx, sy);
        if (is_beyond) return;
        view.planes.template store<back>(land<back, S>(there, f, here, own, view.gravity).moving, x,
                                         y);
    }
};

}  // namespace tarn::shallow::d2q9
