// Edges that are asked for what water does not do by itself: a level below the ground, water onto
// dry land, flows faster than waves, more out than there is, a table that ends. docs/scene.md says
// what happens then.
#include "base/file.hpp"
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

constexpr double kGravity_m_per_s2 = 9.81;

/// A channel of 10 by 1 m with the western edge given and the others as said.
std::string channel(const std::string& west, const std::string& water,
                    const std::string& east = R"("slip")") {
    return R"({"duration": 60, "water": {"size": [10, 1], "cells": [100, 10], "scheme": "fv", )" +
           water + R"(, "edges": {"west": )" + west + R"(, "east": )" + east +
           R"(, "south": "slip", "north": "slip"}}})";
}

float depth_at(const World& world, int i) {
    return world.height(i, 5).value();
}

TEST(HardEdges, ALevelBelowTheGroundOfItsEdgeLetsWaterOutAndNoneIn) {
    World world = world_of(
        channel(R"({"inflow": {"level": -3}})", R"("level": {"expr": "x < 2 ? 0 : 0.5"})"));
    stepped(world, 60.0);
    const MassReport m = mass_of(world);
    EXPECT_EQ(m.added_kg, 0.0);
    EXPECT_GT(m.removed_kg, 0.9 * m.initial_kg) << "it falls out over the edge";
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

TEST(HardEdges, ALevelAboveDryLandFloodsItUpToThatLevel) {
    // All dry but a puddle at the far end; friction calms what sloshes.
    World world = world_of(channel(R"({"inflow": {"level": 0.3}})",
                                   R"("level": {"expr": "x > 9.5 ? 0.01 : -1"}, "drag": 0.3)"));
    ASSERT_EQ(depth_at(world, 0), 0.0f);
    stepped(world, 300.0);
    for (const int i : {2, 50, 97}) EXPECT_NEAR(depth_at(world, i), 0.3, 0.003) << i;
}

TEST(HardEdges, AFlowFasterThanItsWavesRunsThroughOpenEdgesUnchanged) {
    const double u_m_per_s = 2.0 * std::sqrt(kGravity_m_per_s2 * 0.5);
    World world = world_of(
        channel(R"("open")", R"("level": 0.5, "velocity": [)" + std::to_string(u_m_per_s) + ", 0]",
                R"("open")"));
    stepped(world, 20.0);
    for (const int i : {0, 50, 99}) EXPECT_NEAR(depth_at(world, i), 0.5, 1e-5) << i;
    EXPECT_NEAR(world.statistics().value().max_speed_m_per_s, u_m_per_s, 1e-4);
}

TEST(HardEdges, ADischargeFasterThanTheWavesOfWhatIsThereEntersAtItsCriticalDepth) {
    // 1 m2/s into a film of a millimetre would be 1 km/s fast.
    World world = world_of(channel(R"({"inflow": {"discharge": 1}})", R"("level": 0.001)"));
    stepped(world, 1.0);
    const double critical_m = std::cbrt(1.0 / kGravity_m_per_s2);
    // Behind the edge it falls off, as behind a weir: faster than waves, but not by much.
    EXPECT_GT(depth_at(world, 0), 0.5 * critical_m);
    EXPECT_LT(world.statistics().value().max_speed_m_per_s,
              4.0 * std::sqrt(kGravity_m_per_s2 * critical_m));
    EXPECT_NEAR(mass_of(world).added_kg, 1000.0, 10.0) << "all that was asked for";
}

TEST(HardEdges, ADischargeOutTakesWhatThereIsAndNoMore) {
    World world = world_of(channel(R"({"inflow": {"discharge": -0.5}})", R"("level": 0.1)"));
    stepped(world, 60.0);
    const MassReport m = mass_of(world);
    // Over a free fall 8/27 sqrt(g h^3) would leave per width: 28 % remain after a minute.
    EXPECT_LT(m.now_kg, 0.3 * m.initial_kg);
    EXPECT_GE(world.statistics().value().min_depth_m, 0.0);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

TEST(HardEdges, ATableThatEndsEarlyIsHeldAtItsLastRow) {
    const TempFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "flood.csv", "t,discharge\n0,0\n1,0.2\n"));
    auto made = World::from_json(channel(R"({"inflow": {"csv": "flood.csv"}})", R"("level": 0.5)"),
                                 folder.path().string());
    ASSERT_TRUE(made) << made.error().message;
    stepped(made.value(), 1.0);
    const double risen_kg = mass_of(made.value()).added_kg;
    stepped(made.value(), 4.0);
    EXPECT_NEAR(risen_kg, 100.0, 2.0);
    EXPECT_NEAR(mass_of(made.value()).added_kg - risen_kg, 800.0, 8.0);
}

}  // namespace
}  // namespace tarn
