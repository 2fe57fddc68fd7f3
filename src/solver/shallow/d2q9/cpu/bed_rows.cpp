// The loops over a bed that varies. Compiled once per instruction set.
#include "lattice/collisions.hpp"
#include "solver/shallow/d2q9/cpu/row_loops.hpp"

namespace tarn::shallow::d2q9::cpu {
inline namespace TARN_ISA {

template <class W>
inline constexpr Shore kShore = W::is_in_place ? Shore::Exchanged : Shore::Streamed;

/// Asks for what cells further on in the row are the first to read: at the shore that is also what
/// they have sent upwards themselves, which elsewhere nobody reads before the next row.
template <class S>
TARN_HD void fetch_ahead(const StepArgs<S>& a, int x, int y) {
    constexpr int kAhead = 64;
    const Planes<S>& planes = a.edges.planes;
    exec::fetch_line(planes.rest + planes.grid.at(x + kAhead, y));
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        exec::fetch_line(planes.at(i, x + kAhead, D2Q9::c(i, 1) < 0 ? y + 1 : y));
    });
    const std::ptrdiff_t place = planes.grid.at(x + kAhead, y + 1);
    exec::fetch_line(a.edges.bed.bed + place);
    exec::fetch_line(a.edges.bed.deviation + place);
}

/// The short way for deep water. False, and no result, where some of it is not.
template <class S, class V, class R>
TARN_HD bool step_if_deep(const StepArgs<S>& a, const R& rule, int x, int y, ShallowCell<V>& cell,
                          MaskOf<V>& is_healthy) {
    using T = typename S::Number;
    const BedView<T>& bed = a.edges.bed;
    const std::ptrdiff_t place = bed.grid.at(x, y);
    if (!are_deep<T>(surroundings<V>(bed, place))) return false;
    const DeepCollision<V> deep =
        step_deep<S, V>(cell, Sent<S, V>{a.edges.planes, x, y}, bed, place, a.constants, rule);
    is_healthy = deep.is_healthy;
    return !any<V>(deep.is_to_calm);
}

/// A register full of any cells. Not inlined: it is long, few cells take this way, and the loop
/// keeps its cells in registers only if nothing it calls sees them.
template <class V>
struct Stepped {
    ShallowCell<V> cell;
    MaskOf<V> is_healthy;
};
template <Shore How, class V, class S>
[[gnu::flatten, gnu::noinline]] Stepped<V> step_any(const StepArgs<S>& a, int x, int y) {
    // Two copies are never shifted: the loads below need not ask.
    if (How == Shore::Streamed && a.edges.planes.is_shifted) __builtin_unreachable();
    Stepped<V> stepped;
    stepped.is_healthy =
        step_ashore<How, S, V>(stepped.cell, Sent<S, V>{a.edges.planes, x, y}, a.edges.bed,
                               a.edges.bed.grid.at(x, y), a.constants, a.rule);
    return stepped;
}

/// A step over a bed, of which solid cells are part; StepAny for the ends of rows.
template <class S>
struct StepAny {
    static constexpr bool has_bed = true;
    const StepArgs<S>& args;

    TARN_HD explicit StepAny(const StepArgs<S>& a) : args(a) {}

    template <class W, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>& a, int x, int y, const Sink& sink) const {
        using T = typename S::Number;
        if (are_empty_land<T>(surroundings<V>(a.edges.bed, a.edges.bed.grid.at(x, y)))) {
            ShallowCell<V> cell;
            unrolled<9>([&](auto index) { cell.f[decltype(index)::value] = V(T(0)); });
            sink(cell);
            return V(T(0)) < V(T(1));
        }
        const Stepped<V> stepped = step_any<kShore<W>, V>(args, x, y);
        sink(stepped.cell);
        return stepped.is_healthy;
    }
};

template <class S, class R>
struct StepOnBed {
    using AtEnds = StepAny<S>;
    static constexpr bool has_bed = true;
    StepAny<S> otherwise;
    R rule;

    TARN_HD explicit StepOnBed(const StepArgs<S>& args) : otherwise(args), rule(R::of(args.rule)) {}

    template <class W, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>& a, int x, int y, const Sink& sink) const {
        ShallowCell<V> cell;
        MaskOf<V> is_healthy;
        if constexpr (W::store == Store::Streamed) fetch_ahead(a, x, y);
        if (!step_if_deep<S, V>(a, rule, x, y, cell, is_healthy))
            return otherwise.template step<W, V>(a, x, y, sink);
        sink(cell);
        return is_healthy;
    }
};

/// In place, one loop for both arrangements: other passes over memory take most of the time.
using AnyInPlace = Way<Store::InPlace, Arrangement::Asked>;

template <class S, class Step>
constexpr Loops<S> kBedLoops = {step_rows<Across, S, Step>, step_rows<AcrossStreamed, S, Step>,
                                step_rows<AnyInPlace, S, Step>, nullptr};

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
}  // namespace tarn::shallow::d2q9::cpu
