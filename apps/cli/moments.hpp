// Moments at equal intervals, such as those of the pictures of a run.
#pragma once

#include <cmath>
#include <limits>

namespace tarn::cli {

/// Counted from `start_s`, which is not among them. An interval of 0 has none.
class Moments {
public:
    Moments(double start_s, double every_s) : start_s_(start_s), every_s_(every_s) {}

    double next_s() const {
        if (every_s_ <= 0.0) return std::numeric_limits<double>::infinity();
        return start_s_ + double(done_ + 1) * every_s_;
    }
    /// Whether the next one is at `time_s`, up to rounding.
    bool is_at(double time_s) const {
        return std::abs(next_s() - time_s) <= 1e-9 * std::max(1.0, std::abs(time_s));
    }
    void pass() { ++done_; }

private:
    double start_s_, every_s_;
    long long done_ = 0;
};

}  // namespace tarn::cli
