// The per-cell functions under nvcc: steps a pond with walls on a GPU, using the functions that the
// CPU loops use and no others, and compares every population with the CPU's, bit for bit. Built
// where nvcc is found, run where a GPU is (exit 77 without one).
#include "lattice/collisions.hpp"
#include "solver/shallow/edges.hpp"
#include "solver/shallow/solver.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace tarn;
using namespace tarn::shallow;

namespace {

constexpr int kSize = 200, kSteps = 500;
constexpr double kCell_m = 0.05, kDepth_m = 0.5, kGravity = 9.81;

__global__ void fill_edges(EdgeView<float> view) {
    const int k = int(blockIdx.x * blockDim.x + threadIdx.x);
    const Grid& g = view.grid;
    const int x = k % g.nx, y = k / g.nx;
    if (y >= g.ny || (x > 0 && x < g.nx - 1 && y > 0 && y < g.ny - 1)) return;
    fill_halo<float, float>(view, x, y);
}

template <class Collision>
__global__ void step(EdgeView<float> view, float* next, StepConstants<float> constants) {
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y);
    const Grid& g = view.grid;
    if (x >= g.nx) return;
    ShallowCell<float> cell;
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        cell.f[i] = *view.at(i, x - D2Q9::c(i, 0), y - D2Q9::c(i, 1));
    });
    const auto rates =
        Collision::template constants<float>(constants.tau, double(constants.gravity));
    collide_cell<Collision, false>(cell, constants, rates);
    unrolled<9>([&](auto index) {
        constexpr int i = decltype(index)::value;
        next[i * g.plane + g.at(x, y)] = cell.f[i];
    });
}

std::vector<float> drop_field() {
    std::vector<float> depth(kSize * kSize, float(kDepth_m));
    for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x)
            if ((x - 60) * (x - 60) + (y - 90) * (y - 90) < 400) depth[y * kSize + x] = 0.8f;
    return depth;
}

/// Planes of cells without halo, as Solver::save() gives them.
std::vector<float> planes(const std::vector<float>& padded, const Grid& g) {
    std::vector<float> flat;
    for (int i = 0; i < 9; ++i)
        for (int y = 0; y < g.ny; ++y)
            for (int x = 0; x < g.nx; ++x) flat.push_back(padded[i * g.plane + g.at(x, y)]);
    return flat;
}

template <class Collision>
bool same_bits() {
    const std::vector<float> depth = drop_field();
    const double step_s = 0.4 * kCell_m / std::sqrt(kGravity * 0.8);
    SolverDesc desc;
    desc.nx = desc.ny = kSize;
    desc.cell_m = kCell_m;
    desc.reference_depth_m = kDepth_m;
    desc.step_s = step_s;
    desc.viscosity.tau = 0.6;
    desc.collision = find_collision(Collision::name);
    desc.depth_m = depth;
    const exec::ThreadPool pool(2);
    auto cpu = std::move(make_d2q9<float>(desc, pool).value());

    const Grid g = Grid::of(kSize, kSize);
    std::vector<float> padded(std::size_t(g.plane) * 9);
    const std::string start = cpu->save();
    std::vector<float> flat(start.size() / 4);
    std::memcpy(flat.data(), start.data(), start.size());
    for (int i = 0, k = 0; i < 9; ++i)
        for (int y = 0; y < g.ny; ++y)
            for (int x = 0; x < g.nx; ++x) padded[i * g.plane + g.at(x, y)] = flat[k++];
    float* copies[2];
    for (float*& copy : copies) {
        cudaMalloc(&copy, padded.size() * 4);
        cudaMemcpy(copy, padded.data(), padded.size() * 4, cudaMemcpyHostToDevice);
    }
    EdgeView<float> view = {};
    view.grid = g;
    view.gravity = float(cpu->units().gravity_lu(kGravity));
    StepConstants<float> constants = {};
    constants.gravity = view.gravity;
    constants.tau = 0.6;
    for (int k = 0; k < kSteps; ++k) {
        view.populations = copies[k % 2];
        fill_edges<<<(kSize * kSize + 255) / 256, 256>>>(view);
        step<Collision>
            <<<dim3((kSize + 127) / 128, kSize), 128>>>(view, copies[1 - k % 2], constants);
        cpu->step();
    }
    cudaMemcpy(padded.data(), copies[kSteps % 2], padded.size() * 4, cudaMemcpyDeviceToHost);
    for (float* copy : copies) cudaFree(copy);
    const std::string expected = cpu->save();
    const std::vector<float> got = planes(padded, g);
    const bool same = cudaGetLastError() == cudaSuccess &&
                      std::memcmp(expected.data(), got.data(), expected.size()) == 0;
    std::printf("%-20s %d steps of %dx%d: %s\n", Collision::name, kSteps, kSize, kSize,
                same ? "same bits" : "DIFFERENT");
    return same;
}

template <class... C>
bool all_same(std::tuple<C...>*) {
    return (int(same_bits<C>()) & ...);
}

}  // namespace

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)
        return std::printf("no GPU\n"), 77;
    return all_same(static_cast<lattice::Collisions*>(nullptr)) ? 0 : 1;
}
