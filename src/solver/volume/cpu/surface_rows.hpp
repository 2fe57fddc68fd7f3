// The second and third pass of the free surface over rows on the CPU. The first is in rows.hpp.
#pragma once

#include "solver/volume/cpu/rows.hpp"
#include "solver/volume/surface.hpp"

namespace tarn::volume::cpu {

/// What the passes do in rows [first, last).
template <class S>
void convert_rows(const StepArgs<S>& args, const Segments& segments, int first, int last);
template <class S>
void share_rows(const StepArgs<S>& args, Segments& segments, int first, int last);

}  // namespace tarn::volume::cpu
