// Forcing over footprints: water held aside, lids, momentum and pressure, in both schemes.
#include "support/pond_for_test.hpp"

#include <limits>

namespace tarn::shallow {
namespace {

using exchange::Act;
using exchange::Forcing;

constexpr double kGone = std::numeric_limits<double>::quiet_NaN();

int add_force(Forcing& forcing, int step, Act act, const CellArea& area, double value,
              int after = -1) {
    const int number = forcing.add({.step = step, .act = act, .area = area, .after = after});
    for (double& v : forcing.plane(number, 0)) v = value;
    return number;
}

double sum_of(std::span<const double> values) {
    double sum = 0.0;
    for (const double value : values) sum += value;
    return sum;
}

class Exchange : public testing::TestWithParam<bool> {
protected:
    PondDesc desc() const {
        PondDesc d = {.nx = 40, .ny = 30};
        d.is_fv = GetParam();
        return d;
    }
};

TEST_P(Exchange, WhatIsHeldAsideComesBackWhenTheFootprintMovesOnAndGoes) {
    Pond<double> pond(desc());
    if (GetParam()) pond->set_step(0.3 * *pond->max_step_s());
    const double before_m3 = pond->totals().volume_m3, cell_m2 = kCell_m * kCell_m;
    Forcing forcing;
    const int first = add_force(forcing, 0, Act::Hold, {10, 10, 4, 3}, 0.2);
    // Two cells further: what is no longer covered is NaN.
    const int second = add_force(forcing, 3, Act::Hold, {10, 10, 6, 3}, 0.2, first);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 2; ++x) forcing.plane(second)[std::size_t(6 * y + x)] = kGone;
    const int third = add_force(forcing, 6, Act::Hold, {12, 10, 4, 3}, kGone, second);
    ASSERT_EQ(pond->run({.steps = 6, .forcing = &forcing}).steps, 6);
    EXPECT_NEAR(sum_of(forcing.plane(first)), -12 * 0.2, 1e-12);
    EXPECT_NEAR(sum_of(forcing.plane(first, 1)), 12 * 0.2, 1e-12);
    const double held_m = sum_of(forcing.plane(second, 1));
    EXPECT_NEAR(held_m, 12 * 0.2, 1e-12);
    // Sums over 1,200 cells of 1 m round to 1e-13 of them.
    EXPECT_NEAR(pond->totals().volume_m3 + held_m * cell_m2, before_m3, 1e-11);

    ASSERT_EQ(pond->run({.steps = 1}).steps, 1);
    // The last of them was due after the run: by itself it goes on from what it is told was held.
    Forcing last;
    const int gone = add_force(last, 0, Act::Hold, {10, 10, 6, 3}, kGone);
    std::ranges::copy(forcing.plane(second, 1), last.plane(gone, 1).begin());
    pond->apply(last);
    EXPECT_NEAR(sum_of(last.plane(gone)), held_m, 1e-12);
    EXPECT_EQ(sum_of(last.plane(gone, 1)), 0.0);
    EXPECT_NEAR(pond->totals().volume_m3, before_m3, 1e-11);
    EXPECT_TRUE(std::isnan(forcing.plane(third)[0])) << "due after the run";
}

TEST_P(Exchange, ALidKeepsTheSurfaceBelowItAndGivesTheWaterBackWhenItRises) {
    PondDesc d = desc();
    d.flat_bed_m = 2.0;
    Pond<double> pond(d);
    Forcing forcing;
    const CellArea area = {10, 10, 4, 3};
    const int down = add_force(forcing, 0, Act::Lid, area, 2.9);
    const int up = add_force(forcing, 0, Act::Lid, area, 2.95, down);
    pond->apply(forcing);
    EXPECT_NEAR(pond->cell(11, 11).depth_m, 0.95, 1e-12);
    EXPECT_NEAR(forcing.plane(down, 1)[0], 0.1, 1e-12);
    EXPECT_NEAR(forcing.plane(up, 1)[0], 0.05, 1e-12);
    Forcing off;
    const int gone = add_force(off, 0, Act::Lid, area, kGone);
    std::ranges::copy(forcing.plane(up, 1), off.plane(gone, 1).begin());
    pond->apply(off);
    EXPECT_NEAR(pond->cell(11, 11).depth_m, 1.0, 1e-12);
}

TEST_P(Exchange, MomentumMovesTheWaterByItsDepth) {
    PondDesc d = desc();
    d.depth_m = [](int, int) { return 0.8; };
    d.reference_depth_m = 0.8;
    Pond<double> pond(d);
    Forcing forcing;
    const int push = add_force(forcing, 0, Act::AddMomentum, {5, 6, 3, 2}, 0.04);
    for (double& v : forcing.plane(push, 1)) v = -0.08;
    pond->apply(forcing);
    const CellState cell = pond->cell(6, 7);
    EXPECT_NEAR(cell.u_m_per_s, 0.05, 1e-12);
    EXPECT_NEAR(cell.v_m_per_s, -0.1, 1e-12);
    EXPECT_NEAR(cell.depth_m, 0.8, 1e-12);
    EXPECT_EQ(pond->cell(8, 7).u_m_per_s, 0.0);
}

TEST_P(Exchange, PressurePushesWithItsGradientForOneStep) {
    Pond<double> pond(desc());
    if (GetParam()) pond->set_step(0.3 * *pond->max_step_s());
    Forcing forcing;
    const CellArea area = {8, 8, 20, 12};
    const int head = add_force(forcing, 0, Act::Pressure, area, 0.0);
    for (int y = 0; y < area.ny; ++y)
        for (int x = 0; x < area.nx; ++x)
            forcing.plane(head)[std::size_t(y * area.nx + x)] = 0.01 * x;
    pond->apply(forcing);
    // du = -g dh/dx dt, in the middle of the footprint.
    const double expected = -kGravity * 0.01 / kCell_m * pond->units().step_s;
    EXPECT_NEAR(pond->cell(18, 14).u_m_per_s, expected, 1e-12);
    EXPECT_NEAR(pond->cell(18, 14).v_m_per_s, 0.0, 1e-12);
    EXPECT_EQ(pond->cell(3, 3).u_m_per_s, 0.0);
}

TEST_P(Exchange, DryAndSolidCellsTakeNoMomentum) {
    PondDesc d = desc();
    d.bed_m = [](int i, int) { return i > 20 ? 2.0 : 0.0; };
    d.depth_m = [](int i, int) { return i > 20 ? 0.0 : 1.0; };
    d.is_solid = [](int i, int) { return i == 5; };
    Pond<float> pond(d);
    const std::uint64_t before = pond->checksum();
    Forcing forcing;
    const int dry = add_force(forcing, 0, Act::AddMomentum, {25, 5, 2, 2}, 0.1);
    const int wall = add_force(forcing, 0, Act::AddMomentum, {5, 5, 1, 2}, 0.1);
    pond->apply(forcing);
    EXPECT_EQ(sum_of(forcing.plane(dry)), 0.0);
    EXPECT_EQ(sum_of(forcing.plane(wall)), 0.0);
    EXPECT_EQ(pond->checksum(), before);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Exchange, testing::Bool(),
                         [](const auto& which) { return which.param ? "fv" : "d2q9"; });

}  // namespace
}  // namespace tarn::shallow
