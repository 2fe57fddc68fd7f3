// Save, restore, record, replay: the same water to the bit, or a clear no.
#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <fstream>

namespace tarn {
namespace {

std::string bytes_of(const std::string& path) {
    const auto bytes = read_file(path, 1 << 24);
    EXPECT_TRUE(bytes);
    return bytes ? bytes.value() : "";
}

void write_bytes(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

TEST(Checkpoint, AResumedWorldContinuesToTheBit) {
    const TempFolder folder;
    for (const char* how : {"water.precision=float", "water.precision=half",
                            "water.precision=double", "water.streaming=in_place"}) {
        const WorldOptions options = {.set = {how}};
        World whole = world_of(kSmallPond, options);
        World first = world_of(kSmallPond, options), second = world_of(kSmallPond, options);
        // In the middle of a stir, with a finger down and an edge changed.
        for (World* world : {&whole, &first}) {
            ASSERT_TRUE(world->set_boundary(Edge::East, Boundary::Open));
            stepped(*world, 0.3);
            ASSERT_TRUE(world->press(4, {{0.5, 0.5}, 0.2, 0.03}));
            stepped(*world, 0.05);
        }
        ASSERT_TRUE(first.save(folder / "state.tarn"));
        ASSERT_TRUE(second.restore(folder / "state.tarn"));
        EXPECT_EQ(checksum_of(second), checksum_of(first));
        EXPECT_EQ(second.time_s(), first.time_s());
        EXPECT_EQ(second.steps(), first.steps());
        for (World* world : {&whole, &second}) {
            stepped(*world, 0.13);
            ASSERT_TRUE(world->release(4));
            stepped(*world, 0.4);
        }
        EXPECT_EQ(checksum_of(second), checksum_of(whole)) << how;
        EXPECT_EQ(mass_of(second).now_kg, mass_of(whole).now_kg);
        EXPECT_EQ(mass_of(second).added_kg, mass_of(whole).added_kg);
        EXPECT_EQ(mass_of(second).removed_kg, mass_of(whole).removed_kg);
    }
}

TEST(Checkpoint, KeepsTheLagOfAFixedStep) {
    const TempFolder folder;
    const WorldOptions options = {.set = {"water.time_step=0.011"}};
    World whole = world_of(kSmallPond, options), resumed = world_of(kSmallPond, options);
    stepped(whole, 0.1);
    ASSERT_TRUE(whole.save(folder / "state.tarn"));
    ASSERT_TRUE(resumed.restore(folder / "state.tarn"));
    EXPECT_EQ(stepped(resumed, 0.1).lag_s, stepped(whole, 0.1).lag_s);
    EXPECT_EQ(checksum_of(resumed), checksum_of(whole));
}

TEST(Checkpoint, ADamagedFileIsRefusedAndChangesNothing) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    stepped(world, 0.2);
    ASSERT_TRUE(world.save(folder / "good.tarn"));
    stepped(world, 0.1);
    const std::uint64_t before = checksum_of(world);
    const std::string good = bytes_of(folder / "good.tarn");
    std::vector<std::string> damaged = {"",
                                        "TARN",
                                        good.substr(0, 16),
                                        good.substr(0, good.size() / 2),
                                        good.substr(0, good.size() - 1),
                                        good + "x"};
    for (std::size_t at = 0; at < good.size(); at += good.size() / 37) {
        damaged.push_back(good);
        damaged.back()[at] = char(damaged.back()[at] ^ 0x10);
    }
    for (std::size_t k = 0; k < damaged.size(); ++k) {
        write_bytes(folder / "bad.tarn", damaged[k]);
        const auto restored = world.restore(folder / "bad.tarn");
        ASSERT_FALSE(restored) << k;
        EXPECT_NE(restored.error().message.find("bad.tarn"), std::string::npos);
        EXPECT_EQ(checksum_of(world), before) << k;
    }
    EXPECT_NEAR(world.time_s(), 0.3, 1e-15);
}

TEST(Checkpoint, BelongsToItsScene) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    ASSERT_TRUE(world.save(folder / "state.tarn"));
    for (const char* change :
         {"water.cells=[80,60]", "water.precision=double", "water.level=0.4", "water.size=[4,3]"}) {
        World other = world_of(kSmallPond, {.set = {change}});
        const std::uint64_t before = checksum_of(other);
        EXPECT_FALSE(other.restore(folder / "state.tarn")) << change;
        EXPECT_EQ(checksum_of(other), before) << change;
    }
    World no_events = world_of(R"({"water": {"size": [2, 1.5], "cells": [40, 30], "level": 0.3}})");
    EXPECT_FALSE(no_events.restore(folder / "state.tarn"));
}

TEST(Checkpoint, MissingFilesAndFoldersAreNamed) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    const auto missing = world.restore(folder / "none.tarn");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_FALSE(world.restore(folder.path().string()));
    EXPECT_FALSE(world.save(folder / "no/such/folder/state.tarn"));
    const auto full = world.save("/dev/full");
    ASSERT_FALSE(full);
    EXPECT_EQ(full.error().code, ErrorCode::DiskFull);
}

TEST(Recording, ReplayedOnAFreshWorldGivesTheSameWater) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    ASSERT_TRUE(world.start_recording());
    stepped(world, 0.1);
    ASSERT_TRUE(world.add_drop({{0.7, 0.3}, 0.21, 0.07}));
    ASSERT_TRUE(world.add_event({3, 3, 5, 9}, 0.013f));
    ASSERT_TRUE(world.press(2, {{1.1, 0.9}, 0.25, 0.04}));
    stepped(world, 1.0 / 30.0);
    ASSERT_TRUE(world.set_boundary(Edge::North, Boundary::Slip));
    ASSERT_TRUE(world.press(2, {{1.2, 0.95}, 0.25, 0.04}));
    stepped(world, 1.0 / 30.0);
    ASSERT_TRUE(world.release(2));
    stepped(world, 0.05);
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    World again = world_of(kSmallPond);
    const auto report = again.replay(folder / "calls.txt");
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report.value().time_s, world.time_s());
    EXPECT_EQ(checksum_of(again), checksum_of(world));
}

TEST(Recording, FilesThatAreNoneAreRefused) {
    const TempFolder folder;
    World world = world_of(kSmallPond);
    EXPECT_FALSE(world.save_recording(folder / "calls.txt"));  // none runs
    for (const char* text : {"", "hello\n", "tarn-recording 1\nstep\n", "tarn-recording 1\nfly 3\n",
                             "tarn-recording 1\nboundary 9 9\n"}) {
        write_bytes(folder / "bad.txt", text);
        const auto replayed = world.replay(folder / "bad.txt");
        ASSERT_FALSE(replayed) << text;
        EXPECT_EQ(replayed.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_EQ(world.steps(), 0);
}

}  // namespace
}  // namespace tarn
