#include "bodies/mass_properties.hpp"

#include "bodies/shapes.hpp"

#include <gtest/gtest.h>

namespace tarn::bodies {
namespace {

// A dozen triangles with a few products each.
constexpr double kRounding = 1e-14;

TEST(MassProperties, OfABoxAreThoseOfTheFormula) {
    const Vec3 size_m = {2.0, 1.0, 0.5}, at_m = {3.0, -4.0, 5.0};
    const TriangleMesh mesh = seen_from(box_mesh(size_m), (-1.0) * at_m);
    const MassProperties mass = mass_properties(solid_integrals(mesh), 12.0);
    EXPECT_NEAR(solid_integrals(mesh).volume_m3, 1.0, kRounding);
    EXPECT_NEAR(mass.centre_m.x, at_m.x, kRounding);
    EXPECT_NEAR(mass.centre_m.y, at_m.y, kRounding);
    EXPECT_NEAR(mass.centre_m.z, at_m.z, kRounding);
    // m/12 (b^2 + c^2) about each axis.
    EXPECT_NEAR(mass.inertia_kg_m2.row[0].x, 1.0 + 0.25, 12.0 * kRounding);
    EXPECT_NEAR(mass.inertia_kg_m2.row[1].y, 4.0 + 0.25, 12.0 * kRounding);
    EXPECT_NEAR(mass.inertia_kg_m2.row[2].z, 4.0 + 1.0, 12.0 * kRounding);
    EXPECT_NEAR(mass.inertia_kg_m2.row[0].y, 0.0, 12.0 * kRounding);
    EXPECT_NEAR(mass.inertia_kg_m2.row[1].z, 0.0, 12.0 * kRounding);
}

TEST(MassProperties, KeepTheirDigitsFarFromTheOrigin) {
    const TriangleMesh mesh = seen_from(box_mesh({1.0, 1.0, 1.0}), {-1e4, 1e4, 0.0});
    // Positions themselves are rounded to 2e-12 m there.
    EXPECT_NEAR(solid_integrals(mesh).volume_m3, 1.0, 1e-11);
}

TEST(MassProperties, OfASphereApproachTwoFifths) {
    const SolidIntegrals solid = solid_integrals(sphere_mesh(1.0, SphereDetail::Triangles1280));
    const double inertia = mass_properties(solid, 1.0).inertia_kg_m2.row[0].x;
    // The mesh lies between 0.996 and 1.003 m from its centre.
    EXPECT_NEAR(inertia, 0.4, 0.001);
}

TEST(MassProperties, AnInvertedMeshHasNegativeVolume) {
    TriangleMesh mesh = box_mesh({1.0, 2.0, 3.0});
    for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
    EXPECT_NEAR(solid_integrals(mesh).volume_m3, -6.0, kRounding);
}

}  // namespace
}  // namespace tarn::bodies
