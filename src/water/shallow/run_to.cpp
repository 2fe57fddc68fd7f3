// Shallow water on its own clock: steps of run_to() end at the multiples of a tick, and each tick
// is divided into equal steps that are stable. Where a run stops on the way and what is sampled
// changes none of them: rows between two steps are interpolated.
#include "water/rows.hpp"
#include "water/shallow/advance.hpp"

#include <new>

namespace tarn::water {
namespace {

constexpr double kMostStepsAtOnce = 1 << 20;

/// How many whole spans of the pace fit before `end_s`, as steps from now on.
int steps_of_whole_spans(const Pace& pace, double end_s) {
    const double slack_s = kSameMoment * pace.step_s();
    const double now_s = pace.start_s + multiple_s(pace.first, pace.span_s);
    const double spans = std::floor((end_s - now_s + slack_s) / pace.span_s);
    return int(std::clamp(spans * pace.parts - pace.taken, 0.0, kMostStepsAtOnce));
}

/// Rows that each end with a step, the same number of steps apart.
struct RowBatch {
    int rows = 0, steps_each = 0;
};

/// How many such rows come next, among the next `most` steps of a pace.
RowBatch rows_ahead(const Pace& pace, const Rows& rows, double stop_s, int most) {
    if (!rows.is_any()) return {};
    const double step_s = pace.step_s(), slack_s = kSameMoment * step_s;
    const double each = std::round(rows.every_s() / step_s);
    if (each < 1.0 || each > most) return {};
    const auto meets = [&](int count) {
        const double step_end_s = pace.time_s(pace.taken + count * int(each));
        return std::abs(step_end_s - rows.at_s(rows.number() + count - 1)) <= slack_s;
    };
    const double now_s = pace.time_s(pace.taken);
    const double until_stop = std::floor((stop_s - now_s + slack_s) / (each * step_s));
    const int count = int(std::min(until_stop, double(most / int(each))));
    // Both ends meet: so do all between.
    if (count < 2 || !meets(1) || !meets(count)) return {};
    return {count, int(each)};
}

}  // namespace

double choose_tick_s(double longest_step_s, std::optional<double> fixed_step_s) {
    if (fixed_step_s) return *fixed_step_s;
    // So many steps at least, so that dividing a tick into whole ones does not cost much.
    constexpr double kLeastSteps = 8.0;
    constexpr double kShortest_s = 0.05, kLongest_s = 1000.0;
    for (double decade_s = 0.01;; decade_s *= 10.0)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double tick_s = digit * decade_s;
            if (tick_s < kShortest_s) continue;
            if (tick_s >= kLeastSteps * longest_step_s || tick_s >= kLongest_s) return tick_s;
        }
}

/// Steps of a fixed length: how many there are before `end_s`.
int ShallowWater::choose_fixed_pace(double end_s, double now_s) {
    if (!pace_.is_in_force(now_s)) {
        const auto whole = std::int64_t(std::round(now_s / tick_s_));
        const bool is_multiple = multiple_s(whole, tick_s_) == now_s;
        pace_ = {.start_s = is_multiple ? 0.0 : now_s,
                 .span_s = tick_s_,
                 .first = is_multiple ? whole : 0,
                 .parts = 1,
                 .limit = 1,
                 .repeats = true};
    }
    return steps_of_whole_spans(pace_, end_s);
}

/// The last tick that ends a step of a run to `end_s`: none so near to the end that what is left
/// would be too short for a step.
double ShallowWater::last_tick_s(double end_s) const {
    const double slack_s = kSameMoment * p_.max_step_s;
    const auto tick = std::int64_t(std::floor((end_s + slack_s) / tick_s_));
    const double left_s = end_s - multiple_s(tick, tick_s_);
    const bool is_too_near = left_s > slack_s && left_s < shortest_step_s();
    return multiple_s(is_too_near ? tick - 1 : tick, tick_s_);
}

/// Sees that there is a pace for the time that comes: how many steps it has before the next choice;
/// 0: no step ends before `end_s` any more.
int ShallowWater::choose_pace(double end_s, Run& run) {
    const double now_s = run.report.time_s;
    if (p_.scene.water.time_step_s) return choose_fixed_pace(end_s, now_s);
    const double slack_s = kSameMoment * p_.max_step_s;
    if (pace_.is_in_force(now_s)) {
        if (pace_.repeats) {
            // No further than this span: a setting may have changed the longest step meanwhile.
            const int steps = steps_of_whole_spans(pace_, last_tick_s(end_s));
            if (pace_.taken > 0 && steps > 0) return std::min(steps, pace_.parts - pace_.taken);
        } else if (pace_.taken < pace_.limit && pace_.end_s <= end_s + slack_s) {
            return pace_.limit - pace_.taken;
        }
    }
    if (end_s - now_s <= std::max(slack_s, shortest_step_s())) return 0;
    auto tick = std::int64_t(std::floor(now_s / tick_s_));
    while (multiple_s(tick + 1, tick_s_) <= now_s + slack_s) ++tick;
    const bool is_on_tick = std::abs(multiple_s(tick, tick_s_) - now_s) <= slack_s;
    const double next_s = multiple_s(tick + 1, tick_s_);
    const double until_s = next_s <= last_tick_s(end_s) ? next_s : end_s;
    if (follows_flow()) {
        const FlowPlan flow = plan_by_flow(until_s - now_s, run);
        flow_part_ = run.part;  // a run may stop between this choice and its first step
        pace_ = {.start_s = now_s,
                 .span_s = until_s - now_s,
                 .end_s = until_s,
                 .parts = flow.plan.count,
                 .limit = flow.count};
        return pace_.limit;
    }
    if (is_on_tick && until_s == next_s) {
        run.report.time_s = multiple_s(tick, tick_s_);
        const int parts = plan_steps(tick_s_, p_.max_step_s).count;
        pace_ = {.span_s = tick_s_, .first = tick, .parts = parts, .limit = parts, .repeats = true};
        return steps_of_whole_spans(pace_, last_tick_s(end_s));
    }
    const int parts = plan_steps(until_s - now_s, p_.max_step_s).count;
    pace_ = {.start_s = now_s,
             .span_s = until_s - now_s,
             .end_s = until_s,
             .parts = parts,
             .limit = parts};
    return parts;
}

/// The next steps of the pace: how many were taken.
int ShallowWater::take(int count, Run& run) {
    solver_->set_step(pace_.step_s());
    const int done = this->run(Schedule(pace_, count), run);
    pace_.taken += done;
    if (pace_.repeats) {
        pace_.first += pace_.taken / pace_.parts;
        pace_.taken %= pace_.parts;
    }
    if (run.ended == Run::Ended::StepTooLong && p_.scene.water.time_step_s && !run.report.trouble)
        run.report.trouble = too_fast_for(pace_.step_s());
    if (run.ended != Run::Ended::Whole && !pace_.repeats) pace_.parts = 0;
    // A pace that goes on after a row or a stop has not yet shown that its step is short enough.
    const bool goes_on = run.ended == Run::Ended::Whole && pace_.taken < pace_.limit;
    if (follows_flow() && !goes_on) look_at_flow(run);
    flow_part_ = run.part;
    return done;
}

AdvanceReport ShallowWater::run_to(const RunToDesc& desc, Feed& feed) {
    Run run = {.feed = feed,
               .points_m = desc.rows.points_m,
               .samples = desc.rows.samples,
               .steps_done = desc.steps_done,
               .report = {.time_s = desc.time_s},
               .part = flow_part_};
    AdvanceReport& report = run.report;
    changed();
    try {
        run_on_the_clock(desc, run);
    } catch (const std::bad_alloc&) {
        report.trouble = no_memory_error(kNoMemoryForSteps);
    }
    const double lag_s = desc.stop_s - report.time_s;
    if (!report.trouble && !desc.stops_before && lag_s > kSameMoment * p_.max_step_s)
        report.lag_s = lag_s;
    report.time_step_s = solver_->units().step_s;
    return report;
}

void ShallowWater::run_on_the_clock(const RunToDesc& desc, Run& run) {
    const AdvanceReport& report = run.report;
    Rows rows(desc.rows, desc.time_s, kSameMoment * p_.max_step_s);
    const auto take_steps = [&](int count) { take(count, run); };
    const auto sample_row = [&](std::vector<Sample>& out) { sample_now(rows.points_m(), out); };
    while (!report.trouble) {
        const int most = choose_pace(desc.end_s, run);
        const double slack_s = kSameMoment * (most > 0 ? pace_.step_s() : p_.max_step_s);
        if (most == 0 || report.time_s >= desc.stop_s - slack_s) break;
        if (const RowBatch batch = rows_ahead(pace_, rows, desc.stop_s, most); batch.rows > 1) {
            run.sample_every = batch.steps_each;
            rows.note(take(batch.rows * batch.steps_each, run) / batch.steps_each);
            continue;
        }
        run.sample_every = 0;
        if (!take_to_next_row({desc, pace_, report, most, slack_s}, rows, take_steps, sample_row))
            break;
    }
}

}  // namespace tarn::water
