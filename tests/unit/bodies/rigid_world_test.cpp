#include "bodies/rigid_world.hpp"

#include "base/vector.hpp"
#include "support/make_body.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace tarn::bodies {
namespace {

using test::ball;
using test::box;
using test::capsule;
using test::cylinder;

constexpr double kStep_s = 0.005, kGravity = 9.81;

/// A flat bed at height 0 of 10 m by 10 m with walls around.
Ground flat_ground() {
    Ground ground = {.nx = 20, .ny = 20, .cell_m = 0.5};
    ground.bed_m.assign(400, 0.0);
    ground.is_wall = {true, true, true, true};
    return ground;
}

RigidWorld made(RigidWorldDesc desc) {
    auto world = RigidWorld::create(std::move(desc));
    EXPECT_TRUE(bool(world)) << world.error().message;
    return std::move(world.value());
}

PlacedBody placed(Body body, Vec3 at_m, Vec3 velocity_m_per_s = {}, Vec3 turn_rad = {}) {
    return {std::move(body), {at_m, turn_by(turn_rad)}, {velocity_m_per_s, {}}};
}

void run(RigidWorld& world, double time_s, std::span<const Wrench> wrenches = {}) {
    for (int k = 0; k < int(std::lround(time_s / kStep_s)); ++k) {
        world.solve_velocities(kStep_s, wrenches);
        world.move(kStep_s);
    }
}

TEST(RigidWorld, FreeFallIsThatOfTheFormula) {
    RigidWorld world =
        made({.ground = {}, .bodies = {placed(box({1, 2, 3}), {0, 0, 0}, {1, 0, 0})}});
    run(world, 1.0);
    const BodyState& state = world.state(0);
    // 200 additions of numbers of order 10.
    EXPECT_NEAR(state.motion.velocity_m_per_s.z, -kGravity, 1e-12);
    // Velocities first, then places: g t^2/2 (1 + 1/steps).
    EXPECT_NEAR(state.pose.centre_m.z, -0.5 * kGravity * (1.0 + 1.0 / 200.0), 1e-12);
    EXPECT_NEAR(state.pose.centre_m.x, 1.0, 1e-12);
}

TEST(RigidWorld, AWrenchAcceleratesByMassAndInertia) {
    RigidWorld world =
        made({.gravity_m_per_s2 = 0.0, .bodies = {placed(box({1, 2, 3}), {0, 0, 0})}});
    const MassProperties mass = world.body(0).mass;
    const Wrench wrench = {.force_n = {30.0, -20.0, 10.0}, .torque_nm = {5.0, 7.0, -3.0}};
    world.solve_velocities(kStep_s, std::span(&wrench, 1));
    const Motion& motion = world.state(0).motion;
    EXPECT_NEAR(motion.velocity_m_per_s.y, -20.0 * kStep_s / mass.mass_kg, 1e-15);
    EXPECT_NEAR(motion.spin_rad_per_s.x, 5.0 * kStep_s / mass.inertia_kg_m2.row[0].x, 1e-15);
    EXPECT_NEAR(motion.spin_rad_per_s.z, -3.0 * kStep_s / mass.inertia_kg_m2.row[2].z, 1e-15);
    EXPECT_EQ(world.state(0).pose.centre_m.x, 0.0);
}

TEST(RigidWorld, InertiaOfASkewedBodyActsAlongItsPrincipalAxes) {
    Body body = box({1, 2, 3});
    body.mass.inertia_kg_m2 = {
        {Vec3{900.0, 100.0, -50.0}, Vec3{100.0, 700.0, 80.0}, Vec3{-50.0, 80.0, 400.0}}};
    const Vec3 turn_rad = {0.3, -0.4, 0.5};
    RigidWorld world =
        made({.gravity_m_per_s2 = 0.0, .bodies = {placed(body, {0, 0, 0}, {}, turn_rad)}});
    const Wrench wrench = {.force_n = {}, .torque_nm = {5.0, 7.0, -3.0}};
    world.solve_velocities(1.0, std::span(&wrench, 1));
    const Mat3 turn = matrix_of(turn_by(turn_rad));
    const Vec3 expected =
        turn * (inverse(body.mass.inertia_kg_m2) * (transposed(turn) * wrench.torque_nm));
    EXPECT_NEAR(length(world.state(0).motion.spin_rad_per_s - expected), 0.0, 1e-16);
}

TEST(RigidWorld, EveryShapeComesToRestOnTheBedAndSleeps) {
    const std::pair<Body, double> rests[] = {{ball(0.3), 0.3},
                                             {box({0.6, 0.8, 0.4}), 0.2},
                                             {cylinder(0.3, 0.5), 0.25},
                                             {capsule(0.2, 0.8), 0.4}};
    for (const auto& [body, height_m] : rests) {
        RigidWorld world =
            made({.ground = flat_ground(), .bodies = {placed(body, {5, 5, height_m + 0.3})}});
        // A capsule on its end is not stable; it starts there and may fall over.
        run(world, 6.0);
        EXPECT_TRUE(world.is_asleep(0)) << int(body.shape.kind);
        EXPECT_EQ(length(world.state(0).motion.velocity_m_per_s), 0.0);
        if (body.shape.kind == ShapeKind::Capsule) continue;
        // A hundredth of its size: contacts stand open or overlap by less.
        EXPECT_NEAR(world.state(0).pose.centre_m.z, height_m, 0.006) << int(body.shape.kind);
    }
}

TEST(RigidWorld, ATiltedBoxFallsFlat) {
    RigidWorld world =
        made({.ground = flat_ground(),
              .bodies = {placed(box({0.6, 0.6, 0.6}), {5, 5, 0.6}, {}, {0.5, 0.3, 0.1})}});
    run(world, 4.0);
    EXPECT_NEAR(world.state(0).pose.centre_m.z, 0.3, 0.006);
    EXPECT_TRUE(world.is_asleep(0));
}

TEST(RigidWorld, AStackStandsAndWakesWhenItIsPushed) {
    RigidWorldDesc desc = {.ground = flat_ground()};
    for (int k = 0; k < 4; ++k)
        desc.bodies.push_back(placed(box({0.5, 0.5, 0.5}), {5, 5, 0.25 + 0.5 * k}));
    RigidWorld world = made(std::move(desc));
    run(world, 4.0);
    for (int k = 0; k < 4; ++k) {
        EXPECT_NEAR(world.state(k).pose.centre_m.z, 0.25 + 0.5 * k, 0.01) << k;
        EXPECT_NEAR(world.state(k).pose.centre_m.x, 5.0, 0.01) << k;
        EXPECT_TRUE(world.is_asleep(k)) << k;
    }
    std::vector<Wrench> wrenches(4);
    wrenches[3].force_n = {0.0, 0.0, 700.0};
    world.solve_velocities(kStep_s, wrenches);
    EXPECT_FALSE(world.is_asleep(3));
    EXPECT_GT(world.state(3).motion.velocity_m_per_s.z, 0.0);
}

TEST(RigidWorld, FrictionHoldsOnASlopeUpToItsAngle) {
    // A bed that rises by 0.4 per m; boxes with friction above and below that.
    const auto slid_m = [](double friction) {
        Ground ground = flat_ground();
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 20; ++x) ground.bed_m[std::size_t(20 * y + x)] = 0.4 * 0.5 * x;
        ground.friction = friction;
        Body body = box({0.5, 0.5, 0.5});
        body.material = {.friction = friction, .restitution = 0.0};
        ground.restitution = 0.0;
        const double angle_rad = std::atan(0.4), height_m = 0.4 * (5.0 - 0.25);
        RigidWorld world = made({.ground = ground,
                                 .bodies = {placed(body,
                                                   {5.0 - 0.25 * std::sin(angle_rad), 5.0,
                                                    height_m + 0.25 * std::cos(angle_rad)},
                                                   {}, {0.0, -angle_rad, 0.0})}});
        run(world, 1.0);
        return 5.0 - 0.25 * std::sin(angle_rad) - world.state(0).pose.centre_m.x;
    };
    EXPECT_LT(std::abs(slid_m(0.6)), 0.02);
    // g t^2/2 (sin a - mu cos a) cos a = 1.27 m along x in a second.
    EXPECT_NEAR(slid_m(0.1), 0.5 * kGravity * (0.3714 - 0.1 * 0.9285) * 0.9285, 0.06);
}

TEST(RigidWorld, ABoxRestsOnABumpBetweenItsCorners) {
    Ground ground = flat_ground();
    ground.bed_m[std::size_t(20 * 10 + 10)] = 0.3;  // at (5.25, 5.25)
    RigidWorld world =
        made({.ground = ground, .bodies = {placed(box({3.0, 3.0, 0.2}), {5.25, 5.25, 0.6})}});
    run(world, 4.0);
    // The spline rounds a single high cell to 9/16; half the thickness lies above it.
    EXPECT_NEAR(world.state(0).pose.centre_m.z, 0.3 * 9.0 / 16.0 + 0.1, 0.005);
}

TEST(RigidWorld, WallsBedAndSolidsHoldWhatIsThrownAtAKilometrePerSecond) {
    Ground ground = flat_ground();
    ground.solids.push_back({{7.0, 4.0, 0.0}, {8.0, 6.0, 3.0}});
    for (const Vec3& velocity : {Vec3{1000, 0, 0}, Vec3{-1000, 0, 0}, Vec3{0, 1000, 0},
                                 Vec3{300, -900, -200}, Vec3{10, 10, -1000}}) {
        RigidWorld world = made({.ground = ground,
                                 .bodies = {placed(box({0.3, 0.2, 0.4}), {3, 2, 1}, velocity),
                                            placed(ball(0.1), {4, 2, 1}, velocity)}});
        run(world, 1.0);
        for (int k = 0; k < 2; ++k) {
            const Vec3 at_m = world.state(k).pose.centre_m;
            EXPECT_TRUE(at_m.x > 0.0 && at_m.x < 10.0 && at_m.y > 0.0 && at_m.y < 10.0) << k;
            EXPECT_GT(at_m.z, 0.0);
        }
    }
}

TEST(RigidWorld, ABallThatRollsOverHillsGainsNoEnergy) {
    Ground ground = flat_ground();
    ground.restitution = 0.0;
    for (int y = 0; y < 20; ++y)
        for (int x = 0; x < 20; ++x)
            ground.bed_m[std::size_t(20 * y + x)] = 0.3 * std::sin(1.1 * x) * std::cos(0.9 * y);
    Body body = ball(0.2);
    body.material.restitution = 0.0;
    RigidWorld world = made({.ground = ground, .bodies = {placed(body, {3, 4, 1}, {1, 0.5, 0})}});
    const auto energy = [&] {
        const MassProperties& mass = world.body(0).mass;
        const BodyState& s = world.state(0);
        const Vec3 v = s.motion.velocity_m_per_s, w = s.motion.spin_rad_per_s;
        return mass.mass_kg * (0.5 * dot(v, v) + kGravity * (s.pose.centre_m.z + 0.3)) +
               0.5 * dot(w, mass.inertia_kg_m2 * w);
    };
    double least = energy();
    for (int k = 0; k < 100; ++k) {
        run(world, 0.1);
        // Within 2 % of what is left: a step climbs by up to v dt against the slope of its start.
        EXPECT_LE(energy(), 1.02 * least) << k;
        least = std::min(least, energy());
    }
}

TEST(RigidWorld, ABallBouncesWithItsRestitution) {
    Body body = ball(0.1);
    body.material.restitution = 0.8;
    RigidWorld world = made({.ground = flat_ground(), .bodies = {placed(body, {5, 5, 1.1})}});
    double highest_m = 0.0;
    bool has_bounced = false;
    for (int k = 0; k < 200; ++k) {
        run(world, kStep_s);
        has_bounced |= world.state(0).motion.velocity_m_per_s.z > 0.0;
        if (has_bounced) highest_m = std::max(highest_m, world.state(0).pose.centre_m.z - 0.1);
    }
    // 0.8^2 of a metre; the moment of contact is known to a step: 4.4 m/s times 5 ms.
    EXPECT_NEAR(highest_m, 0.64, 0.04);
}

TEST(RigidWorld, ACollisionKeepsMomentumAndGivesNoEnergy) {
    RigidWorldDesc desc = {.gravity_m_per_s2 = 0.0};
    desc.bodies = {placed(ball(0.5, 100), {0, 0, 0}, {3, 0, 0}),
                   placed(box({1, 1, 1}, 700), {1.5, 0.3, 0.1}, {-1, 0, 0}, {0.2, 0.4, 0.3})};
    RigidWorld world = made(std::move(desc));
    const auto sums = [&] {
        Vec3 momentum, turning;
        double energy = 0.0;
        for (int k = 0; k < 2; ++k) {
            const MassProperties& mass = world.body(k).mass;
            const BodyState& s = world.state(k);
            const Vec3 p = mass.mass_kg * s.motion.velocity_m_per_s;
            const Vec3 l = turned(mass.inertia_kg_m2, s.pose.turn) * s.motion.spin_rad_per_s;
            momentum = momentum + p;
            turning = turning + l + cross(s.pose.centre_m, p);
            energy +=
                0.5 * dot(p, s.motion.velocity_m_per_s) + 0.5 * dot(l, s.motion.spin_rad_per_s);
        }
        return std::tuple(momentum, turning, energy);
    };
    const auto [momentum, turning, energy] = sums();
    run(world, 1.0);
    const auto [momentum_after, turning_after, energy_after] = sums();
    EXPECT_GT(length(world.state(1).motion.spin_rad_per_s), 0.01);
    // Impulses are equal and opposite to rounding; arms are taken a gap of 2 % apart at most.
    EXPECT_NEAR(length(momentum_after - momentum) / length(momentum), 0.0, 1e-13);
    EXPECT_NEAR(length(turning_after - turning) / length(momentum), 0.0, 0.02);
    EXPECT_LE(energy_after, energy * (1.0 + 1e-12));
}

TEST(RigidWorld, ARopeHoldsAndHangsLoose) {
    RigidWorldDesc desc = {.bodies = {placed(ball(0.1), {1.0, 0.0, 0.0})}};
    desc.joints = {{.kind = JointKind::Rope, .at_second_m = {0, 0, 0}, .length_m = 2.0}};
    RigidWorld world = made(std::move(desc));
    double furthest_m = 0.0;
    for (int k = 0; k < 800; ++k) {
        run(world, kStep_s);
        furthest_m = std::max(furthest_m, length(world.state(0).pose.centre_m));
    }
    // Falls freely at first, then swings within the rope: v dt^2/2r beyond it per step, drawn back.
    EXPECT_GT(furthest_m, 1.99);
    EXPECT_LT(furthest_m, 2.02);
}

TEST(RigidWorld, AChainOfBallJointsHangsTogether) {
    RigidWorldDesc desc;
    for (int k = 0; k < 5; ++k)
        desc.bodies.push_back(placed(capsule(0.1, 1.0), {0, 0, -0.5 - 1.0 * k}));
    desc.joints.push_back({.kind = JointKind::Ball, .at_first_m = {0, 0, 0.5}, .at_second_m = {}});
    for (int k = 1; k < 5; ++k)
        desc.joints.push_back({.kind = JointKind::Ball,
                               .first = k,
                               .second = k - 1,
                               .at_first_m = {0, 0, 0.5},
                               .at_second_m = {0, 0, -0.5}});
    RigidWorld world = made(std::move(desc));
    std::vector<Wrench> wind(5, Wrench{.force_n = {30.0, 0.0, 0.0}, .torque_nm = {}});
    run(world, 2.0, wind);
    for (int k = 1; k < 5; ++k) {
        const Vec3 upper = to_world(world.state(k - 1).pose, {0, 0, -0.5});
        const Vec3 lower = to_world(world.state(k).pose, {0, 0, 0.5});
        // Baumgarte's correction and 30 iterations leave a few per cent of a capsule's radius.
        EXPECT_NEAR(length(upper - lower), 0.0, 0.02) << k;
    }
    EXPECT_GT(world.state(4).pose.centre_m.x, 0.5);
}

TEST(RigidWorld, AHingeTurnsAboutItsAxisAlone) {
    RigidWorldDesc desc = {.gravity_m_per_s2 = 0.0,
                           .bodies = {placed(box({1, 0.2, 0.4}), {0.5, 0, 0})}};
    desc.joints = {{.kind = JointKind::Hinge,
                    .at_first_m = {-0.5, 0, 0},
                    .at_second_m = {},
                    .axis = {0, 0, 1}}};
    RigidWorld world = made(std::move(desc));
    const Wrench push = {.force_n = {0.0, 5.0, 5.0}, .torque_nm = {3.0, 0.0, 0.0}};
    run(world, 1.0, std::span(&push, 1));
    const Vec3 z = matrix_of(world.state(0).pose.turn) * Vec3{0, 0, 1};
    EXPECT_NEAR(z.z, 1.0, 1e-4);
    EXPECT_GT(world.state(0).pose.centre_m.y, 0.01);
}

TEST(RigidWorld, AFixedBodyMovesAsItIsToldAndPushesOthers) {
    Body plate = box({1, 1, 0.2});
    plate.is_fixed = true;
    RigidWorld world = made({.ground = flat_ground(),
                             .bodies = {placed(plate, {5, 5, 0.5}, {0, 0, 0.5}),
                                        placed(box({0.3, 0.3, 0.3}), {5, 5, 0.75})}});
    run(world, 1.0);
    EXPECT_NEAR(world.state(0).pose.centre_m.z, 1.0, 1e-12);
    EXPECT_NEAR(world.state(1).pose.centre_m.z, 1.25, 0.01);
}

/// A heap of all shapes that falls onto uneven ground.
RigidWorldDesc heap() {
    RigidWorldDesc desc = {.ground = flat_ground()};
    for (std::size_t k = 0; k < desc.ground.bed_m.size(); ++k)
        desc.ground.bed_m[k] = 0.05 * double(k * 7919 % 13);
    for (int k = 0; k < 40; ++k) {
        Body body = k % 4 == 0   ? ball(0.25)
                    : k % 4 == 1 ? box({0.5, 0.3, 0.4})
                    : k % 4 == 2 ? cylinder(0.2, 0.5)
                                 : capsule(0.15, 0.6);
        desc.bodies.push_back(placed(std::move(body),
                                     {4.0 + 0.5 * (k % 3), 4.0 + 0.5 * (k / 3 % 3), 1.0 + 0.3 * k},
                                     {0, 0, -1.0}, {0.3 * k, 0.2 * k, 0.1 * k}));
    }
    desc.joints.push_back({.kind = JointKind::Rope, .first = 0, .second = 1, .length_m = 1.0});
    desc.joints.push_back({.kind = JointKind::Ball,
                           .first = 2,
                           .second = 3,
                           .at_first_m = {0, 0, 0.4},
                           .at_second_m = {0, 0, -0.4}});
    return desc;
}

bool are_same_bits(const RigidWorld& a, const RigidWorld& b) {
    for (int k = 0; k < a.body_count(); ++k)
        if (std::memcmp(&a.state(k), &b.state(k), sizeof(BodyState)) != 0) return false;
    return true;
}

TEST(RigidWorld, AWorldWhoseStatesWereSetGoesOnToTheBit) {
    RigidWorld one = made(heap());
    run(one, 1.0);
    EXPECT_GT(one.contact_count(), 20);
    RigidWorld two = made(heap());
    for (int k = 0; k < one.body_count(); ++k) two.set_state(k, one.state(k));
    run(one, 1.0);
    run(two, 1.0);
    EXPECT_TRUE(are_same_bits(one, two));
}

TEST(RigidWorld, AHeapComesToRestWithinTheWallsAndSleeps) {
    RigidWorld world = made(heap());
    run(world, 15.0);
    int asleep = 0;
    for (int k = 0; k < world.body_count(); ++k) {
        asleep += world.is_asleep(k) ? 1 : 0;
        EXPECT_GT(world.state(k).pose.centre_m.z, 0.0) << k;
        EXPECT_LT(length(world.state(k).motion.velocity_m_per_s), 0.5) << k;
    }
    EXPECT_GT(asleep, 20);
}

TEST(RigidWorld, BodiesThatOverlapAtTheStartComeApartSlowly) {
    RigidWorld world =
        made({.gravity_m_per_s2 = 0.0,
              .bodies = {placed(box({1, 1, 1}), {0, 0, 0}), placed(box({1, 1, 1}), {0.3, 0.1, 0}),
                         placed(ball(0.5), {0, 0, 0})}});
    run(world, 2.0);
    for (int k = 0; k < 3; ++k) EXPECT_LT(length(world.state(k).motion.velocity_m_per_s), 0.1) << k;
    EXPECT_GT(length(world.state(1).pose.centre_m - world.state(0).pose.centre_m), 0.95);
}

double energy_j(const RigidWorld& world) {
    double sum = 0.0;
    for (int k = 0; k < world.body_count(); ++k) {
        const MassProperties& mass = world.body(k).mass;
        const BodyState& s = world.state(k);
        const Vec3 v = s.motion.velocity_m_per_s, w = s.motion.spin_rad_per_s;
        sum += 0.5 * mass.mass_kg * dot(v, v) + mass.mass_kg * kGravity * s.pose.centre_m.z +
               0.5 * dot(w, turned(mass.inertia_kg_m2, s.pose.turn) * w);
    }
    return sum;
}

TEST(RigidWorld, RandomThrowsStayWithinTheWallsAndGainNoEnergy) {
    std::mt19937 random(11);
    const auto between = [&](double low, double high) {
        return low + (high - low) * double(random()) / double(std::mt19937::max());
    };
    for (int scene = 0; scene < 40; ++scene) {
        RigidWorldDesc desc = {.ground = flat_ground()};
        for (double& bed_m : desc.ground.bed_m) bed_m = between(0.0, 0.2);
        const double fastest = scene % 4 == 0 ? 1000.0 : 20.0;
        for (int k = 0; k < 8; ++k) {
            const double size_m = between(0.05, 0.5), density = between(5.0, 5000.0);
            Body body = k % 4 == 0   ? ball(size_m, density)
                        : k % 4 == 1 ? box({size_m, 2 * size_m, 0.5 * size_m}, density)
                        : k % 4 == 2 ? cylinder(size_m, size_m, density)
                                     : capsule(0.3 * size_m, size_m, density);
            body.material = {between(0.0, 1.0), between(0.0, 1.0)};
            PlacedBody thrown =
                placed(std::move(body), {2.0 + 2.0 * (k % 4), k < 4 ? 3.0 : 7.0, 2.0},
                       {between(-fastest, fastest), between(-fastest, fastest),
                        between(-fastest, fastest)},
                       {between(-3, 3), between(-3, 3), between(-3, 3)});
            thrown.motion.spin_rad_per_s = {between(-10, 10), between(-10, 10), between(-10, 10)};
            desc.bodies.push_back(std::move(thrown));
        }
        RigidWorld world = made(std::move(desc));
        const double put_in_j = energy_j(world);
        for (int step = 0; step < 150; ++step) {
            run(world, kStep_s);
            // Several contacts at once, bouncy and rough, can give a little; 5 % is the most
            // allowed.
            EXPECT_LE(energy_j(world), 1.05 * put_in_j) << scene << " " << step;
        }
        for (int k = 0; k < 8; ++k) {
            const Vec3 at_m = world.state(k).pose.centre_m;
            EXPECT_TRUE(at_m.x > 0.0 && at_m.x < 10.0 && at_m.y > 0.0 && at_m.y < 10.0) << scene;
            EXPECT_TRUE(at_m.z > 0.0 && std::isfinite(at_m.z)) << scene;
        }
    }
}

TEST(RigidWorld, WhatIsNotFiniteDoesNotSpread) {
    RigidWorld world = made({.ground = flat_ground(), .bodies = {placed(ball(0.3), {5, 5, 1})}});
    const Wrench bad = {.force_n = {std::numeric_limits<double>::quiet_NaN(), 0, 0},
                        .torque_nm = {}};
    const Wrench huge = {.force_n = {1e300, 0, 0}, .torque_nm = {0, 1e300, 0}};
    run(world, 0.1, std::span(&bad, 1));
    run(world, 0.1, std::span(&huge, 1));
    EXPECT_TRUE(std::isfinite(length(world.state(0).pose.centre_m)));
    EXPECT_LE(length(world.state(0).motion.velocity_m_per_s), 1e4 * (1.0 + 1e-12));
}

TEST(RigidWorld, AChangedBedWakesWhatLiesOnIt) {
    RigidWorld world = made({.ground = flat_ground(),
                             .bodies = {placed(box({0.5, 0.5, 0.5}), {5, 5, 0.25}),
                                        placed(box({0.5, 0.5, 0.5}), {1, 1, 0.25})}});
    run(world, 2.0);
    ASSERT_TRUE(world.is_asleep(0) && world.is_asleep(1));
    const std::vector<double> pit_m(36, -1.0);
    world.set_bed(7, 7, 6, 6, pit_m);
    EXPECT_FALSE(world.is_asleep(0));
    EXPECT_TRUE(world.is_asleep(1));
    run(world, 2.0);
    EXPECT_NEAR(world.state(0).pose.centre_m.z, -0.75, 0.01);
}

TEST(RigidWorld, RefusesBodiesWithoutMassAndJointsWithoutBodies) {
    Body weightless = ball(0.1);
    weightless.mass.mass_kg = 0.0;
    const auto no_mass = RigidWorld::create({.bodies = {placed(weightless, {0, 0, 0})}});
    ASSERT_FALSE(bool(no_mass));
    EXPECT_NE(no_mass.error().message.find("\"body\" weighs 0"), std::string::npos);
    weightless.mass.mass_kg = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(bool(RigidWorld::create({.bodies = {placed(weightless, {0, 0, 0})}})));
    EXPECT_FALSE(bool(RigidWorld::create({.bodies = {placed(ball(0.1), {0.0 / 0.0, 0, 0})}})));
    EXPECT_FALSE(bool(
        RigidWorld::create({.bodies = {placed(ball(0.1), {0, 0, 0})}, .joints = {{.second = 1}}})));
}

}  // namespace
}  // namespace tarn::bodies
