#include "bodies/shapes.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"
#include "bodies/mesh_check.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::bodies {
namespace {

constexpr double kPi = std::numbers::pi;

void expect_sound(const TriangleMesh& mesh, double volume_m3, std::size_t triangles) {
    const auto verdict = check_mesh(mesh, "shape");
    EXPECT_TRUE(bool(verdict)) << verdict.error().message;
    // A sum over up to 1,280 triangles.
    EXPECT_NEAR(solid_integrals(mesh).volume_m3 / volume_m3, 1.0, 1e-13);
    EXPECT_EQ(mesh.triangles.size(), triangles);
}

TEST(Shapes, SpheresHoldTheVolumeOfTheExactSphere) {
    expect_sound(sphere_mesh(0.5, SphereDetail::Triangles80), kPi / 6.0, 80);
    expect_sound(sphere_mesh(0.5, SphereDetail::Triangles320), kPi / 6.0, 320);
    expect_sound(sphere_mesh(0.5, SphereDetail::Triangles1280), kPi / 6.0, 1280);
}

TEST(Shapes, BoxesCylindersAndCapsulesHoldTheirVolume) {
    expect_sound(box_mesh({1.0, 2.0, 3.0}), 6.0, 12);
    expect_sound(cylinder_mesh(0.3, 2.0, 32), kPi * 0.09 * 2.0, 128);
    expect_sound(capsule_mesh(0.3, 2.0, 24), kPi * 0.09 * (1.4 + 0.4), 24 * (2 + 2 * 11));
    expect_sound(capsule_mesh(0.3, 0.6, 24), kPi * 0.09 * 0.4, 24 * (2 + 2 * 10));
}

TEST(Shapes, TheConvexHullOfABoxAndPointsInsideIsTheBox) {
    std::vector<Vec3> points_m = box_mesh({1.0, 2.0, 3.0}).positions_m;
    points_m.insert(points_m.begin(), Vec3{0.1, 0.2, -0.3});
    points_m.push_back({0.0, 0.0, 1.4});
    const auto hull = convex_hull_mesh(points_m);
    ASSERT_TRUE(bool(hull)) << hull.error().message;
    expect_sound(hull.value(), 6.0, 12);
    EXPECT_EQ(hull.value().positions_m.size(), 8u);
}

TEST(Shapes, PointsWithoutVolumeHaveNoConvexHull) {
    const std::vector<Vec3> flat_m = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.3, 0}};
    EXPECT_FALSE(bool(convex_hull_mesh(flat_m)));
    EXPECT_FALSE(bool(convex_hull_mesh({})));
    const std::vector<Vec3> bad_m = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.0 / 0.0}};
    EXPECT_FALSE(bool(convex_hull_mesh(bad_m)));
}

}  // namespace
}  // namespace tarn::bodies
