// A compile-time loop: the body sees a constant index, so arrays indexed by it live in registers.
#pragma once

#include "base/platform.hpp"

#include <utility>

namespace tarn {

template <int Value>
struct Index {
    static constexpr int value = Value;
};

// Bodies are for the host, the device or both: nvcc is not to ask.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <class Body, int... I>
TARN_HD constexpr void unrolled(std::integer_sequence<int, I...>, Body&& body) {
    (body(Index<I>{}), ...);
}

/// Calls `body(Index<0>{})` ... `body(Index<Count - 1>{})`.
#ifdef __CUDACC__
#pragma nv_exec_check_disable
#endif
template <int Count, class Body>
TARN_HD constexpr void unrolled(Body&& body) {
    unrolled(std::make_integer_sequence<int, Count>{}, body);
}

}  // namespace tarn
