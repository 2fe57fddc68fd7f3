// Shallow water on D2Q9 in lattice units: moments and equilibrium of one cell [zhou2004; pond].
// Depth is counted in reference depths, and populations are stored as their deviation from still
// water of depth 1: small numbers keep small waves exact in single precision.
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
    V mass_deviation;  ///< h - 1
    V mass;            ///< h
    V inverse_mass;
    V mx, my;  ///< h u, h v
    V u, v;
};

template <class V>
TARN_HD V sum_of_pairs(const ShallowPairs<V>& cell) {
    return (cell.sum[0] + cell.sum[1]) + (cell.sum[2] + cell.sum[3]);
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments(const ShallowPairs<V>& cell) {
    ShallowMoments<V> m;
    // The rest population was set last, from the others, so it is added last.
    m.mass_deviation = sum_of_pairs(cell) + cell.rest;
    m.mass = V(T(1)) + m.mass_deviation;
    m.mx = cell.difference[0] + (cell.difference[2] + cell.difference[3]);
    m.my = cell.difference[1] + (cell.difference[2] - cell.difference[3]);
    m.inverse_mass = V(T(1)) / m.mass;
    m.u = m.mx * m.inverse_mass;
    m.v = m.my * m.inverse_mass;
    return m;
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments_of(V mass_deviation, V u, V v) {
    const V mass = V(T(1)) + mass_deviation;
    return {mass_deviation, mass, V(T(1)) / mass, mass * u, mass * v, u, v};
}

/// Equilibrium minus still water, feq_i = w_i h (3/2 g h + 3 e.u + 9/2 (e.u)^2 - 3/2 u^2), as sums
/// and differences of opposite directions; the rest population follows from the mass.
template <class T, class V>
TARN_HD ShallowPairs<V> equilibrium(const ShallowMoments<V>& m, T gravity) {
    const V pressure = V(T(0.5) * gravity) * (m.mass_deviation * (V(T(2)) + m.mass_deviation));
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
/// second moments of feq are g (h^2 - 1)/2 + h u u.
template <class T, class V>
TARN_HD V stress_squared(const ShallowPairs<V>& cell, const ShallowMoments<V>& m, T gravity) {
    const V pressure = V(T(0.5) * gravity) * (m.mass_deviation * (V(T(2)) + m.mass_deviation));
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
