// A long wave over an abrupt step of the bed, up and down: what crosses it and what comes back.
#include "../exact/waves.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::cli::validate {
namespace {

constexpr double kLength_m = 100.0, kStep_m = 50.0;
// Long against the cells, and short against the ways before and behind the step.
constexpr double kPulseAt_m = 30.0, kPulse_m = 4.0;
// Of the shallower depth: terms beyond the linear ones move it by a hundredth of its width.
constexpr double kRise = 1e-3;

/// A pulse from the west, over water `from_m` deep, towards a step to `to_m`.
TankDesc step_tank(int cells, double from_m, double to_m) {
    TankDesc desc = {.nx = cells, .ny = 4, .cell_m = kLength_m / cells};
    const double rise_m = kRise * std::min(from_m, to_m);
    const auto level_m = [=](double x_m) {
        const double off = (x_m - kPulseAt_m) / kPulse_m;
        return rise_m * std::exp(-off * off);
    };
    desc.bed_m = [=](double x_m, double) { return x_m < kStep_m ? -from_m : -to_m; };
    desc.level_m = [=](double x_m, double) { return level_m(x_m); };
    desc.velocity_m_per_s = [=](double x_m, double) {
        const double wave_m_per_s = std::sqrt(kGravity_m_per_s2 * (from_m + level_m(x_m)));
        return Vec2{2.0 * (wave_m_per_s - std::sqrt(kGravity_m_per_s2 * from_m)), 0.0};
    };
    desc.edges[2].word = desc.edges[3].word = "periodic";
    return desc;
}

/// Heights behind and before the step, once the pulse has passed it.
Result<Scattering> scattered(const How& how, int cells, double from_m, double to_m,
                             Outcome& outcome) {
    auto tank = Tank::create(step_tank(cells, from_m, to_m), how);
    if (!tank) return tank.error();
    const double from_m_per_s = std::sqrt(kGravity_m_per_s2 * from_m);
    const double fastest_m_per_s = std::sqrt(kGravity_m_per_s2 * std::max(from_m, to_m));
    const double time_s = (kStep_m - kPulseAt_m) / from_m_per_s + 3.5 * kPulse_m / fastest_m_per_s;
    if (const auto done = tank.value().run(time_s); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const Fields& f = fields.value();
    Scattering got;
    for (int i = 0; i < f.nx; ++i) {
        const double height = f.level_m[f.index(i, 0)] / (kRise * std::min(from_m, to_m));
        double& part = f.x_m(i) < kStep_m ? got.reflected : got.transmitted;
        if (std::abs(height) > std::abs(part)) part = height;
    }
    outcome.ran_on(tank.value().world());
    return got;
}

/// The largest relative error of what crosses and what comes back, going up and going down.
Result<Outcome> step_on(const How& how, int cells, double deep_m, double shallow_m) {
    Outcome outcome;
    for (const bool is_up : {true, false}) {
        const double from_m = is_up ? deep_m : shallow_m, to_m = is_up ? shallow_m : deep_m;
        const auto got = scattered(how, cells, from_m, to_m, outcome);
        if (!got) return got.error();
        const Scattering exact = scattering_at_step(from_m, to_m);
        const std::string way = is_up ? "_up" : "_down";
        const double transmitted = got.value().transmitted / exact.transmitted - 1.0;
        const double reflected = got.value().reflected / exact.reflected - 1.0;
        outcome.figures.push_back({.name = "transmitted" + way, .value = transmitted});
        outcome.figures.push_back({.name = "reflected" + way, .value = reflected});
        outcome.error = std::max({outcome.error, std::abs(transmitted), std::abs(reflected)});
    }
    return outcome;
}

Result<Outcome> measure_step(const Setting& setting, double deep_m, double shallow_m) {
    constexpr std::array kGrids = {200, 400, 800};
    return with_order(setting, kGrids,
                      [&](int cells) { return step_on(setting.how, cells, deep_m, shallow_m); });
}

}  // namespace

Result<Outcome> measure_step_1_5(const Setting& setting) {
    return measure_step(setting, 1.5, 1.0);
}
Result<Outcome> measure_step_1_6(const Setting& setting) {
    return measure_step(setting, 1.6, 0.8);
}
Result<Outcome> measure_step_2_0(const Setting& setting) {
    return measure_step(setting, 2.0, 0.7);
}

}  // namespace tarn::cli::validate
