// Stands in for solver.cu in a build without nvcc.
#include "solver/shallow/solver.hpp"

namespace tarn::shallow {

Result<std::unique_ptr<Solver>> make_fv_on_gpu(const SolverDesc&, int) {
    return Error{ErrorCode::Unsupported, "this build has no CUDA; use backend cpu"};
}

}  // namespace tarn::shallow
