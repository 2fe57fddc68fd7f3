// Steps all cells on a GPU: the members of cpu/stepper.hpp. Nothing here waits for the device
// before finish(): a whole run stands in one stream, and a step that failed makes the later ones do
// nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/volume/taps.hpp"
#include "solver/volume/tasks.hpp"

#include <climits>

#include <utility>
#include <vector>

namespace tarn::volume::cuda {

struct RunStatus {
    static constexpr int kWell = INT_MAX;
    int failed_step = kWell;
    unsigned long long limited_cells = 0;  ///< of the last step
    double came_in = 0.0, went_out = 0.0;
};

/// A step of a run.
template <class S>
struct StepArgs {
    View<S> view;
    Sides<typename S::Number> sides;
    RunStatus* status;
    int step;
};

constexpr int kBlock = 128;

struct BeginStep {
    RunStatus* status;
    int step;
    __device__ void operator()(int) const {
        if (step <= status->failed_step) status->limited_cells = 0;
    }
};

template <class S>
struct LayLinks {
    StepArgs<S> args;
    const Site* cells;
    __device__ void operator()(int k) const {
        if (args.step <= args.status->failed_step) lay_links(args.view, args.sides, cells[k]);
    }
};

template <class S, class Task>
struct ForImages {
    StepArgs<S> args;
    const Site* images;
    Task task;
    __device__ void operator()(int k) const {
        if (args.step < args.status->failed_step) task(args.view, args.sides, images[k]);
    }
};
struct CopyImage {
    template <class S>
    __device__ void operator()(const View<S>& v, const Sides<typename S::Number>& sides,
                               const Site& site) const {
        copy_image(v, sides, site);
    }
};
struct CopyNotedImage {
    template <class S>
    __device__ void operator()(const View<S>& v, const Sides<typename S::Number>& sides,
                               const Site& site) const {
        copy_noted_image(v, sides, site);
    }
};
struct SettleNotedImage {
    template <class S>
    __device__ void operator()(const View<S>& v, const Sides<typename S::Number>& sides,
                               const Site& site) const {
        settle_noted_image(v, sides, site);
    }
};

template <class S>
__device__ __forceinline__ bool find_cell(const View<S>& v, std::ptrdiff_t& place) {
    const Grid& g = v.grid();
    const int x = int(blockIdx.x) * kBlock + int(threadIdx.x);
    place = g.at(x, int(blockIdx.y), int(blockIdx.z));
    return x < g.nx;
}

__device__ __forceinline__ void count_limited(RunStatus* status) {
    atomicAdd(&status->limited_cells, 1ull);  // same bits: whole numbers are counted
}

template <Collision C, bool HasSurface, class S>
__global__ void __launch_bounds__(kBlock) advance_fluid(StepArgs<S> a) {
    using T = typename S::Number;
    std::ptrdiff_t place;
    if (!find_cell(a.view, place) || a.status->failed_step < a.step) return;
    if (a.view.type[place] != kFluid) return;
    T f[L::q];
    load_arriving(a.view.from, place, f);
    const auto result = collide < C,
               HasSurface ? Limit::Speed : Limit::None > (f, a.view.constants);
    store_cell(a.view.to, place, f);
    if (!is_well<T>(result.before)) atomicMin(&a.status->failed_step, a.step);
    if (HasSurface && result.is_limited) count_limited(a.status);
}

template <Collision C, class S>
__global__ void __launch_bounds__(kBlock) advance_surface(StepArgs<S> a) {
    std::ptrdiff_t place;
    if (!find_cell(a.view, place) || a.status->failed_step < a.step) return;
    if (a.view.type[place] != kInterface)
        advance_other(a.view, place);
    else if (advance_interface<C>(a.view, place))
        count_limited(a.status);
}

template <class S>
__global__ void __launch_bounds__(kBlock) convert_cells(StepArgs<S> a) {
    std::ptrdiff_t place;
    if (find_cell(a.view, place) && a.step < a.status->failed_step) convert(a.view, place);
}

template <class S>
__global__ void __launch_bounds__(kBlock) share_cells(StepArgs<S> a) {
    std::ptrdiff_t place;
    if (find_cell(a.view, place) && a.step < a.status->failed_step) share_excess(a.view, place);
}

template <class S>
struct ThroughPorts {
    StepArgs<S> args;
    const Site* ports;
    __device__ Through operator()(int k) const {
        return Through::of(mass_through(args.view, args.sides, ports[k]));
    }
};
template <class S>
__global__ void __launch_bounds__(exec::kLanes) book_ports(ThroughPorts<S> ports, int count) {
    RunStatus* status = ports.args.status;
    const Through all = exec::join_block<Through>(count, ports);
    if (threadIdx.x != 0 || status->failed_step <= ports.args.step) return;
    status->came_in += all.came_in;
    status->went_out += all.went_out;
}

template <class S>
struct NoteTaps {
    StepArgs<S> args;
    Taps<typename S::Number> taps;
    __device__ void operator()(int k) const {
        if (args.step < args.status->failed_step) note_tap(args.view, taps, taps.cells[k]);
    }
};
template <class S>
struct ThroughTaps {
    StepArgs<S> args;
    Taps<typename S::Number> taps;
    __device__ Through operator()(int k) const {
        return Through::of(mass_through_tap(args.view, taps, taps.cells[k]));
    }
};
template <class S>
__global__ void __launch_bounds__(exec::kLanes) book_taps(ThroughTaps<S> taps) {
    RunStatus* status = taps.args.status;
    const Through all = exec::join_block<Through>(taps.taps.count, taps);
    if (threadIdx.x != 0 || status->failed_step <= taps.args.step) return;
    status->came_in += all.came_in;
    status->went_out += all.went_out;
}

template <class S>
class Stepper {
public:
    static constexpr bool kIsOnGpu = true;
    using Device = exec::CudaDevice;
    using Number = typename S::Number;

    struct Desc {
        Isa isa;
        Collision collision;
        Grid grid;
        bool has_surface, has_images;
        const Site* images;
        int image_count;
        const Site* ports;
        int port_count;
    };

    explicit Stepper(Device&& device) : device_(std::move(device)) {}

    const Device& device() const { return device_; }
    Result<void> prepare(const Desc& desc, const std::uint8_t* types);
    void keep_near(const TapCell&) {}

    /// Cells were changed by something that is not a step.
    void all_changed() {}
    void begin() {
        const RunStatus start;
        device_.upload(&start, 1, status_.data());
        step_ = 0;
    }
    bool step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps);
    int finish(int steps) {
        device_.download(static_cast<const RunStatus*>(status_.data()), 1, &last_);
        if (device_.trouble()) return steps;
        return last_.failed_step < steps ? last_.failed_step : steps;
    }
    Through through() const { return {last_.came_in, last_.went_out}; }
    std::int64_t limited_cells() const { return std::int64_t(last_.limited_cells); }
    std::size_t bytes() const { return edge_cells_.bytes() + status_.bytes(); }

private:
    template <Collision C>
    void advance(const StepArgs<S>& args) const;
    template <class Task>
    void for_images(const StepArgs<S>& args, Task task) const {
        device_.for_items(desc_.image_count, ForImages<S, Task>{args, desc_.images, task});
    }
    dim3 blocks() const {
        const Grid& g = desc_.grid;
        return dim3(unsigned((g.nx + kBlock - 1) / kBlock), unsigned(g.ny), unsigned(g.nz));
    }
    template <class Kernel>
    void launch(Kernel kernel, const StepArgs<S>& args) const {
        kernel<<<blocks(), kBlock, 0, device_.stream()>>>(args);
        device_.note(cudaGetLastError());
    }

    Device device_;
    Desc desc_ = {};
    exec::CudaDevice::Array<Site> edge_cells_;  ///< beside sides and solids
    exec::CudaDevice::Array<RunStatus> status_;
    RunStatus last_;
    int step_ = 0;
};

template <class S>
Result<void> Stepper<S>::prepare(const Desc& desc, const std::uint8_t* types) {
    desc_ = desc;
    const Grid& g = desc.grid;
    std::vector<Site> cells;
    for (int z = 0; z < g.nz; ++z)
        for (int y = 0; y < g.ny; ++y)
            for (int x = 0; x < g.nx; ++x) {
                if (types[g.at(x, y, z)] == kSolid) continue;
                bool is_at_edge = false;
                for (int i = 1; i < L::q && !is_at_edge; ++i) {
                    const int sx = x - L::c(i, 0), sy = y - L::c(i, 1), sz = z - L::c(i, 2);
                    is_at_edge = !is_inside(g, sx, sy, sz) || types[g.at(sx, sy, sz)] == kSolid;
                }
                if (is_at_edge) cells.push_back({x, y, z});
            }
    auto room = device_.allocate<Site>(cells.size());
    if (!room) return room.error();
    edge_cells_ = std::move(room.value());
    auto status = device_.allocate<RunStatus>(1);
    if (!status) return status.error();
    status_ = std::move(status.value());
    device_.upload(cells.data(), cells.size(), edge_cells_.data());
    device_.finish_uploads();
    return {};
}

template <class S>
template <Collision C>
void Stepper<S>::advance(const StepArgs<S>& args) const {
    if (!desc_.has_surface) return launch(advance_fluid<C, false, S>, args);
    launch(advance_fluid<C, true, S>, args);
    launch(advance_surface<C, S>, args);
}

template <class S>
bool Stepper<S>::step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps) {
    const StepArgs<S> args = {view, sides, status_.data(), step_++};
    const bool has_images = desc_.has_surface && desc_.has_images;
    device_.for_items(1, BeginStep{status_.data(), args.step});
    if (has_images) for_images(args, CopyImage{});
    device_.for_items(int(edge_cells_.size()), LayLinks<S>{args, edge_cells_.data()});
    switch (desc_.collision) {
        case Collision::Bgk:
            advance<Collision::Bgk>(args);
            break;
        case Collision::Smagorinsky:
            advance<Collision::Smagorinsky>(args);
            break;
        case Collision::Trt:
            advance<Collision::Trt>(args);
    }
    if (desc_.port_count > 0) {
        book_ports<<<1, exec::kLanes, 0, device_.stream()>>>(ThroughPorts<S>{args, desc_.ports},
                                                             desc_.port_count);
        device_.note(cudaGetLastError());
    }
    if (!desc_.has_surface) return true;
    if (taps.count > 0) {
        device_.for_items(taps.count, NoteTaps<S>{args, taps});
        book_taps<<<1, exec::kLanes, 0, device_.stream()>>>(ThroughTaps<S>{args, taps});
        device_.note(cudaGetLastError());
    }
    if (has_images) {
        for_images(args, CopyNotedImage{});
        for_images(args, SettleNotedImage{});
    }
    launch(convert_cells<S>, args);
    if (has_images) for_images(args, CopyImage{});
    launch(share_cells<S>, args);
    return true;
}

}  // namespace tarn::volume::cuda
