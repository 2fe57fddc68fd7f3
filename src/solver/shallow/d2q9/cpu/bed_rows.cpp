// The loops over a bed that varies. Compiled once per instruction set.
#include "lattice/collisions.hpp"
#include "solver/shallow/d2q9/cpu/row_loops.hpp"

namespace tarn::shallow::cpu {
inline namespace TARN_ISA {

/// What was sent to cells x, x + 1, ... of row y, by direction.
template <class S, class V>
struct Sent {
    const Planes<S>& planes;
    int x, y;

    template <int I>
    TARN_HD V operator()(Index<I>) const {
        return planes.template load<I, V>(x - D2Q9::c(I, 0), y - D2Q9::c(I, 1));
    }
};

/// Asks for what the same cells of the next row have sent upwards. Nobody else reads that in that
/// row, so no processor foresees it: without this, shores take half as long again.
template <class S>
TARN_HD void fetch_next_row(const Planes<S>& planes, int x, int y) {
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        if constexpr (D2Q9::c(i, 1) > 0) exec::fetch_line(planes.at(i, x, y + 1));
    });
}

/// Cells near the shore, and what moves too fast. Not inlined: it is long, few cells take this way,
/// and the loop keeps its cells in registers only if nothing it calls sees them.
template <class V>
struct Stepped {
    ShallowCell<V> cell;
    MaskOf<V> is_healthy;
};
template <Shore How, class V, class S>
[[gnu::flatten, gnu::noinline]] Stepped<V> step_ashore(const StepArgs<S>& a, int x, int y) {
    using T = typename S::Number;
    const BedView<T>& bed = a.edges.bed;
    if (is_empty_land<V>(bed, x, y)) return {{}, V(T(0)) < V(T(1))};
    fetch_next_row(a.edges.planes, x, y);
    Stepped<V> stepped;
    stepped.cell = stream_ashore<How, V>(a.edges.planes, bed, a.constants.gravity, x, y,
                                         Sent<S, V>{a.edges.planes, x, y});
    stepped.is_healthy = collide_on_bed<S>(
        stepped.cell, bed.template load<V>(x, y).bed, a.constants, a.rule, [&](auto index) {
            constexpr int i = decltype(index)::value;
            return bed.template load<V>(x + D2Q9::c(i, 0), y + D2Q9::c(i, 1));
        });
    return stepped;
}

template <class W>
inline constexpr Shore kShore = W::is_in_place ? Shore::Exchanged : Shore::Streamed;

/// Any cells, the long way. Solid cells are part of the bed.
template <class S>
struct StepAshore {
    static constexpr bool has_bed = true;
    const StepArgs<S>& args;

    TARN_HD explicit StepAshore(const StepArgs<S>& a) : args(a) {}

    template <class W, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>&, int x, int y, const Sink& sink) const {
        const Stepped<V> ashore = step_ashore<kShore<W>, V>(args, x, y);
        sink(ashore.cell);
        return ashore.is_healthy;
    }
};

/// The short way for deep water, and the same bits.
template <class S, class R>
struct StepOnBed {
    using T = typename S::Number;
    using AtEnds = StepAshore<S>;
    static constexpr bool has_bed = true;
    StepAshore<S> ashore;
    R rule;

    TARN_HD explicit StepOnBed(const StepArgs<S>& args) : ashore(args), rule(R::of(args.rule)) {}

    template <class W, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>& a, int x, int y, const Sink& sink) const {
        const Planes<S>& planes = a.edges.planes;
        const BedView<T>& bed = a.edges.bed;
        if (!is_ashore<V>(bed, x, y)) {
            ShallowCell<V> cell =
                stream_deep<V>(planes, bed, a.constants.gravity, x, y, Sent<S, V>{planes, x, y});
            const V still = V(T(0)) - bed.template load<V>(x, y).bed;
            const ShallowMoments<V> m = lattice::moments<T>(lattice::to_pairs(cell), still);
            const DeepCollision<V> deep = collide_deep<S>(cell, m, a.constants, rule);
            if (!any<V>(deep.is_to_calm)) {
                sink(cell);
                return deep.is_healthy;
            }
        }
        return ashore.template step<W, V>(a, x, y, sink);
    }
};

/// In place, one loop for both arrangements: other passes over memory take most of the time.
using AnyInPlace = Way<Store::InPlace, Arrangement::Asked>;

template <class S, class Step>
constexpr Loops<S> kBedLoops = {prepare_rows<S>, step_rows<Across, S, Step>,
                                step_rows<AcrossStreamed, S, Step>, step_rows<AnyInPlace, S, Step>,
                                nullptr};

/// The default collision has loops of its own, the others share one.
template <class S>
Loops<S> choose_bed_loops(const LoopsChoice& choice) {
    using T = typename S::Number;
    using Default = std::tuple_element_t<0, lattice::Collisions>;
    if (choice.collision == 0 && !choice.has_solids_or_forces)
        return kBedLoops<S, StepOnBed<S, Rule<Default, false, T>>>;
    return kBedLoops<S, StepOnBed<S, AnyRule<T>>>;
}

template Loops<Full<float>> choose_bed_loops(const LoopsChoice&);
template Loops<Full<double>> choose_bed_loops(const LoopsChoice&);
template Loops<Halved> choose_bed_loops(const LoopsChoice&);

}  // namespace TARN_ISA
}  // namespace tarn::shallow::cpu
