// Whether water is sound: its numbers are numbers, no cell owes water, and the books balance.
#pragma once

#include <tarn/world.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace tarn {

/// What is wrong in the fields of a world, with the first such cell; empty: nothing.
inline std::string trouble_in_fields(const World& world) {
    for (const char* name : {"depth", "level", "u", "v"}) {
        const auto view = world.field(name);
        if (!view) return std::string(name) + ": " + view.error().message;
        for (int j = 0; j < view.value().ny; ++j)
            for (int i = 0; i < view.value().nx; ++i) {
                const float value = view.value().data[j * view.value().row_stride + i];
                const bool is_depth = name[0] == 'd';
                if (std::isfinite(value) && !(is_depth && value < 0.0f)) continue;
                return std::string(name) + " is " + std::to_string(value) + " in cell " +
                       std::to_string(i) + ", " + std::to_string(j);
            }
    }
    return {};
}

/// now - (initial + added - removed), as a part of all water that took part.
inline double imbalance_of_all(const MassReport& m) {
    constexpr double kNothing_kg = 1e-300;
    return (m.now_kg - (m.initial_kg + m.added_kg - m.removed_kg)) /
           std::max(m.initial_kg + m.added_kg, kNothing_kg);
}

/// A sum over cells that are each rounded some thousand times. d2q9 over a bed rounds how far a
/// cell is from still water: in a dry pit its whole depth below the still level, beside which the
/// mean depth of all water may be small (seed 13803 of tarn_soak: pits of 140 mean depths). Twenty
/// of them are there in most random scenes.
inline double allowed_imbalance(const WorldInfo& info, const MassReport& mass) {
    const double unit = info.precision == "double" ? 1e-13 : 1e-6;
    if (info.scheme != "d2q9" || info.is_bed_flat) return unit;
    constexpr double kDensity_kg_per_m3 = 1000.0, kNothing_m = 1e-300;
    const double all_kg = mass.initial_kg + mass.added_kg;
    const double mean_m = all_kg / (kDensity_kg_per_m3 * info.size_m.x * info.size_m.y);
    const double deepest_pit_m = info.still_level_m - info.bed_m;
    return unit * std::max(20.0, deepest_pit_m / std::max(mean_m, kNothing_m));
}

}  // namespace tarn
