// POND's figures 4, 5 and 7 and table 1: rows into sections of the page. POND is the paper's key in
// docs/references.md. Its data points are not available; only what its text and table 1 state is
// quoted.
#pragma once

#include "measure_attenuation.hpp"
#include "measure_speed.hpp"
#include "measure_stability.hpp"
#include "measure_timing.hpp"
#include "section.hpp"

#include <span>
#include <vector>

namespace tarn::cli::reproduce {

/// Whether every row that was planned is there; Ctrl-C leaves fewer.
enum class Extent { Whole, Part };

Section speed_section(std::span<const SpeedRow> rows, Extent extent);
Section attenuation_section(std::span<const AttenuationRow> rows, Extent extent);
Section stability_section(std::span<const StabilityRow> rows, const StabilityPlan& plan,
                          Extent extent);
Section timing_section(std::span<const TimingRow> rows, int repeats, Extent extent);

enum class Effort { Full, Quick };

/// A figure or table of the paper and how it is measured. A watch that says no at once gives a
/// section without results.
struct Measurement {
    const char* name;
    Result<Section> (*run)(Effort effort, const Watch& watch);
};

/// In the order of the page.
std::span<const Measurement> pond_measurements();

}  // namespace tarn::cli::reproduce
