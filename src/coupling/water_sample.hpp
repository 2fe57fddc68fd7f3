// The water as a body meets it: level and velocity at points, many at a time.
#pragma once

#include <tarn/types.hpp>

#include <functional>
#include <span>

namespace tarn::coupling {

struct WaterSample {
    double level_m = 0.0;  ///< height of the surface; of the bed where it is dry
    Vec3 velocity_m_per_s = {};
};

/// Fills one sample for each point.
using WaterSampler =
    std::function<void(std::span<const Vec2> points_m, std::span<WaterSample> samples)>;

struct Liquid {
    double density_kg_per_m3 = 1000.0;
    double gravity_m_per_s2 = 9.81;
};

/// Drag and lift of a surface in a flow [float].
struct FlowCoefficients {
    double drag = 1.0;
    double lift = 0.2;
    /// How much the angle to the flow counts: 1 is the projected area, 0 the whole.
    double angle_share = 0.7;
};

}  // namespace tarn::coupling
