// Cameras that nobody chose show what they should; a path goes through its points.
#include "scenery/camera.hpp"

#include "base/vector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tarn::scenery {
namespace {

constexpr double kRounding = 1e-9;  // a few operations on numbers of order one, in double
constexpr double kAspect = 1.5;     // the narrowest picture that default cameras promise to fill

WaterView water_of(double width_m, double height_m, double still_level_m, Vec2 origin_m = {}) {
    WaterView water;
    water.cell_m = width_m / 120.0;
    water.nx = 120;
    water.ny = int(std::lround(height_m / water.cell_m));
    water.still_level_m = still_level_m;
    water.origin_m = origin_m;
    return water;
}

double down_deg(const Camera& camera) {
    return -std::asin(normalized(camera.target_m - camera.eye_m).z) * 180.0 / std::numbers::pi;
}

/// Where a point is in the picture: -1 to 1 from left to right and from bottom to top.
Vec2 in_picture(const Camera& camera, Vec3 point) {
    const Vec3 forward = normalized(camera.target_m - camera.eye_m);
    const Vec3 right = normalized(cross(forward, {0.0, 0.0, 1.0})), up = cross(right, forward);
    const Vec3 seen = point - camera.eye_m;
    const double scale = 1.0 / std::tan(0.5 * camera.fov_deg * std::numbers::pi / 180.0);
    EXPECT_GT(dot(seen, forward), 0.0) << "behind the camera";
    return {scale / kAspect * dot(seen, right) / dot(seen, forward),
            scale * dot(seen, up) / dot(seen, forward)};
}

struct Extent {
    double left = 1e9, right = -1e9, low = 1e9, high = -1e9;
};

/// What the corners of the water, from `low_m` to `high_m`, take of the picture.
Extent extent(const Camera& camera, const WaterView& water, double low_m, double high_m) {
    Extent e;
    for (const double x : {0.0, water.nx * water.cell_m})
        for (const double y : {0.0, water.ny * water.cell_m})
            for (const double z : {low_m, high_m}) {
                const Vec2 at = in_picture(camera, {water.origin_m.x + x, water.origin_m.y + y, z});
                e.left = std::min(e.left, at.x);
                e.right = std::max(e.right, at.x);
                e.low = std::min(e.low, at.y);
                e.high = std::max(e.high, at.y);
            }
    return e;
}

bool is_outside(const Camera& camera, const WaterView& water) {
    const double x = camera.eye_m.x - water.origin_m.x, y = camera.eye_m.y - water.origin_m.y;
    return x < 0.0 || y < 0.0 || x > water.nx * water.cell_m || y > water.ny * water.cell_m;
}

const WaterView kWaters[] = {water_of(6, 4, 1.0), water_of(4, 4, 0.1), water_of(3, 9, -2.0),
                             water_of(60, 40, 12.0, {-30, -20})};

TEST(DefaultCamera, APoolFillsThePictureFromOutsideACorner) {
    for (const WaterView& water : kWaters) {
        const Camera camera = default_camera(Place::Pool, water);
        EXPECT_TRUE(is_outside(camera, water));
        EXPECT_GT(camera.eye_m.x - water.origin_m.x, water.nx * water.cell_m);
        EXPECT_LT(camera.eye_m.y, water.origin_m.y);
        EXPECT_NEAR(down_deg(camera), 33.0, 1e-6);
        const Extent e = extent(camera, water, water.still_level_m, water.still_level_m);
        // Corners of a square basin may be cut a little; the water fills the picture.
        EXPECT_TRUE(e.left > -1.2 && e.right < 1.2 && e.low > -1.2 && e.high < 1.2);
        EXPECT_TRUE(e.right - e.left > 1.5 || e.high - e.low > 1.5);
    }
}

TEST(DefaultCamera, APondHasItsFarBankAndTheSkyInTheUpperPart) {
    for (const WaterView& water : kWaters) {
        const Camera camera = default_camera(Place::Pond, water);
        const double middle_x = water.origin_m.x + 0.5 * water.nx * water.cell_m;
        const double far_y = water.origin_m.y + water.ny * water.cell_m;
        EXPECT_LT(camera.eye_m.y, water.origin_m.y);
        EXPECT_NEAR(down_deg(camera), 11.0, 1e-6);
        const double far = in_picture(camera, {middle_x, far_y, water.still_level_m}).y;
        const double sky = in_picture(camera, {middle_x, camera.eye_m.y + 1e6, camera.eye_m.z}).y;
        EXPECT_GT(far, 0.2);
        EXPECT_LT(far, sky);
        EXPECT_LT(sky, 0.75);
    }
    EXPECT_NEAR(default_camera(Place::Pond, water_of(10, 10, 0.5)).eye_m.z, 1.6, kRounding);
}

TEST(DefaultCamera, AnOceanIsSeenFromASmallBoat) {
    const WaterView sea = water_of(40, 40, 2.0);
    const Camera camera = default_camera(Place::Ocean, sea);
    EXPECT_NEAR(camera.eye_m.z, 4.2, kRounding);
    EXPECT_NEAR(down_deg(camera), 6.0, 1e-6);
    EXPECT_NEAR(camera.target_m.x, 20.0, kRounding);
    EXPECT_NEAR(camera.target_m.y, 20.0, kRounding);
    const Camera wide = default_camera(Place::Ocean, water_of(4000, 4000, 2.0));
    EXPECT_NEAR(wide.eye_m.z, 4.2, 1e-6);
    const Camera small = default_camera(Place::Ocean, water_of(4, 4, 2.0));
    EXPECT_NEAR(small.eye_m.z, 2.22, kRounding);
}

TEST(DefaultCamera, ATankIsWholeInThePictureWithSpaceAround) {
    for (const WaterView& water : kWaters)
        for (const double depth_m : {0.03, 0.5, 2.0}) {
            const double bed_m = water.still_level_m - depth_m;
            const Camera camera = default_camera(Place::Tank, water, {.bed_m = bed_m});
            EXPECT_TRUE(is_outside(camera, water));
            EXPECT_GT(camera.eye_m.z, water.still_level_m);
            EXPECT_LT(camera.eye_m.x, water.origin_m.x + 0.5 * water.nx * water.cell_m);
            EXPECT_LT(camera.eye_m.y, water.origin_m.y);
            const Extent e = extent(camera, water, bed_m, water.still_level_m);
            EXPECT_TRUE(e.left > -0.85 && e.right < 0.85 && e.low > -0.85 && e.high < 0.85);
            EXPECT_TRUE(e.right - e.left > 1.2 || e.high - e.low > 1.2);
        }
}

TEST(DefaultCamera, AShoreIsSeenWholeFromAboveItsLowestCorner) {
    for (const WaterView& water : kWaters)
        for (const bool is_east_high : {false, true})
            for (const bool is_north_high : {false, true}) {
                std::vector<float> bed;
                for (int j = 0; j < water.ny; ++j)
                    for (int i = 0; i < water.nx; ++i) {
                        const double x = double(i) / water.nx, y = double(j) / water.ny;
                        const double rise =
                            (is_east_high ? x : 1.0 - x) + (is_north_high ? y : 1.0 - y) - 1.0;
                        bed.push_back(float(water.still_level_m + rise * water.cell_m * 20.0));
                    }
                GroundView ground;
                ground.bed = {bed.data(), water.nx, water.ny, water.nx};
                ground.bed_m = double(*std::min_element(bed.begin(), bed.end()));
                const Camera camera = default_camera(Place::Shore, water, ground);
                const Vec2 middle = {water.origin_m.x + 0.5 * water.nx * water.cell_m,
                                     water.origin_m.y + 0.5 * water.ny * water.cell_m};
                EXPECT_EQ(camera.eye_m.x < middle.x, is_east_high);
                EXPECT_EQ(camera.eye_m.y < middle.y, is_north_high);
                EXPECT_NEAR(down_deg(camera), 34.0, 1e-6);
                // The corner of the water that is farthest from the land, and the shore's ends.
                const auto corner = [&](bool is_east, bool is_north) {
                    return Vec3{water.origin_m.x + (is_east ? water.nx * water.cell_m : 0.0),
                                water.origin_m.y + (is_north ? water.ny * water.cell_m : 0.0),
                                water.still_level_m};
                };
                for (const Vec3 point :
                     {corner(!is_east_high, !is_north_high), corner(!is_east_high, is_north_high),
                      corner(is_east_high, !is_north_high)}) {
                    const Vec2 at = in_picture(camera, point);
                    EXPECT_TRUE(std::abs(at.x) < 1.0 && std::abs(at.y) < 1.0);
                }
            }
}

TEST(DefaultCamera, ScalesWithTheWater) {
    for (const Place place : {Place::Pool, Place::Pond, Place::Ocean, Place::Tank, Place::Shore}) {
        const Camera small = default_camera(place, water_of(0.6, 0.4, 0.1));
        const Camera large = default_camera(place, water_of(6, 4, 1.0));
        EXPECT_NEAR(10.0 * small.eye_m.x, large.eye_m.x, kRounding);
        EXPECT_NEAR(10.0 * small.eye_m.y, large.eye_m.y, kRounding);
        EXPECT_NEAR(10.0 * small.eye_m.z, large.eye_m.z, kRounding);
    }
}

const std::vector<CameraPoint> kPath = {{1.0, {0, 0, 2}, {5, 5, 0}},
                                        {2.0, {4, 0, 2}, {5, 6, 0}},
                                        {5.0, {4, 9, 3}, {5, 7, 0}},
                                        {6.0, {0, 9, 2}, {5, 8, 1}}};

void expect_near(Vec3 a, Vec3 b, double tolerance) {
    EXPECT_NEAR(a.x, b.x, tolerance);
    EXPECT_NEAR(a.y, b.y, tolerance);
    EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(CameraAt, GoesThroughItsPointsAndIsHeldAtTheEnds) {
    for (const CameraPoint& point : kPath) {
        const Camera camera = camera_at(kPath, 35.0, point.time_s);
        expect_near(camera.eye_m, point.eye_m, kRounding);
        expect_near(camera.target_m, point.target_m, kRounding);
        EXPECT_EQ(camera.fov_deg, 35.0);
    }
    expect_near(camera_at(kPath, 35.0, 0.0).eye_m, kPath.front().eye_m, 0.0);
    expect_near(camera_at(kPath, 35.0, 1e9).eye_m, kPath.back().eye_m, 0.0);
}

TEST(CameraAt, HasNoKinkInAPoint) {
    constexpr double kStep_s = 1e-5;
    for (const double time_s : {2.0, 5.0}) {
        const auto at = [&](double offset_s) {
            return camera_at(kPath, 40.0, time_s + offset_s).eye_m;
        };
        const Vec3 before = at(0.0) - at(-kStep_s), after = at(kStep_s) - at(0.0);
        // Speeds of some m/s that differ by an acceleration of order 10 m/s2 over a step.
        expect_near(before, after, 20.0 * kStep_s * kStep_s);
    }
}

TEST(CameraAt, MovesEvenlyAlongALineWhateverTheTimesAre) {
    const std::vector<CameraPoint> line = {
        {0.0, {0, 0, 1}, {0, 9, 0}}, {1.0, {1, 0, 1}, {1, 9, 0}}, {4.0, {4, 0, 1}, {4, 9, 0}}};
    for (double time_s = 0.0; time_s < 4.0; time_s += 0.37)
        expect_near(camera_at(line, 40.0, time_s).eye_m, {time_s, 0, 1}, kRounding);
}

}  // namespace
}  // namespace tarn::scenery
