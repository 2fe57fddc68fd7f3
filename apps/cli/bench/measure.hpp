// How one bench row is measured: warm-up, pieces, bandwidth of the same device before and after.
#pragma once

#include "cases.hpp"

namespace tarn::cli {

struct BenchRow {
    BenchCase what;
    double updates_per_s = 0.0;
    double spread = 0.0;   ///< between the quartiles, over the median
    double of_peak = 0.0;  ///< of the bandwidth, at bytes_per_cell
    std::string checksum;  ///< after a fixed number of steps: the same on every backend
    double step_s = 0.0, real_time = 0.0, bytes_per_s = 0.0;

    const char* unit() const { return what.is_on_gpu() ? "GLUPS" : "MLUPS"; }
    double value() const { return updates_per_s * (what.is_on_gpu() ? 1e-9 : 1e-6); }
};

struct MeasureOptions {
    int threads = 0, device = -1;
};

Result<BenchRow> measure(const BenchCase& c, const MeasureOptions& options);

}  // namespace tarn::cli
