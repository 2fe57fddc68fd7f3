#include "bodies/mesh_check.hpp"

#include "bodies/shapes.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tarn::bodies {
namespace {

std::string trouble(const TriangleMesh& mesh) {
    const auto verdict = check_mesh(mesh, "duck");
    return verdict ? "" : verdict.error().message;
}

void expect_trouble(const TriangleMesh& mesh, const std::string& text) {
    const std::string message = trouble(mesh);
    EXPECT_NE(message.find("\"duck\""), std::string::npos) << message;
    EXPECT_NE(message.find(text), std::string::npos) << message;
}

TEST(MeshCheck, PassesAClosedMesh) {
    EXPECT_EQ(trouble(sphere_mesh(1e-3)), "");
    EXPECT_EQ(trouble(box_mesh({100.0, 20.0, 10.0})), "");
}

TEST(MeshCheck, CountsOpenEdges) {
    TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
    mesh.triangles.pop_back();
    expect_trouble(mesh, "is open at 3 edges");
}

TEST(MeshCheck, FindsInvertedMeshesAndSingleTriangles) {
    TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
    std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
    expect_trouble(mesh, "face different ways");
    for (std::size_t k = 1; k < mesh.triangles.size(); ++k)
        std::swap(mesh.triangles[k][0], mesh.triangles[k][1]);
    expect_trouble(mesh, "inside out");
}

TEST(MeshCheck, FindsFlatMeshes) {
    TriangleMesh mesh = box_mesh({1.0, 1.0, 0.0});
    expect_trouble(mesh, "encloses no volume");
    mesh.triangles.resize(3);
    expect_trouble(mesh, "has 3 triangles");
}

TEST(MeshCheck, FindsBadNumbers) {
    TriangleMesh mesh = box_mesh({1.0, 1.0, 1.0});
    mesh.positions_m[3].y = std::numeric_limits<double>::quiet_NaN();
    expect_trouble(mesh, "not a finite number");
    mesh.positions_m[3].y = 1e9;
    expect_trouble(mesh, "further than 100 km");
    mesh = box_mesh({1.0, 1.0, 1.0});
    mesh.triangles[2][1] = 8;
    expect_trouble(mesh, "names corner 8 of 8");
    mesh.triangles.resize(kMaxTriangles + 1);
    expect_trouble(mesh, "reduce it to");
}

}  // namespace
}  // namespace tarn::bodies
