// The fv scheme on a GPU, in a build with nvcc; absent.cpp stands in for it in others.
#include "solver/shallow/fv/cuda/make.hpp"

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_fv_on_gpu(const SolverDesc& desc, int device) {
    if (desc.precision == Precision::Double) return fv::cuda::make<double>(desc, device);
    return fv::cuda::make<float>(desc, device);
}

}  // namespace tarn::shallow
