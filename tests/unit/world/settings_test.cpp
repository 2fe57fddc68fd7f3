// Settings that change while the water runs: by the API, by scene events, and across checkpoints.
#include "support/world_for_test.hpp"

#include <cmath>
#include <limits>

namespace tarn {
namespace {

std::string basin(const std::string& scheme, const std::string& more = "") {
    return R"({"water": {"scheme": ")" + scheme +
           R"(", "size": [2, 1], "cells": [40, 20], "level": 0.4)" + more + "}}";
}

LiveSettings settings_of(const World& world) {
    const auto settings = world.settings();
    EXPECT_TRUE(settings);
    return settings.value();
}

double speed_of(const World& world) {
    return world.statistics().value().max_speed_m_per_s;
}

TEST(LiveSettings, AreWhatTheSceneSaysUntilSomeoneChangesThem) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World world = world_of(basin(
            scheme, R"(, "wind": [3, -1], "manning": 0.02, "viscosity": 0.001, "drag": 0.1)"));
        const LiveSettings now = settings_of(world);
        EXPECT_EQ(now.wind_m_per_s, (Vec2{3.0, -1.0}));
        EXPECT_EQ(now.manning_s_per_m13, 0.02);
        EXPECT_EQ(now.viscosity_m2_per_s, 0.001);
        EXPECT_EQ(now.drag, 0.1);
        EXPECT_EQ(now.rain_mm_per_h, 0.0);
    }
}

// A wind that begins before the first step is the wind of a scene that has it.
TEST(LiveSettings, WindThatBeginsAtOnceGivesTheBitsOfASceneThatHasIt) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World given = world_of(basin(scheme, R"(, "wind": [8, 2], "manning": 0.03)"));
        World changed = world_of(basin(scheme));
        LiveSettings windy = settings_of(changed);
        windy.wind_m_per_s = {8.0, 2.0};
        windy.manning_s_per_m13 = 0.03;
        ASSERT_TRUE(changed.set(windy));
        stepped(given, 0.5);
        stepped(changed, 0.5);
        EXPECT_EQ(checksum_of(changed), checksum_of(given)) << scheme;
        EXPECT_GT(speed_of(changed), 1e-5) << scheme;
    }
}

TEST(LiveSettings, WindThatEndsLetsTheWaterCalmDown) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World world = world_of(basin(scheme, R"(, "wind": [15, 0], "viscosity": 0.01)"));
        stepped(world, 2.0);
        const double windy = speed_of(world);
        LiveSettings calm = settings_of(world);
        calm.wind_m_per_s = {};
        ASSERT_TRUE(world.set(calm));
        stepped(world, 16.0);
        EXPECT_LT(speed_of(world), 0.2 * windy) << scheme;
        EXPECT_NEAR(imbalance(world), 0.0, 1e-6) << scheme;
    }
}

TEST(LiveSettings, ThickerWaterDampsASeicheSooner) {
    for (const char* scheme : {"d2q9", "fv"}) {
        const std::string shear =
            R"s(, "viscosity": 0.0001, "velocity": {"expr": ["0.1 * sin(6.2831853 * y)", "0"]},
            "edges": {"west": "periodic", "east": "periodic", "south": "periodic",
            "north": "periodic"})s";
        World thin = world_of(basin(scheme, shear)), thick = world_of(basin(scheme, shear));
        LiveSettings honey = settings_of(thick);
        honey.viscosity_m2_per_s = 0.02;
        ASSERT_TRUE(thick.set(honey));
        stepped(thin, 1.0);
        stepped(thick, 1.0);
        // Shear decays with exp(-nu k^2 t): by exp(-0.79).
        EXPECT_NEAR(speed_of(thick) / 0.1, std::exp(-0.02 * 4.0 * M_PI * M_PI), 0.02) << scheme;
        EXPECT_GT(speed_of(thin), 0.09) << scheme;
        EXPECT_NEAR(thick.info().viscosity_used_m2_per_s, 0.02, 1e-12) << scheme;
    }
}

TEST(LiveSettings, RainBeginsChangesAndEnds) {
    for (const char* rain : {"", R"(, "rain": {"rate": 0, "drop": 0})"}) {
        const std::string text = basin("fv");
        World world = world_of(text.substr(0, text.size() - 1) + rain + "}");
        LiveSettings wet = settings_of(world);
        wet.rain_mm_per_h = 3600.0;  // a millimetre per second over 2 m2: 2 kg/s
        ASSERT_TRUE(world.set(wet));
        stepped(world, 2.0);
        const double first_kg = mass_of(world).added_kg;
        EXPECT_NEAR(first_kg, 4.0, 0.51);  // even rain comes every quarter of a second
        wet.rain_mm_per_h = 7200.0;
        ASSERT_TRUE(world.set(wet));
        stepped(world, 2.0);
        EXPECT_NEAR(mass_of(world).added_kg - first_kg, 8.0, 1.01);
        wet.rain_mm_per_h = 0.0;
        ASSERT_TRUE(world.set(wet));
        const double before_kg = mass_of(world).added_kg;
        stepped(world, 1.0);
        EXPECT_EQ(mass_of(world).added_kg, before_kg);
        EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
    }
}

TEST(LiveSettings, AnInflowIsHeldAtAValueAndLetGoAgain) {
    const std::string more = R"(, "edges": {"west": {"inflow": {"discharge": 0.01}}})";
    World world = world_of(basin("fv", more));
    stepped(world, 1.0);
    const double slow_kg = mass_of(world).added_kg;
    LiveSettings flood = settings_of(world);
    flood.inflow[int(Edge::West)] = 0.05;
    ASSERT_TRUE(world.set(flood));
    stepped(world, 1.0);
    const double fast_kg = mass_of(world).added_kg - slow_kg;
    EXPECT_NEAR(fast_kg / slow_kg, 5.0, 0.5);
    flood.inflow = {};
    ASSERT_TRUE(world.set(flood));
    stepped(world, 1.0);
    EXPECT_NEAR((mass_of(world).added_kg - slow_kg - fast_kg) / slow_kg, 1.0, 0.2);
}

TEST(LiveSettings, AreRefusedWithTheNameOfWhatIsWrong) {
    World world = world_of(basin("fv"));
    const auto refused = [&](auto change, const char* name) {
        LiveSettings wrong = settings_of(world);
        change(wrong);
        const auto done = world.set(wrong);
        ASSERT_FALSE(done) << name;
        EXPECT_EQ(done.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(done.error().message.find(name), std::string::npos) << done.error().message;
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refused([&](LiveSettings& s) { s.wind_m_per_s.x = nan; }, "wind_m_per_s.x");
    refused([&](LiveSettings& s) { s.viscosity_m2_per_s = -1.0; }, "viscosity_m2_per_s");
    refused([&](LiveSettings& s) { s.rain_mm_per_h = 1e9; }, "rain_mm_per_h");
    refused([&](LiveSettings& s) { s.inflow[0] = 1.0; }, "west");
    refused([&](LiveSettings& s) { s.coriolis_per_s = HUGE_VAL; }, "coriolis_per_s");
    EXPECT_EQ(settings_of(world), settings_of(world_of(basin("fv"))));
}

TEST(LiveSettings, ACheckpointKeepsThemAndARecordingRepeatsThem) {
    for (const char* scheme : {"d2q9", "fv"}) {
        TempFolder folder;
        World world = world_of(basin(scheme));
        ASSERT_TRUE(world.start_recording());
        stepped(world, 0.2);
        LiveSettings windy = settings_of(world);
        windy.wind_m_per_s = {9.0, 0.0};
        windy.rain_mm_per_h = 500.0;
        ASSERT_TRUE(world.set(windy));
        stepped(world, 0.3);
        ASSERT_TRUE(world.save(folder / "state"));
        ASSERT_TRUE(world.save_recording(folder / "calls"));
        stepped(world, 0.4);

        World again = world_of(basin(scheme));
        ASSERT_TRUE(again.restore(folder / "state"));
        EXPECT_EQ(settings_of(again), windy) << scheme;
        stepped(again, 0.4);
        EXPECT_EQ(checksum_of(again), checksum_of(world)) << scheme;

        World replayed = world_of(basin(scheme));
        ASSERT_TRUE(replayed.replay(folder / "calls"));
        stepped(replayed, 0.4);
        EXPECT_EQ(checksum_of(replayed), checksum_of(world)) << scheme;
    }
}

/// A dam breaks over a beach: films and fast water, where forces are limited to what the scheme
/// carries.
std::string breaking_dam(const std::string& scheme) {
    return R"({"water": {"scheme": ")" + scheme + R"s(", "size": [4, 2], "cells": [40, 20],
              "bed": {"expr": "0.2 * x + 0.05 * sin(4 * y)"},
              "level": {"expr": "x < 1.5 ? 0.9 : 0.3"}}})s";
}

TEST(LiveSettings, ForcesThatHaveCeasedLeaveNoTrace) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World calm = world_of(breaking_dam(scheme)), changed = world_of(breaking_dam(scheme));
        LiveSettings windy = settings_of(changed);
        windy.wind_m_per_s = {8.0, 2.0};
        ASSERT_TRUE(changed.set(windy));
        ASSERT_TRUE(changed.set(settings_of(calm)));
        stepped(calm, 1.0);
        stepped(changed, 1.0);
        EXPECT_EQ(checksum_of(changed), checksum_of(calm)) << scheme;
    }
}

TEST(LiveSettings, AWorldThatGoesBackToACheckpointKeepsNothingOfWhatCameLater) {
    for (const char* scheme : {"d2q9", "fv"}) {
        World world = world_of(breaking_dam(scheme));
        stepped(world, 0.2);
        const auto middle = world.save_to_memory();
        ASSERT_TRUE(middle);
        stepped(world, 0.8);
        const std::uint64_t end = checksum_of(world);
        LiveSettings windy = settings_of(world);
        windy.wind_m_per_s = {8.0, 2.0};
        ASSERT_TRUE(world.set(windy));
        stepped(world, 0.2);
        ASSERT_TRUE(world.restore_from_memory(middle.value()));
        stepped(world, 0.8);
        EXPECT_EQ(checksum_of(world), end) << scheme;
    }
}

TEST(LiveSettings, AnEventOfTheSceneSetsThemAtItsTime) {
    const std::string text = basin("fv", R"(, "time_step": 0.005)");
    World world = world_of(text.substr(0, text.size() - 1) +
                           R"(, "events": [{"time": 0.5, "set": {"wind": [12, 0], "rain": 100,
                           "viscosity": 0.002}}]})");
    stepped(world, 0.49);
    EXPECT_EQ(speed_of(world), 0.0);
    stepped(world, 0.21);
    EXPECT_EQ(settings_of(world).wind_m_per_s, (Vec2{12.0, 0.0}));
    EXPECT_EQ(settings_of(world).rain_mm_per_h, 100.0);
    EXPECT_EQ(settings_of(world).viscosity_m2_per_s, 0.002);
    EXPECT_GT(speed_of(world), 0.0);
}

TEST(LiveSettings, ASceneThatSetsAnInflowItDoesNotHaveIsRefused) {
    const auto made =
        World::from_json(R"({"events": [{"time": 1, "set": {"inflow": {"north": 2}}}]})", ".", {});
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("/events/0/set/inflow/north"), std::string::npos)
        << made.error().message;
}

}  // namespace
}  // namespace tarn
