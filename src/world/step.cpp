// The one place where a step is spelled out: what acts from outside, and the water. The water asks
// for what acts on it while it advances (water::Feed), step by step and ahead of time.
#include "base/log.hpp"
#include "world/impl.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tarn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kMaxSteps = 1e9, kMaxSamples = 1e8;
constexpr const char* kNoMemory =
    "step: not enough memory for what falls on the water or for samples; ask for less at a time";

}  // namespace

bool World::Impl::must_act(double at_s) const {
    return inputs->has_sheet_due(at_s) || inputs->ground_events().is_due(at_s) ||
           inputs->has_setting_due(at_s) || (bodies && bodies->has_helm_due(at_s)) ||
           (airborne && airborne->is_due(at_s));
}

void World::Impl::act(double at_s) {
    if (inputs->has_setting_due(at_s)) {
        LiveSettings wanted = settings();
        const std::uint64_t done = inputs->apply_settings(at_s, wanted);
        if (const auto set = water->set(wanted); !set)
            log(options.log, LogLevel::Warning, scene.name + ": " + set.error().message);
        inputs->set_rain(wanted.rain_mm_per_h, at_s);
        inputs->settings_taken(done);
        if (bodies) bodies->set_wind(settings().wind_m_per_s);
        if (airborne) airborne->set_wind(settings().wind_m_per_s);
    }
    if (bodies) bodies->apply_helms(at_s);
    inputs->ground_events().apply(
        at_s, [&](const world::GateChange& gate) { change_solid(gate.area, gate.is_solid); },
        [&](const DigDesc& piece) { dig_ground(piece); });
    inputs->add_sheets(at_s, *water, account);
    if (airborne)
        airborne->act(at_s, inputs->window().origin_m(water->grid().cell_m), *water, bodies.get(),
                      account);
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
    if (const auto standing = standing_trouble()) return *standing;
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
    return taken_over(done, before, begin);
} catch (const std::bad_alloc&) {
    return no_memory(kNoMemory);
} catch (const std::length_error&) {
    return no_memory(kNoMemory);
}

Result<StepReport> World::Impl::taken_over(const water::AdvanceReport& done,
                                           const world::Account& before, Clock::time_point begin) {
    account.came_in(done.came_in_m3);
    account.came_in(-done.went_out_m3);
    time_s = done.time_s;
    steps += done.steps;
    if (done.trouble) {
        // A lost GPU gives no memory either, and that is the cause. Memory may be there again for
        // the next call; other trouble stays.
        const auto lost = water->lost();
        const Error& cause = lost ? *lost : *done.trouble;
        if (cause.code != ErrorCode::OutOfMemory || done.is_state_lost) trouble = cause;
        return cause;
    }
    trouble.reset();
    lag_s = done.lag_s;

    StepReport report;
    report.time_s = time_s;
    report.lag_s = lag_s;
    report.time_step_s = done.time_step_s;
    report.steps = steps;
    report.steps_now = int(done.steps);
    constexpr double rho = world::kWaterDensity_kg_per_m3;
    report.added_kg = (account.added_m3 - before.added_m3) * rho;
    report.removed_kg = (account.removed_m3 - before.removed_m3) * rho;
    const world::Bodies::Times times = bodies ? bodies->take_times() : world::Bodies::Times{};
    report.wall = {.sources_s = done.sources_s,
                   .water_s = done.water_s,
                   .forces_s = times.forces_s,
                   .borders_s = times.borders_s,
                   .positions_s = times.positions_s,
                   .total_s = std::chrono::duration<double>(Clock::now() - begin).count()};
    return report;
}

Result<void> World::Impl::check_run(const RunDesc& desc) const {
    if (const auto standing = standing_trouble()) return *standing;
    const double stop_s = desc.stop_s.value_or(desc.end_s);
    const auto wrong = [](const char* field, double value, const std::string& rule) {
        return Error{ErrorCode::InvalidArgument, "run_to: " + std::string(field) + " is " +
                                                     std::to_string(value) + "; " + rule};
    };
    if (!(desc.end_s >= 0.0) || !std::isfinite(desc.end_s))
        return wrong("end_s", desc.end_s, "it must be finite and not negative");
    if (desc.end_s > water::kMaxTime_s)
        return wrong("end_s", desc.end_s, "it must be at most 1e12");
    if (!std::isfinite(stop_s)) return wrong("stop_s", stop_s, "it must be finite");
    if (!(stop_s <= desc.end_s))
        return wrong("stop_s", stop_s, "it must not be after end_s, " + std::to_string(desc.end_s));
    if (!(desc.row_every_s >= 0.0) || !std::isfinite(desc.row_every_s))
        return wrong("row_every_s", desc.row_every_s, "it must be finite and not negative");
    if (!std::isfinite(desc.row_start_s))
        return wrong("row_start_s", desc.row_start_s, "it must be finite");
    if (stop_s > time_s && water->expected_steps(stop_s - time_s) > kMaxSteps)
        return wrong("stop_s", stop_s, "it would take more than 1e9 steps; ask for less at a time");
    const double samples = double(std::max<std::size_t>(desc.points_m.size(), 1));
    if (desc.row_every_s > 0.0 && (stop_s - time_s) / desc.row_every_s * samples > kMaxSamples)
        return wrong("row_every_s", desc.row_every_s,
                     "these are more than 1e8 samples; ask for fewer at a time");
    return {};
}

Result<StepReport> World::Impl::run_to(const RunDesc& desc, RunRows* rows) {
    const Clock::time_point begin = Clock::now();
    const world::Account before = account;
    water::RunToDesc way = {.time_s = time_s,
                            .steps_done = steps,
                            .end_s = desc.end_s,
                            .stop_s = desc.stop_s.value_or(desc.end_s),
                            .stops_before = desc.stops_before};
    const bool has_body_rows = bodies && rows && desc.row_every_s > 0.0;
    if (has_body_rows) bodies->start_rows(time_s, desc.row_start_s, desc.row_every_s);
    const bool has_spray_rows = airborne && rows && desc.row_every_s > 0.0;
    if (has_spray_rows) airborne->start_rows(time_s, desc.row_start_s, desc.row_every_s);
    if (rows)
        way.rows = {.points_m = desc.points_m,
                    .start_s = desc.row_start_s,
                    .every_s = desc.row_every_s,
                    .times_s = &rows->times_s,
                    .samples = &rows->samples};
    const water::AdvanceReport done = water->run_to(way, *this);
    if (has_body_rows) rows->bodies = bodies->end_rows(rows->times_s.size());
    if (has_spray_rows) rows->spray = airborne->end_rows(rows->times_s.size());
    return taken_over(done, before, begin);
}

}  // namespace tarn
