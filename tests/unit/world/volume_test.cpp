// Water in space as a world: its clock, its fields, the view from above, its books, and what it
// refuses.
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

/// 1 x 0.5 x 0.5 m in cells of 5 cm: small, and it moves.
const std::string kDam = R"({"water": {"model": "volume", "size": [1, 0.5, 0.5],
    "cells": [20, 10, 10], "fill": [{"box": [0, 0, 0, 0.4, 0.5, 0.3]}]}})";
const std::string kStill = R"({"water": {"model": "volume", "size": [1, 0.5, 0.5],
    "cells": [20, 10, 10], "fill": [{"box": [0, 0, 0, 1, 0.5, 0.27]}],
    "solids": [{"box": [0.5, 0, 0, 0.7, 0.5, 0.1]}]}})";

World on_cpu(const std::string& json) {
    return world_of(json, {.backend = Backend::Cpu});
}

TEST(VolumeWorld, KnowsWhatItIs) {
    const World world = on_cpu(kDam);
    const WorldInfo info = world.info();
    EXPECT_EQ(info.model, "volume");
    EXPECT_EQ(info.scheme, "d3q19");
    EXPECT_EQ(info.nx, 20);
    EXPECT_EQ(info.ny, 10);
    EXPECT_GT(info.time_step_s, 0.0);
    EXPECT_LE(info.time_step_s, info.max_time_step_s);
    EXPECT_GT(info.memory.state_bytes, 2000u * 19u * 4u);
}

TEST(VolumeWorld, HasFieldsInSpaceAndFromAbove) {
    const World world = on_cpu(kStill);
    const auto fill = world.field("fill");
    ASSERT_TRUE(fill);
    EXPECT_EQ(fill.value().nz, 10);
    EXPECT_EQ(fill.value().layer_stride, 200);
    EXPECT_EQ(fill.value().data[0], 1.0f);
    EXPECT_NEAR(fill.value().data[5 * 200], 0.4f, 1e-5f);  // 0.27 m are 5.4 cells
    EXPECT_EQ(fill.value().data[6 * 200], 0.0f);
    for (const char* name : {"u", "v", "w", "pressure"})
        EXPECT_EQ(world.field(name).value().nz, 10) << name;
    const auto depth = world.field("depth");
    ASSERT_TRUE(depth);
    EXPECT_EQ(depth.value().nz, 1);
    EXPECT_NEAR(depth.value().data[0], 0.27f, 1e-5f);
    EXPECT_NEAR(depth.value().data[12], 0.17f, 1e-5f);  // over the solid
    EXPECT_NEAR(world.field("level").value().data[12], 0.27f, 1e-5f);
    EXPECT_NEAR(world.field("bed").value().data[12], 0.1f, 1e-6f);
    const auto none = world.field("arrival");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
    EXPECT_NE(none.error().message.find("fill, u, v, w or pressure"), std::string::npos);
}

TEST(VolumeWorld, IsSampledFromAbove) {
    const World world = on_cpu(kStill);
    const Vec2 points[] = {{0.1, 0.2}, {0.6, 0.25}, {0.0, 0.0}};
    Sample samples[3];
    ASSERT_TRUE(world.sample(points, samples));
    for (const Sample& s : samples) EXPECT_NEAR(s.level_m, 0.27f, 1e-5f);
    EXPECT_NEAR(samples[1].depth_m, 0.17f, 1e-5f);
    EXPECT_NEAR(samples[1].bed_m, 0.1f, 1e-6f);
    EXPECT_NEAR(samples[0].normal[2], 1.0f, 1e-6f);
    EXPECT_NEAR(world.height(3, 3).value(), 0.27f, 1e-5f);
}

TEST(VolumeWorld, IsMetByPointsAndRays) {
    const World world = on_cpu(kStill);
    EXPECT_TRUE(world.is_under_water({0.2, 0.2, 0.1}).value());
    EXPECT_FALSE(world.is_under_water({0.2, 0.2, 0.4}).value());
    EXPECT_FALSE(world.is_under_water({0.6, 0.2, 0.05}).value());  // in the solid
    EXPECT_FALSE(world.is_under_water({-0.1, 0.2, 0.1}).value());
    const RayHit hit = world.ray_cast({0.2, 0.2, 2.0}, {0, 0, -1}, 10.0).value();
    ASSERT_TRUE(hit.is_hit);
    // Linear between centres, half a cell is the most that the level of half full cells is off.
    EXPECT_NEAR(hit.point_m.z, 0.27, 0.025);
    EXPECT_GT(hit.normal.z, 0.99);
    EXPECT_FALSE(world.ray_cast({0.2, 0.2, 2.0}, {0, 0, 1}, 10.0).value().is_hit);
    EXPECT_FALSE(world.ray_cast({0.2, 0.2, 2.0}, {0, 0, -1}, 1.0).value().is_hit);
}

TEST(VolumeWorld, EndsWhereItIsToldTo) {
    for (const double end_s : {0.1, 0.0371, 0.02 / 3.0}) {
        World world = on_cpu(kDam);
        ASSERT_TRUE(world.run_to({.end_s = end_s}));
        EXPECT_NEAR(world.time_s(), end_s, 1e-9);
        // And on to another end that fits no tick.
        ASSERT_TRUE(world.run_to({.end_s = end_s + 0.0123}));
        EXPECT_NEAR(world.time_s(), end_s + 0.0123, 1e-9);
    }
}

TEST(VolumeWorld, StepsLagByLessThanOneStep) {
    World world = on_cpu(kDam);
    double asked_s = 0.0;
    for (const double seconds : {0.01, 1e-5, 1e-5, 0.0333}) {
        asked_s += seconds;
        const StepReport report = stepped(world, seconds);
        EXPECT_NEAR(report.time_s + report.lag_s, asked_s, 1e-12);
        EXPECT_LT(report.lag_s, report.time_step_s);
        EXPECT_GE(report.lag_s, -1e-12);
    }
}

TEST(VolumeWorld, ComputesTheSameWhateverIsRecordedAndWhereverItStops) {
    const double end_s = 0.1;
    World plain = on_cpu(kDam), rows = on_cpu(kDam), stops = on_cpu(kDam);
    ASSERT_TRUE(plain.run_to({.end_s = end_s}));
    const Vec2 points[] = {{0.2, 0.2}, {0.9, 0.2}};
    RunRows out;
    ASSERT_TRUE(rows.run_to({.end_s = end_s, .points_m = points, .row_every_s = 0.0017}, &out));
    EXPECT_EQ(out.times_s.size(), 58u);  // 0.1 / 0.0017 = 58.8
    EXPECT_EQ(out.samples.size(), 2 * out.times_s.size());
    for (const double stop_s : {0.011, 0.05, 0.0777, end_s}) {
        ASSERT_TRUE(stops.run_to({.end_s = end_s, .stop_s = stop_s}));
        ASSERT_TRUE(stops.field("w"));
        ASSERT_TRUE(stops.frame());
    }
    EXPECT_EQ(checksum_of(plain), checksum_of(rows));
    EXPECT_EQ(checksum_of(plain), checksum_of(stops));
    EXPECT_EQ(plain.steps(), stops.steps());
}

TEST(VolumeWorld, GoesOnFromACheckpointToTheBit) {
    for (const double end_s : {0.1, 0.0973}) {
        World straight = on_cpu(kDam), first = on_cpu(kDam), second = on_cpu(kDam);
        ASSERT_TRUE(straight.run_to({.end_s = end_s}));
        ASSERT_TRUE(first.run_to({.end_s = end_s, .stop_s = 0.04}));
        const auto saved = first.save_to_memory();
        ASSERT_TRUE(saved);
        const auto restored = second.restore_from_memory(saved.value());
        ASSERT_TRUE(restored) << restored.error().message;
        EXPECT_EQ(checksum_of(first), checksum_of(second));
        EXPECT_EQ(first.time_s(), second.time_s());
        ASSERT_TRUE(second.run_to({.end_s = end_s}));
        EXPECT_EQ(checksum_of(straight), checksum_of(second));
    }
}

TEST(VolumeWorld, ACheckpointThatWasTamperedWithOrOfAnotherSceneIsRefused) {
    World world = on_cpu(kDam), other = on_cpu(kStill);
    ASSERT_TRUE(world.run_to({.end_s = 0.02}));
    auto saved = world.save_to_memory().value();
    const auto wrong = other.restore_from_memory(saved);
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().message.find("water.fill.0.box"), std::string::npos)
        << wrong.error().message;
    const std::uint64_t sum = checksum_of(other);
    saved[saved.size() / 2] ^= std::byte{4};
    EXPECT_FALSE(world.restore_from_memory(saved));
    EXPECT_EQ(checksum_of(other), sum);
}

TEST(VolumeWorld, KeepsItsBooks) {
    World dam = on_cpu(kDam);
    ASSERT_TRUE(dam.run_to({.end_s = 0.3}));
    const MassReport still = mass_of(dam);
    // Of the slightly compressible lattice, whose density differs by at most a tenth from the
    // surface to the bottom: half of that in the mean.
    EXPECT_GE(still.initial_kg, 0.4 * 0.5 * 0.3 * 1000.0 * (1.0 - 1e-6));
    EXPECT_LE(still.initial_kg, 0.4 * 0.5 * 0.3 * 1000.0 * 1.05);
    EXPECT_EQ(still.added_kg, 0.0);
    // Floats, a few hundred steps: the bar for 10,000 of them is 1e-6.
    EXPECT_NEAR(still.now_kg / still.initial_kg, 1.0, 1e-6);
}

TEST(VolumeWorld, BooksWhatComesOutOfFaucetsAndGoesIntoDrains) {
    World faucet = on_cpu(R"({"water": {"model": "volume", "size": [0.4, 0.4, 0.4],
        "cells": [16, 16, 16], "faucets": [{"box": [0.15, 0.15, 0.35, 0.25, 0.25, 0.4],
        "velocity": [0, 0, -1]}], "drains": [{"box": [0, 0, 0, 0.1, 0.1, 0.05]}]}})");
    ASSERT_TRUE(faucet.run_to({.end_s = 0.6}));
    const MassReport filled = mass_of(faucet);
    EXPECT_GT(filled.added_kg, 0.1);
    EXPECT_NEAR(filled.now_kg, filled.initial_kg + filled.added_kg - filled.removed_kg,
                1e-5 * filled.added_kg);
}

TEST(VolumeWorld, EveryBuiltInSceneRunsAndBalances) {
    const struct {
        const char *name, *cells;
        double end_s;
    } scenes[] = {{"drop3d", "[16,16,16]", 0.25},  {"dam", "[16,8,12]", 0.25},
                  {"dam_box", "[32,10,10]", 0.25}, {"cavity", "[48,3,48]", 0.5},
                  {"faucet", "[16,16,24]", 0.25},  {"karman", "[96,24,3]", 0.5}};
    for (const auto& [name, cells, end_s] : scenes) {
        const std::string set = std::string("water.cells=") + cells;
        auto made = World::from_scene(name, {.backend = Backend::Cpu, .set = {set}});
        ASSERT_TRUE(made) << name << ": " << made.error().message;
        const auto ran = made.value().run_to({.end_s = end_s});
        ASSERT_TRUE(ran) << name << ": " << ran.error().message;
        const MassReport mass = mass_of(made.value());
        // Floats add up to a part in a million in a thousand steps.
        EXPECT_NEAR(mass.now_kg, mass.initial_kg + mass.added_kg - mass.removed_kg,
                    1e-5 * (mass.initial_kg + mass.added_kg))
            << name;
    }
}

// 50 N/m in cells of 5 cm: ripples run at sqrt(pi 50/(1000 0.05)) = 1.8 m/s, as fast as the dam.
TEST(VolumeWorld, SurfaceTensionShortensTheStep) {
    const World without = on_cpu(kDam);
    const auto with =
        World::from_json(kDam, ".", {.backend = Backend::Cpu, .set = {"water.surface_tension=50"}});
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_LT(with.value().info().max_time_step_s, 0.9 * without.info().max_time_step_s);
    const auto refused = World::from_json(
        kDam, ".",
        {.backend = Backend::Cpu, .set = {"water.surface_tension=50", "water.time_step=0.5"}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("ripples by surface tension"), std::string::npos);
}

TEST(VolumeWorld, RefusesWhatItCannotDoWithItsName) {
    World world = on_cpu(kDam);
    const std::string label = "volume water with scheme d3q19";
    const auto expect = [&](const Result<void>& done, const char* call) {
        ASSERT_FALSE(done) << call;
        EXPECT_EQ(done.error().code, ErrorCode::Unsupported) << call;
        EXPECT_NE(done.error().message.find(label), std::string::npos) << done.error().message;
    };
    expect(world.add_drop({.at_m = {0.5, 0.2}}), "add_drop");
    expect(world.add_event({1, 1, 2, 2}, 0.1f), "add_event");
    expect(world.press(1, {.at_m = {0.5, 0.2}}), "press");
    expect(world.set_boundary(Edge::West, Boundary::Slip), "set_boundary");
    expect(world.set_solid({1, 1, 2, 2}, true), "set_solid");
    expect(world.dig({.at_m = {0.5, 0.2}}), "dig");
    LiveSettings settings = world.settings().value();
    settings.wind_m_per_s = {5.0, 0.0};
    expect(world.set(settings), "set");
    settings = world.settings().value();
    settings.viscosity_m2_per_s = 1e-3;
    EXPECT_TRUE(world.set(settings));
    EXPECT_EQ(world.settings().value().viscosity_m2_per_s, 1e-3);
}

TEST(VolumeWorld, SettingsChangeAtTheirTime) {
    World world = on_cpu(kDam.substr(0, kDam.size() - 1) +
                         R"(, "events": [{"time": 0.03, "set": {"viscosity": 0.002}}]})");
    ASSERT_TRUE(world.run_to({.end_s = 0.02}));
    EXPECT_EQ(world.settings().value().viscosity_m2_per_s, 1e-6);
    ASSERT_TRUE(world.run_to({.end_s = 0.04}));
    EXPECT_EQ(world.settings().value().viscosity_m2_per_s, 0.002);
}

TEST(VolumeWorld, AStepThatIsTooLongIsRefused) {
    const auto made =
        World::from_json(kDam, ".", {.backend = Backend::Cpu, .set = {"water.time_step=0.5"}});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/water/time_step is 0.5 s"), std::string::npos);
}

TEST(VolumeWorld, AGridThatFitsNoMemoryIsRefused) {
    const auto made = World::from_json(
        kDam, ".", {.backend = Backend::Cpu, .set = {"water.cells=[8000, 4000, 4000]"}});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/water/cells is [8000, 4000, 4000]"), std::string::npos)
        << made.error().message;
}

TEST(VolumeWorld, FillsAFrame) {
    const World world = on_cpu(kStill);
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    const VolumeView& volume = frame.value().water.volume;
    EXPECT_EQ(volume.nz, 10);
    EXPECT_EQ(volume.fill.size(), 2000u);
    EXPECT_EQ(volume.cell_m, 0.05);
    EXPECT_EQ(frame.value().bodies.size(), 1u);
    EXPECT_EQ(frame.value().look.place, Place::Tank);
}

}  // namespace
}  // namespace tarn
