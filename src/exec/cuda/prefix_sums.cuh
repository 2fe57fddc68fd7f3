// Prefix sums of counts on a GPU [blelloch1990]: the sums of blocks, their prefix sums in one
// block, and the sums within each block.
#pragma once

#include "exec/prefix_sums.hpp"

#include <cstdint>
#include <cuda_runtime.h>

namespace tarn::exec {

/// The sum of `mine` over the threads before this one; `all` becomes that of the whole block.
template <int Threads>
__device__ std::int64_t sum_before(std::int64_t mine, std::int64_t& all) {
    __shared__ std::int64_t values[Threads];
    const int lane = int(threadIdx.x);
    __syncthreads();
    values[lane] = mine;
    for (int reach = 1; reach < Threads; reach *= 2) {
        __syncthreads();
        const std::int64_t other = lane >= reach ? values[lane - reach] : 0;
        __syncthreads();
        values[lane] += other;
    }
    __syncthreads();
    all = values[Threads - 1];
    return values[lane] - mine;
}

template <int Unused = 0>
__global__ void __launch_bounds__(kSumBlock)
    sum_blocks(const std::int32_t* counts, int size, std::int64_t* blocks) {
    const int k = int(blockIdx.x) * kSumBlock + int(threadIdx.x);
    std::int64_t all = 0;
    sum_before<kSumBlock>(k < size ? counts[k] : 0, all);
    if (threadIdx.x == 0) blocks[blockIdx.x] = all;
}

/// One block turns the sums of all blocks into sums of those before each.
template <int Unused = 0>
__global__ void __launch_bounds__(kSumBlock) sum_before_blocks(int count, std::int64_t* blocks) {
    std::int64_t before = 0;
    for (int first = 0; first < count; first += kSumBlock) {
        const int k = first + int(threadIdx.x);
        std::int64_t all = 0;
        const std::int64_t sum = sum_before<kSumBlock>(k < count ? blocks[k] : 0, all);
        if (k < count) blocks[k] = before + sum;
        before += all;
    }
}

template <int Unused = 0>
__global__ void __launch_bounds__(kSumBlock)
    sum_within_blocks(const std::int32_t* counts, int size, const std::int64_t* blocks,
                      std::int64_t* sums) {
    const int k = int(blockIdx.x) * kSumBlock + int(threadIdx.x);
    std::int64_t all = 0;
    const std::int64_t sum = sum_before<kSumBlock>(k < size ? counts[k] : 0, all);
    if (k <= size) sums[k] = blocks[blockIdx.x] + sum;
}

}  // namespace tarn::exec
