// When the steps of a run begin: within a call of step(), and on the water's own clock.
#pragma once

#include "water/pace.hpp"

#include <cstddef>
#include <vector>

namespace tarn::water {

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
