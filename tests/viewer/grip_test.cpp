// The hand holds what it holds, and the helm takes its time.
#include "viewer/grip.hpp"

#include "base/rotation.hpp"
#include "viewer/helmsman.hpp"
#include "viewer/pace.hpp"

#include <gtest/gtest.h>

namespace tarn::viewer {
namespace {

/// A ball in the air, without weight.
BodyReport ball(double mass_kg) {
    BodyReport body;
    body.mass_kg = mass_kg;
    body.least_inertia_kg_m2 = 0.4 * mass_kg * 0.25;
    body.centre_m = {1.0, 2.0, 3.0};
    return body;
}

/// One step of a free body with equal moments under a force at a point.
void move(BodyReport& body, Vec3 force_n, Vec3 at_m) {
    const double inertia = body.least_inertia_kg_m2;
    const Vec3 torque = cross(at_m - body.centre_m, force_n);
    body.velocity_m_per_s = body.velocity_m_per_s + (kStep_s / body.mass_kg) * force_n;
    body.spin_rad_per_s = body.spin_rad_per_s + (kStep_s / inertia) * torque;
    body.centre_m = body.centre_m + kStep_s * body.velocity_m_per_s;
    const auto& [w, x, y, z] = body.pose.turn;
    const Quaternion q =
        normalized(turn_by(kStep_s * body.spin_rad_per_s) * Quaternion{w, x, y, z});
    body.pose.turn = {q.w, q.x, q.y, q.z};
}

TEST(Grip, BringsThePointToTheHandAndRestsThere) {
    for (const double mass_kg : {1e-3, 1.0, 1e5}) {
        BodyReport body = ball(mass_kg);
        Grip grip(0, body, body.centre_m + Vec3{0.3, 0.0, 0.4});
        EXPECT_LT(length(grip.force_n(body, 0.0)), 1e-12 * mass_kg) << "the hand has not moved yet";
        const Vec3 hand = {2.0, 1.5, 3.5};
        grip.pull_to(hand);
        double farthest_m = 0.0;
        for (int k = 0; k < 600; ++k) {
            move(body, grip.force_n(body, 0.0), grip.held_m(body));
            farthest_m = std::max(farthest_m, length(grip.held_m(body) - hand));
        }
        // Ten seconds are 19 oscillations of a spring that loses most of its motion in each.
        // Without air or water the ball goes on turning about the point, which the spring holds
        // against that: its radius is 0.5 m.
        EXPECT_LT(length(grip.held_m(body) - hand), 0.05) << mass_kg;
        EXPECT_LT(farthest_m, 1.5) << "it was 1.2 m away and never far beyond";
    }
}

// A mast is held at its top, far from a keel that is nearly all of the mass.
TEST(Grip, HoldsTheEndOfALongArm) {
    for (const double arm_over_gyration : {2.0, 5.0, 8.0, 30.0}) {
        BodyReport body = ball(100.0);
        const double arm_m = 3.0;
        body.least_inertia_kg_m2 =
            body.mass_kg * (arm_m / arm_over_gyration) * (arm_m / arm_over_gyration);
        Grip grip(0, body, body.centre_m + Vec3{0.0, 0.0, arm_m});
        grip.pull_to(body.centre_m + Vec3{0.5, 0.2, arm_m});
        for (int k = 0; k < 1200; ++k) {
            move(body, grip.force_n(body, 0.0), grip.held_m(body));
            ASSERT_LT(length(grip.held_m(body) - grip.hand_m()), 4.0 * arm_m)
                << arm_over_gyration << " after " << k << " steps";
        }
        // In twenty seconds, without anything else that slows it down.
        EXPECT_LT(length(body.velocity_m_per_s), 0.5) << arm_over_gyration;
    }
}

TEST(Grip, PullsWithinItsStrengthAndHarderWhereWaterIsDisplaced) {
    BodyReport body = ball(10.0);
    Grip grip(0, body, body.centre_m);
    grip.pull_to({1e6, 0.0, 0.0});
    EXPECT_NEAR(length(grip.force_n(body, 0.0)), 40.0 * 10.0, 1e-6);
    body.submerged_m3 = 0.09;
    EXPECT_NEAR(length(grip.force_n(body, 0.0)), 40.0 * 100.0, 1e-6);
}

TEST(Grip, CarriesTheWeightThatTheWaterDoesNot) {
    BodyReport body = ball(10.0);
    const Grip grip(0, body, body.centre_m);
    EXPECT_NEAR(grip.force_n(body, 9.81).z, 98.1, 1e-9);
    body.submerged_m3 = 0.01;
    EXPECT_NEAR(grip.force_n(body, 9.81).z, 0.0, 1e-9) << "it floats by itself";
    body.submerged_m3 = 0.02;
    EXPECT_NEAR(grip.force_n(body, 9.81).z, -98.1, 1e-9) << "it is held under";
}

TEST(Helmsman, TheSceneSteersUntilSomebodyDoes) {
    Helmsman helmsman;
    const BodyHelm scene = {.throttle = 1.0, .rudder_rad = 0.4, .sheet_rad = 0.2};
    EXPECT_FALSE(helmsman.advance({}, scene, kStep_s));
    const auto first = helmsman.advance({.ahead = 1.0, .port = 1.0}, scene, kStep_s);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->throttle, 1.0);
    EXPECT_GT(first->rudder_rad, 0.4);
    EXPECT_EQ(first->sheet_rad, 0.2);
    // Without a hand on it all goes back to the middle, and then nothing changes any more.
    std::optional<BodyHelm> last = first;
    int changes = 0;
    while (const auto helm = helmsman.advance({}, scene, kStep_s)) {
        ASSERT_LT(++changes, 1000);
        last = helm;
    }
    EXPECT_EQ(last->throttle, 0.0);
    EXPECT_EQ(last->rudder_rad, 0.0);
    helmsman.leave();
    EXPECT_FALSE(helmsman.leave()) << "nobody had it";
    EXPECT_FALSE(helmsman.advance({}, scene, kStep_s));
}

// The camera goes to another boat while a key is held.
TEST(Helmsman, LeavesNoBoatUnderWay) {
    Helmsman helmsman;
    const BodyHelm scene = {.throttle = 1.0, .rudder_rad = 0.4, .sheet_rad = 0.2};
    ASSERT_TRUE(helmsman.advance({.ahead = 1.0, .port = -1.0}, scene, kStep_s));
    const auto left = helmsman.leave();
    ASSERT_TRUE(left);
    EXPECT_EQ(left->throttle, 0.0);
    EXPECT_EQ(left->rudder_rad, 0.0);
    EXPECT_EQ(left->sheet_rad, 0.2);
}

TEST(Helmsman, StaysWithinWhatABoatHas) {
    Helmsman helmsman;
    BodyHelm helm;
    for (int k = 0; k < 600; ++k)
        if (const auto next = helmsman.advance({.ahead = -5.0, .port = -5.0}, {}, kStep_s))
            helm = *next;
    EXPECT_NEAR(helm.throttle, -0.6, 1e-12);
    EXPECT_NEAR(helm.rudder_rad, -35.0 * 3.14159265358979 / 180.0, 1e-9);
}

}  // namespace
}  // namespace tarn::viewer
