// Still water over a bed must stay still: 10,000 steps, the largest speed on the way.
#include "../exact/bump_flow.hpp"
#include "../exact/rough_bed.hpp"
#include "measures.hpp"

#include <algorithm>

namespace tarn::cli::validate {
namespace {

constexpr int kSteps = 10000, kPieces = 50;

Result<Outcome> measure_lake(const TankDesc& desc, const How& how) {
    auto made = Tank::create(desc, how);
    if (!made) return made.error();
    Tank& tank = made.value();
    const double step_s = tank.world().info().max_time_step_s / how.variant.time();
    double fastest_m_per_s = 0.0;
    while (tank.world().steps() < kSteps) {
        if (const auto done = tank.run(step_s * kSteps / kPieces); !done) return done.error();
        const auto speed = tank.max_speed_m_per_s();
        if (!speed) return speed.error();
        fastest_m_per_s = std::max(fastest_m_per_s, speed.value());
    }
    const auto mass = tank.mass_error();
    if (!mass) return mass.error();
    Outcome outcome = {.error = fastest_m_per_s};
    outcome.figures = {{"mass", mass.value(), how.precision == "double" ? 1e-13 : 1e-6},
                       {"steps", double(tank.world().steps())}};
    outcome.ran_on(tank.world());
    return outcome;
}

/// The bump of 25 m with water up to `level_m`.
Result<Outcome> measure_over_bump(const Setting& setting, double level_m) {
    TankDesc desc = {.nx = 250, .ny = 20, .cell_m = 0.1};
    desc.bed_m = [](double x_m, double) { return bump_bed_m(x_m); };
    desc.level_m = [=](double, double) { return level_m; };
    return measure_lake(desc, setting.how);
}

}  // namespace

Result<Outcome> measure_lake_immersed(const Setting& setting) {
    return measure_over_bump(setting, 0.5);
}

Result<Outcome> measure_lake_emerging(const Setting& setting) {
    return measure_over_bump(setting, 0.1);
}

Result<Outcome> measure_lake_rough(const Setting& setting) {
    constexpr int kCells = 100;
    constexpr double kLevel_m = 0.4;  // both islands stand out of it, the step does not
    const std::vector<double> bed_m = rough_bed_m(kCells);
    TankDesc desc = {.nx = kCells, .ny = kCells, .cell_m = 1.0 / kCells};
    desc.bed_m = [&bed_m](double x_m, double y_m) {
        return bed_m[std::size_t(int(x_m * kCells) * kCells + int(y_m * kCells))];
    };
    desc.level_m = [](double, double) { return kLevel_m; };
    return measure_lake(desc, setting.how);
}

}  // namespace tarn::cli::validate
