// The ground changes while the water runs: gates, walls, digging, live and by the scene. Mass is in
// the books to rounding, and what was done once can be done again to the bit.
#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>
#include <vector>

namespace tarn {
namespace {

// Books against the water: single precision over a few thousand cells and steps.
constexpr double kRounding = 1e-6;

float depth_at(const World& world, int i, int j) {
    return world.height(i, j).value();
}

/// A basin of 4 m by 2 m with a wall in the middle; west of it 0.5 m of water, east dry.
std::string dam(const std::string& events, const std::string& water = "") {
    return R"({"water": {"scheme": "fv", "size": [4, 2], "cells": [80, 40], )" + water +
           R"("level": {"expr": "x < 2 ? 0.5 : 0"}, "solids": [{"box": [1.9, 0, 2.1, 2]}]},
               "events": [)" +
           events + "]}";
}

constexpr const char* kGate = R"({"time": 0.5, "open": {"box": [1.9, 0.8, 2.1, 1.2]}})";

TEST(GroundEvents, AGateHoldsTheWaterUntilItOpens) {
    World world = world_of(dam(kGate));
    stepped(world, 0.5);
    EXPECT_EQ(world.statistics().value().max_speed_m_per_s, 0.0);
    EXPECT_EQ(depth_at(world, 60, 20), 0.0f);
    stepped(world, 1.0);
    EXPECT_GT(depth_at(world, 45, 20), 0.01f);  // through the gate
    EXPECT_EQ(depth_at(world, 40, 5), 0.0f);    // the wall beside it stands
    EXPECT_LT(depth_at(world, 20, 20), 0.5f);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
    EXPECT_EQ(mass_of(world).removed_kg, 0.0);
}

TEST(GroundEvents, AWallThatComesUpTakesItsWaterIntoTheBooks) {
    World world = world_of(dam(R"({"time": 0.2, "close": {"box": [0.5, 0, 0.7, 2]}})"));
    const StepReport before = stepped(world, 0.2);
    EXPECT_EQ(before.removed_kg, 0.0);
    const StepReport report = stepped(world, 0.2);
    // Four columns of 40 cells, each 5 cm wide and 0.5 m deep.
    EXPECT_NEAR(report.removed_kg, 4 * 40 * 0.05 * 0.05 * 0.5 * 1000.0, 1e-3);
    EXPECT_EQ(depth_at(world, 11, 20), 0.0f);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(frame.value().ground.solid[20 * 80 + 11], 1);
    ASSERT_EQ(frame.value().bodies.size(), 2u);  // the new wall is drawn as a box of its own
    EXPECT_NEAR(frame.value().bodies[1].at_m.x, 0.6, 1e-9);
    EXPECT_NEAR(frame.value().bodies[1].size_m.y, 2.0, 1e-9);
}

TEST(GroundEvents, WhatIsLeftOfAWallStillStandsInThePicture) {
    World world = world_of(dam(kGate));
    const std::uint64_t before = world.frame().value().ground.revision;
    ASSERT_EQ(world.frame().value().bodies.size(), 1u);
    stepped(world, 0.6);
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    EXPECT_NE(frame.value().ground.revision, before);
    ASSERT_EQ(frame.value().bodies.size(), 2u);  // south and north of the gate
    EXPECT_NEAR(frame.value().bodies[0].size_m.y, 0.8, 1e-9);
    EXPECT_NEAR(frame.value().bodies[1].at_m.y, 1.6, 1e-9);
}

TEST(GroundEvents, ABreachGrowsInItsTime) {
    World world = world_of(R"({"water": {"size": [4, 2], "cells": [80, 40],
        "bed": {"expr": "exp(-4*(x - 2)*(x - 2))*0.6"}, "level": {"expr": "x < 2 ? 0.5 : 0"}},
        "events": [{"time": 0.5, "dig": {"at": [2, 1], "radius": 0.8, "depth": 0.5, "over": 1}}]})");
    EXPECT_EQ(world.info().scheme, "fv");
    const auto crest_m = [&] {
        const FieldView bed = world.field("bed").value();
        return double(bed.data[20 * bed.row_stride + 40]);
    };
    const double crest_before_m = crest_m();
    stepped(world, 0.5);
    EXPECT_EQ(crest_m(), crest_before_m);
    stepped(world, 0.5);
    // Half of it, to one of a hundred stages and a lattice step.
    EXPECT_NEAR(crest_m(), crest_before_m - 0.25, 0.02);
    stepped(world, 1.0);
    // The whole of it at the centre; the cell's own centre lies 0.035 m off, and a hundred steps
    // are rounded to float each.
    const double r2 = 2 * 0.025 * 0.025 / (0.8 * 0.8);
    EXPECT_NEAR(crest_m(), crest_before_m - 0.5 * (1 - r2) * (1 - r2), 1e-5);
    stepped(world, 2.0);
    EXPECT_GT(depth_at(world, 60, 20), 0.05f);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
}

TEST(GroundEvents, AreForTheSchemeThatCanChange) {
    const std::string calm =
        R"({"water": {"size": [4, 2], "cells": [40, 20]}, "events": [)" + std::string(kGate) + "]}";
    const World world = world_of(calm);
    EXPECT_EQ(world.info().scheme, "fv");
    EXPECT_EQ(world.info().scheme_reason, "the ground changes");
    for (const char* how : {"water.scheme=d2q9", "water.tau=0.6"}) {
        const auto refused = World::from_json(calm, ".", {.set = {how}});
        ASSERT_FALSE(refused) << how;
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidScene);
        EXPECT_NE(refused.error().message.find("scheme fv"), std::string::npos);
    }
    for (const char* bed : {"", R"("bed": {"expr": "0.2 - 0.1*x"}, "level": 0.1, )"}) {
        World pond = world_of(R"({"water": {"scheme": "d2q9", )" + std::string(bed) +
                              R"("cells": [40, 40]}})");
        const std::uint64_t before = pond.checksum().value();
        const auto dug = pond.dig({{5, 5}, 1, 0.1});
        ASSERT_FALSE(dug);
        EXPECT_EQ(dug.error().code, ErrorCode::Unsupported);
        EXPECT_NE(dug.error().message.find(R"("scheme": "fv")"), std::string::npos);
        const float height = 0.1f;
        EXPECT_EQ(pond.set_bed({1, 1, 1, 1}, {&height, 1}).error().code, ErrorCode::Unsupported);
        EXPECT_EQ(pond.set_solid({1, 1, 1, 1}, true).error().code, ErrorCode::Unsupported);
        EXPECT_EQ(pond.checksum().value(), before);
    }
}

TEST(Ground, AnOpenedCellIsDryAndOnItsOwnBed) {
    World world = world_of(dam("", R"("bed": {"expr": "0.1*x"}, )"));
    ASSERT_TRUE(world.set_solid({38, 0, 41, 39}, false));
    EXPECT_EQ(depth_at(world, 39, 20), 0.0f);
    EXPECT_EQ(world.velocity(39, 20).value()[0], 0.0f);
    const FieldView level = world.field("level").value();
    EXPECT_NEAR(level.data[20 * level.row_stride + 39], 0.1 * 39.5 * 0.05, 1e-6);
    EXPECT_EQ(world.frame().value().bodies.size(), 0u);
    // Closing it again takes nothing, opening it twice nothing more.
    ASSERT_TRUE(world.set_solid({38, 0, 41, 39}, true));
    ASSERT_TRUE(world.set_solid({38, 0, 41, 39}, false));
    EXPECT_EQ(mass_of(world).removed_kg, 0.0);
    stepped(world, 1.0);
    EXPECT_GT(depth_at(world, 45, 20), 0.0f);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
}

TEST(Ground, ALakeOnARisingBedRisesWithItAndStaysStill) {
    // 0.125 is a whole number of the steps that beds are rounded to.
    World world = world_of(R"({"water": {"scheme": "fv", "size": [2, 2], "cells": [40, 40],
        "bed": {"expr": "sin(3*x)*cos(2*y)*0.2"}, "level": 0.5}})");
    const FieldView bed = world.field("bed").value();
    std::vector<float> heights(bed.data, bed.data + 1600);
    for (float& height : heights) height += 0.125f;
    const MassReport before = mass_of(world);
    ASSERT_TRUE(world.set_bed({0, 0, 39, 39}, heights));
    EXPECT_EQ(mass_of(world).now_kg, before.now_kg);
    const FieldView level = world.field("level").value();
    // Depths and beds are rounded to 2^-21 of a metre at the start, and again when they are given.
    for (std::size_t k = 0; k < 1600; ++k) EXPECT_NEAR(level.data[k], 0.625, 2e-6);
    stepped(world, 5.0);
    EXPECT_LT(world.statistics().value().max_speed_m_per_s, 5e-6);
    EXPECT_NEAR(world.info().bed_m, double(*std::min_element(heights.begin(), heights.end())),
                1e-7);
}

TEST(Ground, ARaisedBedPushesTheWaterUpAndAPitDrawsItIn) {
    // Friction brings the waves to rest, which the scheme would carry on for minutes.
    World world = world_of(R"({"water": {"scheme": "fv", "size": [4, 4], "cells": [80, 80],
        "level": 0.5, "drag": 0.5}})");
    ASSERT_TRUE(world.dig({{1, 2}, 0.5, -0.2}));
    ASSERT_TRUE(world.dig({{3, 2}, 0.5, 0.3, false}));
    const FieldView level = world.field("level").value();
    EXPECT_NEAR(level.data[40 * level.row_stride + 20], 0.7, 2e-3);  // the level moves at once
    EXPECT_NEAR(level.data[40 * level.row_stride + 60], 0.2, 1e-6);
    EXPECT_NEAR(depth_at(world, 60, 40), 0.5, 1e-6);
    EXPECT_FALSE(world.info().is_bed_flat);
    stepped(world, 90.0);
    const FieldView rest = world.field("level").value();
    EXPECT_NEAR(rest.data[40 * rest.row_stride + 20], rest.data[40 * rest.row_stride + 60], 5e-3);
    EXPECT_GT(depth_at(world, 60, 40), 0.75f);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
    EXPECT_EQ(mass_of(world).added_kg, 0.0);
}

TEST(Ground, WhatIsHeldAsideWhereAWallComesUpIsBooked) {
    World world = world_of(R"({"water": {"scheme": "fv", "size": [2, 2], "cells": [40, 40]}})");
    ASSERT_TRUE(world.press(1, {{1, 1}, 0.3, 0.1}));
    stepped(world, 0.1);
    ASSERT_TRUE(world.set_solid({15, 15, 25, 25}, true));
    stepped(world, 0.1);
    ASSERT_TRUE(world.release(1));
    stepped(world, 0.2);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
    EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-9);
}

TEST(Ground, WrongChangesAreRefusedAndNamed) {
    World world = world_of(dam(""));
    const std::vector<float> four(4, 0.1f), bad = {0, 0, NAN, 0}, high = {0, 0, 0, 2e5f};
    const std::uint64_t before = checksum_of(world);
    EXPECT_FALSE(world.set_bed({0, 0, 2, 1}, four));
    EXPECT_FALSE(world.set_bed({0, 0, 1, 40}, four));
    EXPECT_FALSE(world.set_bed({0, 0, 1, 1}, bad));
    EXPECT_FALSE(world.set_bed({0, 0, 1, 1}, high));
    EXPECT_FALSE(world.set_solid({-1, 0, 1, 1}, true));
    EXPECT_FALSE(world.dig({{5, 1}, 0.2, 0.1}));
    EXPECT_FALSE(world.dig({{1, 1}, 0.0, 0.1}));
    EXPECT_FALSE(world.dig({{1, 1}, 0.1, NAN}));
    EXPECT_FALSE(world.dig({{1, 1}, 0.1, 1e39}));
    EXPECT_FALSE(world.dig({{1, 1}, 0.1, -1e39}));
    EXPECT_EQ(checksum_of(world), before);
    EXPECT_TRUE(world.set_bed({1, 1, 0, 0}, four));  // corners in any order
}

TEST(Ground, ALivelyWorldKeepsItsBooks) {
    World world = world_of(kLively);
    stepped(world, 3.0);
    EXPECT_GT(mass_of(world).removed_kg, 1.0);
    EXPECT_GT(mass_of(world).added_kg, 1.0);
    EXPECT_NEAR(imbalance(world), 0.0, kRounding);
}

TEST(Ground, TheSameBitsForAnyThreadsAndInstructionSet) {
    std::vector<std::uint64_t> sums;
    for (const int threads : {1, 3})
        for (const Isa isa : {Isa::Base, Isa::Auto}) {
            World world =
                world_of(kLively, {.backend = Backend::Cpu, .threads = threads, .isa = isa});
            stepped(world, 1.5);
            sums.push_back(checksum_of(world));
        }
    for (const std::uint64_t sum : sums) EXPECT_EQ(sum, sums[0]);
}

TEST(Ground, AResumedWorldContinuesToTheBit) {
    const TempFolder folder;
    for (const char* precision : {"water.precision=float", "water.precision=double"}) {
        const WorldOptions options = {.set = {precision}};
        World whole = world_of(kLively, options), first = world_of(kLively, options);
        for (World* world : {&whole, &first}) {
            stepped(*world, 0.7);  // within the breach
            ASSERT_TRUE(world->dig({{0.5, 0.5}, 0.3, 0.1}));
            ASSERT_TRUE(world->set_solid({10, 30, 14, 34}, true));
            stepped(*world, 0.15);
        }
        ASSERT_TRUE(first.save(folder / "state.tarn"));
        World second = world_of(kLively, options);
        stepped(second, 2.0);  // other ground, which goes
        ASSERT_TRUE(second.restore(folder / "state.tarn"));
        EXPECT_EQ(checksum_of(second), checksum_of(first));
        for (World* world : {&whole, &second}) stepped(*world, 1.3);
        EXPECT_EQ(checksum_of(second), checksum_of(whole)) << precision;
        EXPECT_EQ(mass_of(second).removed_kg, mass_of(whole).removed_kg);
        const FieldView a = whole.field("bed").value(), b = second.field("bed").value();
        EXPECT_EQ(std::vector<float>(a.data, a.data + 3200),
                  std::vector<float>(b.data, b.data + 3200));
        EXPECT_TRUE(std::ranges::equal(whole.frame().value().ground.solid,
                                       second.frame().value().ground.solid));
        EXPECT_EQ(whole.frame().value().bodies.size(), second.frame().value().bodies.size());
    }
}

TEST(Ground, GoesBackToAFlatBedWithACheckpoint) {
    const TempFolder folder;
    const char* scene = R"({"water": {"scheme": "fv", "size": [2, 2], "cells": [20, 20]}})";
    World world = world_of(scene);
    ASSERT_TRUE(world.save(folder / "flat.tarn"));
    const std::uint64_t flat = checksum_of(world);
    ASSERT_TRUE(world.dig({{1, 1}, 0.5, 0.2}));
    EXPECT_NE(checksum_of(world), flat);
    stepped(world, 0.5);
    ASSERT_TRUE(world.restore(folder / "flat.tarn"));
    EXPECT_EQ(checksum_of(world), flat);
    EXPECT_TRUE(world.info().is_bed_flat);
    stepped(world, 0.5);
    EXPECT_EQ(world.statistics().value().max_speed_m_per_s, 0.0);
}

TEST(Ground, ARecordingRepeatsItToTheBit) {
    const TempFolder folder;
    World world = world_of(dam(kGate));
    ASSERT_TRUE(world.start_recording());
    stepped(world, 0.3);
    ASSERT_TRUE(world.dig({{1, 1}, 0.4, 0.1}));
    const std::vector<float> heights = {0.1f, 1.0f / 3.0f, -0.25f, 0.0f, 0.7f, 1e-9f};
    ASSERT_TRUE(world.set_bed({5, 6, 7, 7}, heights));
    stepped(world, 0.3);
    ASSERT_TRUE(world.set_solid({20, 10, 22, 30}, true));
    ASSERT_TRUE(world.set_solid({38, 0, 41, 10}, false));
    stepped(world, 0.5);
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    World again = world_of(dam(kGate));
    const auto report = again.replay(folder / "calls.txt");
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(checksum_of(again), checksum_of(world));
}

TEST(Ground, TheWindowDoesNotLeaveIt) {
    const std::string sea = R"({"water": {"scheme": "fv", "size": [4, 4], "cells": [40, 40],
        "edges": {"west": "open", "east": "open", "south": "open", "north": "open"}})";
    World still = world_of(sea + "}"), closing = world_of(sea + R"(, "events": [{"time": 9,
        "close": {"box": [1, 1, 2, 2]}}]})"),
          mapped = world_of(sea + R"(, "maps": {}})");
    EXPECT_TRUE(still.shift_window(1, 0));
    EXPECT_EQ(closing.shift_window(1, 0).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(mapped.shift_window(1, 0).error().code, ErrorCode::Unsupported);
    ASSERT_TRUE(still.dig({{2, 2}, 0.5, 0.1}));
    EXPECT_EQ(still.shift_window(1, 0).error().code, ErrorCode::Unsupported);
}

}  // namespace
}  // namespace tarn
