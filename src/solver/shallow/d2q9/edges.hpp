// Edges and solids of d2q9: half-way bounce-back at walls and solids, a copy at periodic edges.
// Ghost cells (and solid cells) are filled before a step, so the step itself knows no edges.
#pragma once

#include "solver/shallow/d2q9/bed.hpp"
#include <tarn/types.hpp>

#include <cstdint>
#include <type_traits>

namespace tarn::shallow::d2q9 {

/// The world beyond an open edge: still water, or a steady current, that waves leave into.
template <class T>
struct FarField {
    T level_deviation = 0;  ///< above the still level
    T normal_speed = 0;     ///< outward, cells per step
    T along_speed = 0;      ///< to the east or north
};

template <class S>
struct EdgeView {
    using T = typename S::Number;

    Planes<S> planes;
    const std::uint8_t* solid;  ///< [ny][nx], or null
    Boundary kind[4];           ///< by Edge
    FarField<T> far[4];
    T gravity;
    BedView<T> bed;  ///< null: flat

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

/// An open edge as a cell next to it sees it.
template <class T>
struct OpenEdge {
    FarField<T> far;
    bool is_across_x;  ///< west or east
    T outward;         ///< -1 or 1
};

/// The bed at a cell and as far beyond an open edge as water goes.
template <class V, class S>
TARN_HD V bed_at(const EdgeView<S>& view, int x, int y) {
    using T = typename S::Number;
    if (!view.bed.bed) return V(T(-1));
    return view.bed.template load<V>(x, y).bed;
}

/// On a bed: no water beyond, or too little in the cell: the edge is a wall there.
template <class V, class S>
TARN_HD bool is_shut(const EdgeView<S>& view, const OpenEdge<typename S::Number>& edge, int x,
                     int y) {
    using T = typename S::Number;
    if (!view.bed.bed) return false;
    const LinkEnd<T, V> inside = view.bed.template load<V>(x, y);
    const V beyond = V(edge.far.level_deviation) - inside.bed;
    return any<V>(smaller(inside.depth(), beyond) < V(T(kThinDepth)));
}

/// What enters from open water beyond an edge, next to inside cell (x, y): the outgoing wave goes
/// on, and what it leaves behind is the far field.
template <class V, class S>
TARN_HD ShallowCell<V> cell_beyond(const EdgeView<S>& view,
                                   const OpenEdge<typename S::Number>& edge, int x, int y) {
    using T = typename S::Number;
    const ShallowCell<V> inside = view.planes.template load_cell<V>(x, y);
    const ShallowPairs<V> pairs = lattice::to_pairs(inside);
    const V bed = bed_at<V>(view, x, y), still = still_depth<T>(bed);
    const V far_deviation = V(edge.far.level_deviation) - larger(V(T(0)), bed);
    const ShallowMoments<V> m = lattice::moments<T>(pairs, still);
    const bool across_x = edge.is_across_x;
    const V normal = V(edge.outward) * (across_x ? m.u : m.v);
    const V leaving = normal - V(edge.far.normal_speed);
    const V cosine = leaving_cosine<T>(leaving, (across_x ? m.v : m.u) - V(edge.far.along_speed));
    const V impedance = cosine * square_root(V(view.gravity) * m.mass) / m.mass;
    const V rise = V(T(0.5)) * ((m.mass_deviation - far_deviation) + leaving / impedance);
    const V beyond_normal = V(edge.outward) * (V(edge.far.normal_speed) + impedance * rise);
    const ShallowMoments<V> beyond =
        lattice::moments_of<T>(far_deviation + rise, across_x ? beyond_normal : m.u,
                               across_x ? m.v : beyond_normal, still);
    ShallowCell<V> ghost = inside;
    move_state<S, T>(ghost, lattice::equilibrium<T>(m, view.gravity),
                     lattice::equilibrium<T>(beyond, view.gravity), beyond.mass_deviation, V(T(1)));
    return ghost;
}

/// Direction `i` after a mirror across x (or across y).
TARN_HD constexpr int mirrored(int i, bool across_x) {
    return lattice::d2q9_direction(across_x ? -D2Q9::c(i, 0) : D2Q9::c(i, 0),
                                   across_x ? D2Q9::c(i, 1) : -D2Q9::c(i, 1));
}

/// Which edges the cell that sends population I to (x, y) lies beyond.
struct Beyond {
    bool x, y;
    TARN_HD bool any() const { return x || y; }
};
template <int I, class G>
TARN_HD Beyond beyond(const G& grid, int x, int y) {
    constexpr int cx = D2Q9::c(I, 0), cy = D2Q9::c(I, 1);
    return {cx > 0 ? x == 0 : cx < 0 && x == grid.nx - 1,
            cy > 0 ? y == 0 : cy < 0 && y == grid.ny - 1};
}

template <class V>
struct Arrival {
    V value;
    bool is_from_far;
};

/// Population I that arrives at fluid cell (x, y) from outside the grid. All choices are between
/// constants, so it costs a few selections and one load; where no edge is open, `IsOpen = false`
/// spares the long way. View: an EdgeView, or what looks like one.
template <int I, bool IsOpen, class V, class View>
TARN_HD Arrival<V> arriving(const View& view, int x, int y) {
    constexpr int cx = D2Q9::c(I, 0), cy = D2Q9::c(I, 1), bounced = lattice::opposite(I);
    constexpr int edge_x = cx > 0 ? int(Edge::West) : int(Edge::East);
    constexpr int edge_y = cy > 0 ? int(Edge::South) : int(Edge::North);
    constexpr int mirrored_x = mirrored(I, true), mirrored_y = mirrored(I, false);
    const Beyond out = beyond<I>(view.planes.grid, x, y);
    const Boundary kind_x = view.kind_of(edge_x), kind_y = view.kind_of(edge_y);
    const bool is_wall = (out.x && kind_x == Boundary::Wall) || (out.y && kind_y == Boundary::Wall);
    // A mirror and open water show the cell's own column or row, a periodic edge the far one.
    const int far_x = cx > 0 ? view.planes.grid.nx - 1 : 0;
    const int far_y = cy > 0 ? view.planes.grid.ny - 1 : 0;
    const int sx = !out.x ? x - cx : kind_x == Boundary::Periodic ? far_x : x;
    const int sy = !out.y ? y - cy : kind_y == Boundary::Periodic ? far_y : y;
    if (is_wall || view.is_solid(sx, sy)) return {load<V>(view.planes.at(bounced, x, y)), false};
    const bool slip_x = out.x && kind_x == Boundary::Slip;
    const bool slip_y = out.y && kind_y == Boundary::Slip;
    if constexpr (IsOpen) {
        const bool open_x = out.x && kind_x == Boundary::Open;
        const bool open_y = out.y && kind_y == Boundary::Open;
        if (open_x || open_y) {
            using T = std::remove_cvref_t<decltype(view.gravity)>;
            const OpenEdge<T> edge = {open_x ? view.far[edge_x] : view.far[edge_y], open_x,
                                      open_x ? T(edge_x == int(Edge::East) ? 1 : -1)
                                             : T(edge_y == int(Edge::North) ? 1 : -1)};
            if (view.bed.bed) {
                // Beyond the edge the bed goes on as it is in the cell itself.
                if (is_shut<V>(view, edge, x, y))
                    return {load<V>(view.planes.at(bounced, x, y)), false};
                return {cell_beyond<V>(view, edge, x, y).f[I], true};
            }
            const ShallowCell<V> ghost = cell_beyond<V>(view, edge, sx, sy);
            return {slip_x ? ghost.f[mirrored_x] : slip_y ? ghost.f[mirrored_y] : ghost.f[I], true};
        }
    }
    const auto* const from = slip_x && slip_y ? view.planes.at(bounced, sx, sy)
                             : slip_x         ? view.planes.at(mirrored_x, sx, sy)
                             : slip_y         ? view.planes.at(mirrored_y, sx, sy)
                                              : view.planes.at(I, sx, sy);
    return {load<V>(from), false};
}

/// Half-way bounce-back off a solid cell [ladd1994]: the population that left fluid cell (x, y)
/// towards it is put where the one that comes back in direction `i` is going to be read.
template <class S>
TARN_HD void bounce_back(const Planes<S>& planes, int i, int x, int y) {
    *planes.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1)) = *planes.at(lattice::opposite(i), x, y);
}

/// The three directions that enter through an edge.
TARN_HD constexpr int entering(int edge, int k) {
    constexpr int directions[4][3] = {{1, 5, 7}, {2, 6, 8}, {3, 5, 8}, {4, 6, 7}};
    return directions[edge][k];
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

/// Fills the ghost cells from which populations arrive at cell (x, y). Returns the depth that
/// flowed in through open edges.
template <class V, class S>
TARN_HD double fill_halo(const EdgeView<S>& view, int x, int y) {
    using T = typename S::Number;
    double inflow = 0.0;
    if (view.is_solid(x, y)) return inflow;
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        if (!beyond<i>(view.planes.grid, x, y).any()) return;
        const Arrival<V> arrival = arriving<i, true, V>(view, x, y);
        auto* const halo = view.planes.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
        store(arrival.value, halo);
        if (arrival.is_from_far)
            inflow +=
                double(load<T>(halo)) - double(load<T>(view.planes.at(lattice::opposite(i), x, y)));
    });
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

/// Where cell n along an axis is seen beyond the edges of the axis: the one ghost cell or both that
/// mirror or repeat it.
struct Images {
    int at[2];
    int count = 0;

    TARN_HD Images(int n, int length, Boundary low, Boundary high) {
        if (n == 0 && low == Boundary::Slip) at[count++] = -1;
        if (n == length - 1 && high == Boundary::Slip) at[count++] = length;
        if (n == 0 && low == Boundary::Periodic) at[count++] = length;
        if (n == length - 1 && low == Boundary::Periodic) at[count++] = -1;
    }
};

/// Lays the value of edge cell (x, y) of a plane into the ghost cells that show it.
template <class S>
TARN_HD void lay_images(const EdgeView<S>& view, typename S::Number* plane, int x, int y) {
    const Grid& g = view.planes.grid;
    const Images in_x(x, g.nx, view.kind_of(int(Edge::West)), view.kind_of(int(Edge::East)));
    const Images in_y(y, g.ny, view.kind_of(int(Edge::South)), view.kind_of(int(Edge::North)));
    if (in_x.count + in_y.count == 0) return;
    const auto value = plane[g.at(x, y)];
    for (int a = 0; a < in_x.count; ++a) plane[g.at(in_x.at[a], y)] = value;
    for (int b = 0; b < in_y.count; ++b) plane[g.at(x, in_y.at[b])] = value;
    for (int a = 0; a < in_x.count; ++a)
        for (int b = 0; b < in_y.count; ++b) plane[g.at(in_x.at[a], in_y.at[b])] = value;
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

}  // namespace tarn::shallow::d2q9
