// Spray, emitters and foam of a world: books that close, whatever is thrown and wherever it lands.
#include "support/forge.hpp"
#include "support/world_for_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace tarn {
namespace {

/// A dam break in a closed channel: fronts break, run up the far wall and come back.
std::string dam(int cells, const std::string& more = "", const std::string& scheme = "fv") {
    return R"({"water": {"size": [6, 1.5], "cells": [)" + std::to_string(cells) + ", " +
           std::to_string(cells / 4) + R"(], "scheme": ")" + scheme +
           R"(", "level": {"expr": "x < 2 ? 0.8 : 0.2"}}, "spray": {"radius": 0.006)" + more +
           R"(}})";
}

const std::string kFountain = R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4},
    "emitters": [{"at": [1.5, 1.5, 0.45], "velocity": [0.4, 0, 4], "rate": 0.004, "drop": 0.006}],
    "spray": {"radius": 0.006}})";

SprayReport spray_of(const World& world) {
    const auto report = world.spray();
    EXPECT_TRUE(report);
    return report ? report.value() : SprayReport{};
}

std::int64_t units_in_flight(const World& world) {
    const auto drops = world.drops();
    EXPECT_TRUE(drops);
    std::int64_t sum = 0;
    for (const Drop& drop : drops.value()) sum += drop.volume;
    return sum;
}

// Water in float: 3e-7 is what its own steps leave of the balance without any spray.
constexpr double kFloatBalance = 1e-6;

TEST(Spray, ADamBreakThrowsDropsAndTheBooksClose) {
    World world = world_of(dam(120));
    for (int k = 0; k < 40; ++k) {
        stepped(world, 0.05);
        EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << k;
        const SprayReport s = spray_of(world);
        // Whole numbers: nothing is left over.
        const auto units = [&](double volume_m3) { return std::llround(volume_m3 / s.unit_m3); };
        EXPECT_EQ(units(s.thrown_m3) + units(s.emitted_m3),
                  units(s.flying_m3) + units(s.landed_m3) + units(s.left_m3));
        EXPECT_EQ(units(s.flying_m3), units_in_flight(world));
    }
    EXPECT_GT(spray_of(world).thrown_m3, 1e-3);
    EXPECT_GT(spray_of(world).landed_m3, 1e-3);
    EXPECT_EQ(spray_of(world).left_m3, 0.0);
}

TEST(Spray, AFountainIsBookedAsWaterThatCame) {
    World world = world_of(kFountain);
    const double step_s = stepped(world, 3.0).time_step_s;
    const SprayReport s = spray_of(world);
    const MassReport m = mass_of(world);
    // Drops are sent at the beginning of a step, whole ones: each has 0.9 g.
    EXPECT_NEAR(s.emitted_m3, 0.004 * (3.0 - step_s), 1e-6);
    EXPECT_NEAR(m.added_kg, s.emitted_m3 * 1000.0, 1e-9);
    EXPECT_GT(m.spray_kg, 0.0);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

TEST(Spray, DropsThatFlyBeyondAnOpenEdgeAreBookedAsGone) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4,
            "edges": {"west": "open", "east": "open", "south": "open", "north": "open"}},
        "emitters": [{"at": [2.8, 1.5, 1], "velocity": [6, 0, 1], "rate": 0.004, "drop": 0.006}]})");
    stepped(world, 2.0);
    const SprayReport s = spray_of(world);
    EXPECT_GT(s.left_m3, 0.5 * s.emitted_m3);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

TEST(Spray, AFullPoolTakesNoWater) {
    World world = world_of(dam(120, R"(, "max_drops": 50)"));
    for (int k = 0; k < 20; ++k) {
        stepped(world, 0.05);
        EXPECT_LE(spray_of(world).drops, 50);
        EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << k;
    }
    EXPECT_GT(spray_of(world).thrown_m3, 0.0);
}

TEST(Spray, HasTheSameBitsWithAnyNumberOfThreadsAndInstructionSet) {
    std::uint64_t first = 0;
    for (const int threads : {1, 2, 3})
        for (const Isa isa : {Isa::Base, Isa::Auto}) {
            World world =
                world_of(dam(96), {.backend = Backend::Cpu, .threads = threads, .isa = isa});
            stepped(world, 1.0);
            const std::uint64_t sum = checksum_of(world);
            if (first == 0) first = sum;
            EXPECT_EQ(sum, first) << threads;
        }
}

TEST(Spray, GoesOnFromACheckpointToTheBit) {
    for (const std::string& scene : {dam(96), kFountain}) {
        World straight = world_of(scene), saved = world_of(scene), resumed = world_of(scene);
        stepped(straight, 0.6);
        stepped(straight, 0.6);
        stepped(saved, 0.6);
        const auto bytes = saved.save_to_memory();
        ASSERT_TRUE(bytes);
        stepped(resumed, 0.2);
        ASSERT_TRUE(resumed.restore_from_memory(bytes.value()));
        EXPECT_EQ(checksum_of(resumed), checksum_of(saved));
        stepped(resumed, 0.6);
        EXPECT_EQ(checksum_of(resumed), checksum_of(straight));
    }
}

// Drops as large beside those of the surface as may be, and a pool full of them: their units are
// still counted, and a checkpoint of them is taken.
TEST(Spray, APoolOfTheLargestDropsIsCounted) {
    const auto json = [](const std::string& more) {
        return R"({"water": {"size": [500, 500], "cells": [50, 50], "level": 3}, "emitters": [
            {"at": [250, 250, 4], "velocity": [0, 0, 30], "rate": 2000, "drop": 0.64})" +
               more + R"(], "spray": {"radius": 0.01, "drag": 0, "share": 0, "ledge_share": 0}})";
    };
    World world = world_of(json(""));
    stepped(world, 3.0);
    const SprayReport s = spray_of(world);
    EXPECT_GT(s.drops, 500);
    EXPECT_NEAR(s.flying_m3, s.emitted_m3 - s.landed_m3, s.unit_m3);
    EXPECT_LT(s.flying_m3 / s.unit_m3 * 65536.0 / double(s.drops), 0x1p53);
    const auto bytes = world.save_to_memory();
    ASSERT_TRUE(bytes);
    EXPECT_TRUE(world.restore_from_memory(bytes.value()));
    // With the smallest beside them there is no unit for both in so large a pool.
    const auto made = World::from_json(
        json(R"(, {"at": [250, 250, 4], "velocity": [0, 0, 3], "rate": 1, "drop": 0.00016})"), ".");
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/spray/max_drops is 65536"), std::string::npos)
        << made.error().message;
}

// A forged drop (the hash made right again) is refused, and nothing changes.
TEST(Spray, ACheckpointWithImpossibleDropsIsRefused) {
    World world = world_of(kFountain);
    stepped(world, 0.5);
    const auto drops = world.drops();
    ASSERT_TRUE(drops && !drops.value().empty());
    const std::string content = content_of(world.save_to_memory().value());
    const std::string first(reinterpret_cast<const char*>(drops.value().data()), sizeof(Drop));
    const std::size_t at = content.find(first);
    ASSERT_NE(at, std::string::npos);
    const std::uint64_t before = checksum_of(world);
    const auto refused = [&](const std::string& forged) {
        const auto done = world.restore_from_memory(with_hash(forged));
        EXPECT_FALSE(done);
        EXPECT_EQ(checksum_of(world), before);
    };
    for (const std::int64_t volume : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1} << 62})
        refused(with_value(content, at, volume));
    for (std::size_t number = 0; number < 8; ++number)
        for (const float value : {std::nanf(""), INFINITY, -1e30f})
            refused(with_value(content, at + 8 + 4 * number, value));
}

// In hours a waterfall throws more units than 64 bits count. The counts go round, and nothing that
// is told or booked does.
TEST(Spray, CountsOfALongRunGoRoundAndTheBooksClose) {
    World world = world_of(kFountain), aged = world_of(kFountain);
    stepped(world, 0.5);
    const auto drops = world.drops();
    ASSERT_TRUE(drops && !drops.value().empty());
    std::string content = content_of(world.save_to_memory().value());
    const std::string first(reinterpret_cast<const char*>(drops.value().data()), sizeof(Drop));
    // Before the drops: their block's size, totals as numbers, and counts of thrown, emitted,
    // landed and left.
    const std::size_t totals = content.find(first) - 8 - 32, counts = totals - 32;
    const auto add = [&]<class T>(std::size_t at, T more) {
        T value;
        std::memcpy(&value, content.data() + at, sizeof value);
        content = with_value(content, at, T(value + more));
    };
    const double unit_m3 = spray_of(world).unit_m3;
    constexpr std::uint64_t kMany = (std::uint64_t{1} << 63) - (std::uint64_t{1} << 33);
    for (const std::size_t number : {1u, 2u}) {
        add(counts + 8 * number, kMany);
        add(totals + 8 * number, double(kMany));
    }
    const auto done = aged.restore_from_memory(with_hash(content));
    ASSERT_TRUE(done) << done.error().message;
    const double before_m3 = spray_of(aged).emitted_m3;
    EXPECT_NEAR(before_m3 / unit_m3, double(kMany), 1e-6 * double(kMany));
    for (int k = 0; k < 20; ++k) {
        stepped(world, 0.1);
        stepped(aged, 0.1);
        EXPECT_LT(std::abs(imbalance(aged)), kFloatBalance) << k;
    }
    EXPECT_EQ(spray_of(aged).flying_m3, spray_of(world).flying_m3);
    EXPECT_EQ(mass_of(aged).added_kg, mass_of(world).added_kg);
    EXPECT_GT(spray_of(aged).emitted_m3, before_m3);
    EXPECT_TRUE(world_of(kFountain).restore_from_memory(aged.save_to_memory().value()));
}

TEST(Spray, WhatIsWrittenDoesNotChangeIt) {
    const auto run = [](double stop_every_s) {
        World world = world_of(dam(96));
        for (double t = stop_every_s; t < 1.0; t += stop_every_s)
            EXPECT_TRUE(world.run_to({.end_s = 1.0, .stop_s = t}));
        EXPECT_TRUE(world.run_to({.end_s = 1.0}));
        return checksum_of(world);
    };
    EXPECT_EQ(run(2.0), run(0.03));
}

/// Thrown by the first front, before it reaches the wall.
double thrown_m3(int cells, int frames_per_s) {
    World world = world_of(dam(cells));
    for (int k = 0; k < 9 * frames_per_s / 10; ++k) stepped(world, 1.0 / frames_per_s);
    return spray_of(world).thrown_m3;
}

TEST(Spray, TwiceTheCellsThrowTheSameVolume) {
    EXPECT_NEAR(thrown_m3(240, 30) / thrown_m3(120, 30), 1.0, 0.15);
}

// Frames cut steps, and fronts are a little sharper in longer ones: on 120 cells it is 6 %.
TEST(Spray, ShorterFramesThrowTheSameVolume) {
    EXPECT_NEAR(thrown_m3(240, 60) / thrown_m3(240, 30), 1.0, 0.05);
}

TEST(Spray, StillWaterThrowsNothingAndStaysWhiteNowhere) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4},
                               "spray": {}})");
    stepped(world, 1.0);
    EXPECT_EQ(spray_of(world).thrown_m3, 0.0);
    const auto foam = world.field("foam");
    ASSERT_TRUE(foam);
    for (int k = 0; k < 3600; ++k) EXPECT_EQ(foam.value().data[k], 0.0f);
}

/// Sum of depth times velocity over all cells, times their area: momentum over density.
double momentum_east(const World& world) {
    const auto depth = world.field("depth"), u = world.field("u");
    const double cell_m = world.info().cell_m;
    double sum = 0.0;
    for (int k = 0; k < depth.value().nx * depth.value().ny; ++k)
        sum += double(depth.value().data[k]) * double(u.value().data[k]);
    return sum * cell_m * cell_m;
}

// Water without walls keeps its momentum; a jet of known velocity adds to it what lands.
TEST(Spray, ALandingDropBringsItsMomentum) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World world = world_of(
            std::string(
                R"({"water": {"size": [2, 2], "cells": [40, 40], "level": 0.4, "scheme": ")") +
            scheme + R"(", "viscosity": 0, "edges": {"west": "periodic", "east": "periodic",
                "south": "periodic", "north": "periodic"}},
            "emitters": [{"at": [1, 1, 0.8], "velocity": [1.5, 0, -2], "rate": 0.002, "drop": 0.01,
                          "radius": 0, "spread": 0, "until": 0.5}],
            "spray": {"share": 0, "ledge_share": 0, "drag": 0}})");
        stepped(world, 1.5);
        const SprayReport s = spray_of(world);
        EXPECT_EQ(s.flying_m3, 0.0);
        // Without drag the drops keep 1.5 m/s. Float water rounds each of the hundreds of landings.
        EXPECT_NEAR(momentum_east(world) / (1.5 * s.landed_m3), 1.0, 1e-5) << scheme;
    }
}

/// Of all drops in flight along an axis: momentum in kg m/s.
double drops_momentum(const World& world, std::size_t axis) {
    const double unit_kg = 1000.0 * spray_of(world).unit_m3;
    double sum = 0.0;
    const auto drops = world.drops();
    EXPECT_TRUE(drops);
    for (const Drop& drop : drops.value())
        sum += unit_kg * double(drop.volume) * double(drop.velocity_m_per_s[axis]);
    return sum;
}

// A step in the level that runs round a ring for 10,000 steps of the water and throws drops as it
// goes: mass and momentum of water and drops together stay as they were at the start.
TEST(SpraySlow, TenThousandStepsKeepMassAndMomentumOfWaterAndDrops) {
    for (const std::string precision : {"float", "double"}) {
        World world = world_of(R"({"water": {"size": [4, 1], "cells": [80, 20], "precision": ")" +
                               precision + R"(", "viscosity": 0, "velocity": [1, 0],
                "level": {"expr": "x > 1 && x < 2.5 ? 0.8 : 0.2"},
                "edges": {"west": "periodic", "east": "periodic",
                          "south": "periodic", "north": "periodic"}},
            "spray": {"radius": 0.006, "drag": 0}})");
        const double before = momentum_east(world);
        std::int64_t steps = 0;
        while (steps < 10000) {
            steps = stepped(world, 2.0).steps;
            EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << precision << steps;
            const double now = momentum_east(world) + drops_momentum(world, 0) / 1000.0;
            EXPECT_NEAR(now / before, 1.0, 1e-5) << precision << steps;
        }
        EXPECT_GT(spray_of(world).landed_m3, 1e-3);
    }
}

TEST(Spray, FoamComesWhereDropsLandAndFades) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4},
        "emitters": [{"at": [1.5, 1.5, 0.45], "velocity": [0.4, 0, 4], "rate": 0.004,
                      "drop": 0.006, "until": 1}],
        "foam": {"half_life": 1, "bubbles_half_life": 0.5}})");
    stepped(world, 2.0);
    const auto white = [&] {
        const auto foam = world.field("foam");
        EXPECT_TRUE(foam);
        const float* const data = foam.value().data;
        return std::accumulate(data, data + 3600, 0.0);
    };
    const double before = white();
    EXPECT_GT(before, 1.0);
    for (int k = 0; k < 3600; ++k) {
        EXPECT_GE(world.field("foam").value().data[k], 0.0f);
        EXPECT_LE(world.field("foam").value().data[k], 1.0f);
    }
    // After eight half-lives 1/256 is left; foam that spreads meanwhile covers more cells thinner.
    stepped(world, 8.0);
    EXPECT_LT(white(), 0.02 * before);
}

// A box that falls from a metre throws water sidewards, taken from the cells beside it.
TEST(Spray, AHullThatSlamsThrowsWaterAndTheBooksClose) {
    World world = world_of(R"({"water": {"size": [4, 4], "cells": [80, 80], "level": 0.8},
        "bodies": [{"name": "box", "shape": "box", "size": [0.8, 0.8, 0.5], "density": 400,
                    "at": [2, 2, 2.1]}],
        "spray": {"radius": 0.008, "ledge_share": 0}})");
    stepped(world, 0.3);
    EXPECT_EQ(spray_of(world).thrown_m3, 0.0) << "it is still in the air";
    stepped(world, 0.7);
    EXPECT_GT(spray_of(world).thrown_m3, 1e-4);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

BodyReport body_of(const World& world) {
    const auto body = world.body(0);
    EXPECT_TRUE(body);
    return body ? body.value() : BodyReport{};
}

// A box falls freely, and a jet hits its side: what the drops lose the box has.
TEST(Spray, DropsThatHitABodyGiveItTheirMomentum) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4},
        "bodies": [{"name": "box", "shape": "box", "size": [0.6, 0.6, 0.6], "density": 20,
                    "at": [1.5, 1.5, 2.5]}],
        "emitters": [{"at": [0.5, 1.55, 2.4], "velocity": [6, 0, 1], "rate": 0.004, "drop": 0.01,
                      "radius": 0.03, "spread": 0, "until": 0.2}],
        "spray": {"share": 0, "ledge_share": 0, "drag": 0}})");
    stepped(world, 0.25);
    const SprayReport s = spray_of(world);
    EXPECT_EQ(s.landed_m3, 0.0);
    const BodyReport box = body_of(world);
    const double box_kg = 20.0 * 0.6 * 0.6 * 0.6, sent = 1000.0 * s.emitted_m3 * 6.0;
    const double got = box_kg * box.velocity_m_per_s.x;
    EXPECT_GT(got, 0.5 * sent);
    // Velocities of drops are floats.
    EXPECT_NEAR((got + drops_momentum(world, 0)) / sent, 1.0, 1e-6);
    // The jet meets the side to the north of its middle, and below it.
    EXPECT_LT(box.spin_rad_per_s.z, 0.0);
    const auto drops = world.drops();
    for (const Drop& drop : drops.value()) EXPECT_LT(drop.at_m[0], 1.5f);
}

// Momentum of water, drops and a floating box that a jet pushes, without walls.
TEST(Spray, AJetOnAFloatingBoxKeepsTheMomentumOfAll) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.5,
            "viscosity": 0, "edges": {"west": "periodic", "east": "periodic",
                                      "south": "periodic", "north": "periodic"}},
        "bodies": [{"name": "box", "shape": "box", "size": [0.6, 0.6, 0.4], "density": 400,
                    "at": [1.5, 1.5, 0.54]}],
        "emitters": [{"at": [0.9, 1.5, 0.64], "velocity": [4, 0, 1], "rate": 0.002, "drop": 0.01,
                      "radius": 0.02, "spread": 0, "until": 0.5}],
        "spray": {"share": 0, "ledge_share": 0, "drag": 0}})");
    stepped(world, 1.0);
    const SprayReport s = spray_of(world);
    const double sent = 1000.0 * s.emitted_m3 * 4.0;
    const double box = 400.0 * 0.6 * 0.6 * 0.4 * body_of(world).velocity_m_per_s.x;
    EXPECT_GT(std::abs(box), 0.1 * sent);
    // The water is in float: each of the hundreds of landings is rounded.
    EXPECT_NEAR((box + drops_momentum(world, 0) + 1000.0 * momentum_east(world)) / sent, 1.0, 1e-5);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

// Balls are too small for a lid; where they fall in they throw all the same.
TEST(Spray, ABallThatLivesByTrianglesThrowsToo) {
    for (const char* forces : {"triangles", "spheres"}) {
        World world = world_of(std::string(R"({"water": {"size": [3, 3], "cells": [60, 60],
                "level": 0.6},
            "bodies": [{"name": "ball", "shape": "sphere", "radius": 0.25, "density": 500,
                        "forces": ")") +
                               forces + R"(", "at": [1.5, 1.5, 1.8]}],
            "spray": {"radius": 0.006, "ledge_share": 0}})");
        stepped(world, 0.2);
        EXPECT_EQ(spray_of(world).thrown_m3, 0.0) << "it is still in the air";
        stepped(world, 0.6);
        EXPECT_GT(spray_of(world).thrown_m3, 1e-5) << forces;
        EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << forces;
    }
}

// Drops that come down on a deck run off it: none stays, and none lands under the hull.
TEST(Spray, DropsRunOffADeck) {
    World world = world_of(R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.5},
        "bodies": [{"name": "box", "shape": "box", "size": [0.6, 0.6, 0.4], "density": 400,
                    "at": [1.5, 1.5, 0.54]}],
        "emitters": [{"at": [1.5, 1.5, 1.2], "velocity": [0, 0, -1], "rate": 0.001, "drop": 0.006,
                      "radius": 0.1, "until": 0.5}],
        "spray": {"share": 0, "ledge_share": 0}})");
    stepped(world, 0.6);
    EXPECT_EQ(spray_of(world).landed_m3, 0.0);
    stepped(world, 3.0);
    EXPECT_EQ(spray_of(world).drops, 0);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

/// A particle system of a host, of the simplest kind: drops fly in vacuum down to a height, and
/// what came down in a frame is handed back.
struct HostDrops {
    std::vector<Drop> flying, down;

    void step(World& world, double step_s, float ground_m) {
        const auto born = world.take_drops();
        ASSERT_TRUE(born);
        flying.insert(flying.end(), born.value().begin(), born.value().end());
        down.clear();
        for (Drop& drop : flying) {
            for (int k = 0; k < 3; ++k) drop.at_m[k] += float(step_s) * drop.velocity_m_per_s[k];
            drop.velocity_m_per_s[2] -= 9.81f * float(step_s);
            if (drop.at_m[2] < ground_m) down.push_back(drop);
        }
        std::erase_if(flying, [&](const Drop& drop) { return drop.at_m[2] < ground_m; });
        const auto landed = world.land_drops(down);
        ASSERT_TRUE(landed) << landed.error().message;
    }
    std::int64_t units() const {
        return std::accumulate(flying.begin(), flying.end(), std::int64_t{0},
                               [](std::int64_t sum, const Drop& d) { return sum + d.volume; });
    }
};

const std::string kOpenFountain = R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 0.4,
        "scheme": "fv", "viscosity": 0, "edges": {"west": "periodic", "east": "periodic",
                                                  "south": "periodic", "north": "periodic"}},
    "emitters": [{"at": [1.5, 1.5, 0.5], "velocity": [0.4, 0, 4], "rate": 0.004, "drop": 0.006,
                  "spread": 0, "until": 0.5}],
    "spray": {"radius": 0.006, "share": 0, "ledge_share": 0}})";

TEST(Spray, AHostFliesTheDropsAndTheBooksClose) {
    World world = world_of(kOpenFountain);
    HostDrops host;
    for (int frame = 0; frame < 90; ++frame) {
        stepped(world, 1.0 / 60.0);
        EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << frame;
        const SprayReport s = spray_of(world);
        EXPECT_EQ(std::llround(s.flying_m3 / s.unit_m3), host.units() + units_in_flight(world));
        host.step(world, 1.0 / 60.0, 0.4f);
    }
    stepped(world, 0.1);
    const SprayReport s = spray_of(world);
    EXPECT_TRUE(host.flying.empty());
    EXPECT_GT(s.emitted_m3, 1e-3);
    EXPECT_EQ(s.landed_m3, s.emitted_m3);
    // Without drag each drop keeps 0.4 m/s for as long as the host has it; the steps in which the
    // world still had it cost it less than a hundredth.
    EXPECT_NEAR(momentum_east(world) / (0.4 * s.landed_m3), 1.0, 0.01);
}

TEST(Spray, WhatAHostMayNotLandIsRefused) {
    World world = world_of(kOpenFountain);
    stepped(world, 0.2);
    const auto taken = world.take_drops();
    ASSERT_TRUE(taken);
    std::vector<Drop> drops(taken.value().begin(), taken.value().end());
    ASSERT_FALSE(drops.empty());
    const std::uint64_t before = checksum_of(world);
    const auto refused = [&](const std::vector<Drop>& list, const char* words) {
        const auto done = world.land_drops(list);
        ASSERT_FALSE(done) << words;
        EXPECT_NE(done.error().message.find(words), std::string::npos) << done.error().message;
        EXPECT_EQ(checksum_of(world), before);
    };
    std::vector<Drop> twice = drops;
    twice.insert(twice.end(), drops.begin(), drops.end());
    refused(twice, "more water");
    Drop wrong = drops.front();
    wrong.volume = 0;
    refused({wrong}, "volume");
    wrong.volume = (std::int64_t{1} << 49) + 1;  // more than a checkpoint holds
    refused({wrong}, "2^49");
    wrong = drops.front();
    wrong.at_m[1] = std::nanf("");
    refused({wrong}, "at_m");
    wrong = drops.front();
    wrong.velocity_m_per_s[0] = 1e30f;
    refused({wrong}, "velocity");
    // More of them than there is memory for is a matter of the pool, not of the memory.
    const auto many = world.land_drops({drops.data(), std::size_t{1} << 40});
    ASSERT_FALSE(many);
    EXPECT_EQ(many.error().code, ErrorCode::InvalidArgument) << many.error().message;
    // Beyond the edges they have left, and are booked so.
    for (Drop& drop : drops) drop.at_m[0] = -5.0f;
    ASSERT_TRUE(world.land_drops(drops));
    stepped(world, 0.1);
    EXPECT_GT(spray_of(world).left_m3, 0.0);
    EXPECT_LT(std::abs(imbalance(world)), kFloatBalance);
}

TEST(Spray, WhatAHostDidIsRecordedAndSaved) {
    const TempFolder folder;
    World world = world_of(kOpenFountain), resumed = world_of(kOpenFountain);
    ASSERT_TRUE(world.start_recording());
    HostDrops host;
    for (int frame = 0; frame < 55; ++frame) {
        stepped(world, 1.0 / 60.0);
        host.step(world, 1.0 / 60.0, 0.4f);
    }
    ASSERT_FALSE(host.down.empty()) << "some wait for the next step";
    // A checkpoint knows how much the host has.
    const auto bytes = world.save_to_memory();
    ASSERT_TRUE(bytes);
    ASSERT_TRUE(resumed.restore_from_memory(bytes.value()));
    HostDrops other = host;
    for (int frame = 0; frame < 10; ++frame) {
        stepped(world, 1.0 / 60.0);
        host.step(world, 1.0 / 60.0, 0.4f);
        stepped(resumed, 1.0 / 60.0);
        other.step(resumed, 1.0 / 60.0, 0.4f);
    }
    EXPECT_EQ(checksum_of(resumed), checksum_of(world));
    ASSERT_TRUE(world.save_recording(folder / "calls.txt"));
    World again = world_of(kOpenFountain);
    const auto replayed = again.replay(folder / "calls.txt");
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_EQ(checksum_of(again), checksum_of(world));
}

TEST(Spray, AFrameShowsDropsAndFoam) {
    World world = world_of(kFountain);
    stepped(world, 1.0);
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    EXPECT_EQ(std::int64_t(frame.value().drops.size()), spray_of(world).drops);
    EXPECT_NE(frame.value().foam.cover.data, nullptr);
    EXPECT_NE(frame.value().foam.aerated.data, nullptr);
}

TEST(Spray, WhatCannotBeIsNamed) {
    const auto refused = [](const std::string& json, const std::string& words) {
        const auto made = World::from_json(json, ".");
        ASSERT_FALSE(made) << json;
        EXPECT_NE(made.error().message.find(words), std::string::npos) << made.error().message;
    };
    const std::string emitter =
        R"({"emitters": [{"at": [1, 1, 1], "velocity": [0, 0, 1], "rate": 1)";
    refused(R"({"spray": {"radius": 0}})", "/spray/radius");
    refused(R"({"spray": {"radius": 0.5}})", "larger than a cell");
    refused(R"({"emitters": [{"at": [-1, 1, 1], "velocity": [0, 0, 1], "rate": 1}]})", "outside");
    refused(emitter + R"(, "from": 2, "until": 1}]})", "/until");
    refused(emitter + R"(, "every": 1, "lasts": 2}]})", "/lasts");
    refused(emitter + R"(, "area": [2, 2, 1, 3]}]})", "/area");
    // Drops are counted in parts of those of the spray.
    const std::string wide = R"({"water": {"size": [50, 50], "cells": [50, 50], "level": 1}, )";
    const std::string nozzle =
        wide + R"("emitters": [{"at": [9, 9, 3], "velocity": [0, 0, 1], "rate": 1, )";
    refused(nozzle + R"("drop": 0.7}], "spray": {"radius": 0.01}})", "/emitters/0/drop is 0.7");
    refused(nozzle + R"("drop": 0.001}], "spray": {"radius": 0.1}})", "64th of /spray/radius");
}

// Wind of 1,000 m/s, a flood of drops, a nozzle that shoots for ever upwards: bounded, and booked.
TEST(Spray, ExtremesStayInTheBooks) {
    for (
        const char* more :
        {R"("emitters": [{"at": [1, 1, 0.5], "velocity": [0, 0, 1000], "rate": 0.01, "drop": 0.01}],
             "spray": {"lifetime": 0.5})",
         R"("emitters": [{"at": [1, 1, 0.5], "velocity": [0, 0, 3], "rate": 1000, "drop": 0.001}],
             "spray": {"max_drops": 2000})",
         R"("emitters": [{"at": [1, 1, 0.5], "velocity": [999, 999, 1], "rate": 0.01}], "spray": {})"}) {
        World world = world_of(std::string(R"({"water": {"size": [2, 2], "cells": [40, 40],
            "level": 0.4, "scheme": "fv", "wind": [1000, 0], "viscosity": 1e-3}, )") +
                               more + "}");
        for (int k = 0; k < 10; ++k) {
            const auto report = world.step(0.02);
            if (!report)
                break;  // wind of that kind may be too much for the water, but not for the books
        }
        EXPECT_LT(std::abs(imbalance(world)), kFloatBalance) << more;
    }
}

}  // namespace
}  // namespace tarn
