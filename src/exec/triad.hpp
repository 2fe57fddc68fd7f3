// The triad a = b + s c with non-temporal stores: the yardstick for what memory can give.
#pragma once

#include "exec/thread_pool.hpp"
#include <tarn/types.hpp>

namespace tarn::exec {

/// Elements [first, last) of one pass; both multiples of 16, arrays aligned to 64 bytes.
using Triad = void (*)(float* a, const float* b, const float* c, std::size_t first,
                       std::size_t last);
Triad triad_for(Isa isa);

/// Median over passes on three arrays of `bytes`/3 each.
double measure_triad(const ThreadPool& pool, std::size_t bytes);

}  // namespace tarn::exec
