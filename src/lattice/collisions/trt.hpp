// Two relaxation times: even moments carry the viscosity, odd ones follow from the free parameter
// Lambda = (tau - 1/2)(tau_odd - 1/2) [ginzburg2008]. 3/16 puts half-way walls exactly in place.
#pragma once

#include "lattice/pairs.hpp"

namespace tarn::lattice {

struct Trt {
    static constexpr const char* name = "trt";
    static constexpr const char* about = "two relaxation times, Lambda = 3/16";
    static constexpr double lambda = 3.0 / 16.0;

    template <class T>
    struct Constants {
        T omega_even, omega_odd;
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double) {
        return {T(1.0 / tau), T(1.0 / (lambda / (tau - 0.5) + 0.5))};
    }

    template <class T, class V, class Moments>
    TARN_HD static Rates<V> rates(V, const Moments&, const Constants<T>& k) {
        return {V(k.omega_even), V(k.omega_odd)};
    }
};

}  // namespace tarn::lattice
