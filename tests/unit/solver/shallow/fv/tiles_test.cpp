// Tiles in which nothing moves are left out of a step, and nobody can tell from the water.
#include "solver/shallow/fv/cpu/activity.hpp"
#include "support/pond_for_test.hpp"

#include <algorithm>

namespace tarn::shallow {
namespace {

/// A lake with an island across several tiles; one corner is stirred.
PondDesc lake() {
    PondDesc desc = {.nx = 3 * fv::kTileColumns + 2, .ny = 5 * fv::kTileRows + 1, .is_fv = true};
    desc.bed_m = [](int i, int j) {
        return 1.5 * std::exp(-((i - 200) * (i - 200) + (j - 90) * (j - 90)) / 800.0);
    };
    desc.depth_m = [bed = desc.bed_m](int i, int j) {
        const double level_m = 1.0 + bump(i, j, 20, 12, 4, 0.05);
        return std::max(0.0, level_m - bed(i, j));
    };
    return desc;
}

/// Runs with all tiles awake, or only those that must be.
std::uint64_t checksum_of(PondDesc desc, bool keeps_all_awake) {
    Pond<float> pond(desc);
    pond->set_step(0.8 * *pond->max_step_s());
    for (int k = 0; k < 120; ++k) {
        // Setting an edge to what it is wakes everything.
        if (keeps_all_awake) pond->set_boundary(Edge::West, pond->boundary(Edge::West));
        if (k == 40) {
            DepthPatch patch =
                patch_of(2 * fv::kTileColumns - 1, 3 * fv::kTileRows - 1, 3, 2, 0.125);
            pond.add_depth(patch);
        }
        if (k == 60) pond->set_solid({380, 150, 4, 5}, true);
        if (k == 80) pond->set_bed({300, 10, 1, 1}, std::vector<double>{0.5});
        if (k == 100) pond->set_step(0.5 * *pond->max_step_s());
        EXPECT_EQ(pond.run(1).steps, 1);
    }
    return pond->checksum();
}

TEST(FvTiles, LeavingStillTilesOutChangesNoBit) {
    for (const auto& [edges, threads] : {std::pair(kWalls, 3), std::pair(kPeriodic, 1)}) {
        PondDesc desc = lake();
        desc.edges = edges;
        desc.threads = threads;
        EXPECT_EQ(checksum_of(desc, false), checksum_of(desc, true));
    }
}

TEST(FvTiles, WindWakesALake) {
    PondDesc desc = lake();
    desc.wind_m_per_s = {10, 3};
    EXPECT_EQ(checksum_of(desc, false), checksum_of(desc, true));
}

TEST(FvTiles, ViscosityWakesNoStillTile) {
    PondDesc desc = lake();
    desc.viscosity_m2_per_s = 0.02;
    EXPECT_EQ(checksum_of(desc, false), checksum_of(desc, true));
}

TEST(FvTiles, WavesThatComeInWakeALake) {
    PondDesc desc = lake();
    desc.depth_m = [bed = desc.bed_m](int i, int j) { return std::max(0.0, 1.0 - bed(i, j)); };
    desc.drives[std::size_t(Edge::West)] = Drive::Level;
    Pond<float> pond(desc);
    pond->set_step(0.5 * *pond->max_step_s());
    std::vector<std::array<DriveValue, 4>> drives(30);
    for (std::size_t k = 0; k < drives.size(); ++k) drives[k].fill({.level_m = k < 10 ? 1.0 : 1.1});
    pond->run({.steps = 10, .drives = std::span(drives).first(10)});
    EXPECT_EQ(pond->totals().max_speed_m_per_s, 0.0);
    pond->run({.steps = 20, .drives = std::span(drives).last(20)});
    EXPECT_GT(pond->totals().max_speed_m_per_s, 0.01);
}

TEST(FvTiles, ZonesWakeTheirTiles) {
    PondDesc desc = lake();
    desc.edges = {Boundary::Open, Boundary::Wall, Boundary::Open, Boundary::Wall};
    desc.zone_cells = {2 * fv::kTileColumns + 5, 0, 2 * fv::kTileRows + 5, 0};
    EXPECT_EQ(checksum_of(desc, false), checksum_of(desc, true));
}

TEST(FvActivity, OnlyTilesNearMotionTakePart) {
    const int nx = 8 * fv::kTileColumns, ny = 8 * fv::kTileRows;
    fv::cpu::Activity activity(nx, ny);
    fv::Step<float> step;
    const auto count = [&] {
        activity.plan(step);
        const fv::ActivityView view = activity.view();
        return std::count(view.active, view.active + view.grid.count(), 1);
    };
    const auto nothing_moves = [&] {
        for (int k = 0; k < fv::kAwake; ++k) {
            activity.plan(step);
            activity.commit();
        }
    };
    EXPECT_EQ(count(), 64);
    activity.commit();
    EXPECT_EQ(count(), 64);  // once more, with the other order of sweeps
    nothing_moves();
    EXPECT_EQ(count(), 0);
    activity.wake({3 * fv::kTileColumns, 4 * fv::kTileRows, 1, 1});
    EXPECT_EQ(count(), 9);
    nothing_moves();
    activity.wake({0, 0, 1, 1});
    EXPECT_EQ(count(), 4);
    step.edges[int(Edge::West)].kind = step.edges[int(Edge::East)].kind = fv::Beyond::Periodic;
    EXPECT_EQ(count(), 6);
    nothing_moves();
    step.edges[int(Edge::South)].kind = fv::Beyond::Level;
    EXPECT_EQ(count(), 16);
    step.edges[int(Edge::South)].zone_cells = 2 * fv::kTileRows;
    EXPECT_EQ(count(), 24);
    step.edges[int(Edge::South)] = {};
    step.edges[int(Edge::North)].kind = fv::Beyond::Open;
    step.edges[int(Edge::North)].zone_cells = 2 * fv::kTileRows + 1;
    EXPECT_EQ(count(), 32);
}

TEST(FvActivity, ThreadsShareTheTilesThatTakePart) {
    const int nx = fv::kTileColumns, ny = 40 * fv::kTileRows;
    fv::cpu::Activity activity(nx, ny);
    fv::Step<float> step;
    activity.plan(step);
    EXPECT_EQ(activity.rows_of(0, 2).last, ny / 2);
    activity.commit();
    activity.plan(step);
    activity.commit();
    activity.wake({0, 2 * fv::kTileRows, 1, 1});
    activity.plan(step);
    EXPECT_EQ(activity.rows_of(0, 2).first, 0);
    EXPECT_EQ(activity.rows_of(0, 2).last, 5 * fv::kTileRows / 2);
    EXPECT_EQ(activity.rows_of(1, 2).first, 5 * fv::kTileRows / 2);
    EXPECT_EQ(activity.rows_of(1, 2).last, ny);
}

}  // namespace
}  // namespace tarn::shallow
