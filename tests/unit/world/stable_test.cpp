// Stable water as a world: what it is, its fields and words, its books, checkpoints, what it
// refuses.
#include "io/npy.hpp"
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

TEST(StableWorld, CarriesDyeThatFieldsFramesAndCheckpointsShow) {
    const std::string json =
        R"({"water": {"model": "stable", "size": [1, 0.5, 0.5], "cells": [20, 10, 10],
            "fill": [{"box": [0, 0, 0, 0.4, 0.5, 0.3]}], "dye": [{"box": [0, 0, 0, 0.2, 0.5, 0.5]}]},
            "look": {"dye": [0.5, 0.2, 0.1]}})";
    World world = on_cpu(json);
    const auto dye = world.field("dye");
    ASSERT_TRUE(dye);
    EXPECT_EQ(dye.value().data[3], 1.0f);
    EXPECT_EQ(dye.value().data[5], 0.0f) << "clear water";
    EXPECT_EQ(dye.value().data[8 * dye.value().layer_stride], 0.0f) << "air";
    ASSERT_TRUE(world.step(0.1));
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame.value().water.volume.dye.size(), 2000u);
    EXPECT_EQ(frame.value().water.volume.dye_colour[0], 0.5);
    // A scene with the same water but without dye is another one.
    const auto clear = on_cpu(kDam).field("dye");
    ASSERT_FALSE(clear);
    EXPECT_NE(clear.error().message.find("there is no field \"dye\""), std::string::npos);
    const auto refused = World::from_json(
        R"({"water": {"model": "volume", "size": [1, 1, 1], "cells": [8, 8, 8],
        "faucets": [{"box": [0, 0, 0.5, 0.5, 0.5, 1], "velocity": [0, 0, -1], "dye": 1}]}})",
        ".");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("/water/faucets/0/dye is 1"), std::string::npos)
        << refused.error().message;
}

TEST(StableWorld, TakesSolidsFromVoxels) {
    const TempFolder folder;
    // Two layers: a step in the west half of the lower one.
    const std::vector<float> voxels = {1, 0, 1, 0, 0, 0, 0, 0};
    const std::size_t shape[] = {2, 2, 2}, flat[] = {4, 2};
    ASSERT_TRUE(io::write_npy(folder / "step.npy", voxels, shape));
    ASSERT_TRUE(io::write_npy(folder / "flat.npy", voxels, flat));
    for (const std::string model : {"stable", "volume"}) {
        const auto scene = [&](const char* file) {
            return R"({"water": {"model": ")" + model +
                   R"(", "size": [1, 0.5, 0.5], "cells": [20, 10, 10],
                "fill": [{"box": [0, 0, 0.25, 1, 0.5, 0.5]}], "solids": [{"npy": ")" +
                   file + R"("}]}})";
        };
        const auto made = World::from_json(scene("step.npy"), folder / ".");
        ASSERT_TRUE(made) << made.error().message;
        const World& world = made.value();
        EXPECT_EQ(world.field("bed").value().data[0], 0.25f);
        EXPECT_EQ(world.field("bed").value().data[10], 0.0f);
        const auto frame = world.frame();
        ASSERT_TRUE(frame);
        ASSERT_EQ(frame.value().bodies.size(), 1u) << "voxels side by side are one block";
        EXPECT_NEAR(frame.value().bodies[0].size_m.x, 0.5, 1e-12);
        EXPECT_NEAR(frame.value().bodies[0].size_m.z, 0.25, 1e-12);
        for (const auto& [file, words] :
             {std::pair{"flat.npy", "[nz, ny, nx]"}, std::pair{"none.npy", "none.npy"}}) {
            const auto refused = World::from_json(scene(file), folder / ".");
            ASSERT_FALSE(refused) << file;
            EXPECT_NE(refused.error().message.find(words), std::string::npos)
                << refused.error().message;
            EXPECT_NE(refused.error().message.find("/water/solids/0"), std::string::npos)
                << refused.error().message;
        }
    }
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

TEST(StableWorld, ThePressureOfWaterAtRestIsItsWeightHoweverLongTheStep) {
    // Steps of 0.1 s are cut into parts: with 10 mm of gravity in a cell of 5 cm per part.
    for (const char* step : {"0.005", "0.1", "0.3"}) {
        World world =
            world_of(R"({"water": {"model": "stable", "size": [0.8, 0.4, 0.8],
            "cells": [16, 8, 16], "fill": [{"box": [0, 0, 0, 0.8, 0.4, 0.5]}]}})",
                     {.backend = Backend::Cpu, .set = {std::string("water.time_step=") + step}});
        ASSERT_TRUE(world.step(4 * std::stod(step)));
        const auto pressure = world.field("pressure");
        ASSERT_TRUE(pressure);
        // In the middle of the lowest cell, 47.5 cm below the surface: floats, and a solver that
        // stops at a millionth of the speed.
        EXPECT_NEAR(double(pressure.value().data[0]), 1000.0 * 9.81 * 0.475, 5.0) << step;
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
    } scenes[] = {{"pour", "[16,16,16]"},
                  {"stairs", "[48,18,30]"},
                  {"bowl", "[20,20,20]"},
                  {"ink", "[16,16,24]"}};
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
