#include "coupling/triangles.hpp"

#include "support/make_body.hpp"
#include "support/still_water.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tarn::coupling {
namespace {

using bodies::Pose;

constexpr Liquid kWater = {.density_kg_per_m3 = 1000.0, .gravity_m_per_s2 = 9.81};
constexpr double kWeight_n_per_m3 = 9810.0;
// Sums over up to 1,280 triangles of some twenty operations each.
constexpr double kRounding = 1e-12;

HullForce force_on(const TriangleMesh& mesh, const Pose& pose, const WaterSampler& water,
                   const bodies::Motion& motion = {}) {
    TriangleWorkspace workspace;
    return triangle_forces(mesh, pose, motion, water, kWater, {}, workspace);
}

TEST(Triangles, ArchimedesHoldsForHullsAtAnyPose) {
    const TriangleMesh meshes[] = {bodies::sphere_mesh(0.5), bodies::box_mesh({1.0, 0.6, 0.4}),
                                   bodies::cylinder_mesh(0.3, 1.0)};
    for (const TriangleMesh& mesh : meshes)
        for (int k = 0; k < 10; ++k) {
            const Pose under = {.centre_m = {0.3, -2.0, -3.0},
                                .turn = turn_by({0.3 * k, 0.2, -k * 0.1})};
            const double volume_m3 = bodies::solid_integrals(mesh).volume_m3;
            const HullForce force = force_on(mesh, under, test::still_water(0.0));
            EXPECT_NEAR(force.buoyancy.force_n.z / (kWeight_n_per_m3 * volume_m3), 1.0, kRounding);
            EXPECT_NEAR(force.buoyancy.force_n.x, 0.0, 1e4 * kRounding);
            EXPECT_NEAR(force.buoyancy.torque_nm.x, 0.0, 1e4 * kRounding);
            EXPECT_NEAR(force.buoyancy.torque_nm.y, 0.0, 1e4 * kRounding);
            EXPECT_NEAR(force.submerged_m3, volume_m3, kRounding);
        }
}

TEST(Triangles, AFloatingBoxIsHeldByTheWaterItDisplaces) {
    // 0.25 m of a box of 1.0 x 0.6 m in the water, and nothing sideways.
    const HullForce force =
        force_on(bodies::box_mesh({1.0, 0.6, 0.4}), {.centre_m = {5.0, 7.0, 0.95}, .turn = {}},
                 test::still_water(1.0));
    EXPECT_NEAR(force.buoyancy.force_n.z, kWeight_n_per_m3 * 0.15, 1e4 * kRounding);
    EXPECT_NEAR(force.buoyancy.force_n.x, 0.0, 1e4 * kRounding);
    EXPECT_NEAR(force.wet_area_m2, 0.6 + 0.25 * 3.2, kRounding);
}

TEST(Triangles, ASphereAndALyingCylinderHaveTheDraftOfTheirFormula) {
    // Sphere at level c above its bottom: pi c^2 (3 r - c)/3.
    const double r = 0.5, c = 0.35;
    const auto sphere = bodies::sphere_mesh(r, bodies::SphereDetail::Triangles1280);
    const HullForce force =
        force_on(sphere, {.centre_m = {0.0, 0.0, r - c}, .turn = {}}, test::still_water(0.0));
    // The mesh lies within 0.4 % of the sphere's radius.
    EXPECT_NEAR(force.submerged_m3 / (std::numbers::pi * c * c * (3.0 * r - c) / 3.0), 1.0, 0.01);
    // A cylinder that lies half under water displaces half of it, by symmetry.
    const HullForce half =
        force_on(bodies::cylinder_mesh(0.3, 1.0),
                 {.centre_m = {0.0, 0.0, 0.0}, .turn = turn_by({0.5 * std::numbers::pi, 0.0, 0.0})},
                 test::still_water(0.0));
    EXPECT_NEAR(half.submerged_m3, 0.5 * std::numbers::pi * 0.09, 1e-12);
}

/// Righting arm of a box by the formula for upright sides, exact while no edge goes under or comes
/// out: GZ = sin(a) (GM + BM/2 tan(a)^2), BM = B^2/(12 T), GM = T/2 + BM - KG.
double righting_arm_m(double width_m, double draft_m, double mass_height_m, double heel_rad) {
    const double metacentre_m = width_m * width_m / (12.0 * draft_m);
    const double tangent = std::tan(heel_rad);
    return std::sin(heel_rad) *
           (0.5 * draft_m + metacentre_m - mass_height_m + 0.5 * metacentre_m * tangent * tangent);
}

TEST(Triangles, TheRightingArmOfABoxIsThatOfTheFormula) {
    const double length_m = 3.0, width_m = 2.0, height_m = 2.0, draft_m = 1.0, mass_height_m = 0.6;
    // Body axes begin in the centre of mass.
    const TriangleMesh mesh = bodies::seen_from(bodies::box_mesh({length_m, width_m, height_m}),
                                                {0.0, 0.0, mass_height_m - 0.5 * height_m});
    const double weight_n = kWeight_n_per_m3 * length_m * width_m * draft_m;
    for (const double degrees : {5.0, 10.0, 15.0, 20.0, 25.0, 30.0}) {
        const double heel_rad = degrees * std::numbers::pi / 180.0;
        double low_m = -2.0, high_m = 2.0;
        HullForce force;
        for (int k = 0; k < 60; ++k) {
            const double middle_m = 0.5 * (low_m + high_m);
            force =
                force_on(mesh, {.centre_m = {0, 0, middle_m}, .turn = turn_by({heel_rad, 0, 0})},
                         test::still_water(0.0));
            (force.buoyancy.force_n.z > weight_n ? low_m : high_m) = middle_m;
        }
        const double arm_m = -force.buoyancy.torque_nm.x / weight_n;
        const double expected_m = righting_arm_m(width_m, draft_m, mass_height_m, heel_rad);
        // Both are exact; the draft is found to 4 m over 2^60.
        EXPECT_NEAR(arm_m, expected_m, 1e-10) << degrees;
    }
}

TEST(Triangles, OnASlopeOfTheSurfaceTheWaterPushesDownhill) {
    // Pressure of a plane surface that rises by s: the force is rho g V (-s, 0, 1).
    const double slope = 0.1;
    const WaterSampler tilted = [&](std::span<const Vec2> points_m,
                                    std::span<WaterSample> samples) {
        for (std::size_t k = 0; k < samples.size(); ++k) samples[k].level_m = slope * points_m[k].x;
    };
    const TriangleMesh mesh = bodies::sphere_mesh(0.5);
    const HullForce force = force_on(mesh, {.centre_m = {0, 0, -1.0}, .turn = {}}, tilted);
    const double weight_n = kWeight_n_per_m3 * bodies::solid_integrals(mesh).volume_m3;
    EXPECT_NEAR(force.buoyancy.force_n.z, weight_n, 1e4 * kRounding);
    EXPECT_NEAR(force.buoyancy.force_n.x, -slope * weight_n, 1e4 * kRounding);
}

TEST(Triangles, ABodyThatDriftsWithTheWaterFeelsNoFlow) {
    const bodies::Motion motion = {.velocity_m_per_s = {0.7, -0.2, 0.0}, .spin_rad_per_s = {}};
    const HullForce force =
        force_on(bodies::box_mesh({1, 1, 1}), {.centre_m = {0, 0, 0}, .turn = {}},
                 test::still_water(0.2, {0.7, -0.2, 0.0}), motion);
    // Means of three equal velocities differ from them by a last digit; its square counts.
    EXPECT_LT(length(force.flow.force_n), 1e-25);
}

TEST(Triangles, DragOfAPlateIsThatOfItsFormulaAndTakesEnergy) {
    // The front of a cube at a right angle to its way: C_d rho/2 A v^2, its lee and sides nothing.
    const bodies::Motion motion = {.velocity_m_per_s = {2.0, 0.0, 0.0}, .spin_rad_per_s = {}};
    const HullForce force =
        force_on(bodies::box_mesh({1, 1, 1}), {.centre_m = {0, 0, -3.0}, .turn = {}},
                 test::still_water(0.0), motion);
    EXPECT_NEAR(force.flow.force_n.x, -0.5 * 1000.0 * 4.0, 1e4 * kRounding);
    EXPECT_NEAR(force.flow.force_n.y, 0.0, 1e4 * kRounding);
    for (int k = 0; k < 20; ++k) {
        const bodies::Motion any = {
            .velocity_m_per_s = {std::sin(1.0 * k), std::cos(2.0 * k), std::sin(3.0 * k)},
            .spin_rad_per_s = {}};
        const HullForce drag =
            force_on(bodies::sphere_mesh(0.4), {.centre_m = {0, 0, -0.1}, .turn = {}},
                     test::still_water(0.0), any);
        EXPECT_LT(dot(drag.flow.force_n, any.velocity_m_per_s), 0.0);
    }
}

TEST(Triangles, ADryHullFeelsNothing) {
    const HullForce force = force_on(bodies::sphere_mesh(0.5),
                                     {.centre_m = {0, 0, 2.0}, .turn = {}}, test::still_water(0.0));
    EXPECT_EQ(length(force.total().force_n), 0.0);
    EXPECT_EQ(force.submerged_m3, 0.0);
}

}  // namespace
}  // namespace tarn::coupling
