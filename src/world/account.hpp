// The books of the water: every amount that came, went, or is held aside, in cubic metres.
#pragma once

namespace tarn::world {

struct Account {
    double initial_m3 = 0.0;
    double added_m3 = 0.0;
    double removed_m3 = 0.0;
    double carried_m3 = 0.0;  ///< held aside by things pressed into the surface
    double refused_m3 = 0.0;

    /// Books a signed amount that crossed from outside into the water.
    void came_in(double volume_m3) {
        if (volume_m3 >= 0.0)
            added_m3 += volume_m3;
        else
            removed_m3 -= volume_m3;
    }
};

/// Fresh water at rest.
inline constexpr double kWaterDensity_kg_per_m3 = 1000.0;

}  // namespace tarn::world
