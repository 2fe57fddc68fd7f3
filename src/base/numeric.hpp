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

TARN_HD float magnitude(float x) {
    return __builtin_fabsf(x);
}
TARN_HD double magnitude(double x) {
    return __builtin_fabs(x);
}

/// As smaller() and larger(), in one instruction on a GPU too. There either of two zeros may come
/// out, and NaN comes out wherever one goes in: for decisions, and for sums that end in a positive
/// zero (positive_zero()).
template <class V>
TARN_HD V min_of(V a, V b) {
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(V) == 4) {
        V least;
        asm("min.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
        return least;
    }
#endif
    return smaller(a, b);
}
template <class V>
TARN_HD V max_of(V a, V b) {
#ifdef __CUDA_ARCH__
    if constexpr (sizeof(V) == 4) {
        V most;
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(most) : "f"(a), "f"(b));
        return most;
    }
#endif
    return larger(a, b);
}

/// The same number; zero has a positive sign.
template <class T, class V>
TARN_HD V positive_zero(V x) {
    return x + V(T(0));
}

/// 1/sqrt(x) of a positive number to 4 %, by arithmetic on its bits: the exponent is halved and
/// turned round [blinn1997].
TARN_HD float near_inverse_root(float x) {
    return __builtin_bit_cast(float, 0x5f3759dfu - (__builtin_bit_cast(unsigned, x) >> 1));
}
TARN_HD double near_inverse_root(double x) {
    return __builtin_bit_cast(
        double, 0x5fe6eb50c7b537a9ull - (__builtin_bit_cast(unsigned long long, x) >> 1));
}
/// Square root to 0.2 %, from below, without a root and with the same bits everywhere: where an
/// estimate is asked for, such as the speed of a wave. Zero for zero.
template <class T, class V>
TARN_HD V estimated_root(V x) {
    const V inverse = near_inverse_root(x), root = x * inverse;
    return root * (V(T(1.5)) - V(T(0.5)) * (root * inverse));
}

/// Cube root of a positive number, exact to rounding: Halley's steps from an estimate by the bits.
/// x^(1/4) x^(1/16) x^(1/64) is near it, to a quarter for 1e-9 to 1e9, and each step cubes that.
template <class T, class V>
TARN_HD V cube_root(V x) {
    const V fourth = near_inverse_root(near_inverse_root(x));
    const V sixteenth = near_inverse_root(near_inverse_root(fourth));
    V y = fourth * sixteenth * near_inverse_root(near_inverse_root(sixteenth));
    for (int k = 0; k < 3; ++k) {
        const V cube = y * y * y;
        y = y * ((cube + (x + x)) / (cube + cube + x));
    }
    return y;
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
