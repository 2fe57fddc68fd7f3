// Where the surface of shallow water throws drops: breaking crests by the three conditions of
// THESIS 3.8 (steep, rising, curved downwards), and water that falls over a ledge. Functions of one
// cell and its neighbours, for the CPU and a GPU.
//
// THESIS compares lattice numbers, so its spray depends on the grid. A front of shallow water is a
// jump, spread over two or three cells however small they are. So the steepness here is the
// difference of level between two cells over the depth, the rise counts in speeds of waves, and the
// volume is a share of the water that the front lifts: all of them keep their meaning when the
// cells get smaller. Smooth waves, however high, do not meet the first condition once they are
// resolved.
#pragma once

#include "base/hash.hpp"
#include "spray/flight.hpp"

namespace tarn::spray {

/// When and how much. The defaults serve all scenes.
struct BreakingRules {
    float jump = 0.15f;         ///< least difference of level between two cells, in depths
    float rise = 0.05f;         ///< least speed of the surface upwards, in speeds of long waves
    float share = 0.012f;       ///< thrown, of the water that a front lifts
    float ledge_share = 0.05f;  ///< thrown, of the water that falls over a ledge
    float wet_m = 1e-4f;        ///< thinner water throws nothing
};

/// What one cell throws in a step.
struct Breaking {
    float depth_m = 0.0f;             ///< of water, spread over the cell
    float jump_m = 0.0f;              ///< how high the front or the fall is
    float east = 0.0f, north = 0.0f;  ///< unit vector, down the front
    float churn_per_s = 0.0f;         ///< how fast the surface turns white; 0: it does not
    bool is_fall = false;
};

/// Difference of level towards a neighbour, upwards positive. None towards solids, and towards land
/// that stands higher than the water.
TARN_HD float rise_towards(const SurfaceBelow& surface, std::ptrdiff_t n, int x, int y) {
    if (!surface.contains(x, y)) return 0.0f;
    const std::ptrdiff_t m = surface.index(x, y);
    if (surface.is_solid(m)) return 0.0f;
    const float rise = surface.level_m[m] - surface.level_m[n];
    return surface.depth_m[m] <= 0.0f && rise > 0.0f ? 0.0f : rise;
}

/// The larger of two one-sided differences, with the sign of a derivative along the axis.
TARN_HD float steeper(float towards_higher, float towards_lower) {
    return magnitude(towards_higher) >= magnitude(towards_lower) ? towards_higher : -towards_lower;
}

/// A free fall: the neighbour's surface lies below the bed of this cell, and water goes there.
TARN_HD Breaking falling(const SurfaceBelow& surface, const BreakingRules& rules, std::ptrdiff_t n,
                         const float (&rises)[4], float step_s) {
    constexpr float kEast[4] = {1.0f, -1.0f, 0.0f, 0.0f}, kNorth[4] = {0.0f, 0.0f, 1.0f, -1.0f};
    Breaking out;
    const float depth_m = surface.depth_m[n];
    for (int k = 0; k < 4; ++k) {
        const float towards = surface.u_m_per_s[n] * kEast[k] + surface.v_m_per_s[n] * kNorth[k];
        const float drop_m = -rises[k] - depth_m;
        if (!(drop_m > depth_m) || !(towards > 0.0f) || !(drop_m > out.jump_m)) continue;
        out.jump_m = drop_m;
        out.east = kEast[k];
        out.north = kNorth[k];
        out.depth_m = rules.ledge_share * depth_m * towards * step_s / surface.cell_m;
        out.is_fall = true;
        out.churn_per_s = smaller(towards, 4.0f);
    }
    return out;
}

/// Flow to the east or the north of a neighbour, in m2/s; against a wall it is that of the cell
/// itself, turned round.
TARN_HD float flow_of(const SurfaceBelow& surface, const float* velocity_m_per_s, std::ptrdiff_t n,
                      int x, int y) {
    const std::ptrdiff_t m = surface.contains(x, y) ? surface.index(x, y) : n;
    if (m == n || surface.is_solid(m)) return -surface.depth_m[n] * velocity_m_per_s[n];
    return surface.depth_m[m] * velocity_m_per_s[m];
}

/// How fast the surface rises, by the water that comes: at this moment, so that it does not depend
/// on the length of a step.
TARN_HD float rise_m_per_s(const SurfaceBelow& surface, std::ptrdiff_t n, int x, int y) {
    const float *const u = surface.u_m_per_s, *const v = surface.v_m_per_s;
    const float east = flow_of(surface, u, n, x + 1, y) - flow_of(surface, u, n, x - 1, y),
                north = flow_of(surface, v, n, x, y + 1) - flow_of(surface, v, n, x, y - 1);
    return -0.5f * (east + north) / surface.cell_m;
}

TARN_HD Breaking breaking(const SurfaceBelow& surface, const BreakingRules& rules,
                          float gravity_m_per_s2, float step_s, int x, int y) {
    const std::ptrdiff_t n = surface.index(x, y);
    const float depth_m = surface.depth_m[n];
    if (!(depth_m > rules.wet_m)) return {};
    const float rises[4] = {rise_towards(surface, n, x + 1, y), rise_towards(surface, n, x - 1, y),
                            rise_towards(surface, n, x, y + 1), rise_towards(surface, n, x, y - 1)};
    const float rise = rise_m_per_s(surface, n, x, y);
    if (!(rise > rules.rise * square_root(gravity_m_per_s2 * depth_m)))
        return falling(surface, rules, n, rises, step_s);
    if (!(rises[0] + rises[1] + rises[2] + rises[3] < 0.0f)) return {};
    const float east = steeper(rises[0], rises[1]), north = steeper(rises[2], rises[3]);
    const float jump_m = square_root(east * east + north * north);
    if (!(jump_m > rules.jump * depth_m)) return {};
    const float beyond = 1.0f - rules.jump * depth_m / jump_m;
    return {.depth_m = rules.share * beyond * rise * step_s,
            .jump_m = jump_m,
            .east = -east / jump_m,
            .north = -north / jump_m,
            .churn_per_s = 8.0f * beyond};
}

/// Random numbers in [0, 1) for one cell of one step: the same for any order of asking.
struct Dice {
    std::uint64_t seed;
    TARN_HD float roll(std::uint32_t which) const {
        return float(mix64(seed + which * 0x9e3779b97f4a7c15ull) >> 40) * 0x1p-24f;
    }
    /// From -1 to 1.
    TARN_HD float spread(std::uint32_t which) const { return 2.0f * roll(which) - 1.0f; }
};

/// A drop thrown by a breaking cell. Fronts run at the speed of long waves over the water, and
/// throw upwards as high as a share of their own height; water over a ledge goes on as it was.
TARN_HD Drop thrown(const SurfaceBelow& surface, const Breaking& crest, float gravity_m_per_s2,
                    float radius_m, std::int64_t volume, int x, int y, const Dice& dice) {
    const std::ptrdiff_t n = surface.index(x, y);
    const float wave = square_root(gravity_m_per_s2 * surface.depth_m[n]);
    const float up = square_root(2.0f * gravity_m_per_s2 * crest.jump_m);
    const float ahead =
        crest.is_fall ? 0.1f * up * dice.roll(0) : wave * (0.4f + 0.8f * dice.roll(0));
    const float aside = 0.25f * (crest.is_fall ? 0.4f * up : wave) * dice.spread(1);
    const float cell_m = surface.cell_m;
    Drop drop;
    drop.volume = volume;
    drop.radius_m = radius_m;
    drop.at_m[0] = (float(x) + 0.5f + 0.499f * dice.spread(2)) * cell_m;
    drop.at_m[1] = (float(y) + 0.5f + 0.499f * dice.spread(3)) * cell_m;
    drop.at_m[2] = float(surface.datum_m + double(surface.level_m[n])) + radius_m +
                   0.2f * crest.jump_m * dice.roll(4);
    drop.velocity_m_per_s[0] = surface.u_m_per_s[n] + ahead * crest.east - aside * crest.north;
    drop.velocity_m_per_s[1] = surface.v_m_per_s[n] + ahead * crest.north + aside * crest.east;
    drop.velocity_m_per_s[2] =
        up * (crest.is_fall ? 0.15f * dice.roll(5) : 0.2f + 0.8f * dice.roll(5));
    return drop;
}

}  // namespace tarn::spray
