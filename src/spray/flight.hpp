// The flight of one drop: gravity, drag of the air, walls, and where it comes down. Functions of
// one drop, for the CPU and a GPU.
#pragma once

#include "base/numeric.hpp"
#include "base/platform.hpp"
#include "spray/hulls.hpp"
#include "spray/surface_below.hpp"
#include <tarn/types.hpp>

#include <cstddef>
#include <cstdint>

namespace tarn::spray {

inline constexpr double kAirDensity_kg_per_m3 = 1.2, kWaterDensity_kg_per_m3 = 1000.0;

/// Part of the speed across a wall that a drop keeps when it bounces off.
inline constexpr float kBounce = 0.3f;

/// What the edges of the grid do to a drop.
enum class Border : std::int32_t { Wall, Periodic, Open };

/// What all drops fly by.
struct FlightRules {
    float gravity_m_per_s2 = 9.81f;
    float drag = 0.47f;  ///< C_D of a sphere; 0: none
    float wind_m_per_s[2] = {};
    float lifetime_s = 30.0f;
    Border borders[4] = {};  ///< by Edge
};

/// What stands in the way of drops besides water and solids, and where nothing does.
struct Above {
    HighTiles high;
    HullsAbove hulls;
};

/// Age of a drop whose flight ended elsewhere: it lands where it is, at the next step.
inline constexpr float kCameDown = -1.0f;

enum class Fate : std::int32_t { Flying, Landed, Left };

/// How a drop ends a step: in which cell it came down.
struct Landing {
    Fate fate = Fate::Flying;
    std::ptrdiff_t cell = 0;
};

/// Deceleration by the air per square of the speed through it, in 1/m: half of C_D, times the
/// densities' ratio, times cross-section over volume. The terminal speed is sqrt(g / this).
TARN_HD float drag_per_m(const FlightRules& rules, float radius_m) {
    constexpr float kRatio = float(0.375 * kAirDensity_kg_per_m3 / kWaterDensity_kg_per_m3);
    return kRatio * rules.drag / larger(radius_m, 1e-6f);
}

/// Where a drop comes down that flies no further: in the cell below it. Outside the grid, and over
/// solids, it leaves.
TARN_HD Landing comes_down(const SurfaceBelow& surface, const Drop& drop) {
    if (!surface.is_below(drop.at_m)) return {Fate::Left, 0};
    const std::ptrdiff_t n = cell_below(surface, drop.at_m[0], drop.at_m[1]);
    return surface.is_solid(n) ? Landing{Fate::Left, 0} : Landing{Fate::Landed, n};
}

/// The motion over `step_s`, of second order: half of gravity, all of the drag (exact by itself),
/// half of gravity [strang1968].
TARN_HD void move(const FlightRules& rules, float step_s, Drop& drop) {
    float* const v = drop.velocity_m_per_s;
    const float before[3] = {v[0], v[1], v[2]};
    const float kick = 0.5f * step_s * rules.gravity_m_per_s2;
    v[2] = v[2] - kick;
    const float x = v[0] - rules.wind_m_per_s[0], y = v[1] - rules.wind_m_per_s[1], z = v[2];
    const float speed = square_root(x * x + y * y + z * z);
    const float kept = 1.0f / (1.0f + drag_per_m(rules, drop.radius_m) * speed * step_s);
    v[0] = rules.wind_m_per_s[0] + kept * x;
    v[1] = rules.wind_m_per_s[1] + kept * y;
    v[2] = kept * z - kick;
    for (int k = 0; k < 3; ++k) drop.at_m[k] = drop.at_m[k] + 0.5f * step_s * (before[k] + v[k]);
}

/// One axis of the grid's borders: bounces, wraps, or says that the drop is outside.
TARN_HD bool stays_inside(float& at_m, float& speed, float length_m, Border low, Border high) {
    if (at_m >= 0.0f && at_m < length_m) return true;
    const Border border = at_m < 0.0f ? low : high;
    if (border == Border::Open) return false;
    if (border == Border::Periodic) {
        at_m = at_m < 0.0f ? at_m + length_m : at_m - length_m;
    } else {
        at_m = at_m < 0.0f ? -at_m : 2.0f * length_m - at_m;
        speed = -kBounce * speed;
    }
    // However far it was: inside, and beside the border.
    at_m = larger(smaller(at_m, 0.999999f * length_m), 0.0f);
    return true;
}

/// Whether a drop meets nothing on its straight way from `before` to where it is, looked at in so
/// many places.
TARN_HD bool is_way_free(const SurfaceBelow& surface, const HullsAbove& hulls, const float* before,
                         const Drop& drop, int places) {
    if (!surface.is_below(drop.at_m) || !surface.is_below(before)) return false;
    const float* const at = drop.at_m;
    for (int k = 1; k <= places; ++k) {
        const float share = float(k) / float(places);
        const std::ptrdiff_t n = cell_below(surface, before[0] + share * (at[0] - before[0]),
                                            before[1] + share * (at[1] - before[1]));
        const float z_m = before[2] + share * (at[2] - before[2]);
        if (surface.is_solid(n) || double(z_m) <= surface.datum_m + double(surface.level_m[n]) ||
            hulls.is_inside(n, z_m))
            return false;
    }
    return true;
}

/// In pieces that cross at most a cell, so that no wall is passed unseen.
TARN_HD Landing fly_in_pieces(const FlightRules& rules, const SurfaceBelow& surface,
                              const HullsAbove& hulls, float step_s, int pieces, Drop& drop) {
    const float piece_s = step_s / float(pieces);
    for (int k = 0; k < pieces; ++k) {
        const float before[3] = {drop.at_m[0], drop.at_m[1], drop.at_m[2]};
        move(rules, piece_s, drop);
        float *const at = drop.at_m, *const moving = drop.velocity_m_per_s;
        const float size_m[2] = {float(surface.nx) * surface.cell_m,
                                 float(surface.ny) * surface.cell_m};
        float image[3] = {before[0], before[1], before[2]};
        for (int axis = 0; axis < 2; ++axis) {
            const Border low = rules.borders[2 * axis], high = rules.borders[2 * axis + 1];
            if (at[axis] < 0.0f && low == Border::Periodic) image[axis] += size_m[axis];
            if (at[axis] >= size_m[axis] && high == Border::Periodic) image[axis] -= size_m[axis];
            if (!stays_inside(at[axis], moving[axis], size_m[axis], low, high))
                return {Fate::Left, 0};
        }
        const std::ptrdiff_t n = cell_below(surface, at[0], at[1]);
        if (surface.is_solid(n)) {
            // Solids are walls of any height: back to where it was, and away from there.
            at[0] = before[0];
            at[1] = before[1];
            moving[0] = -kBounce * moving[0];
            moving[1] = -kBounce * moving[1];
            continue;
        }
        if (hulls.is_inside(n, at[2])) {
            // From beyond the border, as an emitter there sends it, it comes in over this cell.
            const std::ptrdiff_t from =
                surface.is_below(before) ? cell_below(surface, before[0], before[1]) : n;
            hulls.throw_back(surface, before, image, from, n, drop);
            continue;
        }
        if (double(at[2]) <= surface.datum_m + double(surface.level_m[n])) return {Fate::Landed, n};
    }
    return {};
}

/// So many pieces of its way cross at most a cell each.
TARN_HD int pieces_of(const FlightRules& rules, const SurfaceBelow& surface, float step_s,
                      const Drop& drop) {
    constexpr float kMostPieces = 64.0f;
    const float *const v = drop.velocity_m_per_s, fall = step_s * rules.gravity_m_per_s2;
    const float speed = square_root(v[0] * v[0] + v[1] * v[1]) + magnitude(v[2]) + fall;
    const float wanted = speed * step_s / surface.cell_m;
    return 1 + int(smaller(larger(wanted, 0.0f), kMostPieces));
}

/// A drop after `step_s`: at once where the way is free, else in pieces.
TARN_HD Landing fly(const FlightRules& rules, const SurfaceBelow& surface, float step_s, Drop& drop,
                    const Above& above = {}) {
    Drop there = drop;
    move(rules, step_s, there);
    Landing end;
    if (above.high.is_way_above(surface, drop.at_m, there.at_m)) {
        drop = there;
    } else {
        const int pieces = pieces_of(rules, surface, step_s, drop);
        if (is_way_free(surface, above.hulls, drop.at_m, there, pieces))
            drop = there;
        else
            end = fly_in_pieces(rules, surface, above.hulls, step_s, pieces, drop);
    }
    if (end.fate != Fate::Flying) return end;
    drop.age_s = drop.age_s + step_s;
    if (drop.age_s < rules.lifetime_s) return end;
    return comes_down(surface, drop);
}

}  // namespace tarn::spray
