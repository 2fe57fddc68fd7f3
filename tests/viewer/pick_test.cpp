// The place under the mouse is the place on the water.
#include "viewer/pick.hpp"

#include "base/vector.hpp"

#include <gtest/gtest.h>

namespace tarn::viewer {
namespace {

/// 10 by 10 m; `level_of` gives the level of a cell.
template <class Level>
WaterState water(Level level_of) {
    auto facts = std::make_shared<WorldFacts>();
    facts->frame.water = {.cell_m = 0.1, .nx = 100, .ny = 100, .still_level_m = 0.5};
    WaterState state;
    state.facts = facts;
    for (int j = 0; j < 100; ++j)
        for (int i = 0; i < 100; ++i) state.level.push_back(float(level_of(i, j)));
    return state;
}

const Camera kCamera = {{5.0, -6.0, 5.0}, {5.0, 5.0, 0.5}, 40.0};

TEST(Pick, TheMiddleOfThePictureIsTheTarget) {
    const WaterState still = water([](int, int) { return 0.5; });
    const auto point = meet_water(ray_through(kCamera, 1.6, {0.5, 0.5}), still);
    ASSERT_TRUE(point);
    EXPECT_LT(length(*point - kCamera.target_m), 1e-6);
}

TEST(Pick, WaterThatMovedIsMetWhereItIs) {
    WaterState moved = water([](int i, int) { return 0.5 + 0.002 * i; });
    moved.origin_m = {-3.0, 2.0};
    const auto point = meet_water(ray_through(kCamera, 1.6, {0.5, 0.5}), moved);
    ASSERT_TRUE(point);
    EXPECT_NEAR(point->z, 0.5 + 0.02 * (point->x + 3.0), 0.002);
    moved.origin_m = {-30.0, 2.0};
    EXPECT_FALSE(meet_water(ray_through(kCamera, 1.6, {0.5, 0.5}), moved));
}

TEST(Pick, RightIsEastAndUpIsFarSeenFromTheSouth) {
    const WaterState still = water([](int, int) { return 0.5; });
    const auto right = meet_water(ray_through(kCamera, 1.6, {0.6, 0.5}), still);
    const auto up = meet_water(ray_through(kCamera, 1.6, {0.5, 0.45}), still);
    ASSERT_TRUE(right && up);
    EXPECT_GT(right->x, 5.1);
    EXPECT_NEAR(up->x, 5.0, 1e-9);
    EXPECT_GT(up->y, 5.1);
}

TEST(Pick, APointIsSeenWhereItsRayGoes) {
    for (const Vec2 share : {Vec2{0.5, 0.5}, Vec2{0.1, 0.9}, Vec2{-0.2, 0.3}}) {
        const Ray ray = ray_through(kCamera, 1.6, share);
        const auto seen = seen_at(kCamera, 1.6, ray.origin_m + 3.0 * ray.direction);
        ASSERT_TRUE(seen);
        EXPECT_NEAR(seen->x, share.x, 1e-12);
        EXPECT_NEAR(seen->y, share.y, 1e-12);
        EXPECT_FALSE(seen_at(kCamera, 1.6, ray.origin_m - 3.0 * ray.direction));
    }
}

TEST(Pick, TheEdgesOfThePictureAreHalfTheAngleAway) {
    const Vec3 ahead = normalized(kCamera.target_m - kCamera.eye_m);
    const Vec3 top = ray_through(kCamera, 1.6, {0.5, 0.0}).direction;
    EXPECT_NEAR(length(cross(ahead, top)), std::sin(20.0 * 3.14159265358979 / 180.0), 1e-9);
}

TEST(Pick, FollowsTheWavesToWithinACell) {
    const WaterState high = water([](int i, int) { return 0.5 + 0.002 * i; });
    const auto point = meet_water(ray_through(kCamera, 1.6, {0.62, 0.5}), high);
    ASSERT_TRUE(point);
    EXPECT_NEAR(point->z, 0.5 + 0.02 * point->x, 0.002);
}

TEST(Pick, TakesTheStillLevelWhereTheTrueOneIsOnAGpu) {
    WaterState far = water([](int, int) { return 0.7; });
    far.level.clear();
    const auto point = meet_water(ray_through(kCamera, 1.6, {0.5, 0.5}), far);
    ASSERT_TRUE(point);
    EXPECT_LT(length(*point - kCamera.target_m), 1e-6);
    EXPECT_FALSE(meet_water(ray_through(kCamera, 1.6, {0.0, 0.99}), far));
}

TEST(Pick, NothingBesideTheWaterOrInTheSky) {
    const WaterState still = water([](int, int) { return 0.5; });
    EXPECT_FALSE(meet_water(ray_through(kCamera, 1.6, {0.0, 0.99}), still));
    EXPECT_FALSE(meet_water(ray_through(kCamera, 1.6, {0.5, -1.0}), still));
    EXPECT_FALSE(meet_water({{5.0, 5.0, 2.0}, {0.0, 0.0, 1.0}}, still));
    EXPECT_FALSE(meet_water({{5.0, 5.0, 2.0}, {1.0, 0.0, 0.0}}, still));
}

}  // namespace
}  // namespace tarn::viewer
