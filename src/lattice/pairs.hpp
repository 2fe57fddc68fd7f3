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

/// Moves sums and differences towards equilibrium, each with its own rate. The rest population is
/// left to whoever closes the mass.
template <Lattice L, class V>
TARN_HD void relax(Pairs<L, V>& cell, const Pairs<L, V>& eq, V omega_even, V omega_odd) {
    unrolled<Pairs<L, V>::count>([&](auto index) {
        constexpr int k = decltype(index)::value;
        cell.sum[k] = cell.sum[k] + omega_even * (eq.sum[k] - cell.sum[k]);
        cell.difference[k] =
            cell.difference[k] + omega_odd * (eq.difference[k] - cell.difference[k]);
    });
}

/// How pair `k` enters moment e_row e_column: +1, -1 or not at all.
template <Lattice L>
TARN_HD constexpr int stress_sign(int k, int row, int column) {
    return L::c(2 * k + 1, row) * L::c(2 * k + 1, column);
}

/// The last pair that enters moment e_row e_column.
template <Lattice L>
TARN_HD constexpr int last_stress_pair(int row, int column) {
    int k = (L::q - 1) / 2 - 1;
    while (stress_sign<L>(k, row, column) == 0) --k;
    return k;
}

/// Component of sum e e (feq - f), up to its sign. Diagonals come first: the compiler then finds
/// their sum once for all components.
template <int Row, int Column, Lattice L, class V>
TARN_HD V stress_component(const Pairs<L, V>& cell, const Pairs<L, V>& eq) {
    constexpr int last = last_stress_pair<L>(Row, Column);
    V p = eq.sum[last] - cell.sum[last];
    unrolled<last>([&](auto index) {
        constexpr int k = last - 1 - decltype(index)::value;
        constexpr int sign = stress_sign<L>(k, Row, Column) * stress_sign<L>(last, Row, Column);
        if constexpr (sign > 0) p = p + (eq.sum[k] - cell.sum[k]);
        if constexpr (sign < 0) p = p - (eq.sum[k] - cell.sum[k]);
    });
    return p;
}

/// P:P with P = sum e e (f - feq): what the populations know of the local rate of strain.
template <Lattice L, class V>
TARN_HD V stress_squared(const Pairs<L, V>& cell, const Pairs<L, V>& eq) {
    const V xx = stress_component<0, 0>(cell, eq), yy = stress_component<1, 1>(cell, eq);
    const V xy = stress_component<0, 1>(cell, eq);
    V diagonal = xx * xx + yy * yy, mixed = xy * xy;
    if constexpr (L::dim == 3) {
        const V zz = stress_component<2, 2>(cell, eq);
        const V xz = stress_component<0, 2>(cell, eq), yz = stress_component<1, 2>(cell, eq);
        diagonal = diagonal + zz * zz;
        mixed = mixed + (xz * xz + yz * yz);
    }
    return diagonal + (mixed + mixed);
}

}  // namespace tarn::lattice
