// Tasks over all cells, or a list, in the middle of a run: after a step that failed they do
// nothing, as the steps do.
#pragma once

#include "exec/cuda/cuda_device.cuh"

namespace tarn::shallow::cuda {

template <class Task, class Status>
__global__ void __launch_bounds__(128)
    visit_cells(int nx, int ny, Task task, int step, const Status* status) {
    const int x = int(blockIdx.x) * 128 + int(threadIdx.x), y = int(blockIdx.y);
    if (status->failed_step <= step) return;
    if (x < nx && y < ny) task(x, y);
}

template <class Task, class Status>
void visit_cells_if_well(const exec::CudaDevice& device, int nx, int ny, const Task& task, int step,
                         const Status* status) {
    visit_cells<<<dim3(unsigned(nx + 127) / 128, unsigned(ny)), 128, 0, device.stream()>>>(
        nx, ny, task, step, status);
    device.note(cudaGetLastError());
}

template <class Task, class Status>
__global__ void __launch_bounds__(128)
    visit_items(int count, Task task, int step, const Status* status) {
    const int k = int(blockIdx.x) * 128 + int(threadIdx.x);
    if (k < count && step < status->failed_step) task(k);
}

template <class Task, class Status>
void visit_items_if_well(const exec::CudaDevice& device, int count, const Task& task, int step,
                         const Status* status) {
    visit_items<<<unsigned(count + 127) / 128, 128, 0, device.stream()>>>(count, task, step,
                                                                          status);
    device.note(cudaGetLastError());
}

}  // namespace tarn::shallow::cuda
