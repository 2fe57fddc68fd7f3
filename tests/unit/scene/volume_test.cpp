// Scenes of water in space: what they say is read, and each rule, broken once, names its key.
#include "read_for_test.hpp"

namespace tarn::scene {
namespace {

/// A tank of 1 x 0.5 x 0.5 m with these members besides.
std::string tank(const std::string& members) {
    return R"({"water": {"model": "volume", "size": [1, 0.5, 0.5], "cells": [20, 10, 10])" +
           std::string(members.empty() ? "" : ", ") + members + "}}";
}
const std::string kFill = R"("fill": [{"box": [0, 0, 0, 0.5, 0.5, 0.25]}])";

TEST(VolumeScene, IsReadWhole) {
    const Scene scene = good(tank(R"("fill": [{"box": [0, 0, 0, 0.5, 0.5, 0.25]},
        {"sphere": [0.5, 0.25, 0.4, 0.1]}, {"expr": "0.1 - z"}, {"mesh": "duck.obj"}],
        "edges": {"west": "slip", "south": "periodic", "north": "periodic", "east": "outflow",
                  "top": {"lid": [1, 2]}, "bottom": {"inflow": {"velocity": [0, 0, 0.1]}}},
        "solids": [{"box": [0.7, 0, 0, 0.8, 0.5, 0.2]}, {"sphere": [0.5, 0.2, 0.2, 0.05]}],
        "surface_tension": 0.072, "smagorinsky": 0.1, "velocity": [1, 0, -1], "gravity": 0,
        "faucets": [{"box": [0, 0, 0.4, 0.1, 0.1, 0.5], "velocity": [0, 0, -1], "until": 2}],
        "drains": [{"box": [0.9, 0, 0, 1, 0.1, 0.1]}])"));
    const Volume& volume = scene.water.volume;
    EXPECT_TRUE(scene.water.is_volume());
    EXPECT_EQ(volume.cells, (std::array<int, 3>{20, 10, 10}));
    EXPECT_EQ(scene.water.cells, (std::array<int, 2>{20, 10}));  // seen from above
    EXPECT_EQ(scene.water.size_m, (Point{1.0, 0.5}));
    ASSERT_EQ(volume.fill.size(), 4u);
    EXPECT_EQ(std::get<MeshShape>(volume.fill[3]).file, "/base/duck.obj");
    EXPECT_EQ(scene.files, std::vector<std::string>{"/base/duck.obj"});
    EXPECT_EQ(volume.sides[0].kind, SideKind::Slip);
    EXPECT_EQ(volume.sides[1].kind, SideKind::Outflow);
    EXPECT_TRUE(volume.sides[2].is_periodic());
    EXPECT_EQ(volume.sides[5].lid()->velocity_m_per_s[1], 2.0);
    EXPECT_EQ(volume.sides[4].inflow()->velocity_m_per_s[2], 0.1);
    EXPECT_EQ(volume.solids.size(), 2u);
    EXPECT_EQ(volume.faucets.at(0).until_s, 2.0);
    EXPECT_EQ(volume.drains.size(), 1u);
    EXPECT_TRUE(volume.has_surface);
}

TEST(VolumeScene, KeysOfTheOtherModelAreNamedWithIt) {
    for (const char* key : {"bed", "level", "manning", "wind", "drag", "streaming"})
        expect_refused(tank(kFill + ", \"" + key + "\": 0"),
                       {std::string("/water/") + key, "is for water of model \"shallow\""});
    for (const char* key : {"fill", "surface_tension", "faucets", "drains", "surface"})
        expect_refused("{\"water\": {\"" + std::string(key) + "\": 0}}",
                       {std::string("/water/") + key, "is for water of model \"volume\""});
    expect_refused(R"({"water": {"edges": {"top": "wall"}}})",
                   {"/water/edges/top is for water of model \"volume\""});
    expect_refused(R"({"water": {"edges": {"west": {"lid": [1, 0]}}}})",
                   {"/water/edges/west/lid is for water of model \"volume\""});
    expect_refused(tank(kFill + R"(, "edges": {"west": {"waves": {}}})"),
                   {"/water/edges/west/waves is for water of model \"shallow\""});
    expect_refused(tank(kFill + R"(, "solids": [{"disc": [0, 0, 1]}])"),
                   {"/water/solids/0/disc is for water of model \"shallow\""});
    expect_refused(tank(kFill + R"(, "edges": {"west": "open"})"),
                   {"wall, slip, periodic or outflow, {\"lid\": [u, v]} or {\"inflow\": {...}}"});
    expect_refused(tank(kFill + R"(, "scheme": "fv")"), {"/water/scheme", "auto or d3q19"});
}

TEST(VolumeScene, WhatFallsOnAHeightFieldIsRefused) {
    const std::string open = tank(kFill).substr(0, tank(kFill).size() - 1);
    expect_refused(open + R"(, "rain": {"rate": 1}})", {"/rain is for water of model \"shallow\""});
    expect_refused(open + R"(, "maps": {}})", {"/maps is for"});
    expect_refused(open + R"(, "bodies": [{"at": [0.5, 0.2, 0.3], "forces": "lid"}]})",
                   {"/bodies/0/forces is for water of model \"shallow\""});
    expect_refused(open + R"(, "events": [{"drop": {"at": [0.5, 0.2]}}]})", {"/events/0 is for"});
    expect_refused(open + R"(, "events": [{"set": {"wind": [1, 0]}}]})",
                   {"/events/0/set/wind is for"});
    good(open + R"(, "events": [{"time": 1, "set": {"viscosity": 0.001}}]})");
}

TEST(VolumeScene, SizesCellsAndFacesMustFit) {
    expect_refused(R"({"water": {"model": "volume", "size": [1, 1], "cells": [3, 3, 3]}})",
                   {"/water/size", "a list of 3 numbers"});
    expect_refused(R"({"water": {"model": "volume", "size": [1, 1, 1]}})",
                   {"has no \"cells\", which is required"});
    expect_refused(R"({"water": {"model": "volume", "size": [1, 1, 1], "cells": [10, 10, 20],
                       "fill": [{"box": [0, 0, 0, 1, 1, 0.5]}]}})",
                   {"/water/cells is [10, 10, 20]", "cubes", "give size [1, 1, 2]"});
    expect_refused(tank(kFill + R"(, "edges": {"bottom": "periodic"})"),
                   {"/water/edges/bottom", "top is not", "pairs"});
    expect_refused(tank(kFill + R"(, "edges": {"east": {"inflow": {"velocity": [1, 0, 0]}}})"),
                   {"/water/edges/east/inflow/velocity is [1, 0, 0]", "below 0"});
}

TEST(VolumeScene, ShapesAndSourcesMustFit) {
    expect_refused(tank(""), {"/water/fill is empty", "no water"});
    expect_refused(tank(R"("fill": [{"box": [0, 0, 0, 0.5, 0.5, 0]}])"),
                   {"/water/fill/0/box is [0, 0, 0, 0.5, 0.5, 0]", "no volume"});
    expect_refused(tank(R"("fill": [{"sphere": [0, 0, 0, 0]}])"), {"/water/fill/0/sphere/3 is 0"});
    expect_refused(tank(R"("fill": [{"ball": [0, 0, 0, 1]}])"), {"/water/fill/0/ball is not"});
    expect_refused(tank(kFill + R"(, "surface": false)"),
                   {"/water/fill is for water with a surface"});
    expect_refused(tank(R"("faucets": [{"box": [2, 0, 0, 3, 1, 1], "velocity": [0, 0, -1]}])"),
                   {"/water/faucets/0/box is [2, 0, 0, 3, 1, 1], in which no centre of a cell",
                    "[1, 0.5, 0.5]"});
    expect_refused(tank(R"("faucets": [{"box": [0, 0, 0, 1, 1, 1], "velocity": [0, 0, -1],
                                        "from": 2, "until": 1}])"),
                   {"/water/faucets/0/until is 1"});
    expect_refused(tank(kFill + R"(, "drains": [{}])"), {"/water/drains/0 has no \"box\""});
}

TEST(VolumeScene, AnyKeyWithAnyWrongTypeIsRefusedWithoutHarm) {
    for (const char* value : {"null", "\"\"", "[[[]]]", "{\"\": {}}", "-1e308"})
        for (const char* key :
             {"size", "cells", "fill", "velocity", "edges", "solids", "surface", "surface_tension",
              "smagorinsky", "faucets", "drains", "gravity", "viscosity", "tau", "time_step"})
            refusal(R"({"water": {"model": "volume", ")" + std::string(key) + "\": " + value +
                    "}}");
}

TEST(VolumeScene, CellsCanBeOverridden) {
    EXPECT_EQ(good(tank(kFill), {"water.cells=[40, 20, 20]"}).water.volume.cell_m(), 0.025);
}

}  // namespace
}  // namespace tarn::scene
