// Fields for readers of a GPU's water, whatever the scheme. They are computed in the stream of the
// steps and copied to pinned memory in another, so that steps and copies overlap.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/shallow/views.hpp"

#include <new>

namespace tarn::shallow::cuda {

class FieldCopies {
public:
    FieldCopies(int nx, int ny) : nx_(nx), ny_(ny) {}
    FieldCopies(const FieldCopies&) = delete;
    ~FieldCopies() {
        if (copying_) cudaStreamSynchronize(copying_);
        for (Slot& slot : slots_) {
            if (slot.host) cudaFreeHost(slot.host);
            if (slot.is_read) cudaEventDestroy(slot.is_read);
            if (slot.is_copied) cudaEventDestroy(slot.is_copied);
        }
        if (copying_) cudaStreamDestroy(copying_);
    }

    /// Computes fields and starts to copy them to the host.
    template <class Task>
    void start(const exec::CudaDevice& device, int index, unsigned wanted, Task task) {
        Slot& slot = slots_[index];
        fill(device, slot, wanted, task);
        device.note(cudaEventRecord(slot.is_read, device.stream()));
        device.note(cudaStreamWaitEvent(copying_, slot.is_read));
        for (int k = 0; k < kFieldCount; ++k)
            if (task.to[k])
                device.note(cudaMemcpyAsync(slot.host + k * count(), task.to[k],
                                            std::size_t(count()) * sizeof(float),
                                            cudaMemcpyDeviceToHost, copying_));
        device.note(cudaEventRecord(slot.is_copied, copying_));
    }

    /// Waits for the copy.
    const float* host(const exec::CudaDevice& device, int index, Field field) const {
        if (!slots_[index].host) return nullptr;
        device.note(cudaEventSynchronize(slots_[index].is_copied));
        return slots_[index].host + int(field) * count();
    }

    /// Computes a field for readers on the GPU and waits for it.
    template <class Task>
    const float* on_device(const exec::CudaDevice& device, Field field, Task task) {
        fill(device, slots_[0], bit_of(field), task);
        device.wait();
        return task.to[int(field)];
    }

    /// Computes a field into memory of its own and waits for it. Steps and other fields leave it
    /// alone, so any thread may read it until its slot is written again.
    template <class Task>
    const float* keep_on_device(const exec::CudaDevice& device, int index, Field field, Task task) {
        exec::CudaDevice::Array<float>& kept = kept_[index];
        if (!kept.data()) kept = allocate(device, std::size_t(count()));
        for (float*& to : task.to) to = nullptr;
        task.to[int(field)] = kept.data();
        device.for_cells(exec::Extent2{{nx_, ny_}}, task);
        device.wait();
        return kept.data();
    }

    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const Slot& slot : slots_) sum += slot.device.bytes();
        for (const auto& kept : kept_) sum += kept.bytes();
        return sum;
    }

private:
    struct Slot {
        exec::CudaDevice::Array<float> device;  ///< [field][ny][nx]
        float* host = nullptr;                  ///< pinned, the same
        cudaEvent_t is_read = nullptr, is_copied = nullptr;
    };

    std::ptrdiff_t count() const { return std::ptrdiff_t(nx_) * ny_; }

    template <class Task>
    void fill(const exec::CudaDevice& device, Slot& slot, unsigned wanted, Task& task) {
        prepare(device, slot);
        // The last copy from this slot must be over before its fields are written anew.
        device.note(cudaStreamWaitEvent(device.stream(), slot.is_copied));
        for (int k = 0; k < kFieldCount; ++k)
            task.to[k] = wanted & bit_of(Field(k)) ? slot.device.data() + k * count() : nullptr;
        device.for_cells(exec::Extent2{{nx_, ny_}}, task);
    }

    /// Fields that do not fit are no reason to lose the water.
    static exec::CudaDevice::Array<float> allocate(const exec::CudaDevice& device,
                                                   std::size_t size) {
        auto array = device.allocate<float>(size);
        if (!array) throw std::bad_alloc();
        return std::move(array.value());
    }

    /// On first use: memory on both sides, a stream and events.
    void prepare(const exec::CudaDevice& device, Slot& slot) {
        if (slot.host) return;
        const std::size_t size = std::size_t(count()) * kFieldCount;
        auto array = allocate(device, size);
        void* host = nullptr;
        if (cudaMallocHost(&host, size * sizeof(float)) != cudaSuccess) {
            cudaGetLastError();
            throw std::bad_alloc();
        }
        slot.device = std::move(array);
        slot.host = static_cast<float*>(host);
        if (!copying_) device.note(cudaStreamCreateWithFlags(&copying_, cudaStreamNonBlocking));
        device.note(cudaEventCreateWithFlags(&slot.is_read, cudaEventDisableTiming));
        device.note(cudaEventCreateWithFlags(&slot.is_copied, cudaEventDisableTiming));
    }

    int nx_, ny_;
    cudaStream_t copying_ = nullptr;
    Slot slots_[kFieldSlots];
    exec::CudaDevice::Array<float> kept_[kDeviceSlots];
};

}  // namespace tarn::shallow::cuda
