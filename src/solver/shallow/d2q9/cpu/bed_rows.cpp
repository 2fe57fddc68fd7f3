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
template <Shore How, class Collision, bool HasForces, class V, class S>
[[gnu::flatten, gnu::noinline]] Stepped<V> step_ashore(
    const StepArgs<S>& a, const typename Collision::template Constants<typename S::Number>& rates,
    int x, int y) {
    using T = typename S::Number;
    const BedView<T>& bed = a.edges.bed;
    if (is_empty_land<V>(bed, x, y)) return {{}, V(T(0)) < V(T(1))};
    fetch_next_row(a.edges.planes, x, y);
    Stepped<V> stepped;
    stepped.cell = stream_ashore<How, V>(a.edges.planes, bed, a.constants.gravity, x, y,
                                         Sent<S, V>{a.edges.planes, x, y});
    stepped.is_healthy = collide_on_bed<S, Collision, HasForces>(
        stepped.cell, bed.template load<V>(x, y).bed, a.constants, rates, [&](auto index) {
            constexpr int i = decltype(index)::value;
            return bed.template load<V>(x + D2Q9::c(i, 0), y + D2Q9::c(i, 1));
        });
    return stepped;
}

/// A collision whose constants are ready. Solid cells are part of the bed.
template <class S, class Collision, bool HasForces>
struct CollideOnBed {
    using T = typename S::Number;
    static constexpr bool has_bed = true;
    typename Collision::template Constants<T> rates;

    explicit CollideOnBed(const StepConstants<T>& k)
        : rates(Collision::template constants<T>(k.tau, double(k.gravity))) {}

    template <Store How, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>& a, int x, int y, const Sink& sink) const {
        constexpr Shore shore = How == Store::InPlace ? Shore::Exchanged : Shore::Streamed;
        const Planes<S>& planes = a.edges.planes;
        const BedView<T>& bed = a.edges.bed;
        if (!is_ashore<V>(bed, x, y)) {
            ShallowCell<V> cell =
                stream_deep<V>(planes, bed, a.constants.gravity, x, y, Sent<S, V>{planes, x, y});
            const V still = V(T(0)) - bed.template load<V>(x, y).bed;
            const ShallowMoments<V> m = lattice::moments<T>(lattice::to_pairs(cell), still);
            const DeepCollision<V> deep =
                collide_deep<S, Collision, HasForces>(cell, m, a.constants, rates);
            if (!any<V>(deep.is_to_calm)) {
                sink(cell);
                return deep.is_healthy;
            }
        }
        const Stepped<V> ashore = step_ashore<shore, Collision, HasForces, V>(a, rates, x, y);
        sink(ashore.cell);
        return ashore.is_healthy;
    }
};

/// One loop for both arrangements: other passes over memory take most of the time of a step in
/// place over a bed.
template <class S, class Step>
[[gnu::flatten]] bool step_any_arrangement(const StepArgs<S>& args, int first, int last) {
    return step_rows<Store::InPlace, S, Step>(args, first, last);
}

template <class S, class Step>
constexpr Loops<S> kBedLoops = {prepare_rows<S>, step_across<Store::Cached, S, Step>,
                                step_across<Store::Streamed, S, Step>,
                                step_any_arrangement<S, Step>, nullptr};

template <class S>
Loops<S> choose_bed_loops(const LoopsChoice& choice) {
    Loops<S> found = {};
    unrolled<lattice::kCollisionCount>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n != choice.collision) return;
        found = choice.has_solids_or_forces ? kBedLoops<S, CollideOnBed<S, Collision, true>>
                                            : kBedLoops<S, CollideOnBed<S, Collision, false>>;
    });
    return found;
}

template Loops<Full<float>> choose_bed_loops(const LoopsChoice&);
template Loops<Full<double>> choose_bed_loops(const LoopsChoice&);
template Loops<Halved> choose_bed_loops(const LoopsChoice&);

}  // namespace TARN_ISA
}  // namespace tarn::shallow::cpu
