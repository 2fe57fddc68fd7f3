// Where a run with pictures stops: at each recorded time, at each picture, at the end.
#pragma once

#include <algorithm>
#include <cmath>

namespace tarn::cli {

/// One piece of the run, and what is due after it.
struct Cut {
    double step_s = 0.0;
    bool is_row = false;
    bool is_picture = false;
};

/// Both series begin at `start_s`, which is not among the cuts. The last cut is `end_s`, a row.
class Cuts {
public:
    struct Desc {
        double start_s = 0.0, end_s = 0.0;
        double row_every_s = 0.05, fps = 30.0;
    };
    explicit Cuts(const Desc& desc)
        : desc_(desc), last_s_(desc.start_s), asked_s_(desc.start_s), slack_s_(slack(desc)) {}

    bool is_done() const { return desc_.end_s - last_s_ <= slack_s_; }

    Cut next() {
        const double row_s = desc_.start_s + double(rows_ + 1) * desc_.row_every_s;
        const double picture_s = desc_.start_s + double(pictures_ + 1) / desc_.fps;
        double cut_s = std::min(row_s, picture_s);
        const bool is_end = cut_s >= desc_.end_s - slack_s_;
        if (is_end) cut_s = desc_.end_s;
        Cut cut;
        cut.is_row = is_end || row_s <= cut_s + slack_s_;
        cut.is_picture = picture_s <= cut_s + slack_s_;
        // Pieces of the same length have the same bits, so that the lattice step does not change
        // for nothing; what that rounds away comes back at the end.
        constexpr double kPerSecond = 1e12;
        cut.step_s = is_end ? std::max(0.0, cut_s - asked_s_)
                            : std::round((cut_s - last_s_) * kPerSecond) / kPerSecond;
        last_s_ = cut_s;
        asked_s_ += cut.step_s;
        rows_ += cut.is_row;
        pictures_ += cut.is_picture;
        return cut;
    }

private:
    static double slack(const Desc& desc) { return 1e-9 * std::max(1.0, desc.end_s); }

    Desc desc_;
    double last_s_, asked_s_;  ///< where the last cut is, and what the steps so far add up to
    double slack_s_;
    long long rows_ = 0, pictures_ = 0;
};

}  // namespace tarn::cli
