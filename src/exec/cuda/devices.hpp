// The GPUs of this machine, for those who choose one. No CUDA header is needed to ask; a build
// without nvcc answers that there are none and why.
#pragma once

#include <tarn/result.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tarn::exec::cuda {

struct DeviceInfo {
    int index = 0;
    std::string name;
    std::size_t memory_bytes = 0, free_bytes = 0;
};

/// The GPUs that this build can use, or why there are none.
struct Survey {
    std::vector<DeviceInfo> devices;
    std::string why_none;
    bool is_out_of_order = false;  ///< there is a GPU or its driver, but it cannot be used
};
Survey survey();

/// A GPU by index, or with -1 the one with the most free memory.
Result<DeviceInfo> choose_device(int index);

/// Bandwidth of a copy within the memory of a GPU, bytes read plus bytes written; 0 if it failed.
double measure_copy_bytes_per_s(int device, std::size_t bytes);

}  // namespace tarn::exec::cuda
