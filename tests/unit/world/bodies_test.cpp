// Bodies of a scene in its water: they float where Archimedes has them, keep its volume, and go on
// to the bit after a checkpoint.
#include "io/npy.hpp"
#include "support/world_for_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

namespace tarn {
namespace {

/// A basin of 3 m by 3 m, 1 m deep, with bodies.
std::string basin(const std::string& bodies, const std::string& more = "") {
    return R"({"water": {"size": [3, 3], "cells": [60, 60], "level": 1.0, "manning": 0.05)" + more +
           R"(}, "bodies": [)" + bodies + "]}";
}

BodyReport body_of(const World& world, int number = 0) {
    const auto body = world.body(number);
    EXPECT_TRUE(body) << (body ? "" : body.error().message);
    return body ? body.value() : BodyReport{};
}

/// Where a function that grows is `value`, between two places.
double place_of(double value, double low, double high, const std::function<double(double)>& f) {
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (f(middle) < value ? low : high) = middle;
    }
    return low;
}

struct FloatingCase {
    std::string keys;
    double height_m;
    /// Volume below a plane `draft_m` above the lowest point.
    std::function<double(double draft_m)> volume_m3;
};

std::vector<FloatingCase> floating_cases() {
    const double r = 0.4, pi = 3.14159265358979323846;
    return {
        {R"("shape": "sphere", "radius": 0.4)", 2 * r,
         [=](double d) { return pi * d * d * (3 * r - d) / 3; }},
        {R"("shape": "box", "size": [0.8, 0.6, 0.5])", 0.5, [](double d) { return 0.8 * 0.6 * d; }},
        {R"("shape": "cylinder", "radius": 0.4, "length": 0.9, "rotate": [90, 0, 0])", 2 * r,
         [=](double d) {
             const double h = r - d;
             return 0.9 * (r * r * std::acos(h / r) - h * std::sqrt(r * r - h * h));
         }}};
}

TEST(Bodies, FloatWhereArchimedesHasThem) {
    for (const FloatingCase& c : floating_cases())
        for (const double density : {300.0, 500.0, 700.0}) {
            const double whole_m3 = c.volume_m3(c.height_m);
            const double draft_m =
                place_of(density / 1000.0 * whole_m3, 0.0, c.height_m, c.volume_m3);
            const double at_m = 1.0 + 0.5 * c.height_m - draft_m;
            World world =
                world_of(basin("{" + c.keys + R"(, "density": )" + std::to_string(density) +
                               R"(, "at": [1.52, 1.47, )" + std::to_string(at_m) + "]}"));
            stepped(world, 1.5);
            const BodyReport body = body_of(world);
            // Round shapes are polyhedra of the same volume, which differ from the exact shape
            // by less than this at the water line.
            EXPECT_NEAR(body.pose.at_m.z, at_m, 0.005 * c.height_m) << c.keys << " " << density;
            EXPECT_NEAR(body.submerged_m3, density / 1000.0 * whole_m3, 0.005 * whole_m3);
            EXPECT_NEAR(body.force_n.z, body.mass_kg * 9.81, 0.01 * body.mass_kg * 9.81);
        }
}

const char* const kThrown =
    R"({"name": "ball", "radius": 0.3, "density": 300, "at": [1.0, 1.0, 1.8], "velocity": [1, 2, -3]},
       {"name": "crate", "shape": "box", "size": [0.6, 0.5, 0.4], "density": 700,
        "at": [2.0, 1.9, 1.6], "rotate": [20, 30, 40], "spin": [1, 2, 3]},
       {"name": "stone", "shape": "box", "size": [0.3, 0.3, 0.3], "density": 2500,
        "at": [0.8, 2.2, 1.5]})";

TEST(Bodies, KeepTheWaterWhileTheySplash) {
    World world = world_of(basin(kThrown));
    for (int k = 0; k < 20; ++k) {
        stepped(world, 0.2);
        // Water moves in whole quanta: what is left is the rounding of the sum in double.
        EXPECT_NEAR(imbalance(world), 0.0, 1e-12);
    }
    EXPECT_LT(body_of(world, 2).pose.at_m.z, 0.25) << "the stone lies on the ground";
    EXPECT_GT(body_of(world, 0).pose.at_m.z, 0.7) << "the ball floats";
}

TEST(Bodies, GoOnToTheBitAfterACheckpoint) {
    World one = world_of(basin(kThrown)), two = world_of(basin(kThrown));
    stepped(one, 0.7);
    const auto saved = one.save_to_memory();
    ASSERT_TRUE(saved);
    stepped(one, 0.6);
    ASSERT_TRUE(two.restore_from_memory(saved.value()));
    EXPECT_NE(checksum_of(one), checksum_of(two));
    stepped(two, 0.6);
    EXPECT_EQ(checksum_of(one), checksum_of(two));
    for (int k = 0; k < 3; ++k)
        EXPECT_EQ(body_of(one, k).pose.at_m.z, body_of(two, k).pose.at_m.z) << k;
}

TEST(Bodies, OfWhichTheStepDependsGoOnToTheBitToo) {
    // A stick that turns: how high it stands limits the step, and a checkpoint must know that.
    const std::string stick =
        R"({"shape": "box", "size": [0.4, 0.02, 0.02], "density": 600, "at": [1.5, 1.5, 1.9],
            "velocity": [0, 0, -4], "spin": [0, 9, 0]})";
    World one = world_of(basin(stick)), two = world_of(basin(stick));
    stepped(one, 0.07);
    const auto saved = one.save_to_memory();
    ASSERT_TRUE(saved);
    stepped(one, 0.2);
    ASSERT_TRUE(two.restore_from_memory(saved.value()));
    stepped(two, 0.2);
    EXPECT_EQ(one.steps(), two.steps());
    EXPECT_EQ(checksum_of(one), checksum_of(two));
}

TEST(Bodies, HaveTheSameBitsWithAnyThreadsAndInstructionSet) {
    World one = world_of(basin(kThrown), {.threads = 1, .isa = Isa::Base});
    World three = world_of(basin(kThrown), {.threads = 3});
    stepped(one, 1.0);
    stepped(three, 1.0);
    EXPECT_EQ(checksum_of(one), checksum_of(three));
}

TEST(Bodies, AreRecordedBetweenSteps) {
    World with = world_of(basin(kThrown)), without = world_of(basin(kThrown));
    RunRows rows;
    ASSERT_TRUE(with.run_to({.end_s = 0.5, .row_every_s = 0.01}, &rows));
    ASSERT_TRUE(without.run_to({.end_s = 0.5}));
    EXPECT_EQ(checksum_of(with), checksum_of(without)) << "rows do not change the run";
    ASSERT_EQ(rows.bodies.size(), 3 * rows.times_s.size());
    EXPECT_EQ(rows.times_s.size(), 50u);
    // Before it meets the water the ball falls freely; steps of 10 ms leave this much.
    for (std::size_t k = 0; k < 8; ++k) {
        const double t = rows.times_s[k];
        EXPECT_NEAR(rows.bodies[3 * k].at_m.z, 1.8 - 3.0 * t - 0.5 * 9.81 * t * t, 0.005) << t;
        EXPECT_NEAR(rows.bodies[3 * k].at_m.x, 1.0 + t, 1e-9);
    }
}

TEST(Bodies, AreFoundByName) {
    World world = world_of(basin(kThrown));
    EXPECT_EQ(world.body_count(), 3);
    EXPECT_EQ(world.find_body("crate").value(), 1);
    const auto missing = world.find_body("boat");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    EXPECT_NE(missing.error().message.find("ball, crate, stone"), std::string::npos);
    EXPECT_FALSE(world.body(3));
    EXPECT_FALSE(world.body(-1));
    EXPECT_EQ(world.info().bodies.size(), 3u);
    EXPECT_EQ(world.frame().value().bodies.size(), 3u);
}

TEST(Bodies, StandBesideTheSolidsInAPicture) {
    World world = world_of(basin(kThrown, R"(, "solids": [{"disc": [2.5, 0.5, 0.2]}])"));
    const auto frame = world.frame();
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame.value().bodies.size(), 4u);
    EXPECT_EQ(frame.value().bodies[0].shape, BodyView::Shape::Cylinder);
    EXPECT_EQ(frame.value().bodies[1].shape, BodyView::Shape::Sphere);
    EXPECT_NEAR(frame.value().bodies[1].size_m.x, 0.6, 1e-12);
}

// A ball thrown at a column and one thrown at cells of a mask: both bounce before they are in it.
TEST(Bodies, BounceOffDiscsAndMasks) {
    const auto folder = std::filesystem::temp_directory_path() / "tarn_solids_for_bodies";
    std::filesystem::create_directories(folder);
    std::vector<double> mask(60 * 20, 0.0);
    for (std::size_t j = 0; j < 20; ++j)
        for (std::size_t i = 40; i < 44; ++i) mask[60 * j + i] = 1.0;
    const std::size_t shape[] = {20, 60};
    ASSERT_TRUE(io::write_npy(folder / "mask.npy", std::span<const double>(mask), shape));
    constexpr double kRadius_m = 0.15;
    for (const bool is_disc : {true, false}) {
        const std::string solid = is_disc ? R"({"disc": [4, 1, 0.5]})" : R"({"npy": "mask.npy"})";
        const std::string json =
            R"({"water": {"size": [6, 2], "cells": [60, 20], "level": 0.5, "solids": [)" + solid +
            R"(]}, "bodies": [{"radius": 0.15, "density": 300, "at": [2, 1, 0.6],
                               "velocity": [6, 0, 0]}]})";
        auto made = World::from_json(json, folder.string());
        ASSERT_TRUE(made) << made.error().message;
        double furthest_m = 0.0;
        for (int k = 0; k < 60; ++k) {
            ASSERT_TRUE(made.value().step(0.02));
            furthest_m = std::max(furthest_m, made.value().body(0).value().centre_m.x);
        }
        // The column begins at 3.5 m, the mask at 4 m. A contact is found once bodies overlap, by
        // the way of a step of the water at most: 10 ms at 6 m/s.
        EXPECT_LT(furthest_m, (is_disc ? 3.5 : 4.0) - kRadius_m + 0.06);
        EXPECT_GT(furthest_m, 3.0);
    }
    std::filesystem::remove_all(folder);
}

// A light box on dry ground, which the water reaches, lifts and carries: the room that opens below
// it has less water beside it than it holds, and no step was short enough for that.
TEST(Bodies, ALightBoxIsLiftedOffTheGround) {
    World world = world_of(
        R"({"water": {"size": [24, 16], "cells": [180, 120], "bed": {"expr": "0.115*x - 2.2"},
                      "level": -0.45, "manning": 0.025,
                      "edges": {"west": {"waves": {"kind": "sine", "height": 1, "period": 50}},
                                "south": "slip", "north": "slip"}},
            "bodies": [{"name": "raft", "shape": "box", "size": [3.2, 1.2, 0.4], "mass": 190,
                        "at": [16.6, 7.6, 0]}]})");
    const auto done = world.step(9.0);
    ASSERT_TRUE(done) << done.error().message;
    // The ground under it lies at -0.3 m.
    EXPECT_GT(body_of(world).centre_m.z, -0.05);
}

TEST(Bodies, SayWhatTheyCannotDo) {
    World world = world_of(basin(kThrown));
    EXPECT_EQ(world.set_solid({0, 0, 1, 1}, true).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(world.shift_window(1, 0).error().code, ErrorCode::Unsupported);
    const auto lattice = World::from_json(basin(kThrown, R"(, "scheme": "d2q9")"), ".");
    ASSERT_FALSE(lattice);
    EXPECT_NE(lattice.error().message.find("/bodies"), std::string::npos);
    const auto on_gpu = World::from_json(basin(kThrown), ".", {.backend = Backend::Cuda});
    ASSERT_FALSE(on_gpu);
    EXPECT_EQ(world.info().scheme, "fv");
    World without = world_of("{}");
    EXPECT_EQ(without.body_count(), 0);
    EXPECT_FALSE(without.body(0));
}

// Scene tide, on cells twice as wide. The ground lies higher than the water at the start and higher
// than the ebb, and the boat sits on it with its weight; at high tide it floats with that weight.
TEST(BodiesSlow, TheTideLiftsABoatAndLaysItDownAgain) {
    WorldOptions options;
    options.set = {"water.cells=[100,70]"};
    auto made = World::from_scene("tide", options);
    ASSERT_TRUE(made) << made.error().message;
    World world = std::move(made.value());
    const auto boat_after = [&](double seconds) {
        stepped(world, seconds);
        return body_of(world);
    };
    const auto speed = [](const BodyReport& body) {
        return std::hypot(body.velocity_m_per_s.x, body.velocity_m_per_s.y,
                          body.velocity_m_per_s.z);
    };
    const BodyReport aground = boat_after(3.0);
    EXPECT_LT(speed(aground), 0.01);
    // The water's edge reaches to the keel at the stern at most.
    EXPECT_LT(aground.submerged_m3, 0.02 * aground.mass_kg / 1000.0);
    const BodyReport afloat = boat_after(12.0);
    EXPECT_GT(afloat.centre_m.z, aground.centre_m.z + 0.1);
    // It rides on small waves, which lift and drop it by some parts of its draft.
    EXPECT_NEAR(afloat.submerged_m3, afloat.mass_kg / 1000.0, 0.3 * afloat.mass_kg / 1000.0);
    const BodyReport again = boat_after(22.0);
    EXPECT_LT(speed(again), 0.01);
    EXPECT_LT(again.submerged_m3, 0.02 * again.mass_kg / 1000.0);
    EXPECT_LT(again.centre_m.z, afloat.centre_m.z - 0.05);
    EXPECT_NEAR(imbalance(world), 0.0, 1e-6);
}

}  // namespace
}  // namespace tarn
