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

/// What is wrong with the bodies of a world; empty: nothing. They stay in the grid, whatever
/// happens to them, but for what a contact gives way by.
inline std::string trouble_in_bodies(const World& world) {
    const WorldInfo info = world.info();
    const double margin_m = 0.5 * std::max(info.size_m.x, info.size_m.y);
    for (int k = 0; k < world.body_count(); ++k) {
        const auto body = world.body(k);
        if (!body) return body.error().message;
        const BodyReport& b = body.value();
        for (const Vec3 v : {b.pose.at_m, b.velocity_m_per_s, b.spin_rad_per_s, b.force_n,
                             b.torque_nm, Vec3{b.submerged_m3, b.pose.turn[0], b.pose.turn[1]}})
            if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
                return b.name + " has a number that is none";
        // A fixed one goes on with its velocity, whatever is in its way.
        const Vec3 at = b.centre_m;
        if (!b.is_fixed && (at.x < -margin_m || at.y < -margin_m ||
                            at.x > info.size_m.x + margin_m || at.y > info.size_m.y + margin_m))
            return b.name + " is outside of the grid, at " + std::to_string(at.x) + ", " +
                   std::to_string(at.y);
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
    // Stable fluids keep water to 1e-4 over a thousand steps; the paper's scheme loses it.
    if (info.scheme == "mac") return 1e-4;
    if (info.scheme == "track") return 1e30;
    if (info.scheme != "d2q9" || info.is_bed_flat) return unit;
    constexpr double kDensity_kg_per_m3 = 1000.0, kNothing_m = 1e-300;
    const double all_kg = mass.initial_kg + mass.added_kg;
    const double mean_m = all_kg / (kDensity_kg_per_m3 * info.size_m.x * info.size_m.y);
    const double deepest_pit_m = info.still_level_m - info.bed_m;
    return unit * std::max(20.0, deepest_pit_m / std::max(mean_m, kNothing_m));
}

}  // namespace tarn
