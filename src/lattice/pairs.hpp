// Populations as sums and differences of opposite directions. Moments, equilibria and relaxation
// are shorter this way: even moments see only sums, odd ones only differences.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/lattice.hpp"

namespace tarn::lattice {

/// Pair k joins directions 2k + 1 and 2k + 2.
template <Lattice L, class V>
struct Pairs {
    static constexpr int count = (L::q - 1) / 2;
    V rest;
    V sum[count];         ///< f_i + f_opposite
    V difference[count];  ///< f_i - f_opposite
};

template <Lattice L, class V>
TARN_HD Pairs<L, V> to_pairs(const Populations<L, V>& cell) {
    Pairs<L, V> pairs;
    pairs.rest = cell.f[0];
    unrolled<Pairs<L, V>::count>([&](auto index) {
        constexpr int k = decltype(index)::value, i = 2 * k + 1;
        pairs.sum[k] = cell.f[i] + cell.f[i + 1];
        pairs.difference[k] = cell.f[i] - cell.f[i + 1];
    });
    return pairs;
}

template <class T, Lattice L, class V>
TARN_HD Populations<L, V> to_populations(const Pairs<L, V>& pairs) {
    Populations<L, V> cell;
    cell.f[0] = pairs.rest;
    unrolled<Pairs<L, V>::count>([&](auto index) {
        constexpr int k = decltype(index)::value, i = 2 * k + 1;
        const V even = V(T(0.5)) * pairs.sum[k], odd = V(T(0.5)) * pairs.difference[k];
        cell.f[i] = even + odd;
        cell.f[i + 1] = even - odd;
    });
    return cell;
}

/// How fast a collision relaxes even moments (which carry the viscosity) and odd ones.
template <class V>
struct Rates {
    V even, odd;
};

/// Moves the moving populations towards equilibrium with one rate: f + omega (feq - f), written so
/// that it takes the fewest additions.
template <class T, Lattice L, class V>
TARN_HD void relax(Populations<L, V>& cell, const Pairs<L, V>&, const Pairs<L, V>& eq, V omega) {
    const V kept = V(T(1)) - omega, half = V(T(0.5)) * omega;
    unrolled<Pairs<L, V>::count>([&](auto index) {
        constexpr int k = decltype(index)::value, i = 2 * k + 1;
        const V even = half * eq.sum[k], odd = half * eq.difference[k];
        cell.f[i] = kept * cell.f[i] + (even + odd);
        cell.f[i + 1] = kept * cell.f[i + 1] + (even - odd);
    });
}

/// The same with two rates; `pairs` are the cell's.
template <class T, Lattice L, class V>
TARN_HD void relax(Populations<L, V>& cell, const Pairs<L, V>& pairs, const Pairs<L, V>& eq,
                   Rates<V> rates) {
    const V half_even = V(T(0.5)) * rates.even, half_odd = V(T(0.5)) * rates.odd;
    unrolled<Pairs<L, V>::count>([&](auto index) {
        constexpr int k = decltype(index)::value, i = 2 * k + 1;
        const V even = half_even * (eq.sum[k] - pairs.sum[k]);
        const V odd = half_odd * (eq.difference[k] - pairs.difference[k]);
        cell.f[i] = cell.f[i] + (even + odd);
        cell.f[i + 1] = cell.f[i + 1] + (even - odd);
    });
}

}  // namespace tarn::lattice
