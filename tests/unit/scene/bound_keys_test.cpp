// Which keys of a scene a checkpoint is bound to, and how differences are told.
#include "scene/bound_keys.hpp"

#include "scene/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace tarn::scene {
namespace {

std::vector<BoundKey> keys_of(const std::string& json) {
    const auto scene = read_scene(json, "test", ".");
    EXPECT_TRUE(scene) << (scene ? "" : scene.error().message);
    return bound_keys(scene.value());
}

std::string value_of(const std::vector<BoundKey>& keys, const std::string& path) {
    const auto found = std::ranges::find(keys, path, &BoundKey::path);
    return found == keys.end() ? "none" : found->value;
}

TEST(BoundKeys, AreNamedAsOverridesNameThem) {
    const auto keys = keys_of(R"({"water": {"wind": [3, -1], "edges": {"west": "open",
        "east": {"inflow": {"level": 0.6, "zone": 2}}}}, "rain": {"rate": 40, "seed": 9},
        "events": [{"time": 2, "drop": {"at": [1, 2], "height": 0.125}}]})");
    EXPECT_EQ(value_of(keys, "water.gravity"), "9.81");
    EXPECT_EQ(value_of(keys, "water.wind"), "[3, -1]");
    EXPECT_EQ(value_of(keys, "water.edges.west"), "open");
    EXPECT_EQ(value_of(keys, "water.edges.east.inflow.level"), "0.6");
    EXPECT_EQ(value_of(keys, "rain.rate"), "40");
    EXPECT_EQ(value_of(keys, "events.0.time"), "2");
    EXPECT_EQ(value_of(keys, "events.0.drop.height"), "0.125");
}

TEST(BoundKeys, LeaveOutWhatIsOnlyReadFromTheWater) {
    const auto keys = keys_of(R"({"about": "a", "duration": 3, "probes": [{"at": [1, 1]}],
        "record": {"every": 1}, "camera": {"fov": 30}, "light": {"haze": 2},
        "look": {"place": "pool"}, "water": {"streaming": "in_place"}})");
    for (const BoundKey& key : keys) {
        // more_bodies decides whether the water has room for bodies, and so what a checkpoint
        // holds.
        EXPECT_TRUE(key.path.starts_with("water.") || key.path == "more_bodies") << key.path;
        EXPECT_NE(key.path, "water.streaming");
    }
}

TEST(BoundKeys, ComeBackFromTheirText) {
    const auto keys = keys_of(R"({"water": {"solids": [{"disc": [1, 2, 3]}]}})");
    const auto back = parse_bound_keys(text_of(keys));
    ASSERT_EQ(back.size(), keys.size());
    EXPECT_FALSE(SceneDifferences(keys, back).is_any());
    for (const char* any : {"", "\n\n", "a", " ", "a b c\nd"}) (void)parse_bound_keys(any);
}

TEST(BoundKeys, OfManyEventsAreOneDigest) {
    std::string events;
    for (int k = 0; k < 1000; ++k)
        events += std::string(k ? "," : "") + R"({"time": )" + std::to_string(k) +
                  R"(, "drop": {"at": [1, 1]}})";
    const auto many = keys_of(R"({"events": [)" + events + "]}");
    EXPECT_LT(text_of(many).size(), 2000u);
    const std::size_t last = events.rfind("999");
    const auto other = keys_of(R"({"events": [)" + events.replace(last, 3, "998") + "]}");
    const SceneDifferences differ(many, other);
    EXPECT_TRUE(differ.touch("events"));
    EXPECT_FALSE(differ.touch("water"));
}

TEST(SceneDifferences, NameThePathAndBothValues) {
    const auto a = keys_of(R"({"rain": {"rate": 20}, "water": {"gravity": 5, "tau": 0.6}})");
    const auto b = keys_of(R"({"rain": {"rate": 40}})");
    const SceneDifferences differ(a, b);
    EXPECT_TRUE(differ.is_any_fixed());
    EXPECT_EQ(
        differ.text(),
        "water.gravity is 5 in the checkpoint and 9.81 in the scene; rain.rate is 20 in the "
        "checkpoint and 40 in the scene; water.tau is 0.6 in the checkpoint and absent in the "
        "scene");
}

TEST(SceneDifferences, OfMapsMatterOnlyWhereBothHaveThem) {
    const auto none = keys_of("{}"), some = keys_of(R"({"maps": {"arrival_depth": 0.1}})");
    const auto other = keys_of(R"({"maps": {"arrival_depth": 0.2}})");
    EXPECT_FALSE(SceneDifferences(none, some).is_any());
    EXPECT_FALSE(SceneDifferences(some, none).is_any());
    EXPECT_TRUE(SceneDifferences(some, other).touch("maps"));
}

}  // namespace
}  // namespace tarn::scene
