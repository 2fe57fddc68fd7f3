// A bed that varies: the start of the water on it, and everything that readers ask about it.
#include "scene/read.hpp"
#include "support/npy_file.hpp"
#include "support/world_for_test.hpp"
#include "water/shallow/initial_fields.hpp"

#include <cmath>
#include <fstream>

namespace tarn {
namespace {

Result<water::InitialFields> fields_of(const std::string& json, const std::string& folder = ".") {
    const auto scene = scene::read_scene(json, "shore.json", folder);
    return scene ? water::initial_fields(scene.value()) : scene.error();
}

std::string refusal(const std::string& json, const std::string& folder = ".") {
    const auto fields = fields_of(json, folder);
    EXPECT_FALSE(fields) << json;
    return fields ? "" : fields.error().message;
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// A beach that rises by 0.1 m in each cell of 1 m: its middle lies at 0.5 m.
constexpr const char* kBeach = R"({"water": {"size": [10, 4], "cells": [10, 4],
    "bed": {"expr": "0.1*x"}, "level": 0.5}})";

TEST(BedStart, DepthIsLevelLessBedAndLandIsDry) {
    const auto made = fields_of(kBeach);
    ASSERT_TRUE(made) << made.error().message;
    const water::InitialFields& fields = made.value();
    ASSERT_EQ(fields.bed_m.size(), 40u);
    for (std::size_t k = 0; k < 40; ++k) {
        const double bed = 0.1 * (double(k % 10) + 0.5);
        EXPECT_EQ(fields.bed_m[k], bed);
        EXPECT_EQ(fields.depth_m[k], std::max(0.0, 0.5 - bed));
    }
    // Five wet columns of 0.45, 0.35, ... m; sums of a few doubles.
    EXPECT_NEAR(fields.mean_depth_m, 0.25, 1e-15);
    EXPECT_NEAR(fields.deepest_m, 0.45, 1e-15);
    EXPECT_NEAR(fields.mean_level_m, 0.5, 1e-15);
}

TEST(BedStart, AFlatBedIsANumberAndMayHaveDryLand) {
    const auto made = fields_of(R"({"water": {"size": [10, 4], "cells": [10, 4], "bed": -1,
        "level": {"expr": "x < 5 ? 1 : -2"}}})");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made.value().bed_m.empty());
    EXPECT_EQ(made.value().depth_m[4], 2.0);
    EXPECT_EQ(made.value().depth_m[5], 0.0);
    EXPECT_EQ(made.value().mean_depth_m, 2.0);
    EXPECT_EQ(made.value().mean_level_m, 1.0);
}

TEST(BedStart, ABedOfDoublesStaysWhatItIsToTheBit) {
    const TempFolder folder;
    std::vector<double> bed;
    for (int k = 0; k < 12; ++k) bed.push_back(1.0 / (3.0 + k));
    std::ofstream(folder / "bed.npy", std::ios::binary) << npy_file<double>({3, 4}, bed);
    const auto made = fields_of(R"({"water": {"size": [4, 3], "cells": [4, 3],
        "bed": {"npy": "bed.npy"}, "level": 1}})",
                                folder.path().string());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made.value().bed_m, bed);
}

TEST(BedStart, ALevelBelowEveryBedIsNoWater) {
    const std::string message = refusal(R"({"water": {"bed": {"expr": "2 + x"}, "level": 1.5}})");
    for (const char* part : {"shore.json: /water/level", "nowhere above the bed", "1.5", "2.025",
                             "raise the level or lower the bed"})
        EXPECT_TRUE(holds(message, part)) << message << "\nlacks " << part;
    // The only low ground is solid.
    EXPECT_TRUE(holds(refusal(R"({"water": {"bed": {"expr": "x < 5 ? 0 : 2"}, "level": 1,
                                  "solids": [{"box": [0, 0, 5, 10]}]}})"),
                      "nowhere above the bed"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"bed": {"expr": "x"}, "level": 20,
                                  "solids": [{"box": [0, 0, 10, 10]}]}})"),
                      "cover every cell"));
}

TEST(BedStart, AnExpressionWithoutAValueIsRefusedWithItsPlace) {
    const std::string message = refusal(R"j({"water": {"bed": {"expr": "sqrt(x - 5)"}}})j");
    EXPECT_TRUE(holds(message, "/water/bed is -nan at [0.025, 0.025] m")) << message;
    EXPECT_TRUE(holds(refusal(R"({"water": {"bed": {"expr": "x +"}}})"), "/water/bed"));
    EXPECT_TRUE(holds(refusal(R"({"water": {"bed": {"npy": "none.npy"}}})"), "none.npy"));
}

TEST(Bed, IsAFieldAndIsDescribed) {
    const World world = world_of(kBeach);
    const WorldInfo info = world.info();
    EXPECT_FALSE(info.is_bed_flat);
    EXPECT_NEAR(info.bed_m, 0.05, 1e-7);
    EXPECT_NEAR(info.highest_bed_m, 0.95, 1e-7);
    EXPECT_NEAR(info.still_level_m, 0.5, 1e-15);
    const auto bed = world.field("bed");
    ASSERT_TRUE(bed);
    EXPECT_EQ(bed.value().nx, 10);
    EXPECT_EQ(bed.value().ny, 4);
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(bed.value().data[2 * bed.value().row_stride + i], float(0.1 * (i + 0.5)));
    EXPECT_FALSE(world.snapshot("bed"));
    const World flat = world_of(R"({"water": {"bed": -1}})");
    EXPECT_TRUE(flat.info().is_bed_flat);
    EXPECT_EQ(flat.info().still_level_m, 0.5);
    EXPECT_EQ(flat.field("bed").value().data[200 * 200 - 1], -1.0f);
}

// Levels are sums of floats below 1, and what the land is sampled from is the bed that fv computes
// with: multiples of 2^-21 m here, so that still water is still to the bit.
constexpr double kFloat = 0x1p-22 + 0.6e-7;

TEST(Bed, StillWaterIsLevelUpToTheShoreAndLandIsAsHighAsItIs) {
    const World world = world_of(kBeach);
    std::vector<Vec2> points;
    for (double x = 1.0; x <= 9.0; x += 0.0625) points.push_back({x, 2.0});
    std::vector<Sample> samples(points.size());
    ASSERT_TRUE(world.sample(points, samples));
    for (std::size_t k = 0; k < points.size(); ++k) {
        const double bed = 0.1 * points[k].x, level = std::max(0.5, bed);
        EXPECT_NEAR(samples[k].level_m, level, kFloat) << points[k].x;
        EXPECT_NEAR(samples[k].depth_m, level - bed, kFloat) << points[k].x;
        if (std::abs(points[k].x - 5.0) <= 0.5) continue;  // the surface bends at the shore
        const double slope = points[k].x < 5.0 ? 0.0 : 0.1;
        EXPECT_NEAR(samples[k].normal[0], -slope / std::sqrt(1.0 + slope * slope), 20 * kFloat);
    }
}

TEST(Bed, WaterAboveAStepFallsToTheLandBelow) {
    // Wet at 2 m on the upper side; between the centres it goes down to the dry land at 0 m.
    const World world = world_of(R"({"water": {"size": [10, 4], "cells": [10, 4],
        "bed": {"expr": "x < 5 ? 1 : 0"}, "level": {"expr": "x < 5 ? 2 : 0"}}})");
    const Vec2 points[] = {{4.5, 2.0}, {4.75, 2.0}, {5.0, 2.0}, {5.5, 2.0}};
    Sample samples[4];
    ASSERT_TRUE(world.sample(points, samples));
    const double levels[] = {2.0, 1.5, 1.0, 0.0}, depths[] = {1.0, 0.75, 0.5, 0.0};
    for (int k = 0; k < 4; ++k) {
        EXPECT_NEAR(samples[k].level_m, levels[k], kFloat);
        EXPECT_NEAR(samples[k].depth_m, depths[k], kFloat);
    }
}

TEST(Bed, PointsUnderWaterAreAboveTheBedOfTheirPlace) {
    const World world = world_of(kBeach);
    const auto is_under = [&](double x, double z) {
        return world.is_under_water({x, 2.0, z}).value();
    };
    EXPECT_TRUE(is_under(3.0, 0.31));
    EXPECT_FALSE(is_under(3.0, 0.29));
    EXPECT_FALSE(is_under(3.0, 0.51));
    EXPECT_FALSE(is_under(8.0, 0.79));
    EXPECT_FALSE(is_under(8.0, 0.81));
}

TEST(Bed, RaysMeetTheWaterOrTheLand) {
    const World world = world_of(kBeach);
    const auto at = [&](Vec3 from, Vec3 to) {
        const auto hit = world.ray_cast(from, to, 100.0);
        EXPECT_TRUE(hit && hit.value().is_hit);
        return hit ? hit.value().point_m : Vec3{};
    };
    EXPECT_NEAR(at({2.0, 2.0, 5.0}, {0, 0, -1}).z, 0.5, 1e-6);
    EXPECT_NEAR(at({8.0, 2.0, 5.0}, {0, 0, -1}).z, 0.8, 1e-6);
    // Along the water towards the beach: met where the land is as high as the ray.
    EXPECT_NEAR(at({1.0, 2.0, 0.7}, {1, 0, 0}).x, 7.0, 1e-5);
}

TEST(Bed, FramesShowItAndSolidsStandOutOfIt) {
    const World world = world_of(R"({"water": {"size": [10, 4], "cells": [10, 4],
        "bed": {"expr": "0.1*x"}, "level": 0.5,
        "solids": [{"box": [1, 1, 2, 2]}, {"box": [8, 1, 9, 2]}]}})");
    const auto made = world.frame();
    ASSERT_TRUE(made);
    const Frame& frame = made.value();
    EXPECT_EQ(frame.ground.bed.data, world.field("bed").value().data);
    EXPECT_EQ(frame.ground.bed.nx, 10);
    EXPECT_NEAR(frame.ground.bed_m, 0.05, 1e-7);
    EXPECT_NEAR(frame.water.still_level_m, 0.5, 1e-15);
    ASSERT_EQ(frame.bodies.size(), 2u);
    const auto top = [](const BodyView& body) { return body.at_m.z + 0.5 * body.size_m.z; };
    EXPECT_GT(top(frame.bodies[0]), 0.5);
    EXPECT_GT(top(frame.bodies[1]), 0.85);  // the land it stands on
    for (const BodyView& body : frame.bodies)
        EXPECT_NEAR(body.at_m.z - 0.5 * body.size_m.z, 0.05, 1e-7);
    const World other = world_of(R"({"water": {"size": [10, 4], "cells": [10, 4],
        "bed": {"expr": "0.1001*x"}, "level": 0.5}})");
    EXPECT_NE(other.frame().value().ground.revision,
              world_of(kBeach).frame().value().ground.revision);
    EXPECT_EQ(world_of("{}").frame().value().ground.bed.data, nullptr);
}

TEST(Bed, CheckpointsBelongToTheirBed) {
    const TempFolder folder;
    const auto scene = [](const char* bed) {
        return std::string(R"({"water": {"size": [4, 4], "cells": [8, 8], "bed": {"expr": ")") +
               bed + R"("}, "level": 1}})";
    };
    // Two beds with the same depths in sum.
    World world = world_of(scene("0.1*sin(pi*x/2)"));
    ASSERT_TRUE(world.save(folder / "state.tarn"));
    World same = world_of(scene("0.1*sin(pi*x/2)")), other = world_of(scene("0.1*sin(pi*y/2)"));
    EXPECT_TRUE(same.restore(folder / "state.tarn"));
    const auto refused = other.restore(folder / "state.tarn");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(holds(refused.error().message, "bed") ||
                holds(refused.error().message, "another scene"));
    EXPECT_NE(checksum_of(other), checksum_of(world));
}

TEST(Bed, DoesNotMoveWithTheWindow) {
    World world = world_of(R"({"water": {"bed": {"expr": "0.01*x"}, "edges":
        {"west": "open", "east": "open", "south": "open", "north": "open"}}})");
    const auto moved = world.shift_window(1, 0);
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().code, ErrorCode::Unsupported);
    EXPECT_TRUE(holds(moved.error().message, "bed"));
}

}  // namespace
}  // namespace tarn
