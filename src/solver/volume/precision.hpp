// From the precision that a scene names to the storage that the code is compiled for.
#pragma once

#include "solver/volume/cells.hpp"

namespace tarn::volume {

/// Calls `body(S{})` with the storage of a precision.
template <class Body>
Result<std::unique_ptr<Solver>> with_storage(const SolverDesc& desc, Body&& body) {
    if (desc.precision == Precision::Half) return body(Halved{});
    if (desc.precision == Precision::Double) return body(Full<double>{});
    return body(Full<float>{});
}

}  // namespace tarn::volume
