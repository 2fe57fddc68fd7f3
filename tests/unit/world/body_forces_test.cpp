// How the water meets bodies of a scene besides lids, and what drives them: triangles and spheres,
// propellers, rudders, sails, joints, pushes of the host.
#include "bodies/shapes.hpp"
#include "support/world_for_test.hpp"
#include "world/body_drives.hpp"

#include <cmath>

namespace tarn {
namespace {

std::string basin(const std::string& bodies, const std::string& more = "") {
    return R"({"water": {"size": [6, 4], "cells": [60, 40], "level": 1.0, "precision": "double"},
              "bodies": [)" +
           bodies + "]" + more + "}";
}

BodyReport body_of(const World& world, int number = 0) {
    const auto body = world.body(number);
    EXPECT_TRUE(body) << (body ? "" : body.error().message);
    return body ? body.value() : BodyReport{};
}

/// Horizontal momentum of the water (kg m/s) and of all bodies.
Vec2 momentum_of(const World& world) {
    const WorldInfo info = world.info();
    Vec2 sum = {};
    for (int j = 0; j < info.ny; ++j)
        for (int i = 0; i < info.nx; ++i) {
            const double mass_kg =
                1000.0 * info.cell_m * info.cell_m * double(world.height(i, j).value());
            const auto u = world.velocity(i, j).value();
            sum.x += mass_kg * double(u[0]);
            sum.y += mass_kg * double(u[1]);
        }
    for (int k = 0; k < world.body_count(); ++k) {
        const BodyReport body = body_of(world, k);
        sum.x += body.mass_kg * body.velocity_m_per_s.x;
        sum.y += body.mass_kg * body.velocity_m_per_s.y;
    }
    return sum;
}

TEST(BodyForces, AutoTakesALidOrTrianglesBySizeAlone) {
    const TriangleMesh ball = bodies::sphere_mesh(0.1);
    // A ball has the same shadow from all sides: pi r^2, 0.031 m2, is six cells of 7.2 cm. Its
    // polyhedron has up to 2 % less.
    EXPECT_TRUE(world::takes_lid(ball, 0.070));
    EXPECT_FALSE(world::takes_lid(ball, 0.074));
}

TEST(BodyForces, TheBoatHasTheSameDraftByLidTrianglesAndSpheres) {
    std::vector<double> drafts_m;
    for (const char* forces : {"lid", "triangles", "spheres"}) {
        World world = world_of(basin(
            R"({"shape": "mesh", "file": "tarn:cargo_boat.obj", "mass": 300, "at": [3, 2, 0.86],
                "forces": ")" +
            std::string(forces) + "\"}"));
        stepped(world, 6.0);
        double mean_m = 0.0;
        constexpr int kMoments = 40;
        for (int k = 0; k < kMoments; ++k) {
            stepped(world, 0.05);
            const Vec2 corner = {0.3, 0.3};
            Sample sample;
            ASSERT_TRUE(world.sample({&corner, 1}, {&sample, 1}));
            mean_m += (double(sample.level_m) - body_of(world).pose.at_m.z) / kMoments;
        }
        drafts_m.push_back(mean_m);
    }
    // Bar of the issue of floating bodies: 2 %.
    EXPECT_NEAR(drafts_m[1], drafts_m[0], 0.02 * drafts_m[0]);
    EXPECT_NEAR(drafts_m[2], drafts_m[0], 0.02 * drafts_m[0]);
}

TEST(BodyForces, DoNotJumpWhileABodyGoesUnder) {
    // A box of 0.5 m that its host lowers slowly from the air to below the surface.
    for (const char* forces : {"lid", "triangles", "spheres"}) {
        World world = world_of(
            R"({"water": {"size": [6, 4], "cells": [60, 40], "level": 1.5, "precision": "double"},
                "bodies": [{"shape": "box", "size": [0.5, 0.5, 0.5], "at": [3.03, 2.04, 1.8], "rotate": [15, 10, 0],
                "velocity": [0, 0, -0.2], "fixed": true, "forces": ")" +
            std::string(forces) + "\"}]}");
        const double most_n = 1000.0 * 9.81 * 0.125;
        double before_n = 0.0, last_n = 0.0;
        while (world.time_s() < 4.0) {
            stepped(world, 0.02);
            last_n = body_of(world).force_n.z;
            // It sinks by 4 mm in this time, which is worth 0.8 % of the whole; what is more comes
            // of waves and of the drag of a surface that begins or ends.
            EXPECT_LT(std::abs(last_n - before_n), 0.05 * most_n) << forces << world.time_s();
            before_n = last_n;
        }
        // Drag at 0.2 m/s is below 1 %.
        EXPECT_NEAR(last_n, most_n, 0.05 * most_n) << forces;
    }
}

TEST(BodyForces, GiveToTheWaterWhatTheyTakeFromTheBody) {
    for (const char* forces : {"triangles", "spheres"}) {
        World world = world_of(
            basin(R"({"radius": 0.15, "density": 500, "at": [3, 2, 1.0], "velocity": [2, 1, 0],
                     "forces": ")" +
                  std::string(forces) + "\"}"));
        const Vec2 before = momentum_of(world);
        stepped(world, 0.25);
        const Vec2 after = momentum_of(world);
        EXPECT_LT(body_of(world).velocity_m_per_s.x, 1.6) << "the water slows it";
        // Heights and velocities are read in float, 2400 cells of 10 kg and centimetres per second.
        EXPECT_NEAR(after.x, before.x, 2e-5 * before.x) << forces;
        EXPECT_NEAR(after.y, before.y, 4e-5 * before.y) << forces;
    }
}

TEST(BodyForces, APropellerPushesTheWaterBack) {
    World world = world_of(basin(
        R"({"shape": "mesh", "file": "tarn:cargo_boat.obj", "mass": 300, "at": [3, 2, 0.86],
            "throttle": 1, "thrusters": [{"at": [-1.5, 0, 0.05], "thrust": 300, "top_speed": 5}]})"));
    stepped(world, 0.3);
    const BodyReport boat = body_of(world);
    EXPECT_GT(boat.velocity_m_per_s.x, 0.1);
    // Waves have not reached the walls, and the bed is smooth: water and boat began at rest.
    EXPECT_NEAR(momentum_of(world).x, 0.0, 1e-3 * boat.mass_kg * boat.velocity_m_per_s.x);
}

TEST(BodyForces, ALightBodyOnTrianglesStaysWhereItFloats) {
    // Five kilograms per cubic metre: without added mass it would bounce for ever.
    World world = world_of(
        basin(R"({"radius": 0.15, "density": 5, "at": [3, 2, 1.2], "forces": "triangles"})"));
    stepped(world, 6.0);
    const BodyReport ball = body_of(world);
    // Quadratic drag lets it swing by half a millimetre still, which is 6e-6 m3 of its water line.
    EXPECT_NEAR(ball.submerged_m3, 0.005 * 4.18879 * 0.15 * 0.15 * 0.15, 1.5e-5);
    EXPECT_LT(std::abs(ball.velocity_m_per_s.z), 0.05);
}

TEST(BodyForces, AHelmTurnsABoatToPortAndASceneChangesIt) {
    const std::string boat =
        R"({"name": "boat", "shape": "mesh", "file": "tarn:cargo_boat.obj", "mass": 300,
            "at": [2, 2, 0.86], "velocity": [1.5, 0, 0], "throttle": 1,
            "thrusters": [{"at": [-1.5, 0, 0.05], "power": 600, "top_speed": 5}],
            "rudders": [{"at": [-1.6, 0, 0.05], "area": 0.05}]})";
    World straight = world_of(basin(boat));
    World turned = world_of(
        basin(boat, R"(, "events": [{"time": 0.1, "helm": {"body": "boat", "rudder": 25}}])"));
    stepped(straight, 0.8);
    stepped(turned, 0.8);
    EXPECT_NEAR(body_of(straight).spin_rad_per_s.z, 0.0, 1e-3);
    EXPECT_GT(body_of(turned).spin_rad_per_s.z, 0.05);
    EXPECT_NEAR(turned.body_helm(0).value().rudder_rad, 0.4363, 1e-3);
}

TEST(BodyForces, ASailTakesTheWind) {
    World world = world_of(
        R"({"water": {"size": [6, 4], "cells": [60, 40], "level": 1.0, "wind": [8, 0]}, "bodies": [
            {"shape": "box", "size": [1.2, 0.8, 0.4], "density": 400, "at": [2, 2, 1.04],
             "sails": [{"at": [0, 0, 0.9], "area": 0.5, "chord": [0, 1, 0]}]}]})");
    stepped(world, 1.0);
    EXPECT_GT(body_of(world).velocity_m_per_s.x, 0.05);
}

/// The point of a body that lies `along_m` from its centre on its own x axis.
Vec3 end_of(const BodyReport& body, double along_m) {
    const auto& [w, x, y, z] = body.pose.turn;
    const Vec3 at = body.pose.at_m;
    return {at.x + along_m * (1 - 2 * (y * y + z * z)), at.y + along_m * 2 * (x * y + w * z),
            at.z + along_m * 2 * (x * z - w * y)};
}

TEST(BodyForces, ARopeHoldsABodyAndAHingeKeepsItsAxis) {
    World world = world_of(basin(
        R"({"name": "buoy", "radius": 0.25, "density": 300, "at": [3, 2, 1.0], "force": [200, 0, 0]},
           {"name": "left", "shape": "box", "size": [0.6, 0.4, 0.3], "at": [2.0, 1, 1.0]},
           {"name": "right", "shape": "box", "size": [0.6, 0.4, 0.3], "at": [2.7, 1, 1.0]})",
        R"(, "joints": [{"body": "buoy", "to": [3, 2, 0.2], "length": 1.0},
            {"kind": "hinge", "body": "left", "other": "right", "at": [0.35, 0, 0],
             "axis": [0, 1, 0]}])"));
    stepped(world, 3.0);
    const Vec3 buoy = body_of(world).centre_m;
    // A joint closes 40 % of its gap in a step: what 200 N open meanwhile stays below 2 %.
    EXPECT_LT(std::hypot(buoy.x - 3.0, buoy.y - 2.0, buoy.z - 0.2), 1.02);
    EXPECT_GT(buoy.x, 3.2);
    const Vec3 left = end_of(body_of(world, 1), 0.35), right = end_of(body_of(world, 2), -0.35);
    // Solved to 30 iterations; the boxes weigh 36 kg and rock in the wake of the buoy.
    EXPECT_LT(std::hypot(right.x - left.x, right.y - left.y, right.z - left.z), 0.01);
}

const char* const kDriven =
    R"({"name": "boat", "shape": "mesh", "file": "tarn:cargo_boat.obj", "mass": 300,
        "at": [2, 2, 0.86], "throttle": 0.5, "drag": 0.1,
        "thrusters": [{"at": [-1.5, 0, 0.05], "thrust": 400}],
        "rudders": [{"at": [-1.6, 0, 0.05], "area": 0.05}]},
       {"name": "ball", "radius": 0.1, "density": 300, "at": [4, 3, 1.3], "forces": "triangles"},
       {"name": "cork", "radius": 0.1, "density": 100, "at": [4, 1, 1.2], "forces": "spheres"})";
const char* const kDrivenEvents =
    R"(, "joints": [{"body": "ball", "to": [4, 3, 0.3], "length": 0.75}],
        "events": [{"time": 0.3, "helm": {"body": "boat", "rudder": 20}},
                   {"time": 0.9, "helm": {"body": "boat", "throttle": -1}}])";

TEST(BodyForces, GoOnToTheBitAfterACheckpoint) {
    World one = world_of(basin(kDriven, kDrivenEvents));
    World two = world_of(basin(kDriven, kDrivenEvents));
    ASSERT_TRUE(one.set_body_force(2, {3, 0, 0}, {4.0, 1.05, 1.2}));
    stepped(one, 0.5);
    const auto saved = one.save_to_memory();
    ASSERT_TRUE(saved);
    stepped(one, 0.6);
    ASSERT_TRUE(two.restore_from_memory(saved.value()));
    stepped(two, 0.6);
    EXPECT_EQ(checksum_of(one), checksum_of(two));
    EXPECT_EQ(two.body_helm(0).value().throttle, -1.0);
}

TEST(BodyForces, HaveTheSameBitsWithAnyThreadsAndInstructionSet) {
    World one = world_of(basin(kDriven, kDrivenEvents), {.threads = 1, .isa = Isa::Base});
    World three = world_of(basin(kDriven, kDrivenEvents), {.threads = 3});
    stepped(one, 0.6);
    stepped(three, 0.6);
    EXPECT_EQ(checksum_of(one), checksum_of(three));
}

TEST(BodyForces, AreRecordedAndReplayed) {
    World one = world_of(basin(kDriven, kDrivenEvents));
    ASSERT_TRUE(one.start_recording());
    ASSERT_TRUE(one.set_body_helm(0, {.throttle = 1.0, .rudder_rad = 0.1}));
    ASSERT_TRUE(one.hit_body(1, {0.2, 0.1, 0.0}, {4.0, 3.0, 1.35}));
    ASSERT_TRUE(one.set_body_force(2, {1, 2, 0}, {4.0, 1.0, 1.2}));
    stepped(one, 0.2);
    ASSERT_TRUE(
        one.move_body(2, {.pose = {.at_m = {3.5, 1.2, 1.1}}, .velocity_m_per_s = {0, 1, 0}}));
    stepped(one, 0.2);
    const std::string path = testing::TempDir() + "/body_forces.rec";
    ASSERT_TRUE(one.save_recording(path));
    World two = world_of(basin(kDriven, kDrivenEvents));
    ASSERT_TRUE(two.replay(path));
    EXPECT_EQ(checksum_of(one), checksum_of(two));
}

TEST(BodyForces, AHostMovesItsOwnBodyAndReadsTheForce) {
    World world = world_of(
        basin(R"({"shape": "box", "size": [0.8, 0.6, 0.4], "at": [2, 2, 1.0], "fixed": true})"));
    for (int k = 0; k < 20; ++k) {
        const BodyReport now = body_of(world);
        ASSERT_TRUE(world.move_body(0, {now.pose, {0.5, 0, 0}, {}}));
        stepped(world, 0.05);
    }
    const BodyReport box = body_of(world);
    // One second at 0.5 m/s, to the water's own step.
    EXPECT_NEAR(box.pose.at_m.x, 2.5, 0.02);
    EXPECT_NEAR(box.force_n.z, 1000 * 9.81 * 0.8 * 0.6 * 0.2, 0.2 * 942.0);
    EXPECT_LT(box.force_n.x, 0.0) << "the water holds it back";
    const auto jump = world.move_body(0, {.pose = {.at_m = {4, 2, 1}}});
    ASSERT_FALSE(jump);
    EXPECT_NE(jump.error().message.find("two cells"), std::string::npos);
}

TEST(BodyForces, CallsNameWhatIsWrong) {
    World world = world_of(basin(kDriven));
    const auto message = [](const Result<void>& result) {
        return result ? std::string() : result.error().message;
    };
    const double nan = std::nan("");
    EXPECT_NE(message(world.set_body_helm(7, {})).find("body is 7"), std::string::npos);
    EXPECT_NE(message(world.set_body_helm(0, {.throttle = 2})).find("throttle"), std::string::npos);
    EXPECT_NE(message(world.set_body_force(0, {nan, 0, 0}, {})).find("force_n"), std::string::npos);
    EXPECT_NE(message(world.hit_body(0, {1e14, 0, 0}, {})).find("velocity"), std::string::npos);
    EXPECT_NE(message(world.move_body(0, {.pose = {.turn = {0, 0, 0, 0}}})).find("turn"),
              std::string::npos);
}

TEST(BodyForces, ScenesThatAreWrongNameTheField) {
    const auto message = [](const std::string& bodies, const std::string& more) {
        const auto made = World::from_json(basin(bodies, more), ".");
        return made ? std::string() : made.error().message;
    };
    const std::string ball = R"({"name": "ball", "radius": 0.1, "at": [1, 1, 1])";
    EXPECT_NE(message(ball + "}", R"(, "joints": [{"body": "bal", "to": [0, 0, 0]}])")
                  .find("/joints/0/body"),
              std::string::npos);
    EXPECT_NE(message(ball + "}", R"(, "joints": [{"body": "ball"}])").find("/joints/0"),
              std::string::npos);
    EXPECT_NE(message(ball + R"(, "thrusters": [{"at": [0, 0, 0]}]})", "").find("/thrusters/0"),
              std::string::npos);
    EXPECT_NE(message(ball + R"(, "sails": [{"chord": [0, 0, 2]}]})", "").find("/sails/0/chord"),
              std::string::npos);
    EXPECT_NE(
        message(ball + "}", R"(, "events": [{"helm": {"body": "x"}}])").find("/events/0/helm/body"),
        std::string::npos);
    EXPECT_NE(message(R"({"shape": "mesh", "file": "tarn:goose.obj", "at": [1, 1, 1]})", "")
                  .find("tarn:duck.obj"),
              std::string::npos);
}

// Rudders and sails far too large, and propellers far too strong, for bodies of some grams to some
// kilograms: their force ends where the body goes along with the stream, so none is thrown about.
TEST(BodyForces, DevicesTooLargeForABodyDoNotThrowItAbout) {
    for (const char* devices :
         {R"("rudders": [{"area": 100}])",
          R"("sheet": 30, "sails": [{"area": 100, "at": [0, 0, 0.3]}])",
          R"("throttle": 1, "thrusters": [{"thrust": 1e9, "top_speed": 3}])",
          R"("throttle": 1, "thrusters": [{"thrust": 1e6, "top_speed": 3}], "rudder": 20,
             "rudders": [{"area": 50, "at": [-0.3, 0, 0]}, {"area": 50, "at": [0.3, 0, 0]}],
             "sails": [{"area": 50}])"})
        for (const char* shape :
             {R"("radius": 0.1)", R"("shape": "box", "size": [1.2, 1, 0.2], "density": 300)"}) {
            World world =
                world_of(basin(std::string("{") + shape +
                               R"(, "at": [3, 2, 1], "velocity": [1, 0.5, 0], )" + devices + "}"));
            // At every moment, not at the end alone. They begin with 1.1 m/s, propellers end at 3
            // in water that they push away, and what comes out of it falls back.
            for (int k = 0; k < 20; ++k) {
                const StepReport report = stepped(world, 0.05);
                EXPECT_LT(report.steps_now, 200) << shape << devices;
                const Vec3 v = body_of(world).velocity_m_per_s;
                EXPECT_LT(std::hypot(v.x, v.y, v.z), 5.0) << shape << devices;
            }
        }
}

}  // namespace
}  // namespace tarn
