// Half precision as storage: sixteen bits in memory, float in registers. Conversions round to the
// nearest even, small numbers included, so hardware and the functions below agree to the bit for
// all numbers (not for what a NaN carries).
#pragma once

#include "base/platform.hpp"

#include <cstdint>

#if defined(__CUDACC__)
#include <cuda_fp16.h>
#endif

namespace tarn {

struct Half {
    std::uint16_t bits = 0;
};

/// In integer arithmetic, for machines without the instruction.
TARN_HD constexpr Half to_half_by_hand(float x) {
    const auto word = __builtin_bit_cast(std::uint32_t, x);
    const std::uint32_t sign = (word >> 16) & 0x8000u, size = word & 0x7fffffffu;
    constexpr std::uint32_t kTooLarge = 0x47800000u;        // 65536
    constexpr std::uint32_t kSmallestNormal = 0x38800000u;  // 2^-14
    if (size >= kTooLarge) return {std::uint16_t(sign | (size > 0x7f800000u ? 0x7e00u : 0x7c00u))};
    if (size < kSmallestNormal) {
        // The last bit of a float next to 1/2 weighs as much as that of a subnormal half.
        const float aligned = __builtin_bit_cast(float, size) + 0.5f;
        return {std::uint16_t(sign | (__builtin_bit_cast(std::uint32_t, aligned) - 0x3f000000u))};
    }
    const std::uint32_t rebias = std::uint32_t(15 - 127) << 23;
    return {std::uint16_t(sign | ((size + rebias + 0xfffu + ((size >> 13) & 1u)) >> 13))};
}

TARN_HD constexpr float to_float_by_hand(Half h) {
    const std::uint32_t sign = std::uint32_t(h.bits & 0x8000u) << 16, size = h.bits & 0x7fffu;
    if (size >= 0x7c00u)
        return __builtin_bit_cast(float, sign | 0x7f800000u | ((size & 0x3ffu) << 13));
    return __builtin_bit_cast(
        float,
        sign | __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, size << 13) * 0x1p112f));
}

TARN_HD Half to_half(float x) {
#if defined(__CUDA_ARCH__)
    return {__half_as_ushort(__float2half_rn(x))};
#else
    return to_half_by_hand(x);
#endif
}

TARN_HD float to_float(Half h) {
#if defined(__CUDA_ARCH__)
    return __half2float(__ushort_as_half(h.bits));
#else
    return to_float_by_hand(h);
#endif
}

/// As load() and store() of base/numeric.hpp: memory holds halves, registers floats.
template <class V>
TARN_HD V load(const Half* from) {
    if constexpr (requires { V::width; })
        return V::load(from);
    else
        return to_float(*from);
}

template <class V>
TARN_HD void store(V value, Half* to) {
    if constexpr (requires { V::width; })
        value.store(to);
    else
        *to = to_half(value);
}

}  // namespace tarn
