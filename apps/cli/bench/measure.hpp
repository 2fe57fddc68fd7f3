// How one row of the water is measured: warm-up, pieces, bandwidth of the same device before and
// after. Rows of the picture are in studio.hpp.
#pragma once

#include "cases.hpp"
#include "row.hpp"

namespace tarn::cli {

struct MeasureOptions {
    int threads = 0, device = -1;
    Backend backend = Backend::Auto;  ///< of water that is drawn; other rows name theirs
};

Result<BenchRow> measure(const BenchCase& c, const MeasureOptions& options);

}  // namespace tarn::cli
