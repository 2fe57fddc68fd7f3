// The two sweeps of a step on a GPU. Along x a block takes a piece of a row and its threads hand
// their faces on through shared memory; along y each thread takes a column and keeps what it needs
// of it in registers. Everything they compute is in kernels.hpp, edges.hpp and forces.hpp.
#pragma once

#include "exec/cuda/launch.cuh"
#include "solver/shallow/cuda/run_status.cuh"
#include "solver/shallow/fv/step.hpp"

namespace tarn::shallow::fv::cuda {

using shallow::cuda::RunStatus;

template <class T>
struct SweepArgs {
    Step<T> step;
    Planes<T> from, to;  ///< of this sweep
    RunStatus* status;
    int index;
};

template <class T>
__device__ __forceinline__ Cell<T> load_cell(const SweepArgs<T>& a, int x, int y) {
    const std::ptrdiff_t at = a.step.layout.at(x, y);
    return {a.from.h[at], a.from.u[at], a.from.v[at], a.step.bed[at]};
}

/// A cell along x, wherever it is.
template <class T>
__device__ __forceinline__ Cell<T> cell_along_x(const SweepArgs<T>& a, int x, int y) {
    const int nx = a.step.layout.nx;
    if (x >= 0 && x < nx) return load_cell(a, x, y);
    const Edge edge = x < 0 ? Edge::West : Edge::East;
    const EdgeState<T> state = a.step.edge(edge, y);
    if (state.kind == Beyond::Periodic) return load_cell(a, x < 0 ? x + nx : x - nx, y);
    const T outward = x < 0 ? T(-1) : T(1);
    Cell<T> inside = load_cell(a, x < 0 ? 0 : nx - 1, y);
    inside.u = outward * inside.u;
    Cell<T> cell = beyond<T>(inside, state, a.step.constants.gravity);
    cell.u = outward * cell.u;
    return cell;
}

/// A cell along y, u and v exchanged.
template <class T>
__device__ __forceinline__ Cell<T> cell_along_y(const SweepArgs<T>& a, int x, int y) {
    const int ny = a.step.layout.ny;
    const bool is_inside = y >= 0 && y < ny;
    const Edge edge = y < 0 ? Edge::South : Edge::North;
    const EdgeState<T> state = is_inside ? EdgeState<T>{} : a.step.edge(edge, x);
    const bool wraps = !is_inside && state.kind == Beyond::Periodic;
    const int row = is_inside ? y : wraps ? (y + ny) % ny : y < 0 ? 0 : ny - 1;
    Cell<T> cell = load_cell(a, x, row);
    const T across = cell.u;
    cell.u = cell.v;
    cell.v = across;
    if (is_inside || wraps) return cell;
    const T outward = y < 0 ? T(-1) : T(1);
    cell.u = outward * cell.u;
    cell = beyond<T>(cell, state, a.step.constants.gravity);
    cell.u = outward * cell.u;
    return cell;
}

/// Stores a cell; the last sweep of a step adds the forces and looks after its health.
template <bool IsLast, class T>
__device__ __forceinline__ void finish_cell(const SweepArgs<T>& a, Moved<T> cell, int x, int y,
                                            bool is_well) {
    bool is_healthy = true;
    if constexpr (IsLast) {
        if (a.step.forces.is_any) cell = forced<T>(cell, a.step.forces, a.step.constants);
        is_healthy = is_within_step<T>(cell, a.step.constants);
    }
    if (!is_well) return;
    const std::ptrdiff_t at = a.step.layout.at(x, y);
    a.to.h[at] = cell.h;
    a.to.u[at] = cell.u;
    a.to.v[at] = cell.v;
    if (!is_healthy) atomicMin(&a.status->failed_step, a.index);
}

inline constexpr int kBlock = 256;  ///< threads of a sweep along x
inline constexpr int kMargin = 2;   ///< of them, at either end, only for their faces
inline constexpr int kYield = kBlock - 2 * kMargin;

template <bool IsLast, class T>
__global__ void __launch_bounds__(kBlock) sweep_x(const __grid_constant__ SweepArgs<T> a) {
    __shared__ T high_h[kBlock], high_u[kBlock], high_v[kBlock], high_z[kBlock];
    __shared__ T mass[kBlock], across[kBlock], low_part[kBlock], parts[kBlock];
    exec::wait_for_earlier_kernels();
    const Constants<T>& k = a.step.constants;
    const int t = int(threadIdx.x), nx = a.step.layout.nx, y = int(blockIdx.y);
    const int x = int(blockIdx.x) * kYield + t - kMargin;
    const bool is_well = a.status->failed_step == RunStatus::kWell;
    const bool is_near = x >= -1 && x <= nx;
    Cell<T> cell = {T(kSolid), T(0), T(0), T(0)};
    Sides<T> sides = {};
    if (is_near) {
        cell = cell_along_x(a, x, y);
        sides = reconstruct<T>(cell_along_x(a, x - 1, y), cell, cell_along_x(a, x + 1, y), k);
    }
    high_h[t] = sides.high.h;
    high_u[t] = sides.high.u;
    high_v[t] = sides.high.v;
    high_z[t] = sides.high.z;
    __syncthreads();
    const int before = t > 0 ? t - 1 : 0, after = t + 1 < kBlock ? t + 1 : t;
    Flux<T> low = {};
    if (is_near)
        low = face_flux<T>({high_h[before], high_u[before], high_v[before], high_z[before]},
                           sides.low, k);
    mass[t] = low.mass;
    across[t] = low.across;
    low_part[t] = low.low;
    __syncthreads();
    const bool is_inside = x >= 0 && x < nx;
    parts[t] =
        is_inside ? sendable_part<T>(cell.h, depth_leaving<T>(low.mass, mass[after], k)) : T(1);
    __syncthreads();
    if (!is_inside || t < kMargin || t >= kBlock - kMargin) return;
    const Flux<T> high = {mass[after], across[after], low_part[after], T(0)};
    low = scaled(low, part_of_giver<T>(low.mass, parts[before], parts[t]));
    const Flux<T> high_sent = scaled(high, part_of_giver<T>(high.mass, parts[t], parts[after]));
    finish_cell<IsLast>(a, move<T>(cell, sides.pressure, low, high_sent, k), x, y, is_well);
    double* const west = a.step.inflow[int(Edge::West)];
    double* const east = a.step.inflow[int(Edge::East)];
    if (west && x == 0) west[y] = double(k.ratio) * double(low.mass);
    if (east && x == nx - 1) east[y] = -double(k.ratio) * double(high_sent.mass);
}

inline constexpr int kColumns = 128;  ///< threads of a sweep along y

/// Each thread marches through `rows` rows of its column, as the CPU's loop over rows does.
template <bool IsLast, class T>
__global__ void __launch_bounds__(kColumns)
    sweep_y(const __grid_constant__ SweepArgs<T> a, int rows) {
    exec::wait_for_earlier_kernels();
    const Constants<T>& k = a.step.constants;
    const int nx = a.step.layout.nx, ny = a.step.layout.ny;
    const int x = int(blockIdx.x) * kColumns + int(threadIdx.x);
    if (x >= nx) return;
    const bool is_well = a.status->failed_step == RunStatus::kWell;
    const bool wraps = a.step.edges[int(Edge::South)].kind == Beyond::Periodic;
    const int first = int(blockIdx.y) * rows, last = first + rows < ny ? first + rows : ny;
    const int lowest = wraps || first - 2 >= 0 ? first - 2 : -1;
    const int highest = wraps || last + 1 < ny ? last + 1 : ny;

    Cell<T> second = {}, below = cell_along_y(a, x, lowest - 1), cell = cell_along_y(a, x, lowest);
    Side<T> high = {};
    Flux<T> second_low = {}, below_low = {}, low = {};
    T second_pressure = T(0), below_pressure = T(0);
    const auto finish = [&](int y, const Flux<T>& high_flux) {
        if (y < first || y >= last) return;
        const Moved<T> moved = move<T>(second, second_pressure, second_low, high_flux, k);
        finish_cell<IsLast>(a, Moved<T>{moved.h, moved.v, moved.u}, x, y, is_well);
        double* const south = a.step.inflow[int(Edge::South)];
        double* const north = a.step.inflow[int(Edge::North)];
        if (south && y == 0) south[x] = double(k.ratio) * double(second_low.mass);
        if (north && y == ny - 1) north[x] = -double(k.ratio) * double(high_flux.mass);
    };
    for (int y = lowest; y <= highest; ++y) {
        const Cell<T> above = cell_along_y(a, x, y + 1);
        const Sides<T> sides = reconstruct<T>(below, cell, above, k);
        low = face_flux<T>(high, sides.low, k);
        const bool is_inside = wraps || (y - 1 >= 0 && y - 1 < ny);
        if (y - 1 > lowest && is_inside) {
            const T part = sendable_part<T>(below.h, depth_leaving<T>(below_low.mass, low.mass, k));
            below_low = scaled(below_low, part_of_giver<T>(below_low.mass, T(1), part));
            low = scaled(low, part_of_giver<T>(low.mass, part, T(1)));
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
