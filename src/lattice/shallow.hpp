// Shallow water on D2Q9 in lattice units: moments and equilibrium of one cell [zhou2004; pond].
// Depth is counted in reference depths, and populations are stored as their deviation from still
// water: small numbers keep small waves exact in single precision. Still water is 1 deep over a
// flat bed, and as deep as its level allows over another.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/d2q9.hpp"
#include "lattice/pairs.hpp"

namespace tarn::lattice {

template <class V>
using ShallowCell = Populations<D2Q9, V>;
template <class V>
using ShallowPairs = Pairs<D2Q9, V>;

/// What a cell holds. Collisions call the depth `mass`.
template <class V>
struct ShallowMoments {
    V mass_deviation;  ///< h - still depth
    V mass;            ///< h
    V inverse_mass;
    V head;    ///< h^2 - still depth^2
    V mx, my;  ///< h u, h v
    V u, v;
};

template <class V>
TARN_HD V sum_of_pairs(const ShallowPairs<V>& cell) {
    return (cell.sum[0] + cell.sum[1]) + (cell.sum[2] + cell.sum[3]);
}

/// h^2 - still depth^2, without the cancellation.
template <class V>
TARN_HD V head_of(V mass_deviation, V still) {
    return mass_deviation * ((still + still) + mass_deviation);
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments(const ShallowPairs<V>& cell, V still = V(T(1))) {
    ShallowMoments<V> m;
    // The rest population was set last, from the others, so it is added last.
    m.mass_deviation = sum_of_pairs(cell) + cell.rest;
    m.mass = still + m.mass_deviation;
    m.head = head_of(m.mass_deviation, still);
    m.mx = cell.difference[0] + (cell.difference[2] + cell.difference[3]);
    m.my = cell.difference[1] + (cell.difference[2] - cell.difference[3]);
    m.inverse_mass = V(T(1)) / m.mass;
    m.u = m.mx * m.inverse_mass;
    m.v = m.my * m.inverse_mass;
    return m;
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments_of(V mass_deviation, V u, V v, V still = V(T(1))) {
    const V mass = still + mass_deviation;
    return {mass_deviation,
            mass,
            V(T(1)) / mass,
            head_of(mass_deviation, still),
            mass * u,
            mass * v,
            u,
            v};
}

/// Equilibrium minus still water, feq_i = w_i h (3/2 g h + 3 e.u + 9/2 (e.u)^2 - 3/2 u^2), as sums
/// and differences of opposite directions; the rest population follows from the mass.
template <class T, class V>
TARN_HD ShallowPairs<V> equilibrium(const ShallowMoments<V>& m, T gravity) {
    const V pressure = V(T(0.5) * gravity) * m.head;
    const V xx = m.mx * m.u, yy = m.my * m.v, xy = V(T(0.5)) * (m.mx * m.v);
    const V trace = xx + yy;
    const V axis = V(T(2.0 / 3.0)) * pressure - V(T(1.0 / 3.0)) * trace;
    const V diagonal = V(T(1.0 / 6.0)) * (pressure + trace);
    ShallowPairs<V> eq;
    eq.sum[0] = axis + xx;
    eq.sum[1] = axis + yy;
    eq.sum[2] = diagonal + xy;
    eq.sum[3] = diagonal - xy;
    eq.difference[0] = V(T(2.0 / 3.0)) * m.mx;
    eq.difference[1] = V(T(2.0 / 3.0)) * m.my;
    eq.difference[2] = V(T(1.0 / 6.0)) * (m.mx + m.my);
    eq.difference[3] = V(T(1.0 / 6.0)) * (m.mx - m.my);
    eq.rest = m.mass_deviation - sum_of_pairs(eq);
    return eq;
}

/// P:P with P = sum e e (f - feq): what the populations know of the local rate of strain. The
/// second moments of feq are g (h^2 - still^2)/2 + h u u.
template <class T, class V>
TARN_HD V stress_squared(const ShallowPairs<V>& cell, const ShallowMoments<V>& m, T gravity) {
    const V pressure = V(T(0.5) * gravity) * m.head;
    const V diagonals = cell.sum[2] + cell.sum[3];
    const V xx = (cell.sum[0] + diagonals) - (pressure + m.mx * m.u);
    const V yy = (cell.sum[1] + diagonals) - (pressure + m.my * m.v);
    const V xy = (cell.sum[2] - cell.sum[3]) - m.mx * m.v;
    return (xx * xx + yy * yy) + V(T(2)) * (xy * xy);
}

/// The rest population holds what the moving ones do not, so a cell's mass is kept to rounding.
template <class V>
TARN_HD void close_mass(ShallowCell<V>& cell, V mass_deviation) {
    const V* f = cell.f;
    cell.f[0] =
        mass_deviation - (((f[1] + f[2]) + (f[3] + f[4])) + ((f[5] + f[6]) + (f[7] + f[8])));
}

}  // namespace tarn::lattice
