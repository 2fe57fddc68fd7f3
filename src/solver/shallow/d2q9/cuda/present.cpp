// The d2q9 scheme on a GPU, in a build with nvcc; absent.cpp stands in for it in others.
#include "solver/shallow/d2q9/cuda/make.hpp"
#include "solver/shallow/d2q9/precision.hpp"

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_d2q9_on_gpu(const SolverDesc& desc, int device) {
    return d2q9::with_storage(desc.precision,
                              [&]<class S>(S) { return d2q9::cuda::make<S>(desc, device); });
}

}  // namespace tarn::shallow
