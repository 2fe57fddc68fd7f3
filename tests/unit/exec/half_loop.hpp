// Halves to floats and back through packs, compiled once per instruction set as the loops of the
// library are.
#pragma once

#include "base/half.hpp"
#include <tarn/types.hpp>

#include <cstddef>

namespace tarn::exec {

/// `count` is a multiple of 16.
struct HalfLoops {
    int width;  ///< of the register that the loops of this instruction set use
    void (*to_floats)(const Half* from, float* to, std::size_t count);
    void (*to_halves)(const float* from, Half* to, std::size_t count);
    void (*as_halves)(const float* from, float* to, std::size_t count);
};

}  // namespace tarn::exec
