// A compile-time loop: the body sees a constant index, so arrays indexed by it live in registers.
#pragma once

#include "base/platform.hpp"

#include <utility>

namespace tarn {

template <int Value>
struct Index {
    static constexpr int value = Value;
};

template <class Body, int... I>
TARN_HD constexpr void unrolled(std::integer_sequence<int, I...>, Body&& body) {
    (body(Index<I>{}), ...);
}

/// Calls `body(Index<0>{})` ... `body(Index<Count - 1>{})`.
template <int Count, class Body>
TARN_HD constexpr void unrolled(Body&& body) {
    unrolled(std::make_integer_sequence<int, Count>{}, body);
}

}  // namespace tarn
