#include "bodies/create.hpp"

#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace tarn::bodies {
namespace {

PlacedBody made(const scene::Body& from, const FileMesh* file = nullptr) {
    BodyMaker maker;
    auto placed = maker.make(from, file);
    EXPECT_TRUE(bool(placed)) << placed.error().message;
    return placed ? std::move(placed.value()) : PlacedBody{};
}

void expect_near(Vec3 got, Vec3 expected) {
    // Sums over some hundred triangles.
    EXPECT_NEAR(got.x, expected.x, 1e-13);
    EXPECT_NEAR(got.y, expected.y, 1e-13);
    EXPECT_NEAR(got.z, expected.z, 1e-13);
}

TEST(CreateBody, MassComesFromDensityOrIsGiven) {
    scene::Body from;
    from.name = "ball";
    from.radius_m = 0.5;
    const double volume_m3 = std::numbers::pi / 6.0;
    EXPECT_NEAR(made(from).body.mass.mass_kg, 500.0 * volume_m3, 1e-10);
    from.density_kg_per_m3 = 5.0;
    EXPECT_NEAR(made(from).body.mass.mass_kg, 5.0 * volume_m3, 1e-12);
    from.density_kg_per_m3.reset();
    from.mass_kg = 12.0;
    EXPECT_EQ(made(from).body.mass.mass_kg, 12.0);
    EXPECT_NEAR(made(from).body.mass.inertia_kg_m2.row[0].x, 0.4 * 12.0 * 0.25, 0.02);
}

TEST(CreateBody, TurnsAboutXThenYThenZOfTheWorld) {
    scene::Body from;
    from.shape = scene::BodyShape::Box;
    from.size_m = {1.0, 2.0, 3.0};
    from.rotate_deg = {90.0, 0.0, 90.0};
    from.at_m = {4.0, 5.0, 6.0};
    const PlacedBody placed = made(from);
    // About x: y to z. Then about z: z stays, x to y.
    expect_near(matrix_of(placed.pose.turn) * Vec3{0, 1, 0}, {0, 0, 1});
    expect_near(matrix_of(placed.pose.turn) * Vec3{1, 0, 0}, {0, 1, 0});
    expect_near(placed.pose.centre_m, {4.0, 5.0, 6.0});
}

TEST(CreateBody, ACentreOfMassAsideMovesBodyAxesButNotTheShape) {
    scene::Body from;
    from.shape = scene::BodyShape::Box;
    from.size_m = {1.0, 1.0, 1.0};
    from.centre_m = {0.0, 0.0, -0.3};
    from.rotate_deg = {90.0, 0.0, 0.0};
    from.at_m = {4.0, 5.0, 6.0};
    const PlacedBody placed = made(from);
    expect_near(placed.pose.centre_m, {4.0, 5.3, 6.0});
    expect_near(place_of(placed.body, placed.pose), {4.0, 5.0, 6.0});
    Vec3 middle;
    for (const Vec3& p : placed.body.mesh->positions_m)
        middle = middle + 0.125 * to_world(placed.pose, p);
    expect_near(middle, {4.0, 5.0, 6.0});
}

TEST(CreateBody, AMeshKeepsTheOriginOfItsFile) {
    const FileMesh mesh = {seen_from(box_mesh({1.0, 1.0, 1.0}), {0.0, 0.0, -0.5}), "boat"};
    scene::Body from;
    from.shape = scene::BodyShape::Mesh;
    from.name = "boat";
    from.at_m = {1.0, 2.0, 3.0};
    const PlacedBody placed = made(from, &mesh);
    expect_near(placed.pose.centre_m, {1.0, 2.0, 3.5});
    expect_near(place_of(placed.body, placed.pose), {1.0, 2.0, 3.0});
}

TEST(CreateBody, AnOpenMeshIsRefusedByName) {
    FileMesh mesh = {box_mesh({1.0, 1.0, 1.0}), "boat"};
    mesh.mesh.triangles.pop_back();
    scene::Body from;
    from.shape = scene::BodyShape::Mesh;
    from.name = "boat";
    BodyMaker maker;
    const auto placed = maker.make(from, &mesh);
    ASSERT_FALSE(bool(placed));
    EXPECT_NE(placed.error().message.find("\"boat\" is open at 3 edges"), std::string::npos);
    EXPECT_FALSE(bool(maker.make(from)));
}

TEST(CreateBody, BodiesOfEqualShapeShareTheirMesh) {
    scene::Body from;
    from.radius_m = 0.5;
    BodyMaker maker;
    const auto one = maker.make(from), two = maker.make(from);
    from.radius_m = 0.6;
    const auto other = maker.make(from);
    EXPECT_EQ(one.value().body.mesh, two.value().body.mesh);
    EXPECT_NE(one.value().body.mesh, other.value().body.mesh);
}

// The same file may have changed between two of them.
TEST(CreateBody, MeshesAreToldApartByWhatStandsInTheirFiles) {
    scene::Body from;
    from.shape = scene::BodyShape::Mesh;
    from.file = "hull.obj";
    const FileMesh small = {box_mesh({1.0, 1.0, 1.0}), "small"},
                   large = {box_mesh({2.0, 1.0, 1.0}), "large"};
    BodyMaker maker;
    const auto one = maker.make(from, &small), two = maker.make(from, &large),
               three = maker.make(from, &small);
    EXPECT_NEAR(two.value().body.mass.mass_kg, 2.0 * one.value().body.mass.mass_kg, 1e-9);
    EXPECT_EQ(one.value().body.mesh, three.value().body.mesh);
}

}  // namespace
}  // namespace tarn::bodies
