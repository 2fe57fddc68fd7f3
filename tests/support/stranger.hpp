// What a stranger may pass to the C API: ordinary arguments, and all that is not.
#pragma once

#include <tarn/tarn.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace tarn {

class Stranger {
public:
    explicit Stranger(unsigned seed) : random_(seed) {}

    double number() {
        using Limits = std::numeric_limits<double>;
        return pick({0.0, 1.0, 0.5, -1.0, 1e-3, 1e-300, 1e30, -1e300, Limits::max(),
                     Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()});
    }
    /// As a time to step, which is to end: nothing between a second and an age.
    double seconds() {
        return pick({0.0, 0.01, 0.1, -1.0, 1e30, std::numeric_limits<double>::infinity(),
                     std::numeric_limits<double>::quiet_NaN()});
    }
    std::int32_t whole() {
        using Limits = std::numeric_limits<std::int32_t>;
        return pick({0, 1, 3, 15, 16, -1, 1000000, Limits::max(), Limits::min()});
    }
    /// Of something that takes memory by its size: small, or more than there is.
    std::int32_t side() {
        using Limits = std::numeric_limits<std::int32_t>;
        return pick({1, 3, 15, 16, 0, -1, Limits::max(), Limits::min()});
    }
    const char* name() {
        return pick<const char*>(
            {"depth", "level", "bed", "max_depth", "foam", "", "\xff", "u.v", nullptr});
    }
    std::size_t size(std::size_t right) {
        return pick<std::size_t>({right, right, right, right - 8, 8, 0, 1, right + 4, right + 8,
                                  std::size_t{1} << 20, ~std::size_t{0}});
    }
    bool coin() { return random_() % 2 == 0; }
    std::size_t below(std::size_t n) { return random_() % n; }
    /// An address, or none.
    template <class T>
    T* maybe(T* address) {
        return below(4) == 0 ? nullptr : address;
    }
    /// A handle, or one that is stale.
    template <class Handle>
    Handle maybe_stale(Handle handle) {
        if (below(8) == 0) ++handle.generation;
        return handle;
    }
    template <class T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[random_() % list.size()];
    }

private:
    std::mt19937 random_;
};

/// A structure of any size, with room for a newer one and bytes that may not be zero.
template <class S>
struct Given {
    S value;
    unsigned char more[16] = {};

    Given(Stranger& stranger, S of_default) : value(of_default) {
        value.struct_size = stranger.size(sizeof(S));
        more[7] = stranger.coin() ? 0 : 1;
    }
};

/// A call of the C API with arguments of a stranger, by the name of its function. It answers a
/// tarn_status.
struct StrangersCall {
    std::string name;
    std::function<int()> run;
};
using StrangersCalls = std::vector<StrangersCall>;

/// Makes `count` of the calls, in any order. Each has to answer a status, and a sentence where it
/// failed.
inline void expect_answers(const StrangersCalls& calls, Stranger& stranger, int count) {
    for (int k = 0; k < count; ++k) {
        const StrangersCall& call = calls[stranger.below(calls.size())];
        const int status = call.run();
        ASSERT_GE(status, TARN_OK);
        ASSERT_LE(status, TARN_DEVICE_LOST);
        EXPECT_EQ(status == TARN_OK, tarn_last_error()[0] == '\0')
            << call.name << ": " << tarn_last_error();
    }
}

}  // namespace tarn
