// Bodies that are added while the world runs: as if the scene had had them, and nothing else
// changes.
#include "support/npy_file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

namespace tarn {
namespace {

const std::string kBall =
    R"({"name": "ball", "radius": 0.12, "density": 300, "at": [0.6, 0.4, 0.5]})";
const std::string kCrate = R"({"name": "crate", "shape": "box", "size": [0.2, 0.15, 0.15],
    "density": 500, "at": [1.1, 0.4, 0.6], "rotate": [10, 20, 30]})";

/// Of each water that carries bodies; 1.6 x 0.8 m, 0.3 m deep.
std::string scene_of(const std::string& model, const std::string& bodies) {
    const std::string water = model == "shallow"
                                  ? R"("size": [1.6, 0.8], "cells": [64, 32], "level": 0.3)"
                                  : R"("size": [1.6, 0.8, 0.8], "cells": [32, 16, 16],
                 "fill": [{"box": [0, 0, 0, 1.6, 0.8, 0.3]}])";
    return R"({"water": {"model": ")" + model + "\", " + water + R"(}, "more_bodies": true,
        "bodies": [)" +
           bodies + "]}";
}

class AddBody : public testing::TestWithParam<const char*> {
protected:
    World world(const std::string& bodies, int threads = 1) const {
        return world_of(scene_of(GetParam(), bodies),
                        {.backend = Backend::Cpu, .threads = threads});
    }
    static void add(World& world, const std::string& json, int wanted) {
        const auto number = world.add_body(json);
        ASSERT_TRUE(number) << number.error().message;
        EXPECT_EQ(number.value(), wanted);
    }
    /// Rounding of floats in some hundred steps, as in the tests of bodies in space.
    double balance() const { return GetParam() == std::string("stable") ? 1e-5 : 1e-6; }
};

TEST_P(AddBody, AtTheStartItIsAsIfTheSceneHadIt) {
    World listed = world(kBall + ", " + kCrate), added = world("");
    add(added, kBall, 0);
    add(added, kCrate, 1);
    EXPECT_EQ(checksum_of(added), checksum_of(listed));
    stepped(listed, 0.4);
    stepped(added, 0.4);
    EXPECT_EQ(checksum_of(added), checksum_of(listed));
    EXPECT_EQ(added.info().bodies, (std::vector<std::string>{"ball", "crate"}));
}

TEST_P(AddBody, ItFallsInFloatsAndNoWaterIsLost) {
    World world = this->world(kBall);
    stepped(world, 0.5);
    const BodyReport before = world.body(0).value();
    add(world, kCrate, 1);
    const BodyReport after = world.body(0).value();
    EXPECT_EQ(after.centre_m.z, before.centre_m.z) << "the others stay as they are";
    EXPECT_EQ(after.velocity_m_per_s.z, before.velocity_m_per_s.z);
    stepped(world, 1.5);
    const BodyReport crate = world.body(1).value();
    EXPECT_GT(crate.submerged_m3, 0.2 * 0.2 * 0.15 * 0.15) << "half of it would be at rest";
    EXPECT_LT(crate.centre_m.z, 0.45);
    EXPECT_NEAR(imbalance(world), 0.0, balance());
}

TEST_P(AddBody, ACheckpointGoesOnToTheBitInASceneThatListsIt) {
    World world = this->world(kBall);
    ASSERT_TRUE(world.run_to({.end_s = 0.7, .stop_s = 0.3}));
    add(world, kCrate, 1);
    const auto at_once = world.save_to_memory();
    ASSERT_TRUE(at_once);
    ASSERT_TRUE(world.run_to({.end_s = 0.7, .stop_s = 0.5}));
    const auto later = world.save_to_memory();
    ASSERT_TRUE(later);
    ASSERT_TRUE(world.run_to({.end_s = 0.7}));
    for (const auto* saved : {&at_once.value(), &later.value()}) {
        World listed = this->world(kBall + ", " + kCrate, 3);
        const auto restored = listed.restore_from_memory(*saved);
        ASSERT_TRUE(restored) << restored.error().message;
        ASSERT_TRUE(listed.run_to({.end_s = 0.7}));
        EXPECT_EQ(checksum_of(listed), checksum_of(world));
    }
    // Without it, it is another scene.
    World alone = this->world(kBall);
    const auto refused = alone.restore_from_memory(later.value());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("bodies.1"), std::string::npos)
        << refused.error().message;
}

TEST_P(AddBody, ARecordingRepeatsIt) {
    const TempFolder folder;
    const std::string path = folder / "calls.txt";
    World first = world(""), second = world("");
    ASSERT_TRUE(first.start_recording());
    stepped(first, 0.1);
    add(first, kBall, 0);
    stepped(first, 0.2);
    ASSERT_TRUE(first.save_recording(path));
    const auto replayed = second.replay(path);
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_EQ(checksum_of(second), checksum_of(first));
}

TEST_P(AddBody, WhatIsRefusedChangesNothing) {
    World world = this->world(kBall), like = this->world(kBall);
    const std::uint64_t before = checksum_of(world);
    const std::pair<const char*, const char*> kWrong[] = {
        {"", "JSON"},
        {"[1]", "object"},
        {R"({"radius": 0.1)", "JSON"},
        {R"({"radius": 0.1, "at": [9, 9, 0.6]})", "above the water"},
        {R"({"radius": -1, "at": [1, 0.4, 0.6]})", "radius"},
        {R"({"radius": 0.1, "colour": "red", "at": [1, 0.4, 0.6]})", "colour"},
        {R"({"name": "ball", "radius": 0.1, "at": [1, 0.4, 0.6]})", "own name"},
        {R"({"shape": "mesh", "file": "/etc/hostname", "at": [1, 0.4, 0.6]})", "outside"},
        {R"({"shape": "mesh", "file": "none.obj", "at": [1, 0.4, 0.6]})", "none.obj"},
        {R"({"radius": 0.1, "heigth": 2, "at": [1, 0.4, 0.6]})", "heigth"}};
    for (const auto& [json, said] : kWrong) {
        const auto number = world.add_body(json);
        ASSERT_FALSE(number) << json;
        EXPECT_NE(number.error().message.find(said), std::string::npos) << number.error().message;
        EXPECT_EQ(number.error().code, ErrorCode::InvalidArgument) << number.error().message;
        EXPECT_EQ(number.error().message.find("add_body: "), 0u) << number.error().message;
        EXPECT_LT(number.error().message.size(), 1000u);
    }
    EXPECT_EQ(world.body_count(), 1);
    EXPECT_EQ(checksum_of(world), before);
    stepped(world, 0.2);
    stepped(like, 0.2);
    EXPECT_EQ(checksum_of(world), checksum_of(like));
}

INSTANTIATE_TEST_SUITE_P(Waters, AddBody, testing::Values("shallow", "volume", "stable"),
                         [](const auto& one) { return std::string(one.param); });

TEST(AddBodyToShallowWater, OnALidItBeginsAboveTheWater) {
    World world = world_of(scene_of("shallow", ""));
    const auto inside = world.add_body(R"({"radius": 0.2, "density": 300, "at": [0.8, 0.4, 0.3]})");
    ASSERT_FALSE(inside);
    EXPECT_EQ(inside.error().code, ErrorCode::InvalidArgument);
    EXPECT_NE(inside.error().message.find("0.300000 m"), std::string::npos)
        << inside.error().message;
    EXPECT_EQ(world.body_count(), 0);
    // On triangles it displaces nothing, and may begin anywhere.
    const auto under = world.add_body(
        R"({"radius": 0.2, "density": 300, "at": [0.8, 0.4, 0.3], "forces": "triangles"})");
    ASSERT_TRUE(under) << under.error().message;
    stepped(world, 0.3);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

// The water has its solids from the start; the file that they came from may be gone since.
TEST(AddBodyToShallowWater, SolidsStayThoseOfTheBeginning) {
    const TempFolder folder;
    const std::string mask = npy_file<double>({8, 16}, std::vector<double>(128, 0.0));
    std::ofstream(folder / "mask.npy", std::ios::binary) << mask;
    auto made = World::from_json(R"({"water": {"size": [1.6, 0.8], "cells": [16, 8], "level": 0.3,
        "solids": [{"npy": "mask.npy"}, {"box": [0, 0, 0.2, 0.8]}]}, "more_bodies": true})",
                                 folder.path().string());
    ASSERT_TRUE(made) << made.error().message;
    World& world = made.value();
    std::filesystem::remove(folder / "mask.npy");
    const auto number = world.add_body(kBall);
    ASSERT_TRUE(number) << number.error().message;
    stepped(world, 0.2);
}

TEST(AddBodyToWaterWithout, IsUnsupportedAndSaysHowToBegin) {
    for (const char* json :
         {R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.3}})",
          R"({"water": {"model": "volume", "size": [1, 1, 1], "cells": [12, 12, 12],
              "fill": [{"box": [0, 0, 0, 1, 1, 0.4]}]}})",
          R"({"water": {"model": "stable", "size": [1, 1, 1], "cells": [12, 12, 12],
              "fill": [{"box": [0, 0, 0, 1, 1, 0.4]}]}})"}) {
        World world = world_of(json);
        const auto number = world.add_body(R"({"radius": 0.1, "at": [0.5, 0.5, 0.8]})");
        ASSERT_FALSE(number);
        EXPECT_EQ(number.error().code, ErrorCode::Unsupported);
        EXPECT_NE(number.error().message.find("more_bodies"), std::string::npos)
            << number.error().message;
    }
    // Room for bodies is as good as bodies for the choice of the scheme.
    EXPECT_EQ(world_of(scene_of("shallow", "")).info().scheme, "fv");
}

TEST(AddBodyToShallowWater, ManyOfThemRainIntoAPool) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.5},
        "more_bodies": true})");
    for (int k = 0; k < 20; ++k) {
        const std::string at =
            std::to_string(0.4 + 0.55 * (k % 5)) + ", " + std::to_string(0.5 + 0.6 * (k / 5));
        const auto number =
            world.add_body(R"({"radius": 0.15, "density": 200, "at": [)" + at + ", 1.2]}");
        ASSERT_TRUE(number) << number.error().message;
        stepped(world, 0.05);
    }
    stepped(world, 0.6);
    for (int k = 0; k < 20; ++k) {
        const BodyReport body = world.body(k).value();
        EXPECT_TRUE(std::isfinite(body.centre_m.z)) << k;
        EXPECT_LT(body.centre_m.z, 1.2) << k;
    }
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

}  // namespace
}  // namespace tarn
