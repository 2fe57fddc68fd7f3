#include "coupling/spheres.hpp"

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

HullForce force_on(std::span<const SphereProxy> spheres, const Pose& pose,
                   const WaterSampler& water, const bodies::Motion& motion = {}) {
    SphereWorkspace workspace;
    return sphere_forces(spheres, pose, motion, water, kWater, {}, workspace);
}

TEST(Spheres, OneBallDisplacesItsCap) {
    const SphereProxy ball = whole_sphere(0.5);
    for (const double c : {0.0, 0.1, 0.3, 0.5, 0.8, 1.0, 1.5}) {
        const HullForce force = force_on(
            std::span(&ball, 1), {.centre_m = {0, 0, 0.5 - c}, .turn = {}}, test::still_water(0.0));
        const double cap_m = std::min(c, 1.0);
        EXPECT_NEAR(force.submerged_m3, std::numbers::pi * cap_m * cap_m * (1.5 - cap_m) / 3.0,
                    1e-15);
    }
}

TEST(Spheres, BuoyancyOfHalfABallActsThreeEighthsOfItsRadiusBelowItsCentre) {
    SphereProxy ball = whole_sphere(0.5);
    ball.centre_m = {0.0, 2.0, 0.0};
    // Tilted by a quarter turn the arm of the ball is vertical, and the torque is zero; level with
    // the surface it is the force times two metres.
    const HullForce level =
        force_on(std::span(&ball, 1), {.centre_m = {0, 0, 0}, .turn = {}}, test::still_water(0.0));
    EXPECT_NEAR(level.buoyancy.torque_nm.x, 2.0 * level.buoyancy.force_n.z, 1e-10);
    EXPECT_NEAR(level.buoyancy.torque_nm.y, 0.0, 1e-10);
}

TEST(Spheres, DragOfABallDoesNotVanishUnderWater) {
    const SphereProxy ball = whole_sphere(0.5);
    const bodies::Motion motion = {.velocity_m_per_s = {2.0, 0.0, 0.0}, .spin_rad_per_s = {}};
    const HullForce deep = force_on(std::span(&ball, 1), {.centre_m = {0, 0, -5}, .turn = {}},
                                    test::still_water(0.0), motion);
    EXPECT_NEAR(deep.flow.force_n.x, -0.5 * 1000.0 * std::numbers::pi * 0.25 * 4.0, 1e-9);
    // A circle of radius sqrt(r^2 - h^2) where the centre stands h above the level.
    const HullForce high = force_on(std::span(&ball, 1), {.centre_m = {0, 0, 0.3}, .turn = {}},
                                    test::still_water(0.0), motion);
    EXPECT_NEAR(high.flow.force_n.x, -0.5 * 1000.0 * std::numbers::pi * 0.16 * 4.0, 1e-9);
}

/// A boat with a pointed bow, a raked stern and a flat floor, 3.2 x 1.2 x 0.43 m.
TriangleMesh boat() {
    const std::vector<Vec3> corners_m = {{-1.6, -0.5, 0.43}, {-1.6, 0.5, 0.43}, {-1.4, -0.35, 0.0},
                                         {-1.4, 0.35, 0.0},  {0.2, -0.6, 0.43}, {0.2, 0.6, 0.43},
                                         {0.5, -0.4, 0.0},   {0.5, 0.4, 0.0},   {1.6, 0.0, 0.43},
                                         {1.2, 0.0, 0.0}};
    const TriangleMesh mesh = bodies::convex_hull_mesh(corners_m).value();
    return bodies::seen_from(mesh, bodies::solid_integrals(mesh).centre_m);
}

/// Height of the lowest point below the level at which the water carries a weight.
template <class ForceAt>
double draft_m(const TriangleMesh& mesh, double weight_n, ForceAt&& force_at) {
    double bottom_m = 0.0, low_m = -2.0, high_m = 2.0;
    for (const Vec3& p : mesh.positions_m) bottom_m = std::min(bottom_m, p.z);
    for (int k = 0; k < 50; ++k) {
        const double middle_m = 0.5 * (low_m + high_m);
        (force_at(middle_m).buoyancy.force_n.z > weight_n ? low_m : high_m) = middle_m;
    }
    return -(low_m + bottom_m);
}

TEST(Spheres, FittedOnesHaveTheVolumeAndTheDraftOfTheMesh) {
    const TriangleMesh meshes[] = {boat(), bodies::sphere_mesh(0.5),
                                   bodies::box_mesh({2.0, 1.0, 0.5}),
                                   bodies::cylinder_mesh(0.3, 1.5)};
    for (const TriangleMesh& mesh : meshes) {
        const auto spheres = fit_spheres(mesh);
        const double volume_m3 = bodies::solid_integrals(mesh).volume_m3;
        double sum_m3 = 0.0;
        for (const SphereProxy& sphere : spheres) sum_m3 += sphere.volume_m3;
        EXPECT_NEAR(sum_m3 / volume_m3, 1.0, 1e-12);
        EXPECT_LT(spheres.size(), 2000u);
        for (const double ratio : {0.2, 0.3, 0.5, 0.7}) {
            const double weight_n = 9810.0 * ratio * volume_m3;
            TriangleWorkspace workspace;
            const double by_triangles_m = draft_m(mesh, weight_n, [&](double z_m) {
                return triangle_forces(mesh, {.centre_m = {0, 0, z_m}, .turn = {}}, {},
                                       test::still_water(0.0), kWater, {}, workspace);
            });
            const double by_spheres_m = draft_m(mesh, weight_n, [&](double z_m) {
                return force_on(spheres, {.centre_m = {0, 0, z_m}, .turn = {}},
                                test::still_water(0.0));
            });
            // What the thesis asks of its proxies.
            EXPECT_NEAR(by_spheres_m / by_triangles_m, 1.0, 0.02)
                << ratio << " of mesh with " << mesh.triangles.size() << " triangles, "
                << spheres.size() << " spheres";
        }
    }
}

TEST(Spheres, FittedOnesRightABoat) {
    // Half of a boat's volume in the water, heeled by 10 degrees: both turn it back alike.
    const TriangleMesh mesh = boat();
    const auto spheres = fit_spheres(mesh);
    const Pose heeled = {.centre_m = {0, 0, 0},
                         .turn = turn_by({10.0 * std::numbers::pi / 180.0, 0, 0})};
    TriangleWorkspace workspace;
    const HullForce triangles =
        triangle_forces(mesh, heeled, {}, test::still_water(0.0), kWater, {}, workspace);
    const HullForce balls = force_on(spheres, heeled, test::still_water(0.0));
    EXPECT_LT(triangles.buoyancy.torque_nm.x, 0.0);
    // Columns of an eleventh of its width: a few per cent.
    EXPECT_NEAR(balls.buoyancy.torque_nm.x / triangles.buoyancy.torque_nm.x, 1.0, 0.1);
}

TEST(Spheres, FittedOnesFeelAFlowAsTheHullDoes) {
    const TriangleMesh mesh = bodies::box_mesh({2.0, 1.0, 0.5});
    const auto spheres = fit_spheres(mesh);
    const bodies::Motion motion = {.velocity_m_per_s = {2.0, 0.0, 0.0}, .spin_rad_per_s = {}};
    const HullForce force =
        force_on(spheres, {.centre_m = {0, 0, -3}, .turn = {}}, test::still_water(0.0), motion);
    // rho/2 A v^2 with A = 0.5 m2. Blocks along edges look askew and feel less by the angle.
    EXPECT_NEAR(force.flow.force_n.x / (-0.5 * 1000.0 * 0.5 * 4.0), 1.0, 0.25);
    // Columns that begin half a block lower are not mirrored: lift does not cancel to rounding.
    EXPECT_NEAR(force.flow.force_n.y / force.flow.force_n.x, 0.0, 0.01);
}

}  // namespace
}  // namespace tarn::coupling
