// How shallow water advances: steps of a length that is stable, with what acts from outside
// collected ahead, so that a device is not waited for in between.
#include "water/shallow/shallow_water.hpp"

#include <chrono>
#include <cmath>
#include <new>

namespace tarn::water {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

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

Error diverged(const std::string& text) {
    return {ErrorCode::Diverged, text};
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

/// An advance while it goes on.
struct ShallowWater::Run {
    const AdvanceDesc& desc;
    Feed& feed;
    AdvanceReport report;
    int sample_every = 0;  ///< steps; 0: samples are taken between runs
};

double ShallowWater::expected_steps(double seconds) const {
    const std::optional<double> fixed_s = p_.scene.water.time_step_s;
    // Without a fixed step every interval takes one step at least.
    const double least = fixed_s || seconds == 0.0 ? 0.0 : 1.0;
    return std::max(least, seconds / fixed_s.value_or(p_.max_step_s));
}

/// Collects what acts on the steps from number `done` on, at most `most` of them: how many.
int ShallowWater::collect(const Schedule& schedule, int done, int most, Feed& feed) {
    constexpr std::size_t kMostValues = std::size_t{1} << 20;
    forcing_.clear();
    feed.act(schedule.time_s(done));
    int steps = 0;
    while (steps < most && forcing_.values().size() < kMostValues) {
        const double time_s = schedule.time_s(done + steps);
        if (steps > 0 && feed.must_act(time_s)) break;
        feed.collect(time_s, steps, forcing_);
        ++steps;
    }
    return steps;
}

/// All steps of a schedule; how many were done.
int ShallowWater::run(const Schedule& schedule, Run& run) {
    constexpr int kMostSteps = 4096;
    AdvanceReport& report = run.report;
    const int count = schedule.count(), every = run.sample_every;
    int done = 0;
    while (done < count && !report.trouble) {
        const Clock::time_point begin = Clock::now();
        int most = std::min(kMostSteps, count - done);
        // Samples come after whole intervals.
        if (every > 0 && most > every - done % every)
            most = done % every == 0 ? std::max(most / every, 1) * every : every - done % every;
        const int steps = collect(schedule, done, most, run.feed);
        const bool is_whole = every > 0 && done % every == 0;
        const bool ends_interval = every > 0 && (done + steps) % every == 0;
        std::vector<std::array<shallow::DriveValue, 4>> driven;
        for (int k = 0; k < steps && p_.drives.is_any(); ++k)
            driven.push_back(
                p_.drives.at(schedule.time_s(done + k) + 0.5 * solver_->units().step_s));
        std::vector<shallow::DriveValue> zones;
        for (int k = 0; k < steps; ++k) p_.drives.add_zones(schedule.time_s(done + k + 1), zones);
        std::vector<double> times_s;
        for (int k = 0; k < steps && p_.scene.maps; ++k)
            times_s.push_back(schedule.time_s(done + k + 1));
        const Clock::time_point ready = Clock::now();
        shallow::RunReport ran;
        try {
            ran = solver_->run({.steps = steps,
                                .forcing = &forcing_,
                                .drives = driven,
                                .zones = zones,
                                .times_s = times_s,
                                .points_m = run.desc.points_m,
                                .sample_every = is_whole        ? every
                                                : ends_interval ? steps
                                                                : 0,
                                .samples = every > 0 ? run.desc.samples : nullptr});
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
            report.trouble = diverged(trouble_text(p_.scene.name, report.time_s,
                                                   run.desc.steps_done + report.steps, ran));
            return done;
        }
        done += ran.steps;
        if (ran.is_step_too_long) return done;
    }
    return done;
}

/// One interval in a scheme whose step follows the flow. The step is chosen anew every few steps,
/// so that it depends on the state alone: who restores a checkpoint goes on to the bit.
void ShallowWater::follow_flow(double seconds, Run& run) {
    constexpr int kMostSteps = 16;
    constexpr double kShortest = 1e-3;  // of the step that the waves allow
    // Water that stands as a wall at the start moves faster than its waves say.
    constexpr int kFirstSteps = 8;
    constexpr double kFirstPart = 0.3;
    AdvanceReport& report = run.report;
    const double end_s = report.time_s + seconds;
    double left_s = seconds, part = 1.0;
    while (left_s > 0.0 && !report.trouble) {
        const std::int64_t steps = run.desc.steps_done + report.steps;
        const bool is_start = steps < kFirstSteps;
        if (is_start) part = std::min(part, kFirstPart);
        const Plan plan = plan_steps(left_s, part * solver_->max_step_s().value(), {}, 0.0);
        const int count = std::min(plan.count, is_start ? kFirstSteps - int(steps) : kMostSteps);
        solver_->set_step(plan.step_s);
        const int done =
            this->run({report.time_s, count * plan.step_s, plan.step_s, count, 1}, run);
        left_s = done == plan.count ? 0.0 : left_s - done * plan.step_s;
        part = done == count ? 1.0 : 0.5 * part;
        if (part < kShortest && !report.trouble)
            report.trouble =
                diverged(p_.scene.name + ": the water became too fast for any step at t = " +
                         std::to_string(report.time_s) +
                         " s. The state before that is kept. Use gentler sources or a "
                         "smoother bed");
    }
    if (!report.trouble) report.time_s = end_s;
}

AdvanceReport ShallowWater::advance(const AdvanceDesc& desc, Feed& feed) {
    Run run = {.desc = desc, .feed = feed, .report = {.time_s = desc.time_s}};
    AdvanceReport& report = run.report;
    const std::optional<double> fixed_s = p_.scene.water.time_step_s;
    const auto sample_now = [&] {
        if (!desc.samples || report.trouble) return;
        const std::size_t before = desc.samples->size();
        desc.samples->resize(before + desc.points_m.size());
        solver_->sample(desc.points_m, std::span(*desc.samples).subspan(before));
    };
    changed();
    report.lag_s = desc.lag_s;
    const bool follows = !fixed_s && solver_->max_step_s().has_value();
    if (follows || fixed_s) {
        // A fixed step gives intervals of unequal numbers of steps: one after the other then.
        for (int k = 0; k < desc.intervals && !report.trouble; ++k) {
            const Plan plan = plan_steps(desc.seconds, p_.max_step_s, fixed_s, report.lag_s);
            if (follows) {
                follow_flow(desc.seconds, run);
            } else if (plan.count > 0) {
                solver_->set_step(plan.step_s);
                const double span_s = plan.count * plan.step_s;
                const int done =
                    this->run({report.time_s, span_s, plan.step_s, plan.count, 1}, run);
                if (done < plan.count && !report.trouble)
                    report.trouble = diverged(
                        p_.scene.name + ": the water became too fast for /water/time_step = " +
                        std::to_string(plan.step_s) +
                        " s. The state before that is kept. Use a shorter one, or none");
            }
            if (!report.trouble) report.lag_s = plan.lag_s;
            sample_now();
        }
    } else {
        const Plan plan = plan_steps(desc.seconds, p_.max_step_s, {}, 0.0);
        solver_->set_step(plan.step_s);
        if (desc.samples) run.sample_every = plan.count;
        this->run({desc.time_s, desc.seconds, plan.step_s, plan.count, desc.intervals}, run);
    }
    report.time_step_s = solver_->units().step_s;
    return report;
}

}  // namespace tarn::water
