// How shallow water advances: steps of a length that is stable, with what acts from outside
// collected ahead, so that a device is not waited for in between.
#include "water/shallow/advance.hpp"

#include <algorithm>
#include <chrono>
#include <new>

namespace tarn::water {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

std::string trouble_text(const std::string& scene, double time_s, std::int64_t step,
                         const shallow::RunReport& ran) {
    return scene + ": the water diverged at t = " + std::to_string(time_s) + " s (step " +
           std::to_string(step) + ") in cell (" + std::to_string(ran.trouble->i) + ", " +
           std::to_string(ran.trouble->j) + "): " + ran.trouble->cause +
           (ran.is_state_lost
                ? ". Stepped in place, it cannot be brought back: restore a checkpoint."
                : ". The state before that step is kept.") +
           " Use collision \"limited\", a larger viscosity, "
           "more cells or gentler sources";
}

}  // namespace

double ShallowWater::expected_steps(double seconds) const {
    const std::optional<double> fixed_s = p_.scene.water.time_step_s;
    // Without a fixed step an interval takes one step at least, or is left for later.
    const double least = fixed_s || seconds == 0.0 ? 0.0 : 1.0;
    return std::max(least, seconds / fixed_s.value_or(p_.max_step_s));
}

/// Populations of still shorter steps would be lost in the rounding of what they are stored in.
double ShallowWater::shortest_step_s() const {
    if (follows_flow()) return 0.0;
    const bool is_half = precision_of(p_.scene.water) == shallow::Precision::Half;
    return (is_half ? 0x1p-6 : 0x1p-12) * p_.max_step_s;
}

/// Collects what acts on the steps from number `done` on, at most `most` of them: how many.
int ShallowWater::collect(const Schedule& schedule, int done, int most, Feed& feed) {
    // What is collected ahead takes as much memory as the water, at most.
    const std::size_t most_values =
        std::clamp(2 * p_.grid.cell_count(), std::size_t{1} << 17, std::size_t{1} << 20);
    forcing_.clear();
    int steps = 0;
    while (steps < most && forcing_.values().size() < most_values) {
        const double time_s = schedule.time_s(done + steps);
        if (steps > 0 && feed.must_act(time_s)) break;
        feed.collect(time_s, steps, forcing_);
        ++steps;
    }
    return steps;
}

/// The steps of a schedule from number `done` on, as many as were collected.
shallow::RunReport ShallowWater::run_collected(const Schedule& schedule, int done, int steps,
                                               Run& run) {
    const int every = run.sample_every;
    const bool is_whole = every > 0 && done % every == 0;
    const bool ends_interval = every > 0 && (done + steps) % every == 0;
    std::vector<std::array<shallow::DriveValue, 4>> driven;
    for (int k = 0; k < steps && p_.drives.is_any(); ++k)
        driven.push_back(p_.drives.of_step(schedule.time_s(done + k), solver_->units().step_s));
    std::vector<shallow::DriveValue> zones;
    for (int k = 0; k < steps; ++k) p_.drives.add_zones(schedule.time_s(done + k + 1), zones);
    std::vector<double> times_s;
    for (int k = 0; k < steps && p_.scene.maps; ++k)
        times_s.push_back(schedule.time_s(done + k + 1));
    return solver_->run({.steps = steps,
                         .forcing = &forcing_,
                         .drives = driven,
                         .zones = zones,
                         .times_s = times_s,
                         .points_m = run.points_m,
                         .sample_every = is_whole        ? every
                                         : ends_interval ? steps
                                                         : 0,
                         .samples = every > 0 ? run.samples : nullptr});
}

/// All steps of a schedule; how many were done. Where there is no memory for the next ones that is
/// the trouble, and those before it stand.
int ShallowWater::run(const Schedule& schedule, Run& run) {
    constexpr int kMostSteps = 4096;
    AdvanceReport& report = run.report;
    const int count = schedule.count(), every = run.sample_every;
    const double planned_for_s = p_.max_step_s;
    run.ended = Run::Ended::Whole;
    int done = 0;
    while (done < count && !report.trouble) try {
            const Clock::time_point begin = Clock::now();
            run.feed.act(schedule.time_s(done));
            int most = std::min(kMostSteps, count - done);
            if (p_.max_step_s != planned_for_s) {
                // A setting has changed the longest step: from the next interval on there is
                // another.
                if (schedule.begins_interval(done)) {
                    run.ended = Run::Ended::AnotherStep;
                    return done;
                }
                most = std::min(most, schedule.left_in_interval(done));
            }
            // Samples come after whole intervals.
            if (every > 0 && most > every - done % every)
                most = done % every == 0 ? std::max(most / every, 1) * every : every - done % every;
            Clock::time_point ready;
            shallow::RunReport ran;
            try {
                const int steps = collect(schedule, done, most, run.feed);
                ready = Clock::now();
                ran = run_collected(schedule, done, steps, run);
            } catch (const std::bad_alloc&) {
                run.feed.forget();
                throw;
            }
            report.sources_s += seconds_between(begin, ready);
            report.water_s += seconds_between(ready, Clock::now());
            if (const auto lost = solver_->lost()) {
                run.feed.forget();
                report.trouble = lost;
                return done;
            }
            run.feed.taken(ran.steps, forcing_);
            report.came_in_m3 += ran.came_in_m3;
            report.went_out_m3 += ran.went_out_m3;
            report.steps += ran.steps;
            report.time_s = schedule.time_s(done + ran.steps);
            if (ran.trouble) {
                report.trouble = Error{
                    ErrorCode::Diverged,
                    trouble_text(p_.scene.name, report.time_s, run.steps_done + report.steps, ran)};
                return done;
            }
            done += ran.steps;
            if (ran.is_step_too_long) {
                run.ended = Run::Ended::StepTooLong;
                return done;
            }
        } catch (const std::bad_alloc&) {
            report.trouble = no_memory_error(kNoMemoryForSteps);
        }
    return done;
}

/// The step of a scheme that follows the flow, over the time `left_s`. It is chosen anew every few
/// steps, so that it depends on the state alone: who restores a checkpoint goes on to the bit.
FlowPlan ShallowWater::plan_by_flow(double left_s, Run& run) const {
    constexpr int kMostSteps = 16;
    // Water that stands as a wall at the start moves faster than its waves say.
    constexpr int kFirstSteps = 8;
    constexpr double kFirstPart = 0.3;
    const std::int64_t steps = run.steps_done + run.report.steps;
    const bool is_start = steps < kFirstSteps;
    if (is_start) run.part = std::min(run.part, kFirstPart);
    // What no number of steps can follow is noticed after one of them, which is too long.
    constexpr double kMostStepsAhead = 1e9;
    const double longest_s = run.part * solver_->choose_step_s().value();
    const Plan plan = plan_steps(
        left_s, longest_s > left_s / kMostStepsAhead ? longest_s : left_s / kMostStepsAhead);
    return {plan, std::min(plan.count, is_start ? kFirstSteps - int(steps) : kMostSteps)};
}

/// After steps that follow the flow: shorter ones if they were too long.
void ShallowWater::look_at_flow(Run& run) const {
    if (run.ended == Run::Ended::AnotherStep) return;
    run.part = run.ended == Run::Ended::Whole ? 1.0 : 0.5 * run.part;
    if (run.part >= kShortestFlowPart || run.report.trouble) return;
    run.report.trouble = Error{ErrorCode::Diverged,
                               p_.scene.name + ": the water became too fast for any step at t = " +
                                   std::to_string(run.report.time_s) +
                                   " s. The state before that is kept. Use gentler sources or a "
                                   "smoother bed"};
}

/// One interval in a scheme whose step follows the flow.
void ShallowWater::follow_flow(double seconds, Run& run) {
    AdvanceReport& report = run.report;
    const double end_s = report.time_s + seconds;
    double left_s = seconds;
    while (left_s > 0.0 && !report.trouble) {
        const FlowPlan flow = plan_by_flow(left_s, run);
        const double step_s = flow.plan.step_s;
        solver_->set_step(step_s);
        const int done =
            this->run({report.time_s, flow.count * step_s, step_s, flow.count, 1}, run);
        left_s = done == flow.plan.count ? 0.0 : left_s - done * step_s;
        look_at_flow(run);
    }
    if (!report.trouble) report.time_s = end_s;
}

/// As many whole steps of a fixed length as fit into what was asked for; the rest is for later.
void ShallowWater::take_fixed_steps(double seconds, double step_s, Run& run) {
    AdvanceReport& report = run.report;
    const double asked_s = seconds + report.lag_s;
    const int count = int(std::floor(asked_s / step_s + kStepSlack));
    solver_->set_step(step_s);
    for (int done = 0; done < count && !report.trouble;) {
        done += this->run({report.time_s, (count - done) * step_s, step_s, count - done, 1}, run);
        if (run.ended == Run::Ended::StepTooLong && !report.trouble)
            report.trouble = too_fast_for(step_s);
    }
    if (!report.trouble) report.lag_s = asked_s - count * step_s;
}

Error ShallowWater::too_fast_for(double step_s) const {
    return {ErrorCode::Diverged,
            p_.scene.name +
                ": the water became too fast for /water/time_step = " + std::to_string(step_s) +
                " s. The state before that is kept. Use a shorter one, or none"};
}

void ShallowWater::sample_now(std::span<const Vec2> points_m, std::vector<Sample>& samples) const {
    const std::size_t before = samples.size();
    samples.resize(before + points_m.size());
    solver_->sample(points_m, std::span(samples).subspan(before));
}

/// Equal steps in a scheme whose longest step is known. What is too short for a step of its own is
/// left for later.
void ShallowWater::take_equal_steps(const AdvanceDesc& desc, Run& run) {
    AdvanceReport& report = run.report;
    for (int k = 0; k < desc.intervals && !report.trouble;) {
        const double lag_s = report.lag_s, asked_s = lag_s + desc.seconds;
        if (asked_s < shortest_step_s()) {
            report.lag_s = asked_s;
            if (desc.samples) sample_now(desc.points_m, *desc.samples);
            ++k;
            continue;
        }
        // What was left over makes the first interval longer than the others.
        const int intervals = lag_s > 0.0 ? 1 : desc.intervals - k;
        const Plan plan = plan_steps(asked_s, p_.max_step_s);
        solver_->set_step(plan.step_s);
        run.sample_every = desc.samples ? plan.count : 0;
        const int done =
            this->run({report.time_s, asked_s, plan.step_s, plan.count, intervals}, run);
        if (done > 0) report.lag_s = 0.0;
        k += done / plan.count;
    }
}

AdvanceReport ShallowWater::advance(const AdvanceDesc& desc, Feed& feed) {
    Run run = {.feed = feed,
               .points_m = desc.points_m,
               .samples = desc.samples,
               .steps_done = desc.steps_done,
               .report = {.time_s = desc.time_s, .lag_s = desc.lag_s}};
    AdvanceReport& report = run.report;
    changed();
    try {
        take_intervals(desc, run);
    } catch (const std::bad_alloc&) {
        report.trouble = no_memory_error(kNoMemoryForSteps);
    }
    report.time_step_s = solver_->units().step_s;
    return report;
}

void ShallowWater::take_intervals(const AdvanceDesc& desc, Run& run) {
    const AdvanceReport& report = run.report;
    const std::optional<double> fixed_s = p_.scene.water.time_step_s;
    if (fixed_s || follows_flow()) {
        // Intervals may differ in their number of steps: one after the other then.
        for (int k = 0; k < desc.intervals && !report.trouble; ++k) {
            if (fixed_s)
                take_fixed_steps(desc.seconds, *fixed_s, run);
            else
                follow_flow(desc.seconds, run);
            if (desc.samples && !report.trouble) sample_now(desc.points_m, *desc.samples);
        }
    } else {
        take_equal_steps(desc, run);
    }
}

}  // namespace tarn::water
