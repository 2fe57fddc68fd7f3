// The non-equilibrium stress of a cell: what its populations know of the local rate of strain.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/lattice.hpp"

namespace tarn::lattice {

/// P:P with P = sum e e (f - feq).
template <class T, Lattice L, class V>
TARN_HD V stress_squared(const Populations<L, V>& cell, const Populations<L, V>& eq) {
    V squares = V(T(0));
    unrolled<L::dim>([&](auto a) {
        unrolled<L::dim>([&](auto b) {
            constexpr int row = decltype(a)::value, column = decltype(b)::value;
            if constexpr (row <= column) {
                V p = V(T(0));
                unrolled<L::q - 1>([&](auto index) {
                    constexpr int i = decltype(index)::value + 1;
                    constexpr int sign = L::c(i, row) * L::c(i, column);
                    if constexpr (sign > 0) p = p + (cell.f[i] - eq.f[i]);
                    if constexpr (sign < 0) p = p - (cell.f[i] - eq.f[i]);
                });
                squares = squares + V(T(row == column ? 1 : 2)) * (p * p);
            }
        });
    });
    return squares;
}

}  // namespace tarn::lattice
