// What advance() and run_to() of shallow water share.
#pragma once

#include "base/no_memory.hpp"
#include "water/shallow/shallow_water.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {

/// A step that fits up to this share of itself fits.
inline constexpr double kStepSlack = 1e-9;

/// Water that needs shorter steps than this share of what its waves allow has diverged.
inline constexpr double kShortestFlowPart = 1e-3;

inline constexpr const char* kNoMemoryForSteps =
    "not enough memory for what falls on the water or for samples; the water stands where it got "
    "to: ask for less at a time";

/// The smallest number of equal steps that are stable.
inline Plan plan_steps(double seconds, double max_step_s) {
    const double count = std::max(1.0, std::ceil(seconds / max_step_s - kStepSlack));
    return {seconds / count, int(count)};
}

/// An advance while it goes on.
struct ShallowWater::Run {
    enum class Ended { Whole, StepTooLong, AnotherStep };

    Feed& feed;
    std::span<const Vec2> points_m = {};
    std::vector<Sample>* samples = nullptr;
    std::int64_t steps_done = 0;  ///< since the start, when the advance began
    AdvanceReport report = {};
    int sample_every = 0;  ///< steps; 0: samples are taken between runs
    double part = 1.0;  ///< of the longest step, for the next choice of one that follows the flow
    Ended ended = Ended::Whole;
};

}  // namespace tarn::water
