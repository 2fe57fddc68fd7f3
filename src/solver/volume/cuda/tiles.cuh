// Tiles of cells on a GPU: which of them hold fluid, and which are near the free surface. Steps go
// over lists of tiles, so that air costs nothing and deep water knows nothing of the surface.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/volume/taps.hpp"

#include <utility>
#include <vector>

namespace tarn::volume::cuda {

/// How the box is cut into tiles. A warp takes a row of a tile.
struct Tiling {
    static constexpr int kX = exec::kWarp, kY = 4, kZ = 4;
    static constexpr int kCells = kX * kY * kZ;
    int nx, ny, nz;  ///< tiles along each axis

    static Tiling of(const Grid& grid) {
        return {(grid.nx + kX - 1) / kX, (grid.ny + kY - 1) / kY, (grid.nz + kZ - 1) / kZ};
    }
    TARN_HD int count() const { return nx * ny * nz; }
    TARN_HD int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
    int of_cell(const TapCell& cell) const { return at(cell.x / kX, cell.y / kY, cell.z / kZ); }

    /// The tile itself and those that touch it, for k from 0 to 26. In a circle: around sides that
    /// are periodic the surface goes on, and beside walls a tile too many does no harm.
    TARN_HD int around(int tile, int k) const {
        const auto wrapped = [](int at, int count) {
            return at < 0 ? count - 1 : at < count ? at : 0;
        };
        const int x = tile % nx + k % 3 - 1, y = tile / nx % ny + k / 3 % 3 - 1;
        const int z = tile / nx / ny + k / 9 - 1;
        return at(wrapped(x, nx), wrapped(y, ny), wrapped(z, nz));
    }
};

/// What a tile holds.
enum Holds : std::uint16_t {
    kHoldsFluid = 1,    ///< fluid cells
    kHoldsSurface = 2,  ///< interface cells or excess mass
    kHoldsTaps = 4,     ///< cells where a tap may act
    kHoldsOthers = 8,   ///< cells that are not fluid
    /// From this bit on, a bit per side of the tile: the surface is in the cells along it, so that
    /// the tiles beyond may change too.
    kReaches = 16,
    kReachesAll = 63 * kReaches
};
/// Whether a tile is near the surface: now, and a step ago, since then it has to settle.
enum Near : std::uint8_t { kNow = 1, kBefore = 2 };

/// Whether what a tile holds reaches the tile from which it is number `k` around.
TARN_HD bool reaches(int holds, int k) {
    const int step[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    if (!(holds & (kHoldsSurface | kHoldsTaps))) return false;
    for (int axis = 0; axis < 3; ++axis)
        if (step[axis] != 0 && !(holds & (kReaches << (2 * axis + (step[axis] > 0 ? 0 : 1)))))
            return false;
    return true;
}

/// A tile in the list of those with fluid. Mixed ones hold other cells too.
struct FluidTile {
    int number;
    bool is_mixed;

    __device__ int listed() const { return is_mixed ? ~number : number; }
    __device__ static FluidTile of(int listed) {
        return {listed < 0 ? ~listed : listed, listed < 0};
    }
};

struct TileCounts {
    int fluid = 0, near = 0;
    int interface = 0;  ///< cells
};

/// The tiles of a run as kernels see them.
struct Tiles {
    Tiling tiling;
    std::uint16_t* holds = nullptr;
    std::uint8_t* near = nullptr;
    std::uint8_t* is_noted = nullptr;  ///< cells of it fill or empty in this step
    int* fluid_list = nullptr;
    int* near_list = nullptr;
    int* interface_list = nullptr;  ///< cells: tile times kCells, and the number in the tile
    TileCounts* now = nullptr;      ///< of this step
    TileCounts* next = nullptr;     ///< of the next one
};

/// Appends where `is_one`, a warp at a time. Lists have no order: nothing depends on it.
__device__ __forceinline__ void append(bool is_one, int value, int* count, int* list) {
    const unsigned lanes = __ballot_sync(~0u, is_one);
    if (lanes == 0) return;
    const int lane = int(threadIdx.x) % exec::kWarp, leader = __ffs(int(lanes)) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(count, __popc(lanes));  // same bits: any order will do
    first = __shfl_sync(~0u, first, leader);
    if (is_one) list[first + __popc(lanes & ((1u << lane) - 1u))] = value;
}

/// One thread per tile lists it for a step.
__device__ __forceinline__ void list_tile(const Tiles& t, int tile) {
    if (tile == 0) *t.next = {};
    const bool is_there = tile < t.tiling.count();
    int holds = 0, near = 0;
    if (is_there) {
        holds = t.holds[tile];
        bool is_near = false;
        unrolled<27>([&](auto index) {
            constexpr int k = decltype(index)::value;
            is_near |= reaches(t.holds[t.tiling.around(tile, k)], k);
        });
        near = (t.near[tile] & kNow) << 1 | (is_near ? kNow : 0);
        t.near[tile] = std::uint8_t(near);
        t.is_noted[tile] = 0;
    }
    append((holds & kHoldsFluid) != 0, FluidTile{tile, (holds & kHoldsOthers) != 0}.listed(),
           &t.now->fluid, t.fluid_list);
    append(near != 0, tile, &t.now->near, t.near_list);
}

/// The memory behind them.
class TileRoom {
public:
    Result<void> allocate(const exec::CudaDevice& device, const Grid& grid) {
        tiles_.tiling = Tiling::of(grid);
        const auto count = std::size_t(tiles_.tiling.count());
        auto holds = device.allocate<std::uint16_t>(count);
        if (!holds) return holds.error();
        auto flags = device.allocate<std::uint8_t>(2 * count);
        if (!flags) return flags.error();
        auto lists = device.allocate<int>((2 + Tiling::kCells) * count);
        if (!lists) return lists.error();
        auto counts = device.allocate<TileCounts>(2);
        if (!counts) return counts.error();
        holds_ = std::move(holds.value());
        flags_ = std::move(flags.value());
        lists_ = std::move(lists.value());
        counts_ = std::move(counts.value());
        tiles_.holds = holds_.data();
        tiles_.near = flags_.data();
        tiles_.is_noted = flags_.data() + count;
        tiles_.fluid_list = lists_.data();
        tiles_.near_list = lists_.data() + count;
        tiles_.interface_list = lists_.data() + 2 * count;
        taps_.assign(count, 0);
        return {};
    }
    void keep_near(const TapCell& cell) {
        taps_[std::size_t(tiles_.tiling.of_cell(cell))] = kHoldsTaps | kReachesAll;
    }
    /// Before all tiles are looked at.
    void reset(const exec::CudaDevice& device) {
        const std::vector<std::uint8_t> none(2 * taps_.size(), 0);
        const TileCounts counts[2];
        device.upload(none.data(), none.size(), tiles_.near);
        device.upload(taps_.data(), taps_.size(), tiles_.holds);
        device.upload(counts, 2, counts_.data());
        device.finish_uploads();
        is_odd_ = false;
    }
    /// For the next step.
    Tiles turn() {
        const Tiles tiles = now();
        is_odd_ = !is_odd_;
        return tiles;
    }
    Tiles now() const {
        Tiles tiles = tiles_;
        tiles.now = counts_.data() + (is_odd_ ? 1 : 0);
        tiles.next = counts_.data() + (is_odd_ ? 0 : 1);
        return tiles;
    }
    int count() const { return int(taps_.size()); }
    std::size_t bytes() const {
        return holds_.bytes() + flags_.bytes() + lists_.bytes() + counts_.bytes();
    }

private:
    Tiles tiles_ = {};
    exec::CudaDevice::Array<std::uint16_t> holds_;
    exec::CudaDevice::Array<std::uint8_t> flags_;
    exec::CudaDevice::Array<int> lists_;
    exec::CudaDevice::Array<TileCounts> counts_;
    std::vector<std::uint16_t> taps_;
    bool is_odd_ = false;
};

}  // namespace tarn::volume::cuda
