// The one place where a step is spelled out: what acts from outside, and the water. The water asks
// for what acts on it while it advances (water::Feed), step by step and ahead of time.
#include "base/log.hpp"
#include "world/impl.hpp"

#include <chrono>
#include <cmath>

namespace tarn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMaxSteps = 1e9;

}  // namespace

bool World::Impl::must_act(double at_s) const {
    return inputs->has_sheet_due(at_s) || inputs->ground_events().is_due(at_s) ||
           inputs->has_setting_due(at_s);
}

void World::Impl::act(double at_s) {
    if (inputs->has_setting_due(at_s)) {
        LiveSettings wanted = settings();
        const std::uint64_t done = inputs->apply_settings(at_s, wanted);
        if (const auto set = water->set(wanted); !set)
            log(options.log, LogLevel::Warning, scene.name + ": " + set.error().message);
        inputs->set_rain(wanted.rain_mm_per_h, at_s);
        inputs->settings_taken(done);
    }
    inputs->ground_events().apply(
        at_s, [&](const world::GateChange& gate) { change_solid(gate.area, gate.is_solid); },
        [&](const DigDesc& piece) { dig_ground(piece); });
    inputs->add_sheets(at_s, *water, account);
}

void World::Impl::collect(double at_s, int step, exchange::Forcing& forcing) {
    inputs->collect(at_s, step, forcing);
}

void World::Impl::taken(int count, const exchange::Forcing& done) {
    inputs->taken(count, done, account);
}

void World::Impl::start() {
    act(0.0);
    exchange::Forcing forcing;
    collect(0.0, 0, forcing);
    water->apply(forcing);
    taken(0, forcing);
}

Result<void> World::Impl::check_step(double seconds, double intervals) const {
    if (trouble) return *trouble;
    if (!(seconds >= 0.0) || !std::isfinite(seconds))
        return Error{ErrorCode::InvalidArgument, "step(seconds): seconds is " +
                                                     std::to_string(seconds) +
                                                     "; it must be finite and not negative"};
    if (intervals * water->expected_steps(seconds) > kMaxSteps)
        return Error{ErrorCode::InvalidArgument,
                     "step(seconds): " + std::to_string(seconds * intervals) +
                         " s would take more than 1e9 steps; ask for less at a time"};
    return {};
}

/// `intervals` of `seconds`, as if step(seconds) were called so many times.
Result<StepReport> World::Impl::step(double seconds, int intervals, std::span<const Vec2> points_m,
                                     std::vector<Sample>* samples) try {
    if (const auto ok = check_step(seconds, intervals); !ok) return ok.error();
    StepReport report;
    const Clock::time_point begin = Clock::now();
    const world::Account before = account;
    water::AdvanceReport done = {.time_s = time_s, .lag_s = lag_s};
    if (seconds > 0.0 && intervals > 0)
        done = water->advance({.time_s = time_s,
                               .steps_done = steps,
                               .lag_s = lag_s,
                               .seconds = seconds,
                               .intervals = intervals,
                               .points_m = points_m,
                               .samples = samples},
                              *this);
    account.came_in(done.came_in_m3);
    account.came_in(-done.went_out_m3);
    time_s = done.time_s;
    steps += done.steps;
    trouble = done.trouble;
    if (trouble) return *trouble;
    lag_s = done.lag_s;

    report.time_s = time_s;
    report.lag_s = lag_s;
    report.time_step_s = done.time_step_s;
    report.steps = steps;
    report.steps_now = int(done.steps);
    constexpr double rho = world::kWaterDensity_kg_per_m3;
    report.added_kg = (account.added_m3 - before.added_m3) * rho;
    report.removed_kg = (account.removed_m3 - before.removed_m3) * rho;
    report.wall = {.sources_s = done.sources_s,
                   .water_s = done.water_s,
                   .total_s = std::chrono::duration<double>(Clock::now() - begin).count()};
    return report;
} catch (const std::bad_alloc&) {
    return no_memory(
        "step: not enough memory for what falls on the water or for samples; ask for "
        "less at a time");
}

}  // namespace tarn
