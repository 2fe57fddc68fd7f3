// The kernel of a step over a flat bed: one thread per cell. Everything it computes is in
// kernels.hpp and edges.hpp; here is only where a thread finds its cell and where it puts it.
#pragma once

#include "exec/cuda/lanes.cuh"
#include "exec/cuda/launch.cuh"
#include "solver/shallow/cuda/run_status.cuh"
#include "solver/shallow/d2q9/any_rule.hpp"
#include "solver/shallow/d2q9/edges.hpp"

namespace tarn::shallow::d2q9::cuda {

using shallow::cuda::RunStatus;

template <class S>
struct StepArgs {
    EdgeView<S> edges;
    Planes<S> next;
    StepConstants<typename S::Number> constants;
    double* edge_inflow;  ///< depth that comes in, by edge cell
    RunStatus* status;
    int step;
};

/// What a step has to reckon with; the less, the fewer registers.
enum class Has {
    Walls,         ///< edges that give back what they get: no open ones, no solids, no forces
    OpenEdges,     ///< any edges
    Everything,    ///< any edges, solids, forces
    InPlace,       ///< the ghost cells were filled before
    InPlaceForces  ///< the same with solids and forces
};
TARN_HD constexpr bool is_in_place(Has has) {
    return has == Has::InPlace || has == Has::InPlaceForces;
}
TARN_HD constexpr bool has_solids(Has has) {
    return has == Has::Everything || has == Has::InPlaceForces;
}

/// How many collisions have kernels of their own: where these are short, all; else the default one,
/// or none. The others share one kernel, which chooses while running.
TARN_HD constexpr int own_kernels(Has has) {
    if (has == Has::Walls || has == Has::OpenEdges) return lattice::kCollisionCount;
    return has == Has::InPlace ? 1 : 0;
}

/// Tells the compiler that two copies are never shifted.
template <Has Kind, class S>
__device__ __forceinline__ Planes<S> arranged(Planes<S> planes) {
    if constexpr (!is_in_place(Kind)) planes.is_shifted = false;
    return planes;
}

/// The populations that arrive at a cell.
template <Has Kind, class S>
__device__ __forceinline__ ShallowCell<typename S::Number> pull(const StepArgs<S>& a, int x,
                                                                int y) {
    using T = typename S::Number;
    const Planes<S> planes = arranged<Kind>(a.edges.planes);
    const Grid& g = planes.grid;
    const bool is_on_edge = x == 0 || y == 0 || x == g.nx - 1 || y == g.ny - 1;
    if (is_in_place(Kind) || (!has_solids(Kind) && !is_on_edge))
        return planes.template load_arriving<T>(x, y);
    constexpr bool is_open = Kind != Has::Walls;
    ShallowCell<T> cell;
    double inflow = 0.0;
    cell.f[0] = planes.template load<0, T>(x, y);
    unrolled<8>([&](auto index) {
        constexpr int i = decltype(index)::value + 1;
        const int sx = x - D2Q9::c(i, 0), sy = y - D2Q9::c(i, 1);
        if (beyond<i>(g, x, y).any()) {
            const Arrival<T> arrival = arriving<i, is_open, T>(a.edges, x, y);
            cell.f[i] = arrival.value;
            if (is_open && arrival.is_from_far)
                inflow +=
                    double(arrival.value) - double(load<T>(planes.at(lattice::opposite(i), x, y)));
        } else if (has_solids(Kind) && a.edges.is_solid(sx, sy)) {
            cell.f[i] = load<T>(planes.at(lattice::opposite(i), x, y));
        } else {
            cell.f[i] = planes.template load<i, T>(sx, sy);
        }
    });
    if (is_open && is_on_edge && a.edge_inflow)
        a.edge_inflow[edge_cell_index(g, x, y)] = a.edges.is_solid(x, y) ? 0.0 : inflow;
    return cell;
}

inline constexpr int kBlock = 256;

/// Two cells per thread for halves, where nothing but edges gets in the way.
template <class S>
TARN_HD constexpr int cells_per_thread(Has kind) {
    const bool is_simple = kind == Has::Walls || kind == Has::OpenEdges;
    return is_simple && sizeof(typename S::Moving) == 2 ? 2 : 1;
}

/// Blocks that a multiprocessor is to hold: many hide the memory, fewer leave registers for edges.
template <class S>
constexpr int blocks_at_once(Has kind) {
    const int floats = int(sizeof(typename S::Number) / 4);
    if (cells_per_thread<S>(kind) == 2) return kind == Has::Walls ? 4 : 3;
    return (kind == Has::Walls || kind == Has::InPlace ? 6 : 3) / floats;
}

/// One cell over a flat bed, from what arrives to what leaves.
template <Has Kind, class S, class R>
__device__ __forceinline__ void step_one(const StepArgs<S>& args, const R& rule, int x, int y) {
    using T = typename S::Number;
    const bool is_well = args.status->failed_step == RunStatus::kWell;
    ShallowCell<T> cell = pull<Kind>(args, x, y);
    bool is_healthy = collide_cell<S>(cell, args.constants, rule);
    if (has_solids(Kind) && args.edges.is_solid(x, y)) {
        unrolled<9>([&](auto index) { cell.f[decltype(index)::value] = T(0); });
        is_healthy = true;
    }
    if (!is_well) return;
    arranged<Kind>(args.next).store_cell(cell, x, y);
    if (!is_healthy) atomicMin(&args.status->failed_step, args.step);
}

/// Cells x and x + 1, neither on an edge; x is even.
template <class S, class R>
__device__ __forceinline__ void step_two(const StepArgs<S>& args, const R& rule, int x, int y) {
    using exec::Two;
    const bool is_well = args.status->failed_step == RunStatus::kWell;
    ShallowCell<Two> cell =
        arranged<Has::Walls>(args.edges.planes).template load_arriving<Two>(x, y);
    const exec::TwoMask is_healthy = collide_cell<S>(cell, args.constants, rule);
    if (!is_well) return;
    arranged<Has::Walls>(args.next).store_cell(cell, x, y);
    if (!is_healthy.a || !is_healthy.b) atomicMin(&args.status->failed_step, args.step);
}

template <Has Kind, class S, class R>
__global__ void __launch_bounds__(kBlock, blocks_at_once<S>(Kind))
    step_cells(const __grid_constant__ StepArgs<S> args, const __grid_constant__ R rule) {
    exec::wait_for_earlier_kernels();
    constexpr int count = cells_per_thread<S>(Kind);
    const Grid& g = args.next.grid;
    const int x = (int(blockIdx.x) * kBlock + int(threadIdx.x)) * count, y = int(blockIdx.y);
    if constexpr (count == 2) {
        if (x > 0 && x + 2 < g.nx && y > 0 && y + 1 < g.ny) return step_two(args, rule, x, y);
    }
    for (int k = 0; k < count; ++k) {
        if (x + k >= g.nx) return;
        step_one<Kind>(args, rule, x + k, y);
    }
}

}  // namespace tarn::shallow::d2q9::cuda
