// Hulls in water, exactly: linear shallow water in a channel with a box across it as a lid,
// and the righting arm of a box.
#pragma once

#include "../variant.hpp"

#include <cmath>
#include <functional>

namespace tarn::cli::validate {

/// A channel with a box across all of its width, whose waves leave at both ends.
struct LidChannel {
    double depth_m = 0.0, draft_m = 0.0, half_length_m = 0.0;

    double gap_m() const { return depth_m - draft_m; }
    double wave_m_per_s() const { return std::sqrt(kGravity_m_per_s2 * depth_m); }
};

/// The box held in a wave that comes from the west, with the level eta(t) where the box begins.
/// Under it the flow q is the same everywhere, and what drives it is the difference of the levels
/// at its ends, 2 eta - q/c before it and q/c behind it:  q' = (g gap/L) (eta - q/c).
class LidWaveForce {
public:
    LidWaveForce(const LidChannel& channel, std::function<double(double time_s)> rise_m)
        : channel_(channel), rise_m_(std::move(rise_m)) {}

    /// Per width and density of the water.
    struct Force {
        double lift = 0.0, thrust = 0.0;
    };
    /// Beyond that in still water. Times do not fall.
    Force at(double time_s);

private:
    LidChannel channel_;
    std::function<double(double)> rise_m_;
    double time_s_ = 0.0, flow_m2_per_s_ = 0.0;
};

/// A box at a heel that has as much under water as when it floats upright, its mass in its middle.
struct Righting {
    double middle_above_level_m = 0.0;
    double arm_m = 0.0;  ///< of the lift about the middle, positive where it rights the box
};
Righting box_righting(double beam_m, double height_m, double draft_m, double heel_rad);

}  // namespace tarn::cli::validate
