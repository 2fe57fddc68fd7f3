// Bodies for tests of water in space: they move by what the water does and by their weight, without
// contacts. In lattice units: a cell is a metre, a step a second, and a cell of water weighs a
// kilogram.
#pragma once

#include "base/rotation.hpp"
#include "solver/hulls.hpp"

#include <vector>

namespace tarn::volume {

class FreeHulls final : public exchange::Hulls {
public:
    struct One {
        exchange::HullShape shape;
        double mass_kg = 1.0;
        Vec3 inertia_kg_m2 = {1.0, 1.0, 1.0};
        Vec3 centre_m;
        exchange::Six motion = {};
        Quaternion turn = {};
        bool is_free = true;
        exchange::HullReport report = {};
    };
    explicit FreeHulls(double gravity_m_per_s2) : gravity_m_per_s2_(gravity_m_per_s2) {}

    /// Of a density of water times `density`.
    One& add_sphere(double radius_m, double density, Vec3 at_m) {
        const double mass_kg =
            density * 4.0 / 3.0 * 3.14159265358979 * radius_m * radius_m * radius_m;
        const double inertia = 0.4 * mass_kg * radius_m * radius_m;
        return add({{exchange::HullShape::Kind::Sphere, radius_m, {}, {}, {}},
                    mass_kg,
                    {inertia, inertia, inertia},
                    at_m});
    }
    One& add_box(Vec3 size_m, double density, Vec3 at_m) {
        const double mass_kg = density * size_m.x * size_m.y * size_m.z;
        const auto moment = [&](double a, double b) { return mass_kg * (a * a + b * b) / 12.0; };
        return add(
            {{exchange::HullShape::Kind::Box, 0.0, size_m, {}, {}},
             mass_kg,
             {moment(size_m.y, size_m.z), moment(size_m.x, size_m.z), moment(size_m.x, size_m.y)},
             at_m});
    }
    One& add(const One& one) {
        all_.push_back(one);
        before_.resize(all_.size());
        return all_.back();
    }
    One& operator[](std::size_t k) { return all_[k]; }

    int count() const override { return int(all_.size()); }
    exchange::HullState state(int hull) const override {
        const One& one = all_[std::size_t(hull)];
        const Mat3 turn = matrix_of(one.turn);
        const Mat3 inertia = turn * diagonal(one.inertia_kg_m2) * transposed(turn);
        exchange::HullState out;
        out.centre_m = one.centre_m;
        out.motion = one.motion;
        out.mass_kg = one.mass_kg;
        for (std::size_t r = 0; r < 3; ++r) {
            const Vec3 a = inertia.row[r], b = turn.row[r];
            const double rows[2][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}};
            for (std::size_t c = 0; c < 3; ++c) {
                out.inertia_kg_m2[3 * r + c] = rows[0][c];
                out.turn[3 * r + c] = rows[1][c];
            }
        }
        out.is_free = one.is_free;
        return out;
    }
    exchange::HullShape shape(int hull) const override { return all_[std::size_t(hull)].shape; }
    exchange::Six outside(int hull) const override {
        return {0.0, 0.0, -gravity_m_per_s2_ * all_[std::size_t(hull)].mass_kg, 0.0, 0.0, 0.0};
    }
    const exchange::HullCover& cover(int, double) override { return none_; }
    const exchange::HullCover& shifted(int, Vec2) override { return none_; }
    void move(double step_s, std::span<const exchange::Six> forces,
              std::span<exchange::Six> motions) override {
        step_s_ = step_s;
        for (std::size_t k = 0; k < all_.size(); ++k) {
            One& one = all_[k];
            before_[k] = one;
            if (one.is_free) {
                const Mat3 turn = matrix_of(one.turn);
                const Mat3 back = inverse(turn * diagonal(one.inertia_kg_m2) * transposed(turn));
                const exchange::Six& f = forces[k];
                const Vec3 spin = back * Vec3{f[3], f[4], f[5]};
                const double parts[3] = {spin.x, spin.y, spin.z};
                for (std::size_t c = 0; c < 3; ++c) {
                    one.motion[c] += step_s * (f[c] + outside(int(k))[c]) / one.mass_kg;
                    one.motion[c + 3] += step_s * parts[c];
                }
            }
            motions[k] = one.motion;
        }
    }
    void keep(std::span<const exchange::HullReport> reports) override {
        for (std::size_t k = 0; k < all_.size(); ++k) {
            One& one = all_[k];
            const exchange::Six& m = one.motion;
            one.centre_m = one.centre_m + step_s_ * Vec3{m[0], m[1], m[2]};
            one.turn = normalized(turn_by(step_s_ * Vec3{m[3], m[4], m[5]}) * one.turn);
            one.report = reports[k];
        }
    }
    void undo() override { all_ = before_; }

private:
    double gravity_m_per_s2_, step_s_ = 1.0;
    std::vector<One> all_, before_;
    exchange::HullCover none_;
};

}  // namespace tarn::volume
