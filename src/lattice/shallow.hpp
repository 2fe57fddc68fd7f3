// Shallow water on D2Q9 in lattice units: moments and equilibrium of one cell [zhou2004; pond].
// Depth is counted in reference depths, and populations are stored as their deviation from still
// water of depth 1: small numbers keep small waves exact in single precision.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/d2q9.hpp"

namespace tarn::lattice {

/// What a cell holds: depth above the reference, depth, velocity. Collisions call the depth `mass`.
template <class V>
struct ShallowMoments {
    V mass_deviation;  ///< h - 1
    V mass;            ///< h
    V u, v;
};

template <class V>
using ShallowCell = Populations<D2Q9, V>;

/// Sum of the deviations: depth minus one. The rest population was set last, so it is added last.
template <class V>
TARN_HD V depth_deviation(const ShallowCell<V>& cell) {
    const V* f = cell.f;
    return (((f[1] + f[2]) + (f[3] + f[4])) + ((f[5] + f[6]) + (f[7] + f[8]))) + f[0];
}

template <class V>
struct Momentum {
    V x, y;
};

template <class V>
TARN_HD Momentum<V> momentum(const ShallowCell<V>& cell) {
    const V* f = cell.f;
    const V along = f[5] - f[6], across = f[7] - f[8];
    return {(f[1] - f[2]) + (along + across), (f[3] - f[4]) + (along - across)};
}

template <class T, class V>
TARN_HD ShallowMoments<V> moments(const ShallowCell<V>& cell) {
    const V deviation = depth_deviation(cell);
    const V h = V(T(1)) + deviation;
    const Momentum<V> m = momentum(cell);
    const V inverse = V(T(1)) / h;
    return {deviation, h, m.x * inverse, m.y * inverse};
}

/// Equilibrium minus the populations of still water, directions 1..8; the rest population follows
/// from the mass. feq_i = w_i h (3/2 g h + 3 e.u + 9/2 (e.u)^2 - 3/2 u^2).
template <class T, class V>
TARN_HD ShallowCell<V> equilibrium(const ShallowMoments<V>& m, T gravity) {
    const V pressure =
        V(T(1.5) * gravity) * (m.mass_deviation * (V(T(2)) + m.mass_deviation));
    const V drift = V(T(1.5)) * (m.u * m.u + m.v * m.v);
    ShallowCell<V> eq;
    V moving = V(T(0));
    unrolled<4>([&](auto pair) {
        constexpr int i = 2 * decltype(pair)::value + 1;
        constexpr int cx = D2Q9::c(i, 0), cy = D2Q9::c(i, 1);
        V e = m.u;
        if constexpr (cx == 0) e = m.v;
        if constexpr (cx == 1 && cy == 1) e = m.u + m.v;
        if constexpr (cx == 1 && cy == -1) e = m.u - m.v;
        const V w = V(T(D2Q9::weight(i)));
        const V even = w * (pressure + m.mass * (V(T(4.5)) * (e * e) - drift));
        const V odd = w * (m.mass * (V(T(3)) * e));
        eq.f[i] = even + odd;
        eq.f[i + 1] = even - odd;
        moving = moving + (even + even);
    });
    eq.f[0] = m.mass_deviation - moving;
    return eq;
}

/// The rest population holds what the moving ones do not, so a cell's mass is kept to rounding.
template <class V>
TARN_HD void close_mass(ShallowCell<V>& cell, V mass_deviation) {
    const V* f = cell.f;
    cell.f[0] =
        mass_deviation - (((f[1] + f[2]) + (f[3] + f[4])) + ((f[5] + f[6]) + (f[7] + f[8])));
}

}  // namespace tarn::lattice
