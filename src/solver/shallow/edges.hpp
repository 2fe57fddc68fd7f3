// What arrives at a cell through the edge of the grid or from a solid cell. Before a step these
// values are laid into the halo (and into solid cells), so the step itself knows no edges.
#pragma once

#include "solver/shallow/grid.hpp"
#include "solver/shallow/kernels.hpp"
#include <tarn/types.hpp>

#include <cstdint>

namespace tarn::shallow {

/// The world beyond an open edge: still water, or a steady current, that waves leave into.
template <class T>
struct FarField {
    T depth_deviation = 0;
    T normal_speed = 0;  ///< outward, cells per step
    T along_speed = 0;   ///< to the east or north
};

template <class S>
struct EdgeView {
    using T = typename S::Number;

    Planes<S> planes;
    const std::uint8_t* solid;  ///< [ny][nx], or null
    Boundary kind[4];           ///< by Edge
    FarField<T> far[4];
    T gravity;

    TARN_HD Boundary kind_of(int edge) const { return kind[edge]; }
    TARN_HD bool is_solid(int x, int y) const {
        return solid && solid[std::ptrdiff_t(y) * planes.grid.nx + x];
    }
};

/// A first-order absorbing edge lets plane waves of one angle through without reflection
/// [higdon1986]. Water in a wave moves along its way, so the angle is read from the velocity; waves
/// that graze the edge count as 53 degrees. Measured: below 0.5 % of the energy from 0 to 45
/// degrees (tests/physics/open_edge_test.cpp).
inline constexpr double kLeastCosine = 0.6;

/// Cosine of the angle at which a wave with these velocities leaves; 1 where nothing moves.
template <class T, class V>
TARN_HD V leaving_cosine(V outward, V along) {
    const V tiny = V(T(1e-14));  // cells per step, squared: the noise of single precision
    const V squared = outward * outward + tiny;
    return larger(square_root(squared / (squared + along * along)), V(T(kLeastCosine)));
}

/// Population `i` of a cell that lives in registers, which cannot be indexed.
template <class V>
TARN_HD V population(const ShallowCell<V>& cell, int i) {
    V value = cell.f[0];
    unrolled<8>([&](auto index) {
        constexpr int k = decltype(index)::value + 1;
        if (i == k) value = cell.f[k];
    });
    return value;
}

/// Population `i` entering from open water beyond `edge`, next to inside cell (x, y): the outgoing
/// wave goes on, and what it leaves behind is the far field.
template <class V, class S>
TARN_HD V entering_from_far(const EdgeView<S>& view, int edge, int x, int y, int i) {
    using T = typename S::Number;
    const ShallowCell<V> inside = view.planes.template load_cell<V>(x, y);
    const ShallowPairs<V> pairs = lattice::to_pairs(inside);
    const ShallowMoments<V> m = lattice::moments<T>(pairs);
    const FarField<T> far = view.far[edge];
    const bool along_x = edge < 2;
    const T outward = edge == int(Edge::East) || edge == int(Edge::North) ? T(1) : T(-1);
    const V normal = V(outward) * (along_x ? m.u : m.v);
    const V leaving = normal - V(far.normal_speed);
    const V cosine = leaving_cosine<T>(leaving, (along_x ? m.v : m.u) - V(far.along_speed));
    const V impedance = cosine * square_root(V(view.gravity) * m.mass) / m.mass;
    const V rise = V(T(0.5)) * ((m.mass_deviation - V(far.depth_deviation)) + leaving / impedance);
    const V beyond_normal = V(outward) * (V(far.normal_speed) + impedance * rise);
    const ShallowMoments<V> beyond =
        lattice::moments_of<T>(V(far.depth_deviation) + rise, along_x ? beyond_normal : m.u,
                               along_x ? m.v : beyond_normal);
    ShallowCell<V> ghost = inside;
    move_state<S>(ghost, lattice::equilibrium<T>(m, view.gravity),
                  lattice::equilibrium<T>(beyond, view.gravity), beyond.mass_deviation, T(1));
    return population(ghost, i);
}

struct Direction {
    int x, y;
};
TARN_HD constexpr int index_of(Direction d) {
    return d.x == 0     ? (d.y == 0  ? 0
                           : d.y > 0 ? 3
                                     : 4)
           : d.y == 0   ? (d.x > 0 ? 1 : 2)
           : d.x == d.y ? (d.x > 0 ? 5 : 6)
                        : (d.x > 0 ? 7 : 8);
}

template <class V>
struct Arrival {
    V value;
    bool is_from_far;
};

/// Which edge the coordinates of a source lie beyond, or -1.
struct Beyond {
    int edge_x, edge_y;
};
template <class G>
TARN_HD Beyond beyond_edges(const G& g, int x, int y) {
    return {x < 0       ? int(Edge::West)
            : x >= g.nx ? int(Edge::East)
                        : -1,
            y < 0       ? int(Edge::South)
            : y >= g.ny ? int(Edge::North)
                        : -1};
}

/// The population of direction `i` that arrives at fluid cell (x, y) from outside the grid. Where no
/// edge is open, `IsOpen = false` spares the compiler the long way. View: an EdgeView, or what looks
/// like one.
template <class V, bool IsOpen = true, class View>
TARN_HD Arrival<V> arriving(const View& view, int x, int y, int i) {
    const auto& g = view.planes.grid;
    Direction d = {D2Q9::c(i, 0), D2Q9::c(i, 1)};
    int sx = x - d.x, sy = y - d.y;
    const Beyond edge = beyond_edges(g, sx, sy);
    const V bounced = load<V>(view.planes.at(lattice::opposite(i), x, y));
    const auto is = [&](int e, Boundary kind) { return e >= 0 && view.kind_of(e) == kind; };
    if (is(edge.edge_x, Boundary::Wall) || is(edge.edge_y, Boundary::Wall)) return {bounced, false};
    if (is(edge.edge_x, Boundary::Periodic)) sx = sx < 0 ? g.nx - 1 : 0;
    if (is(edge.edge_y, Boundary::Periodic)) sy = sy < 0 ? g.ny - 1 : 0;
    if (is(edge.edge_x, Boundary::Slip)) sx = x, d.x = -d.x;
    if (is(edge.edge_y, Boundary::Slip)) sy = y, d.y = -d.y;
    const bool open_x = IsOpen && is(edge.edge_x, Boundary::Open);
    const bool open_y = IsOpen && is(edge.edge_y, Boundary::Open);
    if (open_x) sx = x;
    if (open_y) sy = y;
    if (view.is_solid(sx, sy)) return {bounced, false};
    if constexpr (IsOpen)
        if (open_x || open_y)
            return {
                entering_from_far<V>(view, open_x ? edge.edge_x : edge.edge_y, sx, sy, index_of(d)),
                true};
    return {load<V>(view.planes.at(index_of(d), sx, sy)), false};
}

/// The three directions that enter through an edge.
TARN_HD constexpr int entering(int edge, int k) {
    constexpr int directions[4][3] = {{1, 5, 7}, {2, 6, 8}, {3, 5, 8}, {4, 6, 7}};
    return directions[edge][k];
}

/// Direction `i` after a mirror across x (or across y).
TARN_HD constexpr int mirrored(int i, bool across_x) {
    return index_of(
        {across_x ? -D2Q9::c(i, 0) : D2Q9::c(i, 0), across_x ? D2Q9::c(i, 1) : -D2Q9::c(i, 1)});
}

/// The short way of fill_halo() for a cell on one edge only, where nothing is solid and the edge is
/// not open: plain copies.
template <int EdgeIndex, class S>
TARN_HD void fill_straight_halo(const EdgeView<S>& view, int x, int y) {
    constexpr bool along_x = EdgeIndex < 2;
    const Boundary kind = view.kind[EdgeIndex];
    const Planes<S>& planes = view.planes;
    unrolled<3>([&](auto index) {
        constexpr int i = entering(EdgeIndex, decltype(index)::value);
        constexpr int cx = D2Q9::c(i, 0), cy = D2Q9::c(i, 1);
        const auto* from = planes.at(lattice::opposite(i), x, y);
        if (kind == Boundary::Slip)
            from = along_x ? planes.at(mirrored(i, true), x, y - cy)
                           : planes.at(mirrored(i, false), x - cx, y);
        if (kind == Boundary::Periodic)
            from = along_x ? planes.at(i, x == 0 ? planes.grid.nx - 1 : 0, y - cy)
                           : planes.at(i, x - cx, y == 0 ? planes.grid.ny - 1 : 0);
        *planes.at(i, x - cx, y - cy) = *from;
    });
}

/// Depth that population `i`, laid beyond an open edge, brings to cell (x, y), less what leaves.
template <class S>
TARN_HD double inflow_of(const EdgeView<S>& view, int x, int y, int i) {
    using T = typename S::Number;
    const auto* const entering = view.planes.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
    const auto* const leaving = view.planes.at(lattice::opposite(i), x, y);
    return double(load<T>(entering)) - double(load<T>(leaving));
}

/// Lays what arrives at cell (x, y) from outside into the halo. Returns the depth that flowed in
/// through open edges.
template <class V, class S>
TARN_HD double fill_halo(const EdgeView<S>& view, int x, int y) {
    if (view.is_solid(x, y)) return 0.0;
    double inflow = 0.0;
    for (int i = 1; i < D2Q9::q; ++i) {
        const int sx = x - D2Q9::c(i, 0), sy = y - D2Q9::c(i, 1);
        const Beyond edge = beyond_edges(view.planes.grid, sx, sy);
        if (edge.edge_x < 0 && edge.edge_y < 0) continue;
        const Arrival<V> arrival = arriving<V>(view, x, y, i);
        store(arrival.value, view.planes.at(i, sx, sy));
        if (arrival.is_from_far) inflow += inflow_of(view, x, y, i);
    }
    return inflow;
}

/// Cells along the edges, numbered: south and north rows, then west and east in turn.
TARN_HD std::ptrdiff_t edge_cell_count(const Grid& g) {
    return 2 * std::ptrdiff_t(g.nx) + 2 * std::ptrdiff_t(g.ny - 2);
}
TARN_HD std::ptrdiff_t edge_cell_index(const Grid& g, int x, int y) {
    if (y == 0) return x;
    if (y == g.ny - 1) return std::ptrdiff_t(g.nx) + x;
    return 2 * std::ptrdiff_t(g.nx) + 2 * std::ptrdiff_t(y - 1) + (x == 0 ? 0 : 1);
}

struct EdgeCell {
    int x, y;
};
TARN_HD EdgeCell edge_cell_at(const Grid& g, int index) {
    if (index < g.nx) return {index, 0};
    if (index < 2 * g.nx) return {index - g.nx, g.ny - 1};
    const int along = index - 2 * g.nx;
    return {along % 2 == 0 ? 0 : g.nx - 1, along / 2 + 1};
}

}  // namespace tarn::shallow
