// Loops over rows of cells, whatever a step does to a cell: a Step has `step<How>(args, x, y,
// cell)`, which pulls and collides cells x, x + 1, ... of row y, and `has_bed`. For files that are
// compiled once per instruction set, with TARN_ISA naming it: everything here is a template over
// types of that namespace, so no function can be mistaken for one of another set.
#pragma once

#include "exec/pack.hpp"
#include "solver/shallow/d2q9/cpu/rows.hpp"

namespace tarn::shallow::d2q9::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class S>
using Wide = Pack<typename S::Number, exec::kRegisterBytes / int(sizeof(typename S::Number))>;
template <class S>
using One = Pack<typename S::Number, 1>;

/// Where a loop stores: through the cache, past it, or over what it has just read.
enum class Store { Cached, Streamed, InPlace };

/// How the populations lie that a loop reads. The compiler is told, so that the loop does not ask;
/// where the cells are few, it may.
enum class Arrangement { Natural, Shifted, Asked };

/// How a loop goes over the cells.
template <Store How, Arrangement From>
struct Way {
    static constexpr Store store = How;
    static constexpr bool is_in_place = How == Store::InPlace;

    /// A copy that nobody but the loop sees: it stays in registers, and what it says of the
    /// arrangement stays known.
    template <class S>
    TARN_HD static StepArgs<S> own(const StepArgs<S>& args) {
        StepArgs<S> a = args;
        if constexpr (From != Arrangement::Asked) {
            a.edges.planes.is_shifted = From == Arrangement::Shifted;
            a.next.is_shifted = is_in_place && From == Arrangement::Natural;
        }
        return a;
    }
};

/// Whole registers of row y, stored the ordinary way.
template <class W, class V, class S, class Step>
TARN_HD MaskOf<V> step_cached(const StepArgs<S>& a, int x, int y, const Step& collide) {
    return collide.template step<W, V>(a, x, y, [&](const ShallowCell<V>& cell) {
        a.next.store_cell(cell, x, y);
        if constexpr (Step::has_bed)
            store(stored_deviation(cell), a.next_deviation + a.next.grid.at(x, y));
    });
}

/// The same for the lanes from `first` on; the others keep what they have.
template <class W, class V, class S, class Step>
TARN_HD MaskOf<V> step_lanes_from(int first, const StepArgs<S>& a, int x, int y,
                                  const Step& collide) {
    using T = typename S::Number;
    V lanes;
    for (int lane = 0; lane < V::width; ++lane) lanes.r[lane] = T(lane);
    const MaskOf<V> is_done = lanes < V(T(first));
    const MaskOf<V> healthy = collide.template step<W, V>(a, x, y, [&](const ShallowCell<V>& cell) {
        if constexpr (Step::has_bed) {
            T* const place = a.next_deviation + a.next.grid.at(x, y);
            store(select(is_done, load<V>(place), stored_deviation(cell)), place);
        }
        unrolled<9>([&](auto index) {
            constexpr int i = decltype(index)::value;
            const V kept = a.next.template load<i, V>(x, y);
            a.next.template store<i>(select(is_done, kept, cell.f[i]), x, y);
        });
    });
    return healthy | is_done;
}

/// Cells x, x + 1, ... of row y, too few for a register or a cache line: registers that overlap
/// what is done, or one by one in rows that do not fill one. A cell computed twice is the same,
/// except in place, where it would be stepped twice. Not inlined: it is long, and a row pays for
/// one call easily.
template <class W, class S, class Step>
[[gnu::flatten, gnu::noinline]] bool step_row_end(const StepArgs<S>& a, int x, int y,
                                                  const Step& collide) {
    using V = Wide<S>;
    const int nx = a.edges.planes.grid.nx;
    bool healthy = true;
    for (; x < nx && nx >= V::width; x += V::width) {
        const int start = x + V::width <= nx ? x : nx - V::width;
        if constexpr (W::is_in_place)
            healthy &= !any<V>(~step_lanes_from<W, V>(x - start, a, start, y, collide));
        else
            healthy &= !any<V>(~step_cached<W, V>(a, start, y, collide));
    }
    if constexpr (exec::kRegisterBytes <= kNarrowBytes)
        for (; x < nx; ++x) healthy &= any<One<S>>(step_cached<W, One<S>>(a, x, y, collide));
    return healthy;
}

/// Cells that fill whole cache lines of moving populations, gathered register by register and then
/// written with non-temporal stores, which bypass the cache.
template <class S>
inline constexpr int kLineCells = 64 / int(sizeof(typename S::Moving));

template <class W, class S, class Step>
TARN_HD MaskOf<Wide<S>> step_streamed(const StepArgs<S>& a, int x, int y, const Step& collide) {
    using V = Wide<S>;
    using T = typename S::Number;
    alignas(64) T rest[kLineCells<S>];
    alignas(64) typename S::Moving moving[8][kLineCells<S>];
    [[maybe_unused]] alignas(64) T deviation[kLineCells<S>];
    MaskOf<V> healthy = V(T(0)) < V(T(1));
    for (int k = 0; k < kLineCells<S>; k += V::width) {
        healthy =
            healthy & collide.template step<W, V>(a, x + k, y, [&](const ShallowCell<V>& cell) {
                if constexpr (Step::has_bed) store(stored_deviation(cell), deviation + k);
                store(cell.f[0], rest + k);
                unrolled<8>([&](auto index) {
                    constexpr int i = decltype(index)::value;
                    store(cell.f[i + 1], moving[i] + k);
                });
            });
    }
    const std::ptrdiff_t place = a.next.grid.at(x, y);
    for (int k = 0; k < kLineCells<S>; k += 64 / int(sizeof(T))) {
        exec::stream_line(rest + k, a.next.rest + place + k);
        if constexpr (Step::has_bed) exec::stream_line(deviation + k, a.next_deviation + place + k);
    }
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value;
        exec::stream_line(moving[i], a.next.moving + i * a.next.grid.plane + place);
    });
    return healthy;
}

/// Shows the new deviations of a row's edge cells in the ghost cells.
template <class S>
TARN_HD void lay_row_images(const StepArgs<S>& a, int y) {
    const Grid& g = a.next.grid;
    const bool is_edge = y == 0 || y == g.ny - 1;
    for (int x = 0; x < g.nx; x += is_edge ? 1 : larger(1, g.nx - 1))
        lay_images(a.edges, a.next_deviation, x, y);
}

/// `a` is the loop's own copy of `args`.
template <class W, class S, class Step>
TARN_HD bool step_row(const StepArgs<S>& args, const StepArgs<S>& a, int y, const Step& collide) {
    using V = Wide<S>;
    using T = typename S::Number;
    constexpr int width = W::store == Store::Streamed ? kLineCells<S> : V::width;
    const int nx = a.edges.planes.grid.nx;
    MaskOf<V> wide_healthy = V(T(0)) < V(T(1));
    int x = 0;
    for (; x + width <= nx; x += width) {
        if constexpr (W::store == Store::Streamed)
            wide_healthy = wide_healthy & step_streamed<W>(a, x, y, collide);
        else
            wide_healthy = wide_healthy & step_cached<W, V>(a, x, y, collide);
    }
    bool healthy = !any<V>(~wide_healthy);
    if (x < nx) {
        constexpr Store how = W::is_in_place ? Store::InPlace : Store::Cached;
        const typename Step::AtEnds at_end(args);
        healthy &= step_row_end<Way<how, Arrangement::Asked>>(args, x, y, at_end);
    }
    if constexpr (Step::has_bed) lay_row_images(a, y);
    return healthy;
}

// Flattened: a lambda left as a call would pass its cells through memory.
template <class W, class S, class Step>
[[gnu::flatten, gnu::noinline]] bool step_rows(const StepArgs<S>& args, int first, int last) {
    const StepArgs<S> a = W::own(args);
    const Step collide(args);
    bool healthy = true;
    for (int y = first; y < last; ++y) healthy &= step_row<W>(args, a, y, collide);
    if constexpr (W::store == Store::Streamed) exec::stream_fence();
    return healthy;
}

using Across = Way<Store::Cached, Arrangement::Natural>;
using AcrossStreamed = Way<Store::Streamed, Arrangement::Natural>;

}  // namespace TARN_ISA
}  // namespace tarn::shallow::d2q9::cpu
