// Choices become changes to a scene.
#include "viewer/settings.hpp"

#include <gtest/gtest.h>

namespace tarn::viewer {
namespace {

using Texts = std::vector<std::string>;

TEST(Settings, OnlyWhatIsOnIsChanged) {
    WaterChanges changes;
    changes.level_m.value = 3.0;
    EXPECT_EQ(set_texts(changes, {}), Texts{});
    changes.level_m.is_on = true;
    changes.collision = {true, "trt"};
    EXPECT_EQ(set_texts(changes, {}), (Texts{"water.level=3", "water.collision=\"trt\""}));
}

TEST(Settings, CellsKeepTheShapeOfTheGrid) {
    const CoarsestCells c = coarsest_cells(320, 200);
    EXPECT_EQ(c.nx * c.factor, 320);
    EXPECT_EQ(c.ny * c.factor, 200);
    EXPECT_EQ(c.nx * 200, c.ny * 320);
    EXPECT_GE(c.ny, 8);
    EXPECT_EQ(coarsest_cells(101, 97).factor, 1);
    EXPECT_EQ(coarsest_cells(3, 3).factor, 1);
    WorldInfo tank;
    tank.height_m = 0.75;
    tank.nx = 64;
    tank.ny = 32;
    tank.nz = 48;
    EXPECT_EQ(coarsest_cells(tank).factor, 4) << "the divisor of all three that leaves 8 of 32";
    EXPECT_EQ(coarsest_cells(tank).nz, 12);
    tank.nz = 4;
    EXPECT_EQ(coarsest_cells(tank).factor, 1) << "less would leave fewer than three layers";
    WaterChanges changes;
    changes.cells_factor = {true, 2 * c.factor};
    WorldInfo info;
    info.nx = 320, info.ny = 200;
    EXPECT_EQ(set_texts(changes, info), Texts{"water.cells=[640,400]"});
}

TEST(Settings, PeriodicEdgesComeInPairs) {
    WaterChanges changes;
    choose_edge(changes, Edge::West, Boundary::Periodic);
    EXPECT_EQ(set_texts(changes, {}),
              (Texts{"water.edges.west=periodic", "water.edges.east=periodic"}));
    choose_edge(changes, Edge::East, Boundary::Open);
    EXPECT_EQ(set_texts(changes, {}), (Texts{"water.edges.west=wall", "water.edges.east=open"}));
}

TEST(Settings, WhatTheCommandLineSetHoldsForItsSceneAlone) {
    Settings settings;
    settings.first = {"rain", {.threads = 3, .set = {"rain.rate=5"}}};
    settings.scene = "rain";
    EXPECT_EQ(settings.recipe({}).options.set, Texts{"rain.rate=5"});
    settings.scene = "pond";
    EXPECT_EQ(settings.recipe({}).options.set, Texts{});
    EXPECT_EQ(settings.recipe({}).options.threads, 3);
    EXPECT_EQ(settings.recipe({}).scene, "pond");
}

TEST(Settings, SpeedsClimbAndFallByARowAndEnd) {
    EXPECT_EQ(faster(1.0), 2.0);
    EXPECT_EQ(slower(1.0), 0.5);
    EXPECT_EQ(faster(3.3), 5.0);
    EXPECT_EQ(slower(3.3), 2.0);
    EXPECT_EQ(faster(10.0), 10.0);
    EXPECT_EQ(slower(0.1), 0.1);
}

TEST(Settings, AChosenRangeIsThatOfItsViewAlone) {
    Settings settings;
    settings.view_ranges[0] = {true, 0.2};
    settings.look.view = ViewMode::Level;
    EXPECT_EQ(settings.look_with_range().view_range.x, -0.2);
    EXPECT_EQ(settings.look_with_range().view_range.y, 0.2);
    settings.look.view = ViewMode::Speed;
    EXPECT_EQ(settings.look_with_range().view_range.y, 0.0);  // equal ends: by depth
    settings.view_ranges[1] = {true, 3.0};
    EXPECT_EQ(settings.look_with_range().view_range.x, 0.0);
    EXPECT_EQ(settings.look_with_range().view_range.y, 3.0);
    EXPECT_FALSE(range_index(ViewMode::Shaded));
}

TEST(Settings, TheViewOfASceneGoesWithItAndThatOfThePersonStays) {
    const auto facts = [](ViewMode view) {
        WorldFacts f;
        f.frame.look.view = view;
        return f;
    };
    Settings settings;
    settings.adopt(facts(ViewMode::Speed));
    EXPECT_EQ(settings.look.view, ViewMode::Speed);
    settings.adopt(facts(ViewMode::Shaded));
    EXPECT_EQ(settings.look.view, ViewMode::Shaded) << "nobody chose the speed";
    settings.look.view = ViewMode::Level;
    settings.adopt(facts(ViewMode::Shaded));
    EXPECT_EQ(settings.look.view, ViewMode::Level);
    settings.adopt(facts(ViewMode::Speed));
    EXPECT_EQ(settings.look.view, ViewMode::Speed);
    settings.adopt(facts(ViewMode::Shaded));
    EXPECT_EQ(settings.look.view, ViewMode::Level);
}

}  // namespace
}  // namespace tarn::viewer
