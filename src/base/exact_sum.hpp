// Sums of whole numbers from many threads at once. Whole numbers add up to the same in any order,
// so results do not depend on threads or on the device.
#pragma once

#include "base/platform.hpp"

#include <cstdint>

namespace tarn {

TARN_HD void add_exactly(std::int64_t* to, std::int64_t amount) {
#ifdef __CUDA_ARCH__
    atomicAdd(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(amount));
#else
    __atomic_fetch_add(to, amount, __ATOMIC_RELAXED);
#endif
}

TARN_HD void lower_to(std::int32_t* least, std::int32_t value) {
#ifdef __CUDA_ARCH__
    atomicMin(least, value);
#else
    std::int32_t now = __atomic_load_n(least, __ATOMIC_RELAXED);
    while (value < now && !__atomic_compare_exchange_n(least, &now, value, true, __ATOMIC_RELAXED,
                                                       __ATOMIC_RELAXED)) {
    }
#endif
}

TARN_HD void raise_to(std::int32_t* most, std::int32_t value) {
#ifdef __CUDA_ARCH__
    atomicMax(most, value);
#else
    std::int32_t now = __atomic_load_n(most, __ATOMIC_RELAXED);
    while (value > now && !__atomic_compare_exchange_n(most, &now, value, true, __ATOMIC_RELAXED,
                                                       __ATOMIC_RELAXED)) {
    }
#endif
}

}  // namespace tarn
