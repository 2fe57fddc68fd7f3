// Stands in for the GPU solver in a build without nvcc.
#include "solver/stable/solver.hpp"

namespace tarn::stable {

Result<std::unique_ptr<volume::Solver>> make_stable_on_gpu(const SolverDesc&, int) {
    return Error{ErrorCode::Unsupported, "this build has no CUDA; use backend cpu"};
}

}  // namespace tarn::stable
