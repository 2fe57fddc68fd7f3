// The free surface: interface cells exchange mass, populations that would come from air are rebuilt
// from its pressure, full and empty cells change type [korner2005, thurey2007]. Three passes, each
// a gather, so that nothing depends on the order of cells:
//
//   advance  interface cells stream and collide; cells note whether they fill or empty
//   convert  types change by the notes around
//   share    cells with excess mass find who can take it, in the next step
#pragma once

#include "solver/volume/cells.hpp"

namespace tarn::volume {

/// A cell fills or empties when its mass is beyond full or empty by this part.
inline constexpr double kHysteresis = 1e-3;
/// An interface cell without empty neighbours fills from here on; one without fluid neighbours
/// empties below one minus that.
inline constexpr double kNearlyFull = 0.9;
/// Carried excess in the air moves down a cell every so many steps.
inline constexpr int kRainEvery = 8;

template <class T>
TARN_HD T clamped_fill(T fill) {
    return smaller(larger(fill, T(0)), T(1));
}

/// What an interface cell sees around it. Index i is the neighbour that population i arrives from.
template <class T>
struct Around {
    int type[L::q];
    T fill[L::q];
    bool has_empty = false, has_fluid = false, has_interface = false;
};

template <class S>
TARN_HD Around<typename S::Number> look_around(const View<S>& v, std::ptrdiff_t place) {
    Around<typename S::Number> a;
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const std::ptrdiff_t at = place - offset(v.grid(), i);
        a.type[i] = v.type_at(at);
        a.fill[i] = v.fill[at];
        a.has_empty |= a.type[i] == kEmpty;
        a.has_fluid |= a.type[i] == kFluid;
        a.has_interface |= a.type[i] == kInterface;
    });
    return a;
}

/// Mass that comes in direction `i`: the difference of what the two cells send each other, weighed
/// by the mean of their fills. Both sides compute the same number with opposite signs.
template <class T>
TARN_HD T exchanged(int neighbour_type, T incoming, T outgoing, T own_fill, T neighbour_fill) {
    const T difference = incoming - outgoing;
    if (neighbour_type == kFluid) return difference;
    if (neighbour_type == kInterface) return difference * (T(0.5) * (own_fill + neighbour_fill));
    if (neighbour_type == kOutlet) return difference * own_fill;
    return T(0);
}

/// Velocity that a cell had when it collided: gravity has been added since, half of it too much.
template <class T>
TARN_HD Moments<T> moments_of_stored(const T (&f)[L::q], const Constants<T>& k) {
    Moments<T> m = moments(f);
    for (int axis = 0; axis < 3; ++axis) m.u[axis] = m.u[axis] - T(0.5) * k.gravity[axis];
    return m;
}

template <class T>
TARN_HD void limit_speed(T (&u)[3], T most) {
    const T u2 = squared(u);
    if (!(most * most < u2)) return;
    const T scale = most / square_root(u2);
    for (T& component : u) component = component * scale;
}

/// Whether an interface cell fills or empties. A few of them without fluid cannot move as a drop
/// does, since air takes water from full cells alone: they hang while gravity pulls. Once they are
/// as fast as can be, they become excess, which rains.
template <class T>
TARN_HD std::uint8_t note_of(T mass, T rho, bool is_limited, const Around<T>& a) {
    if (mass > T(1.0 + kHysteresis) * rho || (!a.has_empty && mass > T(kNearlyFull) * rho))
        return kFills;
    const bool is_loose =
        !a.has_fluid && (is_limited || !a.has_interface || mass < T(1.0 - kNearlyFull) * rho);
    return is_loose || mass < T(-kHysteresis) * rho ? kEmpties : 0;
}

/// First pass, interface cell. True if its moments had to be limited.
template <Collision C, class S>
TARN_HD bool advance_interface(const View<S>& v, std::ptrdiff_t place) {
    using T = typename S::Number;
    T own[L::q], f[L::q];
    load_cell(v.from, place, own);
    load_arriving(v.from, place, f);
    const Around<T> around = look_around(v, place);
    const T own_fill = v.fill[place];
    Moments<T> before = moments_of_stored(own, v.constants);
    limit_speed(before.u, v.constants.most_speed);
    const T u2 = T(1.5) * squared(before.u);

    T mass = v.mass[place];
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1, j = opposite(i);
        mass = mass + exchanged(around.type[i], f[i], own[j], own_fill, around.fill[i]);
        mass = mass + v.share[place - offset(v.grid(), i)];
        // Air sends nothing, so the population is rebuilt from its pressure. Those that come from
        // interface cells on the side of the air are kept: rebuilding them too [korner2005] pushes
        // a cell by a fixed amount for the slightest tilt, and still water would never rest.
        const T eu = along<i>(before.u);
        const T rebuilt = T(2.0 * L::weight(i)) * (T(4.5) * eu * eu - u2) - own[j];
        if (around.type[i] == kEmpty) f[i] = rebuilt;
    });
    const Collided<T> result = collide<C, Limit::SpeedAndDensity>(f, v.constants);
    store_cell(v.to, place, f);
    v.mean[place] = result.before;
    v.next_mass[place] = mass;
    v.note[place] = std::uint8_t(
        kInterface | note_of(mass, T(1) + result.before.delta, result.is_limited, around));
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
    set_equilibrium<T>(sum, f);
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
    set_equilibrium<T>(m, f);
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

/// The same for a fluid or empty cell that has no note around it and is no tap.
template <class S>
TARN_HD void keep_type(const View<S>& v, std::ptrdiff_t place) {
    v.mass[place] = carried_mass(v, place);
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
