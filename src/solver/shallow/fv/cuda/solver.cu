#include "solver/shallow/fv/cuda/stepper.cuh"
#include "solver/shallow/fv/cuda/sweeps.cuh"

#include <algorithm>

namespace tarn::shallow::fv::cuda {
namespace {

constexpr int kMostXRows = 4, kMostYRows = 64;

/// Rows that a thread goes through: many save work at the ends and share what is read for them,
/// few keep a small grid busy. A power of two, so that they begin and end with tiles.
int rows_per_thread(std::int64_t threads_per_row, int ny, int multiprocessors, int most) {
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
    const int rows = rows_per_thread(l.nx / kCells, l.ny, device.multiprocessors(), kMostXRows);
    const int columns = (l.nx + kYield - 1) / kYield, block = kRows * rows;
    device.note(exec::launch_overlapped(
        {.blocks = dim3(unsigned(columns), unsigned((l.ny + block - 1) / block)),
         .threads = dim3(exec::kWarp, kRows),
         .stream = device.stream(),
         .may_overlap = device.can_overlap_launches()},
        args.step.has_solids ? sweep_x<IsLast, true, T> : sweep_x<IsLast, false, T>, args, rows));
}

template <bool IsLast, class T>
void launch_y(const SweepArgs<T>& args, const exec::CudaDevice& device) {
    const Layout& l = args.step.layout;
    const int rows = std::max(4, rows_per_thread(l.nx, l.ny, device.multiprocessors(), kMostYRows));
    device.note(exec::launch_overlapped(
        {.blocks =
             dim3(unsigned((l.nx + kColumns - 1) / kColumns), unsigned((l.ny + rows - 1) / rows)),
         .threads = dim3(kColumns),
         .stream = device.stream(),
         .may_overlap = device.can_overlap_launches()},
        args.step.has_solids ? sweep_y<IsLast, true, T> : sweep_y<IsLast, false, T>, args, rows));
}

}  // namespace

template <class T>
Result<void> Stepper<T>::prepare() {
    auto between = device_.template allocate<T>(3 * layout_.elements());
    if (!between) return between.error();
    between_ = std::move(between.value());
    auto status = device_.template allocate<RunStatus>(1);
    if (!status) return status.error();
    status_ = std::move(status.value());
    auto inflow = device_.template allocate<double>(2 * std::size_t(layout_.nx + layout_.ny));
    if (!inflow) return inflow.error();
    inflow_ = std::move(inflow.value());
    begin();
    return activity_.allocate(device_);
}

template <class T>
void Stepper<T>::begin() {
    const RunStatus start;
    device_.upload(&start, 1, status_.data());
    // An edge that was open in the last run may be closed now.
    device_.note(cudaMemsetAsync(inflow_.data(), 0, inflow_.bytes(), device_.stream()));
    is_open_ = false;
}

template <class T>
void Stepper<T>::add_water(const AddWater<T>& water, std::span<const PatchView> patches, int first,
                           int last) {
    activity_.wake(device_, water.patches, first, last);
    shallow::cuda::add_water(device_, water, patches, first, last, status_.data());
}

template <class T>
double* Stepper<T>::inflow(Edge edge) {
    const int starts[4] = {0, layout_.ny, 2 * layout_.ny, 2 * layout_.ny + layout_.nx};
    is_open_ = true;
    return inflow_.data() + starts[int(edge)];
}

template <class T>
bool Stepper<T>::step(const Step<T>& step, int index) {
    T* const start = between_.data();
    const std::size_t size = layout_.elements();
    const Planes<T> between = {start, start + size, start + 2 * size};
    activity_.plan(device_, step);
    const SweepArgs<T> first = {step, step.from, between, activity_.view(0), status_.data(), index};
    const SweepArgs<T> second = {step, between, step.to, activity_.view(1), status_.data(), index};
    if (step.is_x_first) {
        launch_x<false>(first, device_);
        launch_y<true>(second, device_);
    } else {
        launch_y<false>(first, device_);
        launch_x<true>(second, device_);
    }
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North})
        if (step.zones[int(edge)].cells > 0)
            shallow::cuda::visit_items_if_well(device_, step.cells_along(edge),
                                               step.draw_zone(edge), index, status_.data());
    if (is_open_) {
        shallow::cuda::book_inflow<><<<1, exec::kLanes, 0, device_.stream()>>>(
            inflow_.data(), int(inflow_.size()), index, status_.data());
        device_.note(cudaGetLastError());
    }
    return true;
}

template <class T>
RunReport Stepper<T>::finish(int steps) {
    RunStatus status;
    device_.download(status_.data(), 1, &status);
    RunReport report;
    report.steps = std::min(steps, status.failed_step);
    if (report.steps < steps) wake_all();  // tiles of the steps that were not taken
    report.came_in_m3 = status.came_in;
    report.went_out_m3 = status.went_out;
    return report;
}

}  // namespace tarn::shallow::fv::cuda

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_fv_on_gpu(const SolverDesc& desc, int index) {
    constexpr int kMostRows = 65535;  // of blocks in a launch
    if (desc.ny > kMostRows)
        return Error{ErrorCode::Unsupported,
                     std::to_string(desc.ny) +
                         " rows of cells; a GPU takes at most 65535: swap x and y, or use fewer"};
    auto device = exec::CudaDevice::open(index);
    if (!device) return device.error();
    if (desc.precision == Precision::Double)
        return fv::Fv<double, fv::cuda::Stepper<double>>::create(desc, std::move(device.value()));
    return fv::Fv<float, fv::cuda::Stepper<float>>::create(desc, std::move(device.value()));
}

}  // namespace tarn::shallow
