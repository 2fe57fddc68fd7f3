// The fields of a world as plain numbers, and what they add up to: the second way to numbers that a
// world gives of itself.
#pragma once

#include "support/world_for_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn {

inline constexpr double kWaterDensity_kg_per_m3 = 1000.0, kGravity_m_per_s2 = 9.81;

inline std::vector<double> values_of_field(const World& world, const char* name) {
    const auto field = world.field(name);
    EXPECT_TRUE(field) << name;
    std::vector<double> values;
    if (!field) return values;
    const FieldView& view = field.value();
    for (int j = 0; j < view.ny; ++j)
        for (int i = 0; i < view.nx; ++i)
            values.push_back(double(view.data[j * view.row_stride + i]));
    return values;
}

/// All cells, row by row from the south, as anyone reads them.
struct Readings {
    std::vector<double> depth_m, level_m, u_m_per_s, v_m_per_s, bed_m;
    double cell_m2, still_level_m, wet_depth_m;

    explicit Readings(const World& world)
        : depth_m(values_of_field(world, "depth")),
          level_m(values_of_field(world, "level")),
          u_m_per_s(values_of_field(world, "u")),
          v_m_per_s(values_of_field(world, "v")),
          bed_m(values_of_field(world, "bed")),
          cell_m2(world.info().cell_m * world.info().cell_m),
          still_level_m(world.info().still_level_m),
          // d2q9 calls less than that dry (docs/limits.md).
          wet_depth_m(world.info().scheme == "d2q9" ? 1e-5 * world.info().reference_depth_m : 0.0) {
    }

    std::size_t count() const { return depth_m.size(); }
    double mass_kg() const {
        double sum_m = 0.0;
        for (const double depth : depth_m) sum_m += depth;
        return sum_m * cell_m2 * kWaterDensity_kg_per_m3;
    }
    double speed_m_per_s(std::size_t k) const { return std::hypot(u_m_per_s[k], v_m_per_s[k]); }
    double fastest_m_per_s() const {
        double fastest = 0.0;
        for (std::size_t k = 0; k < count(); ++k)
            if (depth_m[k] > wet_depth_m) fastest = std::max(fastest, speed_m_per_s(k));
        return fastest;
    }
    double deepest_m() const { return *std::max_element(depth_m.begin(), depth_m.end()); }
    double shallowest_wet_m() const {
        double shallowest = deepest_m();
        for (const double depth : depth_m)
            if (depth > wet_depth_m) shallowest = std::min(shallowest, depth);
        return shallowest;
    }
    /// Of a column of water between two heights, per area and density, above the still level.
    double column_m3_per_s2(double from_m, double to_m) const {
        const double top = to_m - still_level_m, bottom = from_m - still_level_m;
        return to_m > from_m ? 0.5 * kGravity_m_per_s2 * (top * top - bottom * bottom) : 0.0;
    }
    /// Kinetic and potential, less what the same basin holds filled to the still level; `is_solid`
    /// cells hold nothing either way.
    double energy_j(const std::vector<bool>& is_solid) const {
        double sum = 0.0;
        for (std::size_t k = 0; k < count(); ++k) {
            if (is_solid[k]) continue;
            const double speed = speed_m_per_s(k);
            sum += 0.5 * depth_m[k] * speed * speed;
            sum += column_m3_per_s2(bed_m[k], bed_m[k] + depth_m[k]);
            sum -= column_m3_per_s2(bed_m[k], std::max(bed_m[k], still_level_m));
        }
        return sum * cell_m2 * kWaterDensity_kg_per_m3;
    }
};

}  // namespace tarn
