// The machine Tarn runs on: what it has, and how fast its memory is.
#pragma once

#include <tarn/types.hpp>

#include <string>
#include <vector>

namespace tarn {

struct GpuInfo {
    int index = 0;  ///< for WorldOptions::device
    std::string name;
    std::size_t memory_bytes = 0, free_bytes = 0;
};

/// A water that worlds of this build may have.
struct WaterKind {
    std::string model, scheme, backend;
    std::string about;
};

struct MachineInfo {
    std::string cpu;
    int cores = 0;
    std::vector<std::string> isas;  ///< instruction sets with loops in this build, best first
    std::size_t last_level_cache_bytes = 0;
    std::size_t memory_bytes = 0, available_memory_bytes = 0;
    std::string compiler;
    std::vector<GpuInfo> gpus;      ///< that this build can use
    std::string why_no_gpu;         ///< in words, when there are none
    std::vector<WaterKind> waters;  ///< in the order in which `auto` asks them
};

TARN_API MachineInfo machine_info();

/// Name of an instruction set ("auto", "base", "avx2", "avx512") and back; false for other words.
TARN_API std::string isa_name(Isa isa);
TARN_API bool parse_isa(const std::string& name, Isa& out);

/// Memory bandwidth by the triad a = b + s c with non-temporal stores: 12 bytes per element, the
/// median of several passes over `bytes` of memory.
TARN_API double measure_triad_bytes_per_s(int threads, std::size_t bytes);

/// Bandwidth of a copy within the memory of a GPU, bytes read plus bytes written; 0 without one.
TARN_API double measure_gpu_copy_bytes_per_s(int device, std::size_t bytes);

}  // namespace tarn
