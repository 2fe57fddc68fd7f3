// Makes the solver on a GPU for one storage.
#pragma once

#include "solver/volume/cells.hpp"

namespace tarn::volume::cuda {

template <class S>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device);

}  // namespace tarn::volume::cuda
