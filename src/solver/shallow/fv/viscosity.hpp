// Viscosity of the fv scheme: what neighbouring cells give each other of their velocities, before
// the sweeps of a step. As functions of one cell, for any device.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/planes.hpp"
#include "solver/shallow/views.hpp"
#include <tarn/types.hpp>

namespace tarn::shallow::fv {

/// A viscosity below this part of cell times wave speed is left out: it would smooth ten cells in
/// 100,000 steps, and the sweeps spread ten times as much by themselves.
inline constexpr double kLeastViscosity = 1e-3;

/// The depth over which two cells rub: their mean, and at most twice the shallower one, so that
/// thin water beside deep water is not thrown about.
template <class T>
TARN_HD T shared_depth(T a, T b) {
    return smaller(T(0.5) * (a + b), T(2) * smaller(a, b));
}

/// Writes the velocities after a step of viscosity alone. Depths stay; what one cell of a pair
/// takes the other one gives, so momentum is kept. Dry cells and films take no part.
template <class T>
struct Diffuse {
    Layout layout;
    Planes<T> from;
    T *to_u, *to_v;
    T part;  ///< nu dt/dx^2
    T film_m;
    Boundary edges[4];  ///< Open: whatever is driven too
    EdgeSpan spans[4];  ///< elsewhere an edge is a wall

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const T h = from.h[at];
        Velocity u = {from.u[at], from.v[at]};
        if (film_m < h) {
            const Velocity west = taken<Edge::West>(x, y), east = taken<Edge::East>(x, y);
            const Velocity south = taken<Edge::South>(x, y), north = taken<Edge::North>(x, y);
            const T scale = part / h;
            u.x = u.x + scale * ((west.x + east.x) + (south.x + north.x));
            u.y = u.y + scale * ((west.y + east.y) + (south.y + north.y));
        }
        to_u[at] = u.x;
        to_v[at] = u.y;
    }

private:
    struct Velocity {
        T x, y;
    };

    /// Shared depth times difference through one face.
    template <Edge Side>
    TARN_HD Velocity taken(int x, int y) const {
        constexpr bool kIsX = Side == Edge::West || Side == Edge::East;
        constexpr int kWay = Side == Edge::East || Side == Edge::North ? 1 : -1;
        const int size = kIsX ? layout.nx : layout.ny;
        int place = (kIsX ? x : y) + kWay;
        if (place < 0 || place >= size) {
            const bool is_there = spans[int(Side)].contains(kIsX ? y : x);
            const Boundary edge = is_there ? edges[int(Side)] : Boundary::Wall;
            if (edge == Boundary::Open) return {T(0), T(0)};
            if (edge != Boundary::Periodic) return taken_by_wall<kIsX>(x, y, edge);
            place = place < 0 ? size - 1 : 0;
        }
        const std::ptrdiff_t at = layout.at(x, y);
        const std::ptrdiff_t beside = kIsX ? layout.at(place, y) : layout.at(x, place);
        const T h = from.h[beside];
        if (h < T(0)) return taken_by_wall<kIsX>(x, y, Boundary::Wall);
        if (!(film_m < h)) return {T(0), T(0)};
        const T shared = shared_depth(from.h[at], h);
        return {shared * (from.u[beside] - from.u[at]), shared * (from.v[beside] - from.v[at])};
    }

    /// The velocity is zero half a cell away, all of it or, at a slip wall, what is across it.
    template <bool IsX>
    TARN_HD Velocity taken_by_wall(int x, int y, Boundary wall) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const T twice = T(-2) * from.h[at];
        const bool is_slip = wall == Boundary::Slip;
        return {is_slip && !IsX ? T(0) : twice * from.u[at],
                is_slip && IsX ? T(0) : twice * from.v[at]};
    }
};

}  // namespace tarn::shallow::fv
