// Edges of the fv scheme: what leaves is booked, and what is given comes in.
#include "solver/shallow/fv/edges.hpp"

#include "exec/isa.hpp"
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

/// Water on a bed that falls by `slope` to the east, 1 m2/s from the west.
PondDesc slope_desc(double slope, double manning, double depth_m) {
    PondDesc desc = {.nx = 60, .ny = 4, .edges = kWestEast, .is_fv = true};
    desc.edges = {Boundary::Open, Boundary::Outflow, Boundary::Slip, Boundary::Slip};
    desc.cell_m = 2.0;
    desc.manning = manning;
    desc.bed_m = [=](int i, int) { return slope * 2.0 * (60 - i); };
    desc.depth_m = [=](int, int) { return depth_m; };
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    return desc;
}

TEST(FvEdges, AGivenDischargeComesInToTheLastDigit) {
    // On steep ground and on gentle one, onto a film and into deep water.
    for (const double slope : {0.0, 0.01, 0.05})
        for (const double depth_m : {0.01, 3.0}) {
            Pond<double> pond(slope_desc(slope, 0.03, depth_m));
            std::array<DriveValue, 4> values = {};
            values[0].discharge_m3_per_s = 8.0;
            const RunReport report = drive(pond, 30.0, values);
            EXPECT_NEAR(report.came_in_m3, 240.0, 1e-9) << slope << " " << depth_m;
        }
}

TEST(FvEdges, ADischargeIsSpreadByWhatTheEdgeConveys) {
    // A valley: the bed of the edge falls to its middle.
    PondDesc desc = {.nx = 40, .ny = 21, .edges = kWestEast, .is_fv = true};
    desc.edges = {Boundary::Open, Boundary::Outflow, Boundary::Slip, Boundary::Slip};
    desc.bed_m = [](int i, int j) { return 0.05 * std::abs(j - 10) - 0.001 * i; };
    desc.depth_m = [](int, int) { return 0.0; };
    desc.manning = 0.03;
    desc.reference_depth_m = 0.1;
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].discharge_m3_per_s = 0.05;
    const RunReport report = drive(pond, 20.0, values);
    EXPECT_NEAR(report.came_in_m3, 1.0, 1e-9);
    // Onto dry ground it comes where that is lowest, and the ridges stay dry.
    EXPECT_GT(pond->cell(0, 10).depth_m, 0.05);
    EXPECT_EQ(pond->cell(0, 0).depth_m, 0.0);
    EXPECT_EQ(pond->cell(0, 20).depth_m, 0.0);
    EXPECT_NEAR(pond->cell(0, 8).depth_m, pond->cell(0, 12).depth_m, 1e-12) << "both sides alike";
}

TEST(FvEdges, OfAPartOfAnEdgeTheRestIsAWall) {
    PondDesc desc = {.nx = 20, .ny = 30, .edges = kWalls, .is_fv = true};
    desc.edges[0] = desc.edges[1] = Boundary::Open;
    desc.edges[1] = Boundary::Outflow;
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    desc.spans[0] = {3, 8};
    desc.spans[1] = {20, 30};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].discharge_m3_per_s = 0.2;
    const double before = pond->totals().volume_m3;
    pond->set_step(0.1 * *pond->max_step_s());
    const RunReport first = pond->run({.steps = 1, .drives = {&values, 1}});
    // A step later the water moves beside the two parts alone; what came in has spread by a cell.
    for (int j = 0; j < 30; ++j) {
        EXPECT_EQ(pond->cell(0, j).u_m_per_s != 0.0, j >= 2 && j < 9) << j;
        EXPECT_EQ(pond->cell(19, j).u_m_per_s != 0.0, j >= 20) << j;
    }
    const RunReport rest = drive(pond, 5.0, values);
    EXPECT_NEAR(first.came_in_m3 + rest.came_in_m3, 0.2 * (5.0 + pond->units().step_s), 0.01);
    EXPECT_NEAR(pond->totals().volume_m3,
                before + first.came_in_m3 + rest.came_in_m3 - first.went_out_m3 - rest.went_out_m3,
                1e-11);
}

TEST(FvEdges, AnOutflowLetsNothingIn) {
    for (const Outfall kind : {Outfall::Free, Outfall::Critical, Outfall::Normal}) {
        PondDesc desc = {.nx = 40, .ny = 20, .is_fv = true};
        for (std::size_t e = 0; e < 4; ++e) {
            desc.edges[e] = Boundary::Outflow;
            desc.outfalls[e] = {.kind = kind, .slope = 0.01};
        }
        // A bed like a bowl and like a hill, so that slopes are adverse too, and dry in places.
        desc.bed_m = [](int i, int j) { return 0.5 * std::sin(0.4 * i) * std::cos(0.5 * j); };
        desc.depth_m = [](int i, int j) {
            return std::max(0.0, 0.2 - 0.5 * std::sin(0.4 * i) * std::cos(0.5 * j));
        };
        desc.velocity_m_per_s = [](int i, int) { return Vec2{i < 20 ? 2.0 : -2.0, 1.0}; };
        desc.manning = 0.03;
        Pond<double> pond(desc);
        const double before = pond->totals().volume_m3;
        const RunReport report = drive(pond, 20.0, {});
        EXPECT_EQ(report.came_in_m3, 0.0);
        EXPECT_GT(report.went_out_m3, 0.1 * before);
        EXPECT_NEAR(pond->totals().volume_m3, before - report.went_out_m3, 1e-11);
        EXPECT_GE(pond->totals().min_depth_m, 0.0);
    }
}

TEST(FvEdgesSlow, AnOutflowFindsTheNormalDepthFromAnyStart) {
    // Slow on a gentle slope, fast on a steep one: Manning, h = (n q/sqrt(S))^(3/5).
    for (const auto& [slope, manning] : {std::pair{0.002, 0.04}, {0.05, 0.03}})
        for (const Outfall kind : {Outfall::Free, Outfall::Normal})
            for (const double start : {0.4, 2.0}) {
                const double normal_m = std::pow(manning / std::sqrt(slope), 0.6);
                PondDesc desc = slope_desc(slope, manning, start * normal_m);
                desc.outfalls[1] = {.kind = kind, .slope = slope};
                Pond<double> pond(desc);
                std::array<DriveValue, 4> values = {};
                values[0].discharge_m3_per_s = 8.0;
                drive(pond, 900.0, values);
                // What is left of the start after some ten crossings of the slowest wave.
                EXPECT_NEAR(pond->cell(59, 2).depth_m / normal_m, 1.0, 0.005)
                    << slope << " " << int(kind) << " " << start;
            }
}

TEST(FvEdgesSlow, ARatingLetsOutWhatItsTableSaysAtTheLevelThatItFinds) {
    PondDesc desc = {.nx = 40, .ny = 10, .is_fv = true};
    desc.edges = {Boundary::Open, Boundary::Outflow, Boundary::Slip, Boundary::Slip};
    desc.bed_drag = 0.02;  // calms what sloshes
    desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
    // Steep enough that a table read at the present level alone would overshoot in every step.
    desc.outfalls[1] = {.kind = Outfall::Rating, .rating = {{0.6, 0.0}, {0.7, 0.05}, {0.8, 50.0}}};
    Pond<double> pond(desc);
    std::array<DriveValue, 4> values = {};
    values[0].discharge_m3_per_s = 0.1;
    drive(pond, 600.0, values);
    const RunReport report = drive(pond, 30.0, values);
    EXPECT_NEAR(report.went_out_m3, 3.0, 0.01);
    EXPECT_NEAR(pond->cell(39, 5).depth_m, 0.7001, 0.002);
    values[0].discharge_m3_per_s = 0.0;
    drive(pond, 900.0, values);
    EXPECT_NEAR(pond->cell(39, 5).depth_m, 0.6, 0.005) << "no lower than where nothing leaves";
}

TEST(FvEdges, ThinFastWaterIsNotHeapedUpBeforeAnEdge) {
    // 1 mm at 12 m/s, of which hardly any may leave. Behind a bore that stops it the water is 0.2 m
    // deep; u + 2 c of it, brought to rest, would be 3.7 m.
    constexpr double kThin_m = 0.0014, kFast_m_per_s = 12.0;
    const double bore_m = kThin_m + kFast_m_per_s * std::sqrt(2.0 * kThin_m / kGravity);
    const auto held = fv::at_discharge<double>(kThin_m, kFast_m_per_s, 1e-4, kGravity);
    EXPECT_NEAR(held.h, bore_m, 1e-9);
    EXPECT_NEAR(held.h * held.u, 1e-4, 1e-12);
    fv::EdgeState<double> gentle;
    gentle.kind = fv::Beyond::Outflow;
    gentle.outfall = Outfall::Normal;
    gentle.fall = kGravity * 1e-6;
    gentle.manning = kGravity * 0.03 * 0.03;
    EXPECT_LE(fv::at_outfall<double>(kThin_m, kFast_m_per_s, gentle, kGravity).h, bore_m);
    // More than arrives leaves as it arrives.
    const auto all = fv::at_discharge<double>(kThin_m, kFast_m_per_s, 5.0, kGravity);
    EXPECT_EQ(all.h, kThin_m);
    EXPECT_EQ(all.u, kFast_m_per_s);
}

TEST(FvEdges, WaterInTheFaceOfAnEdgeIsANumberWhateverIsInside) {
    for (const float depth : {0.0f, 1e-30f, 1e-7f, 1.0f, 1e4f})
        for (const float speed : {-1e3f, -1.0f, 0.0f, 1e-20f, 1.0f, 1e3f}) {
            for (const float flow : {-1e5f, -1e-20f, 1e-20f, 1e5f}) {
                const auto face = fv::at_discharge<float>(depth, speed, flow, 9.81f);
                EXPECT_TRUE(std::isfinite(face.h) && std::isfinite(face.u))
                    << depth << " " << speed << " " << flow;
                EXPECT_GE(face.h, 0.0f);
            }
            for (const float fall : {0.0f, 1e-6f, 10.0f})
                for (const float manning : {0.0f, 0.01f}) {
                    fv::EdgeState<float> edge;
                    edge.kind = fv::Beyond::Outflow;
                    edge.fall = fall;
                    edge.manning = manning;
                    const auto face = fv::at_outfall<float>(depth, speed, edge, 9.81f);
                    EXPECT_TRUE(std::isfinite(face.h) && std::isfinite(face.u))
                        << depth << " " << speed << " " << fall << " " << manning;
                    EXPECT_GE(face.h, 0.0f);
                    EXPECT_GE(face.u, -1e-3f * std::sqrt(9.81f * face.h)) << "but for rounding";
                }
        }
}

TEST(FvEdges, OutflowsAndPartsGiveTheSameBitsWithAnyRegistersAndThreads) {
    for (const Outfall kind :
         {Outfall::Free, Outfall::Critical, Outfall::Normal, Outfall::Rating}) {
        PondDesc desc = {.nx = 97, .ny = 61, .edges = kWalls, .is_fv = true};
        desc.edges = {Boundary::Open, Boundary::Outflow, Boundary::Outflow, Boundary::Outflow};
        desc.drives = {Drive::Discharge, Drive::None, Drive::None, Drive::None};
        desc.spans[0] = {10, 30};
        desc.spans[2] = {40, 80};
        desc.manning = 0.03;
        for (OutfallDesc& outfall : desc.outfalls)
            outfall = {.kind = kind, .slope = 0.01, .rating = {{0.0, 0.0}, {0.5, 0.2}}};
        desc.bed_m = [](int i, int j) { return 0.3 * std::sin(0.2 * i) * std::cos(0.3 * j); };
        desc.depth_m = [&](int i, int j) { return std::max(0.0, 0.2 - desc.bed_m(i, j)); };
        std::array<DriveValue, 4> values = {};
        values[0].discharge_m3_per_s = 0.3;
        std::uint64_t first = 0;
        for (const Isa isa : {Isa::Base, Isa::Avx2, Isa::Avx512})
            for (const int threads : {1, 3}) {
                if (!exec::has_isa(isa)) continue;
                desc.isa = isa;
                desc.threads = threads;
                Pond<float> pond(desc);
                drive(pond, 1.0, values);
                if (first == 0) first = pond->checksum();
                EXPECT_EQ(pond->checksum(), first)
                    << int(kind) << " " << int(isa) << " " << threads;
            }
    }
}

}  // namespace
}  // namespace tarn::shallow
