// Hulls that drops meet in the air: over which cells each stands and how it moves. A drop that hits
// one is thrown back and gives it its momentum, counted in whole units like all else. Functions of
// one drop, for the CPU and a GPU.
#pragma once

#include "base/exact_sum.hpp"
#include "base/numeric.hpp"
#include "solver/hulls.hpp"
#include "spray/surface_below.hpp"
#include <tarn/types.hpp>

#include <cstddef>
#include <cstdint>

namespace tarn::spray {

/// A hull for a step, and what drops gave it: N s, and N m s about its centre of mass.
struct HullInAir {
    const exchange::HullCover* cover = nullptr;
    Vec3 centre_m;
    exchange::Six motion = {};
    exchange::Six impulse = {};
};

/// How a hull moves, and what it got: volume units times m/s, then times the arm in m.
struct HullMotion {
    float centre_m[3], velocity_m_per_s[3], spin_rad_per_s[3];
    std::int64_t given[6];
};

/// All hulls as columns over cells, [ny][nx].
struct HullsAbove {
    const std::int32_t* hull = nullptr;  ///< that covers most of the cell; -1: none does
    const float *under_m = nullptr, *top_m = nullptr;
    HullMotion* motions = nullptr;  ///< by hull

    /// Part of the speed towards a hull that a drop keeps when it is thrown back.
    static constexpr float kBounce = 0.2f;
    /// What comes to rest on a hull runs to its sides.
    static constexpr float kRunOff_m_per_s = 0.5f;

    TARN_HD bool covers(std::ptrdiff_t n) const { return hull && hull[n] >= 0; }
    TARN_HD bool is_inside(std::ptrdiff_t n, float z_m) const {
        return covers(n) && z_m > under_m[n] && z_m < top_m[n];
    }

    /// A drop came from `before`, over cell m, into the hull over cell n: it is put back to where
    /// it touched it, and thrown off. `image` is `before` as seen from there, which across a
    /// periodic border lies beyond the grid.
    TARN_HD void throw_back(const SurfaceBelow& surface, const float* before, const float* image,
                            std::ptrdiff_t m, std::ptrdiff_t n, Drop& drop) const {
        const bool is_from_below = before[2] <= under_m[n];
        const bool is_beside = m != n && before[2] < top_m[n] && !is_from_below &&
                               (hull[m] != hull[n] || before[2] >= top_m[m]);
        float normal[3] = {0.0f, 0.0f, is_from_below ? -1.0f : 1.0f};
        float touched[2] = {drop.at_m[0], drop.at_m[1]};
        if (is_beside) {
            face_of_cell(surface, image, drop.at_m, normal);
            for (int k = 0; k < 2; ++k) {
                drop.at_m[k] = before[k];
                touched[k] = image[k];
            }
        } else if (is_from_below) {
            drop.at_m[2] = under_m[n];
        } else {
            slope_of_top(surface, n, normal);
            drop.at_m[2] = top_m[n];
        }
        HullMotion& motion = motions[hull[n]];
        float arm[3];
        for (int k = 0; k < 3; ++k)
            arm[k] = (k < 2 ? touched[k] : drop.at_m[k]) - motion.centre_m[k];
        reflect(motion, arm, normal, !is_beside && !is_from_below, drop);
    }

private:
    /// Of what no scene should ask for, as much as a number holds.
    TARN_HD static std::int64_t whole(double units) {
        constexpr double kMost = 0x1p60;
        return std::int64_t(larger(smaller(units, kMost), -kMost));
    }
    /// The side of its cell that a drop came through, by where it was.
    TARN_HD static void face_of_cell(const SurfaceBelow& surface, const float* before,
                                     const float* at, float* normal) {
        float squares = 0.0f;
        for (int k = 0; k < 2; ++k) {
            const bool is_other =
                before[k] < 0.0f || int(before[k] / surface.cell_m) != int(at[k] / surface.cell_m);
            normal[k] = is_other ? (before[k] < at[k] ? -1.0f : 1.0f) : 0.0f;
            squares = squares + normal[k] * normal[k];
        }
        normal[2] = squares > 0.0f ? 0.0f : 1.0f;
        for (int k = 0; k < 2; ++k)
            normal[k] = squares > 1.0f ? 0.70710678f * normal[k] : normal[k];
    }
    /// Of the upper side, between neighbours of the same hull.
    TARN_HD void slope_of_top(const SurfaceBelow& surface, std::ptrdiff_t n, float* normal) const {
        const int x = int(n % surface.nx), y = int(n / surface.nx);
        const auto fall = [&](int i, int j, int k, int l) {
            if (!surface.contains(i, j) || !surface.contains(k, l)) return 0.0f;
            const std::ptrdiff_t low = surface.index(i, j), high = surface.index(k, l);
            if (hull[low] != hull[n] || hull[high] != hull[n]) return 0.0f;
            const float slope = 0.5f * (top_m[low] - top_m[high]) / surface.cell_m;
            return larger(smaller(slope, 2.0f), -2.0f);
        };
        normal[0] = fall(x - 1, y, x + 1, y);
        normal[1] = fall(x, y - 1, x, y + 1);
        const float length = square_root(1.0f + normal[0] * normal[0] + normal[1] * normal[1]);
        normal[0] = normal[0] / length;
        normal[1] = normal[1] / length;
        normal[2] = 1.0f / length;
    }
    TARN_HD static void reflect(HullMotion& motion, const float* arm, const float* normal,
                                bool is_on_top, Drop& drop) {
        const float* const spin = motion.spin_rad_per_s;
        float hull[3], relative[3], before[3];
        float towards = 0.0f;
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            hull[k] = motion.velocity_m_per_s[k] + (spin[i] * arm[j] - spin[j] * arm[i]);
            before[k] = drop.velocity_m_per_s[k];
            relative[k] = before[k] - hull[k];
            towards = towards + relative[k] * normal[k];
        }
        const float turned = (1.0f + kBounce) * smaller(towards, 0.0f);
        float squares = 0.0f;
        for (int k = 0; k < 3; ++k) {
            relative[k] = relative[k] - turned * normal[k];
            squares = squares + relative[k] * relative[k];
        }
        const float away = square_root(arm[0] * arm[0] + arm[1] * arm[1]);
        if (is_on_top && squares < kRunOff_m_per_s * kRunOff_m_per_s && away > 0.0f)
            for (int k = 0; k < 2; ++k) relative[k] = kRunOff_m_per_s * arm[k] / away;
        double given[3];
        for (int k = 0; k < 3; ++k) {
            drop.velocity_m_per_s[k] = hull[k] + relative[k];
            given[k] = double(drop.volume) * (double(before[k]) - double(drop.velocity_m_per_s[k]));
        }
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            add_exactly(motion.given + k, whole(given[k]));
            add_exactly(motion.given + 3 + k,
                        whole(double(arm[i]) * given[j] - double(arm[j]) * given[i]));
        }
    }
};

}  // namespace tarn::spray
