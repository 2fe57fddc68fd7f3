// Edges of the fv scheme: what leaves is booked, and what is given comes in.
#include "support/pond_for_test.hpp"

#include <numbers>

namespace tarn::shallow {
namespace {

constexpr std::array<Boundary, 4> kWestEast = {Boundary::Open, Boundary::Open, Boundary::Periodic,
                                               Boundary::Periodic};

/// Steps that follow the flow, with the same values at the edges all the time.
template <class T>
RunReport drive(Pond<T>& pond, double seconds, const std::array<DriveValue, 4>& values) {
    RunReport sum;
    double part = 0.5;
    for (double left_s = seconds; left_s > 1e-9;) {
        const double step_s = std::min(left_s, part * *pond->max_step_s());
        pond->set_step(step_s);
        const RunReport report = pond->run({.steps = 1, .drives = {&values, 1}});
        part = report.is_step_too_long ? 0.5 * part : 0.5;
        if (report.is_step_too_long) continue;
        left_s -= step_s;
        sum.came_in_m3 += report.came_in_m3;
        sum.went_out_m3 += report.went_out_m3;
    }
    return sum;
}

/// What is left of the squares of a pulse's rise after it has met the edges. Its energy would count
/// eddies too, which have no reason to leave.
double left_over(double angle_rad) {
    constexpr int kCells = 160;
    PondDesc desc = {.nx = kCells, .ny = kCells, .is_fv = true};
    desc.edges = {Boundary::Open, Boundary::Open, Boundary::Open, Boundary::Open};
    const double nx = std::cos(angle_rad), ny = std::sin(angle_rad), c = std::sqrt(kGravity);
    const auto rise = [=](int i, int j) {
        // A piece of a plane wave, with soft ends, on its way to a corner or an edge.
        const double x = i - kCells / 2.0, y = j - kCells / 2.0;
        const double along = x * nx + y * ny, across = y * nx - x * ny;
        return 0.001 * std::exp(-along * along / 100.0) * std::exp(-across * across / 400.0);
    };
    desc.depth_m = [=](int i, int j) { return 1.0 + rise(i, j); };
    desc.velocity_m_per_s = [=](int i, int j) {
        return Vec2{c * rise(i, j) * nx, c * rise(i, j) * ny};
    };
    Pond<double> pond(desc);
    const auto squares = [&] {
        double sum = 0.0;
        for (int j = 0; j < kCells; ++j)
            for (int i = 0; i < kCells; ++i) sum += std::pow(pond->cell(i, j).depth_m - 1.0, 2);
        return sum;
    };
    const double before = squares();
    pond.advance(1.1 * kCells * kCell_m / c);
    return squares() / before;
}

TEST(FvEdges, OpenEdgesLetWavesLeave) {
    EXPECT_LT(left_over(0.0), 0.01);
    EXPECT_LT(left_over(std::numbers::pi / 4.0), 0.01);
    EXPECT_LT(left_over(std::numbers::pi / 6.0), 0.01);
}

TEST(FvEdges, ACurrentRunsThroughOpenEdgesUnchanged) {
    PondDesc desc = {.nx = 40, .ny = 10, .edges = kWestEast, .is_fv = true};
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.75, 0.0}; };
    Pond<double> pond(desc);
    pond.advance(20.0);
    for (const int i : {0, 20, 39}) {
        EXPECT_NEAR(pond->cell(i, 5).u_m_per_s, 0.75, 1e-12);
        EXPECT_NEAR(pond->cell(i, 5).depth_m, 1.0, 1e-12);
    }
}

TEST(FvEdges, WhatLeavesIsBookedToRounding) {
    PondDesc desc = {.nx = 40, .ny = 30, .is_fv = true};
    desc.edges = {Boundary::Open, Boundary::Wall, Boundary::Open, Boundary::Slip};
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 20, 12, 4, 0.5); };
    Pond<double> pond(desc);
    const double before = pond->totals().volume_m3;
    double in = 0.0, out = 0.0;
    for (int k = 0; k < 100; ++k) {
        const RunReport report = pond.run(5);
        in += report.came_in_m3;
        out += report.went_out_m3;
    }
    EXPECT_NEAR(pond->totals().volume_m3, before + in - out, 1e-12);
    EXPECT_GT(out, 1e-3);
}

TEST(FvEdges, AGivenDischargeComesIn) {
    PondDesc desc = {.nx = 50, .ny = 10, .edges = kWestEast, .is_fv = true};
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].discharge_m3_per_s = 0.5;  // 0.5 m2/s through 1 m
    const double before = pond->totals().volume_m3;
    const RunReport report = drive(pond, 60.0, values);
    EXPECT_NEAR(pond->totals().volume_m3, before + report.came_in_m3 - report.went_out_m3, 1e-11);
    const CellState middle = pond->cell(25, 5);
    EXPECT_NEAR(middle.depth_m * middle.u_m_per_s, 0.5, 1e-3);
}

TEST(FvEdges, ADischargeEntersDryLandAtItsCriticalDepth) {
    PondDesc desc = {.nx = 50, .ny = 6, .edges = kWestEast, .is_fv = true};
    desc.edges[1] = Boundary::Wall;
    desc.reference_depth_m = 0.1;
    desc.depth_m = [](int, int) { return 0.0; };
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].discharge_m3_per_s = 0.06;
    drive(pond, 5.0, values);
    // Nothing leaves: what is there is what came.
    EXPECT_NEAR(pond->totals().volume_m3, 5.0 * 0.06, 0.02 * 0.3);
    EXPECT_GE(pond->totals().min_depth_m, 0.0);
}

TEST(FvEdges, AGivenLevelFillsABasinToIt) {
    PondDesc desc = {.nx = 30, .ny = 6, .edges = kWestEast, .is_fv = true};
    desc.edges[1] = Boundary::Wall;
    desc.bed_m = [](int i, int) { return -1.0 + 0.01 * i; };
    desc.depth_m = [](int i, int) { return 0.5 - 0.01 * i; };
    desc.bed_drag = 0.5;  // else a level held at one end makes the basin ring for long
    desc.drives = {Drive::Level, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].level_m = -0.2;
    drive(pond, 60.0, values);
    // It still rings a little: quadratic friction forgets slow flows. The mean is what is given.
    double sum = 0.0;
    constexpr int kMoments = 200;
    for (int k = 0; k < kMoments; ++k) {
        drive(pond, 0.3, values);
        sum += pond->cell(25, 3).depth_m + desc.bed_m(25, 3);
    }
    EXPECT_NEAR(sum / kMoments, -0.2, 2e-3);
}

TEST(FvEdges, WavesComeInAndLeaveOnTheOtherSide) {
    PondDesc desc = {.nx = 200, .ny = 4, .edges = kWestEast, .is_fv = true};
    desc.drives = {Drive::Waves, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    const double c = std::sqrt(kGravity), period_s = 3.0, height_m = 0.01;
    double highest = 0.0, lowest = 2.0;
    for (double t = 0.0; t < 40.0;) {
        const double step_s = 0.5 * *pond->max_step_s();
        const double rise = 0.5 * height_m * std::sin(2.0 * std::numbers::pi * t / period_s);
        std::array<DriveValue, 4> values = {};
        values[0] = {.level_m = 1.0 + rise, .inward_m_per_s = c * rise};
        pond->set_step(step_s);
        ASSERT_EQ(pond->run({.steps = 1, .drives = {&values, 1}}).steps, 1);
        t += step_s;
        if (t < 20.0) continue;
        highest = std::max(highest, pond->cell(100, 2).depth_m);
        lowest = std::min(lowest, pond->cell(100, 2).depth_m);
    }
    // 94 cells to a wave, 100 cells of way: the scheme takes a few per cent.
    EXPECT_NEAR(highest - lowest, height_m, 0.05 * height_m);
}

TEST(FvEdges, APistonMakesTheWaveOfItsStroke) {
    PondDesc desc = {.nx = 200, .ny = 4, .edges = kWestEast, .is_fv = true};
    desc.edges[0] = Boundary::Wall;
    desc.drives = {Drive::Piston, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].inward_m_per_s = 0.01;
    drive(pond, 4.0, values);
    // A wall that comes at U lifts the water by U sqrt(h/g).
    EXPECT_NEAR(pond->cell(50, 2).depth_m - 1.0, 0.01 / std::sqrt(kGravity), 2e-5);
}

}  // namespace
}  // namespace tarn::shallow
