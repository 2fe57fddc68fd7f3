// Stands in for the GPU solver in a build without nvcc.
#include "solver/volume/solver.hpp"

namespace tarn::volume {

Result<std::unique_ptr<Solver>> make_d3q19_on_gpu(const SolverDesc&, int) {
    return Error{ErrorCode::Unsupported, "this build has no CUDA; use backend cpu"};
}

}  // namespace tarn::volume
