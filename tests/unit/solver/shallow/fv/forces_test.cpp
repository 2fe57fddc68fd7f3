// Friction, wind and the turning of the earth in the fv scheme, each against its exact answer.
#include "solver/shallow/fv/forces.hpp"

#include "solver/shallow/wind.hpp"
#include "support/pond_for_test.hpp"

#include <numbers>

namespace tarn::shallow {
namespace {

PondDesc drifting_pond(double u_m_per_s) {
    PondDesc desc = {.nx = 8, .ny = 8, .edges = kPeriodic, .is_fv = true};
    desc.velocity_m_per_s = [=](int, int) { return Vec2{u_m_per_s, 0.0}; };
    return desc;
}

TEST(FvForces, QuadraticDragIsTheExactDecay) {
    PondDesc desc = drifting_pond(2.0);
    desc.bed_drag = 0.01;
    Pond<double> pond(desc);
    pond.advance(30.0);
    // du/dt = -C u^2/h, h = 1 m.
    EXPECT_NEAR(pond->cell(3, 3).u_m_per_s, 2.0 / (1.0 + 0.01 * 2.0 * 30.0), 1e-12);
}

TEST(FvForces, ManningIsTheExactDecay) {
    PondDesc desc = drifting_pond(2.0);
    desc.manning = 0.03;
    Pond<double> pond(desc);
    pond.advance(30.0);
    const double rate = kGravity * 0.03 * 0.03;  // h = 1 m
    EXPECT_NEAR(pond->cell(3, 3).u_m_per_s, 2.0 / (1.0 + rate * 2.0 * 30.0), 1e-12);
}

TEST(FvForces, FrictionNeverTurnsTheFlowAround) {
    PondDesc desc = drifting_pond(2.0);
    desc.manning = 10.0;
    Pond<float> pond(desc);
    pond.advance(10.0);
    EXPECT_GT(pond->cell(3, 3).u_m_per_s, 0.0);
    EXPECT_LT(pond->cell(3, 3).u_m_per_s, 1e-3);
}

TEST(FvForces, WindPushesAsItsStressSays) {
    PondDesc desc = drifting_pond(0.0);
    desc.wind_m_per_s = {3.0, 4.0};
    Pond<double> pond(desc);
    pond.advance(10.0);
    // What the wind r is faster than the water decays by dr/dt = -C r^2/h.
    const double pull = kWindDrag * 5.0 * 10.0, share = pull / (1.0 + pull);
    EXPECT_NEAR(pond->cell(3, 3).u_m_per_s, share * 3.0, 1e-12);
    EXPECT_NEAR(pond->cell(3, 3).v_m_per_s, share * 4.0, 1e-12);
}

TEST(FvForces, WaterNeverOvertakesTheWind) {
    PondDesc desc = drifting_pond(0.0);
    desc.wind_m_per_s = {-20.0, 0.0};
    desc.edges = kPeriodic;
    desc.depth_m = [](int, int) { return 1e-3; };
    Pond<float> pond(desc);
    pond.advance(100.0);
    EXPECT_LT(pond->cell(3, 3).u_m_per_s, -15.0);
    EXPECT_GE(pond->cell(3, 3).u_m_per_s, -20.0);
}

TEST(FvForces, TheEarthTurnsTheFlowInInertialCircles) {
    PondDesc desc = drifting_pond(0.5);
    desc.coriolis_per_s = 0.1;
    Pond<double> pond(desc);
    const double period_s = 2.0 * std::numbers::pi / 0.1;
    pond.advance(period_s / 4.0);
    // To the right on the northern half. The angle of a step is f dt to the third order.
    EXPECT_NEAR(pond->cell(3, 3).v_m_per_s, -0.5, 1e-5);
    pond.advance(period_s * 3.0 / 4.0);
    EXPECT_NEAR(pond->cell(3, 3).u_m_per_s, 0.5, 1e-5);
    const CellState cell = pond->cell(3, 3);
    EXPECT_NEAR(std::hypot(cell.u_m_per_s, cell.v_m_per_s), 0.5, 1e-12);
}

}  // namespace
}  // namespace tarn::shallow
