// What each cell has seen: against what a reader sees who looks after every step.
#include "support/world_for_test.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tarn {
namespace {

/// A dam that breaks along x, or a drop on a pond, by scheme; "... bed" has a shore and dry land.
std::string scene_of(const std::string& which, bool has_maps = true) {
    const std::string scheme = which.substr(0, which.find(' '));
    const std::string water = which == "fv" ? R"("level": {"expr": "x < 1 ? 0.4 : 0"})"
                              : which == "d2q9"
                                  ? R"("level": 0.4)"
                                  : R"s("level": 0.4, "bed": {"expr": "0.25 * max(0, x - 0.8)"})s";
    return R"({"water": {"scheme": ")" + scheme + R"(", "size": [3, 1], "cells": [60, 20], )" +
           water + R"(, "solids": [{"disc": [2, 0.5, 0.2]}]}, )" +
           (has_maps ? R"("maps": {"arrival_depth": 0.02}, )" : "") +
           R"("events": [{"time": 0.1, "drop": {"at": [0.5, 0.5], "radius": 0.3, "height": 0.2}}]})";
}

std::vector<float> values_of(const World& world, const char* name) {
    const auto field = world.field(name);
    EXPECT_TRUE(field) << (field ? "" : field.error().message);
    return {field.value().data, field.value().data + field.value().nx * field.value().ny};
}

TEST(Maps, DryLandThatStaysDryHasSeenNoWater) {
    World world = world_of(scene_of("d2q9 bed"));
    stepped(world, 0.02);
    const auto max_depth = values_of(world, "max_depth"), arrival = values_of(world, "arrival");
    EXPECT_EQ(max_depth[59], 0.0f);  // the bed is above the level beyond x = 2.4 m
    EXPECT_EQ(arrival[59], -1.0f);
    EXPECT_NEAR(max_depth[0], 0.4f, 1e-6f);
    EXPECT_EQ(arrival[0], 0.0f);
    // Where the still depth is not the reference depth: 0.15 m at x = 1.8 m.
    EXPECT_NEAR(max_depth[35], 0.4 - 0.25 * (1.775 - 0.8), 1e-5);
}

TEST(Maps, AreTheExtremesThatAReaderSeesStepByStep) {
    for (const char* scheme : {"fv", "fv bed", "d2q9", "d2q9 bed"}) {
        World world = world_of(scene_of(scheme));
        const std::size_t count = 1200;
        std::vector<float> deepest(count), fastest(count), first(count, -1.0f);
        const auto look = [&] {
            const auto depth = values_of(world, "depth"), u = values_of(world, "u"),
                       v = values_of(world, "v");
            for (std::size_t k = 0; k < count; ++k) {
                deepest[k] = std::max(deepest[k], depth[k]);
                if (!(depth[k] > 0.02f)) continue;
                fastest[k] = std::max(fastest[k], std::hypot(u[k], v[k]));
                if (first[k] < 0.0f) first[k] = float(world.time_s());
            }
        };
        look();
        for (int step = 0; step < 200; ++step) {
            // Short enough that each call is one lattice step.
            ASSERT_EQ(stepped(world, 0.004).steps_now, 1);
            look();
        }
        const auto max_depth = values_of(world, "max_depth"),
                   max_speed = values_of(world, "max_speed"), arrival = values_of(world, "arrival");
        EXPECT_EQ(max_depth, deepest) << scheme;
        EXPECT_EQ(arrival, first) << scheme;
        // Squares are kept in float.
        for (std::size_t k = 0; k < count; ++k)
            ASSERT_NEAR(max_speed[k], fastest[k], 3e-7f * fastest[k] + 1e-12f)
                << scheme << " " << k;
        EXPECT_GT(*std::max_element(max_speed.begin(), max_speed.end()), 0.1f);
        EXPECT_EQ(arrival[10 * 60 + 40], -1.0f) << "inside the column";
    }
}

TEST(Maps, ArrivalOfADamBreakMovesOutwards) {
    World world = world_of(scene_of("fv"));
    stepped(world, 0.5);
    const auto arrival = values_of(world, "arrival");
    for (int i = 0; i < 20; ++i) EXPECT_EQ(arrival[std::size_t(5 * 60 + i)], 0.0f);
    for (int i = 21; i < 30; ++i) {
        EXPECT_GT(arrival[std::size_t(5 * 60 + i)], 0.0f) << i;
        EXPECT_GE(arrival[std::size_t(5 * 60 + i)], arrival[std::size_t(5 * 60 + i - 1)]) << i;
    }
    EXPECT_EQ(arrival[5 * 60 + 59], -1.0f);
}

TEST(Maps, AreOffUnlessAskedForAndSayHow) {
    const World world = world_of(R"({"water": {"cells": [20, 20]}})");
    EXPECT_FALSE(world.info().has_maps);
    for (const char* name : {"max_depth", "max_speed", "arrival"}) {
        const auto field = world.field(name);
        ASSERT_FALSE(field);
        EXPECT_EQ(field.error().code, ErrorCode::NotFound);
        EXPECT_NE(field.error().message.find("\"maps\": {}"), std::string::npos);
    }
    const World tracked = world_of(R"({"water": {"cells": [20, 20], "level": 0.5}, "maps": {}})");
    EXPECT_TRUE(tracked.info().has_maps);
    EXPECT_DOUBLE_EQ(tracked.info().arrival_depth_m, 0.005);
    EXPECT_EQ(values_of(tracked, "max_depth"), std::vector<float>(400, 0.5f));
    EXPECT_EQ(values_of(tracked, "arrival"), std::vector<float>(400, 0.0f));
}

TEST(Maps, DoNotChangeTheWater) {
    for (const char* scheme : {"fv", "d2q9"}) {
        World with = world_of(scene_of(scheme));
        World without = world_of(scene_of(scheme, false));
        for (World* world : {&with, &without}) stepped(*world, 0.7);
        EXPECT_EQ(values_of(with, "depth"), values_of(without, "depth")) << scheme;
        EXPECT_EQ(values_of(with, "u"), values_of(without, "u")) << scheme;
    }
}

TEST(Maps, ComeBackWithACheckpoint) {
    const TempFolder folder;
    for (const char* scheme : {"fv", "d2q9"}) {
        World whole = world_of(scene_of(scheme)), first = world_of(scene_of(scheme));
        for (World* world : {&whole, &first}) stepped(*world, 0.4);
        ASSERT_TRUE(first.save(folder / "state.tarn"));
        World second = world_of(scene_of(scheme));
        ASSERT_TRUE(second.restore(folder / "state.tarn"));
        EXPECT_EQ(checksum_of(second), checksum_of(first));
        for (World* world : {&whole, &second}) stepped(*world, 0.4);
        for (const char* name : {"max_depth", "max_speed", "arrival"})
            EXPECT_EQ(values_of(second, name), values_of(whole, name)) << scheme << " " << name;
    }
}

TEST(Maps, BeginWhereAFileWithoutThemWasSaved) {
    const TempFolder folder;
    World plain = world_of(scene_of("fv", false));
    stepped(plain, 0.4);
    ASSERT_TRUE(plain.save(folder / "state.tarn"));
    World tracked = world_of(scene_of("fv"));
    ASSERT_TRUE(tracked.restore(folder / "state.tarn"));
    EXPECT_EQ(values_of(tracked, "max_depth"), values_of(tracked, "depth"));
    EXPECT_EQ(values_of(tracked, "arrival")[5], 0.4f);
    World back = world_of(scene_of("fv", false));
    ASSERT_TRUE(tracked.save(folder / "maps.tarn"));
    EXPECT_TRUE(back.restore(folder / "maps.tarn"));  // they are of no use there
}

}  // namespace
}  // namespace tarn
