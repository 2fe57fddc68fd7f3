// Spray in a checkpoint: what comes before its drops and planes, and whether bytes can be that.
#pragma once

#include "spray/spray.hpp"

namespace tarn::spray {

struct SavedHead {
    std::uint64_t steps = 0;
    double carried_s = 0.0;
    SprayCounts counts;
    SprayTotals totals;
};

/// Reads the bytes to the end of the spray. Whatever stands in them, drops that pass this fly and
/// land like any other.
bool is_saved_spray(ByteReader& in, const SprayDesc& desc);

}  // namespace tarn::spray
