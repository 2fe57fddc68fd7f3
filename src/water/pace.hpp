// Equal steps on a water's own clock, whatever its model.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn::water {

/// Moments that differ by less than this share of a step are one.
inline constexpr double kSameMoment = 1e-6;

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

/// The fewest of the next `most` steps that reach a moment; `most` if none does.
inline int steps_reaching(const Pace& pace, double moment_s, int most) {
    const double slack_s = kSameMoment * pace.step_s();
    const double now_s = pace.time_s(pace.taken);
    const double guess = std::ceil((moment_s - now_s) / pace.step_s());
    int count = int(std::clamp(guess, 0.0, double(most)));
    while (count > 0 && pace.time_s(pace.taken + count - 1) >= moment_s - slack_s) --count;
    while (count < most && pace.time_s(pace.taken + count) < moment_s - slack_s) ++count;
    return count;
}

}  // namespace tarn::water
