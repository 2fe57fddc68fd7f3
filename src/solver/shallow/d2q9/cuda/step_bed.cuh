// The kernels of a step over a bed that varies. Most cells are deep water or empty land and take a
// short way; the few others, at shores, need so many registers that they would slow all. So the
// first kernel steps the easy cells and leaves a bit for each of the others, and the second gathers
// those into full warps. The ghost cells beyond the edges were filled before.
#pragma once

#include "solver/shallow/d2q9/cuda/step_cells.cuh"

namespace tarn::shallow::d2q9::cuda {

/// Where a step finds what cells have sent, and where it puts what they send next: pointers to what
/// belongs to cell (0, 0), so that a thread has one number to add to each.
template <class S>
struct Streams {
    using T = typename S::Number;
    using Moving = typename S::Moving;

    const T* rest;
    const Moving *arriving[8], *own[8];
    T* next_rest;
    Moving* leaving[8];

    Streams(const Planes<S>& from, const Planes<S>& next)
        : rest(from.rest + from.grid.at(0, 0)), next_rest(next.rest + next.grid.at(0, 0)) {
        for (int i = 1; i <= 8; ++i) {
            arriving[i - 1] = from.at(i, -D2Q9::c(i, 0), -D2Q9::c(i, 1));
            own[i - 1] = from.at(i, 0, 0);
            leaving[i - 1] = next.at(i, 0, 0);
        }
    }

    __device__ void store(const ShallowCell<T>& cell, std::ptrdiff_t place) const {
        next_rest[place] = cell.f[0];
        unrolled<8>([&](auto index) {
            constexpr int i = decltype(index)::value;
            tarn::store(cell.f[i + 1], leaving[i] + place);
        });
    }
};

/// As Sent, of the cell at a place.
template <class S>
struct SentAt {
    using T = typename S::Number;
    const Streams<S>& streams;
    std::ptrdiff_t place;

    template <int I>
    __device__ T own(Index<I>) const {
        if constexpr (I == 0)
            return streams.rest[place];
        else
            return load<T>(streams.own[I - 1] + place);
    }
    template <int I>
    __device__ T arriving(Index<I>) const {
        return load<T>(streams.arriving[I - 1] + place);
    }
};

/// Places are counted from cell (0, 0) in all of it.
template <class S>
struct BedStepArgs {
    using T = typename S::Number;
    Streams<S> streams;
    BedView<T> bed;
    T* next_deviation;
    StepConstants<T> constants;
    unsigned* hard_cells;  ///< bits, 32 cells of a row to a word
    int hard_rows;         ///< of a block of step_hard_cells(), at most kHardRows
    RunStatus* status;
    int step;

    __device__ bool is_well() const { return status->failed_step == RunStatus::kWell; }
    __device__ void store(const ShallowCell<T>& cell, std::ptrdiff_t place) const {
        streams.store(cell, place);
        next_deviation[place] = stored_deviation(cell);
    }
    __device__ void note_trouble() const { atomicMin(&status->failed_step, step); }
};

/// Words of bits of a row: whole blocks of step_easy_cells().
TARN_HD int hard_words_per_row(const Grid& g) {
    return (g.nx + kBlock - 1) / kBlock * (kBlock / exec::kWarp);
}

/// Steps a cell of deep water or empty land. False, and nothing done, for any other.
template <class S, class R>
__device__ __forceinline__ bool step_if_easy(const BedStepArgs<S>& args, const R& rule,
                                             std::ptrdiff_t place) {
    using T = typename S::Number;
    const bool is_well = args.is_well();
    const Surroundings<T> all = surroundings<T>(args.bed, place);
    if (are_deep<T>(all)) {
        ShallowCell<T> cell;
        const DeepCollision<T> deep = step_deep<S, T>(cell, SentAt<S>{args.streams, place},
                                                      args.bed, place, args.constants, rule);
        if (deep.is_to_calm) return false;
        if (!is_well) return true;
        args.store(cell, place);
        if (!deep.is_healthy) args.note_trouble();
        return true;
    }
    if (!are_empty_land<T>(all)) return false;
    // In most places such land held nothing two steps ago either. Over land no water means no
    // populations: every way of storing a cell sees to that.
    if (is_well && args.next_deviation[place] != T(0)) args.store({}, place);
    return true;
}

/// Blocks that a multiprocessor is to hold: both kernels wait for memory most of the time.
template <class S>
inline constexpr int kEasyBlocks = sizeof(typename S::Number) == 4 ? 6 : 3;
template <class S>
inline constexpr int kHardBlocks = sizeof(typename S::Number) == 4 ? 8 : 4;

template <class S, class R>
__global__ void __launch_bounds__(kBlock, kEasyBlocks<S>)
    step_easy_cells(const __grid_constant__ BedStepArgs<S> args, const __grid_constant__ R rule) {
    exec::wait_for_earlier_kernels();
    const Grid& g = args.bed.grid;
    const int x = int(blockIdx.x) * kBlock + int(threadIdx.x), y = int(blockIdx.y);
    const bool is_hard = x < g.nx && !step_if_easy(args, rule, g.away(x, y));
    const unsigned bits = __ballot_sync(~0U, is_hard);
    if (threadIdx.x % exec::kWarp == 0)
        args.hard_cells[y * hard_words_per_row(g) + x / exec::kWarp] = bits;
}

/// A block of step_hard_cells() looks after so many words of bits, a thread for each; on small
/// grids after fewer rows, so that all multiprocessors take part.
inline constexpr int kHardWordsX = 16, kHardRows = 8, kHardBlock = kHardWordsX * kHardRows;

inline dim3 hard_blocks(const Grid& g, int rows) {
    return dim3(unsigned((hard_words_per_row(g) + kHardWordsX - 1) / kHardWordsX),
                unsigned((g.ny + rows - 1) / rows));
}

/// Rows of a block with which `multiprocessors` hold as many blocks as they can.
template <class S>
int hard_rows(const Grid& g, int multiprocessors) {
    int rows = kHardRows;
    const auto blocks = [&] { return hard_blocks(g, rows).x * hard_blocks(g, rows).y; };
    while (rows > 1 && blocks() < unsigned(multiprocessors * kHardBlocks<S>)) rows /= 2;
    return rows;
}

/// Steps any cell.
template <Shore How, class S, class R>
__device__ __forceinline__ void step_hard(const BedStepArgs<S>& args, const R& rule,
                                          std::ptrdiff_t place) {
    using T = typename S::Number;
    const bool is_well = args.is_well();
    ShallowCell<T> cell;
    const bool is_healthy = step_ashore<How, S, T>(cell, SentAt<S>{args.streams, place}, args.bed,
                                                   place, args.constants, rule);
    if (!is_well) return;
    args.store(cell, place);
    if (!is_healthy) args.note_trouble();
}

template <Shore How, class S, class R>
__global__ void __launch_bounds__(kHardBlock, kHardBlocks<S>)
    step_hard_cells(const __grid_constant__ BedStepArgs<S> args, const __grid_constant__ R rule) {
    __shared__ std::uint16_t cells[kHardBlock * exec::kWarp];
    __shared__ int count;
    exec::wait_for_earlier_kernels();
    const Grid& g = args.bed.grid;
    const int t = int(threadIdx.x), words = hard_words_per_row(g);
    const int first_word = int(blockIdx.x) * kHardWordsX,
              first_row = int(blockIdx.y) * args.hard_rows;
    const int word = first_word + t % kHardWordsX, row = first_row + t / kHardWordsX;
    const bool is_own = word < words && row < smaller(g.ny, first_row + args.hard_rows);
    unsigned bits = is_own ? args.hard_cells[row * words + word] : 0;
    if (t == 0) count = 0;
    __syncthreads();
    int next = atomicAdd(&count, __popc(bits));  // same bits: whole numbers, and any order will do
    for (; bits; bits &= bits - 1)
        cells[next++] = std::uint16_t(t * exec::kWarp + __ffs(int(bits)) - 1);
    __syncthreads();
    constexpr int kRowCells = kHardWordsX * exec::kWarp;
    for (int k = t; k < count; k += kHardBlock)
        step_hard<How>(args, rule,
                       g.away(first_word * exec::kWarp + cells[k] % kRowCells,
                              first_row + cells[k] / kRowCells));
}

}  // namespace tarn::shallow::d2q9::cuda
