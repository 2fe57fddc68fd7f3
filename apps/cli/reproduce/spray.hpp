// THESIS's table 6.5, the time that drops take in a frame: rows into a section of the page. THESIS
// is the key of docs/references.md.
#pragma once

#include "measurement.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tarn::cli::reproduce {

/// Wall-clock time of a frame of 16 ms with so many drops in flight, and of the same water without
/// any, median, in ms. None: the machine has no GPU that can be used.
struct DropsRow {
    int drops = 0;
    double cpu_ms = 0.0, cpu_water_ms = 0.0;
    std::optional<double> gpu_ms = {}, gpu_water_ms = {};
};

Result<std::vector<DropsRow>> measure_drops(std::span<const int> drops, int frames,
                                            const Watch& watch);
Section drops_section(std::span<const DropsRow> rows, int frames, Extent extent);

Paper spray_paper();

}  // namespace tarn::cli::reproduce
