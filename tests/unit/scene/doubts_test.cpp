#include "scene/doubts.hpp"

#include <gtest/gtest.h>

namespace tarn::scene {
namespace {

/// Ten by five cells of 1 m with half a metre of water.
Scene small_scene() {
    Scene scene;
    scene.water.size_m = {10.0, 5.0};
    scene.water.cells = {10, 5};
    return scene;
}

std::vector<std::string> doubts_of(const Scene& scene, std::vector<double> depth_m = {},
                                   std::vector<std::uint8_t> solid = {}) {
    if (depth_m.empty()) depth_m.assign(50, 0.5);
    return doubts(scene, {depth_m, solid});
}

TEST(Doubts, ArePlainScenesWithoutAny) {
    Scene scene = small_scene();
    scene.water.solids = {Box{{8.0, 3.0, 12.0, 9.0}}, Disc{{-0.5, 2.0, 1.0}}};
    scene.events = {DropEvent{.at_m = {1.0, 1.0}}};
    scene.water.edges[0].drive = Waves{.height_m = 0.38, .period_s = 2.0};
    EXPECT_TRUE(doubts_of(scene).empty());
}

TEST(Doubts, NameSolidsThatTouchNoWater) {
    Scene scene = small_scene();
    scene.water.solids = {Box{{10.0, 0.0, 12.0, 5.0}}, Box{{2.0, -3.0, 4.0, 0.0}},
                          Disc{{11.0, 6.0, 1.4}}, Disc{{11.0, 6.0, 1.5}}};
    const auto found = doubts_of(scene);
    // The corner of the water is 1.414 m from the centre of the discs: the last one reaches it.
    ASSERT_EQ(found.size(), 3u);
    for (int k = 0; k < 3; ++k)
        EXPECT_NE(found[std::size_t(k)].find("/water/solids/" + std::to_string(k) + " "),
                  std::string::npos)
            << found[std::size_t(k)];
}

TEST(Doubts, NameDropsOnSolids) {
    Scene scene = small_scene();
    std::vector<std::uint8_t> solid(50);
    solid[2 * 10 + 7] = 1;
    scene.events = {DropEvent{.at_m = {6.9, 2.5}}, DropEvent{.at_m = {7.1, 2.5}}};
    const auto found = doubts_of(scene, {}, solid);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NE(found[0].find("/events/1/drop/at is [7.1, 2.5]"), std::string::npos) << found[0];
    // A wall that opens before the drop falls is not known here.
    scene.events.emplace_back(std::in_place_type<OpenEvent>);
    EXPECT_TRUE(doubts_of(scene, {}, solid).empty());
}

TEST(Doubts, NameWavesThatBreakAtTheirOwnEdge) {
    Scene scene = small_scene();
    std::vector<double> depth_m(50, 0.5);
    for (std::size_t j = 0; j < 5; ++j) depth_m[j * 10 + 9] = 10.0;  // deep along the east edge
    scene.water.edges[0].drive = Waves{.height_m = 5.0, .period_s = 4.0};
    scene.water.edges[1].drive = Waves{.height_m = 5.0, .period_s = 4.0};
    const auto found = doubts_of(scene, depth_m);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NE(found[0].find("/water/edges/west/waves/height is 5 m in 0.5 m"), std::string::npos)
        << found[0];
    // On the dry part of an edge there are no waves to break, on a dry one none at all.
    for (std::size_t j = 0; j < 5; ++j) depth_m[j * 10] = j < 2 ? 0.0 : 7.0;
    EXPECT_TRUE(doubts_of(scene, depth_m).empty());
    for (std::size_t j = 0; j < 5; ++j) depth_m[j * 10] = 0.0;
    EXPECT_EQ(doubts_of(scene, depth_m).size(), 1u);
}

}  // namespace
}  // namespace tarn::scene
