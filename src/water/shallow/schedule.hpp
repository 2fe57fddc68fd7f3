// When the lattice steps of one call begin.
#pragma once

#include <cstddef>
#include <vector>

namespace tarn::water {

/// `intervals` of `per_interval` equal steps each. Interval by interval the clock adds up as if
/// each had been a call of its own.
class Schedule {
public:
    Schedule(double start_s, double interval_s, double step_s, int per_interval, int intervals)
        : step_s_(step_s), per_interval_(per_interval) {
        starts_s_.push_back(start_s);
        for (int k = 0; k < intervals; ++k) starts_s_.push_back(starts_s_.back() + interval_s);
    }
    int count() const { return per_interval_ * (int(starts_s_.size()) - 1); }
    double time_s(int step) const {
        return starts_s_[std::size_t(step / per_interval_)] + step % per_interval_ * step_s_;
    }

private:
    double step_s_;
    int per_interval_;
    std::vector<double> starts_s_;
};

}  // namespace tarn::water
