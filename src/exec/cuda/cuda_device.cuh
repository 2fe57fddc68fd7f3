// A GPU as a device: the members of exec/cpu_device.hpp, with tasks run as kernels in a stream of
// its own. The first error is kept and answers for everything after it.
#pragma once

#include "exec/cuda/launch.cuh"
#include "exec/cuda/prefix_sums.cuh"
#include "exec/ordered.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <cstdint>
#include <cuda_runtime.h>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tarn::exec {

template <int Dim, class Task>
__global__ void __launch_bounds__(128) run_cells(Extent<Dim> cells, Task task) {
    const int x = int(blockIdx.x) * 128 + int(threadIdx.x), y = int(blockIdx.y);
    if (x >= cells.n[0]) return;
    if constexpr (Dim == 2)
        task(x, y);
    else
        task(x, y, int(blockIdx.z));
}

template <class Task>
__global__ void __launch_bounds__(128) run_items(int count, Task task) {
    wait_for_earlier_kernels();
    const int k = int(blockIdx.x) * 128 + int(threadIdx.x);
    if (k < count) task(k);
}

/// One block joins `count` values of `value(k)` in the order of exec/ordered.hpp.
template <class R, class Value>
__device__ R join_block(int count, const Value& value) {
    __shared__ R lanes[kLanes];
    const int lane = int(threadIdx.x);
    R mine = {};
    for (int k = lane; k < count; k += kLanes) mine.join(value(k));
    lanes[lane] = mine;
    for (int half = kLanes / 2; half > 0; half /= 2) {
        __syncthreads();
        if (lane < half) lanes[lane].join(lanes[lane + half]);
    }
    return lanes[0];
}

template <class R>
struct ListTask {
    const R* list;
    __device__ R operator()(int k) const { return list[k]; }
};

template <class R, int Dim, class Task>
struct LaneOfTile {
    Tiles<Dim> tiles;
    Task task;
    int tile;
    __device__ R operator()(int lane) const { return tiles.template lane_of<R>(tile, lane, task); }
};

/// One block per tile.
template <class R, int Dim, class Task>
__global__ void __launch_bounds__(kLanes) join_each_tile(Tiles<Dim> tiles, Task task, R* list) {
    const int tile = int(blockIdx.x);
    const R sum = join_block<R>(kLanes, LaneOfTile<R, Dim, Task>{tiles, task, tile});
    if (threadIdx.x == 0) list[tile] = sum;
}

template <class R>
__global__ void __launch_bounds__(kLanes) join_values(int count, const R* list, R* out) {
    const R sum = join_block<R>(count, ListTask<R>{list});
    if (threadIdx.x == 0) *out = sum;
}

/// A task for the cells of a row that lie in its span alone.
template <class Span, class Task>
struct InSpan {
    Span span;
    Task task;
    __device__ void operator()(int x, int y, int z) const {
        const auto part = span(y, z);
        if (x >= part.begin && x < part.end) task(x, y, z);
    }
};

/// A task over cells as one over a list.
template <class Task>
struct Listed {
    Task task;
    Extent<3> cells;
    __device__ void operator()(int k) const {
        task(k % cells.n[0], k / cells.n[0] % cells.n[1], k / cells.n[0] / cells.n[1]);
    }
};

class CudaDevice {
    struct State;

public:
    static constexpr bool kIsHost = false;

    /// Memory on the GPU, zeroed, given back with the last of its owners.
    template <class T>
    class Array {
    public:
        Array() = default;
        Array(Array&& other) noexcept { swap(other); }
        Array& operator=(Array&& other) noexcept {
            Array old(std::move(other));
            swap(old);
            return *this;
        }
        ~Array() {
            if (data_) cudaFreeAsync(data_, stream_);
        }
        T* data() { return data_; }
        T* data() const { return data_; }
        std::size_t size() const { return size_; }
        std::size_t bytes() const { return size_ * sizeof(T); }

    private:
        friend class CudaDevice;
        void swap(Array& other) noexcept {
            std::swap(data_, other.data_);
            std::swap(size_, other.size_);
            std::swap(stream_, other.stream_);
        }
        T* data_ = nullptr;
        std::size_t size_ = 0;
        cudaStream_t stream_ = nullptr;
    };

    static Result<CudaDevice> open(int index);
    CudaDevice(CudaDevice&&) noexcept;
    ~CudaDevice();

    template <class T>
    Result<Array<T>> allocate(std::size_t size) const {
        Array<T> array;
        void* memory = nullptr;
        if (auto error = allocate_bytes(size * sizeof(T), &memory)) return *error;
        array.data_ = static_cast<T*>(memory);
        array.size_ = size;
        array.stream_ = stream();
        return Result<Array<T>>(std::move(array));
    }

    template <class T>
    void upload(const T* from, std::size_t size, T* to) const {
        copy_bytes(from, size * sizeof(T), to, cudaMemcpyHostToDevice);
    }
    /// After this the host memory of uploads may be used again.
    void finish_uploads() const { wait(); }
    /// Waits until the values have arrived.
    template <class T>
    void download(const T* from, std::size_t size, T* to) const {
        copy_bytes(from, size * sizeof(T), to, cudaMemcpyDeviceToHost);
        wait();
    }

    template <int Dim, class Task>
    void for_cells(const Extent<Dim>& cells, const Task& task) const {
        unsigned layers = 1;
        if constexpr (Dim == 3) layers = unsigned(cells.n[2]);
        const dim3 blocks(unsigned(cells.n[0] + 127) / 128, unsigned(cells.n[1]), layers);
        run_cells<<<blocks, 128, 0, stream()>>>(cells, task);
        note(cudaGetLastError());
    }

    template <class Span, class Task>
    void for_spans(const Extent<3>& cells, const Span& span, const Task& task) const {
        constexpr std::size_t kFewCells = 4096;  // blocks of rows would be empty for the most part
        const InSpan<Span, Task> within = {span, task};
        if (cells.count() <= kFewCells)
            for_items(int(cells.count()), Listed<InSpan<Span, Task>>{within, cells});
        else
            for_cells(cells, within);
    }

    template <class Task>
    void for_items(int count, const Task& task) const {
        if (count <= 0) return;
        note(launch_overlapped({.blocks = dim3(unsigned(count + 127) / 128),
                                .threads = dim3(128),
                                .stream = stream(),
                                .may_overlap = can_overlap_launches()},
                               run_items<Task>, count, task));
    }

    template <class Task>
    void for_many(int count, const Task& task) const {
        for_items(count, task);
    }
    void sum_up(const std::int32_t* counts, int size, std::int64_t* sums,
                std::int64_t* room) const {
        const auto blocks = unsigned(block_sums_of(size));
        sum_blocks<><<<blocks, kSumBlock, 0, stream()>>>(counts, size, room);
        sum_before_blocks<><<<1, kSumBlock, 0, stream()>>>(int(blocks), room);
        sum_within_blocks<><<<blocks, kSumBlock, 0, stream()>>>(counts, size, room, sums);
        note(cudaGetLastError());
    }

    template <Joinable R, int Dim, class Task>
    std::vector<R> join_tiles(const Extent<Dim>& cells, const Task& task) const {
        const std::size_t count = std::size_t(Tiles<Dim>{cells}.count());
        const Array<R> tiles = join_tiles_there<R>(cells, task);
        std::vector<R> list(count);
        download(tiles.data(), count, list.data());
        return list;
    }
    template <Joinable R, int Dim, class Task>
    R join_cells(const Extent<Dim>& cells, const Task& task) const {
        R sum = {};
        const int count = Tiles<Dim>{cells}.count();
        const Array<R> tiles = join_tiles_there<R>(cells, task);
        R* const list = tiles.data();
        join_values<<<1, kLanes, 0, stream()>>>(count, list, list + count);
        note(cudaGetLastError());
        download(list + count, 1, &sum);
        return sum;
    }

    cudaStream_t stream() const;
    int multiprocessors() const;
    bool can_overlap_launches() const;  ///< compute capability 9: programmatic dependent launch
    void wait() const;
    /// Keeps the first error.
    void note(cudaError_t error) const;
    std::optional<Error> trouble() const;

private:
    explicit CudaDevice(std::unique_ptr<State> state);
    /// The sums of all tiles, on the GPU, with room for one value more.
    template <Joinable R, int Dim, class Task>
    Array<R> join_tiles_there(const Extent<Dim>& cells, const Task& task) const {
        const Tiles<Dim> tiles = {cells};
        auto room = allocate<R>(std::size_t(tiles.count()) + 1);
        if (!room) throw std::bad_alloc();
        join_each_tile<R>
            <<<unsigned(tiles.count()), kLanes, 0, stream()>>>(tiles, task, room.value().data());
        note(cudaGetLastError());
        return std::move(room.value());
    }
    std::optional<Error> allocate_bytes(std::size_t bytes, void** memory) const;
    void copy_bytes(const void* from, std::size_t bytes, void* to, cudaMemcpyKind kind) const;

    std::unique_ptr<State> state_;
};

}  // namespace tarn::exec
