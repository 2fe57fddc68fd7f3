// What a valid scene says ends up in the right place.
#include "scene/read.hpp"

#include "read_for_test.hpp"

namespace tarn::scene {
namespace {

TEST(ReadScene, AnEmptyObjectIsTheDefaultPond) {
    const Scene scene = good("{}");
    EXPECT_EQ(scene.name, "pond.json");
    EXPECT_EQ(scene.water.size_m, (Point{10.0, 10.0}));
    EXPECT_EQ(scene.water.cells, (std::array{200, 200}));
    EXPECT_EQ(scene.water.level.number, 0.5);
    EXPECT_FALSE(scene.water.tau);
    EXPECT_FALSE(scene.rain);
}

TEST(ReadScene, TheSceneOfTheArchitecturePageIsRead) {
    const Scene scene = good(R"({
      "tarn": 1,
      "water": {
        "model": "shallow", "scheme": "auto", "size": [10, 10], "cells": [100, 100], "gravity": 9.8,
        "viscosity": 1e-5, "collision": "auto", "precision": "double",
        "bed": 0, "level": 0.7, "velocity": [0.5, -1],
        "edges": {"west": "slip", "east": "open", "south": "periodic", "north": "periodic"},
        "manning": 0.02, "wind": [3, 4], "solids": [], "time_step": 0.001
      },
      "rain": {"rate": 40, "drop": 0.003, "seed": 7}, "events": [], "bodies": [], "emitters": [],
      "spray": {}, "foam": {}, "probes": [{"name": "g1", "at": [2, 3]}], "record": {"every": 0.1},
      "camera": {}, "light": {}, "look": {}, "about": "a test", "duration": 3
    })");
    EXPECT_EQ(scene.water.gravity_m_per_s2, 9.8);
    EXPECT_EQ(scene.water.viscosity_m2_per_s, 1e-5);
    EXPECT_EQ(scene.water.precision, "double");
    EXPECT_EQ(scene.water.level.number, 0.7);
    EXPECT_EQ(scene.water.velocity.uniform_m_per_s, (Point{0.5, -1.0}));
    const Boundary kinds[] = {Boundary::Slip, Boundary::Open, Boundary::Periodic,
                              Boundary::Periodic};
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(scene.water.edges[k].kind, kinds[k]);
        EXPECT_FALSE(scene.water.edges[k].drive);
    }
    EXPECT_EQ(scene.water.manning_s_per_m13, 0.02);
    EXPECT_EQ(scene.water.wind_m_per_s, (Point{3.0, 4.0}));
    EXPECT_EQ(scene.water.time_step_s, 0.001);
    ASSERT_TRUE(scene.rain);
    EXPECT_EQ(scene.rain->rate_mm_per_h, 40.0);
    EXPECT_EQ(scene.rain->drop_radius_m, 0.003);
    EXPECT_EQ(scene.rain->seed, 7u);
    EXPECT_EQ(scene.record_every_s, 0.1);
    EXPECT_EQ(scene.duration_s, 3.0);
    EXPECT_EQ(scene.about, "a test");
}

TEST(ReadScene, TheThreeEventsAreRead) {
    const Scene scene = good(R"({"events": [
      {"time": 0.5, "drop": {"at": [5, 6], "radius": 0.3, "height": -0.2, "shape": "tophat"}},
      {"stir": {"path": [[1, 1], [9, 2]], "speed": 2, "radius": 0.25, "depth": 0.15}, "time": 1},
      {"press": {"shape": "disc", "at": [5, 5], "size": 2, "rotate": 20, "depth": 0.2, "fall": 0.3,
                 "hold": 1}}]})");
    ASSERT_EQ(scene.events.size(), 3u);
    const auto& drop = std::get<DropEvent>(scene.events[0]);
    EXPECT_EQ(drop.time_s, 0.5);
    EXPECT_EQ(drop.at_m, (Point{5.0, 6.0}));
    EXPECT_EQ(drop.height_m, -0.2);
    EXPECT_EQ(drop.shape, DropShape::TopHat);
    const auto& stir = std::get<StirEvent>(scene.events[1]);
    EXPECT_EQ(stir.time_s, 1.0);
    EXPECT_EQ(stir.path_m, (std::vector<Point>{{1.0, 1.0}, {9.0, 2.0}}));
    EXPECT_EQ(stir.speed_m_per_s, 2.0);
    const auto& press = std::get<PressEvent>(scene.events[2]);
    EXPECT_EQ(press.time_s, 0.0);
    EXPECT_EQ(press.shape, "disc");
    EXPECT_EQ(press.rotate_deg, 20.0);
    EXPECT_EQ(press.hold_s, 1.0);
}

TEST(ReadScene, SolidsAreBoxesDiscsAndMasks) {
    const Scene scene = good(
        R"({"water": {"solids": [{"box": [1, 2, 3, 4]}, {"disc": [5, 5, 1]}, {"npy": "m.npy"}]}})");
    ASSERT_EQ(scene.water.solids.size(), 3u);
    EXPECT_EQ(std::get<Box>(scene.water.solids[0]).corners_m[3], 4.0);
    EXPECT_EQ(std::get<Disc>(scene.water.solids[1]).circle_m[2], 1.0);
    EXPECT_EQ(std::get<MaskFile>(scene.water.solids[2]).npy, "/base/m.npy");
}

TEST(ReadScene, FileNamesAreResolvedAgainstTheScenesFolder) {
    const Scene near = good(R"({"water": {"level": {"npy": "../a/l.npy"}}})");
    EXPECT_EQ(std::get<NpyField>(*near.water.level.varying).path, "/a/l.npy");
    const Scene far = good(R"({"water": {"velocity": {"npy": "/abs/v.npy"}}})");
    EXPECT_EQ(std::get<NpyVelocity>(*far.water.velocity.varying).path, "/abs/v.npy");
}

TEST(ReadScene, AnExpressionIsKeptAsItIs) {
    const Scene scene = good(R"({"water": {"level": {"expr": "0.5 + x/10"},
                                                 "bed": {"expr": "0.1*y"}}})");
    EXPECT_EQ(std::get<ExprField>(*scene.water.level.varying).text, "0.5 + x/10");
    EXPECT_EQ(std::get<ExprField>(*scene.water.bed.varying).text, "0.1*y");
}

TEST(ReadScene, FieldsComeFromFilesThatSayWhatTheyCover) {
    const Scene scene = good(R"({"water": {
      "bed": {"png": "bed.png", "range": [-3, 2.5], "extent": [-1, -2, 11, 12]},
      "level": {"asc": "level.asc", "nodata": -9},
      "velocity": {"expr": ["0.1*y", "-0.1*x"]}, "drag": 0.003, "coriolis": -1e-4,
      "scheme": "fv"}})");
    const auto& png = std::get<PngField>(*scene.water.bed.varying);
    EXPECT_EQ(png.path, "/base/bed.png");
    EXPECT_EQ(png.black_white, (Point{-3.0, 2.5}));
    EXPECT_EQ(png.extent_m, (Extent{-1.0, -2.0, 11.0, 12.0}));
    const auto& asc = std::get<AscField>(*scene.water.level.varying);
    EXPECT_EQ(asc.path, "/base/level.asc");
    EXPECT_FALSE(asc.extent_m);
    EXPECT_EQ(asc.nodata, -9.0);
    EXPECT_EQ(std::get<ExprVelocity>(*scene.water.velocity.varying).texts[1], "-0.1*x");
    EXPECT_EQ(scene.water.drag, 0.003);
    EXPECT_EQ(scene.water.coriolis_per_s, -1e-4);
    EXPECT_EQ(scene.water.scheme, "fv");
}

TEST(ReadScene, EdgesAreDrivenByInflowAndWaves) {
    const Scene scene = good(R"({"water": {"edges": {
      "west": {"inflow": {"discharge": 0.4}}, "east": {"inflow": {"csv": "tide.csv"}},
      "south": {"waves": {"kind": "train", "height": 4, "period": 8, "length": 40, "ramp": 3,
                          "zone": 2}},
      "north": {"inflow": {"level": -1.5}}}}})");
    const auto& edges = scene.water.edges;
    for (const EdgeRule& edge : edges) EXPECT_EQ(edge.kind, Boundary::Open);
    EXPECT_EQ(std::get<Discharge>(edges[0].inflow()->by).through_edge_m3_per_s, 0.4);
    EXPECT_EQ(std::get<SeriesFile>(edges[1].inflow()->by).csv, "/base/tide.csv");
    EXPECT_EQ(std::get<Stage>(edges[3].inflow()->by).level_m, -1.5);
    EXPECT_FALSE(edges[2].inflow());
    ASSERT_TRUE(edges[2].waves());
    const Waves& waves = *edges[2].waves();
    EXPECT_EQ(waves.kind, WaveKind::Train);
    EXPECT_EQ(waves.height_m, 4.0);
    EXPECT_EQ(waves.period_s, 8.0);
    EXPECT_EQ(waves.length_m, 40.0);
    EXPECT_FALSE(waves.power);
    EXPECT_EQ(waves.ramp_s, 3.0);
    EXPECT_EQ(waves.zone_m, 2.0);
}

TEST(ReadScene, ZonesLieBesideEdges) {
    const Scene scene = good(R"({"water": {"edges": {
      "west": {"open": {"zone": 3}}, "east": {"inflow": {"level": 1, "zone": 2}},
      "south": {"waves": {"height": 1, "period": 2, "zone": 1}}, "north": "open"}}})");
    const auto& edges = scene.water.edges;
    EXPECT_EQ(edges[0].zone_m(), 3.0);
    EXPECT_EQ(edges[1].zone_m(), 2.0);
    EXPECT_EQ(edges[2].zone_m(), 1.0);
    EXPECT_EQ(edges[3].zone_m(), 0.0);
    for (const EdgeRule& edge : edges) EXPECT_EQ(edge.kind, Boundary::Open);
}

TEST(ReadScene, ProbesWithoutANameAreCounted) {
    const Scene scene = good(R"({"probes": [{"at": [1, 1]}, {"name": "g", "at": [2, 2]},
                                            {"at": [10, 0]}]})");
    EXPECT_EQ(scene.probes[0].name, "p1");
    EXPECT_EQ(scene.probes[1].name, "g");
    EXPECT_EQ(scene.probes[2].name, "p3");
}

TEST(ReadScene, CameraLightAndLookAreRead) {
    const Scene scene = good(R"({
      "camera": {"at": [1, -2, 3], "look_at": [5, 5, 0], "fov": 60},
      "light": {"height": 10, "azimuth": 200, "strength": 2, "haze": 4, "clouds": 0},
      "look": {"place": "tank", "liquid": "mercury", "detail": "noise", "wind": [1, -2], "seed": 3,
               "exposure": 2}})");
    EXPECT_EQ(scene.camera.at_m, (Point3{1.0, -2.0, 3.0}));
    EXPECT_EQ(scene.camera.look_at_m, (Point3{5.0, 5.0, 0.0}));
    EXPECT_EQ(scene.camera.fov_deg, 60.0);
    EXPECT_EQ(scene.light.height_deg, 10.0);
    EXPECT_EQ(scene.light.azimuth_deg, 200.0);
    EXPECT_EQ(scene.light.strength, 2.0);
    EXPECT_EQ(scene.light.haze, 4.0);
    EXPECT_EQ(scene.light.clouds, 0.0);
    EXPECT_EQ(scene.look.place, Place::Tank);
    EXPECT_EQ(scene.look.liquid, Liquid::Mercury);
    EXPECT_EQ(scene.look.detail, Detail::Noise);
    EXPECT_EQ(scene.look.wind_m_per_s, (Point{1.0, -2.0}));
    EXPECT_EQ(scene.look.seed, 3u);
    EXPECT_EQ(scene.look.exposure, 2.0);
}

TEST(ReadScene, AutoIsAsGoodAsNoWord) {
    const Scene scene =
        good(R"({"look": {"place": "auto", "liquid": "auto", "detail": "auto"}, "camera": {}})");
    EXPECT_FALSE(scene.look.place || scene.look.liquid || scene.look.detail);
    EXPECT_FALSE(scene.look.wind_m_per_s || scene.camera.at_m || scene.camera.look_at_m);
    EXPECT_EQ(good(R"({"look": {"place": "pool"}})").look.place, Place::Pool);
    EXPECT_EQ(good(R"({"look": {"detail": "none"}})").look.detail, Detail::None);
}

TEST(ReadScene, ACameraPathIsReadInOrder) {
    const Scene scene = good(R"({"camera": {"path": [
      {"time": 0, "at": [0, 0, 2], "look_at": [5, 5, 0]},
      {"time": 4.5, "at": [9, 0, 3], "look_at": [5, 6, 0]}]}})");
    ASSERT_EQ(scene.camera.path.size(), 2u);
    EXPECT_EQ(scene.camera.path[1].time_s, 4.5);
    EXPECT_EQ(scene.camera.path[1].at_m, (Point3{9.0, 0.0, 3.0}));
    EXPECT_EQ(scene.camera.path[1].look_at_m, (Point3{5.0, 6.0, 0.0}));
    EXPECT_EQ(scene.camera.fov_deg, 40.0);
}

TEST(ReadScene, TheEndsOfARangeAreAllowed) {
    EXPECT_EQ(good(R"({"water": {"cells": [3, 3]}})").water.cells[0], 3);
    EXPECT_EQ(good(R"({"water": {"cells": [65536, 65536]}})").water.cells[1], 65536);
    EXPECT_EQ(good(R"({"water": {"tau": 10}})").water.tau, 10.0);
    EXPECT_EQ(good(R"({"water": {"viscosity": 0}})").water.viscosity_m2_per_s, 0.0);
    EXPECT_EQ(good(R"({"rain": {"rate": 0}})").rain->rate_mm_per_h, 0.0);
    EXPECT_EQ(good(R"({"rain": {"seed": 9007199254740991}})").rain->seed, 9007199254740991u);
    EXPECT_EQ(good(R"({"water": {"collision": "trt_2"}})").water.collision, "trt_2");
}

TEST(ReadScene, CellsAreSquareUpToRounding) {
    EXPECT_EQ(good(R"({"water": {"size": [0.3, 0.1], "cells": [3, 3]}})", {"water.cells=[9,3]"})
                  .water.cells[0],
              9);
    EXPECT_EQ(good(R"({"water": {"size": [1, 0.3333333], "cells": [300, 100]}})").water.cells[1],
              100);
}

TEST(ReadScene, AWholeNumberMayBeWrittenWithAPoint) {
    EXPECT_EQ(good(R"({"water": {"cells": [50.0, 5e1]}})").water.cells[1], 50);
}

}  // namespace
}  // namespace tarn::scene
