// The body under the mouse is the one that is seen there.
#include "viewer/pick_body.hpp"

#include "base/rotation.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::viewer {
namespace {

constexpr double kRounding_m = 1e-12;

BodyView body_of(int number, BodyView::Shape shape, Vec3 at_m, Vec3 size_m) {
    BodyView view;
    view.number = number;
    view.shape = shape;
    view.at_m = at_m;
    view.size_m = size_m;
    return view;
}

Ray along_x(double y, double z) {
    return {{-10.0, y, z}, {1.0, 0.0, 0.0}};
}

TEST(PickBody, MeetsEachShapeOnItsSurface) {
    const BodyView sphere = body_of(0, BodyView::Shape::Sphere, {1.0, 0.0, 0.0}, {2.0, 2.0, 2.0});
    const BodyView box = body_of(1, BodyView::Shape::Box, {1.0, 0.0, 0.0}, {2.0, 2.0, 2.0});
    const BodyView post = body_of(2, BodyView::Shape::Cylinder, {1.0, 0.0, 0.0}, {2.0, 2.0, 1.0});
    const double chord_m = std::sqrt(1.0 - 0.6 * 0.6);
    EXPECT_NEAR(meet_body(along_x(0.6, 0.0), std::array{sphere})->at_m.x, 1.0 - chord_m,
                kRounding_m);
    EXPECT_NEAR(meet_body(along_x(0.6, 0.9), std::array{box})->at_m.x, 0.0, kRounding_m);
    EXPECT_NEAR(meet_body(along_x(0.6, 0.4), std::array{post})->at_m.x, 1.0 - chord_m, kRounding_m);
    // Beside the ball and the column, above the column, beside the box.
    EXPECT_FALSE(meet_body(along_x(0.8, 0.8), std::array{sphere}));
    EXPECT_FALSE(meet_body(along_x(0.6, 0.6), std::array{post}));
    EXPECT_FALSE(meet_body(along_x(1.1, 0.0), std::array{box, post, sphere}));
    const Ray down = {{1.5, 0.0, 5.0}, {0.0, 0.0, -1.0}};
    EXPECT_NEAR(meet_body(down, std::array{post})->at_m.z, 0.5, kRounding_m);
}

TEST(PickBody, ShapesAreTurned) {
    BodyView plank = body_of(3, BodyView::Shape::Box, {0.0, 0.0, 0.0}, {4.0, 0.2, 0.2});
    EXPECT_TRUE(meet_body(along_x(0.0, 0.0), std::array{plank}));
    EXPECT_FALSE(meet_body(along_x(1.5, 0.0), std::array{plank}));
    const Quaternion q = turn_by({0.0, 0.0, 0.5 * std::numbers::pi});
    plank.turn = {q.w, q.x, q.y, q.z};
    const auto hit = meet_body(along_x(1.5, 0.0), std::array{plank});
    ASSERT_TRUE(hit);
    EXPECT_NEAR(hit->at_m.x, -0.1, 1e-9);
}

TEST(PickBody, MeshesAreMetTriangleByTriangle) {
    const std::array<Vec3, 4> corners = {Vec3{0.0, -1.0, -1.0}, Vec3{0.0, 1.0, -1.0},
                                         Vec3{0.0, 0.0, 1.0}, Vec3{2.0, 0.0, 0.0}};
    const std::array<std::uint32_t, 6> indices = {0, 1, 2, 0, 1, 3};
    BodyView mesh = body_of(5, BodyView::Shape::Mesh, {3.0, 0.0, 0.0}, {});
    mesh.mesh = {.positions_m = corners, .indices = indices};
    const auto hit = meet_body(along_x(0.0, 0.0), std::array{mesh});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->number, 5);
    EXPECT_NEAR(hit->at_m.x, 3.0, kRounding_m);
    EXPECT_FALSE(meet_body(along_x(0.9, 0.9), std::array{mesh}));
}

TEST(PickBody, TheNearestIsTakenAndSolidsHideWhatIsBehindThem) {
    const BodyView near = body_of(0, BodyView::Shape::Sphere, {1.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
    const BodyView far = body_of(1, BodyView::Shape::Sphere, {4.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
    const BodyView wall = body_of(-1, BodyView::Shape::Box, {-2.0, 0.0, 0.0}, {1.0, 9.0, 9.0});
    EXPECT_EQ(meet_body(along_x(0.0, 0.0), std::array{far, near})->number, 0);
    EXPECT_FALSE(meet_body(along_x(0.0, 0.0), std::array{far, near, wall}));
    // What lies behind the eye, or around it, is not seen.
    const Ray away = {{1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}};
    EXPECT_FALSE(meet_body(away, std::array{far, near}));
    EXPECT_FALSE(meet_body(away, {}));
}

}  // namespace
}  // namespace tarn::viewer
