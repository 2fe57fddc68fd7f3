// Every number that a world gives of its water, got a second way: from the fields, from the scene,
// or from the machine. The list of all is docs/numbers.md.
#include "base/sanitizer.hpp"
#include "support/readings.hpp"

#include <chrono>
#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace tarn {
namespace {

// Fields are floats: each depth, level and velocity is rounded by 6e-8 of itself.
constexpr double kFloat = 1.2e-7;

/// Both schemes over flat ground and over a shore with dry land and an island, with a column in the
/// water, an open edge, and a drop that sets it all in motion.
constexpr const char* kCases[] = {"d2q9 flat", "d2q9 shore", "fv flat", "fv shore"};

std::string scene_of(const std::string& which, const std::string& more = "") {
    const bool has_shore = which.ends_with("shore");
    const std::string bed =
        has_shore
            ? R"s({"expr": "0.3 * max(0, x - 1.5) + 0.5 * exp(-20 * ((x - 1)^2 + (y - 1.4)^2))"})s"
            : "0.1";
    return R"({"water": {"scheme": ")" + which.substr(0, which.find(' ')) +
           R"(", "size": [3, 2], "cells": [60, 40], "level": 0.4, "bed": )" + bed +
           R"(, "edges": {"west": "open"}, "solids": [{"box": [0.5, 0.2, 0.7, 0.4]}]})" + more +
           R"(, "events": [{"drop": {"at": [1.2, 0.7], "radius": 0.3, "height": 0.1}}]})";
}

std::vector<bool> solids() {
    std::vector<bool> is_solid(60 * 40);
    for (int j = 4; j < 8; ++j)
        for (int i = 10; i < 14; ++i) is_solid[std::size_t(60 * j + i)] = true;
    return is_solid;
}

TEST(Numbers, StatisticsAreSumsAndExtremesOfTheFields) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world = world_of(scene_of(which));
        for (int k = 0; k < 4; ++k) {
            const Statistics said = world.statistics().value();
            const Readings cells(world);
            EXPECT_NEAR(said.mass.now_kg, cells.mass_kg(), kFloat * cells.mass_kg());
            EXPECT_NEAR(said.max_speed_m_per_s, cells.fastest_m_per_s(),
                        2 * kFloat * cells.fastest_m_per_s());
            EXPECT_NEAR(said.max_depth_m, cells.deepest_m(), kFloat * cells.deepest_m());
            EXPECT_NEAR(said.min_depth_m, cells.shallowest_wet_m(),
                        kFloat * cells.shallowest_wet_m());
            // Squares of levels that are off by 6e-8 of 0.4 m, where they are off the still level
            // by up to 0.1 m; the cells add up at random.
            const double energy_j = cells.energy_j(solids());
            EXPECT_NEAR(said.energy_j, energy_j, 1e-5 * energy_j);
            EXPECT_GT(energy_j, 0.0);
            stepped(world, 0.4);
        }
    }
}

// Two lakes: the mean of their levels is that of the world, whichever scheme counts from it.
TEST(Numbers, EnergyCountsFromTheStillLevelOfTheWorld) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world =
            world_of(scene_of(which), {.set = {R"(water.level={"expr": "x < 0.8 ? 0.5 : 0.4"})"}});
        for (int k = 0; k < 3; ++k) {
            const double energy_j = Readings(world).energy_j(solids());
            EXPECT_NEAR(world.statistics().value().energy_j, energy_j, 1e-5 * energy_j);
            stepped(world, 0.3);
        }
    }
}

// At the start everything follows from the scene: level 0.4 over a bed that is written here again.
TEST(Numbers, OfTheStartFollowFromTheScene) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        const bool has_shore = std::string(which).ends_with("shore");
        const std::vector<bool> is_solid = solids();
        double depth_sum_m = 0.0, deepest_m = 0.0, lowest_m = 1e9, highest_m = -1e9;
        int wet = 0;
        for (int j = 0; j < 40; ++j)
            for (int i = 0; i < 60; ++i) {
                const double x = 0.05 * (i + 0.5), y = 0.05 * (j + 0.5);
                const double from_island2 = (x - 1.0) * (x - 1.0) + (y - 1.4) * (y - 1.4);
                const double bed_m =
                    has_shore ? 0.3 * std::max(0.0, x - 1.5) + 0.5 * std::exp(-20.0 * from_island2)
                              : 0.1;
                lowest_m = std::min(lowest_m, bed_m);
                highest_m = std::max(highest_m, bed_m);
                if (is_solid[std::size_t(60 * j + i)] || bed_m >= 0.4) continue;
                depth_sum_m += 0.4 - bed_m;
                deepest_m = std::max(deepest_m, 0.4 - bed_m);
                ++wet;
            }
        // The drop of time zero is booked as added.
        const World world = world_of(scene_of(which));
        const WorldInfo info = world.info();
        const MassReport mass = mass_of(world);
        const double initial_kg = depth_sum_m * 0.05 * 0.05 * kWaterDensity_kg_per_m3;
        // Beds and levels of fv are rounded by up to two millionths at the start (docs/limits.md).
        const double allowed_kg = (info.scheme == "fv" ? 2e-6 : kFloat) * initial_kg;
        EXPECT_NEAR(mass.initial_kg, initial_kg, allowed_kg);
        EXPECT_NEAR(mass.added_kg, Readings(world).mass_kg() - initial_kg, allowed_kg);
        EXPECT_GT(mass.added_kg, 1.0);
        EXPECT_NEAR(info.reference_depth_m, depth_sum_m / wet, 1e-12);
        EXPECT_NEAR(info.still_level_m, 0.4, 1e-12);
        EXPECT_NEAR(info.wave_speed_m_per_s, std::sqrt(9.81 * depth_sum_m / wet), 1e-12);
        // Beds are stored as floats.
        EXPECT_NEAR(info.bed_m, lowest_m, kFloat);
        EXPECT_NEAR(info.highest_bed_m, highest_m, kFloat);
        EXPECT_DOUBLE_EQ(info.cell_m, 0.05);
        EXPECT_DOUBLE_EQ(info.size_m.x, 3.0);
        EXPECT_DOUBLE_EQ(info.size_m.y, 2.0);
        EXPECT_EQ(info.nx * info.ny, 2400);
        if (info.scheme == "d2q9") {
            // Waves over the deepest place cross 0.4 of a cell.
            EXPECT_NEAR(info.max_time_step_s, 0.4 * 0.05 / std::sqrt(9.81 * deepest_m), 1e-12);
            EXPECT_NEAR(info.viscosity_used_m2_per_s,
                        (info.scheme_fact("tau")->number.value() - 0.5) / 3.0 * 0.05 * 0.05 /
                            info.time_step_s,
                        1e-12);
        }
    }
}

// Closed basins, where nothing but the call itself can change what the fields hold.
TEST(Numbers, OfTheBooksAreWhatTheFieldsGainAndLose) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world = world_of(scene_of(which), {.set = {"water.edges.west=wall"}});
        stepped(world, 0.2);
        const auto mass_kg = [&] { return Readings(world).mass_kg(); };
        const double allowed_kg = kFloat * mass_kg();
        MassReport before = mass_of(world);
        double water_kg = mass_kg();

        ASSERT_TRUE(world.add_drop({.at_m = {1.0, 0.6}, .radius_m = 0.2, .height_m = 0.05}));
        EXPECT_NEAR(mass_of(world).added_kg - before.added_kg, mass_kg() - water_kg, allowed_kg);
        EXPECT_GT(mass_kg(), water_kg + 1.0);

        before = mass_of(world);
        water_kg = mass_kg();
        ASSERT_TRUE(world.add_event({20, 10, 29, 19}, -0.02f));
        EXPECT_NEAR(mass_of(world).removed_kg - before.removed_kg, water_kg - mass_kg(),
                    allowed_kg);
        EXPECT_NEAR(mass_of(world).removed_kg - before.removed_kg, 100 * 0.02 * 2.5, allowed_kg);

        before = mass_of(world);
        ASSERT_TRUE(world.press(1, {.at_m = {1.3, 0.5}, .radius_m = 0.3, .depth_m = 0.1}));
        stepped(world, 0.05);
        EXPECT_GT(mass_of(world).carried_kg, 1.0);
        EXPECT_NEAR(mass_of(world).now_kg, mass_kg() + mass_of(world).carried_kg, allowed_kg);
        EXPECT_NEAR(mass_of(world).now_kg, before.now_kg, allowed_kg);
        ASSERT_TRUE(world.release(1));
        stepped(world, 0.05);
        // Sums of what was taken and given back, in double.
        EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-12);

        // More than there is: what the cells do not have is refused.
        before = mass_of(world);
        water_kg = mass_kg();
        ASSERT_TRUE(world.add_event({20, 10, 29, 19}, -1.0f));
        const double taken_kg = water_kg - mass_kg();
        EXPECT_NEAR(mass_of(world).removed_kg - before.removed_kg, taken_kg, allowed_kg);
        EXPECT_NEAR(mass_of(world).refused_kg - before.refused_kg, 100 * 2.5 - taken_kg,
                    allowed_kg);
    }
}

// One open edge: what the fields lose went out there, and the calls add up to the books.
TEST(Numbers, OfOpenEdgesAreWhatTheFieldsLose) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world = world_of(scene_of(which));
        const MassReport first = mass_of(world);
        double added_kg = first.added_kg, removed_kg = first.removed_kg;
        std::int64_t steps = 0;
        for (int k = 0; k < 10; ++k) {
            const double water_kg = Readings(world).mass_kg();
            const double time_s = world.time_s();
            const StepReport report = stepped(world, 0.1);
            EXPECT_NEAR(report.added_kg - report.removed_kg, Readings(world).mass_kg() - water_kg,
                        kFloat * water_kg);
            // An edge that follows the waves brings and takes, in turn.
            EXPECT_GE(report.added_kg, 0.0);
            EXPECT_GE(report.removed_kg, 0.0);
            added_kg += report.added_kg;
            removed_kg += report.removed_kg;
            steps += report.steps_now;
            EXPECT_EQ(report.steps, steps);
            EXPECT_NEAR(report.time_s, time_s + 0.1, 1e-12);
            if (!world.info().step_follows_flow) {
                EXPECT_NEAR(report.time_step_s * report.steps_now, 0.1, 1e-12);
            }
        }
        // Sums of ten numbers in double.
        EXPECT_NEAR(mass_of(world).added_kg, added_kg, 1e-12 * first.now_kg);
        EXPECT_NEAR(mass_of(world).removed_kg, removed_kg, 1e-12 * first.now_kg);
        EXPECT_GT(removed_kg, 1.0);
    }
}

double bilinear(const std::vector<double>& values, double x_m, double y_m) {
    const double gx = x_m / 0.05 - 0.5, gy = y_m / 0.05 - 0.5;
    const auto i = std::size_t(gx), j = std::size_t(gy);
    const double tx = gx - double(i), ty = gy - double(j);
    return (values[60 * j + i] * (1 - tx) + values[60 * j + i + 1] * tx) * (1 - ty) +
           (values[60 * (j + 1) + i] * (1 - tx) + values[60 * (j + 1) + i + 1] * tx) * ty;
}

// Away from solids and shores, in water that moves.
TEST(Numbers, OfSamplesLieBetweenThoseOfTheCells) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world = world_of(scene_of(which));
        stepped(world, 0.3);
        const Readings cells(world);
        std::vector<Vec2> points;
        for (double y = 0.45; y < 0.95; y += 0.0371)
            for (double x = 0.2; x < 1.6; x += 0.0433) points.push_back({x, y});
        std::vector<Sample> samples(points.size());
        ASSERT_TRUE(world.sample(points, samples));
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double x = points[k].x, y = points[k].y;
            const auto level_at = [&](double dx, double dy) {
                return bilinear(cells.level_m, x + dx, y + dy);
            };
            // Floats of up to 0.5 m; slopes are differences of them over 5 cm.
            EXPECT_NEAR(samples[k].level_m, level_at(0, 0), kFloat);
            EXPECT_NEAR(samples[k].depth_m, bilinear(cells.depth_m, x, y), kFloat);
            EXPECT_NEAR(samples[k].bed_m, bilinear(cells.bed_m, x, y), kFloat);
            EXPECT_NEAR(samples[k].velocity_m_per_s[0], bilinear(cells.u_m_per_s, x, y), kFloat);
            EXPECT_NEAR(samples[k].velocity_m_per_s[1], bilinear(cells.v_m_per_s, x, y), kFloat);
            const double fall_x = (level_at(-0.025, 0) - level_at(0.025, 0)) / 0.05;
            const double fall_y = (level_at(0, -0.025) - level_at(0, 0.025)) / 0.05;
            EXPECT_NEAR(samples[k].normal[0] / samples[k].normal[2], fall_x, 4e-6);
            EXPECT_NEAR(samples[k].normal[1] / samples[k].normal[2], fall_y, 4e-6);
        }
    }
}

// Walked in steps of a millimetre: the first point at or below the surface that samples show.
TEST(Numbers, OfRaysAreThoseOfAWalkAlongThem) {
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        World world = world_of(scene_of(which));
        stepped(world, 0.3);
        for (const Vec3 d : {Vec3{0.8, 0.1, -0.3}, {0.5, -0.1, -0.8}, {0.9, 0.3, -0.1}}) {
            const double length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
            const Vec3 from = {0.1, 0.6, 0.6};
            const auto hit = world.ray_cast(from, d, 10.0);
            ASSERT_TRUE(hit);
            double walked_m = 0.0;
            for (bool is_above = true; is_above && walked_m < 2.9;) {
                walked_m += 1e-3;
                const double t = walked_m / length;
                const Vec2 at[] = {{from.x + t * d.x, from.y + t * d.y}};
                Sample sample[1];
                ASSERT_TRUE(world.sample(at, sample));
                is_above = from.z + t * d.z > double(sample[0].level_m);
            }
            ASSERT_TRUE(hit.value().is_hit) << walked_m;
            EXPECT_NEAR(hit.value().distance_m, walked_m - 0.5e-3, 0.5e-3 + 1e-6);
            EXPECT_NEAR(hit.value().point_m.x, from.x + hit.value().distance_m * d.x / length,
                        1e-12);
        }
    }
}

// The clock of the caller goes around that of the step, which has little more to do than its parts.
TEST(Numbers, OfWallTimeAreThoseOfAClock) {
    World world = world_of(scene_of("fv shore"), {.set = {"water.cells=[240,160]"}});
    const auto begin = std::chrono::steady_clock::now();
    const StepReport report = stepped(world, 0.2);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LE(report.wall.total_s, took.count());
    EXPECT_GE(report.wall.total_s, 0.9 * took.count() - 1e-3);
    EXPECT_LE(report.wall.sources_s + report.wall.water_s, report.wall.total_s);
    EXPECT_GE(report.wall.sources_s + report.wall.water_s, 0.8 * report.wall.total_s);
}

/// Memory of this process, as the system counts it.
double resident_bytes() {
    malloc_trim(0);  // what was freed goes back
    std::ifstream statm("/proc/self/statm");
    double pages = 0.0, resident_pages = 0.0;
    statm >> pages >> resident_pages;
    return resident_pages * double(sysconf(_SC_PAGESIZE));
}

// Of a million cells: what the process grows by when a world is made, steps and is read. Small
// things of the world and of the C++ library are within 3 % and 2 MiB.
TEST(Numbers, OfMemoryAreWhatTheProcessGrowsBy) {
    if (resident_bytes() <= 0.0) GTEST_SKIP() << "the system does not tell";
    if (kIsHeapWatched) GTEST_SKIP() << "the address sanitizer keeps what was given back";
    for (const char* which : kCases) {
        SCOPED_TRACE(which);
        const double before = resident_bytes();
        World world = world_of(scene_of(which), {.threads = 1, .set = {"water.cells=[960,640]"}});
        stepped(world, 3.0 * world.info().max_time_step_s);
        const double unread = double(world.info().memory.total());
        const Readings cells(world);
        const double held = double(cells.count()) * 5 * sizeof(double);
        const double said = double(world.info().memory.total());
        EXPECT_GE(said, unread + 4.0 * sizeof(float) * 960 * 640);
        EXPECT_NEAR(resident_bytes() - before - held, said, 0.03 * said + 0x1p21);
    }
}

}  // namespace
}  // namespace tarn
