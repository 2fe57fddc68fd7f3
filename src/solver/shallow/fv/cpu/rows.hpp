// The CPU loops of the fv scheme over rows of cells. rows.cpp is compiled once per instruction set.
#pragma once

#include "solver/shallow/fv/step.hpp"
#include <tarn/types.hpp>

#include <cstddef>

namespace tarn::shallow::fv::cpu {

/// Before the first cell of a line: the cells beyond an edge, and alignment.
inline constexpr int kLineMargin = 16;
/// Elements of a line: registers may go beyond its end.
constexpr std::ptrdiff_t line_elements(int nx) {
    return (std::ptrdiff_t(nx) + 15) / 16 * 16 + 3 * kLineMargin;
}
/// Elements of scratch memory that a call of `step` needs.
constexpr std::ptrdiff_t scratch_elements(int nx) {
    constexpr int kLines = 4 + 3 * 5 + 3 * 2 + 5 * 4 + 4 * 2 + 1;
    return kLines * line_elements(nx) + 2 * kLineMargin;
}

template <class T>
struct Loops {
    /// Rows [first, last). False if the water became too fast for the step, or is no number.
    bool (*step)(const Step<T>& step, T* scratch, int first, int last);
};

template <class T>
Loops<T> loops_for(Isa isa);

}  // namespace tarn::shallow::fv::cpu
