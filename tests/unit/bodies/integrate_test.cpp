#include "bodies/integrate.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"
#include "support/make_body.hpp"

#include <gtest/gtest.h>

namespace tarn::bodies {
namespace {

TEST(Integrate, ATumblingBodyKeepsItsAngularMomentumAndAlmostItsEnergy) {
    // About the middle axis of a box turning is unstable: it tumbles, as a tennis racket does.
    const Body body = test::box({0.3, 0.2, 0.05});
    Pose pose;
    Motion motion = {.velocity_m_per_s = {}, .spin_rad_per_s = {0.01, 10.0, 0.0}};
    const auto momentum = [&] {
        return turned(body.mass.inertia_kg_m2, pose.turn) * motion.spin_rad_per_s;
    };
    const Vec3 before = momentum();
    const double energy_before = dot(before, motion.spin_rad_per_s);
    double least_y = 10.0;
    for (int k = 0; k < 2000; ++k) {
        move(body.mass, 0.002, pose, motion);
        const Vec3 in_body = transposed(matrix_of(pose.turn)) * motion.spin_rad_per_s;
        least_y = std::min(least_y, in_body.y);
    }
    EXPECT_LT(least_y, -9.0);
    // Second order: (spin * step)^2 / 12 = 3e-5 per radian, over 40 rad and no growth.
    EXPECT_LE(dot(momentum(), motion.spin_rad_per_s), energy_before * (1.0 + 1e-12));
    EXPECT_NEAR(dot(momentum(), motion.spin_rad_per_s) / energy_before, 1.0, 2e-3);
    EXPECT_NEAR(length(momentum() - before) / length(before), 0.0, 1e-3);
}

TEST(Integrate, ASphereTurnsByItsSpin) {
    const Body body = test::ball(0.2);
    Pose pose;
    Motion motion = {.velocity_m_per_s = {1.0, 0.0, -2.0}, .spin_rad_per_s = {0.0, 0.0, 0.5}};
    MassProperties mass = body.mass;
    mass.inertia_kg_m2 = diagonal({1.0, 1.0, 1.0});
    for (int k = 0; k < 100; ++k) move(mass, 0.01, pose, motion);
    // A hundred steps of rounding.
    EXPECT_NEAR(pose.centre_m.x, 1.0, 1e-13);
    EXPECT_NEAR(pose.centre_m.z, -2.0, 1e-13);
    const Vec3 x = matrix_of(pose.turn) * Vec3{1.0, 0.0, 0.0};
    EXPECT_NEAR(x.x, elementary::cosine(0.5), 1e-13);
    EXPECT_NEAR(x.y, elementary::sine(0.5), 1e-13);
}

TEST(Integrate, WhatSpinsFasterThanStepsStaysFinite) {
    const Body body = test::box({0.3, 0.2, 0.05});
    Pose pose;
    Motion motion = {.velocity_m_per_s = {}, .spin_rad_per_s = {9e3, -5e3, 2e3}};
    const double before = length(motion.spin_rad_per_s);
    for (int k = 0; k < 1000; ++k) move(body.mass, 0.01, pose, motion);
    EXPECT_LE(length(motion.spin_rad_per_s), 20.0 * before);
    EXPECT_NEAR(determinant(matrix_of(pose.turn)), 1.0, 1e-12);
}

}  // namespace
}  // namespace tarn::bodies
