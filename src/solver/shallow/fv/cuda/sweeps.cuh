// The two sweeps of a step on a GPU. Along x a warp takes a piece of a row, each of its threads a
// few cells, and neighbours hand their faces on; along y each thread takes a column and keeps what
// it needs of it in registers. Everything they compute is in kernels.hpp, edges.hpp and forces.hpp.
#pragma once

#include "exec/cuda/launch.cuh"
#include "solver/shallow/cuda/run_status.cuh"
#include "solver/shallow/fv/cuda/activity.cuh"
#include "solver/shallow/fv/step.hpp"

namespace tarn::shallow::fv::cuda {

using shallow::cuda::RunStatus;

template <class T>
struct SweepArgs {
    Step<T> step;
    Planes<T> from, to;  ///< of this sweep
    ActivityView tiles;
    RunStatus* status;
    int index;
};

/// The first half of the forces, before the sweeps.
template <class T>
struct BeginForces {
    Layout layout;
    Planes<T> from;
    T *to_u, *to_v;
    Forces<T> forces;
    Constants<T> constants;

    TARN_HD void operator()(int x, int y) const {
        const std::ptrdiff_t at = layout.at(x, y);
        const Moved<T> cell =
            forced<T>(Moved<T>{from.h[at], from.u[at], from.v[at]}, forces, constants);
        to_u[at] = cell.u;
        to_v[at] = cell.v;
    }
};

template <class T>
__device__ __forceinline__ Cell<T> load_cell(const SweepArgs<T>& a, int x, int y) {
    const std::ptrdiff_t at = a.step.layout.at(x, y);
    return {a.from.h[at], a.from.u[at], a.from.v[at], a.step.bed[at]};
}

/// A cell along x beyond the grid.
template <bool GivesFlux, class T>
__device__ __noinline__ Cell<T> cell_beyond(const SweepArgs<T>& a, int x, int y) {
    const int nx = a.step.layout.nx;
    const Edge edge = x < 0 ? Edge::West : Edge::East;
    const EdgeState<T> state = a.step.template edge<GivesFlux>(edge, y);
    if (state.kind == Beyond::Periodic) return load_cell(a, (x % nx + nx) % nx, y);
    const T outward = x < 0 ? T(-1) : T(1);
    const auto from_edge = [&](int count) {
        const int inner = count < nx ? count : nx - 1;
        Cell<T> cell = load_cell(a, x < 0 ? inner : nx - 1 - inner, y);
        cell.u = outward * cell.u;
        return cell;
    };
    Cell<T> cell =
        beyond<T, GivesFlux>({from_edge(0), from_edge(1), from_edge(x < 0 ? -1 - x : x - nx)},
                             state, a.step.constants.gravity);
    cell.u = outward * cell.u;
    return cell;
}

/// A cell along y inside the grid, u and v exchanged.
template <class T>
__device__ __forceinline__ Cell<T> turned_cell(const SweepArgs<T>& a, int x, int y) {
    const Cell<T> cell = load_cell(a, x, y);
    return {cell.h, cell.v, cell.u, cell.z};
}

/// The same beyond the grid.
template <bool GivesFlux, class T>
__device__ __noinline__ Cell<T> turned_cell_beyond(const SweepArgs<T>& a, int x, int y) {
    const int ny = a.step.layout.ny;
    const Edge edge = y < 0 ? Edge::South : Edge::North;
    const EdgeState<T> state = a.step.template edge<GivesFlux>(edge, x);
    if (state.kind == Beyond::Periodic) return turned_cell(a, x, (y + ny) % ny);
    const T outward = y < 0 ? T(-1) : T(1);
    const auto from_edge = [&](int count) {
        const int inner = count < ny ? count : ny - 1;
        Cell<T> cell = turned_cell(a, x, y < 0 ? inner : ny - 1 - inner);
        cell.u = outward * cell.u;
        return cell;
    };
    Cell<T> cell =
        beyond<T, GivesFlux>({from_edge(0), from_edge(1), from_edge(y < 0 ? -1 - y : y - ny)},
                             state, a.step.constants.gravity);
    cell.u = outward * cell.u;
    return cell;
}

template <bool GivesFlux, class T>
__device__ __forceinline__ Cell<T> cell_along_y(const SweepArgs<T>& a, int x, int y) {
    const bool is_inside = y >= 0 && y < a.step.layout.ny;
    return is_inside ? turned_cell(a, x, y) : turned_cell_beyond<GivesFlux>(a, x, y);
}

/// The flux at the face of an edge, where that gives it. By value and out of line, so that what
/// all other threads hold stays in registers.
template <class T>
__device__ __noinline__ Flux<T> flux_at_edge(const SweepArgs<T>& a, Edge edge, int along,
                                             Side<T> side, Flux<T> flux) {
    a.step.give_flux(edge, along, side, flux);
    return flux;
}
template <class T>
__device__ __forceinline__ void give_flux(const SweepArgs<T>& a, Edge edge, int along,
                                          const Side<T>& side, Flux<T>& flux) {
    if (a.step.may_give_flux(edge)) flux = flux_at_edge(a, edge, along, side, flux);
}

/// A cell after its sweep; the last sweep of a step adds the forces and looks after its health.
template <bool IsLast, class T>
__device__ __forceinline__ Moved<T> finished(const SweepArgs<T>& a, Moved<T> cell, bool is_well) {
    if constexpr (IsLast) {
        if (a.step.forces.is_any) cell = forced<T>(cell, a.step.forces, a.step.constants);
        if (is_well && !is_within_step<T>(cell, a.step.constants))
            atomicMin(&a.status->failed_step, a.index);
    }
    return cell;
}

/// Whether a cell moves or changed in this step. In moving water no memory is read for it.
template <class T>
__device__ __forceinline__ bool has_moved(const SweepArgs<T>& a, const Moved<T>& cell, int x,
                                          int y) {
    if (cell.u != T(0) || cell.v != T(0)) return true;
    const std::ptrdiff_t at = a.step.layout.at(x, y);
    return cell.h != a.step.from.h[at] || a.step.from.u[at] != T(0) || a.step.from.v[at] != T(0);
}

template <class T>
__device__ __forceinline__ void store_cell(const SweepArgs<T>& a, const Moved<T>& cell, int x,
                                           int y) {
    const std::ptrdiff_t at = a.step.layout.at(x, y);
    a.to.h[at] = cell.h;
    a.to.u[at] = cell.u;
    a.to.v[at] = cell.v;
}

template <class T>
inline constexpr int kCells = 16 / int(sizeof(T));  ///< of a thread in a sweep along x
inline constexpr int kRows = 4;  ///< of a block in a sweep along x, a warp for each
/// First and last threads of a warp that serve the others: they have no neighbours to ask.
template <class T>
inline constexpr int kServing = (kReach + kCells<T> - 1) / kCells<T>;
/// Cells that a warp finishes.
template <class T>
inline constexpr int kYield = (exec::kWarp - 2 * kServing<T>)*kCells<T>;
/// Blocks of a kernel for which a multiprocessor has registers: the more there are, the better the
/// memory's time is filled. As many as run without a spilled register.
template <class T, bool GivesFlux>
inline constexpr int kBlocksX = sizeof(T) == 4 ? (GivesFlux ? 4 : 5)
                                : GivesFlux    ? 2
                                               : 4;
template <class T, bool GivesFlux>
inline constexpr int kBlocksY = sizeof(T) == 4 ? (GivesFlux ? 5 : 7)
                                : GivesFlux    ? 3
                                               : 4;

/// Neighbouring cells of a plane, moved together.
template <class T>
struct alignas(16) Quad {
    T value[kCells<T>];
};

template <bool GivesFlux, class T>
__device__ __forceinline__ void load_cells(const SweepArgs<T>& a, int x, int y,
                                           Cell<T> (&cells)[kCells<T>]) {
    if (x >= 0 && x + kCells<T> <= a.step.layout.nx) {
        const std::ptrdiff_t at = a.step.layout.at(x, y);
        const auto quad = [at](const T* plane) {
            return *reinterpret_cast<const Quad<T>*>(plane + at);
        };
        const Quad<T> h = quad(a.from.h), u = quad(a.from.u), v = quad(a.from.v);
        const Quad<T> z = quad(a.step.bed);
#pragma unroll
        for (int i = 0; i < kCells<T>; ++i)
            cells[i] = {h.value[i], u.value[i], v.value[i], z.value[i]};
        return;
    }
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i) {
        const bool is_inside = x + i >= 0 && x + i < a.step.layout.nx;
        cells[i] = is_inside ? load_cell(a, x + i, y) : cell_beyond<GivesFlux>(a, x + i, y);
    }
}

template <class T>
__device__ __forceinline__ void store_cells(const SweepArgs<T>& a, int x, int y,
                                            const Moved<T> (&cells)[kCells<T>]) {
    if (x + kCells<T> <= a.step.layout.nx) {
        const std::ptrdiff_t at = a.step.layout.at(x, y);
        Quad<T> h, u, v;
#pragma unroll
        for (int i = 0; i < kCells<T>; ++i) {
            h.value[i] = cells[i].h;
            u.value[i] = cells[i].u;
            v.value[i] = cells[i].v;
        }
        *reinterpret_cast<Quad<T>*>(a.to.h + at) = h;
        *reinterpret_cast<Quad<T>*>(a.to.u + at) = u;
        *reinterpret_cast<Quad<T>*>(a.to.v + at) = v;
        return;
    }
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i)
        if (x + i < a.step.layout.nx) store_cell(a, cells[i], x + i, y);
}

/// From the thread before this one in its warp.
template <class T>
__device__ __forceinline__ T from_before(T value) {
    return __shfl_up_sync(~0u, value, 1);
}
/// From the thread after it.
template <class T>
__device__ __forceinline__ T from_after(T value) {
    return __shfl_down_sync(~0u, value, 1);
}

/// A warp's piece of row y. Returns whether anything moved in the cells of this thread. Only
/// kernels with `GivesFlux` know edges that give their flux: the others need fewer registers.
template <bool IsLast, bool HasSolids, bool GivesFlux, class T>
__device__ __forceinline__ bool sweep_row(const SweepArgs<T>& a, const Cell<T> (&cells)[kCells<T>],
                                          int x, int y, bool is_well) {
    const Constants<T>& k = a.step.constants;
    const int lane = int(threadIdx.x), nx = a.step.layout.nx;
    const Cell<T>&first = cells[0], &last = cells[kCells<T> - 1];
    const Cell<T> before = {from_before(last.h), from_before(last.u), from_before(last.v),
                            from_before(last.z)};
    const Cell<T> after = {from_after(first.h), from_after(first.u), from_after(first.v),
                           from_after(first.z)};

    Flux<T> low[kCells<T> + 1];
    T pressure[kCells<T>];
    Side<T> first_low = {}, high = {};
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i) {
        const Sides<T> sides = reconstruct<HasSolids, T>(
            i > 0 ? cells[i - 1] : before, cells[i], i + 1 < kCells<T> ? cells[i + 1] : after, k);
        if (i > 0) {
            low[i] = face_flux<HasSolids, T>(high, sides.low, k);
            if (GivesFlux && x + i == nx) give_flux(a, Edge::East, y, high, low[i]);
        } else {
            first_low = sides.low;
        }
        high = sides.high;
        pressure[i] = sides.pressure;
    }
    const Side<T> high_before = {from_before(high.h), from_before(high.u), from_before(high.v),
                                 from_before(high.z)};
    low[0] = face_flux<HasSolids, T>(high_before, first_low, k);
    if (GivesFlux && x == 0) give_flux(a, Edge::West, y, first_low, low[0]);
    if (GivesFlux && x == nx) give_flux(a, Edge::East, y, high_before, low[0]);
    low[kCells<T>] = {from_after(low[0].depth), from_after(low[0].across), from_after(low[0].low),
                      T(0)};

    const auto is_inside = [&](int i) { return x + i >= 0 && x + i < nx; };
    // Beyond an edge there is enough; beyond a periodic one there is what the other side has.
    const bool wraps = a.step.edges[int(Edge::West)].kind == Beyond::Periodic;
    const auto may_be_short = [&](int i) { return wraps || is_inside(i); };
    bool is_short = false;
    T leaving[kCells<T>];
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i) {
        leaving[i] = depth_leaving<T>(low[i].depth, low[i + 1].depth);
        is_short |= may_be_short(i) && cells[i].h < leaving[i];
    }
    if (__any_sync(~0u, is_short)) {
        T parts[kCells<T>];
#pragma unroll
        for (int i = 0; i < kCells<T>; ++i)
            parts[i] = may_be_short(i) ? sendable_part<T>(cells[i].h, leaving[i]) : T(1);
        const T part_before = from_before(parts[kCells<T> - 1]), part_after = from_after(parts[0]);
#pragma unroll
        for (int i = 0; i <= kCells<T>; ++i)
            low[i] = scaled(low[i],
                            part_of_giver<T>(low[i].depth, i > 0 ? parts[i - 1] : part_before,
                                             i < kCells<T> ? parts[i] : part_after),
                            k);
    }
    const bool is_serving = lane < kServing<T> || lane >= exec::kWarp - kServing<T>;
    if (is_serving || x >= nx || !is_active(a.tiles, x, y)) return false;
    Moved<T> moved[kCells<T>];
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i) {
        moved[i] = move<HasSolids, T>(cells[i], pressure[i], low[i], low[i + 1], k);
        moved[i] = finished<IsLast>(a, moved[i], is_well && is_inside(i));
    }
    if (is_well) store_cells(a, x, y, moved);
    double* const west = a.step.inflow[int(Edge::West)];
    double* const east = a.step.inflow[int(Edge::East)];
    if (west && x == 0) west[y] = double(low[0].depth);
#pragma unroll
    for (int i = 0; i < kCells<T>; ++i)
        if (east && x + i == nx - 1) east[y] = -double(low[i + 1].depth);
    bool is_moving = false;
    if constexpr (IsLast)
#pragma unroll
        for (int i = 0; i < kCells<T>; ++i)
            is_moving |= is_inside(i) && has_moved(a, moved[i], x + i, y);
    return is_moving;
}

/// Each warp takes a piece of `rows` rows, all of them in one row of tiles.
template <bool IsLast, bool HasSolids, bool GivesFlux, class T>
__global__ void __launch_bounds__(exec::kWarp* kRows, kBlocksX<T, GivesFlux>)
    sweep_x(const __grid_constant__ SweepArgs<T> a, int rows) {
    exec::wait_for_earlier_kernels();
    const int nx = a.step.layout.nx, ny = a.step.layout.ny;
    const int first = (int(blockIdx.y) * kRows + int(threadIdx.y)) * rows;
    if (first >= ny) return;
    const int last = smaller(first + rows, ny);
    const int start = int(blockIdx.x) * kYield<T>, end = smaller(start + kYield<T>, nx);
    if (!is_any_active(a.tiles, start, end, first, last)) return;
    const int x = start + (int(threadIdx.x) - kServing<T>)*kCells<T>;
    const bool is_well = a.status->failed_step == RunStatus::kWell;
    Cell<T> cells[kCells<T>], next[kCells<T>];
    load_cells<GivesFlux>(a, x, first, cells);
    bool is_moving = false;
    for (int y = first; y < last; ++y) {
        if (y + 1 < last) load_cells<GivesFlux>(a, x, y + 1, next);  // early: memory takes its time
        is_moving |= sweep_row<IsLast, HasSolids, GivesFlux>(a, cells, x, y, is_well);
#pragma unroll
        for (int i = 0; i < kCells<T>; ++i) cells[i] = next[i];
    }
    if (IsLast && is_moving) keep_awake(a.tiles, x, first);
}

inline constexpr int kColumns = 128;  ///< threads of a sweep along y
static_assert(kTileColumns % kColumns == 0, "a block is in one column of tiles");

/// Each thread marches through `rows` rows of its column, as the CPU's loop over rows does.
template <bool IsLast, bool HasSolids, bool GivesFlux, class T>
__global__ void __launch_bounds__(kColumns, kBlocksY<T, GivesFlux>)
    sweep_y(const __grid_constant__ SweepArgs<T> a, int rows) {
    exec::wait_for_earlier_kernels();
    const Constants<T>& k = a.step.constants;
    const int nx = a.step.layout.nx, ny = a.step.layout.ny;
    const int x = int(blockIdx.x) * kColumns + int(threadIdx.x);
    if (x >= nx) return;
    const bool is_well = a.status->failed_step == RunStatus::kWell;
    const bool wraps = a.step.edges[int(Edge::South)].kind == Beyond::Periodic;
    const int first = int(blockIdx.y) * rows, last = first + rows < ny ? first + rows : ny;
    if (!is_any_active(a.tiles, x, x + 1, first, last)) return;
    const int lowest = wraps || first - 2 >= 0 ? first - 2 : -1;
    const int highest = wraps || last + 1 < ny ? last + 1 : ny;

    Cell<T> second = {}, below = cell_along_y<GivesFlux>(a, x, lowest - 1),
            cell = cell_along_y<GivesFlux>(a, x, lowest);
    Cell<T> next = cell_along_y<GivesFlux>(a, x, lowest + 1);
    Side<T> high = {};
    Flux<T> second_low = {}, below_low = {}, low = {};
    T second_pressure = T(0), below_pressure = T(0);
    bool takes_part = false, is_moving = false;
    const auto finish = [&](int y, const Flux<T>& high_flux) {
        if (y < first || y >= last) return;
        if (y == first || y % kTileRows == 0) {  // maybe another tile
            takes_part = is_active(a.tiles, x, y);
            is_moving = false;
        }
        if (!takes_part) return;
        const Moved<T> moved =
            move<HasSolids, T>(second, second_pressure, second_low, high_flux, k);
        const Moved<T> done = finished<IsLast>(a, {moved.h, moved.v, moved.u}, is_well);
        if (is_well) store_cell(a, done, x, y);
        if (IsLast && !is_moving && has_moved(a, done, x, y)) {
            is_moving = true;
            keep_awake(a.tiles, x, y);
        }
        double* const south = a.step.inflow[int(Edge::South)];
        double* const north = a.step.inflow[int(Edge::North)];
        if (south && y == 0) south[x] = double(second_low.depth);
        if (north && y == ny - 1) north[x] = -double(high_flux.depth);
    };
    for (int y = lowest; y <= highest; ++y) {
        const Cell<T> above = next;
        if (y < highest)
            next = cell_along_y<GivesFlux>(a, x, y + 2);  // early: memory takes its time
        const Sides<T> sides = reconstruct<HasSolids, T>(below, cell, above, k);
        low = face_flux<HasSolids, T>(high, sides.low, k);
        if (GivesFlux && y == 0) give_flux(a, Edge::South, x, sides.low, low);
        if (GivesFlux && y == ny) give_flux(a, Edge::North, x, high, low);
        const bool is_inside = wraps || (y - 1 >= 0 && y - 1 < ny);
        if (y - 1 > lowest && is_inside) {
            const T leaving = depth_leaving<T>(below_low.depth, low.depth);
            if (below.h < leaving) {
                const T part = sendable_part<T>(below.h, leaving);
                below_low = scaled(below_low, part_of_giver<T>(below_low.depth, T(1), part), k);
                low = scaled(low, part_of_giver<T>(low.depth, part, T(1)), k);
            }
        }
        finish(y - 2, below_low);
        high = sides.high;
        second = below;
        below = cell;
        cell = above;
        second_low = below_low;
        below_low = low;
        second_pressure = below_pressure;
        below_pressure = sides.pressure;
    }
    finish(highest - 1, below_low);
}

}  // namespace tarn::shallow::fv::cuda
