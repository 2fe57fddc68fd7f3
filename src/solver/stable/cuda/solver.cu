// Makes solvers of stable fluids on a GPU; absent.cpp stands in for it in a build without nvcc.
#include "exec/cuda/cuda_device.cuh"
#include "solver/stable/shell.hpp"

namespace tarn::stable {

Result<std::unique_ptr<volume::Solver>> make_stable_on_gpu(const SolverDesc& desc, int device) {
    constexpr int kMostRows = 65535;  // of blocks in a launch, along y and along z
    for (int axis = 1; axis < 3; ++axis)
        if (desc.cells.n[axis] > kMostRows)
            return Error{ErrorCode::Unsupported,
                         std::to_string(desc.cells.n[axis]) +
                             " cells along y or z; a GPU takes at most 65535: use fewer"};
    auto opened = exec::CudaDevice::open(device);
    if (!opened) return opened.error();
    return Shell<exec::CudaDevice>::create(desc, std::move(opened.value()), true);
}

}  // namespace tarn::stable
