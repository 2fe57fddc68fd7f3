// Which tiles take part in a step, on a GPU. The first sweep takes a tile more on all sides than
// the second, which reads beyond its tiles what the first has left there.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "exec/cuda/launch.cuh"
#include "solver/shallow/fv/cells.hpp"
#include "solver/shallow/fv/step.hpp"
#include "solver/shallow/fv/tiles.hpp"

namespace tarn::shallow::fv::cuda {

__device__ __forceinline__ bool is_active(const ActivityView& tiles, int x, int y) {
    return tiles.active[tiles.grid.at(tiles.grid.column_of(x), tiles.grid.row_of(y))];
}

__device__ __forceinline__ void keep_awake(const ActivityView& tiles, int x, int y) {
    std::uint8_t& tile = tiles.awake[tiles.grid.at(tiles.grid.column_of(x), tiles.grid.row_of(y))];
    if (tile != kAwake) tile = kAwake;
}

/// Any of the tiles that hold cells [x0, x1) x [y0, y1).
__device__ __forceinline__ bool is_any_active(const ActivityView& tiles, int x0, int x1, int y0,
                                              int y1) {
    const TileGrid& grid = tiles.grid;
    const int last_column = grid.column_of(x1 - 1), last_row = grid.row_of(y1 - 1);
    for (int row = grid.row_of(y0); row <= last_row; ++row)
        for (int column = grid.column_of(x0); column <= last_column; ++column)
            if (tiles.active[grid.at(column, row)]) return true;
    return false;
}

template <class T>
__global__ void plan_tiles(const __grid_constant__ TileRule<T> rule, std::uint8_t* first,
                           std::uint8_t* second, std::uint8_t* next) {
    exec::wait_for_earlier_kernels();
    const int k = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= rule.grid.count()) return;
    const int column = k % rule.grid.columns, row = k / rule.grid.columns;
    first[k] = rule.is_active(column, row, 2);
    second[k] = rule.is_active(column, row, 1);
    next[k] = rule.left(k);
}

/// A thread for each footprint.
template <class = void>
__global__ void wake_footprints(TileGrid grid, const exchange::Force* forces, int first, int last,
                                std::uint8_t* awake) {
    const int k = first + int(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= last) return;
    const CellArea p = forces[k].area;
    if (p.count() == 0) return;
    const int x1 = grid.column_of(p.x0 + p.nx - 1), y1 = grid.row_of(p.y0 + p.ny - 1);
    for (int y = grid.row_of(larger(0, p.y0)); y <= y1; ++y)
        for (int x = grid.column_of(larger(0, p.x0)); x <= x1; ++x) awake[grid.at(x, y)] = kAwake;
}

/// A small grid is done before it is known which of its tiles take part: all of them do.
inline constexpr std::int64_t kSmallGridCells = 1 << 21;

class Activity {
public:
    Activity(int nx, int ny)
        : grid_(TileGrid::of(nx, ny)), is_small_(std::int64_t(nx) * ny < kSmallGridCells) {}

    Result<void> allocate(const exec::CudaDevice& device) {
        auto tiles = device.allocate<std::uint8_t>(4 * count());
        if (!tiles) return tiles.error();
        tiles_ = std::move(tiles.value());
        wake_all(device);
        device.note(cudaMemsetAsync(active(0), 1, 2 * count(), device.stream()));
        return {};
    }

    void wake_all(const exec::CudaDevice& device) {
        device.note(cudaMemsetAsync(awake(), kAwake, count(), device.stream()));
    }
    void wake(const exec::CudaDevice& device, const CellArea& area) {
        const int x0 = grid_.column_of(area.x0), x1 = grid_.column_of(area.x0 + area.nx - 1);
        const int y0 = grid_.row_of(area.y0), y1 = grid_.row_of(area.y0 + area.ny - 1);
        device.note(cudaMemset2DAsync(awake() + grid_.at(x0, y0), std::size_t(grid_.columns),
                                      kAwake, std::size_t(x1 - x0 + 1), std::size_t(y1 - y0 + 1),
                                      device.stream()));
    }
    void wake(const exec::CudaDevice& device, const AppliedForces& forces) {
        constexpr int kThreads = 128;
        const int count = forces.last - forces.first;
        wake_footprints<>
            <<<unsigned(count + kThreads - 1) / kThreads, kThreads, 0, device.stream()>>>(
                grid_, forces.on_device, forces.first, forces.last, awake());
        device.note(cudaGetLastError());
    }

    /// Before the sweeps of a step.
    template <class T>
    void plan(const exec::CudaDevice& device, const Step<T>& step) {
        if (is_small_) return;
        if (wind_.has_changed(step.forces)) wake_all(device);
        TileRule<T> rule = {grid_, awake(), {}};
        std::copy(std::begin(step.edges), std::end(step.edges), rule.edges);
        current_ = 1 - current_;
        constexpr unsigned kThreads = 128;
        device.note(
            exec::launch_overlapped({.blocks = dim3((unsigned(count()) + kThreads - 1) / kThreads),
                                     .threads = dim3(kThreads),
                                     .stream = device.stream(),
                                     .may_overlap = device.can_overlap_launches()},
                                    plan_tiles<T>, rule, active(0), active(1), awake()));
    }
    /// For sweep 0 or 1 of the step that was planned.
    ActivityView view(int sweep) { return {grid_, active(sweep), awake()}; }

    std::size_t bytes() const { return tiles_.bytes(); }

private:
    std::size_t count() const { return std::size_t(grid_.count()); }
    std::uint8_t* awake() { return tiles_.data() + std::size_t(current_) * count(); }
    std::uint8_t* active(int sweep) { return tiles_.data() + std::size_t(2 + sweep) * count(); }

    TileGrid grid_;
    bool is_small_;
    exec::CudaDevice::Array<std::uint8_t> tiles_;  ///< awake, twice; active, for each sweep
    int current_ = 0;                              ///< which of the two is the last step's
    WindWatch wind_;
};

}  // namespace tarn::shallow::fv::cuda
