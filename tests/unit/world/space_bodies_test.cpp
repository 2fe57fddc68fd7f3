// Bodies of a scene in water in space: contacts, calls, checkpoints, and what goes wrong.
#include "support/npy_file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <fstream>

namespace tarn {
namespace {

/// 1 x 0.5 x 0.5 m in cells of 2.5 cm, 20 cm deep, with a taller column in the west.
std::string tank_of(const std::string& model, const std::string& bodies) {
    return R"({"water": {"model": ")" + model + R"(", "size": [1, 0.5, 0.5], "cells": [40, 20, 20],
        "fill": [{"box": [0, 0, 0, 1, 0.5, 0.2]}, {"box": [0, 0, 0, 0.2, 0.5, 0.4]}]},
        "bodies": [)" +
           bodies + "]}";
}
const std::string kTwo =
    R"({"name": "ball", "radius": 0.08, "density": 300, "at": [0.5, 0.2, 0.25]},
    {"name": "crate", "shape": "box", "size": [0.15, 0.12, 0.1], "density": 700,
     "at": [0.75, 0.3, 0.22], "rotate": [10, 0, 30]})";

World on_cpu(const std::string& json) {
    return world_of(json, {.backend = Backend::Cpu});
}

/// In either of the waters in space.
class SpaceBodies : public testing::TestWithParam<const char*> {
protected:
    std::string tank(const std::string& bodies) const { return tank_of(GetParam(), bodies); }
    void expect_sound(const World& world) const;
    /// Rounding of floats: of some hundred steps, in stable water of six passes in each.
    double balance() const { return GetParam() == std::string("stable") ? 1e-5 : 1e-6; }
};

/// The same for long runs, in which sanitizers would see nothing new.
class SpaceBodiesSlow : public SpaceBodies {};

void SpaceBodies::expect_sound(const World& world) const {
    for (int k = 0; k < world.body_count(); ++k) {
        const BodyReport body = world.body(k).value();
        const Vec3 c = body.centre_m;
        // Walls push bodies back that have come into them within a step.
        EXPECT_TRUE(c.x > -0.1 && c.y > -0.1 && c.z > -0.1 && c.x < 1.1 && c.y < 0.6 && c.z < 0.6)
            << body.name << " at " << c.x << " " << c.y << " " << c.z;
    }
    const auto fill = world.field("fill"), speed = world.field("u");
    ASSERT_TRUE(fill && speed);
    for (int n = 0; n < 40 * 20 * 20; ++n) {
        ASSERT_TRUE(std::isfinite(fill.value().data[n]));
        ASSERT_TRUE(std::isfinite(speed.value().data[n]));
    }
    EXPECT_NEAR(imbalance(world), 0.0, balance());
}

TEST_P(SpaceBodies, AreCarriedByADamBreak) {
    World world = on_cpu(tank(kTwo));
    stepped(world, 0.5);
    expect_sound(world);
    const BodyReport ball = world.body(0).value();
    EXPECT_GT(ball.centre_m.x, 0.52);
    EXPECT_GT(ball.submerged_m3, 0.0);
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame.value().bodies.size(), 2u);
}

TEST_P(SpaceBodies, GoOnFromACheckpointToTheBit) {
    World straight = on_cpu(tank(kTwo)), first = on_cpu(tank(kTwo)), second = on_cpu(tank(kTwo));
    for (World* world : {&straight, &first}) {
        ASSERT_TRUE(world->run_to({.end_s = 0.2, .stop_s = 0.1}));
        // Cells follow in the next step: the checkpoint knows where they were.
        ASSERT_TRUE(world->move_body(1, {.pose = {.at_m = {0.75, 0.25, 0.3}}}));
    }
    const auto saved = first.save_to_memory();
    ASSERT_TRUE(saved);
    const auto restored = second.restore_from_memory(saved.value());
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_EQ(checksum_of(first), checksum_of(second));
    for (World* world : {&straight, &second}) ASSERT_TRUE(world->run_to({.end_s = 0.2}));
    EXPECT_EQ(checksum_of(straight), checksum_of(second));
    EXPECT_NEAR(imbalance(second), 0.0, balance());
}

TEST_P(SpaceBodiesSlow, GoBackToACheckpointAsIfNothingHadHappenedSince) {
    // A crate on the dry floor, which the water reaches after the checkpoint: nothing of that is
    // left in a world that goes back.
    const std::string json = R"({"water": {"model": ")" + std::string(GetParam()) +
                             R"(", "size": [1, 0.5, 0.5], "cells": [40, 20, 20],
        "fill": [{"box": [0, 0, 0, 0.25, 0.5, 0.4]}]}, "bodies": [{"shape": "box", "density": 400,
        "size": [0.15, 0.2, 0.15], "at": [0.8, 0.25, 0.08]}]})";
    World world = on_cpu(json), fresh = on_cpu(json);
    ASSERT_TRUE(world.run_to({.end_s = 0.6, .stop_s = 0.1}));
    const auto saved = world.save_to_memory();
    ASSERT_TRUE(saved);
    ASSERT_TRUE(world.run_to({.end_s = 0.6}));
    EXPECT_GT(world.body(0).value().submerged_m3, 0.0) << "the water is there";
    const std::uint64_t end = checksum_of(world);
    for (World* back : {&world, &fresh}) {
        ASSERT_TRUE(back->restore_from_memory(saved.value()));
        ASSERT_TRUE(back->run_to({.end_s = 0.6}));
        EXPECT_EQ(checksum_of(*back), end) << (back == &world ? "in the same world" : "in another");
    }
}

TEST_P(SpaceBodies, PushWaterWhereTheirHostMovesThem) {
    World world = on_cpu(tank(R"({"name": "paddle", "shape": "box", "size": [0.1, 0.4, 0.3],
                                  "at": [0.5, 0.25, 0.15], "fixed": true})"));
    double least_n = 0.0;
    for (int k = 0; k < 15; ++k) {
        const double x_m = 0.5 + 0.2 * k / 50.0;
        ASSERT_TRUE(world.move_body(
            0, {.pose = {.at_m = {x_m, 0.25, 0.15}}, .velocity_m_per_s = {0.2, 0, 0}}));
        stepped(world, 0.02);
        least_n = std::min(least_n, world.body(0).value().force_n.x);
    }
    expect_sound(world);
    EXPECT_LT(least_n, 0.0);
}

TEST_P(SpaceBodies, ThrownAtAKilometrePerSecondStayInTheTank) {
    World world = on_cpu(tank(kTwo));
    stepped(world, 0.02);
    const double mass_kg = world.body(0).value().mass_kg;
    ASSERT_TRUE(world.hit_body(0, {1000.0 * mass_kg, 300.0 * mass_kg, -700.0 * mass_kg},
                               world.body(0).value().centre_m));
    for (int k = 0; k < 5; ++k) {
        stepped(world, 0.02);
        expect_sound(world);
    }
}

TEST_P(SpaceBodies, MayOverlapAndLieOnEachOtherAtTheStart) {
    World world =
        on_cpu(tank(kTwo + R"(, {"name": "inside", "shape": "box", "size": [0.1, 0.1, 0.1],
        "density": 400, "at": [0.52, 0.2, 0.24]}, {"name": "sunk", "shape": "box",
        "size": [0.2, 0.2, 0.1], "density": 2500, "at": [0.3, 0.25, 0.05]})"));
    stepped(world, 0.3);
    expect_sound(world);
    EXPECT_LT(world.body(3).value().centre_m.z, 0.08);
}

TEST_P(SpaceBodies, MayFillTheTankButNotBeBesideIt) {
    World full = on_cpu(tank(R"({"shape": "box", "size": [1, 0.5, 0.5], "at": [0.5, 0.25, 0.25],
                                 "fixed": true})"));
    stepped(full, 0.02);
    EXPECT_LT(std::abs(mass_of(full).now_kg), 1.0);
    // Above the box it would lie on its lid for ever.
    for (const char* at : {"-2, 0.25, 0.2", "0.5, 0.25, 3", "0.5, 0.25, -0.1"}) {
        const auto beside = World::from_json(
            tank(R"({"radius": 0.1, "density": 500, "at": [)" + std::string(at) + "]}"), ".");
        ASSERT_FALSE(beside) << at;
        EXPECT_NE(beside.error().message.find("/bodies/0/at"), std::string::npos)
            << beside.error().message;
    }
}

TEST_P(SpaceBodies, OfFewCellsAreWarnedOf) {
    std::string said;
    const auto hear = [&](LogLevel level, std::string_view text) {
        if (level == LogLevel::Warning) said += std::string(text) + "\n";
    };
    const auto made = World::from_json(
        tank(kTwo + R"(, {"name": "plank", "shape": "box", "size": [0.3, 0.2, 0.03],
                          "at": [0.5, 0.25, 0.4]})"),
        ".", {.backend = Backend::Cpu, .log = hear});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_NE(said.find("/bodies/2 is 1.2 cells thick"), std::string::npos) << said;
    EXPECT_EQ(said.find("/bodies/0"), std::string::npos) << said;
}

// A ball of stone in the air, voxels as a ledge, and a crate that falls on either.
TEST_P(SpaceBodies, LieOnSolidsThatHangInTheAir) {
    const TempFolder folder;
    std::vector<double> voxels(5 * 5 * 10, 0.0);  // of 10 cm
    for (std::size_t x = 6; x < 9; ++x)
        for (std::size_t y = 1; y < 4; ++y) voxels[(2 * 5 + y) * 10 + x] = 1.0;
    std::ofstream(folder / "ledge.npy", std::ios::binary) << npy_file<double>({5, 5, 10}, voxels);
    auto made = World::from_json(R"({"water": {"model": ")" + std::string(GetParam()) +
                                     R"(", "size": [1, 0.5, 0.5], "cells": [40, 20, 20],
        "fill": [{"box": [0, 0, 0, 1, 0.5, 0.1]}],
        "solids": [{"sphere": [0.25, 0.25, 0.25, 0.1]}, {"npy": "ledge.npy"}]}, "bodies": [
        {"name": "on_ball", "shape": "box", "size": [0.3, 0.2, 0.05], "at": [0.25, 0.25, 0.4]},
        {"name": "on_ledge", "shape": "box", "size": [0.2, 0.2, 0.05], "at": [0.75, 0.25, 0.4]}]})",
                                 folder.path().string(), {.backend = Backend::Cpu});
    ASSERT_TRUE(made) << made.error().message;
    stepped(made.value(), 0.5);
    EXPECT_NEAR(made.value().body(0).value().centre_m.z, 0.375, 0.02);
    EXPECT_NEAR(made.value().body(1).value().centre_m.z, 0.325, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Waters, SpaceBodies, testing::Values("volume", "stable"),
                         [](const auto& one) { return std::string(one.param); });
INSTANTIATE_TEST_SUITE_P(Waters, SpaceBodiesSlow, testing::Values("volume", "stable"),
                         [](const auto& one) { return std::string(one.param); });

// Stable water carries them on both, with the same bits: tests/cuda/stable_parity_test.cpp.
TEST(VolumeBodies, FloatOnTheCpuAlone) {
    const std::string tank = tank_of("volume", kTwo);
    const auto made = World::from_json(tank, ".", {.backend = Backend::Cuda});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/bodies is not empty"), std::string::npos)
        << made.error().message;
    EXPECT_EQ(world_of(tank).info().backend, "cpu");
}

}  // namespace
}  // namespace tarn
