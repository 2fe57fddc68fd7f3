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

    /// Calls `body(tile)` for a tile and all that touch it, in a circle: around sides that are
    /// periodic the surface goes on, and beside walls a tile too many does no harm.
    template <class Body>
    __device__ void for_around(int tile, Body&& body) const {
        const int x = tile % nx, y = tile / nx % ny, z = tile / nx / ny;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    body(at((x + dx + nx) % nx, (y + dy + ny) % ny, (z + dz + nz) % nz));
    }
    /// The same by 27 threads, each of which gets one.
    __device__ int around(int tile, int k) const {
        const int x = tile % nx + k % 3 - 1, y = tile / nx % ny + k / 3 % 3 - 1;
        const int z = tile / nx / ny + k / 9 - 1;
        return at((x + nx) % nx, (y + ny) % ny, (z + nz) % nz);
    }
};

/// What a tile holds.
enum Holds : std::uint8_t {
    kHoldsFluid = 1,    ///< fluid cells
    kHoldsSurface = 2,  ///< interface cells or excess mass
    kHoldsTaps = 4      ///< cells where a tap may act
};
/// Whether a tile is near the surface: now, and a step ago, since then it has to settle.
enum Near : std::uint8_t { kNow = 1, kBefore = 2 };

struct TileCounts {
    int fluid = 0, near = 0;
};

/// The tiles of a run as kernels see them.
struct Tiles {
    Tiling tiling;
    std::uint8_t* holds = nullptr;
    std::uint8_t* near = nullptr;
    std::uint8_t* is_noted = nullptr;  ///< cells of it fill or empty in this step
    int* fluid_list = nullptr;
    int* near_list = nullptr;
    TileCounts* counts = nullptr;  ///< in RunStatus: of even steps and of odd ones
};

/// Appends where `is_one`, a warp at a time. Lists have no order: nothing depends on it.
__device__ __forceinline__ void append(bool is_one, int value, int* count, int* list) {
    const unsigned lanes = __ballot_sync(~0u, is_one);
    if (lanes == 0) return;
    const int lane = int(threadIdx.x) % exec::kWarp, leader = __ffs(int(lanes)) - 1;
    int first = 0;
    if (lane == leader) first = atomicAdd(count, __popc(lanes));
    first = __shfl_sync(~0u, first, leader);
    if (is_one) list[first + __popc(lanes & ((1u << lane) - 1u))] = value;
}

/// One thread per tile lists it for a step, and clears the counts of the next step.
__device__ __forceinline__ void list_tile(const Tiles& t, int tile, int step) {
    TileCounts& counts = t.counts[step % 2];
    if (tile == 0) t.counts[(step + 1) % 2] = {};
    const bool is_there = tile < t.tiling.count();
    std::uint8_t holds = 0, near = 0;
    if (is_there) {
        holds = t.holds[tile];
        int around = 0;
        t.tiling.for_around(tile, [&](int other) { around |= t.holds[other]; });
        const bool is_near = (around & (kHoldsSurface | kHoldsTaps)) != 0;
        near = std::uint8_t((t.near[tile] & kNow) << 1 | (is_near ? kNow : 0));
        t.near[tile] = near;
    }
    append((holds & kHoldsFluid) != 0, tile, &counts.fluid, t.fluid_list);
    append(near != 0, tile, &counts.near, t.near_list);
}

/// The memory behind them.
class TileRoom {
public:
    Result<void> allocate(const exec::CudaDevice& device, const Grid& grid) {
        tiles_.tiling = Tiling::of(grid);
        const auto count = std::size_t(tiles_.tiling.count());
        auto flags = device.allocate<std::uint8_t>(3 * count);
        if (!flags) return flags.error();
        auto lists = device.allocate<int>(2 * count);
        if (!lists) return lists.error();
        flags_ = std::move(flags.value());
        lists_ = std::move(lists.value());
        tiles_.holds = flags_.data();
        tiles_.near = flags_.data() + count;
        tiles_.is_noted = flags_.data() + 2 * count;
        tiles_.fluid_list = lists_.data();
        tiles_.near_list = lists_.data() + count;
        taps_.assign(count, 0);
        return {};
    }
    void keep_near(const TapCell& cell) {
        taps_[std::size_t(tiles_.tiling.of_cell(cell))] = kHoldsTaps;
    }
    /// All tiles count as near, until a step has looked at them.
    void reset(const exec::CudaDevice& device) const {
        const std::size_t count = taps_.size();
        std::vector<std::uint8_t> flags(3 * count, 0);
        for (std::size_t k = 0; k < count; ++k)
            flags[k] = std::uint8_t(kHoldsFluid | kHoldsSurface | taps_[k]);
        device.upload(flags.data(), flags.size(), tiles_.holds);
        device.finish_uploads();
    }
    Tiles tiles(TileCounts* counts) const {
        Tiles tiles = tiles_;
        tiles.counts = counts;
        return tiles;
    }
    int count() const { return int(taps_.size()); }
    std::size_t bytes() const { return flags_.bytes() + lists_.bytes(); }

private:
    Tiles tiles_ = {};
    exec::CudaDevice::Array<std::uint8_t> flags_;
    exec::CudaDevice::Array<int> lists_;
    std::vector<std::uint8_t> taps_;
};

}  // namespace tarn::volume::cuda
