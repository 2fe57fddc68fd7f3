// Water at rest, or in one motion everywhere, for tests of forces.
#pragma once

#include "coupling/water_sample.hpp"

namespace tarn::test {

inline coupling::WaterSampler still_water(double level_m, Vec3 velocity_m_per_s = {}) {
    return [=](std::span<const Vec2>, std::span<coupling::WaterSample> samples) {
        for (coupling::WaterSample& sample : samples) sample = {level_m, velocity_m_per_s};
    };
}

}  // namespace tarn::test
