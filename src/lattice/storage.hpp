// The numbers that populations are stored as. The number a step computes with and the number it
// stores may differ: half storage computes in float.
#pragma once

#include "base/half.hpp"

namespace tarn::lattice {

/// Every population as the number that is computed with.
template <class T>
struct Full {
    using Number = T;
    using Moving = T;

    template <class V>
    TARN_HD static V as_stored(V value) {
        return value;
    }
};

/// Moving populations as halves, the rest population as float: it takes up what rounding took from
/// the others, so mass is kept as well as with floats.
struct Halved {
    using Number = float;
    using Moving = Half;

    template <class V>
    TARN_HD static V as_stored(V value) {
        if constexpr (requires { V::width; }) {
            return V::as_halves(value);
        } else {
            return to_float(to_half(value));
        }
    }
};

}  // namespace tarn::lattice
