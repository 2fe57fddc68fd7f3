// The window moves over the sea: the same water at another place, to the bit, and in the books.
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

// Float sums of a few thousand cells, relative to all the water.
constexpr double kBalance = 1e-7;

constexpr int kCells = 48;
constexpr double kCell_m = 0.125;       // binary fractions: places and steps without rounding
constexpr double kStep_s = 1.0 / 64.0;  // one lattice step

/// Open water of 6 by 6 m. Until a wave comes near them, its edges are still to the bit.
World sea(std::vector<std::string> set = {}) {
    set.push_back("water.time_step=0.015625");
    return world_of(R"({"water": {"size": [6, 6], "cells": [48, 48], "level": 0.5, "edges":
        {"west": "open", "east": "open", "south": "open", "north": "open"}}})",
                    {.backend = Backend::Cpu, .set = std::move(set)});
}

DropDesc drop_at(double i, double j) {
    return {{i * kCell_m, j * kCell_m}, 4.0 * kCell_m, 0.1};
}

void shift(World& world, int di, int dj) {
    const auto done = world.shift_window(di, dj);
    ASSERT_TRUE(done) << done.error().message;
}

std::vector<float> field_of(const World& world, const char* name) {
    const auto field = world.field(name);
    EXPECT_TRUE(field);
    const FieldView view = field.value();
    return {view.data, view.data + std::ptrdiff_t(view.nx) * view.ny};
}

void expect_same_water(const World& a, const World& b, const std::string& how) {
    for (const char* name : {"depth", "u", "v"})
        EXPECT_EQ(field_of(a, name), field_of(b, name)) << how;
}

/// Every way to keep populations; an odd number of steps in place leaves the other arrangement.
const std::vector<std::vector<std::string>> kStorages = {
    {"water.precision=float"},
    {"water.precision=half"},
    {"water.precision=double"},
    {"water.precision=float", "water.streaming=in_place"},
    {"water.precision=half", "water.streaming=in_place"},
    {"water.precision=double", "water.streaming=in_place"}};

TEST(Window, WaterIsWhereItWouldBeHadItBegunThere) {
    for (const auto& storage : kStorages)
        for (const int steps : {4, 5}) {
            World moved = sea(storage), there = sea(storage);
            ASSERT_TRUE(moved.add_drop(drop_at(26.0, 22.5)));
            ASSERT_TRUE(there.add_drop(drop_at(21.0, 25.5)));
            for (World* world : {&moved, &there}) stepped(*world, steps * kStep_s);
            shift(moved, 5, -3);
            const std::string how = storage.back() + ", " + std::to_string(steps) + " steps";
            expect_same_water(moved, there, how);
            // Populations that differed would part within a step.
            for (World* world : {&moved, &there}) stepped(*world, 3 * kStep_s);
            expect_same_water(moved, there, how);
        }
}

TEST(Window, ThereAndBackIsTheSameToTheBit) {
    for (const auto& storage : kStorages)
        for (const int steps : {6, 7}) {
            World world = sea(storage);
            ASSERT_TRUE(world.add_drop(drop_at(24.0, 24.0)));
            stepped(world, steps * kStep_s);
            const std::uint64_t before = checksum_of(world);
            shift(world, 11, -9);
            EXPECT_NE(checksum_of(world), before);
            shift(world, -11, 9);
            EXPECT_EQ(checksum_of(world), before) << storage.back() << ", " << steps << " steps";
        }
}

TEST(Window, TheMiddleStaysWhenWavesAreEverywhere) {
    World world = sea(), still_there = sea();
    for (World* w : {&world, &still_there}) {
        ASSERT_TRUE(w->add_drop(drop_at(20.0, 30.0)));
        stepped(*w, 1.5);
    }
    shift(world, 7, 0);
    shift(world, -7, 4);
    shift(world, 0, -4);
    for (int j = 4; j < kCells; ++j)
        for (int i = 7; i < kCells; ++i) {
            ASSERT_EQ(world.height(i, j).value(), still_there.height(i, j).value());
            ASSERT_EQ(world.velocity(i, j).value(), still_there.velocity(i, j).value());
        }
    EXPECT_EQ(world.height(3, 20).value(), 0.5f);
}

TEST(Window, StillWaterComesInAndStaysStill) {
    World world = sea({"water.precision=half"});
    ASSERT_TRUE(world.add_drop(drop_at(10.0, 10.0)));
    stepped(world, 0.5);
    shift(world, -1000, 3);  // none of it is left
    stepped(world, 0.5);
    for (const float depth : field_of(world, "depth")) ASSERT_EQ(depth, 0.5f);
    for (const float u : field_of(world, "u")) ASSERT_EQ(u, 0.0f);
}

TEST(Window, WhatLeavesAndWhatComesIsBooked) {
    World world = sea();
    ASSERT_TRUE(world.add_drop(drop_at(6.0, 24.0)));
    stepped(world, 0.4);
    const MassReport before = mass_of(world);
    double leaving_kg = 0.0;
    for (int j = 0; j < kCells; ++j)
        for (int i = 0; i < 8; ++i)
            leaving_kg += 1000.0 * kCell_m * kCell_m * double(world.height(i, j).value());
    shift(world, 8, 0);
    const MassReport after = mass_of(world);
    EXPECT_NEAR(after.removed_kg - before.removed_kg, leaving_kg, kBalance * after.initial_kg);
    EXPECT_NEAR(after.added_kg - before.added_kg, 8 * kCells * 0.5 * 1000.0 * kCell_m * kCell_m,
                kBalance * after.initial_kg);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    for (int k = 0; k < 40; ++k) {
        ASSERT_TRUE(world.add_drop(drop_at(24.0, 24.0)));
        stepped(world, 0.05);
        shift(world, k % 3, 1 - k % 4);
        ASSERT_NEAR(imbalance(world), 0.0, kBalance);
    }
}

TEST(Window, PeriodicWaterGoesRound) {
    World world = sea({"water.edges.west=periodic", "water.edges.east=periodic"});
    World other = sea({"water.edges.west=periodic", "water.edges.east=periodic"});
    for (World* w : {&world, &other}) {
        ASSERT_TRUE(w->add_drop(drop_at(3.0, 24.0)));
        stepped(*w, 1.0);
    }
    const MassReport before = mass_of(world);
    shift(world, 5, 0);
    for (int i = 0; i < kCells; ++i)
        ASSERT_EQ(world.height(i, 20).value(), other.height((i + 5) % kCells, 20).value());
    EXPECT_NEAR(mass_of(world).added_kg, before.added_kg, kBalance * before.initial_kg);
    EXPECT_NEAR(mass_of(world).removed_kg, before.removed_kg, kBalance * before.initial_kg);
    shift(world, -5 - 3 * kCells, 0);
    expect_same_water(world, other, "once round");
}

TEST(Window, EventsAndProbesStayWhereTheyAreOnTheSea) {
    const auto with_drop = [](const char* at) {
        return world_of(std::string(R"({"water": {"size": [6, 6], "cells": [48, 48], "level": 0.5,
            "time_step": 0.015625, "edges": {"west": "open", "east": "open", "south": "open",
            "north": "open"}}, "probes": [{"name": "p", "at": [3, 3]}],
            "events": [{"time": 0.25, "drop": {"at": )") +
                        at + R"(, "radius": 0.5, "height": 0.1}}]})");
    };
    World moved = with_drop("[3, 3]"), there = with_drop("[2, 3.5]");
    shift(moved, 8, -4);
    EXPECT_EQ(moved.info().origin_m.x, 1.0);
    EXPECT_EQ(moved.info().origin_m.y, -0.5);
    EXPECT_EQ(moved.info().probes.at(0).at_m.x, 2.0);
    EXPECT_EQ(moved.info().probes.at(0).at_m.y, 3.5);
    for (World* world : {&moved, &there}) stepped(*world, 0.25 + 5 * kStep_s);
    expect_same_water(moved, there, "a drop after the window moved");
}

TEST(Window, AFingerStaysOverItsWaterAndIsReleasedWhenItLeaves) {
    World world = sea();
    const double held_kg = [&] {
        EXPECT_TRUE(world.press(1, {{3.0, 3.0}, 0.5, 0.1}));
        stepped(world, 4 * kStep_s);
        return mass_of(world).carried_kg;
    }();
    EXPECT_GT(held_kg, 1.0);
    shift(world, 8, 8);
    stepped(world, 4 * kStep_s);
    // It is still there, a metre further to the south-west of the window.
    EXPECT_NEAR(mass_of(world).carried_kg, held_kg, 1e-3 * held_kg);
    EXPECT_LT(world.height(16, 16).value(), 0.49f);
    // Its centre leaves: half of its water stays with the window and comes back.
    shift(world, 17, 0);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    stepped(world, 4 * kStep_s);
    EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-9);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    EXPECT_FALSE(world.release(1));
}

TEST(Window, AStirThatTheWindowLeavesBehindKeepsTheBooks) {
    World world = world_of(R"({"water": {"size": [6, 6], "cells": [48, 48], "level": 0.5, "edges":
        {"west": "open", "east": "open", "south": "open", "north": "open"}},
        "events": [{"stir": {"path": [[1, 1], [5, 5]], "speed": 2, "radius": 0.4, "depth": 0.1}},
                   {"press": {"at": [3, 3], "size": 2, "depth": 0.1, "hold": 2}}]})");
    for (int k = 0; k < 30; ++k) {
        stepped(world, 0.1);
        shift(world, 3, k % 2);
        ASSERT_NEAR(imbalance(world), 0.0, kBalance) << k;
    }
    EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-9);
}

TEST(Window, IsRefusedWhereTheWaterEnds) {
    for (const std::string how : {"water.edges.east=wall", "water.edges.south=slip",
                                  "water.solids=[{\"disc\": [3, 3, 1]}]"}) {
        World world = sea({how});
        const std::uint64_t before = checksum_of(world);
        const auto done = world.shift_window(1, 0);
        ASSERT_FALSE(done) << how;
        EXPECT_EQ(done.error().code, ErrorCode::Unsupported);
        EXPECT_EQ(checksum_of(world), before);
    }
    World world = sea();
    ASSERT_TRUE(world.set_boundary(Edge::North, Boundary::Wall));
    EXPECT_EQ(world.shift_window(1, 0).error().code, ErrorCode::Unsupported);
    World far = sea();
    shift(far, 1'000'000'000, 0);
    EXPECT_EQ(far.shift_window(1, 0).error().code, ErrorCode::InvalidArgument);
}

TEST(Window, ACheckpointAndARecordingKnowWhereItIs) {
    const TempFolder folder;
    World world = sea(), restored = sea(), replayed = sea();
    ASSERT_TRUE(world.start_recording());
    ASSERT_TRUE(world.add_drop(drop_at(20.0, 20.0)));
    stepped(world, 0.3);
    shift(world, -4, 6);
    ASSERT_TRUE(world.press(1, {{2.0, 2.0}, 0.5, 0.1}));
    stepped(world, 0.1);
    shift(world, 1, 0);
    ASSERT_TRUE(world.save(folder / "state.tarn"));
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    ASSERT_TRUE(restored.restore(folder / "state.tarn"));
    ASSERT_TRUE(replayed.replay(folder / "calls.txt"));
    for (World* other : {&restored, &replayed}) {
        EXPECT_EQ(other->info().origin_m.x, -3 * kCell_m);
        EXPECT_EQ(other->frame().value().water.origin_m.y, 6 * kCell_m);
        EXPECT_EQ(checksum_of(*other), checksum_of(world));
    }
    for (World* other : {&world, &restored, &replayed}) stepped(*other, 0.2);
    EXPECT_EQ(checksum_of(restored), checksum_of(world));
    EXPECT_EQ(checksum_of(replayed), checksum_of(world));
}

}  // namespace
}  // namespace tarn
