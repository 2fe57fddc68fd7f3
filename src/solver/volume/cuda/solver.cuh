// The solver on a GPU for any storage. Each storage is compiled by itself, in float.cu, double.cu
// and half.cu.
#pragma once

#include "solver/volume/cuda/make.hpp"
#include "solver/volume/cuda/stepper.cuh"
#include "solver/volume/shell.hpp"

#include <string>

namespace tarn::volume::cuda {

template <class S>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device) {
    constexpr int kMostRows = 65535;  // of blocks in a launch, along y and along z
    for (int axis = 1; axis < 3; ++axis)
        if (desc.cells.n[axis] > kMostRows)
            return Error{ErrorCode::Unsupported,
                         std::to_string(desc.cells.n[axis]) +
                             " cells along y or z; a GPU takes at most 65535: use fewer"};
    auto opened = exec::CudaDevice::open(device);
    if (!opened) return opened.error();
    return Shell<S, Stepper<S>>::create(desc, Stepper<S>(std::move(opened.value())));
}

}  // namespace tarn::volume::cuda
