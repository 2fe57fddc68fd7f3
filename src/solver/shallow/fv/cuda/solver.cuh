// What the stepper on a GPU does, for any number type. Each is compiled by itself, in float.cu and
// double.cu.
#pragma once

#include "solver/shallow/fv/cuda/make.hpp"
#include "solver/shallow/fv/cuda/stepper.cuh"
#include "solver/shallow/fv/cuda/sweeps.cuh"

#include <algorithm>

namespace tarn::shallow::fv::cuda {

inline constexpr int kMostXRows = 4, kMostYRows = 64;

/// Rows that a thread goes through: many save work at the ends and share what is read for them,
/// few keep a small grid busy. A power of two, so that they begin and end with tiles.
inline int rows_per_thread(std::int64_t threads_per_row, int ny, int multiprocessors, int most) {
    constexpr int kThreadsAtOnce = 1024;  // of a multiprocessor
    int rows = 1;
    while (rows < most &&
           threads_per_row * ny / (2 * rows) >= std::int64_t(multiprocessors) * kThreadsAtOnce)
        rows *= 2;
    return rows;
}

template <bool IsLast, class T>
void launch_x(const SweepArgs<T>& args, const exec::CudaDevice& device) {
    const Layout& l = args.step.layout;
    const int rows = rows_per_thread(l.nx / kCells<T>, l.ny, device.multiprocessors(), kMostXRows);
    const int columns = (l.nx + kYield<T> - 1) / kYield<T>, block = kRows * rows;
    device.note(exec::launch_overlapped(
        {.blocks = dim3(unsigned(columns), unsigned((l.ny + block - 1) / block)),
         .threads = dim3(exec::kWarp, kRows),
         .stream = device.stream(),
         .may_overlap = device.can_overlap_launches()},
        args.step.may_give_flux() ? sweep_x<IsLast, true, true, T>
        : args.step.has_solids    ? sweep_x<IsLast, true, false, T>
                                  : sweep_x<IsLast, false, false, T>,
        args, rows));
}

template <bool IsLast, class T>
void launch_y(const SweepArgs<T>& args, const exec::CudaDevice& device) {
    const Layout& l = args.step.layout;
    const int rows = std::max(4, rows_per_thread(l.nx, l.ny, device.multiprocessors(), kMostYRows));
    device.note(exec::launch_overlapped({.blocks = dim3(unsigned((l.nx + kColumns - 1) / kColumns),
                                                        unsigned((l.ny + rows - 1) / rows)),
                                         .threads = dim3(kColumns),
                                         .stream = device.stream(),
                                         .may_overlap = device.can_overlap_launches()},
                                        args.step.may_give_flux() ? sweep_y<IsLast, true, true, T>
                                        : args.step.has_solids    ? sweep_y<IsLast, true, false, T>
                                                               : sweep_y<IsLast, false, false, T>,
                                        args, rows));
}

template <class T>
Result<void> Stepper<T>::prepare() {
    auto between = device().template allocate<T>(3 * layout_.elements());
    if (!between) return between.error();
    between_ = std::move(between.value());
    auto inflow = device().template allocate<double>(2 * std::size_t(layout_.nx + layout_.ny));
    if (!inflow) return inflow.error();
    inflow_ = std::move(inflow.value());
    return activity_.allocate(device());
}

template <class T>
void Stepper<T>::begin() {
    // An edge that was open in the last run may be closed now.
    device().note(cudaMemsetAsync(inflow_.data(), 0, inflow_.bytes(), device().stream()));
    is_open_ = false;
}

template <class T>
double* Stepper<T>::inflow(Edge edge) {
    is_open_ = true;
    return inflow_.data() + edge_begin(layout_, edge);
}

/// The water as the sweeps begin with it. Velocities after the first half of the forces stand where
/// the last sweep will leave its own; where tiles sleep they are what is there already.
template <class T>
Planes<T> Stepper<T>::begin_forces(const Step<T>& step, int index) const {
    if (!step.forces.is_any) return step.from;
    const BeginForces<T> task = {layout_,   step.from,   step.to.u,
                                 step.to.v, step.forces, step.constants};
    runner_.visit_cells(task, index);
    return {step.from.h, step.to.u, step.to.v};
}

template <class T>
bool Stepper<T>::step(const Step<T>& step, int index) {
    T* const start = between_.data();
    const std::size_t size = layout_.elements();
    const Planes<T> between = {start, start + size, start + 2 * size};
    activity_.plan(device(), step);
    shallow::cuda::RunStatus* const status = runner_.status();
    const SweepArgs<T> first = {step, begin_forces(step, index), between, activity_.view(0), status,
                                index};
    const SweepArgs<T> second = {step, between, step.to, activity_.view(1), status, index};
    if (step.is_x_first) {
        launch_x<false>(first, device());
        launch_y<true>(second, device());
    } else {
        launch_y<false>(first, device());
        launch_x<true>(second, device());
    }
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (step.zones[int(edge)].cells > 0)
            runner_.visit_items(step.cells_along(edge), step.draw_zone(edge), index);
    if (is_open_) runner_.book_inflow(inflow_.data(), int(inflow_.size()), index);
    return true;
}

template <class T>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device) {
    auto runner = shallow::cuda::Runner::on(device, desc.nx, desc.ny);
    if (!runner) return runner.error();
    return Shell<Scheme<T, Stepper<T>>>::create(desc, std::move(runner.value()));
}

}  // namespace tarn::shallow::fv::cuda
