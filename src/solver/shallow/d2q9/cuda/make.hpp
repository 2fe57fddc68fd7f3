// Makes the d2q9 scheme on a GPU for one storage.
#pragma once

#include "solver/shallow/d2q9/storage.hpp"
#include "solver/shallow/solver.hpp"

namespace tarn::shallow::d2q9::cuda {

template <class S>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device);

}  // namespace tarn::shallow::d2q9::cuda
