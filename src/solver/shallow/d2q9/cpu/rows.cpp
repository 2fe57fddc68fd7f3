// The loops over a flat bed. Compiled once per instruction set.
#include "lattice/collisions.hpp"
#include "solver/shallow/d2q9/cpu/row_loops.hpp"

namespace tarn::shallow::d2q9::cpu {
inline namespace TARN_ISA {

/// Lanes of cells x .. x + W - 1 that are solid.
template <class V, class S>
TARN_HD MaskOf<V> solid_lanes(const StepArgs<S>& a, int x, int y) {
    using T = typename S::Number;
    V flags;
    const std::uint8_t* row = a.edges.solid + std::ptrdiff_t(y) * a.edges.planes.grid.nx + x;
    for (int lane = 0; lane < V::width; ++lane) flags.r[lane] = T(row[lane]);
    return V(T(0)) < flags;
}

/// A step over a flat bed.
template <class S, class R>
struct Collide {
    using T = typename S::Number;
    using AtEnds = Collide<S, AnyRule<T>>;
    static constexpr bool has_bed = false;
    R rule;

    TARN_HD explicit Collide(const StepArgs<S>& args) : rule(R::of(args.rule)) {}

    /// Cells x .. x + W - 1 of row y: pulled, collided, and handed on.
    template <class W, class V, class Sink>
    TARN_HD MaskOf<V> step(const StepArgs<S>& a, int x, int y, const Sink& sink) const {
        ShallowCell<V> cell = a.edges.planes.template load_arriving<V>(x, y);
        MaskOf<V> healthy = collide_cell<S>(cell, a.constants, rule);
        if (rule.has_forces) {
            const MaskOf<V> solid = solid_lanes<V>(a, x, y);
            unrolled<9>([&](auto index) {
                constexpr int i = decltype(index)::value;
                cell.f[i] = select(solid, V(T(0)), cell.f[i]);
            });
            healthy = healthy | solid;
        }
        sink(cell);
        return healthy;
    }
};

template <class S, class Step>
bool step_in_place(const StepArgs<S>& args, int first, int last) {
    if (args.edges.planes.is_shifted)
        return step_rows<Way<Store::InPlace, Arrangement::Shifted>, S, Step>(args, first, last);
    return step_rows<Way<Store::InPlace, Arrangement::Natural>, S, Step>(args, first, last);
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
constexpr Loops<S> kLoops = {step_rows<Across, S, Step>, step_rows<AcrossStreamed, S, Step>,
                             step_in_place<S, Step>, step_pair<S, Step>};

/// The first collisions of the registry are those of most ponds and have loops of their own; the
/// others share one.
inline constexpr int kOwnLoops = 2;

template <class S>
Loops<S> choose_loops(const LoopsChoice& choice) {
    using T = typename S::Number;
    Loops<S> found = kLoops<S, Collide<S, AnyRule<T>>>;
    if (choice.has_solids_or_forces) return found;
    unrolled<kOwnLoops>([&](auto index) {
        constexpr int n = decltype(index)::value;
        using Collision = std::tuple_element_t<n, lattice::Collisions>;
        if (n == choice.collision) found = kLoops<S, Collide<S, Rule<Collision, false, T>>>;
    });
    return found;
}

template Loops<Full<float>> choose_loops(const LoopsChoice&);
template Loops<Full<double>> choose_loops(const LoopsChoice&);
template Loops<Halved> choose_loops(const LoopsChoice&);

}  // namespace TARN_ISA
}  // namespace tarn::shallow::d2q9::cpu
