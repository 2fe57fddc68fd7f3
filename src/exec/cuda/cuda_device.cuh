// A GPU as a device: the members of exec/cpu_device.hpp, with tasks run as kernels in a stream of
// its own. The first error is kept and answers for everything after it.
#pragma once

#include "exec/cuda/launch.cuh"
#include "exec/ordered.hpp"
#include <tarn/result.hpp>

#include <cstddef>
#include <cuda_runtime.h>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace tarn::exec {

template <class Task>
__global__ void __launch_bounds__(128) run_cells(int nx, int ny, Task task) {
    const int x = int(blockIdx.x) * 128 + int(threadIdx.x), y = int(blockIdx.y);
    if (x < nx && y < ny) task(x, y);
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

template <class R, class Task>
struct RowTask {
    Task task;
    int y;
    __device__ R operator()(int x) const { return task(x, y); }
};

template <class R>
struct ListTask {
    const R* list;
    __device__ R operator()(int k) const { return list[k]; }
};

template <class R, class Task>
__global__ void __launch_bounds__(kLanes) join_rows(int nx, Task task, R* rows) {
    const R row = join_block<R>(nx, RowTask<R, Task>{task, int(blockIdx.x)});
    if (threadIdx.x == 0) rows[blockIdx.x] = row;
}

template <class R>
__global__ void __launch_bounds__(kLanes) join_list(int count, const R* list, R* out) {
    const R sum = join_block<R>(count, ListTask<R>{list});
    if (threadIdx.x == 0) *out = sum;
}

class CudaDevice {
    struct State;

public:
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

    template <class Task>
    void for_cells(int nx, int ny, const Task& task) const {
        run_cells<<<dim3(unsigned(nx + 127) / 128, unsigned(ny)), 128, 0, stream()>>>(nx, ny, task);
        note(cudaGetLastError());
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

    template <Joinable R, class Task>
    R join_cells(int nx, int ny, const Task& task) const {
        R sum = {};
        auto rows = allocate<R>(std::size_t(ny) + 1);
        if (!rows) throw std::bad_alloc();
        R* const list = rows.value().data();
        join_rows<<<unsigned(ny), kLanes, 0, stream()>>>(nx, task, list);
        join_list<<<1, kLanes, 0, stream()>>>(ny, list, list + ny);
        note(cudaGetLastError());
        download(list + ny, 1, &sum);
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
    std::optional<Error> allocate_bytes(std::size_t bytes, void** memory) const;
    void copy_bytes(const void* from, std::size_t bytes, void* to, cudaMemcpyKind kind) const;

    std::unique_ptr<State> state_;
};

}  // namespace tarn::exec
