// What every scheme does around its steps on a GPU: tasks over cells, forcing, the sum of what came
// through the edges, and fields for readers. The members of cpu/runner.hpp. Nothing here waits for
// the device before finish(): a whole run stands in one stream, and a step that failed makes the
// later ones do nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/shallow/cuda/field_copies.cuh"
#include "solver/shallow/cuda/run_status.cuh"
#include "solver/shallow/solver.hpp"
#include "solver/shallow/tasks.hpp"

#include <memory>
#include <span>

namespace tarn::shallow::cuda {

template <class Task>
__global__ void __launch_bounds__(128)
    visit_cells_if_well(int nx, int ny, Task task, int step, const RunStatus* status) {
    const int x = int(blockIdx.x) * 128 + int(threadIdx.x), y = int(blockIdx.y);
    if (status->failed_step <= step) return;
    if (x < nx && y < ny) task(x, y);
}

template <class Task>
__global__ void __launch_bounds__(128)
    visit_items_if_well(int count, Task task, int step, const RunStatus* status) {
    const int k = int(blockIdx.x) * 128 + int(threadIdx.x);
    if (k < count && step < status->failed_step) task(k);
}

/// One thread per cell of each footprint. Where footprints overlap, the thread of the first one
/// applies them all, in order.
template <class Task>
__global__ void __launch_bounds__(128)
    apply_forces(Task task, int first, int last, std::ptrdiff_t count, const RunStatus* status) {
    exec::wait_for_earlier_kernels();
    const std::ptrdiff_t k = std::ptrdiff_t(blockIdx.x) * 128 + threadIdx.x;
    if (k >= count || status->failed_step != RunStatus::kWell) return;
    int mine = first;
    std::ptrdiff_t place = k;
    while (place >= std::ptrdiff_t(task.forces[mine].area.count()))
        place -= std::ptrdiff_t(task.forces[mine++].area.count());
    const exchange::CellArea area = task.forces[mine].area;
    const int x = area.x0 + int(place % area.nx), y = area.y0 + int(place / area.nx);
    for (int earlier = first; earlier < mine; ++earlier)
        if (task.forces[earlier].area.contains(x, y)) return;
    for (int other = mine; other < last; ++other)
        if (task.forces[other].area.contains(x, y)) task.apply(other, x, y);
}

struct InflowAt {
    const double* inflow;
    __device__ Through operator()(int k) const { return Through::of(inflow[k]); }
};

/// What came in and went out through open edges in a step, added up in the order of
/// exec/ordered.hpp.
template <int Unused = 0>
__global__ void __launch_bounds__(exec::kLanes)
    book_inflow(const double* edge_inflow, int count, int step, RunStatus* status) {
    const Through all = exec::join_block<Through>(count, InflowAt{edge_inflow});
    if (threadIdx.x != 0 || status->failed_step <= step) return;
    status->came_in += all.came_in;
    status->went_out += all.went_out;
}

class Runner {
public:
    using Device = exec::CudaDevice;

    Runner(Device&& device, int nx, int ny)
        : device_(std::move(device)), nx_(nx), ny_(ny), fields_(new FieldCopies(nx, ny)) {}

    /// A runner on GPU number `index`.
    static Result<Runner> on(int index, int nx, int ny) {
        constexpr int kMostRows = 65535;  // of blocks in a launch
        if (ny > kMostRows)
            return Error{ErrorCode::Unsupported,
                         std::to_string(ny) +
                             " rows of cells; a GPU takes at most 65535: swap x "
                             "and y, or use fewer"};
        auto device = Device::open(index);
        if (!device) return device.error();
        return Runner(std::move(device.value()), nx, ny);
    }

    const Device& device() const { return device_; }

    Result<void> prepare() {
        auto status = device_.allocate<RunStatus>(1);
        if (!status) return status.error();
        status_ = std::move(status.value());
        begin();
        return {};
    }
    void begin() {
        const RunStatus start;
        device_.upload(&start, 1, status_.data());
    }
    RunStatus* status() const { return status_.data(); }

    template <class Task>
    void visit_cells(const Task& task, int step) const {
        visit_cells_if_well<<<dim3(unsigned(nx_ + 127) / 128, unsigned(ny_)), 128, 0,
                              device_.stream()>>>(nx_, ny_, task, step, status_.data());
        device_.note(cudaGetLastError());
    }
    template <class Task>
    void visit_items(int count, const Task& task, int step) const {
        visit_items_if_well<<<unsigned(count + 127) / 128, 128, 0, device_.stream()>>>(
            count, task, step, status_.data());
        device_.note(cudaGetLastError());
    }
    template <class Cells>
    void apply(const ApplyForces<Cells>& task, std::span<const exchange::Force> forces, int first,
               int last) const {
        constexpr int kMostForces = 64;  // of a launch: threads look through all of them
        for (int begin = first; begin < last; begin += kMostForces) {
            const int end = begin + kMostForces < last ? begin + kMostForces : last;
            std::ptrdiff_t count = 0;
            for (int k = begin; k < end; ++k)
                count += std::ptrdiff_t(forces[std::size_t(k)].area.count());
            if (count == 0) continue;
            device_.note(exec::launch_overlapped({.blocks = dim3(unsigned((count + 127) / 128)),
                                                  .threads = dim3(128),
                                                  .stream = device_.stream(),
                                                  .may_overlap = device_.can_overlap_launches()},
                                                 apply_forces<ApplyForces<Cells>>, task, begin, end,
                                                 count,
                                                 static_cast<const RunStatus*>(status_.data())));
        }
    }
    void book_inflow(const double* inflow, int count, int step) const {
        cuda::book_inflow<>
            <<<1, exec::kLanes, 0, device_.stream()>>>(inflow, count, step, status_.data());
        device_.note(cudaGetLastError());
    }
    /// Waits for the run.
    RunReport finish(int steps) const {
        RunStatus status;
        device_.download(status_.data(), 1, &status);
        RunReport report;
        report.steps = device_.trouble() ? steps : std::min(steps, status.failed_step);
        report.came_in_m3 = status.came_in;
        report.went_out_m3 = status.went_out;
        return report;
    }

    template <class Task>
    void start_fields(int slot, unsigned wanted, const Task& task) {
        fields_->start(device_, slot, wanted, task);
    }
    const float* field(int slot, Field field) const { return fields_->host(device_, slot, field); }
    template <class Task>
    const float* device_field(Field field, const Task& task) {
        return fields_->on_device(device_, field, task);
    }
    template <class Task>
    const float* device_snapshot(int slot, Field field, const Task& task) {
        return fields_->keep_on_device(device_, slot, field, task);
    }
    std::size_t bytes() const { return status_.bytes(); }
    std::size_t field_bytes() const { return fields_->bytes(); }

private:
    Device device_;
    int nx_, ny_;
    Device::Array<RunStatus> status_;
    std::unique_ptr<FieldCopies> fields_;
};

}  // namespace tarn::shallow::cuda
