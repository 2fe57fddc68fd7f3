// Save and restore: the same water to the bit, or a clear no.
#include "base/file.hpp"
#include "support/forge.hpp"
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

/// What a world of a changed scene says to a checkpoint of the unchanged one.
std::string refusal(const std::string& json, const std::string& change) {
    World world = world_of(json), other = world_of(json, {.set = {change}});
    stepped(world, 0.1);
    const auto saved = world.save_to_memory();
    EXPECT_TRUE(saved);
    const std::uint64_t before = checksum_of(other);
    const auto restored = other.restore_from_memory(saved.value());
    EXPECT_FALSE(restored) << change;
    EXPECT_EQ(checksum_of(other), before) << change;
    return restored ? "" : restored.error().message;
}

TEST(Checkpoint, OfAnotherSceneIsRefusedAndWhatDiffersIsNamed) {
    const struct {
        const char *change, *names;
    } changes[] = {
        {"water.cells=[80,60]", "water.cells is [40, 30] in the checkpoint and [80, 60] in"},
        {"water.precision=double", "water.precision is float in the checkpoint and double in"},
        {"water.level=0.4", "water.level is 0.3 in the checkpoint and 0.4 in the scene"},
        {"water.size=[4,3]", "water.size"},
        {"water.gravity=5", "water.gravity is 9.81 in the checkpoint and 5 in the scene"},
        {"water.scheme=fv", "water.scheme is d2q9 in the checkpoint and fv in the scene"},
        {"water.bed=0.1", "water.bed is 0 in the checkpoint and 0.1 in the scene"},
        {"water.edges.east=open", "water.edges.east is wall in the checkpoint and open in"},
        {"water.wind=[3,0]", "water.wind is [0, 0] in the checkpoint and [3, 0] in the scene"},
        {"water.viscosity=0.01", "water.viscosity"},
        {"water.tau=0.7", "water.tau is absent in the checkpoint and 0.7 in the scene"},
        {"water.collision=bgk", "water.collision"},
        {"water.manning=0.03", "water.manning"},
        {"rain.rate=4000", "rain.rate is 5000 in the checkpoint and 4000 in the scene"},
        {"rain.seed=8", "rain.seed"},
        {"events.0.drop.height=0.2", "events.0.drop.height is 0.1 in the checkpoint and 0.2 in"}};
    for (const auto& [change, names] : changes)
        EXPECT_NE(refusal(kSmallPond, change).find(names), std::string::npos)
            << refusal(kSmallPond, change);
}

TEST(Checkpoint, IsNotBoundToWhatIsOnlyReadFromTheWater) {
    World world = world_of(kSmallPond);
    stepped(world, 0.1);
    const auto saved = world.save_to_memory();
    ASSERT_TRUE(saved);
    for (const char* change :
         {"about=other", "duration=3", "record.every=1", "probes=[{\"at\":[1,1]}]", "look.seed=3",
          "light.haze=2", "camera.fov=30", "water.streaming=in_place", "water.scheme=d2q9"}) {
        World other = world_of(kSmallPond, {.set = {change}});
        const auto restored = other.restore_from_memory(saved.value());
        EXPECT_TRUE(restored) << change << ": " << restored.error().message;
        EXPECT_EQ(checksum_of(other), checksum_of(world)) << change;
    }
}

/// A channel whose discharge stands in a file.
std::string channel_with(const std::string& csv) {
    return R"({"water": {"size": [4, 1], "cells": [40, 10], "level": 0.3, "scheme": "fv",
        "edges": {"west": {"inflow": {"csv": ")" +
           csv + R"("}}, "east": "outflow"}}})";
}

TEST(Checkpoint, IsBoundToWhatFilesHoldAndNotToWhereTheyLie) {
    const TempFolder folder;
    write_bytes(folder / "a.csv", "t,discharge\n0,0.1\n9,0.2\n");
    write_bytes(folder / "same.csv", "t,discharge\n0,0.1\n9,0.2\n");
    write_bytes(folder / "other.csv", "t,discharge\n0,0.1\n9,0.3\n");
    const WorldOptions options = {.data_folders = {folder.path().string()}};
    World world = world_of(channel_with(folder / "a.csv"), options);
    stepped(world, 0.1);
    ASSERT_TRUE(world.save(folder / "state.tarn"));
    World same = world_of(channel_with(folder / "same.csv"), options);
    EXPECT_TRUE(same.restore(folder / "state.tarn"));
    const auto refused =
        world_of(channel_with(folder / "other.csv"), options).restore(folder / "state.tarn");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("water.edges.west.inflow.values"), std::string::npos)
        << refused.error().message;
}

// Changed while it ran: that is state, whatever the world did before.
TEST(Checkpoint, KeepsEdgesThatWereChangedAndThoseThatWereNot) {
    const std::string channel = R"({"water": {"size": [4, 1], "cells": [40, 10], "level": 0.3,
        "scheme": "fv", "edges": {"west": {"inflow": {"discharge": 0.1}}, "east": "outflow"}}})";
    World driven = world_of(channel), closed = world_of(channel), opened = world_of(channel);
    ASSERT_TRUE(closed.set_boundary(Edge::West, Boundary::Wall));
    ASSERT_TRUE(opened.set_boundary(Edge::West, Boundary::Wall));
    ASSERT_TRUE(opened.set_boundary(Edge::West, Boundary::Open));
    for (World* from : {&driven, &closed, &opened}) {
        stepped(*from, 0.2);
        const auto saved = from->save_to_memory();
        ASSERT_TRUE(saved);
        for (World* base : {&driven, &closed, &opened}) {
            const auto own = base->save_to_memory();
            ASSERT_TRUE(own);
            ASSERT_TRUE(base->restore_from_memory(saved.value()));
            World reference = world_of(channel);
            ASSERT_TRUE(reference.restore_from_memory(saved.value()));
            stepped(*base, 0.3);
            stepped(reference, 0.3);
            EXPECT_EQ(checksum_of(*base), checksum_of(reference));
            ASSERT_TRUE(base->restore_from_memory(own.value()));
        }
    }
    for (World* world : {&driven, &closed, &opened}) stepped(*world, 0.3);
    EXPECT_NE(checksum_of(driven), checksum_of(opened));
    EXPECT_NE(checksum_of(driven), checksum_of(closed));
}

TEST(Checkpoint, BringsBackTheRelaxationTimeOfTheScene) {
    const WorldOptions options = {.set = {"water.tau=0.8"}};
    World whole = world_of(kSmallPond, options), world = world_of(kSmallPond, options);
    const auto saved = world.save_to_memory();
    ASSERT_TRUE(saved);
    LiveSettings thick = world.settings().value();
    thick.viscosity_m2_per_s = 0.01;
    ASSERT_TRUE(world.set(thick));
    stepped(world, 0.1);
    ASSERT_TRUE(world.restore_from_memory(saved.value()));
    stepped(world, 0.2);
    stepped(whole, 0.2);
    EXPECT_EQ(checksum_of(world), checksum_of(whole));
}

TEST(Checkpoint, OfAnotherVersionIsRefusedByItsVersion) {
    World world = world_of(kSmallPond);
    stepped(world, 0.1);
    std::string content = content_of(world.save_to_memory().value());
    ASSERT_EQ(content[7], 'A');
    const std::uint64_t before = checksum_of(world);
    for (const char version : {'1', '2', '3', '4', '5', '6', '7', '8', '9', 'B'}) {
        content[7] = version;
        const auto done = world.restore_from_memory(with_hash(content));
        ASSERT_FALSE(done) << version;
        EXPECT_NE(done.error().message.find(std::string("version ") + version), std::string::npos)
            << done.error().message;
        EXPECT_EQ(checksum_of(world), before);
    }
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

}  // namespace
}  // namespace tarn
