// Bed friction, wind and Coriolis force from SI to lattice units.
#pragma once

#include "base/elementary.hpp"
#include "solver/shallow/d2q9/kernels.hpp"
#include "solver/shallow/units.hpp"
#include "solver/shallow/wind.hpp"
#include <tarn/types.hpp>

#include <cmath>

namespace tarn::shallow::d2q9 {

struct ForceDesc {
    double gravity_m_per_s2 = 9.81;
    double manning_s_per_m13 = 0.0;
    double bed_drag = 0.0;
    double coriolis_per_s = 0.0;
    Vec2 wind_m_per_s;

    bool is_any() const {
        return manning_s_per_m13 > 0.0 || bed_drag > 0.0 || coriolis_per_s != 0.0 ||
               wind_m_per_s.x != 0.0 || wind_m_per_s.y != 0.0;
    }
};

template <class T>
Forces<T> lattice_forces(const Units& units, const ForceDesc& desc) {
    const double n = desc.manning_s_per_m13;
    const double friction =
        desc.gravity_m_per_s2 * n * n * units.cell_m / elementary::power(units.depth_m, 4.0 / 3.0);
    const Vec2 w = desc.wind_m_per_s;
    const double stress = kWindDrag * std::sqrt(w.x * w.x + w.y * w.y) * units.step_s *
                          units.step_s / (units.depth_m * units.cell_m);
    const double angle = desc.coriolis_per_s * units.step_s, half = elementary::sine(0.5 * angle);
    return {.friction = T(friction),
            .drag = T(desc.bed_drag * units.cell_m / units.depth_m),
            .wind_x = T(stress * w.x),
            .wind_y = T(stress * w.y),
            .turn_sine = T(elementary::sine(angle)),
            .turn_versine = T(2.0 * half * half)};
}

}  // namespace tarn::shallow::d2q9
