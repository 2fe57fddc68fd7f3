// The few operations beyond + - x / that state may be computed with, for plain numbers. SIMD packs
// give the same names (exec/pack.hpp). Each is exact or a selection, so every backend gets the same
// bits; the order of the arguments decides what a NaN does, the same way everywhere.
#pragma once

#include "base/platform.hpp"

namespace tarn {

TARN_HD float square_root(float x) {
    return __builtin_sqrtf(x);
}
TARN_HD double square_root(double x) {
    return __builtin_sqrt(x);
}

template <class T>
TARN_HD T select(bool condition, T yes, T no) {
    return condition ? yes : no;
}

/// The smaller of two; `a` unless `b < a` is true.
template <class V>
TARN_HD V smaller(V a, V b) {
    return select(b < a, b, a);
}

/// The larger of two; `a` unless `a < b` is true.
template <class V>
TARN_HD V larger(V a, V b) {
    return select(a < b, b, a);
}

/// As smaller() and larger(), for decisions only: a GPU is quicker, and may choose otherwise
/// between two zeros or where one is NaN.
template <class V>
TARN_HD V roughly_smaller(V a, V b) {
#ifdef __CUDA_ARCH__
    return fmin(a, b);
#else
    return smaller(a, b);
#endif
}
template <class V>
TARN_HD V roughly_larger(V a, V b) {
#ifdef __CUDA_ARCH__
    return fmax(a, b);
#else
    return larger(a, b);
#endif
}

/// Type of a comparison of two values.
template <class V>
using MaskOf = decltype(V{} < V{});

/// True if a comparison holds for any lane of a pack, or for the one value.
template <class V>
TARN_HD bool any(MaskOf<V> mask) {
    if constexpr (requires { V::width; })
        return V::any(mask);
    else
        return mask;
}

/// Reads a value, or a whole pack of neighbouring values, from memory.
template <class V, class T>
TARN_HD V load(const T* from) {
    if constexpr (requires { V::width; })
        return V::load(from);
    else
        return *from;
}

template <class V, class T>
TARN_HD void store(V value, T* to) {
    if constexpr (requires { V::width; })
        value.store(to);
    else
        *to = value;
}

}  // namespace tarn
