// A third scheme through the shell, as an outsider would add one: a folder (here a header), a row
// of the registry, and this test against the exact period of a seiche.
#include "support/linear_waves.hpp"

#include "scene/read.hpp"
#include "solver/shallow/cpu/runner.hpp"
#include "water/registry.hpp"
#include "water/shallow/shallow_water.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::water {
namespace {

using Waves = shallow::linear::Scheme<shallow::cpu::Runner>;

const Scheme kLinear = {
    .model = "shallow",
    .scheme = "linear",
    .backend = Backend::Cpu,
    .about = "linear waves",
    .refuses = [](const scene::Scene&) { return std::string(); },
    .avoids = [](const scene::Scene&, const InitialFields&) { return std::string(); },
    .good_for = "small waves",
    .bytes =
        [](const scene::Scene& s, bool) {
            return 12 * std::size_t(s.water.cells[0]) * std::size_t(s.water.cells[1]);
        },
    .can_be_in_place = false,
    .needs_bed_where_dry = false,
    .check_step = [](const shallow::SolverDesc&, double) { return Result<void>(); },
    .make =
        [](const shallow::SolverDesc& desc, const SolverHome& home) {
            return shallow::Shell<Waves>::create(
                desc, shallow::cpu::Runner::on(home.pool, desc.nx, desc.ny));
        }};

/// Nothing acts from outside.
class NoFeed final : public Feed {
    bool must_act(double) const override { return false; }
    void act(double) override {}
    void collect(double, int, exchange::Forcing&) override {}
    void taken(int, const exchange::Forcing&) override {}
    void forget() override {}
};

class LinearWaves : public testing::Test {
protected:
    std::unique_ptr<Water> make(const std::string& level) {
        auto read = scene::read_scene(R"({"water": {"size": [10, 1], "cells": [200, 20], "level":
            {"expr": ")" + level + R"("}}})",
                                      "basin", ".", {});
        EXPECT_TRUE(read) << (read ? "" : read.error().message);
        scene_ = std::move(read.value());
        options_.backend = Backend::Cpu;
        auto water = make_shallow_water({scene_, options_, pool_}, {&kLinear, 1});
        EXPECT_TRUE(water) << (water ? "" : water.error().message);
        return std::move(water.value());
    }
    scene::Scene scene_;
    WorldOptions options_;
    exec::ThreadPool pool_{2};
};

TEST_F(LinearWaves, ASeicheComesBackAfterItsExactPeriod) {
    const auto water = make("1 + 0.01 * cos(3.14159265358979 * x / 10)");
    NoFeed feed;
    // Half wave of 10 m in 1 m of water: T = 2 L / sqrt(g h).
    const double period_s = 20.0 / std::sqrt(9.81);
    const double volume_m3 = water->totals().volume_m3;
    std::vector<Sample> samples;
    const Vec2 points[] = {{0.025, 0.5}, {9.975, 0.5}};
    const auto report = water->advance(
        {.seconds = 0.5 * period_s, .intervals = 2, .points_m = points, .samples = &samples}, feed);
    ASSERT_FALSE(report.trouble);
    EXPECT_NEAR(report.time_s, period_s, 1e-12);
    ASSERT_EQ(samples.size(), 4u);
    // Second order in dx and dt: (pi/200)^2/24 of the period is 1e-5, and the cosine is flat there.
    EXPECT_NEAR(samples[0].level_m, 0.99, 2e-6);
    EXPECT_NEAR(samples[1].level_m, 1.01, 2e-6);
    EXPECT_NEAR(samples[2].level_m, 1.01, 2e-6);
    EXPECT_NEAR(samples[3].level_m, 0.99, 2e-6);
    // Floats of rises of 1 cm: 4,000 cells round to 1e-9 m each.
    EXPECT_NEAR(water->totals().volume_m3, volume_m3, 1e-7);
}

TEST_F(LinearWaves, HasFieldsForcingArchivesAndMessagesFromTheShell) {
    const auto water = make("1 + 0.01 * cos(x)");
    NoFeed feed;
    EXPECT_EQ(water->label(), "shallow water with scheme linear");
    exchange::Forcing drop;
    drop.add_depth(0, [] {
        exchange::DepthPatch patch({50, 5, 3, 2});
        for (double& depth : patch.depth_m) depth = 0.02;
        return patch;
    }());
    const float before = water->cell(51, 6).depth_m;
    water->apply(drop);
    EXPECT_NEAR(water->cell(51, 6).depth_m, before + 0.02f, 1e-7);
    EXPECT_EQ(water->field("depth").value().data[6 * 200 + 51], water->cell(51, 6).depth_m);

    ByteWriter out;
    water->save(out);
    const std::string saved = out.take();
    const std::uint64_t checksum = water->checksum();
    ASSERT_FALSE(water->advance({.seconds = 0.5}, feed).trouble);
    EXPECT_NE(water->checksum(), checksum);
    ByteReader in(saved);
    const scene::SceneDifferences none;
    ASSERT_TRUE(water->check_saved(in, {{}, none}));
    ASSERT_TRUE(water->restore(in, {{}, none}));
    EXPECT_EQ(water->checksum(), checksum);
    // What it cannot do it says by name.
    const auto windy = water->set({.wind_m_per_s = {5.0, 0.0}});
    ASSERT_FALSE(windy);
    EXPECT_EQ(windy.error().code, ErrorCode::Unsupported);
    EXPECT_NE(windy.error().message.find("scheme linear"), std::string::npos);
    EXPECT_EQ(water->check_ground().error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace tarn::water
