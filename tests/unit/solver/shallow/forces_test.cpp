// Bed friction, wind and Coriolis force against exact solutions for a uniform flow in a periodic
// channel.
#include "solver/shallow/d2q9/forces.hpp"

#include "support/pond_for_test.hpp"

namespace tarn::shallow {
namespace {

PondDesc channel(double depth_m) {
    PondDesc desc = {.nx = 8, .ny = 8, .edges = kPeriodic};
    desc.depth_m = [depth_m](int, int) { return depth_m; };
    return desc;
}

// du/dt = -g n^2 |u| u/h^(4/3), so u = u0/(1 + g n^2 u0 t/h^(4/3)).
TEST(Friction, SlowsAUniformFlowAsManningSays) {
    constexpr double kManning = 0.1, kStart = 0.5;
    for (const double depth : {0.3, 1.0, 2.0}) {
        PondDesc desc = channel(depth);
        desc.manning = kManning;
        desc.courant = 0.2;
        desc.velocity_m_per_s = [&](int, int) { return Vec2{0.6 * kStart, -0.8 * kStart}; };
        Pond<double> pond(desc);
        const int steps = 3000;
        pond.step(steps);
        const double time_s = steps * pond->units().step_s;
        const double rate = kGravity * kManning * kManning / std::pow(depth, 4.0 / 3.0);
        const double expected = kStart / (1.0 + rate * kStart * time_s);
        const CellState cell = pond->cell(3, 4);
        EXPECT_LT(expected, 0.8 * kStart);  // the test has something to see
        // Implicit Euler is first order: half a step in a decay over thousands; 1 % was asked for.
        EXPECT_NEAR(std::hypot(cell.u_m_per_s, cell.v_m_per_s), expected, 0.01 * expected) << depth;
        EXPECT_NEAR(cell.u_m_per_s / cell.v_m_per_s, -0.75, 1e-6);  // straight on
        EXPECT_NEAR(cell.depth_m, depth, 1e-6 * depth);
    }
}

TEST(Friction, NeverTurnsTheFlowAround) {
    PondDesc desc = channel(0.02);
    desc.manning = 10.0;
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.3, 0.0}; };
    Pond<double> pond(desc);
    for (int k = 0; k < 50; ++k) {
        pond.step(1);
        ASSERT_GE(pond->cell(2, 2).u_m_per_s, 0.0);
        ASSERT_LE(pond->cell(2, 2).u_m_per_s, 0.3);
    }
}

// du/dt = -C |u| u/h, so u = u0/(1 + C u0 t/h), which the implicit step solves exactly.
TEST(Friction, SlowsAUniformFlowByTheQuadraticLaw) {
    constexpr double kDrag = 0.02, kStart = 0.5;
    for (const double depth : {0.3, 1.0, 2.0}) {
        PondDesc desc = channel(depth);
        desc.bed_drag = kDrag;
        desc.velocity_m_per_s = [&](int, int) { return Vec2{-0.8 * kStart, 0.6 * kStart}; };
        Pond<double> pond(desc);
        pond.step(3000);
        const double time_s = 3000 * pond->units().step_s;
        const double expected = kStart / (1.0 + kDrag * kStart * time_s / depth);
        const CellState cell = pond->cell(3, 4);
        EXPECT_LT(expected, 0.9 * kStart);
        // Start values are floats; the steps themselves round in double.
        EXPECT_NEAR(std::hypot(cell.u_m_per_s, cell.v_m_per_s), expected, 1e-7 * expected) << depth;
        EXPECT_NEAR(cell.v_m_per_s / cell.u_m_per_s, -0.75, 1e-6);
    }
}

// du/dt = f v, dv/dt = -f u: after a quarter of the period 2 pi/f the flow has turned to the right.
TEST(Coriolis, TurnsAUniformFlowInAnInertialCircle) {
    constexpr double kStart = 0.4;
    for (const double coriolis : {1.5, -0.7}) {
        PondDesc desc = channel(1.0);
        desc.velocity_m_per_s = [](int, int) { return Vec2{kStart, 0.0}; };
        desc.coriolis_per_s = coriolis;
        Pond<double> pond(desc);
        for (int k = 1; k <= 4; ++k) {
            pond.step(400);
            const double angle = coriolis * 400 * k * pond->units().step_s;
            const CellState cell = pond->cell(3, 4);
            // Rounding of the start values to floats.
            EXPECT_NEAR(cell.u_m_per_s, kStart * std::cos(angle), 1e-7) << coriolis;
            EXPECT_NEAR(cell.v_m_per_s, -kStart * std::sin(angle), 1e-7) << coriolis;
        }
    }
}

TEST(Coriolis, KeepsTheSpeedOfFloatsOverManyTurns) {
    constexpr int kSteps = 20000;  // 81 turns
    PondDesc desc = channel(1.0);
    desc.velocity_m_per_s = [](int, int) { return Vec2{0.3, 0.1}; };
    desc.coriolis_per_s = 2.0;
    Pond<float> pond(desc);
    pond.step(kSteps);
    const double speed = std::hypot(pond->cell(1, 6).u_m_per_s, pond->cell(1, 6).v_m_per_s);
    // The weights 2/3 + 2/6 of a float equilibrium sum to 1 + 3e-8, and each step takes 1/tau of
    // it.
    EXPECT_NEAR(speed / std::hypot(0.3, 0.1), 1.0, kSteps * 3e-8 / 0.6);
}

// A stress C_w |w| w over water of depth h: u = C_w |w| w t/h.
TEST(Wind, SpeedsUpStillWaterByItsStress) {
    for (const double depth : {0.5, 1.5}) {
        PondDesc desc = channel(depth);
        desc.courant = 0.2;
        desc.wind_m_per_s = {12.0, 5.0};
        Pond<double> pond(desc);
        pond.step(1000);
        const double time_s = 1000 * pond->units().step_s;
        const double gain = kWindDrag * 13.0 * time_s / depth;
        EXPECT_NEAR(pond->cell(1, 1).u_m_per_s, gain * 12.0, 1e-6 * gain * 12.0);
        EXPECT_NEAR(pond->cell(1, 1).v_m_per_s, gain * 5.0, 1e-6 * gain * 5.0);
    }
}

}  // namespace
}  // namespace tarn::shallow
