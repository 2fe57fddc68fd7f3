#include "base/memory.hpp"
#include "base/system.hpp"
#include "exec/cuda/devices.hpp"
#include "exec/isa.hpp"
#include "exec/triad.hpp"
#include "water/registry.hpp"
#include <tarn/machine.hpp>

#include <thread>

namespace tarn {
namespace {

constexpr Isa kIsas[] = {Isa::Avx512, Isa::Avx2, Isa::Base};

}  // namespace

std::string isa_name(Isa isa) {
    return exec::name_of(isa);
}

bool parse_isa(const std::string& name, Isa& out) {
    for (const Isa isa : {Isa::Auto, Isa::Base, Isa::Avx2, Isa::Avx512})
        if (isa_name(isa) == name) return out = isa, true;
    return false;
}

MachineInfo machine_info() {
    MachineInfo info;
    info.cpu = cpu_model();
    info.cores = int(std::thread::hardware_concurrency());
    for (const Isa isa : kIsas)
        if (exec::has_isa(isa)) info.isas.push_back(isa_name(isa));
    info.last_level_cache_bytes = last_level_cache_bytes();
    info.memory_bytes = total_memory_bytes();
    info.available_memory_bytes = available_memory_bytes();
    info.compiler = TARN_COMPILER;
    const exec::cuda::Survey gpus = exec::cuda::survey();
    for (const exec::cuda::DeviceInfo& gpu : gpus.devices)
        info.gpus.push_back({gpu.index, gpu.name, gpu.memory_bytes, gpu.free_bytes});
    info.why_no_gpu = gpus.why_none;
    for (const water::Row& row : water::rows())
        info.waters.push_back(
            {row.model, row.scheme, row.backend == Backend::Cuda ? "cuda" : "cpu", row.about});
    return info;
}

double measure_gpu_copy_bytes_per_s(int device, std::size_t bytes) {
    return exec::cuda::measure_copy_bytes_per_s(device, bytes);
}

double measure_triad_bytes_per_s(int threads, std::size_t bytes) {
    return exec::measure_triad(exec::ThreadPool(threads), bytes);
}

}  // namespace tarn
