// A wall-sided box that floats, for tests of the water under hulls: its sides along the axes, its
// cover exact, its engine one line. It may heave, pitch and move along x as it is allowed to.
#pragma once

#include "solver/hulls.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::exchange {

struct BoxHullDesc {
    PlanGrid grid = {};
    Vec3 at_m = {};    ///< of its centre, which is that of its mass
    Vec3 size_m = {};  ///< may reach beyond the grid
    double density_kg_per_m3 = 500.0;
    Six free = {0, 0, 1, 0, 0, 0};  ///< 1 where it may move
    Six motion = {};
    double pitch_rad = 0.0;
    double gravity_m_per_s2 = 9.81;
};

class BoxHull final : public Hulls {
public:
    explicit BoxHull(const BoxHullDesc& desc)
        : desc_(desc), at_m_(desc.at_m), motion_(desc.motion), pitch_rad_(desc.pitch_rad) {
        const Vec3 half = {0.5 * desc.size_m.x, 0.5 * desc.size_m.y, 0.5 * desc.size_m.z};
        const double wide_m = std::min(desc.grid.width_m(), desc.at_m.x + half.x) -
                              std::max(0.0, desc.at_m.x - half.x);
        const double deep_m = std::min(desc.grid.height_m(), desc.at_m.y + half.y) -
                              std::max(0.0, desc.at_m.y - half.y);
        mass_kg_ = desc.density_kg_per_m3 * wide_m * deep_m * desc.size_m.z;
        inertia_kg_m2_ =
            mass_kg_ * (desc.size_m.x * desc.size_m.x + desc.size_m.z * desc.size_m.z) / 12.0;
    }

    double mass_kg() const { return mass_kg_; }
    Vec3 at_m() const { return at_m_; }
    double pitch_rad() const { return pitch_rad_; }
    const Six& motion() const { return motion_; }
    const HullReport& report() const { return report_; }

    int count() const override { return 1; }
    HullState state(int) const override {
        constexpr double kHeld = 1e12;
        const auto about = [&](std::size_t axis) {
            return desc_.free[axis] > 0 ? inertia_kg_m2_ : kHeld;
        };
        HullState state;
        state.centre_m = at_m_;
        state.motion = motion_;
        state.mass_kg = mass_kg_;
        state.inertia_kg_m2 = {about(3), 0, 0, 0, about(4), 0, 0, 0, about(5)};
        state.height_m = desc_.size_m.z;
        return state;
    }
    const HullCover& cover(int, double ahead_s) override {
        HullCover& cover = ahead_s == 0.0 ? now_ : ahead_;
        lay({at_m_.x + ahead_s * motion_[0], at_m_.y + ahead_s * motion_[1],
             at_m_.z + ahead_s * motion_[2]},
            pitch_rad_ + ahead_s * motion_[4], cover);
        return cover;
    }
    const HullCover& shifted(int, Vec2 by_m) override {
        lay({at_m_.x + by_m.x, at_m_.y + by_m.y, at_m_.z}, pitch_rad_, shifted_);
        return shifted_;
    }
    /// What a rigid-body engine does with forces: speed first, then place; and the bed at 0.
    void move(double step_s, std::span<const Six> forces, std::span<Six> motions) override {
        next_motion_ = motion_;
        for (std::size_t k = 0; k < 6; ++k) {
            const double weight_n = k == 2 ? mass_kg_ * desc_.gravity_m_per_s2 : 0.0;
            next_motion_[k] += desc_.free[k] * step_s * (forces[0][k] - weight_n) /
                               (k < 3 ? mass_kg_ : inertia_kg_m2_);
        }
        next_motion_[2] = std::max(next_motion_[2], (0.5 * desc_.size_m.z - at_m_.z) / step_s);
        step_s_ = step_s;
        motions[0] = next_motion_;
    }
    void keep(std::span<const HullReport> reports) override {
        motion_ = next_motion_;
        at_m_.x += step_s_ * motion_[0];
        at_m_.y += step_s_ * motion_[1];
        at_m_.z += step_s_ * motion_[2];
        pitch_rad_ += step_s_ * motion_[4];
        report_ = reports[0];
    }
    void undo() override {}

private:
    void lay(const Vec3& centre_m, double pitch_rad, HullCover& cover) const {
        const double cell_m = desc_.grid.cell_m;
        const auto range = [&](double at_m, double size_m, int count) {
            const double low = std::max((at_m - 0.5 * size_m) / cell_m, 0.0);
            const double high = std::min((at_m + 0.5 * size_m) / cell_m, double(count));
            return std::pair(int(low), std::max(int(std::ceil(high)), int(low)));
        };
        const auto [i0, i1] = range(centre_m.x, desc_.size_m.x, desc_.grid.nx);
        const auto [j0, j1] = range(centre_m.y, desc_.size_m.y, desc_.grid.ny);
        cover.area = {i0, j0, i1 - i0, j1 - j0};
        cover.part.assign(cover.area.count(), 0.0);
        cover.under_m = cover.top_m = cover.part;
        const auto overlap = [&](int k, double at_m, double size_m) {
            const double low = std::max(k * cell_m, at_m - 0.5 * size_m);
            return std::max(std::min((k + 1) * cell_m, at_m + 0.5 * size_m) - low, 0.0) / cell_m;
        };
        for (int j = j0; j < j1; ++j)
            for (int i = i0; i < i1; ++i) {
                const std::size_t n = std::size_t(cover.area.index(i, j));
                cover.part[n] =
                    overlap(i, centre_m.x, desc_.size_m.x) * overlap(j, centre_m.y, desc_.size_m.y);
                cover.under_m[n] = centre_m.z - 0.5 * desc_.size_m.z -
                                   pitch_rad * ((i + 0.5) * cell_m - centre_m.x);
                cover.top_m[n] = cover.under_m[n] + desc_.size_m.z;
            }
    }

    BoxHullDesc desc_;
    Vec3 at_m_;
    Six motion_, next_motion_ = {};
    double pitch_rad_, mass_kg_ = 0.0, inertia_kg_m2_ = 0.0, step_s_ = 0.0;
    HullCover now_, ahead_, shifted_;
    HullReport report_;
};

}  // namespace tarn::exchange
