#include "solver/shallow/fv/cuda/solver.cuh"

namespace tarn::shallow::fv::cuda {

template Result<std::unique_ptr<Solver>> make<float>(const SolverDesc&, int);

}  // namespace tarn::shallow::fv::cuda
