// A SIMD register as a number: Pack<float, 16> computes sixteen cells at once with the arithmetic
// of one. Each instruction set has its own namespace, so that code for a newer CPU never stands in
// for a base function of the same name; a pack of one serves the ends of rows.
#pragma once

#include "base/half.hpp"
#include "base/platform.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

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
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    typedef Word Words __attribute__((vector_size(W * sizeof(T))));

    Register r;

    Pack() = default;
    TARN_HD explicit Pack(T scalar) : r(scalar - Register{}) {}
    TARN_HD static Pack of(Register r) {
        Pack p;
        p.r = r;
        return p;
    }
    TARN_HD static Pack load(const T* from) { return of(*reinterpret_cast<const Loose*>(from)); }
    TARN_HD static Pack load(const Half* from) {
        Pack p;
#if defined(__AVX512F__)
        if constexpr (W == 16) {
            p.r = (Register)_mm512_maskz_cvtph_ps(
                0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
            return p;
        }
#endif
#if defined(__F16C__)
        if constexpr (W == 8) {
            p.r =
                (Register)_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
            return p;
        }
#endif
        for (int lane = 0; lane < W; ++lane) p.r[lane] = to_float(from[lane]);
        return p;
    }
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
    /// The last lane of `before`, then all lanes of `now` but its last: the left neighbours of
    /// `now`.
    TARN_HD static Pack shifted(Pack before, Pack now) {
        return shifted(before, now, std::make_integer_sequence<int, W>{});
    }
    /// All lanes of `now` but its first, then the first lane of `after`: the right neighbours of
    /// `now`.
    TARN_HD static Pack following(Pack now, Pack after) {
        return following(now, after, std::make_integer_sequence<int, W>{});
    }
    /// The lanes from `begin` to before `end`.
    TARN_HD static Mask lanes(int begin, int end) {
        return lanes(begin, end, std::make_integer_sequence<int, W>{});
    }
    TARN_HD void store(T* to) const {
        *reinterpret_cast<Loose*>(to) = r;
    }

    TARN_HD void store(Half* to) const {
#if defined(__AVX512F__)
        if constexpr (W == 16) {
            _mm256_storeu_si256(
                reinterpret_cast<__m256i*>(to),
                _mm512_maskz_cvtps_ph(0xffff, (__m512)r, _MM_FROUND_TO_NEAREST_INT));
            return;
        }
#endif
#if defined(__F16C__)
        if constexpr (W == 8) {
            _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                             _mm256_cvtps_ph((__m256)r, _MM_FROUND_TO_NEAREST_INT));
            return;
        }
#endif
        for (int lane = 0; lane < W; ++lane) to[lane] = to_half(r[lane]);
    }

    /// What is left of the numbers after storing them as halves.
    TARN_HD static Pack as_halves(Pack x) {
#if defined(__AVX512F__)
        if constexpr (W == 16)
            return of((Register)_mm512_maskz_cvtph_ps(
                0xffff, _mm512_maskz_cvtps_ph(0xffff, (__m512)x.r, _MM_FROUND_TO_NEAREST_INT)));
#endif
#if defined(__F16C__)
        if constexpr (W == 8)
            return of(
                (Register)_mm256_cvtph_ps(_mm256_cvtps_ph((__m256)x.r, _MM_FROUND_TO_NEAREST_INT)));
#endif
        Pack p;
        for (int lane = 0; lane < W; ++lane) p.r[lane] = to_float(to_half(x.r[lane]));
        return p;
    }

    template <int... Lane>
    TARN_HD static Pack shifted(Pack before, Pack now, std::integer_sequence<int, Lane...>) {
        if constexpr (W == 1)
            return before;
        else
            return of(__builtin_shufflevector(before.r, now.r, (W - 1 + Lane)...));
    }

    template <int... Lane>
    TARN_HD static Pack following(Pack now, Pack after, std::integer_sequence<int, Lane...>) {
        if constexpr (W == 1)
            return after;
        else
            return of(__builtin_shufflevector(now.r, after.r, (Lane + 1)...));
    }
    template <int... Lane>
    TARN_HD static Mask lanes(int begin, int end, std::integer_sequence<int, Lane...>) {
        const Mask all = {Lane...}, none = {};
        return (none + begin <= all) & (all < none + end);
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
    friend TARN_HD Pack operator-(Pack a) {
        return of(-a.r);
    }
    friend TARN_HD Mask operator<(Pack a, Pack b) {
        return a.r < b.r;
    }
};

template <class T, int W>
TARN_HD Pack<T, W> select(typename Pack<T, W>::Mask mask, Pack<T, W> yes, Pack<T, W> no) {
    return Pack<T, W>::of(mask ? yes.r : no.r);
}

/// As for plain numbers, in one instruction: compilers do not see that a comparison and a choice
/// are one. The instruction takes its second operand where neither is smaller, or one is NaN.
template <class T, int W>
TARN_HD Pack<T, W> smaller(Pack<T, W> a, Pack<T, W> b) {
    typename Pack<T, W>::Register least = b.r < a.r ? b.r : a.r;
#if defined(__AVX512F__)
    if constexpr (W * sizeof(T) == 64 && sizeof(T) == 4)
        least = _mm512_maskz_min_ps(0xffff, b.r, a.r);
    if constexpr (W * sizeof(T) == 64 && sizeof(T) == 8)
        least = _mm512_maskz_min_pd(0xff, b.r, a.r);
#elif defined(__AVX__)
    if constexpr (W * sizeof(T) == 32 && sizeof(T) == 4) least = _mm256_min_ps(b.r, a.r);
    if constexpr (W * sizeof(T) == 32 && sizeof(T) == 8) least = _mm256_min_pd(b.r, a.r);
#elif defined(__SSE2__)
    if constexpr (W * sizeof(T) == 16 && sizeof(T) == 4) least = _mm_min_ps(b.r, a.r);
    if constexpr (W * sizeof(T) == 16 && sizeof(T) == 8) least = _mm_min_pd(b.r, a.r);
#endif
    return Pack<T, W>::of(least);
}

template <class T, int W>
TARN_HD Pack<T, W> larger(Pack<T, W> a, Pack<T, W> b) {
    typename Pack<T, W>::Register most = a.r < b.r ? b.r : a.r;
#if defined(__AVX512F__)
    if constexpr (W * sizeof(T) == 64 && sizeof(T) == 4)
        most = _mm512_maskz_max_ps(0xffff, b.r, a.r);
    if constexpr (W * sizeof(T) == 64 && sizeof(T) == 8) most = _mm512_maskz_max_pd(0xff, b.r, a.r);
#elif defined(__AVX__)
    if constexpr (W * sizeof(T) == 32 && sizeof(T) == 4) most = _mm256_max_ps(b.r, a.r);
    if constexpr (W * sizeof(T) == 32 && sizeof(T) == 8) most = _mm256_max_pd(b.r, a.r);
#elif defined(__SSE2__)
    if constexpr (W * sizeof(T) == 16 && sizeof(T) == 4) most = _mm_max_ps(b.r, a.r);
    if constexpr (W * sizeof(T) == 16 && sizeof(T) == 8) most = _mm_max_pd(b.r, a.r);
#endif
    return Pack<T, W>::of(most);
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

template <class T, int W>
TARN_HD Pack<T, W> magnitude(Pack<T, W> x) {
    using P = Pack<T, W>;
    constexpr typename P::Word kAllButSign = ~typename P::Word(0) >> 1;
    return P::of((typename P::Register)((typename P::Words)x.r & kAllButSign));
}
template <class T, int W>
TARN_HD Pack<T, W> near_inverse_root(Pack<T, W> x) {
    using P = Pack<T, W>;
    constexpr auto kTurned = typename P::Word(sizeof(T) == 4 ? 0x5f3759df : 0x5fe6eb50c7b537a9);
    return P::of((typename P::Register)(kTurned - ((typename P::Words)x.r >> 1)));
}
/// Stores one cache line with non-temporal stores, which bypass the cache; both addresses are
/// aligned to a line. Part of a line would cost four fifths of the memory's speed.
TARN_HD void stream_line(const void* line, void* to) {
#if defined(__AVX512F__)
    _mm512_stream_ps(static_cast<float*>(to), _mm512_load_ps(line));
#elif defined(__AVX__)
    for (int k = 0; k < 16; k += 8)
        _mm256_stream_ps(static_cast<float*>(to) + k,
                         _mm256_load_ps(static_cast<const float*>(line) + k));
#elif defined(__SSE2__)
    for (int k = 0; k < 16; k += 4)
        _mm_stream_ps(static_cast<float*>(to) + k,
                      _mm_load_ps(static_cast<const float*>(line) + k));
#else
    __builtin_memcpy(to, line, 64);
#endif
}

/// Asks for a cache line before it is needed. In assembly: GCC takes a function that only asks for
/// lines as one that does nothing, and leaves it out.
TARN_HD void fetch_line(const void* address) {
#if defined(__x86_64__)
    asm volatile("prefetcht0 %0" : : "m"(*static_cast<const char*>(address)));
#else
    __builtin_prefetch(address);
#endif
}

/// Makes streamed stores visible before another thread reads them.
TARN_HD void stream_fence() {
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

}  // namespace TARN_ISA
}  // namespace tarn::exec
