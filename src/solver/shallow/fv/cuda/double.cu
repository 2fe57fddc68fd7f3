#include "solver/shallow/fv/cuda/solver.cuh"

namespace tarn::shallow::fv::cuda {

template Result<std::unique_ptr<Solver>> make<double>(const SolverDesc&, int);

}  // namespace tarn::shallow::fv::cuda
