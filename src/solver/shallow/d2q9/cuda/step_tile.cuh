// Several steps in one launch, for grids so small that launching takes longer than stepping. Each
// block takes a tile with a margin, keeps it in registers and shared memory, and loses one cell of
// the margin per step; the cells of the margin are computed by the neighbouring blocks too.
#pragma once

#include "solver/shallow/d2q9/cuda/step_cells.cuh"

namespace tarn::shallow::d2q9::cuda {

inline constexpr int kTile = 32;         ///< cells of a tile along x and y, margin included
inline constexpr int kMaxTileSteps = 8;  ///< beyond this most of a tile is margin

/// Cells that a tile of `steps` steps gives back, along x and y.
TARN_HD constexpr int tile_yield(int steps) {
    return kTile - 2 * (steps - 1);
}

/// Where a thread stands along one axis. Beyond a periodic edge the tile goes on with the cells of
/// the other side, so seen from inside it there is no edge.
struct TilePlace {
    int cell;     ///< of the grid
    int inside;   ///< coordinate that the tile's own view uses
    int length;   ///< of the grid in that view
    bool exists;  ///< there is such a cell
    bool is_own;  ///< this block gives it back

    __device__ TilePlace(int block, int thread, int steps, int n, bool is_periodic) {
        const int margin = steps - 1, at = block * tile_yield(steps) + thread - margin;
        constexpr int kEndless = 1 << 20;
        cell = is_periodic ? (at % n + n) % n : at;
        inside = is_periodic ? thread + 1 : at;
        length = is_periodic ? kEndless : n;
        exists = is_periodic || (at >= 0 && at < n);
        is_own = at >= 0 && at < n && thread >= margin && thread < kTile - margin;
    }
};

/// The moving populations of a tile in shared memory, and its edges, as arriving() sees them. All
/// strides are constants, so an address is one addition.
template <class T>
struct TileView {
    static constexpr int kCells = kTile * kTile;
    struct Size {
        int nx, ny;
    };
    struct TilePlanes {
        T* here;  ///< the place of (x0, y0)
        int x0, y0;
        Size grid;
        __device__ __forceinline__ T* at(int i, int x, int y) const {
            return here + (i - 1) * kCells + (y - y0) * kTile + (x - x0);
        }
    };

    TilePlanes planes;
    const Boundary* kinds;

    __device__ __forceinline__ Boundary kind_of(int edge) const { return kinds[edge]; }
    __device__ __forceinline__ static bool is_solid(int, int) { return false; }
};

/// What arrives at a cell from within the tile; the rest population has not moved.
template <class T>
__device__ __forceinline__ void pull_in_tile(const TileView<T>& view, int x, int y,
                                             ShallowCell<T>& cell) {
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        if (beyond<i>(view.planes.grid, x, y).any())
            cell.f[i] = arriving<i, false, T>(view, x, y).value;
        else
            cell.f[i] = *view.planes.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
    });
}

template <class S, class R>
__global__ void __launch_bounds__(kTile* kTile, 1)
    step_tile(const __grid_constant__ StepArgs<S> args, const __grid_constant__ R rule, int steps) {
    using T = typename S::Number;
    constexpr int kCells = kTile * kTile;
    __shared__ T moving[8 * kCells];
    exec::wait_for_earlier_kernels();
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), place = ty * kTile + tx;
    const Grid& g = args.next.grid;
    const TilePlace px(int(blockIdx.x), tx, steps, g.nx,
                       args.edges.kind[int(Edge::West)] == Boundary::Periodic);
    const TilePlace py(int(blockIdx.y), ty, steps, g.ny,
                       args.edges.kind[int(Edge::South)] == Boundary::Periodic);
    const TileView<T> view = {{moving + place, px.inside, py.inside, {px.length, py.length}},
                              args.edges.kind};
    const bool is_well = args.status->failed_step == RunStatus::kWell;
    const bool exists = px.exists && py.exists, is_own = px.is_own && py.is_own;
    int failed_step = RunStatus::kWell;
    ShallowCell<T> cell = {};
    if (exists) cell = pull<Has::Walls>(args, px.cell, py.cell);
    for (int k = 0;; ++k) {
        const bool is_reached = tx >= k && ty >= k && tx < kTile - k && ty < kTile - k;
        if (exists && is_reached) {
            if (k > 0) pull_in_tile(view, px.inside, py.inside, cell);
            const bool is_healthy = collide_cell<S>(cell, args.constants, rule);
            if (!is_healthy && failed_step == RunStatus::kWell) failed_step = args.step + k;
        }
        if (k == steps - 1) break;
        __syncthreads();
        unrolled<8>([&](auto index) {
            constexpr int i = decltype(index)::value;
            moving[i * kCells + place] = cell.f[i + 1];
        });
        __syncthreads();
    }
    if (!is_well || !is_own) return;
    arranged<Has::Walls>(args.next).store_cell(cell, px.cell, py.cell);
    if (failed_step != RunStatus::kWell) atomicMin(&args.status->failed_step, failed_step);
}

}  // namespace tarn::shallow::d2q9::cuda
