// A nasty bed for still water: steep islands, noise, a step and a pit, the same on every machine.
#pragma once

#include <vector>

namespace tarn::cli::validate {

/// Heights in m over a square of 1 m, [n][n] with x slow: element i n + j is the cell at
/// x = (i + 1/2)/n, y = (j + 1/2)/n. The noise is NumPy's RandomState(7).rand(n, n).
std::vector<double> rough_bed_m(int n);

}  // namespace tarn::cli::validate
