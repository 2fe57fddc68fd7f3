// The one place where a step is spelled out.
#include "world/impl.hpp"

#include <chrono>
#include <cmath>

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
                         const shallow::Trouble& trouble) {
    return scene + ": the water diverged at t = " + std::to_string(time_s) + " s (lattice step " +
           std::to_string(step) + ") in cell (" + std::to_string(trouble.i) + ", " +
           std::to_string(trouble.j) + "): " + trouble.cause +
           ". The state before that step is kept. Use collision \"limited\", a larger viscosity, "
           "more cells or gentler sources";
}

}  // namespace

/// `count` lattice steps: what comes from outside, then the water.
void World::Impl::advance(double step_s, int count, StepReport& report) {
    const double start_s = time_s;
    for (int k = 0; k < count; ++k) {
        const Clock::time_point begin = Clock::now();
        inputs.apply(time_s, *water, account);
        const Clock::time_point ready = Clock::now();
        const std::optional<shallow::Trouble> bad = water->step();
        report.wall.sources_s += seconds_between(begin, ready);
        report.wall.water_s += seconds_between(ready, Clock::now());
        if (bad) {
            trouble = Error{ErrorCode::Diverged, trouble_text(scene.name, time_s, steps, *bad)};
            return;
        }
        account.came_in(water->last_inflow_m3());
        time_s = start_s + (k + 1) * step_s;
        ++steps;
        ++report.steps_now;
    }
}

Result<StepReport> World::Impl::step(double seconds) {
    if (trouble) return *trouble;
    if (!(seconds >= 0.0) || !std::isfinite(seconds))
        return Error{ErrorCode::InvalidArgument, "step(seconds): seconds is " +
                                                     std::to_string(seconds) +
                                                     "; it must be finite and not negative"};
    const std::optional<double> fixed_s = scene.water.time_step_s;
    if (seconds / (fixed_s ? *fixed_s : max_step_s) > kMaxLatticeSteps)
        return Error{ErrorCode::InvalidArgument,
                     "step(seconds): " + std::to_string(seconds) +
                         " s would take more than 1e9 lattice steps; ask for less at a time"};
    StepReport report;
    const Clock::time_point begin = Clock::now();
    const double added_before = account.added_m3, removed_before = account.removed_m3;
    if (seconds > 0.0) {
        const Plan plan = plan_steps(seconds, max_step_s, fixed_s, lag_s);
        const double end_s = time_s + seconds;
        changed();
        if (plan.count > 0) water->set_step(plan.step_s);
        advance(plan.step_s, plan.count, report);
        if (trouble) return *trouble;
        lag_s = plan.lag_s;
        // Exact by decree: k steps of seconds/k add up to seconds but for rounding.
        if (!fixed_s) time_s = end_s;
    }
    report.time_s = time_s;
    report.lag_s = lag_s;
    report.time_step_s = water->units().step_s;
    report.steps = steps;
    report.added_kg = (account.added_m3 - added_before) * world::kWaterDensity_kg_per_m3;
    report.removed_kg = (account.removed_m3 - removed_before) * world::kWaterDensity_kg_per_m3;
    report.wall.total_s = seconds_between(begin, Clock::now());
    return report;
}

}  // namespace tarn
