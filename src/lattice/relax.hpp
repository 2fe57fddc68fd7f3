// Relaxation of the moving populations towards equilibrium with one rate.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/lattice.hpp"

namespace tarn::lattice {

template <Lattice L, class V>
TARN_HD void relax(Populations<L, V>& cell, const Populations<L, V>& eq, V omega) {
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        cell.f[i] = cell.f[i] + omega * (eq.f[i] - cell.f[i]);
    });
}

}  // namespace tarn::lattice
