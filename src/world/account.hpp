// The books of the water: every amount that came, went, or is held aside, in cubic metres.
#pragma once

namespace tarn::world {

struct Account {
    double initial_m3 = 0.0;
    double added_m3 = 0.0;
    double removed_m3 = 0.0;
    double carried_m3 = 0.0;  ///< held aside by things pressed into the surface
    double refused_m3 = 0.0;
    double added_rest_m3 = 0.0, removed_rest_m3 = 0.0;  ///< what rounding kept out of the sums

    /// Books a signed amount that crossed from outside into the water.
    void came_in(double volume_m3) {
        if (volume_m3 >= 0.0)
            add(volume_m3, added_m3, added_rest_m3);
        else
            add(-volume_m3, removed_m3, removed_rest_m3);
    }

private:
    /// Compensated summation [kahan1965]: millions of equal drops would all be rounded the same
    /// way.
    static void add(double amount, double& sum, double& rest) {
        const double whole = amount + rest, next = sum + whole;
        rest = whole - (next - sum);
        sum = next;
    }
};

/// Fresh water at rest.
inline constexpr double kWaterDensity_kg_per_m3 = 1000.0;

}  // namespace tarn::world
