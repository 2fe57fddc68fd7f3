// The CPU loops of the fv scheme over rows of cells. rows.cpp is compiled once per instruction set.
#pragma once

#include "solver/shallow/fv/cpu/activity.hpp"
#include "solver/shallow/fv/step.hpp"
#include <tarn/types.hpp>

#include <cstddef>

namespace tarn::shallow::fv::cpu {

/// Columns that go through a step together: as many as their lines fit into the second cache. Short
/// pieces of rows are slower to read from memory than long ones.
inline constexpr int kStripCells = 2048;
/// Before the first cell of a line: cells of the strip beside it, and alignment.
inline constexpr int kLineMargin = 16;
/// Elements of a line: strips may be wider by what rounding gives them, and registers go beyond.
constexpr std::ptrdiff_t line_elements(int nx) {
    const int widest = nx < kStripCells ? nx : kStripCells;
    return (widest + kLineMargin - 1) / kLineMargin * kLineMargin + 4 * kLineMargin;
}
/// Elements of scratch memory that a call of `step` needs.
constexpr std::ptrdiff_t scratch_elements(int nx) {
    return (4 * (1 + 5 + 4) + 5 * 4 + 4 + 1) * line_elements(nx) + 4 * kLineMargin;
}

template <class T>
struct Loops {
    /// The tiles of rows [first, last) that take part. False if the water became too fast for the
    /// step, or is no number.
    bool (*step)(const Step<T>& step, const ActivityView& tiles, T* scratch, int first, int last);
    /// Before it, in rows [first, last): what lies beyond the west and east edges.
    void (*lay_columns)(const Step<T>& step, int first, int last);
    /// In rows [first, last), m/s.
    T (*fastest_wave)(const Layout& layout, const Planes<T>& water, T gravity, int first, int last);
};

template <class T>
Loops<T> loops_for(Isa isa);

}  // namespace tarn::shallow::fv::cpu
