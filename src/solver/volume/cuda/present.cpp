// The solver on a GPU, in a build with nvcc; absent.cpp stands in for it in others.
#include "solver/volume/cuda/make.hpp"
#include "solver/volume/precision.hpp"

namespace tarn::volume {

Result<std::unique_ptr<Solver>> make_d3q19_on_gpu(const SolverDesc& desc, int device) {
    return with_storage(desc, [&]<class S>(S) { return cuda::make<S>(desc, device); });
}

}  // namespace tarn::volume
