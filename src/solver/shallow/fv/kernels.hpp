// What happens in one cell and at one face: the only place where the fv scheme is written. A step
// is a sweep along x and one along y; a sweep is second order (MUSCL slopes, half a step ahead
// after Hancock), with HLL fluxes [toro2001], path-conservative over steps of the bed [pares2006]
// and with hydrostatic reconstruction at ledges and shores [audusse2004]. Values in, values out; T
// is the number type, V the value type: T itself on a GPU, a SIMD pack in the CPU loops. SI units.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/planes.hpp"

namespace tarn::shallow::fv {

/// A cell as a sweep sees it: u along the sweep, v across it.
template <class V>
struct Cell {
    V h, u, v, z;
};

/// What every cell of a step shares.
template <class T>
struct Constants {
    T gravity;
    T ratio;      ///< step over cell, s/m
    T film_m;     ///< thinner water is slowed down, so that films do not limit the step
    T film2;      ///< its square
    T steep_m;    ///< the level falls steeply where it does so by more than this to the next cell
    T quantum_m;  ///< water crosses faces in whole quanta: sums of them are exact, and none is lost
    T rounder_m;  ///< adding and taking this away rounds to whole quanta
};

/// A number between two others, or zero where they have different signs.
template <class T, class V>
TARN_HD V between(V low, V middle, V high) {
    const V zero(T(0));
    const V most = max_of(min_of(low, high), zero), least = min_of(max_of(low, high), zero);
    return max_of(min_of(middle, most), least);
}

/// Slopes beyond this one, 1 in 2, are steep: no shallow water any more, but it has to get down.
inline constexpr double kSteep = 0.5;
/// Ground is bent where its slope changes at a cell by more than this part of the two together.
inline constexpr double kBent = 0.125;

/// From the middle of a cell to its face: half the monotonised central slope [vanleer1977] of two
/// differences, zero at an extremum.
template <class T, class V>
TARN_HD V limited(V low, V high) {
    return between<T>(low, V(T(0.25)) * (low + high), high);
}

/// Differences below this part of the depth, and of the wave speed, belong to smooth water.
inline constexpr double kSmall = 0.001;

/// How far a slope may be from the limited one: as far as both differences together are below
/// `small` [cada2009]. Crests of waves are not cut off then.
template <class T, class V>
TARN_HD V room(V low, V high, V small) {
    return max_of(small - (magnitude(low) + magnitude(high)), V(T(0)));
}

template <class V>
TARN_HD V within(V x, V room) {
    return max_of(min_of(x, room), -room);
}

/// A bed is smooth under water this many times as deep as the bed is rough.
inline constexpr double kSmooth = 20.0;

/// How far the bed of a cell is from the line between its neighbours, twice; a bend that is small
/// against the slope is none, so that shores of smooth ground are smooth in water of any depth.
template <class T, class V>
TARN_HD V roughness_of(V rise_low, V rise_high) {
    return magnitude(rise_high - rise_low) - V(T(1.0 / 32)) * magnitude(rise_low + rise_high);
}

/// Over steps of the bed from cell to cell the discharge is smooth and the velocity is not: its
/// slopes mean nothing there, and with the other sweep they stir up a lake over rough ground. Whole
/// over a smooth bed, none where the water is less than four times as deep as the bed is rough, and
/// whole again at shores, where the water is thin against any bed.
template <class T, class V>
TARN_HD V part_of_slopes(V shallowest, V roughness) {
    const V zero(T(0)), one(T(1)), tiny(T(1e-30));
    const V depths = max_of(shallowest, zero) / max_of(roughness, tiny);
    const V smooth = V(T(1.25)) - V(T(kSmooth / 4)) / max_of(depths, tiny);
    const V shore = max_of(one - V(T(8)) * depths, zero);
    return max_of(max_of(min_of(smooth, one), zero), shore);
}

/// A neighbour as a cell sees it: itself in a mirror where that is solid.
template <class T, class V>
TARN_HD Cell<V> seen_from(const Cell<V>& cell, const Cell<V>& neighbour) {
    const MaskOf<V> wall = neighbour.h < V(T(0));
    return {select(wall, cell.h, neighbour.h), select(wall, -cell.u, neighbour.u),
            select(wall, cell.v, neighbour.v), select(wall, cell.z, neighbour.z)};
}

/// A cell at one of its two faces, half a step ahead.
template <class V>
struct Side {
    V h, u, v, z;
};

/// A cell between its faces.
template <class V>
struct Sides {
    Side<V> low, high;
    V pressure;  ///< difference of the pressures at its faces plus what the bed gives back
};

/// Grids without solid cells do without what they need.
template <bool HasSolids, class T, class V>
TARN_HD Sides<V> reconstruct(Cell<V> a, const Cell<V>& cell, Cell<V> b, const Constants<T>& k) {
    if constexpr (HasSolids) {
        a = seen_from<T>(cell, a);
        b = seen_from<T>(cell, b);
    }
    const V zero(T(0));
    const V rise_low = cell.z - a.z, rise_high = b.z - cell.z;
    const V dh_low = cell.h - a.h, dh_high = b.h - cell.h;
    const V drop_low = dh_low + rise_low, drop_high = dh_high + rise_high;
    V half_h = limited<T>(dh_low, dh_high), half_level = limited<T>(drop_low, drop_high);
    // Where the level falls by more than the depth, slopes of whole differences would put a sill
    // between two cells, on which thin water hangs while it is pulled down. There they are at most
    // half of the differences, which on even ground is the central slope.
    if (any<V>(cell.h < max_of(magnitude(drop_low), magnitude(drop_high)))) {
        const V steep(k.steep_m), bend = magnitude(rise_high - rise_low);
        const MaskOf<V> is_bent = V(T(kBent)) * magnitude(rise_low + rise_high) < bend;
        const auto bound = [&](V difference, V drop) {
            const V fall = magnitude(drop);
            const auto is_held = (cell.h < fall) & (is_bent | (steep < fall));
            return select(MaskOf<V>(is_held), V(T(0.5)) * difference, difference);
        };
        const auto held = [&](V half, V low, V high) {
            return between<T>(bound(low, drop_low), half, bound(high, drop_high));
        };
        half_h = held(half_h, dh_low, dh_high);
        half_level = held(half_level, drop_low, drop_high);
    }
    const V du_low = cell.u - a.u, du_high = b.u - cell.u;
    V half_u = limited<T>(du_low, du_high);

    const V shallowest = min_of(min_of(a.h, b.h), cell.h), wet = max_of(shallowest, zero);
    const V room_h = room<T>(drop_low, drop_high, V(T(kSmall)) * wet);
    V bulge_h = zero, bulge_u = zero;
    if (any<V>(zero < room_h)) {
        const V wave = estimated_root<T>(V(k.gravity) * wet), courant = V(k.ratio) * wave;
        const V room_u = select(zero < room_h, room<T>(du_low, du_high, V(T(kSmall)) * wave), zero);
        // Third order in space and time for small waves [leonard1979].
        const V bend = V(T(1.0 / 12)) * ((V(T(1)) - courant) * (V(T(1)) - (courant + courant)));
        // The same for level and depth, so that a flat bed stays flat; none in still water.
        const V crest = within(V(T(0.25)) * (drop_low + drop_high) - half_level, room_h);
        half_h = half_h + crest;
        half_level = half_level + crest;
        half_u = half_u + within(V(T(0.25)) * (du_low + du_high) - half_u, room_u);
        bulge_h = within(bend * (drop_high - drop_low), room_h);
        bulge_u = within(bend * (du_high - du_low), room_u);
    }
    const V roughness = roughness_of<T>(rise_low, rise_high);
    const MaskOf<V> is_rough =
        MaskOf<V>((zero < shallowest) & (shallowest < V(T(kSmooth)) * roughness));
    if (any<V>(is_rough)) {
        // Other cells of the register keep their slopes: the same bits with any width.
        const V part = select(is_rough, part_of_slopes<T>(shallowest, roughness), V(T(1)));
        half_u = half_u * part;
        half_level = half_level * part;
        bulge_h = bulge_h * part;
        bulge_u = bulge_u * part;
    }
    const V half_v = limited<T>(cell.v - a.v, b.v - cell.v);
    const V half_z = half_level - half_h;

    const V ratio(k.ratio), gravity(k.gravity);
    const V ahead_h = ratio * (cell.u * half_h + cell.h * half_u);
    // Dry cells have nothing that could be pushed.
    const V ahead_u = select(zero < cell.h, ratio * (cell.u * half_u + gravity * half_level), zero);
    const V ahead_v = ratio * (cell.u * half_v);
    const V mid_h = cell.h - ahead_h + bulge_h, mid_u = cell.u - ahead_u + bulge_u;
    const V mid_v = cell.v - ahead_v;
    const V low_h = mid_h - half_h, high_h = mid_h + half_h;

    Sides<V> sides;
    sides.low = {max_of(low_h, zero), mid_u - half_u, mid_v - half_v, cell.z - half_z};
    sides.high = {max_of(high_h, zero), mid_u + half_u, mid_v + half_v, cell.z + half_z};
    // g h (level at the high face - level at the low one): exactly zero in still water.
    const V clipped = (sides.high.h - high_h) - (sides.low.h - low_h);
    sides.pressure =
        V(T(0.5) * k.gravity) * (sides.low.h + sides.high.h) * (half_level + half_level + clipped);
    if constexpr (HasSolids) {
        const MaskOf<V> solid = cell.h < zero;
        sides.low.h = select(solid, cell.h, sides.low.h);
        sides.high.h = select(solid, cell.h, sides.high.h);
    }
    return sides;
}

/// What crosses a face: water as depth of a cell, in this step; momentum per width and time. That
/// counts from the pressure on either side, so that still water has exactly none.
template <class V>
struct Flux {
    V depth, across, low, high;
};

template <class T, class V>
TARN_HD V in_quanta(V depth, const Constants<T>& k) {
    return (depth + V(k.rounder_m)) - V(k.rounder_m);
}

/// Where a step of the bed cuts off part of the depth, one explicit sweep moves water as if the
/// step were not there for the velocity but there for the flux, which adds (cut dt/dx)^2 g/h of the
/// kinetic energy. This many times that is taken from the momentum there, so that water over rough
/// ground comes to rest; where the reconstructed bed is continuous nothing is.
inline constexpr double kStepDrag = 1.5;

/// Water below the top of a step of the bed takes part in what crosses it, up to this many times
/// the depth of the water above the step: waves that are long against a cell cross steps as they
/// should. Where less stands on the step, at ledges and shores, the rest is cut off.
inline constexpr double kSill = 1.9;

/// Wall or not: a solid side is the other one in a mirror.
template <class T, class V>
TARN_HD Side<V> mirrored_if_solid(const Side<V>& side, const Side<V>& other) {
    const MaskOf<V> wall = side.h < V(T(0));
    return {select(wall, other.h, side.h), select(wall, -other.u, side.u),
            select(wall, other.v, side.v), select(wall, other.z, side.z)};
}

/// How much of HLL's smoothing acts at a face. The half step ahead alone keeps waves stable that
/// cross little of a cell in a step, and what is smoothed in each step adds up the more the shorter
/// the steps are. Two fifths are left to them, more with the Courant number, and all of it where
/// depth or velocity jump by more than kSmall.
template <class T, class V>
TARN_HD V part_of_smoothing(const Side<V>& a, const Side<V>& b, V slow, V fast, V inverse,
                            const Constants<T>& k) {
    constexpr double kLeast = 0.4, kPerJump = 1.0 / kSmall;
    // 4 g/(fast - slow)^2 is 1 over the depth, 2/(fast - slow) 1 over the wave speed.
    const V jump_h = V(T(4 * kPerJump) * k.gravity) * (magnitude(b.h - a.h) * inverse);
    const V jump_u = V(T(2 * kPerJump)) * magnitude(b.u - a.u);
    const V courant = V(k.ratio) * max_of(fast, -slow);
    return min_of(V(T(kLeast)) + courant + (jump_h + jump_u) * inverse, V(T(1)));
}

template <bool HasSolids, class T, class V>
TARN_HD Flux<V> face_flux(const Side<V>& low_side, const Side<V>& high_side,
                          const Constants<T>& k) {
    const V zero(T(0)), gravity(k.gravity);
    Side<V> a = low_side, b = high_side;
    if constexpr (HasSolids) {
        a = mirrored_if_solid<T>(low_side, high_side);
        b = mirrored_if_solid<T>(high_side, low_side);
        a.h = max_of(a.h, zero);  // between two solid cells there is nothing
        b.h = max_of(b.h, zero);
    }
    // Depths above the higher of the two beds, and what of the lower one takes part with them.
    const V bed_step = b.z - a.z;
    const V above_a = max_of(min_of(a.h, a.h - bed_step), zero);
    const V above_b = max_of(min_of(b.h, b.h + bed_step), zero);
    const V most = V(T(kSill)) * min_of(above_a, above_b);
    const V ha = min_of(a.h, above_a + most), hb = min_of(b.h, above_b + most);
    const V ca = estimated_root<T>(gravity * ha), cb = estimated_root<T>(gravity * hb);
    const V slow = min_of(min_of(a.u - ca, b.u - cb), zero);
    const V fast = max_of(max_of(a.u + ca, b.u + cb), zero);
    // Both zero only between dry sides, whose fluxes are zero then.
    const V inverse = V(T(1)) / max_of(fast - slow, V(T(1e-30)));
    const V qa = ha * a.u, qb = hb * b.u, dq = qb - qa;
    // The step pushes with the mean depth times the difference of the levels. What a steady flow
    // has of that, since it is slower where it is deeper, is no wave and is not smoothed away.
    const V rise = above_b - above_a, deeper = (hb - ha) - rise;
    const V froude = (fast + slow) * inverse, excess = rise - froude * froude * deeper;
    const V pressure = V(T(0.5) * k.gravity) * rise * (hb + ha);
    const V spread = (slow * fast) * inverse * part_of_smoothing<T>(a, b, slow, fast, inverse, k);
    Flux<V> flux;
    const V half(T(0.5));
    const V mass = half * ((qa + qb) - froude * dq) + spread * excess;
    flux.depth = in_quanta<T>(V(k.ratio) * mass, k);
    const V push_a = qa * a.u, push_b = qb * b.u + pressure;
    const V momentum = half * ((push_a + push_b) - froude * (push_b - push_a)) + spread * dq;
    // Each side takes of both as its depth is: what small waves gain and lose by the push is then
    // what their mass flux carries, and a step does not raise their energy.
    const V lean = spread * (gravity * (deeper * inverse)), shared = momentum + lean * excess;
    const V uneven = (lean * inverse) * (V(T(4)) * dq);
    flux.low = shared - select(lean < zero, uneven, zero);
    flux.high = shared - pressure + select(zero < lean, uneven, zero);
    const V cut_a = a.h - ha, cut_b = b.h - hb;
    if (any<V>(zero < max_of(cut_a, cut_b))) {
        const V drag(T(kStepDrag) * k.gravity * k.ratio);
        flux.low = flux.low + drag * (cut_a * cut_a) * a.u;
        flux.high = flux.high - drag * (cut_b * cut_b) * b.u;
    }
    flux.across = mass * select(zero < mass, a.v, b.v);
    return flux;
}

/// Depth that leaves a cell in a step through both faces.
template <class T, class V>
TARN_HD V depth_leaving(V low_depth, V high_depth) {
    const V zero(T(0));
    return max_of(high_depth, zero) - min_of(low_depth, zero);
}

/// A cell that would send more than it has sends this part of it.
template <class T, class V>
TARN_HD V sendable_part(V h, V leaving) {
    const MaskOf<V> is_short = h < leaving;
    if (!any<V>(is_short)) return V(T(1));
    return select(is_short, larger(h, V(T(0))) / larger(leaving, V(T(1e-30))), V(T(1)));
}

/// Part of a flux, rounded down to whole quanta.
template <class T, class V>
TARN_HD Flux<V> scaled(const Flux<V>& flux, V part, const Constants<T>& k) {
    const V zero(T(0)), size = magnitude(flux.depth);
    const V sent = max_of(in_quanta<T>(size * part - V(T(0.5) * k.quantum_m), k), zero);
    const V depth = select(flux.depth < zero, -sent, sent);
    return {select(part < V(T(1)), depth, flux.depth), flux.across * part, flux.low * part,
            flux.high * part};
}

/// The part of a flux that its giving cell can send.
template <class T, class V>
TARN_HD V part_of_giver(V depth, V low_part, V high_part) {
    return select(V(T(0)) < depth, low_part, high_part);
}

/// 1/h, but for films 2 h/(h^2 + film^2): they come to rest as they vanish [kurganov2007].
template <class T, class V>
TARN_HD V inverse_depth(V h, const Constants<T>& k) {
    const MaskOf<V> is_film = h < V(k.film_m);
    return select(is_film, h + h, V(T(1))) / select(is_film, h * h + V(k.film2), h);
}

/// A cell after a sweep, from the fluxes at its faces. Its bed is left out.
template <class V>
struct Moved {
    V h, u, v;
};

template <bool HasSolids, class T, class V>
TARN_HD Moved<V> move(const Cell<V>& cell, V pressure, const Flux<V>& low, const Flux<V>& high,
                      const Constants<T>& k) {
    const V ratio(k.ratio), zero(T(0));
    const V h = max_of(cell.h - (high.depth - low.depth), zero);
    const V mu = cell.h * cell.u - ratio * ((high.low - low.high) + pressure);
    const V mv = cell.h * cell.v - ratio * (high.across - low.across);
    const V inverse = inverse_depth<T>(h, k);
    const Moved<V> moved = {positive_zero<T>(h), positive_zero<T>(mu * inverse),
                            positive_zero<T>(mv * inverse)};
    if constexpr (!HasSolids) return moved;
    const MaskOf<V> solid = cell.h < zero;
    return {select(solid, cell.h, moved.h), select(solid, zero, moved.u),
            select(solid, zero, moved.v)};
}

/// How fast a wave runs along x or y, at most.
template <class T, class V>
TARN_HD V fastest_wave(V h, V u, V v, T gravity) {
    return max_of(magnitude(u), magnitude(v)) + square_root(V(gravity) * max_of(h, V(T(0))));
}

/// No wave may cross more than a cell in a step. False for NaN, since a comparison with NaN is.
template <class T, class V>
TARN_HD MaskOf<V> is_within_step(const Moved<V>& cell, const Constants<T>& k) {
    const V zero(T(0)), ratio(k.ratio);
    const V u = magnitude(cell.u), v = magnitude(cell.v), left = V(T(1)) - ratio * max_of(u, v);
    const V wave = ratio * ratio * V(k.gravity) * cell.h;
    // The sum is NaN where either of them is; the larger one may not be.
    return MaskOf<V>((zero < left) & (wave < left * left) & (ratio * (u + v) < V(T(2))));
}

}  // namespace tarn::shallow::fv
