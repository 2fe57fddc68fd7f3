// What is measured of floating bodies: the plans, full and quick.
#include "float.hpp"

namespace tarn::cli::reproduce {
namespace {

Result<Section> crowds(Effort effort, const Watch& watch) {
    constexpr CrowdPlan kPlans[] = {{"balls", 10}, {"balls", 100}, {"balls", 200}, {"pins", 50}};
    const bool is_full = effort == Effort::Full;
    const auto plans = std::span<const CrowdPlan>(kPlans).first(is_full ? 4 : 1);
    // Two seconds, in which they fall in, splash and come to float.
    const int frames = is_full ? 120 : 6;
    const auto rows = measure_crowds(plans, frames, watch);
    if (!rows) return rows.error();
    return crowds_section(rows.value(), frames, extent_of(rows.value().size(), plans.size()));
}

Result<Section> cargo(Effort effort, const Watch& watch) {
    constexpr double kAsides_m[] = {0.0, 0.3, -0.3};
    const auto asides = std::span<const double>(kAsides_m).first(effort == Effort::Full ? 3 : 1);
    const auto done = measure_cargo(asides, watch);
    if (!done) return done.error();
    return cargo_section(done.value(), extent_of(done.value().rows.size(), asides.size()));
}

Result<Section> yacht(Effort effort, const Watch& watch) {
    const double kLow_m = 0.5, kHigh_m = 1.65;
    std::vector<validate::Release> plans = {
        {.centre_above_base_m = kLow_m, .is_met_by_wave = true},
        {.centre_above_base_m = kHigh_m, .is_met_by_wave = true}};
    if (effort == Effort::Full)
        for (const double centre_m : {kLow_m, kHigh_m})
            for (const double heel_deg : {60.0, 75.0, 100.0})
                plans.push_back({.centre_above_base_m = centre_m, .heel_deg = heel_deg});
    Yacht all;
    for (const validate::Release& plan : plans) {
        if (!watch(double(all.runs.size()) / double(plans.size()), "sailboat")) break;
        auto roll = validate::let_go({}, plan);
        if (!roll) return roll.error();
        const bool should =
            plan.is_met_by_wave
                ? plan.centre_above_base_m == kLow_m
                : plan.heel_deg < validate::vanishing_stability_deg(plan.centre_above_base_m);
        all.runs.push_back({plan, std::move(roll.value()), should});
    }
    if (effort == Effort::Full && watch(0.95, "still")) {
        auto still = still_of("sailboat", 9.0, "sailboat.png");
        if (!still) return still.error();
        all.still = std::move(still.value());
    }
    return yacht_section(all, extent_of(all.runs.size(), plans.size()));
}

Result<Section> wake(Effort effort, const Watch& watch) {
    const auto done = measure_wake(effort == Effort::Full ? 6.5 : 0.1, watch);
    if (!done) return done.error();
    return wake_section(done.value(), done.value().track_m.empty() ? Extent::Part : Extent::Whole);
}

constexpr Measurement kMeasurements[] = {
    {"table 1", crowds}, {"figure 9", cargo}, {"figure 10", yacht}, {"figure 11", wake}};

}  // namespace

Paper float_paper() {
    return {.name = "float",
            .page = "float.html",
            .title = "Things that float: FLOAT, measured again with Tarn",
            .source =
                "M. Lazo, C. García Bauza, G. Boroni, A. Clausse, “Real-Time Physical Engine "
                "for Floating Objects with Two-Way Fluid-Structure Coupling”, World Applied "
                "Sciences Journal 22(12), 2013.",
            .intro =
                "The paper's table 1, quoted as printed, and its figures 9 to 12 as measured "
                "quantities. Every other number comes from this run.",
            .quick = "few bodies and few frames",
            .measurements = kMeasurements};
}

}  // namespace tarn::cli::reproduce
