// What water of the fv scheme does by itself: on any bed it stays still, keeps its mass, and looks
// the same from everywhere.
#include "support/pond_for_test.hpp"

#include <algorithm>

namespace tarn::shallow {
namespace {

template <class T>
class FvWater : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(FvWater, Numbers);

/// One rounding per cell and step, at random, adds up to far less.
template <class T>
constexpr double kMassRounding = sizeof(T) == 8 ? 1e-13 : 1e-6;

/// Islands, a pit, a sill and noise, 0.9 m high at most.
double rough(int i, int j) {
    const double x = (i + 0.5) / 64, y = (j + 0.5) / 64;
    const auto hill = [&](double cx, double cy, double height, double width) {
        return height * std::exp(-((x - cx) * (x - cx) + (y - cy) * (y - cy)) / width);
    };
    const double noise = std::fmod((i * 7919 + j * 104729) * 0.618034, 1.0);
    double z = hill(0.3, 0.35, 0.8, 0.01) + hill(0.7, 0.6, 0.6, 0.003) + 0.03 * noise;
    if (x > 0.45 && x < 0.55 && y < 0.3) z += 0.15;
    return (x - 0.8) * (x - 0.8) + (y - 0.2) * (y - 0.2) < 0.01 ? -0.2 : z;
}

PondDesc rough_lake(double level_m) {
    PondDesc desc = {.nx = 64, .ny = 64, .is_fv = true, .cell_m = 1.0 / 64};
    desc.reference_depth_m = level_m;
    desc.bed_m = rough;
    desc.depth_m = [=](int i, int j) { return std::max(0.0, level_m - rough(i, j)); };
    return desc;
}

TYPED_TEST(FvWater, ALakeStaysStillToTheBitOverAnyBed) {
    for (const double level_m : {1.0, 0.4, 0.123456})
        for (const auto& edges : {kWalls, kSlip, kPeriodic}) {
            PondDesc desc = rough_lake(level_m);
            desc.edges = edges;
            Pond<TypeParam> pond(desc);
            pond->set_step(*pond->max_step_s());
            const std::uint64_t before = pond->checksum();
            pond.step(100);
            EXPECT_EQ(pond->checksum(), before) << level_m;
            EXPECT_EQ(pond->totals().max_speed_m_per_s, 0.0);
        }
}

TYPED_TEST(FvWater, ADisturbedLakeOverRoughGroundComesToRest) {
    // Pits and steps must not feed a motion: an explicit sweep over a cut-off depth would.
    PondDesc desc = rough_lake(0.4);
    desc.depth_m = [](int i, int j) {
        return std::max(0.0, 0.4 + bump(i, j, 40, 20, 4, 1e-3) - rough(i, j));
    };
    Pond<TypeParam> pond(desc);
    pond.advance(2.0);
    const double early = pond->totals().energy_per_density_m5_per_s2;
    pond.advance(20.0);
    EXPECT_LT(pond->totals().energy_per_density_m5_per_s2, 0.5 * early);
}

/// Ritter's dam break onto dry ground, and its front of 2 % of the depth.
TYPED_TEST(FvWater, ADamBreaksOntoDryGroundAsRitterSays) {
    constexpr int kCells = 400;
    constexpr double kDepth = 0.005, kTime = 6.0;
    PondDesc desc = {.nx = kCells, .ny = 3, .is_fv = true, .cell_m = 10.0 / kCells};
    desc.reference_depth_m = kDepth;
    desc.edges = {Boundary::Wall, Boundary::Wall, Boundary::Periodic, Boundary::Periodic};
    desc.depth_m = [](int i, int) { return i < kCells / 2 ? kDepth : 0.0; };
    Pond<TypeParam> pond(desc);
    const double before = pond->totals().volume_m3;
    pond.advance(kTime);
    EXPECT_NEAR(pond->totals().volume_m3 / before, 1.0, kMassRounding<TypeParam>);
    const double c = std::sqrt(kGravity * kDepth), thin = 0.02 * kDepth;
    double error = 0.0, sum = 0.0, front_m = 0.0;
    for (int i = 0; i < kCells; ++i) {
        const double xi = ((i + 0.5) * desc.cell_m - 5.0) / kTime;
        const double exact = xi <= -c      ? kDepth
                             : xi <= 2 * c ? (2 * c - xi) * (2 * c - xi) / (9 * kGravity)
                                           : 0.0;
        const double h = pond->cell(i, 1).depth_m;
        EXPECT_GE(h, 0.0);
        EXPECT_EQ(h, pond->cell(i, 0).depth_m);
        error += std::abs(h - exact);
        sum += exact;
        if (h >= thin) front_m = (i + 0.5) * desc.cell_m;
    }
    EXPECT_LT(error / sum, 0.0020);  // measured 0.0015
    const double travel = kTime * (2 * c - 3 * std::sqrt(kGravity * thin));
    EXPECT_NEAR(front_m - 5.0, travel, 0.015 * travel + 0.5 * desc.cell_m);
}

TYPED_TEST(FvWater, ClosedEdgesKeepTheMassOnAnyBed) {
    const std::array<Boundary, 4> mixed = {Boundary::Wall, Boundary::Slip, Boundary::Periodic,
                                           Boundary::Periodic};
    for (const auto& edges : {kWalls, kPeriodic, mixed}) {
        PondDesc desc = rough_lake(0.4);
        desc.edges = edges;
        desc.depth_m = [](int i, int j) {
            const double level = i < 20 ? 0.7 : 0.2;
            return std::max(0.0, level - rough(i, j));
        };
        desc.is_solid = [](int i, int j) { return i == 30 && j > 20 && j < 40; };
        Pond<TypeParam> pond(desc);
        const double before = pond->totals().volume_m3;
        pond.advance(1.0);
        EXPECT_NEAR(pond->totals().volume_m3 / before, 1.0, kMassRounding<TypeParam>);
        EXPECT_EQ(pond->cell(30, 30).depth_m, 0.0);
        for (int j = 0; j < 64; ++j)
            for (int i = 0; i < 64; ++i) EXPECT_GE(pond->cell(i, j).depth_m, 0.0);
    }
}

TYPED_TEST(FvWater, ThreadsAndInstructionSetsGiveTheSameBits) {
    PondDesc desc = rough_lake(0.4);
    desc.nx = 83;  // no whole number of registers
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.3) - rough(i, j)); };
    desc.edges = {Boundary::Open, Boundary::Wall, Boundary::Periodic, Boundary::Periodic};
    desc.manning = 0.02;
    Pond<TypeParam> reference(desc);
    reference.advance(1.0);
    for (const Isa isa : {Isa::Base, Isa::Auto})
        for (const int threads : {2, 3, 7}) {
            desc.isa = isa;
            desc.threads = threads;
            Pond<TypeParam> pond(desc);
            pond.advance(1.0);
            EXPECT_EQ(pond->checksum(), reference->checksum()) << int(isa) << ", " << threads;
        }
}

TYPED_TEST(FvWater, LooksTheSameWithXAndYExchanged) {
    PondDesc desc = rough_lake(0.4);
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.3) - rough(i, j)); };
    Pond<TypeParam> pond(desc);
    PondDesc turned = desc;
    turned.bed_m = [](int i, int j) { return rough(j, i); };
    turned.depth_m = [=](int i, int j) { return desc.depth_m(j, i); };
    Pond<TypeParam> other(turned);
    pond.advance(0.5);
    other.advance(0.5);
    // The order of the sweeps is not the same for both: alike to the error of splitting.
    double difference = 0.0, sum = 0.0;
    for (int j = 0; j < 64; ++j)
        for (int i = 0; i < 64; ++i) {
            difference += std::abs(pond->cell(i, j).depth_m - other->cell(j, i).depth_m);
            sum += pond->cell(i, j).depth_m;
        }
    EXPECT_LT(difference / sum, 0.01);
}

TYPED_TEST(FvWater, AStepThatIsTooLongIsRefusedAndChangesNothing) {
    PondDesc desc = rough_lake(0.4);
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.0) - rough(i, j)); };
    Pond<TypeParam> pond(desc);
    const std::uint64_t before = pond->checksum();
    pond->set_step(2.0 * *pond->max_step_s());
    const RunReport report = pond.run(3);
    EXPECT_TRUE(report.is_step_too_long);
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(pond->checksum(), before);
    pond.advance(0.1);
}

TYPED_TEST(FvWater, WhatIsSavedGoesOnToTheBit) {
    PondDesc desc = rough_lake(0.4);
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.3) - rough(i, j)); };
    Pond<TypeParam> pond(desc), other(desc);
    pond->set_step(0.5 * *pond->max_step_s());
    other->set_step(pond->units().step_s);
    pond.step(7);  // an odd number: the order of the sweeps is part of the state
    EXPECT_TRUE(other->restore(pond->save()));
    EXPECT_FALSE(other->restore("short"));
    pond.step(5);
    other.step(5);
    EXPECT_EQ(pond->checksum(), other->checksum());
}

TYPED_TEST(FvWater, FieldsAndTotalsSayWhatTheCellsSay) {
    PondDesc desc = rough_lake(0.4);
    desc.depth_m = [](int i, int j) { return std::max(0.0, (i < 30 ? 0.8 : 0.3) - rough(i, j)); };
    desc.is_solid = [](int i, int j) { return i == 4 && j < 3; };
    Pond<TypeParam> pond(desc);
    pond.advance(0.2);
    pond->start_fields(0, 15);
    double volume = 0.0, fastest = 0.0;
    for (int j = 0; j < 64; ++j)
        for (int i = 0; i < 64; ++i) {
            const CellState cell = pond->cell(i, j);
            const int n = j * 64 + i;
            EXPECT_EQ(pond->field(0, Field::Depth)[n], float(cell.depth_m));
            // Beds are rounded by far less than a millionth of their range.
            EXPECT_NEAR(double(pond->field(0, Field::Level)[n]), cell.depth_m + rough(i, j), 1e-6);
            EXPECT_EQ(pond->field(0, Field::U)[n], float(cell.u_m_per_s));
            volume += cell.depth_m * desc.cell_m * desc.cell_m;
            fastest = std::max(fastest, std::hypot(cell.u_m_per_s, cell.v_m_per_s));
        }
    EXPECT_NEAR(pond->totals().volume_m3, volume, 1e-12);
    EXPECT_NEAR(pond->totals().max_speed_m_per_s, fastest, 1e-12);
}

}  // namespace
}  // namespace tarn::shallow
