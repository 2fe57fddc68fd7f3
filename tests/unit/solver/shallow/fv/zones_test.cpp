// Zones beside edges of the fv scheme: waves come in through them as they are meant to, and what
// comes from inside dies away in them.
#include "support/pond_for_test.hpp"

#include <algorithm>
#include <cstdio>
#include <numbers>

namespace tarn::shallow {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr Boundary kOpen = Boundary::Open, kWall = Boundary::Wall;

/// A sine that comes in from the west of water 1 m deep.
struct Sine {
    double height_m = 0.1, period_s = 3.0;

    DriveValue at(double time_s) const {
        const double grown = std::clamp(time_s / (2.0 * period_s), 0.0, 1.0);
        const double rise = 0.5 * grown * height_m * std::sin(2.0 * kPi * time_s / period_s);
        return {.level_m = 1.0 + rise, .inward_m_per_s = rise * std::sqrt(kGravity)};
    }
};

struct Channel {
    int cells = 250, zone_cells = 0;
    Boundary east = kWall;
};

/// Height of the waves at the east end, crest to trough, over many periods after the first ones
/// have come back from there.
double height_at_end(const Channel& channel) {
    PondDesc desc = {.nx = channel.cells, .ny = 3, .is_fv = true};
    desc.edges = {kOpen, channel.east, Boundary::Periodic, Boundary::Periodic};
    desc.drives = {Drive::Waves, Drive::None, Drive::None, Drive::None};
    desc.zone_cells = {channel.zone_cells, 0, 0, 0};
    Pond<double> pond(desc);
    const Sine sine;
    const double step_s = 0.8 * *pond->max_step_s(), delay_s = kCell_m / std::sqrt(kGravity);
    pond->set_step(step_s);
    double time_s = 0.0, highest = 0.0, lowest = 2.0;
    while (time_s < 120.0) {
        std::array<DriveValue, 4> values = {};
        values[0] = sine.at(time_s + 0.5 * step_s);
        std::vector<DriveValue> zone;
        for (int k = 0; k < channel.zone_cells; ++k)
            zone.push_back(sine.at(time_s + step_s - (k + 0.5) * delay_s));
        EXPECT_EQ(pond->run({.steps = 1, .drives = {&values, 1}, .zones = zone}).steps, 1);
        time_s += step_s;
        if (time_s < 60.0) continue;
        const double depth_m = pond->cell(channel.cells - 1, 1).depth_m;
        highest = std::max(highest, depth_m);
        lowest = std::min(lowest, depth_m);
    }
    return highest - lowest;
}

TEST(FvZones, WavesComeInAtTheirHeightBeforeAWallThatSendsThemBack) {
    // The scheme itself takes its part on the way: seen in a channel that has no end.
    const double free = height_at_end({.east = kOpen});
    for (const int cells : {240, 270}) {
        const double with = 0.5 * height_at_end({.cells = cells, .zone_cells = 100}) / free;
        const double without = 0.5 * height_at_end({.cells = cells}) / free;
        std::printf("sine before a wall, %d cells: height %.4f with a zone, %.4f without\n", cells,
                    with, without);
        EXPECT_NEAR(with, 1.0, 0.015);
        EXPECT_LT(std::abs(with - 1.0), std::abs(without - 1.0));
    }
}

/// What is left of the energy of a wave packet that has met the east edge at an angle, over what a
/// world without end would have of it.
double reflected(double degrees, Boundary edge, int zone_cells) {
    constexpr double kLength = 24.0, kWidth = 60.0;  // in cells
    const double angle = degrees * kPi / 180.0, c = std::sqrt(kGravity);
    const int nx = 600, ny = int(std::lround(kLength / std::sin(angle)));
    const double kx = 2.0 * kPi / kLength * std::cos(angle), ky = 2.0 * kPi / ny;
    const auto rise = [=](int i, int j) {
        return bump(i, 0, 380, 0, kWidth, 1e-3) * std::cos(kx * i + ky * j);
    };
    PondDesc desc = {.nx = nx, .ny = ny, .is_fv = true};
    desc.edges = {edge, edge, Boundary::Periodic, Boundary::Periodic};
    desc.zone_cells = {0, zone_cells, 0, 0};
    desc.depth_m = [&](int i, int j) { return 1.0 + rise(i, j); };
    desc.velocity_m_per_s = [&](int i, int j) {
        return Vec2{c * rise(i, j) * std::cos(angle), c * rise(i, j) * std::sin(angle)};
    };
    Pond<double> pond(desc);
    // Angles differ within the packet: until its slowest part has met the edge.
    pond.advance(500.0 * kCell_m / (c * std::cos(angle)));
    return pond->totals().energy_per_density_m5_per_s2;
}

/// The zone is as wide as waves at 70 degrees are long across the edge.
void expect_fading(double degrees) {
    const double free = reflected(degrees, Boundary::Periodic, 0);
    const double without = reflected(degrees, kOpen, 0) / free;
    const double with = reflected(degrees, kOpen, 80) / free;
    std::printf("open edge, waves at %.0f degrees: %.3f %% back, with a zone %.4f %%\n", degrees,
                100.0 * without, 100.0 * with);
    EXPECT_LT(with, 0.15 * without);
}

TEST(FvZonesSlow, ObliqueWavesDieAwayBesideAnOpenEdge) {
    expect_fading(60.0);
}

TEST(FvZonesSlow, WavesThatGrazeAnOpenEdgeDieAwayBesideIt) {
    expect_fading(70.0);
}

double rough(int i, int j) {
    return 0.6 * std::exp(-((i - 12) * (i - 12) + (j - 20) * (j - 20)) / 60.0) +
           0.05 * std::fmod((i * 7919 + j * 104729) * 0.618034, 1.0);
}

/// Zones on all sides that overlap, on ground with an island in them.
PondDesc pond_with_zones() {
    PondDesc desc = {.nx = 83, .ny = 64, .is_fv = true};
    desc.reference_depth_m = 0.4;
    desc.bed_m = rough;
    desc.depth_m = [](int i, int j) { return std::max(0.0, 0.4 - rough(i, j)); };
    desc.is_solid = [](int i, int j) { return i == 50 && j > 50; };
    desc.edges = {kOpen, kOpen, kOpen, kOpen};
    desc.drives = {Drive::None, Drive::Level, Drive::None, Drive::None};
    desc.zone_cells = {30, 20, 25, 40};
    return desc;
}

/// Steps with the level 0.4 m given at the east edge and its zone.
template <class T>
RunReport run(Pond<T>& pond, int steps) {
    const DriveValue given = {.level_m = 0.4};
    const std::size_t count = std::size_t(steps);
    const std::vector<std::array<DriveValue, 4>> values(count, {DriveValue{}, given});
    const std::vector<DriveValue> zones(count * 20, given);
    return pond->run({.steps = steps, .drives = values, .zones = zones});
}

TEST(FvZones, ALakeStaysStillToTheBit) {
    Pond<float> pond(pond_with_zones());
    pond->set_step(*pond->max_step_s());
    const std::uint64_t before = pond->checksum();
    const RunReport report = run(pond, 50);
    EXPECT_EQ(report.steps, 50);
    EXPECT_EQ(report.came_in_m3, 0.0);
    EXPECT_EQ(report.went_out_m3, 0.0);
    EXPECT_EQ(pond->checksum(), before);
}

TEST(FvZones, WhatAZoneGivesAndTakesIsBooked) {
    PondDesc desc = pond_with_zones();
    desc.depth_m = [](int i, int j) {
        return std::max(0.0, 0.4 + bump(i, j, 40, 30, 8, 0.3) - rough(i, j));
    };
    Pond<double> pond(desc);
    pond->set_step(0.3 * *pond->max_step_s());
    const double before = pond->totals().volume_m3;
    double in = 0.0, out = 0.0;
    for (int k = 0; k < 40; ++k) {
        const RunReport report = run(pond, 5);
        ASSERT_EQ(report.steps, 5);
        in += report.came_in_m3;
        out += report.went_out_m3;
    }
    // Sums of 5000 cells of rounding, 200 times.
    EXPECT_NEAR(pond->totals().volume_m3, before + in - out, 1e-12);
    EXPECT_GT(out, 0.1);
}

TEST(FvZones, ThreadsAndInstructionSetsGiveTheSameBits) {
    PondDesc desc = pond_with_zones();
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.5 : 0.3) - rough(i, j)); };
    const auto result = [&](Isa isa, int threads) {
        desc.isa = isa;
        desc.threads = threads;
        Pond<float> pond(desc);
        pond->set_step(0.5 * *pond->max_step_s());
        const RunReport report = run(pond, 60);
        return std::tuple(pond->checksum(), report.came_in_m3, report.went_out_m3);
    };
    const auto reference = result(Isa::Base, 1);
    for (const int threads : {1, 2, 3}) EXPECT_EQ(result(Isa::Auto, threads), reference);
}

TEST(FvZones, AnotherKindOfEdgeEndsItsZone) {
    PondDesc desc = {.nx = 40, .ny = 30, .is_fv = true};
    desc.edges = {kOpen, kWall, kWall, kWall};
    desc.zone_cells = {20, 0, 0, 0};
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 10, 12, 4, 0.1); };
    Pond<double> pond(desc);
    pond->set_boundary(Edge::West, kWall);
    const double before = pond->totals().volume_m3;
    pond.advance(2.0);
    EXPECT_NEAR(pond->totals().volume_m3, before, 1e-12);
}

}  // namespace
}  // namespace tarn::shallow
