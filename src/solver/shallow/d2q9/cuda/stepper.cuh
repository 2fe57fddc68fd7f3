// Steps on a GPU. Nothing here waits for the device before finish(). Trouble is found by the
// kernels; the copy that the failed launch read from is the point to come back to.
#pragma once

#include "solver/shallow/cuda/runner.cuh"
#include "solver/shallow/d2q9/cuda/step_cells.cuh"
#include "solver/shallow/d2q9/scheme.hpp"

#include <algorithm>
#include <vector>

namespace tarn::shallow::d2q9::cuda {

template <class S>
class Stepper {
public:
    using Runner = shallow::cuda::Runner;
    template <class T>
    using Array = exec::CudaDevice::Array<T>;

    Stepper(Runner&& runner, const SolverDesc& desc, const Grid& grid)
        : runner_(std::move(runner)), grid_(grid), max_steps_(desc.max_steps_per_pass) {}

    Runner& runner() { return runner_; }
    const Runner& runner() const { return runner_; }

    Result<void> prepare(const StepContext& context);
    void begin(const StepContext& context);
    bool take_steps(Copies<S>& copies, int first, int count);
    RunReport finish(Copies<S>& copies, int steps);
    void fill_halo(const Copies<S>& copies) const;
    std::size_t bytes() const { return edge_inflow_.bytes() + hard_cells_.bytes(); }

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
    void step(Copies<S>& copies, int step);
    void step_tiles(Copies<S>& copies, int first, int count);
    int steps_per_launch(const Copies<S>& copies) const;
    void rewind(Copies<S>& copies, int failed_step);

    const exec::CudaDevice& device() const { return runner_.device(); }

    Runner runner_;
    Grid grid_;
    int max_steps_;
    int collision_ = 0;
    bool is_open_ = false;
    EdgeView<S> edges_ = {};
    StepConstants<typename S::Number> constants_ = {};
    Array<double> edge_inflow_;
    Array<unsigned> hard_cells_;    ///< where there is a bed
    std::vector<Launch> launches_;  ///< of this run
};

}  // namespace tarn::shallow::d2q9::cuda
