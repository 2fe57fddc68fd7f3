// Two relaxation times: even moments carry the viscosity, odd ones follow from the free parameter
// Lambda = (tau - 1/2)(tau_odd - 1/2) [ginzburg2008]. 3/16 puts half-way walls exactly in place.
#pragma once

#include "base/unrolled.hpp"
#include "lattice/lattice.hpp"

namespace tarn::lattice {

struct Trt {
    static constexpr const char* name = "trt";
    static constexpr const char* about = "two relaxation times, Lambda = 3/16";
    static constexpr double lambda = 3.0 / 16.0;

    template <class T>
    struct Constants {
        T half_even, half_odd;  ///< half of each rate: a pair shares its mean and difference
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double) {
        return {T(0.5 / tau), T(0.5 / (lambda / (tau - 0.5) + 0.5))};
    }

    template <class T, Lattice L, class V, class Moments>
    TARN_HD static void collide(Populations<L, V>& cell, const Populations<L, V>& eq,
                                const Moments&, const Constants<T>& k) {
        unrolled<(L::q - 1) / 2>([&](auto pair) {
            constexpr int i = 2 * decltype(pair)::value + 1;
            const V a = eq.f[i] - cell.f[i], b = eq.f[i + 1] - cell.f[i + 1];
            const V even = V(k.half_even) * (a + b), odd = V(k.half_odd) * (a - b);
            cell.f[i] = cell.f[i] + (even + odd);
            cell.f[i + 1] = cell.f[i + 1] + (even - odd);
        });
    }
};

}  // namespace tarn::lattice
