// One relaxation time for everything [bhatnagar1954].
#pragma once

#include "lattice/pairs.hpp"

namespace tarn::lattice {

struct Bgk {
    static constexpr const char* name = "bgk";
    static constexpr const char* about = "one relaxation time (POND)";

    template <class T>
    struct Constants {
        T omega;
    };

    template <class T>
    TARN_HD static Constants<T> constants(double tau, double) {
        return {T(1.0 / tau)};
    }

    template <class T, class V, class Moments>
    TARN_HD static V rates(V, const Moments&, const Constants<T>& k) {
        return V(k.omega);
    }
};

}  // namespace tarn::lattice
