// What acts on the water: events on time, rain, fingers; every amount in the books.
#include "support/world_for_test.hpp"

#include <cmath>

namespace tarn {
namespace {

TEST(Inputs, AShapeOfAnySizePressesFiniteWater) {
    for (const char* size : {"5e-324", "1e-300", "1e-9", "1e6"}) {
        World world = world_of(std::string(R"({"water": {"size": [2, 1.5], "cells": [40, 30],
            "level": 0.3}, "events": [{"press": {"at": [1, 0.8], "depth": 0.06, "hold": 0.1,
            "size": )") + size +
                               "}}]}");
        stepped(world, 0.3);
        const Statistics now = world.statistics().value();
        EXPECT_TRUE(std::isfinite(now.energy_j)) << size;
        EXPECT_NEAR(imbalance(world), 0.0, 1e-6) << size;
    }
}

// Float sums of a few hundred cells and steps, relative to all the water.
constexpr double kBalance = 1e-7;

TEST(Events, ADropFallsAtItsTimeAndNotBefore) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5},
        "events": [{"time": 0.3, "drop": {"at": [1, 1], "radius": 0.5, "height": 0.2,
                                          "shape": "tophat"}}]})");
    stepped(world, 0.29);
    EXPECT_EQ(mass_of(world).added_kg, 0.0);
    stepped(world, 0.01);
    stepped(world, world.info().max_time_step_s);
    // 0.2 m over the cells of 0.1 m whose centres lie within 0.5 m of (1, 1).
    int cells = 0;
    for (int j = 0; j < 20; ++j)
        for (int i = 0; i < 20; ++i) cells += std::hypot(i - 9.5, j - 9.5) < 5.0;
    EXPECT_NEAR(mass_of(world).added_kg, 1000.0 * 0.2 * 0.01 * cells, 1e-3);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
}

TEST(Events, OfTimeZeroAreThereBeforeTheFirstStep) {
    const World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5},
        "events": [{"drop": {"at": [1, 1], "radius": 0.5, "height": 0.2}}]})");
    EXPECT_GT(world.height(10, 10).value(), 0.68f);
    EXPECT_GT(mass_of(world).added_kg, 1.0);
}

TEST(Events, AStirAndAPressGiveBackAllTheWaterTheyHeldAside) {
    for (const char* event : {R"({"stir": {"path": [[0.5, 1], [1.5, 1]], "speed": 2,
                                           "radius": 0.3, "depth": 0.1}})",
                              R"({"press": {"shape": "hand", "at": [1, 1], "size": 1, "depth": 0.2,
                                            "fall": 0.1, "hold": 0.2}})",
                              R"({"press": {"shape": "box", "at": [1, 1], "size": 1, "depth": 0.2,
                                            "rotate": 30, "fall": 0}})"}) {
        World world = world_of(std::string(R"({"water": {"size": [2, 2], "cells": [40, 40],
            "level": 0.5}, "events": [)") +
                               event + "]}");
        double most = 0.0;
        for (int k = 0; k < 40; ++k) {
            stepped(world, 0.025);
            most = std::max(most, mass_of(world).carried_kg);
            EXPECT_NEAR(imbalance(world), 0.0, kBalance);
        }
        EXPECT_GT(most, 1.0) << event;
        EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-9) << event;
        // Rounding alone: no water was added or lost.
        EXPECT_NEAR(mass_of(world).now_kg / mass_of(world).initial_kg, 1.0, kBalance);
    }
}

/// Rain on a still pond for `seconds`, in pieces of `piece` seconds.
MassReport rained(double seconds, double piece, const char* edges = "") {
    World world = world_of(std::string(R"({"water": {"size": [2, 2], "cells": [40, 40],
        "level": 0.5)") + edges +
                           R"(}, "rain": {"rate": 3600, "drop": 0.03, "seed": 5}})");
    const int count = int(std::lround(seconds / piece));
    for (int k = 0; k < count; ++k) stepped(world, piece);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    return mass_of(world);
}

TEST(Rain, BringsItsRateWhateverTheStep) {
    // 3,600 mm/h on 4 m2 is 4 kg/s. A drop of radius 3 cm is 0.113 kg.
    const double drop_kg = 1000.0 * 4.0 / 3.0 * 3.14159265 * 0.03 * 0.03 * 0.03;
    for (const double piece : {0.01, 0.05, 1.0})
        EXPECT_NEAR(rained(4.0, piece).added_kg, 16.0, 1.5 * drop_kg) << piece;
}

TEST(Rain, IsTheSameRainForDifferentSteps) {
    // Both end at 4 s; a drop of the last lattice step may fall on either side of it.
    const double drop_kg = 1000.0 * 4.0 / 3.0 * 3.14159265 * 0.03 * 0.03 * 0.03;
    const double a = rained(4.0, 0.01).added_kg, b = rained(4.0, 0.016).added_kg;
    EXPECT_NEAR(std::remainder((a - b) / drop_kg, 1.0), 0.0, 1e-3);  // whole drops apart
    EXPECT_NEAR(a, b, 1.01 * drop_kg);
}

TEST(Rain, EqualSeedsGiveEqualRainAndOthersDoNot) {
    const auto sum = [](int seed) {
        World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20]},
            "rain": {"rate": 3600, "drop": 0.03, "seed": )" +
                               std::to_string(seed) + "}}");
        stepped(world, 1.0);
        return checksum_of(world);
    };
    EXPECT_EQ(sum(3), sum(3));
    EXPECT_NE(sum(3), sum(4));
}

/// 100 x 100 cells of 1 km under the rain of a summer storm: 1e12 drops a second.
constexpr const char* kStorm = R"({"water": {"size": [1e5, 1e5], "cells": [100, 100], "level": 20},
    "rain": {"rate": 40}})";

TEST(Rain, OnLargeCellsBringsItsRateInTheMemoryOfTheCells) {
    World world = world_of(kStorm);
    const std::size_t before_bytes = world.info().memory.total();
    stepped(world, 3600.0);
    // 40 mm on 1e10 m2. A shower adds 1.1 mm to 20 m, where a float is known to 1e-6 m: a
    // thousandth of a shower per cell, as often up as down, so 2e-6 over 10,000 cells and 36
    // showers.
    EXPECT_NEAR(mass_of(world).added_kg / (1000.0 * 0.04 * 1e10), 1.0, 1e-5);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    // As much again as the cells take, and not the gigabytes of single drops.
    EXPECT_LT(world.info().memory.total() - before_bytes, std::size_t{4} << 20);
}

TEST(Rain, OnLargeCellsDependsOnItsSeed) {
    const auto sum = [](int seed) {
        World world = world_of(kStorm, {.set = {"rain.seed=" + std::to_string(seed)}});
        stepped(world, 1000.0);
        return checksum_of(world);
    };
    EXPECT_EQ(sum(3), sum(3));
    EXPECT_NE(sum(3), sum(4));
}

TEST(Rain, OnLargeCellsGoesOnToTheBitFromACheckpoint) {
    const TempFolder folder;
    World world = world_of(kStorm);
    stepped(world, 730.0);
    ASSERT_TRUE(world.save(folder / "storm.tarn"));
    stepped(world, 500.0);
    World other = world_of(kStorm);
    ASSERT_TRUE(other.restore(folder / "storm.tarn"));
    stepped(other, 500.0);
    EXPECT_EQ(checksum_of(other), checksum_of(world));
    EXPECT_EQ(mass_of(other).added_kg, mass_of(world).added_kg);
}

TEST(Rain, OnLargeCellsIsNotPaidTwiceWhenItsRateChanges) {
    World world = world_of(kStorm);
    LiveSettings settings = world.settings().value();
    // From 40 to 41 mm/h and back every 10 s, where a shower falls for 100 s.
    for (int k = 0; k < 100; ++k) {
        settings.rain_mm_per_h = k % 2 ? 40.0 : 41.0;
        ASSERT_TRUE(world.set(settings));
        stepped(world, 10.0);
    }
    // 1000 s: ten showers, each between the two rates.
    EXPECT_GT(mass_of(world).added_kg, 0.99 * 1000.0 * 0.040 * 1e10 / 3.6);
    EXPECT_LT(mass_of(world).added_kg, 1.01 * 1000.0 * 0.041 * 1e10 / 3.6);
    // Within the period of a shower that was paid for, too, a checkpoint is good.
    const TempFolder folder;
    ASSERT_TRUE(world.save(folder / "storm.tarn"));
    EXPECT_TRUE(world.restore(folder / "storm.tarn"));
}

TEST(Press, HoldsWaterAsideAndReturnsItAll) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [40, 40], "level": 0.5}})");
    ASSERT_TRUE(world.press(1, {{0.8, 1.0}, 0.3, 0.1}));
    ASSERT_TRUE(world.press(2, {{1.4, 1.0}, 0.2, 0.05}));
    for (int k = 0; k < 10; ++k) {
        ASSERT_TRUE(world.press(1, {{0.8 + 0.04 * k, 1.0}, 0.3, 0.1}));
        stepped(world, 0.02);
        EXPECT_GT(mass_of(world).carried_kg, 5.0);
        EXPECT_NEAR(imbalance(world), 0.0, kBalance);
    }
    ASSERT_TRUE(world.release(1));
    ASSERT_TRUE(world.release(2));
    stepped(world, 0.02);
    EXPECT_NEAR(mass_of(world).carried_kg, 0.0, 1e-9);
    EXPECT_NEAR(mass_of(world).now_kg / 2000.0, 1.0, kBalance);
    EXPECT_FALSE(world.release(1));
}

TEST(Press, TakesOnlyWhatACellHas) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [40, 40], "level": 0.1}})");
    ASSERT_TRUE(world.press(1, {{1.0, 1.0}, 0.4, 5.0}));
    stepped(world, 0.01);
    const auto statistics = world.statistics();
    ASSERT_TRUE(statistics);
    EXPECT_GT(statistics.value().min_depth_m, 0.0);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
}

TEST(AddEvent, AddsAndTakesWaterFromCellsOfARectangle) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5}})");
    ASSERT_TRUE(world.add_event({3, 4, 5, 4}, 0.1f));
    EXPECT_NEAR(world.height(3, 4).value(), 0.6f, 1e-7);
    EXPECT_NEAR(world.height(5, 4).value(), 0.6f, 1e-7);
    EXPECT_EQ(world.height(6, 4).value(), 0.5f);
    EXPECT_NEAR(mass_of(world).added_kg, 3.0, 1e-5);
    ASSERT_TRUE(world.add_event({10, 10, 10, 10}, -2.0f));
    EXPECT_GT(world.height(10, 10).value(), 0.0f);
    const MassReport m = mass_of(world);
    EXPECT_NEAR(m.removed_kg + m.refused_kg, 20.0, 1e-4);  // 2 m on 0.01 m2
    EXPECT_GT(m.refused_kg, 14.0);
    EXPECT_NEAR(imbalance(world), 0.0, kBalance);
}

TEST(AddDrop, OfAnySizeLeavesNumbersBehind) {
    World world = world_of(R"({"water": {"size": [2, 2], "cells": [20, 20], "level": 0.5}})");
    ASSERT_TRUE(world.add_drop({{1.0, 1.0}, 0.3, 1e300}));
    EXPECT_FALSE(world.add_drop({{-50.0, 1.0}, 0.3, 1.0}));  // beside the water
    EXPECT_TRUE(std::isfinite(world.height(10, 10).value()));
    EXPECT_TRUE(std::isfinite(mass_of(world).now_kg));
}

}  // namespace
}  // namespace tarn
