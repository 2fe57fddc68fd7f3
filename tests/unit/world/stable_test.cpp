// Stable water as a world: what it is, its fields and words, its books, checkpoints, what it
// refuses.
#include "support/world_for_test.hpp"

#include <cstring>
#include <filesystem>

namespace tarn {
namespace {

const std::string kDam = R"({"water": {"model": "stable", "size": [1, 0.5, 0.5],
    "cells": [20, 10, 10], "fill": [{"box": [0, 0, 0, 0.4, 0.5, 0.3]}]}})";

World on_cpu(const std::string& json) {
    return world_of(json, {.backend = Backend::Cpu});
}

TEST(StableWorld, KnowsWhatItIs) {
    const WorldInfo info = on_cpu(kDam).info();
    EXPECT_EQ(info.model, "stable");
    EXPECT_EQ(info.scheme, "mac");
    EXPECT_EQ(info.nz, 10);
    EXPECT_EQ(info.height_m, 0.5);
    EXPECT_GE(info.memory.state_bytes, 2000u * 12u * 4u);
}

TEST(StableWorld, HasWordsOfCells) {
    const World world = on_cpu(kDam);
    const auto view = world.field("cells");
    ASSERT_TRUE(view);
    EXPECT_EQ(view.value().nz, 10);
    const auto word = [&](std::ptrdiff_t place) {
        std::uint32_t bits;
        std::memcpy(&bits, view.value().data + place, sizeof bits);
        return bits;
    };
    EXPECT_EQ(word(0), 0x08000000u) << "water";
    EXPECT_EQ(word(19), 0x10000000u) << "air";
    EXPECT_EQ(word(7) & 0xfc000000u, 0x28000000u) << "surface, which is water too";
    const auto none = on_cpu(kDam).field("arrival");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("pressure or cells"), std::string::npos);
}

TEST(StableWorld, StepsOfAnyLengthKeepTheWater) {
    for (const char* step : {"0.001", "0.1", "10"}) {
        World world = world_of(
            kDam, {.backend = Backend::Cpu, .set = {std::string("water.time_step=") + step}});
        const double before = world.statistics().value().mass.now_kg;
        ASSERT_TRUE(world.step(20 * std::stod(step)));
        EXPECT_EQ(world.steps(), 20);
        EXPECT_NEAR(world.statistics().value().mass.now_kg, before, 1e-5 * before) << step;
    }
}

TEST(StableWorld, ACheckpointGoesOnToTheBit) {
    for (const char* scheme : {"mac", "track"}) {
        const WorldOptions options = {.backend = Backend::Cpu,
                                      .set = {std::string("water.scheme=") + scheme}};
        World whole = world_of(kDam, options), part = world_of(kDam, options);
        ASSERT_TRUE(whole.run_to({.end_s = 0.3}));
        ASSERT_TRUE(part.run_to({.end_s = 0.3, .stop_s = 0.1}));
        const auto path = std::filesystem::temp_directory_path() /
                          (std::string("tarn_stable_") + scheme + ".tarn");
        ASSERT_TRUE(part.save(path.string()));
        World other = world_of(kDam, options);
        const auto restored = other.restore(path.string());
        ASSERT_TRUE(restored) << restored.error().message;
        ASSERT_TRUE(other.run_to({.end_s = 0.3}));
        EXPECT_EQ(other.checksum().value(), whole.checksum().value()) << scheme;
        std::filesystem::remove(path);
    }
}

TEST(StableWorld, BuiltInScenesRunAndBalance) {
    const struct {
        const char *name, *cells;
    } scenes[] = {{"pour", "[16,16,16]"}, {"stairs", "[48,18,30]"}, {"bowl", "[20,20,20]"}};
    for (const auto& [name, cells] : scenes) {
        auto made = World::from_scene(
            name, {.backend = Backend::Cpu, .set = {std::string("water.cells=") + cells}});
        ASSERT_TRUE(made) << name << ": " << made.error().message;
        ASSERT_TRUE(made.value().run_to({.end_s = 0.4})) << name;
        const MassReport mass = made.value().statistics().value().mass;
        EXPECT_NEAR(mass.now_kg, mass.initial_kg + mass.added_kg - mass.removed_kg,
                    1e-5 * (mass.initial_kg + mass.added_kg))
            << name;
    }
}

TEST(StableWorld, RefusesWhatItDoesNotKnow) {
    const auto refusal = [](const std::string& set) {
        auto made = World::from_json(kDam, ".", {.backend = Backend::Cpu, .set = {set}});
        return made ? std::string() : made.error().message;
    };
    EXPECT_NE(refusal("water.precision=double").find("/water/precision"), std::string::npos);
    EXPECT_NE(refusal("water.surface_tension=0.07").find("model \"volume\""), std::string::npos);
    EXPECT_NE(refusal("water.edges.east=outflow").find("/water/edges/east"), std::string::npos);
}

}  // namespace
}  // namespace tarn
