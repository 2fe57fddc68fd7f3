// Ranges and round tick marks for figures, shared by pictures (map) and plots.
#pragma once

#include <string>
#include <vector>

namespace tarn::io {

struct Range {
    double low = 0.0;
    double high = 1.0;
    double width() const { return high - low; }
};

struct Tick {
    double at = 0.0;
    std::string label = {};  ///< "0.25", "2e-5", on a logarithmic axis "10^-3"
};

/// Ticks at 1, 2 or 5 times a power of ten, about `wanted` of them, all inside the range.
/// Empty when the range is empty or not finite.
std::vector<Tick> linear_ticks(Range range, int wanted);

/// Ticks at powers of ten, or at 1, 2 and 5 times those when the range is short. `range.low` > 0.
std::vector<Tick> log_ticks(Range range, int wanted);

/// The same range, or 2 % around it when it is narrower than `least` times its largest number:
/// data that differ by rounding only must not fill an axis.
Range not_empty(Range range, double least);

}  // namespace tarn::io
