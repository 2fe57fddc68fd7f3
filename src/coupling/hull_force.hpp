// What the water does to a body, and the drag and lift of one piece of its surface.
#pragma once

#include "base/vector.hpp"
#include "bodies/body.hpp"
#include "coupling/water_sample.hpp"

namespace tarn::coupling {

struct HullForce {
    bodies::Wrench buoyancy;  ///< hydrostatic
    bodies::Wrench flow;      ///< drag and lift
    double submerged_m3 = 0.0;
    double wet_area_m2 = 0.0;

    bodies::Wrench total() const {
        bodies::Wrench sum = buoyancy;
        sum += flow;
        return sum;
    }
};

/// Drag and lift of a piece with outward unit normal `normal` that moves at `velocity` through the
/// water [float, eq. 4 to 6, with (1 - alpha) in the effective area]. Zero in its own lee.
inline Vec3 flow_force_n(Vec3 normal, double area_m2, Vec3 velocity_m_per_s,
                         double density_kg_per_m3, const FlowCoefficients& of) {
    const double speed = length(velocity_m_per_s), towards = dot(normal, velocity_m_per_s);
    if (!(speed > 0.0) || towards <= 0.0) return {};
    const double effective_m2 = (of.angle_share * towards / speed + 1.0 - of.angle_share) * area_m2;
    const double pressure_n = 0.5 * density_kg_per_m3 * effective_m2 * speed;
    Vec3 force_n = (-pressure_n * of.drag) * velocity_m_per_s;
    const Vec3 aside = cross(normal, velocity_m_per_s);
    if (length(aside) > 0.0)
        force_n = force_n + (-pressure_n * of.lift) * cross(velocity_m_per_s, normalized(aside));
    return force_n;
}

}  // namespace tarn::coupling
