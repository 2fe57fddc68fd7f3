// What is measured for POND: the plans, full and quick.
#include "pond.hpp"

#include <tarn/scene.hpp>

namespace tarn::cli::reproduce {
namespace {

/// All of the list, or its first few when quick.
template <class T, std::size_t count>
std::span<const T> head(const T (&all)[count], std::size_t quick, Effort effort) {
    return std::span<const T>(all).first(effort == Effort::Full ? count : quick);
}

Result<Section> speed(Effort effort, const Watch& watch) {
    constexpr int kCells[] = {25, 36, 50, 71, 100, 141, 200, 283, 400};
    const auto cells = head(kCells, 5, effort);
    const auto rows = measure_speed(cells, watch);
    if (!rows) return rows.error();
    return speed_section(rows.value(), extent_of(rows.value().size(), cells.size()));
}

Result<Section> attenuation(Effort effort, const Watch& watch) {
    constexpr double kCourants[] = {0.3, 0.5};
    constexpr int kWavelengths[] = {16, 32, 48, 64, 96};
    constexpr double kTaus[] = {0.52, 0.55, 0.6, 0.65, 0.7, 0.77, 0.85, 0.92, 1.0};
    const AttenuationPlan plan = {head(kCourants, 1, effort), head(kWavelengths, 4, effort), kTaus};
    const auto rows = measure_attenuation(plan, watch);
    if (!rows) return rows.error();
    const std::size_t planned = plan.courants.size() * plan.wavelengths.size() * plan.taus.size();
    return attenuation_section(rows.value(), extent_of(rows.value().size(), planned));
}

Result<Section> stability(Effort effort, const Watch& watch) {
    constexpr int kPeaks[] = {3, 2};
    constexpr double kTaus[] = {0.505, 0.51, 0.52, 0.55, 0.6, 0.7, 0.77};
    constexpr double kQuickTaus[] = {0.505, 0.52, 0.6, 0.77};
    constexpr int kCells[] = {16, 32, 64, 128, 256, 512};
    const bool is_full = effort == Effort::Full;
    std::vector<std::string> names;
    for (const SceneInfo& collision : collisions()) names.push_back(collision.name);
    const StabilityPlan plan = {.collisions = names,
                                .peaks = kPeaks,
                                .taus = is_full ? std::span<const double>(kTaus) : kQuickTaus,
                                .cell_counts = head(kCells, 4, effort),
                                .steps = is_full ? 5000 : 1000};
    const auto rows = measure_stability(plan, watch);
    if (!rows) return rows.error();
    const std::size_t planned =
        names.size() * plan.peaks.size() * plan.taus.size() * plan.cell_counts.size();
    return stability_section(rows.value(), plan, extent_of(rows.value().size(), planned));
}

Result<Section> timing(Effort effort, const Watch& watch) {
    const int repeats = effort == Effort::Full ? 25 : 5;
    const auto rows = measure_timing(repeats, watch);
    if (!rows) return rows.error();
    return timing_section(rows.value(), repeats,
                          extent_of(rows.value().size(), std::size(kPaperTimings)));
}

constexpr Measurement kMeasurements[] = {
    {"figure 4", speed}, {"figure 5", attenuation}, {"figure 7", stability}, {"table 1", timing}};

}  // namespace

Paper pond_paper() {
    return {.name = "pond",
            .page = "index.html",
            .title = "POND, measured again with Tarn",
            .source =
                "C. García Bauza, G. Boroni, M. Vénere and A. Clausse, “Real-time Interactive "
                "Animations of Liquid Surfaces With Lattice-boltzmann Engines”.",
            .intro =
                "The paper's figures 4, 5 and 7 and its table 1. Its data points are not "
                "available, so each figure is compared with what the text states and with theory; "
                "table 1 is quoted as printed. Every other number below comes from this run.",
            .quick = "fewer and smaller grids, 1,000 steps for the stability map",
            .measurements = kMeasurements};
}

}  // namespace tarn::cli::reproduce
