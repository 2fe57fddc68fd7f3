// Cameras go where the hand goes, and never underground.
#include "viewer/cameras.hpp"

#include "base/vector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace tarn::viewer {
namespace {

const CameraBounds kBounds = {.size_m = {10.0, 6.0}, .bed_m = -1.0, .level_m = 0.5};
const Camera kFirst = {{5.0, -8.0, 6.0}, {5.0, 3.0, 0.5}, 45.0};

Cameras started(CameraKind kind) {
    Cameras cameras;
    cameras.start(kFirst, kBounds);
    cameras.set_kind(kind);
    return cameras;
}

void expect_near(Vec3 a, Vec3 b, double allowed = 1e-9) {
    EXPECT_LT(length(a - b), allowed) << a.x << " " << a.y << " " << a.z;
}

TEST(Cameras, BeginAtTheScenesCamera) {
    const Camera camera = started(CameraKind::Orbit).camera();
    expect_near(camera.eye_m, kFirst.eye_m);
    expect_near(camera.target_m, kFirst.target_m);
    EXPECT_EQ(camera.fov_deg, 45.0);
}

TEST(Cameras, AnotherKindDoesNotMoveThePicture) {
    Cameras cameras = started(CameraKind::Orbit);
    cameras.turn(0.7, -0.1);
    const Camera before = cameras.camera();
    for (const CameraKind kind : {CameraKind::Fly, CameraKind::Follow, CameraKind::Orbit}) {
        cameras.set_kind(kind);
        expect_near(cameras.camera().eye_m, before.eye_m);
        expect_near(cameras.camera().target_m, before.target_m);
    }
}

TEST(Cameras, OrbitTurnsAroundItsTargetAtTheSameDistance) {
    Cameras cameras = started(CameraKind::Orbit);
    const double distance = length(kFirst.eye_m - kFirst.target_m);
    cameras.turn(1.0, -0.2);
    expect_near(cameras.camera().target_m, kFirst.target_m);
    EXPECT_NEAR(length(cameras.eye_m() - kFirst.target_m), distance, 1e-9);
    cameras.turn(-1.0, 0.2);
    expect_near(cameras.eye_m(), kFirst.eye_m);
}

TEST(Cameras, FlyTurnsTheHead) {
    Cameras cameras = started(CameraKind::Fly);
    cameras.turn(0.3, 0.1);
    expect_near(cameras.eye_m(), kFirst.eye_m);
    // From the south, looking north: a turn to the right looks further east, and up.
    EXPECT_GT(cameras.camera().target_m.x, kFirst.target_m.x);
    EXPECT_GT(cameras.camera().target_m.z, kFirst.target_m.z);
}

TEST(Cameras, FlyMovesAlongItsView) {
    Cameras cameras = started(CameraKind::Fly);
    const Vec3 ahead = normalized(kFirst.target_m - kFirst.eye_m);
    cameras.move({0.0, 1.0, 0.0}, 0.5);
    const Vec3 way = cameras.eye_m() - kFirst.eye_m;
    EXPECT_NEAR(length(cross(way, ahead)), 0.0, 1e-9);
    EXPECT_GT(length(way), 0.1);
    const Vec3 before = cameras.eye_m();
    cameras.move({1.0, 0.0, 0.0}, 0.5);
    EXPECT_GT(cameras.eye_m().x, before.x);
    EXPECT_NEAR(cameras.eye_m().z, before.z, 1e-9);
}

TEST(Cameras, ZoomComesNearerAndStopsAtBothEnds) {
    Cameras cameras = started(CameraKind::Orbit);
    const double distance = length(kFirst.eye_m - kFirst.target_m);
    cameras.zoom(1.0);
    EXPECT_NEAR(length(cameras.eye_m() - kFirst.target_m), 0.9 * distance, 1e-9);
    cameras.zoom(1000.0);
    EXPECT_GE(length(cameras.eye_m() - kFirst.target_m), 0.1);
    cameras.zoom(-1000.0);
    EXPECT_LE(length(cameras.eye_m() - kFirst.target_m), 1000.0);
}

TEST(Cameras, OrbitStaysOverTheWater) {
    Cameras cameras = started(CameraKind::Orbit);
    for (int k = 0; k < 100; ++k) cameras.move({1.0, 1.0, 0.0}, 0.2);
    const Vec3 target = cameras.camera().target_m;
    EXPECT_TRUE(target.x >= 0.0 && target.x <= 10.0 && target.y >= 0.0 && target.y <= 6.0);
}

TEST(Cameras, ATargetBesideTheWaterStaysUntilItIsMoved) {
    Cameras cameras;
    const Camera far = {{5.0, -8.0, 6.0}, {5.0, 60.0, 2.0}, 40.0};
    cameras.start(far, kBounds);
    cameras.move({}, 0.1);
    expect_near(cameras.camera().target_m, far.target_m);
    cameras.move({0.0, 1.0, 0.0}, 0.1);
    expect_near(cameras.camera().target_m, far.target_m);
    cameras.move({0.0, -1.0, 0.0}, 0.1);
    EXPECT_LT(cameras.camera().target_m.y, 60.0);
}

TEST(Cameras, FollowSlidesToWhereTheWaterWasTouched) {
    Cameras cameras = started(CameraKind::Follow);
    cameras.touch({8.0, 1.0, 0.5});
    cameras.advance(0.1);
    const double first = length(cameras.camera().target_m - Vec3{8.0, 1.0, 0.5});
    EXPECT_LT(first, length(kFirst.target_m - Vec3{8.0, 1.0, 0.5}));
    EXPECT_GT(first, 0.5);
    for (int k = 0; k < 100; ++k) cameras.advance(0.1);
    expect_near(cameras.camera().target_m, {8.0, 1.0, 0.5}, 1e-6);
}

TEST(Cameras, TheFirstViewAndTheBoundsGoWithTheWindow) {
    Cameras cameras = started(CameraKind::Orbit);
    cameras.set_origin({100.0, -50.0});
    expect_near(cameras.camera().target_m, kFirst.target_m);
    Cameras carried = cameras;
    cameras.restart();
    expect_near(cameras.camera().target_m, {105.0, -47.0, 0.5});
    for (int k = 0; k < 100; ++k) cameras.move({1.0, 1.0, 0.0}, 0.2);
    const Vec3 target = cameras.camera().target_m;
    EXPECT_TRUE(target.x >= 100.0 && target.x <= 110.0 && target.y >= -50.0 && target.y <= -44.0);
    carried.carry_to({90.0, -50.0});
    expect_near(carried.camera().target_m, {-5.0, 3.0, 0.5});
}

TEST(Cameras, StayAboveGroundAndWaterWhateverIsDone) {
    std::uint32_t seed = 1;
    const auto random = [&seed] {
        seed = seed * 1664525u + 1013904223u;
        return double(seed >> 8) / double(1u << 23) - 1.0;
    };
    for (const CameraKind kind : {CameraKind::Orbit, CameraKind::Fly, CameraKind::Follow}) {
        Cameras cameras = started(kind);
        for (int k = 0; k < 5000; ++k) {
            cameras.turn(random(), random());
            cameras.zoom(5.0 * random());
            cameras.move({random(), random(), random()}, 0.3);
            if (k % 7 == 0) cameras.touch({10.0 * random(), 10.0 * random(), random()});
            cameras.advance(0.02);
            const double ground_m = kind == CameraKind::Fly ? kBounds.bed_m : kBounds.level_m;
            ASSERT_GE(cameras.eye_m().z, ground_m + 0.05 - 1e-9);
            ASSERT_TRUE(std::isfinite(length(cameras.eye_m())));
        }
    }
}

/// A hill of 3 m beside the water's edge, over a still level of 0.5 m.
struct Hill {
    int nx = 40, ny = 24;
    std::vector<float> bed_m;
    WaterView water;
    GroundView ground;

    Hill() {
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                bed_m.push_back(float(3.0 * std::exp(-0.02 * ((i - 30) * (i - 30) + j * j))));
        water.nx = nx;
        water.ny = ny;
        water.cell_m = 0.25;
        water.still_level_m = 0.5;
        ground.bed_m = 0.0;
        ground.bed = {bed_m.data(), nx, ny, nx};
    }
    std::shared_ptr<const Land> land() const {
        return std::make_shared<Land>(Place::Shore, water, ground, std::span<const BodyView>{});
    }
};

TEST(Land, IsTheBedInTheWaterAndGoesOnAroundIt) {
    const Hill hill;
    const auto land = hill.land();
    for (int j = 0; j < hill.ny; j += 3)
        for (int i = 0; i < hill.nx; i += 3)
            EXPECT_NEAR(land->height_m({0.25 * (i + 0.5), 0.25 * (j + 0.5)}),
                        double(hill.bed_m[std::size_t(j * hill.nx + i)]), 1e-6);
    // The hill goes on behind the edge, and far away the land is one plain.
    EXPECT_GT(land->height_m({7.6, -0.3}), 2.0);
    EXPECT_EQ(land->height_m({900.0, 2.0}), land->height_m({-50.0, -800.0}));
    EXPECT_TRUE(Land().is_flat());
    EXPECT_EQ(Land().height_m({1.0, 1.0}), -std::numeric_limits<double>::infinity());
}

TEST(Cameras, StayOutOfTheLandWhateverIsDone) {
    const Hill hill;
    const auto land = hill.land();
    std::uint32_t seed = 7;
    const auto random = [&seed] {
        seed = seed * 1664525u + 1013904223u;
        return double(seed >> 8) / double(1u << 23) - 1.0;
    };
    for (const CameraKind kind : {CameraKind::Orbit, CameraKind::Fly, CameraKind::Follow}) {
        Cameras cameras;
        cameras.start({{5.0, -8.0, 6.0}, {5.0, 3.0, 0.5}, 45.0},
                      {.size_m = {10.0, 6.0}, .bed_m = 0.0, .level_m = 0.5, .land = land});
        cameras.set_kind(kind);
        for (int k = 0; k < 5000; ++k) {
            cameras.turn(random(), random());
            cameras.zoom(5.0 * random());
            cameras.move({random(), random(), random()}, 0.3);
            if (k % 7 == 0) cameras.touch({5.0 + 5.0 * random(), 3.0 + 3.0 * random(), random()});
            cameras.advance(0.02);
            const Vec3 eye = cameras.eye_m();
            ASSERT_GE(eye.z, land->height_m({eye.x, eye.y}) + 0.05) << eye.x << " " << eye.y;
        }
    }
}

TEST(Cameras, GetOutOfTheWayOfRisingWater) {
    double level_m = 0.5;
    Cameras cameras;
    cameras.start({{5.0, -2.0, 1.0}, {5.0, 3.0, 0.5}, 45.0},
                  {.size_m = {10.0, 6.0}, .bed_m = 0.0, .level_m = 0.5, .level_at_m = [&](Vec2) {
                       return level_m;
                   }});
    cameras.move({0.0, 0.0, 0.0}, 0.1);
    cameras.turn(0.0, 1.0);  // down to the water
    EXPECT_LT(cameras.eye_m().z, 0.6);
    level_m = 0.9;
    cameras.advance(0.02);
    EXPECT_GE(cameras.eye_m().z, 0.95 - 1e-9);
}

TEST(Cameras, ALookStraightDownHasADirection) {
    Cameras cameras;
    cameras.start({{5.0, 3.0, 9.0}, {5.0, 3.0, 0.0}, 40.0}, kBounds);
    const Camera camera = cameras.camera();
    EXPECT_GT(std::hypot(camera.eye_m.x - camera.target_m.x, camera.eye_m.y - camera.target_m.y),
              1e-3);
}

}  // namespace
}  // namespace tarn::viewer
