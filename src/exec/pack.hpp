// A SIMD register as a number: Pack<float, 16> computes sixteen cells at once with the arithmetic
// of one. Each instruction set has its own namespace, so that code for a newer CPU never stands in
// for a base function of the same name; a pack of one serves the ends of rows.
#pragma once

#include "base/platform.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>

#if !defined(TARN_ISA)
#define TARN_ISA isa_base
#endif

namespace tarn::exec {
inline namespace TARN_ISA {

#if defined(__AVX512F__)
inline constexpr int kRegisterBytes = 64;
#elif defined(__AVX__)
inline constexpr int kRegisterBytes = 32;
#else
inline constexpr int kRegisterBytes = 16;
#endif

template <class T, int W>
struct Pack {
    static constexpr int width = W;
    typedef T Register __attribute__((vector_size(W * sizeof(T))));
    typedef T Loose __attribute__((vector_size(W * sizeof(T)), aligned(sizeof(T)), may_alias));
    using Mask = decltype(Register{} < Register{});

    Register r;

    Pack() = default;
    TARN_HD explicit Pack(T scalar) : r(Register{} + scalar) {}
    TARN_HD static Pack of(Register r) {
        Pack p;
        p.r = r;
        return p;
    }
    TARN_HD static Pack load(const T* from) { return of(*reinterpret_cast<const Loose*>(from)); }
    /// True if any lane of a comparison is true.
    TARN_HD static bool any(Mask mask) {
#if defined(__AVX512F__)
        if constexpr (sizeof(Mask) == 64)
            return _mm512_test_epi32_mask((__m512i)mask, (__m512i)mask) != 0;
#endif
#if defined(__AVX__)
        if constexpr (sizeof(Mask) == 32)
            return _mm256_testz_si256((__m256i)mask, (__m256i)mask) == 0;
#endif
#if defined(__SSE2__)
        if constexpr (sizeof(Mask) == 16) return _mm_movemask_epi8((__m128i)mask) != 0;
#endif
        bool found = false;
        for (int lane = 0; lane < W; ++lane) found |= mask[lane] != 0;
        return found;
    }
    TARN_HD void store(T* to) const {
        *reinterpret_cast<Loose*>(to) = r;
    }

    friend TARN_HD Pack operator+(Pack a, Pack b) {
        return of(a.r + b.r);
    }
    friend TARN_HD Pack operator-(Pack a, Pack b) {
        return of(a.r - b.r);
    }
    friend TARN_HD Pack operator*(Pack a, Pack b) {
        return of(a.r * b.r);
    }
    friend TARN_HD Pack operator/(Pack a, Pack b) {
        return of(a.r / b.r);
    }
    friend TARN_HD Mask operator<(Pack a, Pack b) {
        return a.r < b.r;
    }
};

template <class T, int W>
TARN_HD Pack<T, W> select(typename Pack<T, W>::Mask mask, Pack<T, W> yes, Pack<T, W> no) {
    return Pack<T, W>::of(mask ? yes.r : no.r);
}

template <class T, int W>
TARN_HD Pack<T, W> square_root(Pack<T, W> x) {
    Pack<T, W> y;
    for (int lane = 0; lane < W; ++lane) {
        if constexpr (sizeof(T) == 4)
            y.r[lane] = __builtin_sqrtf(x.r[lane]);
        else
            y.r[lane] = __builtin_sqrt(x.r[lane]);
    }
    return y;
}

/// Stores past the cache. `to` must be aligned to a register; whole 64-byte lines should be filled
/// in one go, or the memory falls to a fifth of its speed.
template <class T, int W>
TARN_HD void stream(Pack<T, W> value, T* to) {
#if defined(__x86_64__)
    constexpr int lanes = kRegisterBytes / int(sizeof(T));
    if constexpr (sizeof(T) == 4 && W % lanes == 0) {
        typedef float Part __attribute__((vector_size(kRegisterBytes)));
        const auto* parts = reinterpret_cast<const Part*>(&value.r);
        for (int k = 0; k < W / lanes; ++k) {
#if defined(__AVX512F__)
            _mm512_stream_ps(to + k * lanes, parts[k]);
#elif defined(__AVX__)
            _mm256_stream_ps(to + k * lanes, parts[k]);
#else
            _mm_stream_ps(to + k * lanes, parts[k]);
#endif
        }
        return;
    }
#endif
    value.store(to);
}

/// Makes streamed stores visible before another thread reads them.
TARN_HD void stream_fence() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

}  // namespace TARN_ISA
}  // namespace tarn::exec
