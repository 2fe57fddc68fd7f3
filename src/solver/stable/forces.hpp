// What changes velocities in place: gravity, walls and faucets, the speed limit, viscosity.
#pragma once

#include "solver/stable/cells.hpp"

namespace tarn::stable {

/// Gravity, then what walls and faucets prescribe, then the speed limit. A velocity that is no
/// number becomes 0, which nothing that goes before makes.
struct ApplyForces {
    View v;
    float gravity_m_per_s;  ///< of this step
    float most_m_per_s;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        for (int axis = 0; axis < 3; ++axis) {
            float u = v.u.of[axis][n];
            if (axis == 2 && ((v.known[n] >> 2) & 1)) u = u - gravity_m_per_s;
            const FaceSides face = sides_of(v.grid, axis, i);
            if (is_fixed(v, face)) u = fixed_velocity(v, axis, i, face);
            if (!(magnitude(u) <= most_m_per_s))
                u = u > 0.0f ? most_m_per_s : u < 0.0f ? -most_m_per_s : 0.0f;
            v.u.of[axis][n] = u;
        }
    }
};

/// One explicit step of diffusion by `share` = viscosity time / cell^2. Walls hold the water beside
/// them, faces that slip and air do not.
struct Diffuse {
    View v;
    Faces to;
    float share;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        const bool is_plain = v.known[n] && is_among_known(i);
        for (int axis = 0; axis < 3; ++axis) {
            const float here = v.u.of[axis][n];
            to.of[axis][n] = here;
            if (!((v.known[n] >> axis) & 1) || is_fixed(v, sides_of(v.grid, axis, i))) continue;
            float change = 0.0f;
            for (int b = 0; b < 3; ++b) {
                const float* const u = v.u.of[axis] + n;
                const std::ptrdiff_t step = v.grid.stride(b);
                change += is_plain ? u[-step] + u[step] - 2.0f * here
                                   : beside(axis, b, i, here, -1) + beside(axis, b, i, here, 1) -
                                         2.0f * here;
            }
            to.of[axis][n] = here + share * change;
        }
    }
    /// Whether faces of all neighbours are known and none of them is solid: most cells of water.
    TARN_HD bool is_among_known(const int i[3]) const {
        if (!v.grid.is_within(i)) return false;
        const std::ptrdiff_t n = v.grid.at(i);
        unsigned known = kAllKnown;
        bool has_solid = false;
        for (int b = 0; b < 3; ++b) {
            const std::ptrdiff_t step = v.grid.stride(b);
            known &= v.known[n - step] & v.known[n + step];
            has_solid = has_solid || v.kind[n - step] == kSolid || v.kind[n + step] == kSolid;
        }
        return known == kAllKnown && !has_solid;
    }
    /// The velocity one cell on along `b`, as the face sees it.
    TARN_HD float beside(int axis, int b, const int i[3], float here, int step) const {
        const std::ptrdiff_t n = step < 0 ? v.grid.before(b, i) : v.grid.after(b, i);
        if (n < 0) {
            if (b == axis) return 0.0f;
            return v.grid.slips[2 * b + (step > 0)] ? here : -here;
        }
        int j[3] = {i[0], i[1], i[2]};
        j[b] = v.grid.near(b, i[b] + step);
        const FaceSides face = sides_of(v.grid, axis, j);
        const bool is_in_solid =
            v.kind[face.high] == kSolid && (face.low < 0 || v.kind[face.low] == kSolid);
        if (is_in_solid) {
            const float wall = fixed_velocity(v, axis, j, face);
            return b == axis ? wall : 2.0f * wall - here;
        }
        if (!((v.known[n] >> axis) & 1)) return here;
        return v.u.of[axis][n];
    }
};

/// Faces of hulls, when those move otherwise than was thought.
struct SetHullFaces {
    View v;
    float most_m_per_s;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        for (int axis = 0; axis < 3; ++axis) {
            const FaceSides face = sides_of(v.grid, axis, i);
            if (face.low < 0) continue;
            if (v.solid[face.low] < kFirstHull && v.solid[face.high] < kFirstHull) continue;
            const float u = fixed_velocity(v, axis, i, face);
            v.u.of[axis][face.high] = larger(smaller(u, most_m_per_s), -most_m_per_s);
        }
    }
};

struct CopyFaces {
    View v;
    Faces from, to;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        for (int axis = 0; axis < 3; ++axis) to.of[axis][n] = from.of[axis][n];
    }
};

/// u = 2 projected - before, the reflection of an advection-reflection step [zehnder2018].
struct Reflect {
    View v;
    Faces before, projected, to;
    TARN_HD void operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        for (int axis = 0; axis < 3; ++axis)
            to.of[axis][n] = 2.0f * projected.of[axis][n] - before.of[axis][n];
    }
};

/// Velocities of air near water, from the water: first the faces beside known ones, then drops too
/// small for pressure, which keep their own, then layer by layer.
struct BeginKnown {
    View v;
    std::uint8_t* to;

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        unsigned bits = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const FaceSides face = sides_of(v.grid, axis, i);
            const auto is_moving = [&](std::ptrdiff_t c) {
                return c >= 0 && (v.kind[c] == kWater || v.kind[c] == kFaucet);
            };
            if (is_moving(face.low) || is_moving(face.high)) bits |= 1u << axis;
        }
        to[n] = std::uint8_t(bits);
    }
};

struct SpreadKnown {
    View v;
    const std::uint8_t* from;
    std::uint8_t* to;
    bool keeps_drops;  ///< faces of small drops keep their velocity
    bool is_last;      ///< what is not reached stands still

    TARN_HD void operator()(int x, int y, int z) const {
        const int i[3] = {x, y, z};
        const std::ptrdiff_t n = v.grid.at(i);
        unsigned bits = from[n];
        if (bits == kAllKnown) {
            to[n] = std::uint8_t(bits);
            return;
        }
        std::ptrdiff_t near[6];
        unsigned near_bits[6], any_near = 0;
        for (int k = 0; k < 6; ++k) {
            near[k] = k & 1 ? v.grid.after(k / 2, i) : v.grid.before(k / 2, i);
            near_bits[k] = near[k] < 0 ? 0u : from[near[k]];
            any_near |= near_bits[k];
        }
        if (!keeps_drops && !is_last && (any_near & ~bits) == 0) {
            // The neighbours know nothing that is new here.
            to[n] = std::uint8_t(bits);
            return;
        }
        for (int axis = 0; axis < 3; ++axis) {
            if ((bits >> axis) & 1) continue;
            float sum = 0.0f;
            int count = 0;
            for (int k = 0; k < 6; ++k) {
                if (!((near_bits[k] >> axis) & 1)) continue;
                sum += v.u.of[axis][near[k]];
                ++count;
            }
            if (count > 0) {
                const FaceSides face = sides_of(v.grid, axis, i);
                const bool is_wall =
                    face.low < 0 || (v.kind[face.low] == kSolid) != (v.kind[face.high] == kSolid);
                v.u.of[axis][n] = is_wall ? fixed_velocity(v, axis, i, face) : sum / float(count);
                bits |= 1u << axis;
            } else if (keeps_drops && is_drop(axis, i)) {
                bits |= 1u << axis;
            } else if (is_last) {
                v.u.of[axis][n] = 0.0f;
            }
        }
        to[n] = std::uint8_t(bits);
    }
    TARN_HD bool is_drop(int axis, const int i[3]) const {
        const FaceSides face = sides_of(v.grid, axis, i);
        if (is_fixed(v, face)) return false;
        return v.fill[face.low] > kWet || v.fill[face.high] > kWet;
    }
};

struct MostSpeed {
    float value = 0.0f;
    TARN_HD void join(const MostSpeed& other) { value = larger(value, other.value); }
};
struct FindMostSpeed {
    View v;
    TARN_HD MostSpeed operator()(int x, int y, int z) const {
        const std::ptrdiff_t n = v.grid.at(x, y, z);
        float most = 0.0f;
        for (int axis = 0; axis < 3; ++axis)
            if ((v.known[n] >> axis) & 1) most = larger(most, magnitude(v.u.of[axis][n]));
        return {most};
    }
};

}  // namespace tarn::stable
