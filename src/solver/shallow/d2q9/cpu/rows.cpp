// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
#include "solver/shallow/d2q9/cpu/rows.hpp"

#include "exec/pack.hpp"
#include "lattice/collisions.hpp"

namespace tarn::shallow::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class S>
using Wide = Pack<typename S::Number, exec::kRegisterBytes / int(sizeof(typename S::Number))>;
template <class S>
using One = Pack<typename S::Number, 1>;

/// Where a loop stores: through the cache, past it, or over what it has just read.
enum class Store { Cached, Streamed, InPlace };

/// Halo of one cell, the long way. Not inlined: it is long, and few cells need it.
template <class S>
[[gnu::noinline]] void fill_cell(const StepArgs<S>& a, int x, int y) {
    const double inflow = fill_halo<One<S>>(a.edges, x, y);
    if (a.edge_inflow) a.edge_inflow[edge_cell_index(a.edges.planes.grid, x, y)] = inflow;
}

/// Halo of the cells x first .. last of row y that touch edge E only.
template <int E, class S>
TARN_HD void fill_edge(const StepArgs<S>& a, int first, int last, int y) {
    if (a.edges.kind[E] == Boundary::Open || a.edges.solid) {
        for (int x = first; x <= last; ++x) fill_cell(a, x, y);
    } else {
        for (int x = first; x <= last; ++x) fill_straight_halo<E>(a.edges, x, y);
    }
}

/// Edge values and bounced populations that row `y` is going to read.
template <class S>
TARN_HD void prepare_row(const StepArgs<S>& a, int y) {
    const Grid& g = a.edges.planes.grid;
    const int east = g.nx - 1;
    if (y == 0 || y == g.ny - 1) {
        fill_cell(a, 0, y);
        fill_cell(a, east, y);
        if (y == 0)
            fill_edge<int(Edge::South)>(a, 1, east - 1, y);
        else
            fill_edge<int(Edge::North)>(a, 1, east - 1, y);
    } else {
        fill_edge<int(Edge::West)>(a, 0, 0, y);
        fill_edge<int(Edge::East)>(a, east, east, y);
    }
    if (!a.solid_links.links) return;
    for (auto k = a.solid_links.row_begin[y]; k < a.solid_links.row_begin[y + 1]; ++k) {
        const SolidLinks::Link link = a.solid_links.links[k];
        const int i = link.direction;
        *a.edges.planes.at(i, link.x - D2Q9::c(i, 0), y - D2Q9::c(i, 1)) =
            *a.edges.planes.at(lattice::opposite(i), link.x, y);
    }
}

/// Lanes of cells x .. x + W - 1 that are solid.
template <class V, class S>
TARN_HD MaskOf<V> solid_lanes(const StepArgs<S>& a, int x, int y) {
    using T = typename S::Number;
    V flags;
    const std::uint8_t* row = a.edges.solid + std::ptrdiff_t(y) * a.edges.planes.grid.nx + x;
    for (int lane = 0; lane < V::width; ++lane) flags.r[lane] = T(row[lane]);
    return V(T(0)) < flags;
}

/// A collision whose constants are ready, for a loop over cells.
template <class S, class Collision, bool HasMore>
struct Collide {
    using T = typename S::Number;
    typename Collision::template Constants<T> rates;

    explicit Collide(const StepConstants<T>& k)
        : rates(Collision::template constants<T>(k.tau, double(k.gravity))) {}

    /// Cells x .. x + W - 1 of row y: pulled, collided, and handed back.
    template <class V>
    TARN_HD MaskOf<V> operator()(const StepArgs<S>& a, int x, int y, ShallowCell<V>& cell) const {
        cell = a.edges.planes.template load_arriving<V>(x, y);
        MaskOf<V> healthy = collide_cell<S, Collision, HasMore>(cell, a.constants, rates);
        if constexpr (HasMore) {
            const MaskOf<V> solid = solid_lanes<V>(a, x, y);
            unrolled<9>([&](auto index) {
                constexpr int i = decltype(index)::value;
                cell.f[i] = select(solid, V(T(0)), cell.f[i]);
            });
            healthy = healthy | solid;
        }
        return healthy;
    }
};

/// Whole registers of row y, stored the ordinary way.
template <class V, class S, class Step>
TARN_HD MaskOf<V> step_cached(const StepArgs<S>& a, int x, int y, const Step& collide) {
    ShallowCell<V> cell;
    const MaskOf<V> healthy = collide(a, x, y, cell);
    a.next.store_cell(cell, x, y);
    return healthy;
}

/// The same for the lanes from `first` on; the others keep what they have.
template <class V, class S, class Step>
TARN_HD MaskOf<V> step_lanes_from(int first, const StepArgs<S>& a, int x, int y,
                                  const Step& collide) {
    using T = typename S::Number;
    V lanes;
    for (int lane = 0; lane < V::width; ++lane) lanes.r[lane] = T(lane);
    const MaskOf<V> is_done = lanes < V(T(first));
    ShallowCell<V> cell;
    const MaskOf<V> healthy = collide(a, x, y, cell);
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        const V kept = a.next.template load<i, V>(x, y);
        a.next.template store<i>(select(is_done, kept, cell.f[i]), x, y);
    });
    return healthy | is_done;
}

/// Cells that fill whole cache lines of moving populations, gathered register by register and then
/// stored past the cache.
template <class S>
inline constexpr int kLineCells = 64 / int(sizeof(typename S::Moving));

template <class S, class Step>
TARN_HD MaskOf<Wide<S>> step_streamed(const StepArgs<S>& a, int x, int y, const Step& collide) {
    using V = Wide<S>;
    using T = typename S::Number;
    alignas(64) T rest[kLineCells<S>];
    alignas(64) typename S::Moving moving[8][kLineCells<S>];
    MaskOf<V> healthy = V(T(0)) < V(T(1));
    for (int k = 0; k < kLineCells<S>; k += V::width) {
        ShallowCell<V> cell;
        healthy = healthy & collide(a, x + k, y, cell);
        store(cell.f[0], rest + k);
        unrolled<8>([&](auto index) {
            constexpr int i = decltype(index)::value;
            store(cell.f[i + 1], moving[i] + k);
        });
    }
    const std::ptrdiff_t place = a.next.grid.at(x, y);
    for (int k = 0; k < kLineCells<S>; k += 64 / int(sizeof(T)))
        exec::stream_line(rest + k, a.next.rest + place + k);
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value;
        exec::stream_line(moving[i], a.next.moving + i * a.next.grid.plane + place);
    });
    return healthy;
}

template <Store How, class S, class Step>
TARN_HD bool step_row(const StepArgs<S>& a, int y, const Step& collide) {
    using V = Wide<S>;
    using T = typename S::Number;
    constexpr int width = How == Store::Streamed ? kLineCells<S> : V::width;
    const int nx = a.edges.planes.grid.nx;
    MaskOf<V> wide_healthy = V(T(0)) < V(T(1));
    int x = 0;
    for (; x + width <= nx; x += width) {
        if constexpr (How == Store::Streamed)
            wide_healthy = wide_healthy & step_streamed(a, x, y, collide);
        else
            wide_healthy = wide_healthy & step_cached<V>(a, x, y, collide);
    }
    // The rest of the row: registers that overlap what is done. A cell computed twice is the same,
    // except in place, where it would be stepped twice.
    for (; x < nx && nx >= V::width; x += V::width) {
        const int start = x + V::width <= nx ? x : nx - V::width;
        if constexpr (How == Store::InPlace)
            wide_healthy = wide_healthy & step_lanes_from<V>(x - start, a, start, y, collide);
        else
            wide_healthy = wide_healthy & step_cached<V>(a, start, y, collide);
    }
    bool healthy = !any<V>(~wide_healthy);
    for (; x < nx; ++x) healthy &= any<One<S>>(step_cached<One<S>>(a, x, y, collide));
    return healthy;
}

/// Not inlined: it is long, and a row pays for one call easily.
template <class S>
[[gnu::noinline]] void prepare_rows(const StepArgs<S>& args, int first, int last) {
    for (int y = first; y < last; ++y) prepare_row(args, y);
}

template <Store How, class S, class Step>
TARN_HD bool step_rows(const StepArgs<S>& a, int first, int last) {
    const Step collide(a.constants);
    bool healthy = true;
    for (int y = first; y < last; ++y) healthy &= step_row<How>(a, y, collide);
    return healthy;
}

/// The compiler is told how the populations lie, so that its loops do not ask.
template <class S>
TARN_HD StepArgs<S> arranged(const StepArgs<S>& args, bool from_is_shifted, bool to_is_shifted) {
    StepArgs<S> a = args;
    a.edges.planes.is_shifted = from_is_shifted;
    a.next.is_shifted = to_is_shifted;
    return a;
}

// Flattened: a lambda left as a call would pass its cells through memory.
template <Store How, class S, class Step>
[[gnu::flatten]] bool step_across(const StepArgs<S>& args, int first, int last) {
    const bool healthy = step_rows<How, S, Step>(arranged(args, false, false), first, last);
    if constexpr (How == Store::Streamed) exec::stream_fence();
    return healthy;
}

template <class S, class Step>
[[gnu::flatten, gnu::noinline]] bool step_in_place(const StepArgs<S>& args, int first, int last) {
    if (args.edges.planes.is_shifted)
        return step_rows<Store::InPlace, S, Step>(arranged(args, true, false), first, last);
    return step_rows<Store::InPlace, S, Step>(arranged(args, false, true), first, last);
}

/// Row after row. A row is prepared for its second step when all within reach have done the first,
/// and does it when all within reach are prepared.
template <class S, class Step>
bool step_pair(const PairArgs<S>& args, int first, int last) {
    bool healthy = true;
    for (int y = first; y < last; ++y) {
        const int ready = y - kPairReach, due = y - kPairRim;
        healthy &= step_in_place<S, Step>(args.first, y, y + 1);
        if (ready >= first + kPairReach) prepare_rows(args.second, ready, ready + 1);
        if (due >= first + kPairRim) healthy &= step_in_place<S, Step>(args.second, due, due + 1);
    }
    return healthy;
}

template <class S, class Step>
constexpr Loops<S> kLoops = {prepare_rows<S>, step_across<Store::Cached, S, Step>,
                             step_across<Store::Streamed, S, Step>, step_in_place<S, Step>,
                             step_pair<S, Step>};

template <class S>
Loops<S> choose_loops(const LoopsChoice& choice) {
    Loops<S> found = {};
    unrolled<lattice::kCollisionCount>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n != choice.collision) return;
        found = choice.has_solids_or_forces ? kLoops<S, Collide<S, Collision, true>>
                                            : kLoops<S, Collide<S, Collision, false>>;
    });
    return found;
}

template Loops<Full<float>> choose_loops(const LoopsChoice&);
template Loops<Full<double>> choose_loops(const LoopsChoice&);
template Loops<Halved> choose_loops(const LoopsChoice&);

}  // namespace TARN_ISA
}  // namespace tarn::shallow::cpu
