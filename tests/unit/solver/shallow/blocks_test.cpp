// A grid in several blocks is the same water as in one piece: checksum, sums and fields, to the
// bit.
#include "solver/shallow/cpu/runner.hpp"
#include "support/blocks_of_water.hpp"
#include "support/linear_waves.hpp"
#include "support/pond_for_test.hpp"

#include <gtest/gtest.h>

namespace tarn::shallow {
namespace {

using Cuts = BlocksOfWater::Cuts;
using Make = BlocksOfWater::Make;

const exec::ThreadPool& pool() {
    static const exec::ThreadPool threads(1);
    return threads;
}
const Make kD2q9 = [](const SolverDesc& d) { return make_d2q9(d, pool()); };
const Make kFv = [](const SolverDesc& d) { return make_fv(d, pool()); };
const Make kLinear = [](const SolverDesc& d) {
    return Shell<linear::Scheme<cpu::Runner>>::create(d, cpu::Runner::on(pool(), d.nx, d.ny));
};

/// In 1, 2 and 4 blocks, cut along x, along y and both. Blocks end at multiples of 128 and 4 cells,
/// the grid does not.
std::vector<Cuts> cuts_of(int ghosts, int steps_per_exchange = 1) {
    std::vector<Cuts> all;
    for (const auto& [x, y] : {std::pair(1, 1), {2, 1}, {1, 2}, {2, 2}, {4, 1}, {1, 4}})
        all.push_back({x, y, ghosts, steps_per_exchange});
    return all;
}
PondDesc pond() {
    return {.nx = 530, .ny = 41, .depth_m = [](int i, int j) {
                return 1.0 + bump(i, j, 255, 21, 6.0, 0.1) + bump(i, j, 3, 38, 4.0, 0.05);
            }};
}
void add_solid(PondDesc& d) {
    // Across the borders of blocks, and touching them: along y the borders are at 8, 20 and 28.
    d.is_solid = [](int i, int j) {
        return (i > 250 && i < 262 && j > 17 && j < 24) || (i == 127 && j == 10) ||
               (i == 384 && j == 28);
    };
}

void expect_same(const Solver& one, const BlocksOfWater& blocks, const Cuts& cuts) {
    SCOPED_TRACE(std::to_string(cuts.along_x) + " x " + std::to_string(cuts.along_y) + " blocks");
    EXPECT_EQ(one.checksum(), blocks.checksum());
    const Totals a = one.totals(), b = blocks.totals();
    EXPECT_EQ(a.volume_m3, b.volume_m3);
    EXPECT_EQ(a.energy_per_density_m5_per_s2, b.energy_per_density_m5_per_s2);
    EXPECT_EQ(a.max_speed_m_per_s, b.max_speed_m_per_s);
    EXPECT_EQ(a.min_depth_m, b.min_depth_m);
    EXPECT_EQ(a.max_depth_m, b.max_depth_m);
}
void expect_same_fields(Solver& one, const BlocksOfWater& blocks) {
    for (const Field field : {Field::Depth, Field::Level, Field::U, Field::V}) {
        one.start_fields(0, bit_of(field));
        const std::vector<float> all = blocks.field(field);
        EXPECT_TRUE(std::equal(all.begin(), all.end(), one.field(0, field)));
    }
}

/// `steps` in one piece and in blocks: enough for what one block sends to be felt beyond the next,
/// whose narrowest has 8 rows. `drives` are what edges are given, by step, or empty.
void expect_one_water(const SolverDesc& desc, const Make& make, const std::vector<Cuts>& cuts,
                      int steps = 12, std::span<const std::array<DriveValue, 4>> drives = {}) {
    auto one = make(desc);
    ASSERT_TRUE(one) << one.error().message;
    const std::uint64_t start = one.value()->checksum();
    ASSERT_EQ(one.value()->run({.steps = steps, .drives = drives}).steps, steps);
    EXPECT_NE(one.value()->checksum(), start);
    for (const Cuts& cut : cuts) {
        BlocksOfWater blocks(desc, cut, make);
        EXPECT_EQ(blocks.checksum(), start);
        blocks.step(steps, drives);
        expect_same(*one.value(), blocks, cut);
        expect_same_fields(*one.value(), blocks);
    }
}

TEST(Blocks, OfD2q9BetweenWallsWithSolids) {
    PondDesc d = pond();
    add_solid(d);
    for (const Precision precision : {Precision::Float, Precision::Half, Precision::Double})
        expect_one_water(PondStart(d, precision).desc, kD2q9, cuts_of(1));
}

TEST(Blocks, OfD2q9WithPeriodicEdges) {
    PondDesc d = pond();
    d.edges = kPeriodic;
    d.velocity_m_per_s = [](int, int) { return Vec2{0.3f, -0.2f}; };
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(1));
    add_solid(d);
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(1));
}

TEST(Blocks, OfD2q9WithSlipAndOpenEdgesAndForces) {
    PondDesc d = pond();
    d.edges = {Boundary::Open, Boundary::Slip, Boundary::Slip, Boundary::Open};
    d.manning = 0.02;
    d.wind_m_per_s = {6.0f, 2.0f};
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(1));
}

// A step changes cells that are one cell wrong around: with deep ghost cells several steps go by,
// in place and two at a time, before blocks have to tell each other anything.
TEST(Blocks, OfD2q9ExchangeEveryFewStepsWhereGhostCellsAreDeep) {
    PondDesc d = pond();
    add_solid(d);
    d.cache_bytes = 1;
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(5, 5), 13);
    d.is_in_place = true;
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(3, 3), 13);
}

// The tests above can fail: a step looks one cell around, so two of them need two ghost cells.
TEST(Blocks, OfD2q9DifferWithTooFewGhostCells) {
    const PondStart start(pond(), Precision::Float);
    auto one = kD2q9(start.desc);
    ASSERT_TRUE(one);
    ASSERT_EQ(one.value()->run({.steps = 24}).steps, 24);
    BlocksOfWater blocks(start.desc,
                         {.along_x = 2, .along_y = 2, .ghosts = 1, .steps_per_exchange = 2}, kD2q9);
    blocks.step(24);
    EXPECT_NE(blocks.checksum(), one.value()->checksum());
}

TEST(Blocks, ExchangeWithoutNewMemory) {
    const PondStart start(pond(), Precision::Float);
    for (const Make& make : {kD2q9, kFv}) {
        BlocksOfWater blocks(start.desc, {.along_x = 2, .along_y = 2, .ghosts = 2}, make);
        blocks.step(1);
        const std::size_t bytes = blocks.bytes();
        blocks.step(5);
        EXPECT_EQ(blocks.bytes(), bytes);
    }
}

/// An island and shores, wet and dry.
PondDesc shores() {
    PondDesc d = pond();
    d.bed_m = [](int i, int j) {
        return bump(i, j, 256, 20, 9.0, 1.3) + 0.002 * std::abs(i - 265) + 0.01 * j - 0.2;
    };
    d.depth_m = [bed = d.bed_m](int i, int j) {
        return std::max(0.0, 0.9 + bump(i, j, 230, 22, 7.0, 0.2) - bed(i, j));
    };
    return d;
}

TEST(Blocks, OfD2q9OverABed) {
    PondDesc d = shores();
    d.courant = 0.3;
    expect_one_water(PondStart(d, Precision::Float).desc, kD2q9, cuts_of(2));
}

TEST(Blocks, OfFvOverABed) {
    PondDesc d = shores();
    add_solid(d);
    d.manning = 0.03;
    for (const Precision precision : {Precision::Float, Precision::Double})
        expect_one_water(PondStart(d, precision).desc, kFv, cuts_of(2));
    d.edges = kPeriodic;
    d.viscosity_m2_per_s = 0.05;
    expect_one_water(PondStart(d, Precision::Float).desc, kFv, cuts_of(3));
}

/// What drives edges, as it changes from step to step.
std::vector<std::array<DriveValue, 4>> rising(int steps) {
    std::vector<std::array<DriveValue, 4>> drives;
    for (int k = 0; k < steps; ++k)
        drives.push_back({DriveValue{.level_m = 0.9 + 0.004 * k, .inward_m_per_s = 0.01 * k},
                          DriveValue{.level_m = 0.9 - 0.002 * k},
                          DriveValue{.inward_m_per_s = 0.02 * k}, DriveValue{}});
    return drives;
}

TEST(Blocks, OfFvWithWavesALevelAPistonAndAnOutflow) {
    PondDesc d = shores();
    d.drives = {Drive::Waves, Drive::Level, Drive::Piston, Drive::None};
    d.edges = {Boundary::Open, Boundary::Open, Boundary::Wall, Boundary::Outflow};
    const auto drives = rising(12);
    for (const Outfall kind : {Outfall::Free, Outfall::Critical, Outfall::Normal}) {
        d.outfalls[int(Edge::North)] = {.kind = kind, .slope = 0.01};
        expect_one_water(PondStart(d, Precision::Float).desc, kFv, cuts_of(2), 12, drives);
    }
    d.manning = 0.03;
    expect_one_water(PondStart(d, Precision::Double).desc, kFv, cuts_of(2), 12, drives);
}

// Along y the borders are at 8, 20 and 28, along x at 128, 256 and 384: parts of edges lie across
// borders, within one block, and beside them.
TEST(Blocks, OfFvWithPartsOfEdges) {
    PondDesc d = shores();
    d.drives = {Drive::Waves, Drive::Level, Drive::Piston, Drive::None};
    d.edges = {Boundary::Open, Boundary::Open, Boundary::Wall, Boundary::Outflow};
    d.spans = {EdgeSpan{5, 23}, {21, 28}, {120, 300}, {260, 380}};
    expect_one_water(PondStart(d, Precision::Float).desc, kFv, cuts_of(2), 12, rising(12));
}

// Of an open edge; a zone has to lie within the blocks along its edge, which are 8 cells wide here.
TEST(Blocks, OfFvWithAZoneAtAnOpenEdge) {
    PondDesc d = shores();
    d.edges = {Boundary::Wall, Boundary::Open, Boundary::Wall, Boundary::Open};
    d.zone_cells = {0, 20, 0, 6};
    expect_one_water(PondStart(d, Precision::Float).desc, kFv, cuts_of(2));
}

TEST(Blocks, OfFvRefuseADischargeAndARatingTable) {
    PondDesc d = shores();
    d.drives[int(Edge::West)] = Drive::Discharge;
    PondDesc rated = shores();
    rated.edges[int(Edge::East)] = Boundary::Outflow;
    rated.outfalls[int(Edge::East)] = {.kind = Outfall::Rating, .rating = {{0.0, 0.0}, {1.0, 2.0}}};
    for (const PondDesc& desc : {d, rated}) {
        const PondStart whole(desc, Precision::Float);
        EXPECT_TRUE(kFv(whole.desc));
        SolverDesc block = whole.desc;
        block.whole = &whole.desc;
        const auto made = kFv(block);
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().code, ErrorCode::Unsupported);
        EXPECT_NE(made.error().message.find("discharge"), std::string::npos);
    }
}

TEST(Blocks, OfFvAgreeOnTheStep) {
    const PondStart start(shores(), Precision::Float);
    auto one = kFv(start.desc);
    ASSERT_TRUE(one);
    for (const Cuts& cut : cuts_of(2)) {
        BlocksOfWater blocks(start.desc, cut, kFv);
        EXPECT_EQ(blocks.max_step_s(), one.value()->max_step_s());
    }
}

TEST(Blocks, OfLinearWaves) {
    expect_one_water(PondStart(pond(), Precision::Float).desc, kLinear, cuts_of(1), 60);
}

}  // namespace
}  // namespace tarn::shallow
