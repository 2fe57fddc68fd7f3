// Steps of the fv scheme on a GPU: two sweeps, each a kernel, over the tiles that take part.
#pragma once

#include "solver/shallow/cuda/runner.cuh"
#include "solver/shallow/fv/cuda/activity.cuh"
#include "solver/shallow/fv/scheme.hpp"

namespace tarn::shallow::fv::cuda {

template <class T>
class Stepper {
public:
    using Runner = shallow::cuda::Runner;
    template <class E>
    using Array = exec::CudaDevice::Array<E>;

    Stepper(Runner&& runner, const SolverDesc&, const Layout& layout)
        : runner_(std::move(runner)), layout_(layout), activity_(layout.nx, layout.ny) {}

    Runner& runner() { return runner_; }
    const Runner& runner() const { return runner_; }

    Result<void> prepare();
    void begin();
    void wake(const CellArea& area) { activity_.wake(device(), area); }
    void wake(const AppliedForces& forces) { activity_.wake(device(), forces); }
    void wake_all() { activity_.wake_all(device()); }
    static constexpr bool kHasHulls = false;
    bool step(const Step<T>& step, int index);
    double fastest_wave_m_per_s(const CellsView<T>& cells) const {
        return device()
            .template join_cells<FastestWave>(exec::Extent2{{layout_.nx, layout_.ny}},
                                              FindFastestWave<T>{cells})
            .m_per_s;
    }
    double* inflow(Edge edge);
    std::size_t bytes() const { return between_.bytes() + inflow_.bytes() + activity_.bytes(); }

private:
    const exec::CudaDevice& device() const { return runner_.device(); }
    Planes<T> begin_forces(const Step<T>& step, int index) const;

    Runner runner_;
    Layout layout_;
    Activity activity_;
    Array<T> between_;      ///< the water between the two sweeps of a step
    Array<double> inflow_;  ///< along the four edges, one after the other
    bool is_open_ = false;
};

}  // namespace tarn::shallow::fv::cuda
