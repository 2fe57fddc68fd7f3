// POND's figures 4, 5 and 7 and table 1: rows into sections of the page. POND is the paper's key in
// docs/references.md. Its data points are not available; only what its text and table 1 state is
// quoted.
#pragma once

#include "measure_attenuation.hpp"
#include "measure_speed.hpp"
#include "measure_stability.hpp"
#include "measure_timing.hpp"
#include "measurement.hpp"

#include <span>

namespace tarn::cli::reproduce {

Section speed_section(std::span<const SpeedRow> rows, Extent extent);
Section attenuation_section(std::span<const AttenuationRow> rows, Extent extent);
Section stability_section(std::span<const StabilityRow> rows, const StabilityPlan& plan,
                          Extent extent);
Section timing_section(std::span<const TimingRow> rows, int repeats, Extent extent);

Paper pond_paper();

}  // namespace tarn::cli::reproduce
