#include "support/throws.hpp"

#include "bodies/create.hpp"
#include "bodies/mass_properties.hpp"
#include "coupling/cover.hpp"
#include "scene/read.hpp"
#include "world/body_drives.hpp"
#include <tarn/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace tarn::test {
namespace {

constexpr double kDensity_kg_per_m3 = 1000.0, kGravity_m_per_s2 = 9.81;
constexpr int kCellsX = 40, kCellsY = 30;
constexpr double kCell_m = 0.1, kWidth_m = kCellsX * kCell_m, kHeight_m = kCellsY * kCell_m;
constexpr double kLevel_m = 1.0, kStep_s = 0.02;

/// SplitMix64 [steele2014].
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    double between(double low, double high) {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return low + (high - low) * double((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    int below(int count) { return int(between(0.0, count)); }

private:
    std::uint64_t state_;
};

std::string text(double value) {
    char out[32];
    std::snprintf(out, sizeof out, "%.6g", value);
    return out;
}

std::string text(Vec3 v) {
    return "[" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + "]";
}

/// A shape, and how far it reaches from its centre.
struct Thing {
    std::string keys;
    double reach_m = 0.0;
};

Thing thing(Dice& dice) {
    const double a = dice.between(0.1, 0.35), b = dice.between(0.15, 0.7),
                 c = dice.between(0.15, 0.7);
    switch (dice.below(4)) {
        case 0:
            return {R"("shape": "sphere", "radius": )" + text(a), a};
        case 1:
            return {R"("shape": "box", "size": )" + text({2.0 * a, b, c}),
                    0.5 * length({2.0 * a, b, c})};
        case 2:
            return {R"("shape": "cylinder", "radius": )" + text(a) + R"(, "length": )" + text(b),
                    length({a, 0.5 * b, 0.0})};
        default:
            return {R"("shape": "capsule", "radius": )" + text(a) + R"(, "length": )" +
                        text(2.0 * a + b),
                    a + 0.5 * b};
    }
}

struct Bed {
    const char* expression;
    double highest_m;  ///< below x_m
    double x_m;
};
constexpr Bed kBeds[] = {{"0", 0.0, kWidth_m},
                         {"0.3 + 0.3*sin(3*x)*cos(2*y)", 0.6, kWidth_m},
                         {"x > 2.8 ? (x - 2.8)*1.2 : 0", 0.0, 2.8},
                         {"x > 2 ? 0.7 : 0", 0.7, kWidth_m}};

/// Where nothing else is: a body that begins in another one is pushed out. `low_m` is the lowest
/// height of its centre.
Vec3 place(Dice& dice, const Bed& bed, double reach_m, double low_m,
           std::vector<std::pair<Vec3, double>>& taken) {
    Vec3 at;
    bool is_free = false;
    for (int tries = 0; tries < 1000 && !is_free; ++tries) {
        at = {dice.between(0.65 + reach_m, bed.x_m - reach_m - 0.05),
              dice.between(reach_m + 0.05, kHeight_m - reach_m - 0.05),
              dice.between(low_m, low_m + 1.2)};
        is_free = std::ranges::all_of(taken, [&](const auto& other) {
            return length(at - other.first) > reach_m + other.second;
        });
    }
    taken.push_back({at, reach_m});
    return at;
}

std::string body(Dice& dice, const Bed& bed, std::vector<std::pair<Vec3, double>>& taken) {
    const double pi = 3.14159265358979323846;
    // Densities are even in their logarithm. Some are let go in the water, some thrown gently, most
    // as fast as 40 m/s; what is thrown begins in the air, as water that is at rest beside a fast
    // hull has been put in motion by nobody.
    const double density = 5.0 * std::pow(1000.0, dice.between(0.0, 1.0));
    const int way_of_start = dice.below(4);
    const double speed = dice.between(0.0, way_of_start == 1 ? 3.0 : way_of_start > 1 ? 40.0 : 0.0);
    const double way = dice.between(0.0, 2.0 * pi), up = dice.between(-1.0, 0.3);
    const double along = speed * std::sqrt(1.0 - up * up);
    const Vec3 velocity = {along * std::cos(way), along * std::sin(way), speed * up};
    const Thing what = thing(dice);
    const double ground_m = way_of_start == 0 ? bed.highest_m : kLevel_m;
    const Vec3 at = place(dice, bed, what.reach_m, ground_m + what.reach_m + 0.05, taken);
    const auto triple = [&](double low, double high) {
        const double x = dice.between(low, high), y = dice.between(low, high);
        return text({x, y, dice.between(low, high)});
    };
    const std::string turned = triple(0.0, 360.0);
    const double most_spin = way_of_start == 0 ? 0.0 : 10.0;
    const std::string spin = triple(-most_spin, most_spin);
    return R"({"name": "body)" + std::to_string(taken.size()) + R"(", )" + what.keys +
           R"(, "density": )" + text(density) + R"(, "at": )" + text(at) + R"(, "velocity": )" +
           text(velocity) + R"(, "rotate": )" + turned + R"(, "spin": )" + spin + "}";
}

std::string scene_of(std::uint64_t seed) {
    Dice dice(seed);
    const Bed& bed = kBeds[dice.below(4)];
    const bool is_ring = &bed == &kBeds[0] && dice.below(2) == 0;
    std::string water = R"("size": [4, 3], "cells": [40, 30], "level": 1.0, "bed": {"expr": ")" +
                        std::string(bed.expression) + R"("})";
    if (is_ring)
        // Floats of the water would lose more of its momentum than the hulls may.
        water +=
            R"(, "precision": "double", "edges": {"west": "periodic", "east": "periodic", "south": "periodic", "north": "periodic"})";
    else if (dice.below(3) == 0)
        water += R"(, "solids": [{"box": [0.2, 0.2, 0.6, 0.6]}])";
    const int count = 1 + dice.below(3);
    std::string bodies;
    std::vector<std::pair<Vec3, double>> taken;
    for (int k = 0; k < count; ++k) bodies += (k ? ", " : "") + body(dice, bed, taken);
    return R"({"water": {)" + water + R"(}, "bodies": [)" + bodies + "]}";
}

/// Mechanical energy and horizontal momentum of water and bodies.
struct Sums {
    double energy_j = 0.0;
    Vec3 momentum = {};
    double moving = 0.0;  ///< sum of the sizes of momenta
    bool is_touched = false;
};

class Follower {
public:
    explicit Follower(const std::string& json) {
        const auto described = scene::read_scene(json, "throw", ".");
        bodies::BodyMaker maker;
        for (const scene::Body& one : described.value().bodies)
            bodies_.push_back(maker.make(one).value().body);
        for (const bodies::Body& body : bodies_)
            has_lid_.push_back(world::takes_lid(*body.mesh, kCell_m));
    }

    Sums sums(const World& world) {
        const auto depth = world.field("depth").value(), level = world.field("level").value();
        const auto u = world.field("u").value(), v = world.field("v").value();
        const auto bed = world.field("bed").value();
        Sums sums;
        gather(world, sums, level);
        const double area_m2 = kCell_m * kCell_m;
        for (int j = 0; j < kCellsY; ++j)
            for (int i = 0; i < kCellsX; ++i) {
                const auto at = [&](const FieldView& f) {
                    return double(f.data[j * f.row_stride + i]);
                };
                const double h = at(depth), z = at(bed), mass_kg = kDensity_kg_per_m3 * area_m2 * h;
                if (!(h > 0.0)) continue;
                const Vec3 speed = {at(u), at(v), 0.0};
                sums.energy_j += 0.5 * mass_kg * dot(speed, speed);
                sums.energy_j += kDensity_kg_per_m3 * kGravity_m_per_s2 * area_m2 *
                                 height_moment(std::size_t(j * kCellsX + i), h, z, at(level));
                sums.momentum = sums.momentum + mass_kg * speed;
                sums.moving += mass_kg * length(speed);
            }
        return sums;
    }

private:
    struct Over {
        double part, under_m, top_m;
    };

    /// The integral of the height over a column of water beside, under and over hulls, m2.
    double height_moment(std::size_t n, double h, double z, double head_m) const {
        const double whole = 0.5 * (head_m * head_m - z * z), taken_m = head_m - z - h;
        if (std::abs(taken_m) < 1e-5) return whole;
        // Water under a lid may be pressed harder than the hull is high, or hang from it.
        for (const bool is_lid : {false, true}) {
            double sum = 0.0, moment = 0.0;
            for (const Over& one : over_[n]) {
                const double top_m = is_lid ? head_m : std::min(one.top_m, head_m);
                if ((top_m - one.under_m) * taken_m <= 0.0) continue;
                sum += one.part * (top_m - one.under_m);
                moment += 0.5 * one.part * (top_m * top_m - one.under_m * one.under_m);
            }
            constexpr double kSlack = 1.05;
            if (std::abs(taken_m) <= kSlack * std::abs(sum) || (is_lid && sum != 0.0))
                return whole - taken_m * moment / sum;
        }
        // Where nothing is over it, what is missing lies on the ground.
        return z * h + 0.5 * h * h;
    }

    /// Work that it takes to push a body on triangles under, which lifts no water: all of what it
    /// displaces comes up to the level.
    double sunk_energy_j(const FieldView& level) const {
        double sum_m4 = 0.0;
        for (int y = 0; y < cover_.area.ny; ++y)
            for (int x = 0; x < cover_.area.nx; ++x) {
                const std::size_t n = std::size_t(y * cover_.area.nx + x);
                const int j = y + cover_.area.y0, i = x + cover_.area.x0;
                const double level_m = double(level.data[j * level.row_stride + i]);
                const double low_m = std::max(level_m - cover_.under_m[n], 0.0);
                const double high_m = std::max(level_m - cover_.top_m[n], 0.0);
                if (cover_.part[n] > 0.0)
                    sum_m4 += cover_.part[n] * 0.5 * (low_m * low_m - high_m * high_m) * kCell_m *
                              kCell_m;
            }
        return kDensity_kg_per_m3 * kGravity_m_per_s2 * sum_m4;
    }

    void gather(const World& world, Sums& sums, const FieldView& level) {
        over_.assign(std::size_t(kCellsX * kCellsY), {});
        const exchange::PlanGrid grid = {.nx = kCellsX, .ny = kCellsY, .cell_m = kCell_m};
        for (std::size_t k = 0; k < bodies_.size(); ++k) {
            const BodyReport report = world.body(int(k)).value();
            const auto& q = report.pose.turn;
            const bodies::Pose pose = {report.centre_m, {q[0], q[1], q[2], q[3]}};
            const Mat3 inertia = bodies::turned(bodies_[k].mass.inertia_kg_m2, pose.turn);
            const Vec3 v = report.velocity_m_per_s, w = report.spin_rad_per_s;
            sums.energy_j += 0.5 * report.mass_kg * dot(v, v) + 0.5 * dot(w, inertia * w) +
                             report.mass_kg * kGravity_m_per_s2 * report.centre_m.z;
            const Vec3 momentum = report.mass_kg * Vec3{v.x, v.y, 0.0};
            sums.momentum = sums.momentum + momentum;
            sums.moving += length(momentum);
            coupling::cover_cells(*bodies_[k].mesh, pose, grid, cover_);
            if (!has_lid_[k]) sums.energy_j += sunk_energy_j(level);
            for (int y = 0; y < cover_.area.ny; ++y)
                for (int x = 0; x < cover_.area.nx; ++x) {
                    const std::size_t n = std::size_t(y * cover_.area.nx + x);
                    if (!(cover_.part[n] > 0.0) || !has_lid_[k]) continue;
                    over_[std::size_t((y + cover_.area.y0) * kCellsX + x + cover_.area.x0)]
                        .push_back({cover_.part[n], cover_.under_m[n], cover_.top_m[n]});
                }
            // It may have been there and back since the last look.
            const double near_m = 0.02 + kStep_s * (length(v) + length(w));
            for (const Vec3& p : cover_.corners_m)
                sums.is_touched |= p.z < near_m || p.x < near_m || p.y < near_m ||
                                   p.x > kWidth_m - near_m || p.y > kHeight_m - near_m;
        }
    }

    std::vector<bodies::Body> bodies_;
    std::vector<char> has_lid_;  ///< else it is on triangles
    std::vector<std::vector<Over>> over_;
    coupling::Cover cover_;
};

/// Of the same water at rest without bodies: what energies count from.
double still_energy_j(const World& world) {
    const auto bed = world.field("bed").value();
    double volume_m3 = world.statistics().value().mass.now_kg / kDensity_kg_per_m3;
    const auto held = [&](double level_m, double& moment) {
        double sum = 0.0;
        moment = 0.0;
        for (int j = 0; j < kCellsY; ++j)
            for (int i = 0; i < kCellsX; ++i) {
                const double z = double(bed.data[j * bed.row_stride + i]);
                if (z >= level_m) continue;
                sum += (level_m - z) * kCell_m * kCell_m;
                moment += 0.5 * (level_m * level_m - z * z) * kCell_m * kCell_m;
            }
        return sum;
    };
    double low = -1.0, high = 10.0, moment = 0.0;
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (held(middle, moment) < volume_m3 ? low : high) = middle;
    }
    return kDensity_kg_per_m3 * kGravity_m_per_s2 * moment;
}

}  // namespace

ThrowReport throw_bodies(std::uint64_t seed, double seconds) {
    ThrowReport report;
    report.scene = scene_of(seed);
    auto made = World::from_json(report.scene, ".", {.threads = 1});
    if (!made) {
        report.trouble = made.error().message;
        return report;
    }
    World& world = made.value();
    Follower follower(report.scene);
    const bool is_ring = report.scene.find("periodic") != std::string::npos;
    const double still_j = still_energy_j(world);
    Sums before = follower.sums(world);
    const double start_j = before.energy_j - still_j;
    double most_moving = before.moving;
    bool is_free = is_ring;
    Vec3 gained = {};
    while (world.time_s() < seconds) {
        const auto step = world.step(kStep_s);
        if (!step) {
            report.trouble = step.error().message;
            return report;
        }
        const auto mass = world.statistics().value().mass;
        report.volume = std::max(report.volume, std::abs(mass.now_kg / mass.initial_kg - 1.0));
        const Sums now = follower.sums(world);
        if (!std::isfinite(now.energy_j)) {
            report.trouble = "the energy is no number";
            return report;
        }
        const double energy = (now.energy_j - still_j) / start_j;
        if (energy > report.energy) {
            report.energy = energy;
            report.energy_at_s = world.time_s();
        }
        most_moving = std::max(most_moving, now.moving);
        is_free = is_free && !before.is_touched && !now.is_touched;
        if (is_free) {
            gained = now.momentum - before.momentum + gained;
            report.momentum = std::max(report.momentum, length(gained) / most_moving);
        }
        before = now;
    }
    report.steps = world.steps();
    return report;
}

}  // namespace tarn::test
