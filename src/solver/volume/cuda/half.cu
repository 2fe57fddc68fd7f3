#include "solver/volume/cuda/solver.cuh"

namespace tarn::volume::cuda {

template Result<std::unique_ptr<Solver>> make<Halved>(const SolverDesc&, int);

}  // namespace tarn::volume::cuda
