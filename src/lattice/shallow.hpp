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
    V mx, my;          ///< h u, h v
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
    const V inverse = V(T(1)) / m.mass;
    m.u = m.mx * inverse;
    m.v = m.my * inverse;
    return m;
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments_of(V mass_deviation, V u, V v) {
    const V mass = V(T(1)) + mass_deviation;
    return {mass_deviation, mass, mass * u, mass * v, u, v};
}

/// Equilibrium minus still water, feq_i = w_i h (3/2 g h + 3 e.u + 9/2 (e.u)^2 - 3/2 u^2), as sums
/// and differences of opposite directions; the rest population follows from the mass.
template <class T, class V>
TARN_HD ShallowPairs<V> equilibrium(const ShallowMoments<V>& m, T gravity) {
    const V pressure = V(T(1.5) * gravity) * (m.mass_deviation * (V(T(2)) + m.mass_deviation));
    const V xx = m.mx * m.u, yy = m.my * m.v;
    const V both = pressure - V(T(1.5)) * (xx + yy);
    const V along_m = m.mx + m.my, along_u = m.u + m.v;
    const V across_m = m.mx - m.my, across_u = m.u - m.v;
    const V axis = V(T(2.0 / 9.0)) * both, diagonal = V(T(1.0 / 18.0)) * both;
    ShallowPairs<V> eq;
    eq.sum[0] = axis + xx;
    eq.sum[1] = axis + yy;
    eq.sum[2] = diagonal + V(T(0.25)) * (along_m * along_u);
    eq.sum[3] = diagonal + V(T(0.25)) * (across_m * across_u);
    eq.difference[0] = V(T(2.0 / 3.0)) * m.mx;
    eq.difference[1] = V(T(2.0 / 3.0)) * m.my;
    eq.difference[2] = V(T(1.0 / 6.0)) * along_m;
    eq.difference[3] = V(T(1.0 / 6.0)) * across_m;
    eq.rest = m.mass_deviation - sum_of_pairs(eq);
    return eq;
}

/// The rest population holds what the moving ones do not, so a cell's mass is kept to rounding.
template <class V>
TARN_HD void close_mass(ShallowPairs<V>& cell, V mass_deviation) {
    cell.rest = mass_deviation - sum_of_pairs(cell);
}

}  // namespace tarn::lattice
