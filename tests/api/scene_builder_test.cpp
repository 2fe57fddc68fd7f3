// Scenes built in code, in C++ and in C.
#include <tarn/scene.hpp>
#include <tarn/tarn.h>
#include <tarn/world.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <random>
#include <string>

namespace {

using tarn::SceneBuilder;
using tarn::World;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(SceneBuilder, BuildsTheWorldThatItsTextSays) {
    SceneBuilder scene;
    EXPECT_TRUE(scene.set("about", "a \"small\" pond,\n\ttwo lines \\ and an ö"));
    EXPECT_TRUE(scene.set("water.size", {4.0, 3.0}));
    EXPECT_TRUE(scene.set("water.cells", {40, 30}));
    EXPECT_TRUE(scene.set("water.level", 0.25));
    EXPECT_TRUE(scene.set("water.viscosity", 0.1));
    EXPECT_TRUE(scene.set("water.tau", 0.6));  // takes the place of the viscosity
    EXPECT_TRUE(scene.set("water.edges.east", "open"));
    EXPECT_TRUE(scene.set("duration", 3));
    EXPECT_TRUE(scene.add("events", R"({"drop": {"at": [2, 1.5], "height": 0.1}})"));
    EXPECT_TRUE(scene.add("probes", R"({"name": "a", "at": [1, 1]})"));
    EXPECT_TRUE(scene.add("probes", R"({"name": "b", "at": [3, 1]})"));
    EXPECT_TRUE(scene.set("probes.1.name", "c"));
    const auto world = World::from_json(scene.json(), ".");
    ASSERT_TRUE(world) << world.error().message << scene.json();
    const tarn::WorldInfo info = world.value().info();
    EXPECT_EQ(info.about, "a \"small\" pond,\n\ttwo lines \\ and an ö");
    EXPECT_EQ(info.nx, 40);
    EXPECT_EQ(info.duration_s, 3.0);
    EXPECT_EQ(info.probes.at(1).name, "c");
    ASSERT_TRUE(info.scheme_fact("tau"));
    EXPECT_NEAR(info.scheme_fact("tau")->number.value_or(0.0), 0.6, 1e-6);
}

TEST(SceneBuilder, NothingSetIsTheSceneOfDefaults) {
    EXPECT_EQ(SceneBuilder().json(), "{}\n");
    EXPECT_TRUE(World::from_json(SceneBuilder().json(), "."));
}

TEST(SceneBuilder, WrongPathsAndValuesAreRefusedAndChangeNothing) {
    SceneBuilder scene;
    ASSERT_TRUE(scene.set("duration", 5.0));
    const std::string before = scene.json();
    const auto message = [](const tarn::Result<void>& done) {
        return done ? std::string("taken") : done.error().message;
    };
    EXPECT_EQ(message(scene.set("duration.x", 1.0)),
              "SceneBuilder::set duration.x: /duration is 5, which has no x");
    EXPECT_NE(message(scene.set("", 1.0)).find("empty name"), std::string::npos);
    EXPECT_NE(message(scene.set("water..tau", 1.0)).find("empty name"), std::string::npos);
    EXPECT_NE(message(scene.add("duration", "1")).find("which is no list"), std::string::npos);
    EXPECT_NE(message(scene.add("a.b.duration..x", "1")).find("empty name"), std::string::npos);
    EXPECT_NE(message(scene.add("events", "{")).find("not valid JSON"), std::string::npos);
    EXPECT_NE(message(scene.set_json("events", "")).find("not valid JSON"), std::string::npos);
    EXPECT_NE(message(scene.set("water.tau", kInfinity)).find("finite"), std::string::npos);
    EXPECT_NE(message(scene.set("water.size", {1.0, -kInfinity})).find("finite"),
              std::string::npos);
    EXPECT_NE(message(scene.set("about", "\xff\xfe")).find("UTF-8"), std::string::npos);
    std::string deep = "a";
    for (int k = 0; k < 1000; ++k) deep += ".a";
    EXPECT_NE(message(scene.set(deep, true)).find("more than 64 names"), std::string::npos);
    EXPECT_EQ(scene.json(), before);
}

// Property: whatever a stranger sets, the text stays JSON that Tarn reads, or the call is refused.
TEST(SceneBuilder, AnyBytesGiveATextThatIsJson) {
    std::mt19937 random(7);
    const char* const keys[] = {"about", "0", "1", "water", "x\"y", "\n", "events", "", "\xc3"};
    for (int round = 0; round < 300; ++round) {
        SceneBuilder scene;
        for (int k = 0; k < 6; ++k) {
            std::string path = keys[random() % 9], text;
            while (random() % 2 == 0) path += std::string(".") + keys[random() % 9];
            for (unsigned n = random() % 8; n > 0; --n) text += char(random() % 256);
            const std::string before = scene.json();
            const auto done =
                random() % 2 == 0 ? scene.set(path, std::string_view(text)) : scene.add(path, text);
            if (!done) {
                EXPECT_EQ(scene.json(), before);
            }
        }
        SceneBuilder whole;
        EXPECT_TRUE(whole.set_json("about", scene.json())) << scene.json();
    }
}

TEST(SceneBuilder, SaysTheSameInC) {
    tarn_scene_builder scene = {};
    ASSERT_EQ(tarn_scene_builder_create(&scene), TARN_OK);
    const double cells[2] = {20, 10};
    EXPECT_EQ(tarn_scene_builder_set_numbers(scene, "water.cells", cells, 2), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_json(scene, "water.size", "[2, 1]"), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_number(scene, "water.level", 0.3), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_text(scene, "about", "\"C\""), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_bool(scene, "maps.x", 1), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_json(scene, "maps", "{}"), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_add(scene, "probes", R"({"at": [1, 0.5]})"), TARN_OK);
    std::size_t size = 0;
    ASSERT_EQ(tarn_scene_builder_json(scene, nullptr, 0, &size), TARN_OK);
    std::string text(size, 'x');
    EXPECT_EQ(tarn_scene_builder_json(scene, text.data(), size - 1, &size), TARN_INVALID_ARGUMENT);
    ASSERT_EQ(tarn_scene_builder_json(scene, text.data(), size, &size), TARN_OK);
    tarn_world world = {};
    ASSERT_EQ(tarn_world_create_from_json(text.c_str(), size - 1, nullptr, &world), TARN_OK)
        << tarn_last_error() << text;
    tarn_world_info info = tarn_world_info_default();
    EXPECT_EQ(tarn_world_info_get(world, &info), TARN_OK);
    EXPECT_EQ(info.nx, 20);
    EXPECT_EQ(info.probe_count, 1);
    tarn_world_destroy(world);

    EXPECT_EQ(tarn_scene_builder_set_number(scene, "water.level.x", 1), TARN_INVALID_SCENE);
    EXPECT_NE(std::strstr(tarn_last_error(), "which has no x"), nullptr);
    EXPECT_EQ(tarn_scene_builder_set_number(scene, nullptr, 1), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_set_number(scene, "duration", kInfinity), TARN_INVALID_SCENE);
    EXPECT_EQ(tarn_scene_builder_set_numbers(scene, "a", nullptr, 1), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_set_numbers(scene, "a", nullptr, 0), TARN_OK);
    EXPECT_EQ(tarn_scene_builder_set_text(scene, "a", nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_set_json(scene, "a", nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_add(scene, "a", nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_json(scene, nullptr, 0, nullptr), TARN_INVALID_ARGUMENT);
    EXPECT_EQ(tarn_scene_builder_create(nullptr), TARN_INVALID_ARGUMENT);
    tarn_scene_builder_destroy(scene);
    EXPECT_EQ(tarn_scene_builder_set_number(scene, "duration", 1), TARN_BAD_HANDLE);
    EXPECT_EQ(tarn_scene_builder_json({0, 0}, nullptr, 0, &size), TARN_BAD_HANDLE);
    tarn_scene_builder_destroy(scene);
}

}  // namespace
