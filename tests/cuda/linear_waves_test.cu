// The small schemes of tests/support on a GPU: the same files as on the CPU, the same bits. One of
// them solves an elliptic system in each step, with sums over all cells.
#include "solver/shallow/cpu/runner.hpp"
#include "solver/shallow/cuda/runner.cuh"
#include "support/dispersive_waves.hpp"
#include "support/linear_waves.hpp"

#include <cstdio>
#include <vector>

namespace tarn::shallow {
namespace {

constexpr int kSkipped = 77;  // what ctest takes for it

template <template <class> class Scheme>
std::unique_ptr<Solver> basin(const exec::ThreadPool& pool, bool is_on_gpu) {
    SolverDesc desc;
    desc.nx = 211;
    desc.ny = 97;
    desc.cell_m = 0.1;
    desc.step_s = 0.01;
    std::vector<double> depth_m;
    for (int k = 0; k < desc.nx * desc.ny; ++k) depth_m.push_back(1.0 + 1e-4 * (k * 7919 % 97));
    desc.depth_m = depth_m;
    if (is_on_gpu) {
        auto runner = cuda::Runner::on(0, desc.nx, desc.ny);
        if (!runner) return nullptr;
        auto made = Shell<Scheme<cuda::Runner>>::create(desc, std::move(runner.value()));
        return made ? std::move(made.value()) : nullptr;
    }
    auto made = Shell<Scheme<cpu::Runner>>::create(desc, cpu::Runner::on(pool, desc.nx, desc.ny));
    return made ? std::move(made.value()) : nullptr;
}

/// Runs with water that is held aside and given back on the way; the checksum at the end.
std::uint64_t checksum_after_stirring(Solver& water) {
    exchange::Forcing forcing;
    int before = -1;
    for (int k = 0; k < 40; ++k) {
        before = forcing.add(
            {.step = k, .act = exchange::Act::Hold, .area = {10 + k, 20, 9, 8}, .after = before});
        for (double& depth_m : forcing.plane(before)) depth_m = 0.05;
    }
    water.run({.steps = 100, .forcing = &forcing});
    std::uint64_t sum = water.checksum();
    for (const double value : forcing.values()) sum += word_of(value);
    return sum;
}

template <template <class> class Scheme>
bool has_the_same_bits(const char* name) {
    const exec::ThreadPool pool(2);
    const auto cpu = basin<Scheme>(pool, false), gpu = basin<Scheme>(pool, true);
    if (!cpu || !gpu) return std::printf("%s: the scheme could not be made\n", name), false;
    const std::uint64_t expected = checksum_after_stirring(*cpu);
    const std::uint64_t got = checksum_after_stirring(*gpu);
    const bool is_same = got == expected && gpu->totals().volume_m3 == cpu->totals().volume_m3;
    std::printf("%s: %s\n", name, is_same ? "the same bits" : "the GPU differs");
    return is_same;
}

}  // namespace
}  // namespace tarn::shallow

int main() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        std::puts("skipped: no GPU");
        return tarn::shallow::kSkipped;
    }
    using namespace tarn::shallow;
    const bool is_linear = has_the_same_bits<linear::Scheme>("linear waves");
    const bool is_dispersive = has_the_same_bits<dispersive::Scheme>("dispersive waves");
    return is_linear && is_dispersive ? 0 : 1;
}
