// The one place where a step is spelled out.
#include "world/impl.hpp"

#include <chrono>
#include <cmath>
#include <new>
#include <vector>

namespace tarn {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

constexpr double kMaxLatticeSteps = 1e9;

struct Plan {
    double step_s = 0.0;
    int count = 0;
    double lag_s = 0.0;
};

/// The smallest number of equal steps that are stable; or, with a fixed step, as many whole ones as
/// fit into what was asked for, and the rest for later.
Plan plan_steps(double seconds, double max_step_s, std::optional<double> fixed_s, double lag_s) {
    // A step that fits up to rounding is not worth another one.
    constexpr double kSlack = 1e-9;
    if (fixed_s) {
        const double asked = seconds + lag_s;
        const double whole = std::floor(asked / *fixed_s + kSlack);
        return {*fixed_s, int(whole), asked - whole * *fixed_s};
    }
    const double count = std::max(1.0, std::ceil(seconds / max_step_s - kSlack));
    return {seconds / count, int(count), 0.0};
}

std::string trouble_text(const std::string& scene, double time_s, std::int64_t step,
                         const shallow::RunReport& ran) {
    return scene + ": the water diverged at t = " + std::to_string(time_s) + " s (lattice step " +
           std::to_string(step) + ") in cell (" + std::to_string(ran.trouble->i) + ", " +
           std::to_string(ran.trouble->j) + "): " + ran.trouble->cause +
           (ran.is_state_lost
                ? ". Stepped in place, it cannot be brought back: restore a checkpoint."
                : ". The state before that step is kept.") +
           " Use collision \"limited\", a larger viscosity, "
           "more cells or gentler sources";
}

}  // namespace

World::Impl::Ahead World::Impl::look_ahead(const world::Schedule& schedule, int done, int most) {
    constexpr std::size_t kMostCells = std::size_t{1} << 20;
    Ahead ahead;
    change_ground(schedule.time_s(done));
    if (inputs.asks_water(schedule.time_s(done))) {
        inputs.apply(schedule.time_s(done), *water, account);
        ahead.steps = 1;
        ahead.marks.push_back(inputs.mark());
        return ahead;
    }
    std::size_t cells = 0, counted = 0;
    const auto can_go_on = [&](double at_s) {
        return !inputs.asks_water(at_s) && !inputs.ground_events().is_due(at_s);
    };
    while (ahead.steps < most && cells < kMostCells &&
           can_go_on(schedule.time_s(done + ahead.steps))) {
        inputs.collect(schedule.time_s(done + ahead.steps), ahead.steps, ahead.due);
        for (; counted < ahead.due.size(); ++counted)
            cells += ahead.due[counted].patch.depth_m.size();
        ahead.marks.push_back(inputs.mark());
        ++ahead.steps;
    }
    return ahead;
}

/// All steps of a schedule: what comes from outside, then the water. With a sampler, states of its
/// cells after every interval.
int World::Impl::advance(const world::Schedule& schedule, const world::SampleRun& sampling,
                         StepReport& report) {
    constexpr int kMostSteps = 4096;
    const int count = schedule.count();
    int done = 0;
    while (done < count && !trouble) {
        const Clock::time_point begin = Clock::now();
        int most = std::min(kMostSteps, count - done);
        // Samples come after whole intervals.
        if (sampling.every > 0 && most > sampling.every - done % sampling.every)
            most = done % sampling.every == 0 ? std::max(most / sampling.every, 1) * sampling.every
                                              : sampling.every - done % sampling.every;
        const world::Inputs::Mark before = inputs.mark();
        Ahead ahead = look_ahead(schedule, done, most);
        const std::vector<shallow::DueWater> asked = ahead.due;
        const Clock::time_point ready = Clock::now();
        const bool is_whole = sampling.every > 0 && done % sampling.every == 0;
        const bool ends_interval = sampling.every > 0 && (done + ahead.steps) % sampling.every == 0;
        std::vector<std::array<shallow::DriveValue, 4>> driven;
        for (int k = 0; k < ahead.steps && drives.is_any(); ++k)
            driven.push_back(drives.at(schedule.time_s(done + k) + 0.5 * water->units().step_s));
        std::vector<shallow::DriveValue> zones;
        for (int k = 0; k < ahead.steps; ++k)
            drives.add_zones(schedule.time_s(done + k + 1), zones);
        std::vector<double> times_s;
        for (int k = 0; k < ahead.steps && scene.maps; ++k)
            times_s.push_back(schedule.time_s(done + k + 1));
        shallow::RunReport ran;
        try {
            ran = water->run({.steps = ahead.steps,
                              .water = ahead.due,
                              .drives = driven,
                              .zones = zones,
                              .times_s = times_s,
                              .cells = sampling.cells,
                              .sample_every = is_whole        ? sampling.every
                                              : ends_interval ? ahead.steps
                                                              : 0,
                              .samples = sampling.states});
        } catch (const std::bad_alloc&) {
            inputs.rewind(before);  // nothing of it has fallen
            throw;
        }
        report.wall.sources_s += seconds_between(begin, ready);
        report.wall.water_s += seconds_between(ready, Clock::now());
        if (const auto lost = water->lost()) {
            trouble = lost;
            return done;
        }
        for (std::size_t k = 0; k < asked.size() && asked[k].step <= ran.steps; ++k)
            world::book(asked[k].patch, ahead.due[k].patch, ground.cell_m, account);
        account.came_in(ran.came_in_m3);
        account.came_in(-ran.went_out_m3);
        steps += ran.steps;
        report.steps_now += ran.steps;
        time_s = schedule.time_s(done + ran.steps);
        if (ran.trouble) {
            inputs.rewind(ahead.marks[std::size_t(ran.steps)]);
            trouble = Error{ErrorCode::Diverged, trouble_text(scene.name, time_s, steps, ran)};
            return done;
        }
        done += ran.steps;
        if (ran.is_step_too_long) {
            inputs.rewind(ahead.marks[std::size_t(ran.steps)]);
            return done;
        }
    }
    return done;
}

/// One interval in a scheme whose step follows the flow. The step is chosen anew every few steps,
/// so that it depends on the state alone: who restores a checkpoint goes on to the bit.
void World::Impl::follow_flow(double seconds, StepReport& report) {
    constexpr int kMostSteps = 16;
    constexpr double kShortest = 1e-3;  // of the step that the waves allow
    // Water that stands as a wall at the start moves faster than its waves say.
    constexpr int kFirstSteps = 8;
    constexpr double kFirstPart = 0.3;
    const double end_s = time_s + seconds;
    double left_s = seconds, part = 1.0;
    while (left_s > 0.0 && !trouble) {
        const bool is_start = steps < kFirstSteps;
        if (is_start) part = std::min(part, kFirstPart);
        const Plan plan = plan_steps(left_s, part * water->max_step_s().value(), {}, 0.0);
        const int count = std::min(plan.count, is_start ? kFirstSteps - int(steps) : kMostSteps);
        water->set_step(plan.step_s);
        const int done = advance({time_s, count * plan.step_s, plan.step_s, count, 1}, {}, report);
        left_s = done == plan.count ? 0.0 : left_s - done * plan.step_s;
        part = done == count ? 1.0 : 0.5 * part;
        if (part < kShortest)
            trouble = Error{ErrorCode::Diverged,
                            scene.name + ": the water became too fast for any step at t = " +
                                std::to_string(time_s) +
                                " s. The state before that is kept. Use gentler sources or a "
                                "smoother bed"};
    }
    if (!trouble) time_s = end_s;
}

Result<void> World::Impl::check_step(double seconds, double count) const {
    if (trouble) return *trouble;
    if (!(seconds >= 0.0) || !std::isfinite(seconds))
        return Error{ErrorCode::InvalidArgument, "step(seconds): seconds is " +
                                                     std::to_string(seconds) +
                                                     "; it must be finite and not negative"};
    const std::optional<double> fixed_s = scene.water.time_step_s;
    // Without a fixed step every interval takes one step at least.
    const double least = fixed_s || seconds == 0.0 ? 0.0 : 1.0;
    if (count * std::max(least, seconds / fixed_s.value_or(max_step_s)) > kMaxLatticeSteps)
        return Error{ErrorCode::InvalidArgument,
                     "step(seconds): " + std::to_string(seconds * count) +
                         " s would take more than 1e9 lattice steps; ask for less at a time"};
    return {};
}

/// `count` intervals of `seconds`, as if step(seconds) were called so many times.
Result<StepReport> World::Impl::step(double seconds, int count,
                                     const world::SampleRun& sampling) try {
    if (const auto ok = check_step(seconds, count); !ok) return ok.error();
    StepReport report;
    const Clock::time_point begin = Clock::now();
    const double added_before = account.added_m3, removed_before = account.removed_m3;
    if (seconds > 0.0) {
        const std::optional<double> fixed_s = scene.water.time_step_s;
        const Plan plan = plan_steps(seconds, max_step_s, fixed_s, lag_s);
        changed();
        if (!fixed_s && water->max_step_s()) {
            for (int k = 0; k < count && !trouble; ++k) {
                follow_flow(seconds, report);
                if (trouble || !sampling.states) continue;
                const std::size_t before = sampling.states->size();
                sampling.states->resize(before + sampling.cells.size());
                water->read_cells(sampling.cells, std::span(*sampling.states).subspan(before));
            }
        } else if (plan.count > 0) {
            water->set_step(plan.step_s);
            // A fixed step leaves no whole number of steps per interval: one at a time.
            const double interval_s = fixed_s ? plan.count * plan.step_s : seconds;
            const world::Schedule schedule(time_s, interval_s, plan.step_s, plan.count, count);
            world::SampleRun with_steps = sampling;
            with_steps.every = sampling.states ? plan.count : 0;
            if (advance(schedule, with_steps, report) < schedule.count() && !trouble)
                trouble =
                    Error{ErrorCode::Diverged,
                          scene.name + ": the water became too fast for /water/time_step = " +
                              std::to_string(plan.step_s) +
                              " s. The state before that is kept. Use a shorter one, or none"};
        }
        if (trouble) return *trouble;
        lag_s = plan.lag_s;
    }
    report.time_s = time_s;
    report.lag_s = lag_s;
    report.time_step_s = water->units().step_s;
    report.steps = steps;
    report.added_kg = (account.added_m3 - added_before) * world::kWaterDensity_kg_per_m3;
    report.removed_kg = (account.removed_m3 - removed_before) * world::kWaterDensity_kg_per_m3;
    report.wall.total_s = seconds_between(begin, Clock::now());
    return report;
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory,
                 "step: not enough memory for what falls on the water or "
                 "for samples; ask for less at a time"};
}

}  // namespace tarn
