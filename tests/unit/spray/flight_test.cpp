// The flight of drops against exact solutions.
#include "spray/flight.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tarn::spray {
namespace {

/// A wide plane far below.
struct Ground {
    std::vector<float> level_m, depth_m, still;
    int n;
    explicit Ground(float height_m, int cells = 8)
        : level_m(std::size_t(cells * cells), height_m),
          depth_m(level_m.size(), 1.0f),
          still(level_m.size(), 0.0f),
          n(cells) {}
    SurfaceBelow view(float cell_m = 10.0f) const {
        return {level_m.data(), depth_m.data(), still.data(), still.data(), n, n, cell_m, 0.0};
    }
};

Drop drop_at(float x, float y, float z, float radius_m = 0.002f) {
    Drop drop;
    drop.volume = 1;
    drop.radius_m = radius_m;
    drop.at_m[0] = x;
    drop.at_m[1] = y;
    drop.at_m[2] = z;
    return drop;
}

/// Speed of a fall from rest after `time_s`, in steps of `step_s`.
double speed_after(double time_s, double step_s) {
    const FlightRules rules;
    const Ground ground(-1000.0f);
    Drop drop = drop_at(40.0f, 40.0f, 0.0f);
    for (int k = 0; k < int(std::lround(time_s / step_s)); ++k)
        EXPECT_EQ(fly(rules, ground.view(), float(step_s), drop).fate, Fate::Flying);
    return -double(drop.velocity_m_per_s[2]);
}

// v = v_T tanh(g t / v_T), with v_T^2 = 8 r g rho_w / (3 C_D rho_a) (THESIS 3.79 with the ratio of
// densities that it leaves out).
double exact_speed(double time_s, double radius_m) {
    const double terminal = std::sqrt(8.0 * radius_m * 9.81 * 1000.0 / (3.0 * 0.47 * 1.2));
    return terminal * std::tanh(9.81 * time_s / terminal);
}

TEST(Flight, ADropFallsAsTheExactCurveSays) {
    for (const double time_s : {0.2, 0.5, 1.0, 2.0})
        EXPECT_NEAR(speed_after(time_s, 0.01) / exact_speed(time_s, 0.002), 1.0, 1e-3) << time_s;
}

TEST(Flight, IsOfSecondOrder) {
    const double exact = exact_speed(0.8, 0.002);
    const double coarse = std::abs(speed_after(0.8, 0.2) - exact),
                 fine = std::abs(speed_after(0.8, 0.1) - exact);
    // 2^1.8: the error of a coarse step has terms of higher order too.
    EXPECT_GT(coarse / fine, 3.5);
}

TEST(Flight, EndsAtTheTerminalSpeed) {
    EXPECT_NEAR(speed_after(20.0, 0.02) / exact_speed(20.0, 0.002), 1.0, 1e-3);
}

TEST(Flight, WithoutDragAFountainRisesToVSquaredOverTwoG) {
    FlightRules rules;
    rules.drag = 0.0f;
    const Ground ground(-10.0f);
    Drop drop = drop_at(40.0f, 40.0f, 0.0f);
    drop.velocity_m_per_s[2] = 12.0f;
    float highest_m = 0.0f;
    for (int k = 0; k < 200; ++k) {
        if (fly(rules, ground.view(), 0.01f, drop).fate != Fate::Flying) break;
        highest_m = std::max(highest_m, drop.at_m[2]);
    }
    EXPECT_NEAR(double(highest_m) / (144.0 / (2.0 * 9.81)), 1.0, 1e-3);
}

TEST(Flight, LandsInTheCellBelow) {
    const Ground ground(0.0f);
    Drop drop = drop_at(35.0f, 17.0f, 0.05f);
    drop.velocity_m_per_s[2] = -3.0f;
    const Landing end = fly({}, ground.view(), 0.1f, drop);
    EXPECT_EQ(end.fate, Fate::Landed);
    EXPECT_EQ(end.cell, 1 * 8 + 3);
}

TEST(Flight, WallsThrowBackAndOpenEdgesLetGo) {
    const Ground ground(-100.0f);
    for (const Border border : {Border::Wall, Border::Open, Border::Periodic}) {
        FlightRules rules;
        rules.drag = 0.0f;
        for (Border& b : rules.borders) b = border;
        Drop drop = drop_at(79.9f, 40.0f, 0.0f);
        drop.velocity_m_per_s[0] = 20.0f;
        const Landing end = fly(rules, ground.view(), 0.1f, drop);
        EXPECT_EQ(end.fate, border == Border::Open ? Fate::Left : Fate::Flying);
        if (border == Border::Wall) {
            EXPECT_LT(drop.at_m[0], 80.0f);
            EXPECT_NEAR(drop.velocity_m_per_s[0], -20.0f * kBounce, 1e-5f);
        }
        if (border == Border::Periodic) {
            EXPECT_NEAR(drop.at_m[0], 1.9f, 1e-4f);
        }
    }
}

// Whatever the speed, a drop does not end inside a solid, and it ends somewhere.
TEST(Flight, NoSpeedTakesADropThroughASolid) {
    Ground ground(0.0f, 16);
    for (std::size_t row = 0; row < 16; ++row) ground.depth_m[row * 16 + 8] = exchange::kSolidDepth;
    for (const float speed : {5.0f, 50.0f, 500.0f}) {
        FlightRules rules;
        Drop drop = drop_at(7.5f, 8.0f, 1.0f);
        drop.velocity_m_per_s[0] = speed;
        const Landing end = fly(rules, ground.view(1.0f), 0.02f, drop);
        EXPECT_NE(end.fate, Fate::Left);
        EXPECT_LT(drop.at_m[0], 8.0f) << speed;
    }
}

// As an emitter at the border may place it: its way into a hull begins over no cell at all.
TEST(Flight, ADropFromBeyondTheBorderMeetsTheHullBesideIt) {
    const Ground ground(-100.0f);
    HullMotion motion = {};
    std::vector<std::int32_t> hull(64, 0);
    const std::vector<float> under(64, -1.0f), top(64, 5.0f);
    FlightRules rules;
    for (const float beyond : {-1.0f, -1000.0f}) {
        Drop drop = drop_at(beyond, beyond, 1.0f);
        for (int k = 0; k < 2; ++k) drop.velocity_m_per_s[k] = (5.0f - beyond) / 0.1f;
        const Landing end = fly(rules, ground.view(), 0.1f, drop,
                                {{}, {hull.data(), under.data(), top.data(), &motion}});
        EXPECT_NE(end.fate, Fate::Landed);
        EXPECT_TRUE(std::isfinite(drop.at_m[0]) && std::isfinite(drop.velocity_m_per_s[0]));
    }
}

// Over a periodic border as anywhere else: thrown back to where it came from, and the hull gets its
// momentum, at an arm on its own side of the grid.
TEST(Flight, AHullBehindAPeriodicBorderThrowsDropsBack) {
    const Ground ground(-100.0f);
    const std::vector<float> under(64, -1.0f), top(64, 5.0f);
    FlightRules rules;
    rules.drag = 0.0f;
    for (Border& border : rules.borders) border = Border::Periodic;
    for (const bool is_at_end : {true, false}) {
        std::vector<std::int32_t> hull(64, -1);
        for (std::size_t row = 0; row < 8; ++row) hull[row * 8 + (is_at_end ? 7 : 0)] = 0;
        HullMotion motion = {};
        motion.centre_m[0] = is_at_end ? 75.0f : 5.0f;
        motion.centre_m[1] = 45.0f;
        Drop drop = drop_at(is_at_end ? 0.5f : 79.5f, 40.0f, 2.0f);
        drop.volume = 1000;
        const float speed = is_at_end ? -20.0f : 20.0f;
        drop.velocity_m_per_s[0] = speed;
        fly(rules, ground.view(), 0.1f, drop,
            {{}, {hull.data(), under.data(), top.data(), &motion}});
        EXPECT_FLOAT_EQ(drop.velocity_m_per_s[0], -HullsAbove::kBounce * speed);
        EXPECT_EQ(motion.given[0], std::int64_t(1000.0f * 1.2f * speed));
        // About z by the arm along y, which is -5 m: -y p_x.
        EXPECT_EQ(motion.given[5], std::int64_t(5.0f * 1000.0f * 1.2f * speed));
        EXPECT_NEAR(drop.at_m[0], is_at_end ? 0.5f : 79.5f, 1e-4f);
    }
}

TEST(Flight, ADropThatNeverComesDownEndsAfterItsLifetime) {
    FlightRules rules;
    rules.gravity_m_per_s2 = 1e-6f;
    rules.lifetime_s = 2.0f;
    const Ground ground(0.0f);
    Drop drop = drop_at(40.0f, 40.0f, 5.0f);
    drop.velocity_m_per_s[2] = 100.0f;
    Landing end;
    int steps = 0;
    while ((end = fly(rules, ground.view(), 0.1f, drop)).fate == Fate::Flying && steps < 100)
        ++steps;
    EXPECT_EQ(end.fate, Fate::Landed);
    EXPECT_NEAR(steps, 20, 1);
}

}  // namespace
}  // namespace tarn::spray
