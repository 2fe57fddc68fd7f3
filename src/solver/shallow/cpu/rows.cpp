// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
#include "solver/shallow/cpu/rows.hpp"

#include "exec/pack.hpp"
#include "lattice/collisions.hpp"

namespace tarn::shallow::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class T>
using Wide = Pack<T, exec::kRegisterBytes / int(sizeof(T))>;

/// Elements of a cache line: streamed stores must fill whole lines.
template <class T>
inline constexpr int kLine = 64 / int(sizeof(T));

/// Halo of the cells x first .. last of row y that touch edge E only.
template <int E, class T>
TARN_HD double fill_edge(const StepArgs<T>& a, int first, int last, int y) {
    using One = Pack<T, 1>;
    double inflow = 0.0;
    if (a.edges.kind[E] == Boundary::Open || a.edges.solid) {
        for (int x = first; x <= last; ++x) inflow += fill_halo<T, One>(a.edges, x, y);
    } else {
        for (int x = first; x <= last; ++x) fill_straight_halo<E, T, One>(a.edges, x, y);
    }
    return inflow;
}

/// Edge values and bounced populations that row `y` is going to read.
template <class T>
TARN_HD void prepare_row(const StepArgs<T>& a, int y) {
    using One = Pack<T, 1>;
    const Grid& g = a.edges.grid;
    const int east = g.nx - 1;
    double inflow = 0.0;
    if (y == 0 || y == g.ny - 1) {
        inflow += fill_halo<T, One>(a.edges, 0, y) + fill_halo<T, One>(a.edges, east, y);
        inflow += y == 0 ? fill_edge<int(Edge::South)>(a, 1, east - 1, y)
                         : fill_edge<int(Edge::North)>(a, 1, east - 1, y);
    } else {
        inflow += fill_edge<int(Edge::West)>(a, 0, 0, y);
        inflow += fill_edge<int(Edge::East)>(a, east, east, y);
    }
    a.row_inflow[y] = inflow;
    if (!a.solid_links.links) return;
    for (auto k = a.solid_links.row_begin[y]; k < a.solid_links.row_begin[y + 1]; ++k) {
        const SolidLinks::Link link = a.solid_links.links[k];
        const int i = link.direction;
        *a.edges.at(i, link.x - D2Q9::c(i, 0), y - D2Q9::c(i, 1)) =
            *a.edges.at(lattice::opposite(i), link.x, y);
    }
}

/// Lanes of cells x .. x + W - 1 that are solid.
template <class V, class T>
TARN_HD MaskOf<V> solid_lanes(const StepArgs<T>& a, int x, int y) {
    V flags;
    const std::uint8_t* row = a.edges.solid + std::ptrdiff_t(y) * a.edges.grid.nx + x;
    for (int lane = 0; lane < V::width; ++lane) flags.r[lane] = T(row[lane]);
    return V(T(0)) < flags;
}

/// Cells x .. x + W - 1 of row y: pull, collide, and hand each population to `put(i, value)`.
template <class Collision, bool Full, class V, class T, class Put>
TARN_HD MaskOf<V> step_pack(const StepArgs<T>& a, int x, int y,
                            const typename Collision::template Constants<T>& rates, Put&& put) {
    const Grid& g = a.edges.grid;
    const T* const here = a.edges.populations + g.at(x, y);
    ShallowCell<V> cell;
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        constexpr int cx = D2Q9::c(i, 0), cy = D2Q9::c(i, 1);
        cell.f[i] = load<V>(here + i * g.plane - cx - cy * g.pitch);
    });
    MaskOf<V> healthy = collide_cell<Collision, Full>(cell, a.constants, rates);
    if constexpr (Full) {
        const MaskOf<V> solid = solid_lanes<V>(a, x, y);
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            cell.f[i] = select(solid, V(T(0)), cell.f[i]);
        });
        healthy = healthy | solid;
    }
    unrolled<9>([&](auto index) { put(index, cell.f[decltype(index)::value]); });
    return healthy;
}

/// Whole registers of row y, stored the ordinary way.
template <class Collision, bool Full, class T>
TARN_HD MaskOf<Wide<T>> step_cached(const StepArgs<T>& a, int x, int y,
                                    const typename Collision::template Constants<T>& rates) {
    T* const to = a.next + a.edges.grid.at(x, y);
    return step_pack<Collision, Full, Wide<T>>(a, x, y, rates, [&](auto index, Wide<T> value) {
        store(value, to + decltype(index)::value * a.edges.grid.plane);
    });
}

/// A whole cache line of cells, gathered register by register and then stored past the cache.
template <class Collision, bool Full, class T>
TARN_HD MaskOf<Wide<T>> step_streamed(const StepArgs<T>& a, int x, int y,
                                      const typename Collision::template Constants<T>& rates) {
    alignas(64) T line[9][kLine<T>];
    MaskOf<Wide<T>> healthy = Wide<T>(T(0)) < Wide<T>(T(1));
    for (int k = 0; k < kLine<T>; k += Wide<T>::width)
        healthy = healthy & step_pack<Collision, Full, Wide<T>>(
                                a, x + k, y, rates, [&](auto index, Wide<T> value) {
                                    store(value, line[decltype(index)::value] + k);
                                });
    T* const to = a.next + a.edges.grid.at(x, y);
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        exec::stream(Pack<T, kLine<T>>::load(line[i]), to + i * a.edges.grid.plane);
    });
    return healthy;
}

template <class Collision, bool Streams, bool Full, class T>
TARN_HD bool step_row(const StepArgs<T>& a, int y,
                      const typename Collision::template Constants<T>& rates) {
    using One = Pack<T, 1>;
    constexpr int width = Streams ? kLine<T> : Wide<T>::width;
    const int nx = a.edges.grid.nx;
    MaskOf<Wide<T>> wide_healthy = Wide<T>(T(0)) < Wide<T>(T(1));
    int x = 0;
    for (; x + width <= nx; x += width) {
        if constexpr (Streams)
            wide_healthy = wide_healthy & step_streamed<Collision, Full>(a, x, y, rates);
        else
            wide_healthy = wide_healthy & step_cached<Collision, Full>(a, x, y, rates);
    }
    // The rest of the row: registers that overlap what is done. A cell computed twice is the same.
    for (; x < nx && nx >= Wide<T>::width; x += Wide<T>::width)
        wide_healthy =
            wide_healthy & step_cached<Collision, Full>(
                               a, x + Wide<T>::width <= nx ? x : nx - Wide<T>::width, y, rates);
    bool healthy = !any<Wide<T>>(~wide_healthy);
    for (; x < nx; ++x) {
        T* const to = a.next + a.edges.grid.at(x, y);
        healthy &=
            any<One>(step_pack<Collision, Full, One>(a, x, y, rates, [&](auto index, One value) {
                store(value, to + decltype(index)::value * a.edges.grid.plane);
            }));
    }
    return healthy;
}

template <class Collision, bool Streams, bool Full, class T>
bool step_rows(const StepArgs<T>& args, int first, int last) {
    const StepArgs<T> a = args;
    const auto rates =
        Collision::template constants<T>(a.constants.tau, double(a.constants.gravity));
    bool healthy = true;
    for (int y = first; y < last; ++y) {
        prepare_row(a, y);
        healthy &= step_row<Collision, Streams, Full>(a, y, rates);
    }
    if constexpr (Streams) exec::stream_fence();
    return healthy;
}

template <class T>
StepRows<T> choose(const RowsChoice& choice) {
    StepRows<T> found = nullptr;
    unrolled<lattice::kCollisionCount>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n != choice.collision) return;
        if (choice.has_solids_or_forces)
            found = choice.streams ? StepRows<T>(step_rows<Collision, true, true, T>)
                                   : StepRows<T>(step_rows<Collision, false, true, T>);
        else
            found = choice.streams ? StepRows<T>(step_rows<Collision, true, false, T>)
                                   : StepRows<T>(step_rows<Collision, false, false, T>);
    });
    return found;
}

StepRows<float> choose_float(const RowsChoice& choice) {
    return choose<float>(choice);
}
StepRows<double> choose_double(const RowsChoice& choice) {
    return choose<double>(choice);
}

}  // namespace TARN_ISA
}  // namespace tarn::shallow::cpu
