// Rows of samples at equal intervals of time, as a water comes by; those between two steps are
// interpolated.
#pragma once

#include "water/pace.hpp"
#include "water/water.hpp"

#include <array>
#include <limits>
#include <vector>

namespace tarn::water {

inline constexpr double kNever_s = std::numeric_limits<double>::infinity();

/// The water between two moments.
inline Sample between(const Sample& a, const Sample& b, float share) {
    const auto mix = [share](float from, float to) { return from + share * (to - from); };
    Sample out;
    out.level_m = mix(a.level_m, b.level_m);
    out.depth_m = mix(a.depth_m, b.depth_m);
    out.bed_m = mix(a.bed_m, b.bed_m);
    float square = 0.0f;
    for (int k = 0; k < 3; ++k) {
        out.normal[k] = mix(a.normal[k], b.normal[k]);
        square += out.normal[k] * out.normal[k];
    }
    for (float& component : out.normal) component /= std::sqrt(square);
    for (int k = 0; k < 2; ++k)
        out.velocity_m_per_s[k] = mix(a.velocity_m_per_s[k], b.velocity_m_per_s[k]);
    return out;
}

/// Rows at equal intervals, as the water comes by.
class Rows {
public:
    Rows(const RowsDesc& desc, double now_s, double slack_s) : desc_(desc) {
        if (!is_any()) return;
        next_ = std::int64_t(std::max(0.0, std::floor((now_s - desc.start_s) / desc.every_s)));
        while (next_s() <= now_s + slack_s) ++next_;
    }
    bool is_any() const { return desc_.every_s > 0.0; }
    std::int64_t number() const { return next_; }
    double at_s(std::int64_t row) const { return desc_.start_s + multiple_s(row, desc_.every_s); }
    double next_s() const { return is_any() ? at_s(next_) : kNever_s; }
    double every_s() const { return desc_.every_s; }
    std::span<const Vec2> points_m() const { return desc_.points_m; }
    std::vector<Sample>& samples() { return *desc_.samples; }
    /// Room for the water before and after a step that passes rows, kept from one to the next.
    std::array<std::vector<Sample>, 2>& around() { return around_; }

    /// Rows whose samples are there already.
    void note(std::int64_t count) {
        for (std::int64_t k = 0; k < count; ++k) desc_.times_s->push_back(at_s(next_++));
    }
    /// The next row, from the states before and after it.
    void interpolate(double before_s, std::span<const Sample> before, double after_s,
                     std::span<const Sample> after) {
        const float share = float((next_s() - before_s) / (after_s - before_s));
        for (std::size_t k = 0; k < after.size(); ++k)
            samples().push_back(between(before[k], after[k], share));
        note(1);
    }

private:
    const RowsDesc& desc_;
    std::int64_t next_ = 0;
    std::array<std::vector<Sample>, 2> around_;
};

/// A run on the clock, before its next steps.
struct ClockRun {
    const RunToDesc& desc;
    const Pace& pace;
    const AdvanceReport& report;  ///< its time is that of the water
    int most = 0;                 ///< steps before the pace is chosen again
    double slack_s = 0.0;         ///< moments that differ by less are one
};

/// Goes on to the next row, to where the run stops or for `most` steps, whichever comes first. A
/// row that a step reaches is sampled; those that it passes are interpolated. `take(count)` takes
/// steps, `sample_now(out)` adds the water as it is. False: no step is left before the run stops.
template <class Take, class SampleNow>
bool take_to_next_row(const ClockRun& run, Rows& rows, const Take& take,
                      const SampleNow& sample_now) {
    const AdvanceReport& report = run.report;
    const double stop_s = run.desc.stop_s;
    const int reach = steps_reaching(run.pace, std::min(rows.next_s(), stop_s), run.most);
    const double reached_s = run.pace.time_s(run.pace.taken + reach);
    const bool stops_short = run.desc.stops_before && reached_s > stop_s + run.slack_s;
    const bool passes_row = rows.next_s() < reached_s - run.slack_s;
    const int count = stops_short || passes_row ? reach - 1 : reach;
    if (count == 0 && stops_short) return false;
    if (count > 0) {
        take(count);
        if (report.trouble || rows.next_s() > report.time_s + run.slack_s) return true;
        sample_now(rows.samples());
        rows.note(1);
        return true;
    }
    // One step passes the next row, perhaps several of them.
    const double before_s = report.time_s;
    auto& [before, after] = rows.around();
    before.clear();
    after.clear();
    sample_now(before);
    take(1);
    if (report.time_s == before_s) return true;
    sample_now(after);
    while (rows.next_s() <= report.time_s + run.slack_s)
        rows.interpolate(before_s, before, report.time_s, after);
    return true;
}

}  // namespace tarn::water
