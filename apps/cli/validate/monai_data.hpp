// The tank of Monai valley as it was published: its bed and the wave that comes in.
#pragma once

#include <tarn/result.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tarn::cli::validate {

struct MonaiData {
    static constexpr int kNx = 393, kNy = 244;
    static constexpr double kCell_m = 0.014;

    std::vector<double> bed_m;  ///< [kNy][kNx], row 0 at the south
    std::string wave_csv;       ///< t,level at the western edge
};

/// `folder` holds Benchmark_2_Bathymetry.txt and Benchmark_2_input.txt.
Result<MonaiData> read_monai(const std::filesystem::path& folder);

}  // namespace tarn::cli::validate
