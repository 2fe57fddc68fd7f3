// The third scheme on a GPU: the same file as on the CPU, the same bits.
#include "solver/shallow/cpu/runner.hpp"
#include "solver/shallow/cuda/runner.cuh"
#include "support/linear_waves.hpp"

#include <cstdio>
#include <vector>

namespace tarn::shallow {
namespace {

constexpr int kSkipped = 77;  // what ctest takes for it

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
        auto made = Shell<linear::Scheme<cuda::Runner>>::create(desc, std::move(runner.value()));
        return made ? std::move(made.value()) : nullptr;
    }
    auto made =
        Shell<linear::Scheme<cpu::Runner>>::create(desc, cpu::Runner::on(pool, desc.nx, desc.ny));
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

}  // namespace
}  // namespace tarn::shallow

int main() {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
        std::puts("skipped: no GPU");
        return tarn::shallow::kSkipped;
    }
    const tarn::exec::ThreadPool pool(2);
    const auto cpu = tarn::shallow::basin(pool, false), gpu = tarn::shallow::basin(pool, true);
    if (!cpu || !gpu) return std::puts("the scheme could not be made"), 1;
    const std::uint64_t expected = tarn::shallow::checksum_after_stirring(*cpu);
    const std::uint64_t got = tarn::shallow::checksum_after_stirring(*gpu);
    const bool is_same = got == expected && gpu->totals().volume_m3 == cpu->totals().volume_m3;
    std::puts(is_same ? "linear waves: the same bits" : "linear waves: the GPU differs");
    return is_same ? 0 : 1;
}
