// How a run stands, in device memory, and what every scheme does around its steps: falling water,
// and the sum of what came in through the edges.
#pragma once

#include "exec/cuda/cuda_device.cuh"
#include "solver/shallow/tasks.hpp"

#include <span>

namespace tarn::shallow::cuda {

struct RunStatus {
    static constexpr int kWell = 0x7fffffff;
    int failed_step = kWell;  ///< the first step that met an unhealthy cell; later ones do nothing
    double came_in = 0.0, went_out = 0.0;  ///< through open edges, in the solver's depths
};

/// Falling water: one thread per cell of each patch. Where patches overlap, the thread of the first
/// one adds them all, in order.
template <class AddWater>
__global__ void __launch_bounds__(128)
    add_water_to_cells(AddWater water, int first, int last, std::ptrdiff_t count,
                       const RunStatus* status) {
    const std::ptrdiff_t k = std::ptrdiff_t(blockIdx.x) * 128 + threadIdx.x;
    if (k >= count || status->failed_step != RunStatus::kWell) return;
    const std::ptrdiff_t amount = water.patches[first].begin + k;
    int mine = first;
    while (mine + 1 < last && water.patches[mine + 1].begin <= amount) ++mine;
    const PatchView patch = water.patches[mine];
    const std::ptrdiff_t place = amount - patch.begin;
    const int x = patch.x0 + int(place % patch.nx), y = patch.y0 + int(place / patch.nx);
    for (int earlier = first; earlier < mine; ++earlier)
        if (water.patches[earlier].contains(x, y)) return;
    for (int p = mine; p < last; ++p)
        if (water.patches[p].contains(x, y)) water.add(p, x, y);
}

template <class AddWater>
void add_water(const exec::CudaDevice& device, const AddWater& water,
               std::span<const PatchView> patches, int first, int last, const RunStatus* status) {
    constexpr int kMostPatches = 64;  // of a launch: threads look through all of them
    for (int begin = first; begin < last; begin += kMostPatches) {
        const int end = begin + kMostPatches < last ? begin + kMostPatches : last;
        const PatchView& final = patches[std::size_t(end) - 1];
        const std::ptrdiff_t count =
            final.begin + std::ptrdiff_t(final.nx) * final.ny - patches[std::size_t(begin)].begin;
        if (count <= 0) continue;
        add_water_to_cells<<<unsigned((count + 127) / 128), 128, 0, device.stream()>>>(
            water, begin, end, count, status);
        device.note(cudaGetLastError());
    }
}

struct InflowAt {
    const double* inflow;
    __device__ Through operator()(int k) const { return Through::of(inflow[k]); }
};

/// What came in and went out through open edges in a step, added up in the order of
/// exec/ordered.hpp.
template <int Unused = 0>
__global__ void __launch_bounds__(exec::kLanes)
    book_inflow(const double* edge_inflow, int count, int step, RunStatus* status) {
    const Through all = exec::join_block<Through>(count, InflowAt{edge_inflow});
    if (threadIdx.x != 0 || status->failed_step <= step) return;
    status->came_in += all.came_in;
    status->went_out += all.went_out;
}

}  // namespace tarn::shallow::cuda
