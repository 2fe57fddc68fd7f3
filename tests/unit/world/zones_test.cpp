// Zones as scenes give them: the waves in them come later than at the edge, and all is booked.
#include "support/world_for_test.hpp"

#include <algorithm>

namespace tarn {
namespace {

TEST(Zones, ASineEntersAtItsHeightThoughAWallSendsItBack) {
    World world = world_of(R"({"water": {"size": [25, 0.3], "cells": [250, 3], "level": 1,
        "precision": "double",
        "edges": {"west": {"waves": {"height": 0.02, "period": 3, "ramp": 6, "zone": 10}},
                  "south": "periodic", "north": "periodic"}}})");
    EXPECT_EQ(world.info().scheme_reason, "an edge is driven");
    stepped(world, 60.0);
    float highest = 0.0f, lowest = 2.0f;
    for (int k = 0; k < 300; ++k) {
        stepped(world, 0.05);
        highest = std::max(highest, world.height(249, 1).value());
        lowest = std::min(lowest, world.height(249, 1).value());
    }
    // Twice the height at a wall; 25 m of way take a few per cent.
    EXPECT_NEAR(highest - lowest, 0.04f, 0.04f * 0.04f);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-12);
}

TEST(Zones, ASeaWithZonesComesToRest) {
    World world = world_of(R"({"water": {"size": [20, 20], "cells": [100, 100], "level": 1,
        "edges": {"west": {"open": {"zone": 4}}, "east": {"open": {"zone": 4}},
                  "south": {"open": {"zone": 4}}, "north": {"inflow": {"level": 1, "zone": 4}}}},
        "events": [{"time": 0.1, "drop": {"at": [10, 9], "radius": 2, "height": 0.3}}]})");
    stepped(world, 3.0);
    const double early = world.statistics().value().max_speed_m_per_s;
    stepped(world, 30.0);
    EXPECT_LT(world.statistics().value().max_speed_m_per_s, 0.02 * early);
    // Single precision: a rounding for each cell and step.
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

}  // namespace
}  // namespace tarn
