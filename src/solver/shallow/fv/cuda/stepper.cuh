// Steps of the fv scheme on a GPU. Nothing here waits for the device before finish(): steps,
// falling water and samples of a whole run stand in one stream, and a step that failed makes the
// later ones do nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/shallow/cuda/field_copies.cuh"
#include "solver/shallow/cuda/run_status.cuh"
#include "solver/shallow/cuda/visit_cells.cuh"
#include "solver/shallow/fv/cuda/activity.cuh"
#include "solver/shallow/fv/fv.hpp"

namespace tarn::shallow::fv::cuda {

template <class T>
class Stepper {
public:
    using Device = exec::CudaDevice;
    template <class E>
    using Array = Device::Array<E>;

    Stepper(Device&& device, const SolverDesc&, const Layout& layout)
        : device_(std::move(device)),
          layout_(layout),
          activity_(layout.nx, layout.ny),
          fields_(layout.nx, layout.ny) {}

    const Device& device() const { return device_; }

    Result<void> prepare();
    void begin();
    void add_water(const AddWater<T>& water, std::span<const PatchView> patches, int first,
                   int last);
    void wake(const CellArea& area) { activity_.wake(device_, area); }
    void wake_all() { activity_.wake_all(device_); }
    bool step(const Step<T>& step, int index);
    RunReport finish(int steps);
    double* inflow(Edge edge);
    template <class Task>
    void visit_cells(const Task& task, int step) const {
        shallow::cuda::visit_cells_if_well(device_, layout_.nx, layout_.ny, task, step,
                                           status_.data());
    }
    void start_fields(int slot, unsigned wanted, ReadFields<T> task) {
        fields_.start(device_, slot, wanted, task);
    }
    const float* field(int slot, Field field) const { return fields_.host(device_, slot, field); }
    const float* device_field(Field field, const ReadFields<T>& task) {
        return fields_.on_device(device_, field, task);
    }
    const float* device_snapshot(int slot, Field field, const ReadFields<T>& task) {
        return fields_.keep_on_device(device_, slot, field, task);
    }
    std::size_t bytes() const {
        return between_.bytes() + status_.bytes() + inflow_.bytes() + activity_.bytes();
    }
    std::size_t field_bytes() const { return fields_.bytes(); }

private:
    Device device_;
    Layout layout_;
    Activity activity_;
    Array<T> between_;  ///< the water between the two sweeps of a step
    Array<shallow::cuda::RunStatus> status_;
    Array<double> inflow_;  ///< along the four edges, one after the other
    bool is_open_ = false;
    shallow::cuda::FieldCopies fields_;
};

}  // namespace tarn::shallow::fv::cuda
