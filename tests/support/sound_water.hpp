// Whether water is sound: its numbers are numbers, no cell owes water, and the books balance.
#pragma once

#include <tarn/world.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace tarn {

/// What is wrong in the fields of a world, with the first such cell; empty: nothing.
inline std::string trouble_in_fields(const World& world) {
    const bool is_in_space = world.info().height_m > 0.0;
    for (const char* name : {"depth", "level", "u", "v", "w", "fill", "pressure"}) {
        const bool is_for_space = name[0] == 'w' || name[0] == 'f' || name[0] == 'p';
        if (is_for_space && !is_in_space) continue;
        const auto field = world.field(name);
        if (!field) return std::string(name) + ": " + field.error().message;
        const FieldView& view = field.value();
        const bool is_amount = name[0] == 'd' || name[0] == 'f';
        for (int row = 0; row < view.ny * view.nz; ++row)
            for (int i = 0; i < view.nx; ++i) {
                const int j = row % view.ny, k = row / view.ny;
                const float value = view.data[k * view.layer_stride + j * view.row_stride + i];
                if (std::isfinite(value) && !(is_amount && value < 0.0f)) continue;
                return std::string(name) + " is " + std::to_string(value) + " in cell " +
                       std::to_string(i) + ", " + std::to_string(j) + ", " + std::to_string(k);
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
    // In space a faucet fills its cells anew in each step, and each time that is rounded; small
    // water that passes from faucets to drains many times over is off by some millionths.
    if (info.scheme == "d3q19") return 5.0 * unit;
    if (info.scheme != "d2q9" || info.is_bed_flat) return unit;
    constexpr double kDensity_kg_per_m3 = 1000.0, kNothing_m = 1e-300;
    const double all_kg = mass.initial_kg + mass.added_kg;
    const double mean_m = all_kg / (kDensity_kg_per_m3 * info.size_m.x * info.size_m.y);
    const double deepest_pit_m = info.still_level_m - info.bed_m;
    return unit * std::max(20.0, deepest_pit_m / std::max(mean_m, kNothing_m));
}

}  // namespace tarn
