// Water over a bed that varies and may fall dry: what crosses a link between two cells, and what
// becomes of thin and dry cells. Values in, values out, as in kernels.hpp. Populations are stored
// as their deviation from still water over this bed, so a lake at rest at the still level is zeros.
#pragma once

#include "solver/shallow/d2q9/kernels.hpp"

#include <type_traits>

namespace tarn::shallow::d2q9 {

/// Depths, in reference depths, below which water is treated apart. A dry cell holds its remainder
/// still, and a link opens only to water higher than this: below it rounding of floats would run
/// films over the shore.
inline constexpr double kDryDepth = 1e-5;
/// Below this the velocity is that of a deeper cell with the same momentum: rounding of floats
/// divided by the depth of a film would be seen as motion.
inline constexpr double kFilmDepth = 1e-3;
/// Thin cells are in equilibrium after each step, so that they never send more than they hold.
inline constexpr double kThinDepth = 1e-2;

/// Water shallower than this part of its neighbour gives it no more than it sends: deep water that
/// moves away would otherwise draw more out of it than it holds. Water deeper than kShallowDepth
/// holds enough for all but the deepest neighbours.
inline constexpr double kUnevenDepths = 0.5, kMostUnevenDepths = 0.125, kShallowDepth = 0.5;

/// The scheme is unstable near critical flow; u^2/(g h) is limited to this [thesis, 3.7.3].
inline constexpr double kMostFroudeSquared = 0.95;
/// Part of a cell that stays where it is in a step, however fast the others leave.
inline constexpr double kLeastRest = 0.25;

/// Heights of a bed that stand for something else, in reference depths: walls and solid cells, and
/// what lies beyond an open edge.
inline constexpr double kWallBed = 1e6, kOpenBed = 2e6;

/// Depth of still water over a bed at this height above the still level.
template <class T, class V>
TARN_HD V still_depth(V bed) {
    return larger(V(T(0)), V(T(0)) - bed);
}

/// One of the two cells that a link joins.
template <class T, class V>
struct LinkEnd {
    V deviation;  ///< depth - still depth
    V bed;        ///< height above the still level

    TARN_HD V still() const { return still_depth<T>(bed); }
    TARN_HD V depth() const { return still() + deviation; }
    /// Above the still level; exact where the bed is below it.
    TARN_HD V level() const { return deviation + larger(V(T(0)), bed); }
    TARN_HD MaskOf<V> is_dry() const { return depth() < V(T(kDryDepth)); }
};

/// Bed and water of all cells, laid out as a plane of populations, with ghost cells. Cells are
/// named by their place in it.
template <class T>
struct BedView {
    const T* bed = nullptr;        ///< above the still level; null: flat
    const T* deviation = nullptr;  ///< what the populations of each cell sum to
    Grid grid = {};

    template <class V>
    TARN_HD LinkEnd<T, V> load(std::ptrdiff_t place) const {
        return {tarn::load<V>(deviation + place), tarn::load<V>(bed + place)};
    }
    template <class V>
    TARN_HD LinkEnd<T, V> load(int x, int y) const {
        return load<V>(grid.at(x, y));
    }
    /// The neighbour in direction I, and the one that sends population I here.
    template <int I, class V>
    TARN_HD LinkEnd<T, V> neighbour(std::ptrdiff_t place) const {
        constexpr int cx = D2Q9::c(I, 0), cy = D2Q9::c(I, 1);
        return load<V>(place + grid.away(cx, cy));
    }
    template <int I, class V>
    TARN_HD LinkEnd<T, V> sender(std::ptrdiff_t place) const {
        return neighbour<lattice::opposite(I), V>(place);
    }
};

/// Population I of still water of depth 1, 3/2 w g: the pressure on a link.
template <int I, class V, class T>
TARN_HD V link_pressure(T gravity) {
    return V(T(1.5 * D2Q9::weight(I)) * gravity);
}

/// What is stored for population I of a cell without water.
template <int I, class S, class T, class V>
TARN_HD V empty_population(V still, T gravity) {
    return S::as_stored(V(T(0)) - link_pressure<I, V>(gravity) * (still * still));
}

/// Neither end thin, and open for both.
template <class T, class V>
TARN_HD MaskOf<V> is_open_link(const LinkEnd<T, V>& here, const LinkEnd<T, V>& there) {
    const V open = smaller(there.level() - here.bed, here.level() - there.bed);
    return MaskOf<V>((V(T(kThinDepth)) < smaller(here.depth(), there.depth())) &
                     (V(T(kDryDepth)) < open));
}

/// Depths that an uneven link joins.
template <class T, class V>
TARN_HD MaskOf<V> is_much_less(V shallower, V deeper) {
    return MaskOf<V>(
        (shallower < V(T(kUnevenDepths)) * deeper) &
        ((shallower < V(T(kShallowDepth))) | (shallower < V(T(kMostUnevenDepths)) * deeper)));
}

/// Shallow on one side and much deeper on the other.
template <class T, class V>
TARN_HD MaskOf<V> is_uneven_link(const LinkEnd<T, V>& here, const LinkEnd<T, V>& there) {
    const V a = here.depth(), b = there.depth(), shallower = smaller(a, b);
    return is_much_less<T>(shallower, larger(a, b));
}

/// Open, and about as deep on both sides: what arrives is what was sent, and the push of the bed.
template <class T, class V>
TARN_HD MaskOf<V> is_wet_link(const LinkEnd<T, V>& here, const LinkEnd<T, V>& there) {
    const MaskOf<V> is_open = is_open_link<T>(here, there);
    const MaskOf<V> is_uneven = is_uneven_link<T>(here, there);
    return MaskOf<V>(is_open & (is_uneven == MaskOf<V>{}));
}

/// What a wet link adds to the population that arrives `here`: -3 w g (h + h')/2 (z - z'), less the
/// difference of the two still waters. Zero for water at the still level.
template <int I, class T, class V>
TARN_HD V bed_push(const LinkEnd<T, V>& here, const LinkEnd<T, V>& there, T gravity) {
    const V rise = here.bed - there.bed;
    // Zero where the bed is below the still level on both sides.
    const V apart = (there.still() - here.still()) - rise;
    return link_pressure<I, V>(gravity) *
           (apart * (there.still() + here.still()) - rise * (here.deviation + there.deviation));
}

/// What crosses a link of a thin or dry cell, of the population f that leaves `from`: the step of
/// the bed holds back the pressure below it, 3/2 w g (h^2 - h'^2) with h' the depth above the step.
template <int I, class T, class V>
TARN_HD V crossing(const LinkEnd<T, V>& from, const LinkEnd<T, V>& to, V f, T gravity) {
    const V above = select(from.bed < to.bed, from.level() - to.bed, from.depth());
    const V pressure = link_pressure<I, V>(gravity);
    const V moving = f - pressure * lattice::head_of(from.deviation, from.still());
    const V crosses = larger(V(T(0)), moving + pressure * (above * above));
    return select(V(T(kDryDepth)) < above, crosses, V(T(0)));
}

/// What arrives `here` over an open link between deep and shallow water. Nothing arrives in the
/// shallow one rather than less than nothing, and the deep one makes up for it.
template <int I, class S, class T, class V>
TARN_HD V uneven_arrival(const LinkEnd<T, V>& here, V own, const LinkEnd<T, V>& there, V arriving,
                         T gravity) {
    constexpr int back = lattice::opposite(I);
    const V comes = arriving + bed_push<I>(here, there, gravity);
    const V goes = own + bed_push<back>(there, here, gravity);
    const V owed = smaller(goes - empty_population<back, S>(there.still(), gravity), V(T(0)));
    return select(here.depth() < there.depth(),
                  larger(comes, empty_population<I, S>(here.still(), gravity)), comes + owed);
}

/// What a link brings that is not a wet one.
template <class V>
struct Landing {
    V moving;  ///< the population that arrives, as memory would hold it
    V still;   ///< what that rounding left, and water that a dry cell gave away: without momentum
};

/// Population I that arrives `here`: what crosses from `there`, and what `own`, sent the other way,
/// did not. Both cells of a link reckon with the same amounts, so mass is kept.
template <int I, class S, class T, class V>
TARN_HD Landing<V> land(const LinkEnd<T, V>& here, V own, const LinkEnd<T, V>& there, V arriving,
                        T gravity) {
    const V kept = select(here.is_dry(), empty_population<I, S>(here.still(), gravity), own);
    V moving = kept + (crossing<I>(there, here, arriving, gravity) -
                       crossing<I>(here, there, own, gravity));
    const MaskOf<V> is_open = is_open_link<T>(here, there);
    const MaskOf<V> is_uneven = is_uneven_link<T>(here, there);
    const auto is_drawn = is_open & is_uneven;
    if (any<V>(MaskOf<V>(is_drawn)))
        moving = select(MaskOf<V>(is_drawn),
                        uneven_arrival<I, S>(here, own, there, arriving, gravity), moving);
    const MaskOf<V> is_laid = V(T(0.5 * (kWallBed + kOpenBed))) < there.bed;
    const V lands = select(is_laid, arriving, moving), stored = S::as_stored(lands);
    const V given = arriving - empty_population<I, S>(there.still(), gravity);
    const MaskOf<V> is_dry = there.is_dry();
    // Solid cells hold nothing, whatever lies in the ghost cells beside them.
    const auto is_given = is_dry & (larger(here.bed, there.bed) < V(T(0.5 * kWallBed)));
    return {stored, (lands - stored) + select(MaskOf<V>(is_given), given, V(T(0)))};
}

/// The square of the highest speed of water in equilibrium: u^2/(g h) at its limit, and in water so
/// deep that its waves cross most of a cell per step so slow that kLeastRest of it does not move:
/// of h, 1 - 5/6 g h - 2/3 u^2 is the rest population.
template <class T, class V>
TARN_HD V most_speed_squared(V mass, T gravity) {
    const V most = V(T(1.5 * (1.0 - kLeastRest))) - V(T(1.25) * gravity) * mass;
    return smaller(V(T(kMostFroudeSquared) * gravity) * mass, larger(most, V(T(0))));
}

/// Moments of water that may be a film or gone, with the velocity limited.
template <class T, class V>
TARN_HD ShallowMoments<V> calm_moments(const ShallowMoments<V>& m, V still, T gravity) {
    const V mass = larger(V(T(0)), m.mass);
    const V inverse = select(V(T(kFilmDepth)) < mass, m.inverse_mass,
                             mass * V(T(1.0 / (kFilmDepth * kFilmDepth))));
    const V u = m.mx * inverse, v = m.my * inverse;
    const V squared = u * u + v * v, most = most_speed_squared(mass, gravity);
    const V slowed = select(most < squared, square_root(most / squared), V(T(1)));
    return lattice::moments_of<T>(m.mass_deviation, u * slowed, v * slowed, still);
}

/// Water in equilibrium.
template <class S, class T, class V>
TARN_HD ShallowCell<V> equilibrium_cell(const ShallowMoments<V>& m, T gravity) {
    ShallowCell<V> cell = lattice::to_populations<T>(lattice::equilibrium<T>(m, gravity));
    settle<S>(cell, m.mass_deviation);
    return cell;
}

/// Thin water, or too fast.
template <class T, class V>
TARN_HD MaskOf<V> is_to_calm(const ShallowMoments<V>& m, T gravity) {
    const V squared = m.u * m.u + m.v * m.v;
    return MaskOf<V>((m.mass < V(T(kThinDepth))) |
                     (V(T(kMostFroudeSquared) * gravity) * m.mass < squared));
}

/// Owes what it has sent: the rest population is less than nothing.
template <class T, class V>
TARN_HD MaskOf<V> is_overdrawn(const ShallowCell<V>& cell, V still, T gravity) {
    return MaskOf<V>(cell.f[0] + (still - V(T(5.0 / 6.0) * gravity) * (still * still)) < V(T(0)));
}

/// Water that can be calmed: it owes next to nothing, and its waves cross less than a cell per
/// step.
template <class T, class V>
TARN_HD MaskOf<V> is_bounded(const ShallowMoments<V>& m, T gravity) {
    return MaskOf<V>((V(T(-kFilmDepth)) < m.mass) & (V(gravity) * m.mass < V(T(1))));
}

template <class V>
TARN_HD ShallowCell<V> select_cell(MaskOf<V> mask, const ShallowCell<V>& yes,
                                   const ShallowCell<V>& no) {
    ShallowCell<V> cell;
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        cell.f[i] = select(mask, yes.f[i], no.f[i]);
    });
    return cell;
}

/// A dry cell that keeps its remainder.
template <class S, class T, class V>
TARN_HD ShallowCell<V> resting_cell(V mass_deviation, V still, T gravity) {
    ShallowCell<V> cell;
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        cell.f[i] = empty_population<i, S>(still, gravity);
    });
    settle<S>(cell, mass_deviation);
    return cell;
}

/// A dry cell: its remainder stands still, and leaves for the wet neighbours below it in proportion
/// to how far below they are [thesis, eq. 3.63 and 3.64]. Where no wet neighbour is lower, the
/// water stays.
template <class S, class T, class V>
TARN_HD ShallowCell<V> dry_cell(V mass_deviation, T gravity, const BedView<T>& cells,
                                std::ptrdiff_t place) {
    const V bed = cells.template load<V>(place).bed;
    ShallowCell<V> cell;
    V total = V(T(0));
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const LinkEnd<T, V> end = cells.template neighbour<i, V>(place);
        const V depth = end.depth(), level = end.level();
        const auto is_below = (V(T(kDryDepth)) < depth) & (level < bed);
        cell.f[i] = select(MaskOf<V>(is_below), bed - end.bed, V(T(0)));
        total = total + cell.f[i];
    });
    const V still = still_depth<T>(bed);
    const V mass = larger(V(T(0)), still + mass_deviation);
    const V share = select(V(T(0)) < total, mass / total, V(T(0)));
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        cell.f[i] = empty_population<i, S>(still, gravity) + share * cell.f[i];
    });
    settle<S>(cell, mass_deviation);
    return cell;
}

/// Would be beyond the limit after a step of these forces, such as shallow water in a storm.
template <class T, class V>
TARN_HD MaskOf<V> is_driven_too_fast(const ShallowMoments<V>& m, const Push<V>& force, T gravity) {
    const V qx = m.mx + force.x, qy = m.my + force.y;
    const V most = V(T(kMostFroudeSquared) * gravity) * (m.mass * (m.mass * m.mass));
    return most < qx * qx + qy * qy;
}

/// Forces on water that is thin or too fast: none drives it beyond the limit. Friction of a film is
/// that of a deeper one.
template <class T, class V>
TARN_HD Push<V> calm_push(const ShallowMoments<V>& m, const StepConstants<T>& k) {
    ShallowMoments<V> deeper = m;
    deeper.mass = larger(m.mass, V(T(kFilmDepth)));
    const Push<V> force = push_on(deeper, k.forces);
    const V qx = m.mx + force.x, qy = m.my + force.y, squared = qx * qx + qy * qy;
    const V mass = larger(V(T(0)), m.mass);
    const V most = most_speed_squared(mass, k.gravity) * (mass * mass);
    const MaskOf<V> is_too_much = most < squared;
    const V slowed = square_root(most / squared);
    return {select(is_too_much, qx * slowed - m.mx, force.x),
            select(is_too_much, qy * slowed - m.my, force.y)};
}

/// Water that is thin or too fast, as it leaves a step: in equilibrium, and dry cells at rest.
template <class S, class R, class T, class V>
TARN_HD ShallowCell<V> calm_cell(const ShallowMoments<V>& fast, const StepConstants<T>& k,
                                 const R& rule, const BedView<T>& cells, std::ptrdiff_t place) {
    const V still = cells.template load<V>(place).still();
    const ShallowMoments<V> m = calm_moments<T>(fast, still, k.gravity);
    ShallowCell<V> cell = lattice::to_populations<T>(lattice::equilibrium<T>(m, k.gravity));
    if (rule.has_forces) add_push<T>(cell, calm_push(m, k));
    settle<S>(cell, m.mass_deviation);
    const MaskOf<V> is_dry = fast.mass < V(T(kDryDepth));
    if (!any<V>(is_dry)) return cell;
    return select_cell(is_dry, dry_cell<S>(m.mass_deviation, k.gravity, cells, place), cell);
}

/// One step of one cell over a bed after streaming, where nothing is thin or too fast: says where
/// that is not so, and whether the others were healthy.
template <class V>
struct DeepCollision {
    MaskOf<V> is_healthy, is_to_calm;
};
template <class S, class R, class T, class V>
TARN_HD DeepCollision<V> collide_deep(ShallowCell<V>& cell, const ShallowMoments<V>& m, V still,
                                      const StepConstants<T>& k, const R& rule) {
    rule.relax(cell, m, k.gravity);
    MaskOf<V> is_calm = is_to_calm<T>(m, k.gravity);
    if (rule.has_forces) {
        const Push<V> force = push_on(m, k.forces);
        add_push<T>(cell, force);
        const MaskOf<V> is_driven = is_driven_too_fast(m, force, k.gravity);
        is_calm = MaskOf<V>(is_calm | is_driven);
    }
    settle<S>(cell, m.mass_deviation);
    const MaskOf<V> is_short = is_overdrawn(cell, still, k.gravity);
    return {is_healthy<T>(m), MaskOf<V>(is_calm | is_short)};
}

/// One step of any cell over a bed, after streaming. Returns whether it was healthy.
template <class S, class R, class T, class V>
TARN_HD MaskOf<V> collide_on_bed(ShallowCell<V>& cell, const StepConstants<T>& k, const R& rule,
                                 const BedView<T>& cells, std::ptrdiff_t place) {
    const V still = cells.template load<V>(place).still();
    const ShallowMoments<V> m = lattice::moments<T>(lattice::to_pairs(cell), still);
    const MaskOf<V> is_thin_or_fast = is_to_calm<T>(m, k.gravity);
    if (!any<V>(is_thin_or_fast == MaskOf<V>{})) {
        cell = calm_cell<S>(m, k, rule, cells, place);
        return is_bounded<T>(m, k.gravity);
    }
    const DeepCollision<V> deep = collide_deep<S>(cell, m, still, k, rule);
    if (!any<V>(deep.is_to_calm)) return deep.is_healthy;
    cell = select_cell(deep.is_to_calm, calm_cell<S>(m, k, rule, cells, place), cell);
    return is_thin_or_fast ? is_bounded<T>(m, k.gravity) : deep.is_healthy;
}

/// How the links of thin and dry cells are dealt with: while streaming, or, in place, before it,
/// since a cell can then no longer see what it sent.
enum class Shore { Streamed, Exchanged };

/// What the cells x, x + 1, ... of row y have sent, and what was sent to them.
template <class S, class V>
struct Sent {
    const Planes<S>& planes;
    int x, y;

    template <int I>
    TARN_HD V own(Index<I>) const {
        return planes.template load<I, V>(x, y);
    }
    template <int I>
    TARN_HD V arriving(Index<I>) const {
        return planes.template load<I, V>(x - D2Q9::c(I, 0), y - D2Q9::c(I, 1));
    }
};

/// All populations that arrive at a cell, where any link may be one of a thin or dry cell; `sent`
/// is a Sent, or what looks like one.
template <Shore How, class S, class V, class T, class Sends>
TARN_HD ShallowCell<V> stream_ashore(const Sends& sent, const BedView<T>& bed, T gravity,
                                     std::ptrdiff_t place) {
    ShallowCell<V> cell;
    cell.f[0] = sent.own(Index<0>{});
    const LinkEnd<T, V> here = bed.template load<V>(place);
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const LinkEnd<T, V> there = bed.template sender<i, V>(place);
        const V f = sent.arriving(Index<i>{});
        Landing<V> landing = {f, V(T(0))};
        if constexpr (How == Shore::Streamed) {
            const V own = sent.own(Index<lattice::opposite(i)>{});
            landing = land<i, S>(here, own, there, f, gravity);
        }
        const MaskOf<V> is_wet = is_wet_link<T>(here, there);
        cell.f[i] = select(is_wet, f + bed_push<i>(here, there, gravity), landing.moving);
        cell.f[0] = cell.f[0] + select(is_wet, V(T(0)), landing.still);
    });
    return cell;
}

/// Of a cell and its eight neighbours.
template <class V>
struct Surroundings {
    V least, most;      ///< deviation
    V lowest, highest;  ///< bed
    V depth;            ///< of the cell itself where it is deep and its bed below the still level
};
template <class V, class T>
TARN_HD Surroundings<V> surroundings(const BedView<T>& bed, std::ptrdiff_t place) {
    const LinkEnd<T, V> here = bed.template load<V>(place);
    Surroundings<V> all = {here.deviation, here.deviation, here.bed, here.bed,
                           here.deviation - here.bed};
    unrolled<8>([&](auto index) {
        const LinkEnd<T, V> there = bed.template sender<decltype(index)::value + 1, V>(place);
        all.least = min_of(all.least, there.deviation);
        all.most = max_of(all.most, there.deviation);
        all.lowest = min_of(all.lowest, there.bed);
        all.highest = max_of(all.highest, there.bed);
    });
    return all;
}

/// Nine cells deep, with their beds below the still level, and no uneven link to the middle one.
template <class T, class V>
TARN_HD bool are_deep(const Surroundings<V>& all) {
    const V shallowest = all.least - all.highest, deepest = all.most - all.lowest;
    const auto is_any_not = (V(T(0)) < all.highest) | (shallowest < V(T(kThinDepth)));
    if (any<V>(MaskOf<V>(is_any_not))) return false;
    if (!any<V>(shallowest < V(T(kUnevenDepths)) * deepest)) return true;
    const MaskOf<V> is_deep_beside = is_much_less<T>(shallowest, all.depth);
    const MaskOf<V> is_shallow_beside = is_much_less<T>(all.depth, deepest);
    return !any<V>(MaskOf<V>(is_deep_beside | is_shallow_beside));
}

/// Nine cells of land without any water: the middle one stays so.
template <class T, class V>
TARN_HD bool are_empty_land(const Surroundings<V>& all) {
    const auto has_any = (V(T(0)) < all.most) | (all.least < V(T(0))) | (all.lowest < V(T(0)));
    return !any<V>(MaskOf<V>(has_any));
}

/// The short way of stream_ashore() where nine cells are deep, with the same bits.
template <class V, class T, class Sends>
TARN_HD ShallowCell<V> stream_deep(const Sends& sent, const BedView<T>& bed, T gravity,
                                   std::ptrdiff_t place) {
    ShallowCell<V> cell;
    cell.f[0] = sent.own(Index<0>{});
    const LinkEnd<T, V> here = bed.template load<V>(place);
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const LinkEnd<T, V> there = bed.template sender<i, V>(place);
        const V push = (here.bed - there.bed) * (here.deviation + there.deviation);
        cell.f[i] = sent.arriving(Index<i>{}) - link_pressure<i, V>(gravity) * push;
    });
    return cell;
}

/// A whole step where nine cells are deep, by the short way.
template <class S, class V, class R, class T, class Sends>
TARN_HD DeepCollision<V> step_deep(ShallowCell<V>& cell, const Sends& sent, const BedView<T>& bed,
                                   std::ptrdiff_t place, const StepConstants<T>& k, const R& rule) {
    cell = stream_deep<V>(sent, bed, k.gravity, place);
    const V still = V(T(0)) - bed.template load<V>(place).bed;
    return collide_deep<S>(cell, lattice::moments<T>(lattice::to_pairs(cell), still), still, k,
                           rule);
}

/// A whole step of any cells, with the same bits. Returns whether they were healthy.
template <Shore How, class S, class V, class R, class T, class Sends>
TARN_HD MaskOf<V> step_ashore(ShallowCell<V>& cell, const Sends& sent, const BedView<T>& bed,
                              std::ptrdiff_t place, const StepConstants<T>& k, const R& rule) {
    cell = stream_ashore<How, S, V>(sent, bed, k.gravity, place);
    return collide_on_bed<S>(cell, k, rule, bed, place);
}

/// What the stored populations of a cell sum to.
template <class V>
TARN_HD V stored_deviation(const ShallowCell<V>& cell) {
    const ShallowPairs<V> pairs = lattice::to_pairs(cell);
    return lattice::sum_of_pairs(pairs) + pairs.rest;
}

}  // namespace tarn::shallow::d2q9
