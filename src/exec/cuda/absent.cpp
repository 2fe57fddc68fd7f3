// Stands in for devices.cu in a build without nvcc.
#include "exec/cuda/devices.hpp"

namespace tarn::exec::cuda {

Survey survey() {
    return {{}, "this build has no CUDA: nvcc was not found when it was made"};
}

double measure_copy_bytes_per_s(int, std::size_t) {
    return 0.0;
}

}  // namespace tarn::exec::cuda
