#include "measure_float.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::cli::reproduce {
namespace {

constexpr double kFrame_s = 1.0 / 60.0;
constexpr double kDegrees = 180.0 / std::numbers::pi;

/// Bodies in layers over the middle of a pool of 175 x 175 cells [float, figure 12], which fall in.
std::string crowd_json(const CrowdPlan& plan) {
    constexpr int kCells = 175, kAcross = 8;
    constexpr double kPool_m = 8.75, kLevel_m = 1.2, kApart_m = 0.62, kLayer_m = 0.55;
    const bool are_pins = plan.what == std::string("pins");
    std::string json = formatted(
        R"({"water": {"size": [%g, %g], "cells": [%d, %d], "level": %g, "manning": 0.02},
            "look": {"place": "pool"}, "light": {"height": 55, "azimuth": -60},
            "camera": {"at": [1.2, -1.6, 4.4], "look_at": [4.4, 4.6, 0.9]}, "bodies": [)",
        kPool_m, kPool_m, kCells, kCells, kLevel_m);
    for (int k = 0; k < plan.count; ++k) {
        const int layer = k / (kAcross * kAcross), place = k % (kAcross * kAcross);
        // Half of a place aside in every other layer, so that they roll off each other.
        const double first_m = 0.5 * kPool_m - 0.5 * (kAcross - 1) * kApart_m + 0.2 * (layer % 2);
        json +=
            formatted(R"(%s{"name": "b%d", "at": [%.4f, %.4f, %.4f], "forces": "triangles", )",
                      k > 0 ? ", " : "", k, first_m + kApart_m * (place % kAcross),
                      first_m + kApart_m * (place / kAcross), kLevel_m + 0.6 + kLayer_m * layer);
        json += are_pins ? formatted(R"("shape": "mesh", "file": "tarn:pin.obj", "density": 680,
                                        "rotate": [%d, %d, 0], "colour": [0.93, 0.93, 0.9]})",
                                     37 * k % 90, 53 * k % 90)
                         : formatted(R"("radius": 0.2, "density": %d,
                                        "colour": [0.85, %.2f, 0.06]})",
                                     120 + 130 * (k % 3), 0.1 + 0.3 * (k % 3));
    }
    return json + "]}";
}

Result<CrowdRow> run_crowd(const CrowdPlan& plan, int frames, const Easel& easel) {
    auto made = World::from_json(crowd_json(plan), ".", {.backend = Backend::Cpu});
    if (!made) return made.error();
    World& world = made.value();
    CrowdRow row = {.plan = plan};
    std::int64_t steps = 0;
    for (int k = 0; k < frames; ++k) {
        const auto report = world.step(kFrame_s);
        if (!report) return report.error();
        const WallTimes& wall = report.value().wall;
        const double share_ms = 1e3 / frames;
        row.forces_ms += share_ms * wall.forces_s;
        row.borders_ms += share_ms * wall.borders_s;
        row.positions_ms += share_ms * wall.positions_s;
        row.simulated_ms += share_ms * wall.total_s;
        steps += report.value().steps_now;
    }
    row.steps_per_frame = double(steps) / frames;
    auto still = easel.still(world, formatted("%d_%s.png", plan.count, plan.what));
    if (!still) return still.error();
    row.still = std::move(still.value());
    const auto drawn = easel.drawing_ms(world);
    if (!drawn) return drawn.error();
    row.rendering_ms = drawn.value();
    return row;
}

/// By how much its y axis points down.
double heel_to_port_deg(const BodyPose& pose) {
    const auto [w, x, y, z] = pose.turn;
    return -std::atan2(2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)) * kDegrees;
}

/// FLOAT's cargo is a vertical force at a place of the boat, and so is ours.
Result<CargoRow> load_boat(double aside_m) {
    constexpr double kCargo_kg = 90.0, kRest_s = 12.0, kLook_s = 2.0;
    auto made = World::from_json(
        R"({"water": {"size": [8, 6], "cells": [160, 120], "level": 1, "manning": 0.02},
            "bodies": [{"name": "boat", "shape": "mesh", "file": "tarn:cargo_boat.obj",
                        "mass": 260, "at": [4.013, 3.017, 0.9]}]})",
        ".", {.backend = Backend::Cpu});
    if (!made) return made.error();
    World& world = made.value();
    const auto start = world.body(0);
    if (!start) return start.error();
    const Vec3 place = {start.value().centre_m.x, start.value().centre_m.y + aside_m,
                        start.value().centre_m.z};
    const auto loaded = world.set_body_force(0, {0.0, 0.0, -kCargo_kg * kGravity_m_per_s2}, place);
    if (!loaded) return loaded.error();
    CargoRow row = {.aside_m = aside_m};
    const int frames = int(std::lround(kRest_s / kFrame_s)), looks = int(kLook_s / kFrame_s);
    for (int k = 0; k < frames; ++k) {
        if (const auto done = world.step(kFrame_s); !done) return done.error();
        const auto boat = world.body(0);
        if (!boat) return boat.error();
        if (k >= frames - looks) row.heel_deg += heel_to_port_deg(boat.value().pose) / looks;
    }
    return row;
}

/// Where the water is disturbed on a line across the track: the mean place, weighted by the square
/// of what it stands off its level.
Result<double> middle_of_wake_m(const World& world, Vec2 at_m, Vec2 across, double still_m) {
    constexpr int kPoints = 81;
    constexpr double kReach_m = 10.0;
    std::vector<Vec2> points;
    for (int k = 0; k < kPoints; ++k) {
        const double off_m = kReach_m * (2.0 * k / (kPoints - 1) - 1.0);
        points.push_back({at_m.x + off_m * across.x, at_m.y + off_m * across.y});
    }
    std::vector<Sample> samples(points.size());
    if (const auto done = world.sample(points, samples); !done) return done.error();
    double sum = 0.0, moment_m = 0.0;
    for (int k = 0; k < kPoints; ++k) {
        const double rise_m = double(samples[std::size_t(k)].level_m) - still_m;
        sum += rise_m * rise_m;
        moment_m += rise_m * rise_m * kReach_m * (2.0 * k / (kPoints - 1) - 1.0);
    }
    return moment_m / sum;
}

}  // namespace

Result<std::optional<NamedFile>> still_of(const char* scene, double at_s, const std::string& name) {
    auto world = World::from_scene(scene);
    if (!world) return world.error();
    if (const auto done = world.value().step(at_s); !done) return done.error();
    return Easel::open(kFloatStillSize).still(world.value(), name);
}

Result<std::vector<CrowdRow>> measure_crowds(std::span<const CrowdPlan> plans, int frames,
                                             const Watch& watch) {
    const Easel easel = Easel::open(kFloatStillSize);
    std::vector<CrowdRow> rows;
    for (const CrowdPlan& plan : plans) {
        if (!watch(double(rows.size()) / double(plans.size()),
                   formatted("%d %s", plan.count, plan.what)))
            return rows;
        auto row = run_crowd(plan, frames, easel);
        if (!row) return row.error();
        rows.push_back(std::move(row.value()));
    }
    watch(1.0, "");
    return rows;
}

Result<Cargo> measure_cargo(std::span<const double> asides_m, const Watch& watch) {
    Cargo cargo;
    for (const double aside_m : asides_m) {
        if (!watch(double(cargo.rows.size()) / double(asides_m.size() + 1),
                   formatted("cargo %g m to port", aside_m)))
            return cargo;
        const auto row = load_boat(aside_m);
        if (!row) return row.error();
        cargo.rows.push_back(row.value());
    }
    if (!watch(0.9, "still")) return cargo;
    auto still = still_of("cargo", 4.0, "cargo.png");
    if (!still) return still.error();
    cargo.still = std::move(still.value());
    watch(1.0, "");
    return cargo;
}

Result<Wake> measure_wake(double seconds, const Watch& watch) {
    Wake wake;
    auto made = World::from_scene("motorboat", {.backend = Backend::Cpu});
    if (!made) return made.error();
    World& world = made.value();
    const double still_m = world.frame().value().water.still_level_m;
    const int frames = std::max(int(seconds / kFrame_s), 1);
    std::vector<double> ways_deg;
    for (int k = 0; k < frames; ++k) {
        if (!watch(double(k) / frames, "motorboat")) return Wake();
        if (const auto done = world.step(kFrame_s); !done) return done.error();
        const auto boat = world.body(0);
        if (!boat) return boat.error();
        const Vec3 at = boat.value().centre_m, v = boat.value().velocity_m_per_s;
        wake.track_m.push_back({at.x, at.y});
        ways_deg.push_back(std::atan2(v.y, v.x) * kDegrees);
    }
    wake.turned_deg = ways_deg.back() - ways_deg.front();
    const double way = ways_deg.back() / kDegrees;
    const Vec2 along = {std::cos(way), std::sin(way)}, across = {-along.y, along.x};
    const Vec2 boat = wake.track_m.back();
    double back_m = 0.0, next_m = 10.0;
    for (std::size_t k = wake.track_m.size() - 1; k > 0 && wake.rows.size() < 4; --k) {
        const Vec2 at = wake.track_m[k - 1];
        back_m += std::hypot(wake.track_m[k].x - at.x, wake.track_m[k].y - at.y);
        if (back_m < next_m) continue;
        next_m += 5.0;
        const double bend_m = (at.x - boat.x) * across.x + (at.y - boat.y) * across.y;
        const auto off_m = middle_of_wake_m(world, at, across, still_m);
        if (!off_m) return off_m.error();
        wake.rows.push_back({back_m, bend_m, bend_m + off_m.value()});
    }
    auto still = Easel::open(kFloatStillSize).still(world, "motorboat.png");
    if (!still) return still.error();
    wake.still = std::move(still.value());
    watch(1.0, "");
    return wake;
}

}  // namespace tarn::cli::reproduce
