// Viscosity of the fv scheme against exact answers, and what it must leave alone.
#include "solver/shallow/fv/viscosity.hpp"

#include "support/pond_for_test.hpp"

#include <algorithm>
#include <cstdio>
#include <numbers>
#include <random>

namespace tarn::shallow {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kSide_m = 1.6;

/// Relative error of the amplitude of a shear wave, one period across the side, after a second.
double shear_error(int cells, bool is_along_x) {
    constexpr double kViscosity = 0.05, kSpeed = 0.1;
    PondDesc desc = {.nx = is_along_x ? 4 : cells, .ny = is_along_x ? cells : 4};
    desc.is_fv = true;
    desc.edges = kPeriodic;
    desc.cell_m = kSide_m / cells;
    desc.viscosity_m2_per_s = kViscosity;
    const auto wave = [=](int i, int j) {
        return kSpeed * std::sin(2.0 * kPi * ((is_along_x ? j : i) + 0.5) / cells);
    };
    desc.velocity_m_per_s = [=](int i, int j) {
        return is_along_x ? Vec2{wave(i, j), 0.0} : Vec2{0.0, wave(i, j)};
    };
    Pond<double> pond(desc);
    pond.advance(1.0);
    double now = 0.0, squares = 0.0;
    for (int k = 0; k < cells; ++k) {
        const int i = is_along_x ? 1 : k, j = is_along_x ? k : 1;
        const CellState cell = pond->cell(i, j);
        now += wave(i, j) * (is_along_x ? cell.u_m_per_s : cell.v_m_per_s);
        squares += wave(i, j) * wave(i, j);
    }
    const double k = 2.0 * kPi / kSide_m;
    return std::abs(now / squares / std::exp(-kViscosity * k * k) - 1.0);
}

TEST(FvViscosity, AShearWaveDecaysAtItsRateToSecondOrder) {
    for (const bool is_along_x : {true, false}) {
        const double coarse = shear_error(16, is_along_x), middle = shear_error(32, is_along_x),
                     fine = shear_error(64, is_along_x);
        std::printf("shear wave, 16, 32, 64 cells: errors %.2e, %.2e, %.2e\n", coarse, middle,
                    fine);
        EXPECT_LT(coarse, 3e-3);  // lambda t (k dx)^2 (1/12 - 1/16)
        EXPECT_GT(std::log2(coarse / middle), 1.9);
        EXPECT_GT(std::log2(middle / fine), 1.9);
    }
}

/// Largest error of a channel flow between two walls, in parts of its speed in the middle. Wind
/// stands for the slope that drives it.
double channel_error(int cells) {
    constexpr double kViscosity = 0.1;
    PondDesc desc = {.nx = 4, .ny = cells, .viscosity_m2_per_s = kViscosity};
    desc.edges = {Boundary::Periodic, Boundary::Periodic, Boundary::Wall, Boundary::Wall};
    desc.is_fv = true;
    desc.cell_m = kSide_m / cells;
    desc.wind_m_per_s = {5.0, 0.0};
    Pond<double> pond(desc);
    pond.advance(50.0);  // its slowest part fades in 2.6 s
    // How hard the wind pushes, from still water without walls.
    PondDesc free = {.nx = 4, .ny = 4, .edges = kPeriodic, .is_fv = true};
    free.wind_m_per_s = desc.wind_m_per_s;
    Pond<double> pushed(free);
    pushed.advance(1.0);
    const double push = pushed->cell(0, 0).u_m_per_s;
    const double fastest = push * kSide_m * kSide_m / (8.0 * kViscosity);
    double worst = 0.0;
    for (int j = 0; j < cells; ++j) {
        const double y = (j + 0.5) * desc.cell_m;
        const double exact = push / (2.0 * kViscosity) * y * (kSide_m - y);
        worst = std::max(worst, std::abs(pond->cell(1, j).u_m_per_s - exact));
    }
    return worst / fastest;
}

TEST(FvViscosity, AFlowBetweenWallsIsAParabolaToSecondOrder) {
    const double coarse = channel_error(8), fine = channel_error(16);
    std::printf("channel, 8 and 16 cells: errors %.2e, %.2e\n", coarse, fine);
    EXPECT_LT(coarse, 0.02);  // a wall half a cell away: (dx/H)^2
    EXPECT_GT(std::log2(coarse / fine), 1.9);
}

TEST(FvViscosity, SlipWallsLeaveTheFlowAlongThemAlone) {
    PondDesc desc = {.nx = 8, .ny = 8, .viscosity_m2_per_s = 0.1, .is_fv = true};
    desc.edges = {Boundary::Periodic, Boundary::Periodic, Boundary::Slip, Boundary::Slip};
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.25, 0.0}; };
    Pond<double> pond(desc);
    pond.advance(5.0);
    for (int j = 0; j < 8; ++j) EXPECT_EQ(pond->cell(3, j).u_m_per_s, 0.25);
}

TEST(FvViscosity, APeriodicBasinKeepsMassAndMomentum) {
    PondDesc desc = {.nx = 40, .ny = 30, .viscosity_m2_per_s = 0.05, .edges = kPeriodic};
    desc.is_fv = true;
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 20, 12, 4, 0.5); };
    desc.velocity_m_per_s = [](int i, int j) {
        return Vec2{0.2 * std::sin(2.0 * kPi * j / 30.0) + 0.1, 0.1 * std::cos(2.0 * kPi * i / 40)};
    };
    Pond<double> pond(desc);
    const auto sums = [&] {
        std::array<double, 3> sum = {};
        for (int j = 0; j < 30; ++j)
            for (int i = 0; i < 40; ++i) {
                const CellState cell = pond->cell(i, j);
                sum[0] += cell.depth_m;
                sum[1] += cell.depth_m * cell.u_m_per_s;
                sum[2] += cell.depth_m * cell.v_m_per_s;
            }
        return sum;
    };
    const auto before = sums();
    pond.advance(3.0);
    const auto after = sums();
    // 1200 cells of order 1, some hundred steps of rounding at random.
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(after[k], before[k], 1e-11);
}

double rough(int i, int j) {
    return 0.6 * std::exp(-((i - 30) * (i - 30) + (j - 20) * (j - 20)) / 60.0) +
           0.05 * std::fmod((i * 7919 + j * 104729) * 0.618034, 1.0);
}

PondDesc rough_pond() {
    PondDesc desc = {.nx = 83, .ny = 64, .viscosity_m2_per_s = 0.02, .is_fv = true};
    desc.reference_depth_m = 0.4;
    desc.bed_m = rough;
    desc.depth_m = [](int i, int j) { return std::max(0.0, 0.4 - rough(i, j)); };
    desc.is_solid = [](int i, int j) { return i == 50 && j > 20; };
    desc.edges = {Boundary::Wall, Boundary::Slip, Boundary::Open, Boundary::Wall};
    return desc;
}

TEST(FvViscosity, ALakeStaysStillToTheBit) {
    Pond<float> pond(rough_pond());
    pond->set_step(*pond->max_step_s());
    const std::uint64_t before = pond->checksum();
    pond.step(50);
    EXPECT_EQ(pond->checksum(), before);
}

TEST(FvViscosity, ThreadsAndInstructionSetsGiveTheSameBits) {
    PondDesc desc = rough_pond();
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.3) - rough(i, j)); };
    Pond<float> reference(desc);
    reference.advance(1.0);
    for (const Isa isa : {Isa::Base, Isa::Auto})
        for (const int threads : {2, 3}) {
            desc.isa = isa;
            desc.threads = threads;
            Pond<float> pond(desc);
            pond.advance(1.0);
            EXPECT_EQ(pond->checksum(), reference->checksum()) << int(isa) << ", " << threads;
        }
}

TEST(FvViscosity, AStepThatIsTooLongChangesNothing) {
    PondDesc desc = rough_pond();
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.0) - rough(i, j)); };
    Pond<float> pond(desc);
    const std::uint64_t before = pond->checksum();
    pond->set_step(3.0 * *pond->max_step_s());
    EXPECT_TRUE(pond.run(3).is_step_too_long);
    EXPECT_EQ(pond->checksum(), before);
}

TEST(FvViscosity, ThickLiquidsGetShorterSteps) {
    PondDesc desc = {.viscosity_m2_per_s = 0.5, .is_fv = true};
    Pond<float> pond(desc);
    EXPECT_DOUBLE_EQ(*pond->max_step_s(), kCell_m * kCell_m / (8.0 * 0.5));
}

TEST(FvViscosity, WhatTheCellsWouldNotShowCostsNothing) {
    PondDesc desc = {.is_fv = true};
    desc.depth_m = [](int i, int j) { return 1.0 + bump(i, j, 12, 14, 3, 0.3); };
    Pond<float> without(desc);
    desc.viscosity_m2_per_s = 1e-6;
    Pond<float> thin(desc);
    EXPECT_EQ(thin->viscosity_m2_per_s(), 0.0);
    EXPECT_EQ(thin->memory().total(), without->memory().total());
    without.advance(1.0);
    thin.advance(1.0);
    EXPECT_EQ(thin->checksum(), without->checksum());
    desc.viscosity_m2_per_s = 0.01;
    EXPECT_EQ(Pond<float>(desc)->viscosity_m2_per_s(), 0.01);
}

TEST(FvViscosity, NoVelocityGoesBeyondThoseAroundIt) {
    // Any depths beside each other: deep, thin, films, dry, solid. Walls count as still.
    constexpr int kCells = 24;
    const fv::Layout layout = fv::Layout::of(kCells, kCells, 16);
    std::vector<double> h(layout.elements()), u(h), v(h), to_u(h), to_v(h);
    std::mt19937 random(7);
    for (int y = 0; y < kCells; ++y)
        for (int x = 0; x < kCells; ++x) {
            const std::size_t at = std::size_t(layout.at(x, y));
            const double depths[] = {1.0, 0.3, 2.0, 1e-3, 1e-9, 0.0, fv::kSolid};
            h[at] = depths[random() % 7];
            if (h[at] > 0.0) u[at] = double(random() % 1000) / 500.0 - 1.0;
        }
    const Boundary wall = Boundary::Wall;
    const fv::Diffuse<double> diffuse = {
        layout, {h.data(), u.data(), v.data()}, to_u.data(), to_v.data(), kMostDiffusion,
        1e-4,   {wall, wall, wall, wall},       {}};
    for (int y = 0; y < kCells; ++y)
        for (int x = 0; x < kCells; ++x) {
            diffuse(x, y);
            const double mine = u[std::size_t(layout.at(x, y))];
            double low = std::min(mine, 0.0), high = std::max(mine, 0.0);
            for (const auto& [dx, dy] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
                if (x + dx < 0 || y + dy < 0 || x + dx >= kCells || y + dy >= kCells) continue;
                const double other = u[std::size_t(layout.at(x + dx, y + dy))];
                low = std::min(low, other);
                high = std::max(high, other);
            }
            const double now = to_u[std::size_t(layout.at(x, y))];
            EXPECT_GE(now, low - 1e-14);  // rounding of a sum of four
            EXPECT_LE(now, high + 1e-14);
        }
}

}  // namespace
}  // namespace tarn::shallow
