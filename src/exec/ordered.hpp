// Sums and other joins with the same bits whoever does the work: of a row of values, lane k takes
// values k, k + kLanes, ... in order, and a tree joins the lanes. A block of GPU threads and a CPU
// loop both do exactly that.
#pragma once

#include "base/platform.hpp"

namespace tarn::exec {

inline constexpr int kLanes = 128;

/// What is joined: starts as nothing, and takes in others of its kind.
template <class R>
concept Joinable = requires(R a, const R b) {
    a.join(b);
};

/// Joins `count` values, `value(k)` each; `lanes` is room for kLanes of them.
template <Joinable R, class Value>
R join_in_order(int count, R* lanes, Value&& value) {
    for (int k = 0; k < kLanes; ++k) lanes[k] = R{};
    for (int k = 0; k < count; ++k) lanes[k % kLanes].join(value(k));
    for (int half = kLanes / 2; half > 0; half /= 2)
        for (int k = 0; k < half; ++k) lanes[k].join(lanes[k + half]);
    return lanes[0];
}

/// A sum of doubles.
struct Sum {
    double value = 0.0;
    TARN_HD void join(const Sum& other) { value += other.value; }
};

}  // namespace tarn::exec
