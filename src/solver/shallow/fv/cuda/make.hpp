// Makes the fv scheme on a GPU for one number type.
#pragma once

#include "solver/shallow/solver.hpp"

namespace tarn::shallow::fv::cuda {

template <class T>
Result<std::unique_ptr<Solver>> make(const SolverDesc& desc, int device);

}  // namespace tarn::shallow::fv::cuda
