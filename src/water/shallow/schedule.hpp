// When the steps of a run begin: within a call of step(), and on the water's own clock.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tarn::water {

/// `count` times `unit_s`. Units such as 0.05 are not exact in binary, but their inverse is: with
/// it 23 units are the number nearest to 1.15.
inline double multiple_s(std::int64_t count, double unit_s) {
    const double per_s = std::round(1.0 / unit_s);
    const bool has_inverse = per_s >= 1.0 && std::abs(per_s * unit_s - 1.0) < 1e-15;
    return has_inverse ? double(count) / per_s : double(count) * unit_s;
}

/// Equal steps on the water's own clock: a span of time in equal parts, once, or again and again.
/// When a step begins depends on its number alone, not on the calls that led there.
struct Pace {
    double start_s = 0.0;
    double span_s = 0.0;
    double end_s = 0.0;      ///< of the span, where it does not repeat
    std::int64_t first = 0;  ///< spans before the first one, where they repeat
    int parts = 0;           ///< of each span; 0: there is no pace
    int limit = 0;           ///< parts before the next choice of a step
    int taken = 0;           ///< parts so far, of this span
    bool repeats = false;

    double step_s() const { return span_s / parts; }
    double time_s(int step) const {
        const double in_span_s = step % parts * step_s();
        if (repeats) return start_s + multiple_s(first + step / parts, span_s) + in_span_s;
        return step == parts ? end_s : start_s + in_span_s;
    }
    bool is_in_force(double now_s) const { return parts > 0 && time_s(taken) == now_s; }
};

/// Steps of one run, numbered from 0, in intervals of equal steps.
class Schedule {
public:
    /// Interval by interval the clock adds up as if each had been a call of its own.
    Schedule(double start_s, double interval_s, double step_s, int per_interval, int intervals)
        : step_s_(step_s), per_interval_(per_interval), count_(per_interval * intervals) {
        starts_s_.push_back(start_s);
        for (int k = 0; k < intervals; ++k) starts_s_.push_back(starts_s_.back() + interval_s);
    }
    /// The next steps of a pace.
    Schedule(const Pace& pace, int count)
        : pace_(pace), step_s_(pace.step_s()), per_interval_(pace.parts), count_(count) {}

    int count() const { return count_; }
    double step_s() const { return step_s_; }
    double time_s(int step) const {
        if (pace_.parts > 0) return pace_.time_s(pace_.taken + step);
        return starts_s_[std::size_t(step / per_interval_)] + step % per_interval_ * step_s_;
    }
    /// How many steps of this interval are still to come.
    int left_in_interval(int step) const {
        return per_interval_ - (pace_.taken + step) % per_interval_;
    }
    bool begins_interval(int step) const { return left_in_interval(step) == per_interval_; }

private:
    Pace pace_;  ///< parts is 0: the schedule of a call
    double step_s_;
    int per_interval_, count_;
    std::vector<double> starts_s_;
};

}  // namespace tarn::water
