// Even rain and seepage: slow amounts that single precision must not lose, booked to rounding.
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

/// A lake over an uneven bed, 3 m deep at most.
std::string lake(const std::string& more, const std::string& rest = "") {
    return R"({"water": {"scheme": "fv", "size": [20, 20], "cells": [40, 40],
        "bed": {"expr": "sin(x)*cos(y) - 2"}, "level": 0 )" +
           more + "}" + rest + "}";
}

TEST(Sheets, SlowRainRaisesALakeByItsRateAndLeavesItStill) {
    // 10 mm/h: 0.7 micrometres in a moment, less than a float of 3 m can tell.
    World world = world_of(lake("", R"(, "rain": {"rate": 10, "drop": 0})"));
    stepped(world, 60.0);
    const double expected_kg = 10.0 / 3.6e6 * 60.0 * 400.0 * 1000.0;
    // The last moment may still be owed, and so may what is too thin: 2^-19 m.
    EXPECT_NEAR(mass_of(world).added_kg, expected_kg, (0.25 * 10.0 / 3.6e6 + 2e-6) * 4e5);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-12);
    EXPECT_EQ(world.statistics().value().max_speed_m_per_s, 0.0);
}

TEST(Sheets, SeepageTakesWhatIsThereAndNoMore) {
    World world = world_of(R"({"water": {"size": [1, 1], "cells": [40, 40], "level": 0.01,
        "infiltration": 36000}})");
    EXPECT_EQ(world.info().scheme_reason, "water seeps into the bed");
    stepped(world, 0.6);  // two moments of 2.5 mm
    EXPECT_NEAR(world.height(5, 5).value(), 0.005, 1e-8);
    stepped(world, 2.0);
    EXPECT_EQ(world.statistics().value().max_depth_m, 0.0);
    EXPECT_NEAR(mass_of(world).removed_kg, mass_of(world).initial_kg, 1e-9);
    EXPECT_EQ(mass_of(world).now_kg, 0.0);
    EXPECT_EQ(mass_of(world).refused_kg, 0.0);
}

TEST(Sheets, RainOnDryLandRunsOff) {
    World world = world_of(R"({"water": {"size": [4, 1], "cells": [80, 20],
        "bed": {"expr": "0.1*x"}, "level": 0.05}, "rain": {"rate": 20000, "drop": 0}})");
    stepped(world, 20.0);
    EXPECT_GT(world.height(1, 10).value(), 0.06f);
    EXPECT_GT(world.height(70, 10).value(), 0.0f);
    // Of the 450 kg that are there in the end, most of which fell: the rounding of a float.
    EXPECT_NEAR(imbalance(world) * mass_of(world).initial_kg / mass_of(world).now_kg, 0.0, 1e-7);
}

TEST(Sheets, FallOnEitherScheme) {
    World world = world_of(R"({"water": {"scheme": "d2q9", "size": [4, 4], "cells": [40, 40],
        "level": 0.5, "infiltration": 200}, "rain": {"rate": 500, "drop": 0}})");
    stepped(world, 30.0);
    // A unit of 2^-17 of the depth may be owed, and the last moment.
    const double owed_kg = (0.5 / 131072 + 0.25 * 500.0 / 3.6e6) * 16000.0;
    EXPECT_NEAR(mass_of(world).added_kg, 500.0 / 3.6e6 * 30.0 * 16000.0, owed_kg);
    EXPECT_NEAR(mass_of(world).removed_kg, 200.0 / 3.6e6 * 30.0 * 16000.0, owed_kg);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-9);
}

TEST(Sheets, AreTheSameHoweverTheStepsAreAskedFor) {
    const std::string scene =
        lake(R"(, "infiltration": 50)", R"(, "rain": {"rate": 80, "drop": 0})");
    World one = world_of(scene), other = world_of(scene);
    stepped(one, 7.0);
    for (int k = 0; k < 14; ++k) stepped(other, 0.5);
    EXPECT_NEAR(mass_of(one).added_kg, mass_of(other).added_kg, 1e-6);
    EXPECT_NEAR(mass_of(one).removed_kg, mass_of(other).removed_kg, 1e-6);
}

TEST(Sheets, DropsOfNoSizeAreRefused) {
    const auto made = World::from_json(R"({"rain": {"rate": 5, "drop": 1e-5}})", ".");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/rain/drop"), std::string::npos);
}

}  // namespace
}  // namespace tarn
