#include "monai_data.hpp"

#include "data_table.hpp"

#include <cstdio>

namespace tarn::cli::validate {

Result<MonaiData> read_monai(const std::filesystem::path& folder) {
    constexpr auto kNx = std::size_t(MonaiData::kNx), kNy = std::size_t(MonaiData::kNy);
    const auto nodes = read_table(folder / "Benchmark_2_Bathymetry.txt", 3);
    if (!nodes) return nodes.error();
    if (nodes.value().size() != kNx * kNy)
        return Error{ErrorCode::InvalidArgument,
                     (folder / "Benchmark_2_Bathymetry.txt").string() + ": has " +
                         std::to_string(nodes.value().size()) +
                         " nodes, not 393 x 244; take the file as it was published"};
    const auto wave = read_table(folder / "Benchmark_2_input.txt", 2);
    if (!wave) return wave.error();
    MonaiData data = {.bed_m = std::vector<double>(kNx * kNy), .wave_csv = "t,level\n"};
    // The table runs along y first, and counts depth downwards.
    for (std::size_t i = 0; i < kNx; ++i)
        for (std::size_t j = 0; j < kNy; ++j)
            data.bed_m[j * kNx + i] = -nodes.value()[i * kNy + j][2];
    for (const std::vector<double>& row : wave.value()) {
        char line[64];
        std::snprintf(line, sizeof line, "%.9g,%.9g\n", row[0], row[1]);
        data.wave_csv += line;
    }
    return data;
}

}  // namespace tarn::cli::validate
