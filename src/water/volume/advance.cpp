// How water in space advances: equal steps of the lattice, at the multiples of a tick. Where a run
// stops on the way and what is sampled changes none of them: rows between two steps are
// interpolated. Only an end that no step of the present length meets changes the step.
#include "base/no_memory.hpp"
#include "water/rows.hpp"
#include "water/volume/volume_water.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

namespace tarn::water {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kNoMemoryForBodies =
    "not enough memory in the middle of a step with bodies; restore a checkpoint to go on";
constexpr const char* kNoMemory =
    "not enough memory for samples; the water stands where it got to: ask for less at a time";
/// A step that fits up to this share of itself fits.
constexpr double kStepSlack = 1e-9;
constexpr double kMostStepsAtOnce = 1 << 20;
constexpr double kMostSteps = 1e9;  // of a run; the world allows no more

std::string trouble_text(const std::string& scene, double time_s, std::int64_t step,
                         const volume::RunReport& ran) {
    const auto& [i, j, k] = ran.trouble->cell;
    return scene + ": the water diverged at t = " + std::to_string(time_s) + " s (step " +
           std::to_string(step) + ") in cell (" + std::to_string(i) + ", " + std::to_string(j) +
           ", " + std::to_string(k) + "): " + ran.trouble->text +
           (ran.is_state_lost ? ". It cannot be brought back: restore a checkpoint."
                              : ". The state before that step is kept.") +
           " Use a shorter time_step, a larger viscosity or more cells";
}

}  // namespace

/// An advance while it goes on.
struct VolumeWater::Run {
    Feed& feed;
    std::int64_t steps_done = 0;  ///< since the start, when the advance began
    AdvanceReport report = {};
};

double VolumeWater::expected_steps(double seconds) const {
    return seconds / pace_.step_s();
}

void VolumeWater::sample_now(std::span<const Vec2> points_m, std::vector<Sample>& samples) const {
    const std::size_t before = samples.size();
    samples.resize(before + points_m.size());
    sample(points_m, std::span(samples).subspan(before));
}

/// The next steps of the pace, at most as many as it has.
void VolumeWater::take(int count, Run& run) {
    constexpr int kMost = 256;
    AdvanceReport& report = run.report;
    const Clock::time_point begin = Clock::now();
    if (solver_->step_s() != pace_.step_s()) solver_->set_step(pace_.step_s());
    while (count > 0 && !report.trouble) {
        const double time_s = pace_.time_s(pace_.taken);
        run.feed.act(time_s);
        int steps = 1;
        while (steps < std::min(count, kMost) &&
               !run.feed.must_act(pace_.time_s(pace_.taken + steps)))
            ++steps;
        volume::RunReport ran;
        try {
            ran = solver_->run(steps, time_s);
        } catch (const std::bad_alloc&) {
            if (!solver_->most_hulls()) throw;
            // Bodies may have moved, and the water around them not.
            report.trouble = no_memory_error(kNoMemoryForBodies);
            report.is_state_lost = true;
            break;
        }
        if (const auto lost = solver_->lost()) {
            report.trouble = lost;
            break;
        }
        constexpr double kPerKg = 1e-3;  // of fresh water, in m3
        report.came_in_m3 += kPerKg * ran.came_in_kg;
        report.went_out_m3 += kPerKg * ran.went_out_kg;
        report.steps += ran.steps;
        pace_.taken += ran.steps;
        count -= ran.steps;
        report.time_s = pace_.time_s(pace_.taken);
        if (ran.trouble)
            report.trouble = Error{
                ErrorCode::Diverged,
                trouble_text(p_.scene.name, report.time_s, run.steps_done + report.steps, ran)};
        if (pace_.repeats) {
            pace_.first += pace_.taken / pace_.parts;
            pace_.taken %= pace_.parts;
        }
    }
    changed();
    report.water_s += std::chrono::duration<double>(Clock::now() - begin).count();
}

/// After a pace that has come to its end: ticks from now on.
void VolumeWater::start_new_ticks(double now_s) {
    const int parts = p_.pace.parts;
    pace_ = {.start_s = now_s, .span_s = tick_s_, .parts = parts, .limit = parts, .repeats = true};
}

AdvanceReport VolumeWater::advance(const AdvanceDesc& desc, Feed& feed) {
    Run run = {.feed = feed,
               .steps_done = desc.steps_done,
               .report = {.time_s = desc.time_s, .lag_s = desc.lag_s}};
    AdvanceReport& report = run.report;
    try {
        for (int k = 0; k < desc.intervals && !report.trouble; ++k) {
            double left_s = desc.seconds + report.lag_s;
            while (!report.trouble) {
                if (!pace_.repeats && pace_.taken == pace_.parts) start_new_ticks(report.time_s);
                const double step_s = pace_.step_s();
                const double fit = std::floor(left_s / step_s + kStepSlack);
                const double most =
                    pace_.repeats ? kMostStepsAtOnce : double(pace_.parts - pace_.taken);
                const int count = int(std::min(fit, most));
                if (count == 0) break;
                take(count, run);
                left_s -= count * step_s;
            }
            if (report.trouble) break;
            report.lag_s = left_s;
            if (desc.samples) sample_now(desc.points_m, *desc.samples);
        }
    } catch (const std::bad_alloc&) {
        report.trouble = no_memory_error(kNoMemory);
    }
    report.time_step_s = solver_->step_s();
    return report;
}

/// Sees that a step ends at `end_s`, where the scene does not fix the step. How many steps come
/// before that, or before the next choice.
int VolumeWater::choose_pace(double end_s, double now_s) {
    const double slack_s = kSameMoment * p_.max_step_s;
    const auto whole_spans = [&] {
        const double spans = std::floor((end_s - pace_.start_s + slack_s) / pace_.span_s);
        const double left = (spans - double(pace_.first)) * pace_.parts - pace_.taken;
        return int(std::clamp(left, 0.0, kMostStepsAtOnce));
    };
    if (pace_.repeats) {
        const double spans = std::round((end_s - pace_.start_s) / pace_.span_s);
        const double meets_s = pace_.start_s + multiple_s(std::int64_t(spans), pace_.span_s);
        if (p_.scene.water.time_step_s || std::abs(meets_s - end_s) <= slack_s)
            return whole_spans();
    } else if (pace_.end_s == end_s) {
        return int(std::min(double(pace_.parts - pace_.taken), kMostStepsAtOnce));
    }
    if (end_s - now_s <= slack_s) return 0;
    const double count = std::max(1.0, std::ceil((end_s - now_s) / p_.max_step_s - kStepSlack));
    const int parts = int(std::min(count, kMostSteps));
    pace_ = {
        .start_s = now_s, .span_s = end_s - now_s, .end_s = end_s, .parts = parts, .limit = parts};
    return int(std::min(double(parts), kMostStepsAtOnce));
}

AdvanceReport VolumeWater::run_to(const RunToDesc& desc, Feed& feed) {
    Run run = {.feed = feed, .steps_done = desc.steps_done, .report = {.time_s = desc.time_s}};
    AdvanceReport& report = run.report;
    try {
        run_on_the_clock(desc, run);
    } catch (const std::bad_alloc&) {
        report.trouble = no_memory_error(kNoMemory);
    }
    const double lag_s = desc.stop_s - report.time_s;
    if (!report.trouble && !desc.stops_before && lag_s > kSameMoment * p_.max_step_s)
        report.lag_s = lag_s;
    report.time_step_s = solver_->step_s();
    return report;
}

void VolumeWater::run_on_the_clock(const RunToDesc& desc, Run& run) {
    const AdvanceReport& report = run.report;
    Rows rows(desc.rows, desc.time_s, kSameMoment * p_.max_step_s);
    const auto take_steps = [&](int count) { take(count, run); };
    const auto sample_row = [&](std::vector<Sample>& out) { sample_now(rows.points_m(), out); };
    while (!report.trouble) {
        if (report.time_s >= desc.stop_s - kSameMoment * pace_.step_s()) break;
        const int most = choose_pace(desc.end_s, report.time_s);
        if (most == 0) break;
        const double slack_s = kSameMoment * pace_.step_s();
        if (!take_to_next_row({desc, pace_, report, most, slack_s}, rows, take_steps, sample_row))
            break;
    }
}

}  // namespace tarn::water
