#include "scene/built_in.hpp"

#include "base/file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

namespace tarn::scene {
namespace {

Scene loaded(const std::string& name) {
    const Result<Scene> scene = load_scene(name);
    if (!scene) ADD_FAILURE() << scene.error().message;
    return scene ? scene.value() : Scene{};
}

std::string refusal_of(const std::string& name) {
    const Result<Scene> scene = load_scene(name);
    if (scene) {
        ADD_FAILURE() << "accepted: " << name;
        return {};
    }
    EXPECT_EQ(scene.error().code, ErrorCode::InvalidScene);
    EXPECT_LT(scene.error().message.size(), 1000u);
    return scene.error().message;
}

TEST(BuiltInScenes, AreValidAndSayWhatTheyShow) {
    ASSERT_EQ(built_in_scenes().size(), 41u);
    for (const BuiltIn& built_in : built_in_scenes()) {
        const Scene scene = loaded(built_in.name);
        EXPECT_EQ(scene.name, built_in.name);
        EXPECT_FALSE(scene.about.empty());
        EXPECT_LT(scene.about.size(), 80u);
        EXPECT_GE(scene.probes.size(), 2u);
    }
}

TEST(BuiltInScenes, TheRainIsVisible) {
    const Scene scene = loaded("rain");
    const double radius_m = scene.rain->drop_radius_m;
    const double drop_m3 = 4.0 / 3.0 * std::numbers::pi * radius_m * radius_m * radius_m;
    const double area_m2 = scene.water.size_m[0] * scene.water.size_m[1];
    const double drops_per_s = scene.rain->rate_mm_per_h / 1000.0 / 3600.0 * area_m2 / drop_m3;
    EXPECT_GT(drops_per_s, 60.0);
    EXPECT_LT(drops_per_s, 150.0);
}

TEST(BuiltInScenes, SayWhereTheirWaterIs) {
    for (const char* name : {"pond", "rain"})
        EXPECT_EQ(loaded(name).look.place, Place::Pond) << name;
    for (const char* name : {"stir", "pool", "downpour", "columns"})
        EXPECT_EQ(loaded(name).look.place, Place::Pool) << name;
    for (const char* name : {"dam_shore", "rough_ground", "river"})
        EXPECT_EQ(loaded(name).look.place, Place::Shore) << name;
    for (const char* name : {"sea", "beach"})
        EXPECT_EQ(loaded(name).look.place, Place::Ocean) << name;
    EXPECT_EQ(loaded("handprint").look.place, Place::Tank);
    EXPECT_EQ(loaded("handprint").look.liquid, Liquid::Glass);
}

TEST(BuiltInScenes, TakeOverrides) {
    const std::string overrides[] = {"water.cells=[64,64]"};
    const Result<Scene> scene = load_scene("pond", overrides);
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene.value().water.cells[0], 64);
}

TEST(LoadScene, ReadsAFileAndResolvesAgainstItsFolder) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "tarn_load_scene";
    std::filesystem::create_directories(folder);
    const std::string path = (folder / "mine.json").string();
    ASSERT_TRUE(write_file(path, R"({"water": {"level": {"npy": "l.npy"}}})"));
    const Scene scene = loaded(path);
    EXPECT_EQ(scene.name, path);
    EXPECT_EQ(std::get<NpyField>(*scene.water.level.varying).path, (folder / "l.npy").string());
    ASSERT_TRUE(write_file(path, "{"));
    EXPECT_TRUE(refusal_of(path).starts_with(path + ": line 1"));
    EXPECT_NE(refusal_of(folder.string()).find("folder"), std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST(LoadScene, AnUnknownNameGetsTheNamesAndTheNearest) {
    EXPECT_EQ(
        refusal_of("pnod"),
        "\"pnod\" is neither a file nor a built-in scene (pond, rain, stir, handprint, pool, "
        "ball, motorboat, sailboat, ducks, balls, pins, buoys, cargo, buoy_current, log_jam, tide, "
        "fountain, waterfall, surf, dam_spray, barrel, storm, "
        "sea, downpour, columns, dam_shore, rough_ground, river, beach, drop3d, dam, dam_box, "
        "adrift, cavity, faucet, karman, pour, stairs, bowl, ink, paddle); did you mean "
        "\"pond\"?");
    EXPECT_NE(refusal_of("no/such/ponds.json").find("did you mean \"pond\"?"), std::string::npos);
    EXPECT_NE(refusal_of("zzzzzzzz").find("check the name"), std::string::npos);
    refusal_of("");
    refusal_of(std::string(100000, 'x'));
    refusal_of(std::string("a\0b", 3));
}

}  // namespace
}  // namespace tarn::scene
