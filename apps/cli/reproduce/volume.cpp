// What is measured of water in space: the plans, full and quick.
#include "volume.hpp"

namespace tarn::cli::reproduce {
namespace {

Result<Section> cavity(Effort effort, const Watch& watch) {
    constexpr int kCells[] = {16, 32, 64, 128};
    const bool is_full = effort == Effort::Full;
    const auto cells = std::span<const int>(kCells).first(is_full ? 4 : 2);
    const auto rows = measure_cavities(cells, is_full ? 11 : 3, watch);
    if (!rows) return rows.error();
    return cavity_section(rows.value(), extent_of(rows.value().size(), cells.size()));
}

Result<Section> frames(Effort effort, const Watch& watch) {
    constexpr FramePlan kPlans[] = {{"dam", 32}, {"drop", 32}, {"dam", 64}, {"drop", 64}};
    const bool is_full = effort == Effort::Full;
    const auto plans = std::span<const FramePlan>(kPlans).first(is_full ? 4 : 2);
    // A second, in which the column falls, meets the far wall and splashes.
    const int count = is_full ? 62 : 4;
    const auto rows = measure_frames(plans, count, watch);
    if (!rows) return rows.error();
    return frames_section(rows.value(), count, extent_of(rows.value().size(), plans.size()));
}

Result<Section> dam(Effort effort, const Watch& watch) {
    const DamPlan plan = {.cells = effort == Effort::Full ? 160 : 48};
    const auto runs = measure_dam(plan, watch);
    if (!runs) return runs.error();
    return dam_section(runs.value(), extent_of(runs.value().times_s.size(), plan.rows()));
}

constexpr Measurement kMeasurements[] = {
    {"table 6.2", cavity}, {"table 6.3", frames}, {"dam break", dam}};

}  // namespace

Paper volume_paper() {
    return {.name = "volume",
            .page = "volume.html",
            .title = "Water in space: THESIS, measured again with Tarn",
            .source =
                "J. Ojeda Contreras, “Efficient algorithms for the realistic simulation of "
                "fluids”, doctoral thesis, Universitat Politècnica de Catalunya, 2013.",
            .intro =
                "The thesis's tables 6.2 and 6.3, quoted as printed, and the same dam break in "
                "all three waters. Every other number comes from this run.",
            .quick = "small grids and few frames",
            .measurements = kMeasurements};
}

}  // namespace tarn::cli::reproduce
