// Steps all cells on a GPU: the members of cpu/stepper.hpp. Nothing here waits for the device
// before finish(): a whole run stands in one stream, and a step that failed makes the later ones do
// nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/volume/cuda/tiles.cuh"
#include "solver/volume/tasks.hpp"

#include <algorithm>
#include <climits>

#include <utility>
#include <vector>

namespace tarn::volume::cuda {

struct RunStatus {
    static constexpr int kWell = INT_MAX;
    int failed_step = kWell;
    unsigned long long limited_cells = 0;  ///< of the last step
    double came_in = 0.0, went_out = 0.0;
    TileCounts counts[2];  ///< of tiles in even steps and in odd ones
};

/// A step of a run.
template <class S>
struct StepArgs {
    View<S> view;
    Sides<typename S::Number> sides;
    Tiles tiles;  ///< where there is a surface
    RunStatus* status;
    int step;

    __device__ bool goes_on() const { return step <= status->failed_step; }
    /// After the first pass: no cell of this step failed either.
    __device__ bool is_well() const { return step < status->failed_step; }
};

constexpr int kBlock = 128;
/// More than run at once, so that those which end early make room for others.
constexpr int kBlocksPerMultiprocessor = 32;

template <class S>
struct LayLinks {
    StepArgs<S> args;
    const Site* cells;
    __device__ void operator()(int k) const {
        if (args.goes_on()) lay_links(args.view, args.sides, cells[k]);
    }
};

template <class S, class Task>
struct ForImages {
    StepArgs<S> args;
    const Site* images;
    Task task;
    __device__ void operator()(int k) const {
        if (args.is_well()) task(args.view, args.sides, images[k]);
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

__device__ __forceinline__ void count_limited(RunStatus* status) {
    atomicAdd(&status->limited_cells, 1ull);  // same bits: whole numbers are counted
}

template <Collision C, Limit How, class S>
__device__ __forceinline__ void advance_fluid(const StepArgs<S>& a, std::ptrdiff_t place) {
    using T = typename S::Number;
    T f[L::q];
    load_arriving(a.view.from, place, f);
    const auto result = collide<C, How, S>(f, a.view.constants);
    store_cell(a.view.to, place, f);
    if (!is_well<T>(result.before)) atomicMin(&a.status->failed_step, a.step);
    if (How != Limit::None && result.is_limited) count_limited(a.status);
}

/// Without a surface: all cells.
template <Collision C, class S>
__global__ void __launch_bounds__(kBlock) advance_box(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    const Grid& g = a.view.grid();
    const int x = int(blockIdx.x) * kBlock + int(threadIdx.x);
    const std::ptrdiff_t place = g.at(x, int(blockIdx.y), int(blockIdx.z));
    if (x < g.nx && a.goes_on() && a.view.type[place] == kFluid)
        advance_fluid<C, Limit::None>(a, place);
}

/// A block of threads has a layer of a tile at a time.
static_assert(kBlock == Tiling::kX * Tiling::kY);

/// A cell of a tile for each thread. False for those that reach beyond the box.
template <class S>
__device__ __forceinline__ bool find_cell(const StepArgs<S>& a, int tile, int number,
                                          std::ptrdiff_t& place) {
    const Grid& g = a.view.grid();
    const Tiling& t = a.tiles.tiling;
    const int x = tile % t.nx * Tiling::kX + number % Tiling::kX;
    const int y = tile / t.nx % t.ny * Tiling::kY + number / Tiling::kX % Tiling::kY;
    const int z = tile / t.nx / t.ny * Tiling::kZ + number / (Tiling::kX * Tiling::kY);
    place = g.at(x, y, z);
    return x < g.nx && y < g.ny && z < g.nz;
}

template <class S>
__global__ void __launch_bounds__(kBlock) list_tiles(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.goes_on()) return;
    const int tile = int(blockIdx.x) * kBlock + int(threadIdx.x);
    if (tile == 0) a.status->limited_cells = 0;
    list_tile(a.tiles, tile, a.step);
}

/// First pass, the fluid cells of all tiles that hold some. Blocks take layers of tiles.
template <Collision C, class S>
__global__ void __launch_bounds__(kBlock) advance_fluid_tiles(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.goes_on()) return;
    const int layers = a.tiles.counts[a.step % 2].fluid * Tiling::kZ;
    for (int k = int(blockIdx.x); k < layers; k += int(gridDim.x)) {
        const int tile = a.tiles.fluid_list[k / Tiling::kZ];
        std::ptrdiff_t place;
        if (find_cell(a, tile, k % Tiling::kZ * kBlock + int(threadIdx.x), place) &&
            a.view.type[place] == kFluid)
            advance_fluid<C, Limit::Speed>(a, place);
    }
}

/// First pass, all other cells of tiles near the surface. Interface cells are few and costly: they
/// are collected first, so that whole warps step them.
template <Collision C, class S>
__global__ void __launch_bounds__(kBlock) advance_near_tiles(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.goes_on()) return;
    __shared__ std::uint16_t found[Tiling::kCells];
    __shared__ int found_count;
    const int count = a.tiles.counts[a.step % 2].near;
    for (int k = int(blockIdx.x); k < count; k += int(gridDim.x)) {
        const int tile = a.tiles.near_list[k];
        if (threadIdx.x == 0) found_count = 0;
        __syncthreads();
        std::ptrdiff_t place;
        for (int number = int(threadIdx.x); number < Tiling::kCells; number += kBlock) {
            if (!find_cell(a, tile, number, place)) continue;
            if (a.view.type[place] == kInterface)
                found[atomicAdd(&found_count, 1)] = std::uint16_t(number);
            else
                advance_other(a.view, place);
        }
        __syncthreads();
        bool is_noted = false;
        for (int n = int(threadIdx.x); n < found_count; n += kBlock) {
            find_cell(a, tile, found[n], place);
            if (advance_interface<C>(a.view, place)) count_limited(a.status);
            is_noted |= (a.view.note[place] & (kFills | kEmpties)) != 0;
        }
        const bool is_any_noted = __syncthreads_or(is_noted) != 0;
        if (threadIdx.x == 0) a.tiles.is_noted[tile] = is_any_noted ? 1 : 0;
    }
}

/// Second pass. Where nothing fills or empties around, types stay.
template <class S>
__global__ void __launch_bounds__(kBlock) convert_tiles(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.is_well()) return;
    const Tiles& t = a.tiles;
    const int count = t.counts[a.step % 2].near;
    for (int k = int(blockIdx.x); k < count; k += int(gridDim.x)) {
        const int tile = t.near_list[k];
        bool may_change = false;
        if (threadIdx.x < 27) {
            const int other = t.tiling.around(tile, int(threadIdx.x));
            may_change = (t.near[other] != 0 && t.is_noted[other] != 0) ||
                         (t.holds[other] & kHoldsTaps) != 0;
        }
        const bool changes = __syncthreads_or(may_change) != 0;
        std::ptrdiff_t place;
        for (int number = int(threadIdx.x); number < Tiling::kCells; number += kBlock) {
            if (!find_cell(a, tile, number, place)) continue;
            if (changes)
                convert(a.view, place);
            else
                keep(a.view, place);
        }
    }
}

/// Third pass. It leaves what each tile holds now.
template <class S>
__global__ void __launch_bounds__(kBlock) share_tiles(StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.is_well()) return;
    const View<S>& v = a.view;
    const int count = a.tiles.counts[a.step % 2].near;
    for (int k = int(blockIdx.x); k < count; k += int(gridDim.x)) {
        const int tile = a.tiles.near_list[k];
        int holds = 0;
        std::ptrdiff_t place;
        for (int number = int(threadIdx.x); number < Tiling::kCells; number += kBlock) {
            if (!find_cell(a, tile, number, place)) continue;
            share_excess(v, place);
            const int type = v.type[place];
            if (type == kFluid) holds |= kHoldsFluid;
            if (type == kInterface || v.mass[place] != 0) holds |= kHoldsSurface;
        }
        const bool has_fluid = __syncthreads_or(holds & kHoldsFluid) != 0;
        const bool has_surface = __syncthreads_or(holds & kHoldsSurface) != 0;
        if (threadIdx.x == 0)
            a.tiles.holds[tile] =
                std::uint8_t((has_fluid ? kHoldsFluid : 0) | (has_surface ? kHoldsSurface : 0) |
                             (a.tiles.holds[tile] & kHoldsTaps));
    }
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
    if (threadIdx.x != 0 || !ports.args.is_well()) return;
    status->came_in += all.came_in;
    status->went_out += all.went_out;
}

template <class S>
struct NoteTaps {
    StepArgs<S> args;
    Taps<typename S::Number> taps;
    __device__ void operator()(int k) const {
        if (args.is_well()) note_tap(args.view, taps, taps.cells[k]);
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
    if (threadIdx.x != 0 || !taps.args.is_well()) return;
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
    /// A place where a tap may act.
    void keep_near(const TapCell& cell) {
        tiles_.keep_near(cell);
        is_changed_ = true;
    }

    /// Cells were changed by something that is not a step.
    void all_changed() { is_changed_ = true; }
    void begin() {
        const RunStatus start;
        device_.upload(&start, 1, status_.data());
        if (is_changed_ && desc_.has_surface) tiles_.reset(device_);
        is_changed_ = false;
        step_ = 0;
    }
    bool step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps);
    int finish(int steps) {
        device_.download(static_cast<const RunStatus*>(status_.data()), 1, &last_);
        if (device_.trouble()) return steps;
        if (last_.failed_step >= steps) return steps;
        all_changed();
        return last_.failed_step;
    }
    Through through() const { return {last_.came_in, last_.went_out}; }
    std::int64_t limited_cells() const { return std::int64_t(last_.limited_cells); }
    std::size_t bytes() const { return edge_cells_.bytes() + status_.bytes() + tiles_.bytes(); }

private:
    template <Collision C>
    void advance(const StepArgs<S>& args) const;
    template <class Task>
    void for_images(const StepArgs<S>& args, Task task) const {
        device_.for_items(desc_.image_count, ForImages<S, Task>{args, desc_.images, task});
    }
    void launch(void (*kernel)(StepArgs<S>), dim3 blocks, const StepArgs<S>& args) const {
        device_.note(exec::launch_overlapped({.blocks = blocks,
                                              .threads = dim3(kBlock),
                                              .stream = device_.stream(),
                                              .may_overlap = device_.can_overlap_launches()},
                                             kernel, args));
    }
    /// Blocks that take turns with so many pieces of work at most.
    dim3 blocks_for(int pieces) const {
        return dim3(unsigned(std::min(pieces, kBlocksPerMultiprocessor * device_.multiprocessors())));
    }

    Device device_;
    Desc desc_ = {};
    exec::CudaDevice::Array<Site> edge_cells_;  ///< beside sides and solids
    exec::CudaDevice::Array<RunStatus> status_;
    TileRoom tiles_;          ///< where there is a surface
    bool is_changed_ = true;  ///< tiles do not know yet what they hold
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
    return desc.has_surface ? tiles_.allocate(device_, g) : Result<void>{};
}

template <class S>
template <Collision C>
void Stepper<S>::advance(const StepArgs<S>& args) const {
    const Grid& g = desc_.grid;
    if (!desc_.has_surface)
        return launch(advance_box<C, S>,
                      dim3(unsigned((g.nx + kBlock - 1) / kBlock), unsigned(g.ny), unsigned(g.nz)),
                      args);
    launch(advance_fluid_tiles<C, S>, blocks_for(tiles_.count() * Tiling::kZ), args);
    launch(advance_near_tiles<C, S>, blocks_for(tiles_.count()), args);
}

template <class S>
bool Stepper<S>::step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps) {
    RunStatus* const status = status_.data();
    StepArgs<S> args = {view, sides, tiles_.tiles(status->counts), status, step_++};
    const bool has_images = desc_.has_surface && desc_.has_images;
    if (desc_.has_surface)
        launch(list_tiles<S>, dim3(unsigned(tiles_.count() + kBlock - 1) / kBlock), args);
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
    launch(convert_tiles<S>, blocks_for(tiles_.count()), args);
    if (has_images) for_images(args, CopyImage{});
    launch(share_tiles<S>, blocks_for(tiles_.count()), args);
    return true;
}

}  // namespace tarn::volume::cuda
