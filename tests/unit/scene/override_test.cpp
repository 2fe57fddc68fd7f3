// `--set path=value`: what it changes and how it complains.
#include "scene/override.hpp"

#include "read_for_test.hpp"

namespace tarn::scene {
namespace {

TEST(Override, ReplacesNumbersListsAndWords) {
    const Scene scene = good(R"({"events": [{"drop": {"at": [5, 5], "height": 1}}]})",
                             {"water.cells=[64,64]", "rain.rate=80", "water.edges.west=open",
                              "events.0.drop.height=0.1", "about=a = b"});
    EXPECT_EQ(scene.water.cells, (std::array{64, 64}));
    EXPECT_EQ(scene.rain->rate_mm_per_h, 80.0);
    EXPECT_EQ(scene.water.edges[0].kind, Boundary::Open);
    EXPECT_EQ(std::get<DropEvent>(scene.events[0]).height_m, 0.1);
    EXPECT_EQ(scene.about, "a = b");
}

TEST(Override, ReachesSingleItemsOfAList) {
    EXPECT_EQ(good(R"({"water": {"cells": [50, 50], "size": [5, 5]}})",
                   {"water.cells.1=100", "water.size.1=10"})
                  .water.cells[1],
              100);
}

TEST(Override, MakesListsAndLetsThemGrowByOne) {
    const Scene scene = good("{}", {"probes.0.at=[1, 2]", "probes.1.at=[3, 4]"});
    ASSERT_EQ(scene.probes.size(), 2u);
    EXPECT_EQ(scene.probes[1].at_m, (Point{3.0, 4.0}));
    expect_refused(R"({"probes": []})", {"--set probes.5.at=[1,2]", "/probes is []", "has no 5"},
                   {"probes.5.at=[1,2]"});
}

TEST(Override, ALaterOneWins) {
    EXPECT_EQ(good("{}", {"duration=1", "duration=2"}).duration_s, 2.0);
}

TEST(Override, TauAndViscosityReplaceEachOther) {
    const Scene tau = good(R"({"water": {"viscosity": 0.1}})", {"water.tau=0.6"});
    EXPECT_EQ(tau.water.tau, 0.6);
    EXPECT_EQ(tau.water.viscosity_m2_per_s, Water().viscosity_m2_per_s);
    const Scene viscosity = good(R"({"water": {"tau": 0.6}})", {"water.viscosity=0.1"});
    EXPECT_FALSE(viscosity.water.tau);
    EXPECT_EQ(viscosity.water.viscosity_m2_per_s, 0.1);
}

TEST(Override, AStandingCameraAndAPathReplaceEachOther) {
    const std::string points = R"([{"time": 0, "at": [0, 0, 1], "look_at": [1, 1, 0]},
                                   {"time": 1, "at": [2, 0, 1], "look_at": [1, 1, 0]}])";
    const Scene stands = good(R"({"camera": {"path": )" + points + "}}",
                              {"camera.at=[1, 2, 3]", "camera.look_at=[0, 0, 0]"});
    EXPECT_TRUE(stands.camera.at_m && stands.camera.path.empty());
    const Scene moves =
        good(R"({"camera": {"at": [1, 2, 3], "look_at": [0, 0, 0]}})", {"camera.path=" + points});
    EXPECT_FALSE(moves.camera.at_m);
    EXPECT_EQ(moves.camera.path.size(), 2u);
}

TEST(Override, AWrongValueIsBlamedOnTheOverride) {
    EXPECT_EQ(refusal("{}", {"water.tau=0.4"}),
              "pond.json, --set water.tau=0.4: /water/tau is 0.4; it must be a number above 0.5 "
              "and at most 10");
    expect_refused("{}", {"--set water.visosity=1: /water/visosity", "\"viscosity\""},
                   {"duration=3", "water.visosity=1"});
    expect_refused("{}", {"--set water.cells=[1,5]: /water/cells/0 is 1"}, {"water.cells=[1,5]"});
    expect_refused("{}", {"--set water.gravity=1e999", "the text \"1e999\""},
                   {"water.gravity=1e999"});
    expect_refused(R"({"rain": {"rate": -1}})", {"pond.json: /rain/rate"}, {"duration=3"});
}

TEST(Override, AMalformedOneIsNamed) {
    expect_refused("{}", {"--set water.tau: ", "path=value"}, {"water.tau"});
    expect_refused("{}", {"--set =5: ", "empty name"}, {"=5"});
    expect_refused("{}", {"empty name"}, {"water..tau=5"});
    expect_refused("{}", {"empty name"}, {"water.=5"});
    expect_refused("{}", {"--set : "}, {""});
    expect_refused("{}", {"/duration is 5, which has no x"}, {"duration=5", "duration.x=1"});
    expect_refused("[]", {"the scene is [], which has no water"}, {"water.tau=1"});
}

TEST(Override, HostileOnesAreSafe) {
    std::string deep = "a";
    for (int i = 0; i < 100000; ++i) deep += ".a";
    expect_refused("{}", {"more than 64 names"}, {deep + "=1"});
    refusal("{}", {"water=" + std::string(1'000'000, '[')});
    refusal("{}", {"\xff\n=\x01"});
    refusal("{}", {"probes.18446744073709551616=1"});
    refusal("{}", {"probes.-1=1"});
}

}  // namespace
}  // namespace tarn::scene
