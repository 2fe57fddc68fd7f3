#include "solver/shallow/d2q9/cuda/solver.cuh"

namespace tarn::shallow::d2q9::cuda {

template Result<std::unique_ptr<Solver>> make<Halved>(const SolverDesc&, int);

}  // namespace tarn::shallow::d2q9::cuda
