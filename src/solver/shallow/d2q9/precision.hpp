// From the word for a precision to the storage it means: the one place that knows which is which.
#pragma once

#include "solver/shallow/d2q9/storage.hpp"
#include "solver/shallow/solver.hpp"

namespace tarn::shallow::d2q9 {

/// Calls `body` with an object of the storage that `precision` means, and returns its result.
template <class Body>
auto with_storage(Precision precision, Body&& body) {
    switch (precision) {
        case Precision::Double:
            return body(Full<double>{});
        case Precision::Half:
            return body(Halved{});
        case Precision::Float:
            break;
    }
    return body(Full<float>{});
}

}  // namespace tarn::shallow::d2q9
