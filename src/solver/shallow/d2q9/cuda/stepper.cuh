// Steps on a GPU. Nothing here waits for the device before finish(): steps, falling water and
// samples of a whole run stand in one stream, and a step that met trouble makes the later ones do
// nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/shallow/cuda/field_copies.cuh"
#include "solver/shallow/cuda/visit_cells.cuh"
#include "solver/shallow/d2q9/cuda/step_cells.cuh"
#include "solver/shallow/d2q9/d2q9.hpp"

#include <algorithm>
#include <vector>

namespace tarn::shallow::cuda {

template <class S>
class Stepper {
public:
    using Device = exec::CudaDevice;
    template <class T>
    using Array = Device::Array<T>;

    Stepper(Device&& device, const SolverDesc& desc, const Grid& grid)
        : device_(std::move(device)),
          grid_(grid),
          max_steps_(desc.max_steps_per_pass),
          fields_(grid.nx, grid.ny) {}

    const Device& device() const { return device_; }

    Result<void> prepare(const StepContext& context);
    void begin(const StepContext& context);
    void add_water(const AddWater<S>& water, std::span<const PatchView> patches, int first,
                   int last) const;
    bool advance(Copies<S>& copies, int first, int count);
    RunReport finish(Copies<S>& copies, int steps);
    void fill_halo(const Copies<S>& copies) const;
    template <class Task>
    void visit_cells(const Task& task, int step) const {
        visit_cells_if_well(device_, grid_.nx, grid_.ny, task, step, status_.data());
    }
    void start_fields(int slot, unsigned wanted, ReadFields<S> task) {
        fields_.start(device_, slot, wanted, task);
    }
    const float* field(int slot, Field field) const { return fields_.host(device_, slot, field); }
    const float* device_field(Field field, const ReadFields<S>& task) {
        return fields_.on_device(device_, field, task);
    }
    const float* device_snapshot(int slot, Field field, const ReadFields<S>& task) {
        return fields_.keep_on_device(device_, slot, field, task);
    }
    std::size_t bytes() const {
        return status_.bytes() + edge_inflow_.bytes() + hard_cells_.bytes();
    }
    std::size_t field_bytes() const { return fields_.bytes(); }

private:
    /// Tiles of doubles would not fit in shared memory.
    static constexpr bool kHasTiles = sizeof(typename S::Number) == 4;

    /// One kernel that does `count` steps from copy `source`.
    struct Launch {
        int first, count, source;
    };

    bool has_only_walls() const {
        return std::ranges::all_of(edges_.kind, [](Boundary b) { return b == Boundary::Wall; });
    }
    EdgeView<S> view_of(const Copies<S>& copies) const;
    StepArgs<S> step_args(const Copies<S>& copies, int step) const;
    void step_on_bed(const Copies<S>& copies, const AnyRule<typename S::Number>& rule,
                     int step) const;
    void reset_status();
    void step(Copies<S>& copies, int step);
    void step_tiles(Copies<S>& copies, int first, int count);
    int steps_per_launch(const Copies<S>& copies) const;
    void rewind(Copies<S>& copies, int failed_step);

    Device device_;
    Grid grid_;
    int max_steps_;
    int collision_ = 0;
    bool is_open_ = false;
    EdgeView<S> edges_ = {};
    StepConstants<typename S::Number> constants_ = {};
    Array<RunStatus> status_;
    Array<double> edge_inflow_;
    Array<unsigned> hard_cells_;  ///< where there is a bed
    FieldCopies fields_;
    std::vector<Launch> launches_;  ///< of this run
};

}  // namespace tarn::shallow::cuda
