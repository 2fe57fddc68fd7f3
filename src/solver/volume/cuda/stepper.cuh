// Steps all cells on a GPU: the members of cpu/stepper.hpp. Nothing here waits for the device
// before finish(): a whole run stands in one stream, and a step that failed makes the later ones do
// nothing, so the state before it is still there when the host looks.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "exec/cuda/lanes.cuh"
#include "solver/volume/cuda/links.cuh"
#include "solver/volume/cuda/tiles.cuh"
#include "solver/volume/hull/coupler.hpp"
#include "solver/volume/tasks.hpp"

#include <climits>

#include <algorithm>
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
    Tiles tiles;  ///< where there is a surface
    RunStatus* status;
    int step;
    bool is_all_fluid;  ///< neither a surface nor solids

    __device__ bool goes_on() const { return step <= status->failed_step; }
    /// After the first pass: no cell of this step failed either.
    __device__ bool is_well() const { return step < status->failed_step; }
};

constexpr int kBlock = 128;
/// More than run at once, so that those which end early make room for others.
constexpr int kBlocksPerMultiprocessor = 32;

/// From a cell to the one in each direction.
struct Offsets {
    std::ptrdiff_t to[L::q];
};
template <class S>
struct LayLinks {
    StepArgs<S> args;
    Offsets offsets;
    const Link* links;
    __device__ void operator()(int k) const {
        if (args.goes_on()) lay(args.view, args.sides, offsets.to, links[k]);
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

/// A cell that is fluid where `is_fluid`. What it reads does not wait for that to be known.
template <Limit How, bool MayHaveEddies = true, class S>
__device__ __forceinline__ void advance_fluid(const StepArgs<S>& a, std::ptrdiff_t place,
                                              unsigned walls, bool is_fluid) {
    using T = typename S::Number;
    T f[L::q];
    load_arriving(a.view.from, place, walls, f);
    const auto result = collide<How, S, MayHaveEddies>(f, a.view.constants);
    if (!is_fluid) return;
    store_cell(a.view.to, place, f);
    if (!is_well<T>(result.before)) atomicMin(&a.status->failed_step, a.step);
    if (How != Limit::None && result.is_limited) count_limited(a.status);
}

/// What arrives at two cells beside each other.
template <class S>
__device__ __forceinline__ void load_two(const Planes<S>& planes, std::ptrdiff_t place,
                                         const unsigned (&walls)[2], exec::Two (&f)[L::q]) {
    if (!any_beside((walls[0] | walls[1]) != 0)) return load_arriving(planes, place, f);
    f[0] = load_at<0, exec::Two>(planes, place);
    unrolled<L::q - 1>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        f[i] = {load_beside<i>(planes, place, walls[0]),
                load_beside<i>(planes, place + 1, walls[1])};
    });
}

/// The same for two cells beside each other.
template <bool MayHaveEddies, class S>
__device__ __forceinline__ void advance_two(const StepArgs<S>& a, std::ptrdiff_t place,
                                            const unsigned (&walls)[2], exec::TwoMask is_fluid) {
    using T = typename S::Number;
    exec::Two f[L::q];
    load_two(a.view.from, place, walls, f);
    const auto result = collide<Limit::None, S, MayHaveEddies>(f, a.view.constants);
    if (is_fluid.a && is_fluid.b)
        store_cell(a.view.to, place, f);
    else
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            if (is_fluid.a) store_at<i>(a.view.to, place, f[i].a);
            if (is_fluid.b) store_at<i>(a.view.to, place + 1, f[i].b);
        });
    const exec::TwoMask is_sound = is_well<T>(result.before);
    if ((is_fluid.a && !is_sound.a) || (is_fluid.b && !is_sound.b))
        atomicMin(&a.status->failed_step, a.step);
}

/// Cells per thread: one cell of floats, or of halves, is too little on its way to keep the memory
/// busy.
template <class S>
inline constexpr int kCellsPerThread = sizeof(typename S::Moving) <= 4 ? 2 : 1;

/// Without a surface: all cells.
template <bool MayHaveEddies, class S>
__global__ void __launch_bounds__(kBlock) advance_box(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    const View<S>& v = a.view;
    const Grid& g = v.grid();
    const int y = int(blockIdx.y), z = int(blockIdx.z);
    const int x = (int(blockIdx.x) * kBlock + int(threadIdx.x)) * kCellsPerThread<S>;
    if (x >= g.nx) return;
    const std::ptrdiff_t place = g.at(x, y, z);
    const bool goes_on = a.goes_on();
    const auto is_fluid = [&](int k) {
        return goes_on && x + k < g.nx && (a.is_all_fluid || v.type[place + k] == kFluid);
    };
    if constexpr (kCellsPerThread<S> == 2)
        advance_two<MayHaveEddies>(a, place, {v.walls_at(x, y, z), v.walls_at(x + 1, y, z)},
                                   {is_fluid(0), is_fluid(1)});
    else
        advance_fluid<Limit::None, MayHaveEddies>(a, place, v.walls_at(x, y, z), is_fluid(0));
}

/// A block of threads steps the fluid of a layer of a tile at a time.
static_assert(kBlock == Tiling::kX * Tiling::kY);

/// A cell of a tile.
struct TileCell {
    int x, y, z;
    std::ptrdiff_t place;
    bool is_inside;  ///< tiles may reach beyond the box
};
template <class S>
__device__ __forceinline__ TileCell cell_of(const StepArgs<S>& a, int tile, int number) {
    const Grid& g = a.view.grid();
    const Tiling& t = a.tiles.tiling;
    const int x = tile % t.nx * Tiling::kX + number % Tiling::kX;
    const int y = tile / t.nx % t.ny * Tiling::kY + number / Tiling::kX % Tiling::kY;
    const int z = tile / t.nx / t.ny * Tiling::kZ + number / (Tiling::kX * Tiling::kY);
    return {x, y, z, g.at(x, y, z), x < g.nx && y < g.ny && z < g.nz};
}

template <class S>
__global__ void __launch_bounds__(kBlock) list_tiles(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.goes_on()) return;
    const int tile = int(blockIdx.x) * kBlock + int(threadIdx.x);
    if (tile == 0) a.status->limited_cells = 0;
    list_tile(a.tiles, tile);
}

/// First pass, the fluid cells of all tiles that hold some. Blocks take layers of tiles.
template <class S>
__global__ void __launch_bounds__(kBlock)
    advance_fluid_tiles(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    const int stride = int(gridDim.x);
    int k = int(blockIdx.x), listed = a.tiles.fluid_list[k / Tiling::kZ];
    const int layers = a.tiles.now->fluid * Tiling::kZ;
    if (!a.goes_on()) return;
    while (k < layers) {
        const FluidTile tile = FluidTile::of(listed);
        const TileCell cell = cell_of(a, tile.number, k % Tiling::kZ * kBlock + int(threadIdx.x));
        k += stride;
        if (k < layers) listed = a.tiles.fluid_list[k / Tiling::kZ];
        if (cell.is_inside && (!tile.is_mixed || a.view.type[cell.place] == kFluid))
            advance_fluid<Limit::Speed>(a, cell.place, a.view.walls_at(cell.x, cell.y, cell.z),
                                        true);
    }
}

/// Small blocks, so that a short list is spread over all multiprocessors.
constexpr int kFewBlock = 64;

/// First pass, interface cells: few and costly, so whole warps go over a list of them.
template <bool HasTension, class S>
__global__ void __launch_bounds__(kFewBlock)
    advance_interfaces(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    if (!a.goes_on()) return;
    const View<S>& v = a.view;
    const int count = a.tiles.now->interface, stride = int(gridDim.x) * kFewBlock;
    for (int k = int(blockIdx.x) * kFewBlock + int(threadIdx.x); k < count; k += stride) {
        const int tile = a.tiles.interface_list[k] / Tiling::kCells;
        const TileCell cell = cell_of(a, tile, a.tiles.interface_list[k] % Tiling::kCells);
        const OneCell<S> one = {v, cell.place, v.walls_at(cell.x, cell.y, cell.z)};
        if (advance_interface<HasTension>(one, v.constants)) count_limited(a.status);
        if (v.note[cell.place] & (kFills | kEmpties)) a.tiles.is_noted[tile] = 1;
    }
}

/// Second pass. Where nothing fills or empties around, types stay.
template <class S>
__global__ void __launch_bounds__(Tiling::kCells)
    convert_tiles(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    const Tiles& t = a.tiles;
    const int count = t.now->near;
    int tile = t.near_list[blockIdx.x];
    if (!a.is_well()) return;
    for (int k = int(blockIdx.x); k < count; k += int(gridDim.x)) {
        if (k != int(blockIdx.x)) tile = t.near_list[k];
        bool may_change = false;
        if (threadIdx.x < 27) {
            const int other = t.tiling.around(tile, int(threadIdx.x));
            may_change = t.is_noted[other] != 0 || (t.holds[other] & kHoldsTaps) != 0;
        }
        const bool changes = __syncthreads_or(may_change) != 0;
        for (int number = int(threadIdx.x); number < Tiling::kCells; number += int(blockDim.x)) {
            const TileCell cell = cell_of(a, tile, number);
            if (!cell.is_inside) continue;
            if (changes)
                convert(a.view, cell.place);
            else
                keep(a.view, cell.place);
        }
    }
}

/// What a cell adds to what its tile holds.
template <class S>
__device__ __forceinline__ int held(const View<S>& v, const TileCell& cell) {
    const int type = v.type[cell.place];
    const int fluid = type == kFluid ? kHoldsFluid : kHoldsOthers;
    if (type != kInterface && !(v.mass[cell.place] != 0)) return fluid;
    const Grid& g = v.grid();
    const auto is_last = [](int at, int size, int count) {
        return at % size == size - 1 || at == count - 1;
    };
    return fluid | kHoldsSurface | (cell.x % Tiling::kX == 0 ? kReaches : 0) |
           (is_last(cell.x, Tiling::kX, g.nx) ? kReaches << 1 : 0) |
           (cell.y % Tiling::kY == 0 ? kReaches << 2 : 0) |
           (is_last(cell.y, Tiling::kY, g.ny) ? kReaches << 3 : 0) |
           (cell.z % Tiling::kZ == 0 ? kReaches << 4 : 0) |
           (is_last(cell.z, Tiling::kZ, g.nz) ? kReaches << 5 : 0);
}

/// Third pass, over tiles near the surface, or over all to look at cells that something else
/// changed. It leaves what tiles hold, and lists interface cells for the next step; the others are
/// made ready for it.
template <bool IsLook, class S>
__global__ void __launch_bounds__(Tiling::kCells)
    share_tiles(const __grid_constant__ StepArgs<S> a) {
    exec::wait_for_earlier_kernels();
    __shared__ int all;
    const View<S>& v = a.view;
    const Tiles& t = a.tiles;
    const int count = IsLook ? t.tiling.count() : t.now->near;
    int tile = IsLook ? int(blockIdx.x) : t.near_list[blockIdx.x];
    if (!IsLook && !a.is_well()) return;
    for (int k = int(blockIdx.x); k < count; k += int(gridDim.x)) {
        if (k != int(blockIdx.x)) tile = IsLook ? k : t.near_list[k];
        if (threadIdx.x == 0) all = 0;
        __syncthreads();
        int holds = 0;
        for (int number = int(threadIdx.x); number < Tiling::kCells; number += int(blockDim.x)) {
            const TileCell cell = cell_of(a, tile, number);
            bool is_interface = false;
            if (cell.is_inside) {
                if (!IsLook) share_excess(v, cell.place);
                is_interface = v.type[cell.place] == kInterface;
                if (!is_interface) advance_other(v, cell.place);
                holds |= held(v, cell);
            }
            append(is_interface, tile * Tiling::kCells + number,
                   IsLook ? &t.now->interface : &t.next->interface, t.interface_list);
        }
        holds = int(__reduce_or_sync(~0u, unsigned(holds)));
        if (threadIdx.x % exec::kWarp == 0 && holds != 0) atomicOr(&all, holds);
        __syncthreads();
        if (threadIdx.x == 0) {
            const int taps = t.holds[tile] & kHoldsTaps ? kHoldsTaps | kReachesAll : 0;
            t.holds[tile] = std::uint16_t(all | taps);
        }
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
    static constexpr int kLineBytes = 128;
    using Device = exec::CudaDevice;
    using Number = typename S::Number;

    struct Desc {
        Isa isa;
        Grid grid;
        bool has_surface, has_images;
        const Site* images;
        int image_count;
        const Site* ports;
        int port_count;
        Sides<Number> sides;
    };

    explicit Stepper(Device&& device) : device_(std::move(device)) {}

    const Device& device() const { return device_; }
    Result<void> prepare(const Desc& desc, const std::uint8_t* types);
    /// A place where a tap may act.
    void keep_near(const TapCell& cell) {
        tiles_.keep_near(cell);
        is_changed_ = true;
    }

    /// No bodies float here.
    HullCoupler<S>* hulls() const { return nullptr; }

    /// Cells were changed by something that is not a step.
    void all_changed() { is_changed_ = true; }
    void begin() {
        const RunStatus start;
        device_.upload(&start, 1, status_.data());
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
    std::size_t bytes() const { return links_.bytes() + status_.bytes() + tiles_.bytes(); }

private:
    void advance(const StepArgs<S>& args) const;
    template <class Task>
    void for_images(const StepArgs<S>& args, Task task) const {
        device_.for_items(desc_.image_count, ForImages<S, Task>{args, desc_.images, task});
    }
    void launch(void (*kernel)(StepArgs<S>), dim3 blocks, const StepArgs<S>& args,
                int threads = kBlock) const {
        device_.note(exec::launch_overlapped({.blocks = blocks,
                                              .threads = dim3(unsigned(threads)),
                                              .stream = device_.stream(),
                                              .may_overlap = device_.can_overlap_launches()},
                                             kernel, args));
    }
    /// Threads that take a tile in the second and the third pass. In a small box all of a tile at
    /// once, since nothing else keeps the multiprocessors busy.
    int tile_threads() const {
        constexpr int kTilesPerMultiprocessor = 8;
        return tiles_.count() < kTilesPerMultiprocessor * device_.multiprocessors() ? Tiling::kCells
                                                                                    : kBlock;
    }
    /// Blocks that take turns with so many pieces of work at most.
    dim3 blocks_for(int pieces) const {
        return dim3(
            unsigned(std::min(pieces, kBlocksPerMultiprocessor * device_.multiprocessors())));
    }

    Device device_;
    Desc desc_ = {};
    exec::CudaDevice::Array<Link> links_;
    Offsets offsets_ = {};
    exec::CudaDevice::Array<RunStatus> status_;
    TileRoom tiles_;          ///< where there is a surface
    bool is_changed_ = true;  ///< tiles do not know yet what they hold
    bool is_all_fluid_ = false;
    RunStatus last_;
    int step_ = 0;
};

template <class S>
Result<void> Stepper<S>::prepare(const Desc& desc, const std::uint8_t* types) {
    desc_ = desc;
    const Grid& g = desc.grid;
    for (int i = 0; i < L::q; ++i) offsets_.to[i] = offset(g, i);
    const bool has_solids = has_solids_inside(g, types);
    is_all_fluid_ = !desc.has_surface && !has_solids;
    const std::vector<Link> links = find_links(g, desc.sides, types, has_solids);
    auto room = device_.allocate<Link>(links.size());
    if (!room) return room.error();
    links_ = std::move(room.value());
    auto status = device_.allocate<RunStatus>(1);
    if (!status) return status.error();
    status_ = std::move(status.value());
    device_.upload(links.data(), links.size(), links_.data());
    device_.finish_uploads();
    return desc.has_surface ? tiles_.allocate(device_, g) : Result<void>{};
}

template <class S>
void Stepper<S>::advance(const StepArgs<S>& args) const {
    const Grid& g = desc_.grid;
    constexpr int kRow = kBlock * kCellsPerThread<S>;
    if (!desc_.has_surface)
        return launch(args.view.constants.has_eddies ? advance_box<true, S> : advance_box<false, S>,
                      dim3(unsigned((g.nx + kRow - 1) / kRow), unsigned(g.ny), unsigned(g.nz)),
                      args);
    launch(advance_fluid_tiles<S>, blocks_for(tiles_.count() * Tiling::kZ), args);
    const bool has_tension = args.view.constants.tension > 0;
    launch(has_tension ? advance_interfaces<true, S> : advance_interfaces<false, S>,
           blocks_for(tiles_.count() * (Tiling::kCells / kFewBlock)), args, kFewBlock);
}

template <class S>
bool Stepper<S>::step(const View<S>& view, const Sides<Number>& sides, const Taps<Number>& taps) {
    StepArgs<S> args = {view, sides, {}, status_.data(), step_++, is_all_fluid_};
    const bool has_images = desc_.has_surface && desc_.has_images;
    if (desc_.has_surface) {
        if (is_changed_) {
            tiles_.reset(device_);
            args.tiles = tiles_.now();
            launch(share_tiles<true, S>, blocks_for(tiles_.count()), args, tile_threads());
            is_changed_ = false;
        }
        args.tiles = tiles_.turn();
        launch(list_tiles<S>, dim3(unsigned(tiles_.count() + kBlock - 1) / kBlock), args);
    }
    if (has_images) for_images(args, CopyImage{});
    device_.for_items(int(links_.size()), LayLinks<S>{args, offsets_, links_.data()});
    advance(args);
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
    launch(convert_tiles<S>, blocks_for(tiles_.count()), args, tile_threads());
    if (has_images) for_images(args, CopyImage{});
    launch(share_tiles<false, S>, blocks_for(tiles_.count()), args, tile_threads());
    return true;
}

}  // namespace tarn::volume::cuda
