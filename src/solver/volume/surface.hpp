// The free surface: interface cells exchange mass, populations that would come from air are rebuilt
// from its pressure, full and empty cells change type [korner2005, thurey2007]. Three passes, each
// a gather, so that nothing depends on the order of cells:
//
//   advance  interface cells stream and collide; cells note whether they fill or empty
//   convert  types change by the notes around
//   share    cells with excess mass find who can take it, in the next step
#pragma once

#include "solver/volume/cells.hpp"
#include "solver/volume/curvature.hpp"

namespace tarn::volume {

/// A cell fills or empties when its mass is beyond full or empty by this part.
inline constexpr double kHysteresis = 1e-3;
/// An interface cell without empty neighbours fills from here on; one without fluid neighbours
/// empties below one minus that.
inline constexpr double kNearlyFull = 0.9;
/// Carried excess in the air, drops smaller than a cell, moves down a cell every so many steps.
inline constexpr int kRainEvery = 8;

template <class T>
TARN_HD T clamped_fill(T fill) {
    return smaller(larger(fill, T(0)), T(1));
}

/// What a field of fills shows of the excess that an empty cell carries: a drop smaller than it.
template <class T>
TARN_HD T shown_drop(T carried) {
    return clamped_fill(carried);
}

/// What interface cells see around them. Index i is the neighbour that population i arrives from.
template <class V>
struct Around {
    TypesOf<V> type[L::q];
    V fill[L::q];
    MaskOf<V> has_empty = {}, has_fluid = {}, has_interface = {};
    MaskOf<V> has_dry = {}, has_wet = {};  ///< as good as empty, as good as fluid
};

/// `cells` give what they have around them: OneCell, or many at once (cpu/gathered_cells.hpp).
template <class Cells, class T>
TARN_HD Around<typename Cells::Value> look_around(const Cells& cells, const Constants<T>& k) {
    using V = typename Cells::Value;
    // What conversions leave over bends the surface: with surface tension they wait where a
    // neighbour is as good as empty, or as full.
    const bool is_patient = k.tension > T(0);
    const V dry = V(is_patient ? T(1.0 - kNearlyFull) : T(0));
    const V wet = V(is_patient ? T(kNearlyFull) : T(1));
    Around<V> a;
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        a.type[i] = cells.template type<i>();
        a.fill[i] = cells.template fill<i>();
        const MaskOf<V> is_interface = is_type(a.type[i], kInterface);
        a.has_empty |= is_type(a.type[i], kEmpty);
        a.has_fluid |= is_type(a.type[i], kFluid);
        a.has_interface |= is_interface;
        a.has_dry |= is_interface & (a.fill[i] < dry);
        a.has_wet |= is_interface & (wet < a.fill[i]);
    });
    a.has_dry |= a.has_empty;
    a.has_wet |= a.has_fluid;
    return a;
}

/// Whether a cell shows no surface: a wall, or beyond the box.
TARN_HD bool is_blind(int type) {
    return type == kSolid || type == kOutlet;
}

/// Fills of a cell and the 26 around it. Behind walls they are mirrored, so that the surface meets
/// them at a right angle.
template <class S>
TARN_HD void load_fills(const View<S>& v, std::ptrdiff_t place,
                        typename S::Number (&fill)[kCubeCells]) {
    const std::ptrdiff_t step[3] = {1, v.grid().pitch, v.grid().layer};
    for (int k = 0; k < kCubeCells; ++k) {
        const int c[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        std::ptrdiff_t at = place, mirror = place;
        for (int axis = 0; axis < 3; ++axis) {
            const std::ptrdiff_t there = c[axis] * step[axis];
            at += there;
            if (!is_blind(v.type_at(place + there))) mirror += there;
        }
        if (is_blind(v.type_at(at))) at = is_blind(v.type_at(mirror)) ? place : mirror;
        fill[k] = v.fill[at];
    }
}

/// Density of the air above that of still water, as the surface of a cell feels it: surface tension
/// adds tension times curvature to the pressure, and rho = 3 p.
template <class S>
TARN_HD typename S::Number felt_air(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    T fill[kCubeCells];
    load_fills(v, place, fill);
    return T(3) * v.constants.tension * surface_curvature(fill);
}

/// Mass that comes in direction `i`: the difference of what the two cells send each other, weighed
/// by the mean of their fills. Both sides compute the same number with opposite signs.
template <class T, class V>
TARN_HD V exchanged(TypesOf<V> neighbour_type, V incoming, V outgoing, V own_fill,
                    V neighbour_fill) {
    const V difference = incoming - outgoing;
    const V mean = difference * (V(T(0.5)) * (own_fill + neighbour_fill));
    V mass = select(is_type(neighbour_type, kOutlet), difference * own_fill, V(T(0)));
    mass = select(is_type(neighbour_type, kInterface), mean, mass);
    return select(is_type(neighbour_type, kFluid), difference, mass);
}

/// Velocity that a cell had when it collided: gravity has been added since, half of it too much.
template <class T, class V>
TARN_HD Moments<V> moments_of_stored(const V (&f)[L::q], const Constants<T>& k) {
    Moments<V> m = moments(f);
    for (int axis = 0; axis < 3; ++axis) m.u[axis] = m.u[axis] - V(T(0.5) * k.gravity[axis]);
    return m;
}

template <class T, class V>
TARN_HD void limit_speed(V (&u)[3], T most) {
    const V u2 = squared(u);
    const MaskOf<V> is_fast = V(most * most) < u2;
    if (!any<V>(is_fast)) return;
    const V scale = select(is_fast, V(most) / square_root(u2), V(T(1)));
    for (V& component : u) component = component * scale;
}

/// Whether interface cells fill or empty.
template <class V>
struct Changes {
    MaskOf<V> fills, empties;
};

/// A few interface cells without fluid cannot move as a drop does, since air takes water from full
/// cells alone: they hang while gravity pulls. Once they are as fast as can be, they become excess,
/// which rains.
template <class T, class V>
TARN_HD Changes<V> changes_of(V mass, V rho, MaskOf<V> is_limited, const Around<V>& a) {
    const MaskOf<V> fills = (V(T(1.0 + kHysteresis)) * rho < mass) |
                            (none<V>(a.has_dry) & (V(T(kNearlyFull)) * rho < mass));
    const MaskOf<V> is_nothing = none<V>(a.has_wet) & (mass < V(T(1.0 - kNearlyFull)) * rho);
    const MaskOf<V> is_loose =
        none<V>(a.has_fluid) & (is_limited | none<V>(a.has_interface) | is_nothing);
    const MaskOf<V> empties = none<V>(fills) & (is_loose | (mass < V(T(-kHysteresis)) * rho));
    return {fills, empties};
}

/// Writes what the first pass found for one interface cell.
template <class S>
TARN_HD void note_interface(const View<S>& v, std::ptrdiff_t place,
                            const Moments<typename S::Number>& mean, bool fills, bool empties) {
    v.mean[place] = mean;
    v.note[place] = std::uint8_t(kInterface | (fills ? kFills : empties ? kEmpties : 0));
}

/// An interface cell as the first pass meets it, by itself. Index i of a field is the neighbour
/// that population i arrives from, 0 the cell itself.
template <class S>
struct OneCell {
    using Storage = S;
    using Value = typename S::Number;
    const View<S>& v;
    std::ptrdiff_t place;
    unsigned walls;  ///< of the view that it lies at

    TARN_HD void load_leaving(Value (&f)[L::q]) const { load_cell(v.from, place, f); }
    TARN_HD void load_arriving(Value (&f)[L::q]) const {
        volume::load_arriving(v.from, place, walls, f);
    }
    template <int I>
    TARN_HD int type() const {
        return load_types<Value>(v.type + place - offset(v.grid(), I));
    }
    template <int I>
    TARN_HD Value fill() const {
        return v.fill[place - offset(v.grid(), I)];
    }
    template <int I>
    TARN_HD Value share() const {
        return v.share[place - offset(v.grid(), I)];
    }
    TARN_HD Value mass() const { return v.mass[place]; }
    TARN_HD Value air() const { return felt_air(v, place); }

    TARN_HD void store(const Value (&f)[L::q], Value mass, const Moments<Value>& mean,
                       const Changes<Value>& changes) const {
        store_cell(v.to, place, f);
        v.next_mass[place] = mass;
        note_interface(v, place, mean, changes.fills, changes.empties);
    }
};

/// First pass, interface cells: OneCell, or many at once. Where their moments had to be limited.
/// Without `MayHaveTension` it is not asked for, which saves registers on a GPU.
template <bool MayHaveTension = true, class Cells, class T>
TARN_HD MaskOf<typename Cells::Value> advance_interface(const Cells& cells, const Constants<T>& k) {
    using V = typename Cells::Value;
    V own[L::q], f[L::q];
    cells.load_leaving(own);
    cells.load_arriving(f);
    const Around<V> around = look_around(cells, k);
    const V own_fill = cells.template fill<0>();
    Moments<V> before = moments_of_stored(own, k);
    limit_speed(before.u, k.most_speed);
    V air = V(T(0));
    if constexpr (MayHaveTension)
        if (k.tension > T(0)) air = cells.air();
    const V base = air - V(T(1.5)) * squared(before.u);

    V mass = cells.mass();
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1, j = opposite(i);
        mass = mass + exchanged<T>(around.type[i], f[i], own[j], own_fill, around.fill[i]);
        mass = mass + cells.template share<i>();
        // Air sends nothing, so the population is rebuilt from its pressure. Those that come from
        // interface cells on the side of the air are kept: rebuilding them too [korner2005] pushes
        // a cell by a fixed amount for the slightest tilt, and still water would never rest.
        const V eu = along<i>(before.u);
        const V rebuilt = V(T(2.0 * L::weight(i))) * (V(T(4.5)) * eu * eu + base) - own[j];
        f[i] = select(is_type(around.type[i], kEmpty), rebuilt, f[i]);
    });
    const Collided<V> result = collide<Limit::SpeedAndDensity, typename Cells::Storage>(f, k);
    const auto changes =
        changes_of<T>(mass, V(T(1)) + result.before.delta, result.is_limited, around);
    cells.store(f, mass, result.before, changes);
    return result.is_limited;
}

/// First pass, for all other cells near the surface: excess that found takers is gone.
template <class S>
TARN_HD void advance_other(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    v.note[place] = v.type[place];
    v.next_mass[place] = v.share[place] != T(0) ? T(0) : v.mass[place];
}

template <class S>
TARN_HD bool any_note_around(const View<S>& v, std::ptrdiff_t place, int note) {
    int found = 0;
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        found |= v.note[place + offset(v.grid(), i)];
    });
    return (found & note) != 0;
}

/// A neighbour that really becomes empty: one that notes it, with none beside it that fills.
template <class S>
TARN_HD bool is_any_emptied_around(const View<S>& v, std::ptrdiff_t place) {
    for (int i = 1; i < L::q; ++i) {
        const std::ptrdiff_t at = place + offset(v.grid(), i);
        if (!(v.note[at] & kEmpties)) continue;
        if ((v.note[at] & kSettled) || !any_note_around(v, at, kFills)) return true;
    }
    return false;
}

/// A new interface cell starts from the equilibrium of the mean of the interface cells around.
template <class S>
TARN_HD typename S::Number begin_interface(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    Moments<T> sum = {};
    T count = T(0);
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const std::ptrdiff_t at = place + offset(v.grid(), i);
        if ((v.note[at] & kTypeBits) != kInterface) return;
        const Moments<T> m = v.mean[at];
        count = count + T(1);
        sum.delta = sum.delta + m.delta;
        for (int axis = 0; axis < 3; ++axis) sum.u[axis] = sum.u[axis] + m.u[axis];
    });
    const T part = T(1) / count;
    sum.delta = sum.delta * part;
    for (int axis = 0; axis < 3; ++axis)
        sum.u[axis] = sum.u[axis] * part + T(0.5) * v.constants.gravity[axis];
    T f[L::q];
    set_equilibrium<S>(sum, f);
    store_cell(v.to, place, f);
    return sum.delta;
}

/// Excess that rains out of a cell of air into the one below it. What drains hold is booked as
/// taken already.
template <class S>
TARN_HD typename S::Number rained_from(const View<S>& v, std::ptrdiff_t above) {
    const bool is_air = (v.note[above] & (int(kTypeBits) | int(kDrain))) == kEmpty;
    return v.is_raining && is_air ? v.next_mass[above] : typename S::Number(0);
}

/// Excess of a fluid or empty cell after the first pass. In the air it rains down.
template <class S>
TARN_HD typename S::Number carried_mass(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    T carried = v.next_mass[place];
    if (!v.is_raining || (v.note[place] & kTypeBits) != kEmpty) return carried;
    const std::ptrdiff_t above = place + v.grid().layer, below = place - v.grid().layer;
    if ((v.note[below] & kTypeBits) == kEmpty) carried = T(0);
    return carried + rained_from(v, above);
}

/// What a conversion leaves in a cell.
template <class T>
struct Converted {
    int type;
    T mass, fill;
};

/// Cells of an open faucet are full of water that moves with its velocity; those of a drain hold
/// none, and take it from the cells around. What rains into one is taken in the next step.
template <class S>
TARN_HD Converted<typename S::Number> converted_tap(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    const int note = v.note[place], type = note & kTypeBits;
    if (note & kDrain) {
        const bool is_dry = type == kEmpty
                                ? !any_note_around(v, place, kFills)
                                : (note & kEmpties) && !any_note_around(v, place, kFills);
        if (type == kEmpty && !is_dry) begin_interface(v, place);
        const T rained = type == kEmpty ? rained_from(v, place + v.grid().layer) : T(0);
        return {is_dry ? kEmpty : kInterface, rained, is_dry ? T(0) : clamped_fill(rained)};
    }
    Moments<T> m = v.mean[place];
    for (int axis = 0; axis < 3; ++axis) m.u[axis] = m.u[axis] + T(0.5) * v.constants.gravity[axis];
    T f[L::q];
    set_equilibrium<S>(m, f);
    store_cell(v.to, place, f);
    return {kFluid, T(0), T(1)};
}

template <class S>
TARN_HD Converted<typename S::Number> converted(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    const int note = v.note[place], type = note & kTypeBits;
    if (note & (kDrain | kFaucet)) return converted_tap(v, place);
    if (type == kInterface) {
        const T mass = v.next_mass[place], delta = v.mean[place].delta;
        if (note & kFills) return {kFluid, (mass - T(1)) - delta, T(1)};
        if ((note & kEmpties) && !any_note_around(v, place, kFills)) return {kEmpty, mass, T(0)};
        return {kInterface, mass, clamped_fill(mass / (T(1) + delta))};
    }
    const T carried = carried_mass(v, place);
    if (type == kEmpty) {
        if (!any_note_around(v, place, kFills)) return {kEmpty, carried, T(0)};
        const T delta = begin_interface(v, place);
        return {kInterface, carried, clamped_fill(carried / (T(1) + delta))};
    }
    if (!any_note_around(v, place, kEmpties) || !is_any_emptied_around(v, place))
        return {kFluid, carried, T(1)};
    T f[L::q];
    load_cell(v.to, place, f);
    const T rho = T(1) + moments(f).delta, mass = rho + carried;
    return {kInterface, mass, clamped_fill(mass / rho)};
}

/// Second pass.
template <class S>
TARN_HD void convert(const View<S>& v, std::ptrdiff_t place) {
    if ((v.note[place] & kTypeBits) == kSolid) return;
    const auto now = converted(v, place);
    v.type[place] = std::uint8_t(now.type);
    v.mass[place] = now.mass;
    v.fill[place] = now.fill;
}

/// The same where no cell around has a note and there is no tap: types stay.
template <class S>
TARN_HD void keep(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    const int type = v.note[place] & kTypeBits;
    if (type == kSolid) return;
    if (type != kInterface) {
        v.mass[place] = carried_mass(v, place);
        return;
    }
    const T mass = v.next_mass[place];
    v.mass[place] = mass;
    v.fill[place] = clamped_fill(mass / (T(1) + v.mean[place].delta));
}

/// Third pass: all interface cells around a cell take equal parts of its excess. Where there are
/// none it is carried on.
template <class S>
TARN_HD void share_excess(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    const int type = v.type_at(place);
    T share = T(0);
    if ((type == kFluid || type == kEmpty) && v.mass[place] != T(0)) {
        int takers = 0;
        unrolled<L::q - 1>([&](auto index) {
            constexpr int i = decltype(index)::value + 1;
            takers += v.type_at(place + offset(v.grid(), i)) == kInterface ? 1 : 0;
        });
        if (takers > 0) share = v.mass[place] / T(takers);
    }
    v.share[place] = share;
}

}  // namespace tarn::volume
