// What scene_outline() tells about scenes, good and hostile.
#include "support/world_for_test.hpp"
#include <tarn/scene.hpp>

#include <fstream>

namespace tarn {
namespace {

// All of them are made, in the size that they have.
TEST(SceneOutlineSlow, OfBuiltInScenesHasNoFiles) {
    for (const SceneInfo& scene : built_in_scenes()) {
        const auto outline = scene_outline(scene.name);
        ASSERT_TRUE(outline) << outline.error().message;
        EXPECT_TRUE(outline.value().files.empty()) << scene.name;
        EXPECT_EQ(outline.value().duration_s,
                  World::from_scene(scene.name).value().info().duration_s);
    }
}

TEST(SceneOutline, NamesEveryFileOfASceneAndTheTimesOfItsEvents) {
    const TempFolder folder;
    const std::string path = folder / "scene.json";
    std::ofstream(path) << R"({"duration": 7, "water": {"bed": {"npy": "bed.npy"},
        "level": {"asc": "sub/../level.asc"}, "velocity": {"npy": "/far/velocity.npy"},
        "edges": {"west": {"inflow": {"csv": "stage.csv"}}}, "solids": [{"npy": "mask.npy"}]},
        "events": [{"time": 3, "drop": {"at": [1, 1]}}, {"drop": {"at": [1, 1]}}]})";
    const auto outline = scene_outline(path);
    ASSERT_TRUE(outline) << outline.error().message;
    // None of them has to be there.
    EXPECT_EQ(
        outline.value().files,
        (std::vector<std::string>{path, folder / "bed.npy", folder / "level.asc",
                                  "/far/velocity.npy", folder / "stage.csv", folder / "mask.npy"}));
    EXPECT_EQ(outline.value().event_times_s, (std::vector<double>{3.0, 0.0}));
    EXPECT_EQ(outline.value().duration_s, 7.0);
    const std::string other[] = {R"(water.bed={"png": "other.png", "range": [0, 1]})"};
    EXPECT_EQ(scene_outline(path, other).value().files[1], folder / "other.png");
}

TEST(SceneOutline, SaysWhenStirsAndPressesAreInTheWater) {
    const TempFolder folder;
    const std::string path = folder / "scene.json";
    std::ofstream(path) << R"({"events": [
        {"time": 1, "stir": {"path": [[1, 1], [4, 5], [4, 6]], "speed": 2}},
        {"time": 3, "drop": {"at": [1, 1]}},
        {"time": 0.5, "press": {"at": [1, 1], "fall": 0.25, "hold": 2}}]})";
    const auto outline = scene_outline(path);
    ASSERT_TRUE(outline) << outline.error().message;
    ASSERT_EQ(outline.value().pressed.size(), 2u);
    // Six metres at two per second; down, held and up again.
    EXPECT_EQ(outline.value().pressed[0].begin_s, 1.0);
    EXPECT_EQ(outline.value().pressed[0].end_s, 4.0);
    EXPECT_EQ(outline.value().pressed[1].begin_s, 0.5);
    EXPECT_EQ(outline.value().pressed[1].end_s, 3.0);
}

TEST(SceneOutline, OfWhatIsNoSceneIsAnError) {
    const TempFolder folder;
    const std::string broken = folder / "broken.json";
    std::ofstream(broken) << "{\"water\": {\"bed\": {\"npy\": 7}}}";
    for (const std::string& name :
         {std::string(), std::string("/"), std::string(".."), folder.path().string(), broken,
          std::string(100000, 'x'), std::string("pond\0.json", 10), std::string("\xff\xfe")}) {
        const auto outline = scene_outline(name);
        ASSERT_FALSE(outline) << name.substr(0, 40);
        EXPECT_EQ(outline.error().code, ErrorCode::InvalidScene);
        EXPECT_LT(outline.error().message.size(), 1000u);
    }
    for (const char* text : {"", "=", "water", "water.bed={", "water.bed.npy=1", "duration=-1",
                             "events.7.drop.at=[0,0]", "\xff=1"}) {
        const std::string set[] = {text};
        EXPECT_FALSE(scene_outline("pond", set)) << text;
    }
}

}  // namespace
}  // namespace tarn
