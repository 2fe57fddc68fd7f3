#include "bodies/actuators.hpp"

#include "base/vector.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::bodies {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

TEST(Thruster, PushesAlongItsAxisAndFadesTowardsItsTopSpeed) {
    const Thruster thruster = {.at_m = {-2, 0, 0}, .thrust_n = 100.0, .top_speed_m_per_s = 5.0};
    const Pose turned = {.centre_m = {}, .turn = turn_by({0, 0, 90.0 * kDegree})};
    const Stream still = {};
    EXPECT_NEAR(thrust_of(thruster, 1.0, turned, {}, still).force_n.y, 100.0, 1e-12);
    EXPECT_NEAR(thrust_of(thruster, -0.5, turned, {}, still).force_n.y, -50.0, 1e-12);
    EXPECT_NEAR(thrust_of(thruster, 7.0, turned, {}, still).force_n.y, 100.0, 1e-12);
    const Motion ahead = {.velocity_m_per_s = {0, 2.5, 0}, .spin_rad_per_s = {}};
    EXPECT_NEAR(thrust_of(thruster, 1.0, turned, ahead, still).force_n.y, 50.0, 1e-12);
    const Motion fast = {.velocity_m_per_s = {0, 9.0, 0}, .spin_rad_per_s = {}};
    EXPECT_EQ(thrust_of(thruster, 1.0, turned, fast, still).force_n.y, 0.0);
    EXPECT_EQ(thrust_of(thruster, 1.0, {}, {}, {.velocity_m_per_s = {}, .density_kg_per_m3 = 0.0})
                  .force_n.x,
              0.0);
}

TEST(Thruster, BesideTheCentreItTurnsTheBody) {
    const Thruster thruster = {.at_m = {-2, 0.5, 0}, .thrust_n = 100.0};
    EXPECT_NEAR(thrust_of(thruster, 1.0, {}, {}, {}).torque_nm.z, -50.0, 1e-12);
}

TEST(Foil, ARudderAtTheSternTurnsABoat) {
    const Foil rudder = {.at_m = {-3, 0, 0}, .area_m2 = 0.1};
    const Motion ahead = {.velocity_m_per_s = {4, 0, 0}, .spin_rad_per_s = {}};
    // Straight ahead it only rubs: 0.01 of rho/2 A v^2.
    const Wrench straight = foil_force(rudder, 0.0, {}, ahead, {});
    EXPECT_NEAR(straight.force_n.x, -0.01 * 0.5 * 1000.0 * 0.1 * 16.0, 1e-12);
    EXPECT_NEAR(straight.torque_nm.z, 0.0, 1e-12);
    // Its trailing edge to the left, the chord pointing to the right: the bow goes left.
    const Wrench left = foil_force(rudder, -10.0 * kDegree, {}, ahead, {});
    EXPECT_LT(left.force_n.x, straight.force_n.x);
    EXPECT_LT(left.force_n.y, 0.0);
    EXPECT_GT(left.torque_nm.z, 0.0);
    const Wrench right = foil_force(rudder, 10.0 * kDegree, {}, ahead, {});
    EXPECT_NEAR(right.torque_nm.z, -left.torque_nm.z, 1e-9);
}

TEST(Foil, SmallAnglesLiftAsThinFoilsDo) {
    // 2 pi a rho/2 A v^2.
    const Foil plate = {.at_m = {}, .area_m2 = 2.0};
    const Motion ahead = {.velocity_m_per_s = {3, 0, 0}, .spin_rad_per_s = {}};
    const double a = 0.001;
    const Wrench force = foil_force(plate, a, {}, ahead, {});
    EXPECT_NEAR(force.force_n.y / (2.0 * std::numbers::pi * a * 0.5 * 1000.0 * 2.0 * 9.0), 1.0,
                0.003);
}

TEST(Foil, ASailDrivesABoatAcrossTheWindAndNeverTakesMoreThanTheWindGives) {
    // Wind from the side; the sail halfway between wind and keel.
    const Foil sail = {.at_m = {0, 0, 5}, .area_m2 = 20.0};
    const Stream wind = {.velocity_m_per_s = {0, -8, 0},
                         .density_kg_per_m3 = kAirDensity_kg_per_m3};
    const Wrench force = foil_force(sail, 45.0 * kDegree, {}, {}, wind);
    EXPECT_GT(force.force_n.x, 50.0);
    EXPECT_LT(force.force_n.y, 0.0);
    EXPECT_GT(force.torque_nm.x, 0.0);
    for (int k = 0; k < 36; ++k) {
        const Motion motion = {.velocity_m_per_s = {3, 1, 0}, .spin_rad_per_s = {}};
        const Wrench drag = foil_force(sail, 10.0 * k * kDegree, {}, motion,
                                       {.velocity_m_per_s = {}, .density_kg_per_m3 = 1.2});
        EXPECT_LT(dot(drag.force_n, motion.velocity_m_per_s), 0.0);
    }
}

}  // namespace
}  // namespace tarn::bodies
