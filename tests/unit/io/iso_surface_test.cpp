// The surface of a field in space is closed, faces outwards, and encloses what the field holds.
#include "io/iso_surface.hpp"

#include "base/vector.hpp"
#include "io/mesh_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

namespace tarn::io {
namespace {

/// A sphere of radius 0.3 in a unit cube of n cells along each axis: 0.5 on its surface, and linear
/// in the distance from it, or within one cell only, as shares of filled cells are.
enum class Border { Wide, OneCell };
std::vector<float> sphere(int n, Border border) {
    std::vector<float> values;
    const auto at = [n](int i) { return (i + 0.5) / n - 0.5; };
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const double r = std::sqrt(at(i) * at(i) + at(j) * at(j) + at(k) * at(k));
                const double value = 0.5 + (0.3 - r) * n;
                values.push_back(
                    float(border == Border::Wide ? value : std::clamp(value, 0.0, 1.0)));
            }
    return values;
}

double volume_of(const TriangleMesh& mesh) {
    double six_times = 0.0;
    for (const auto& [a, b, c] : mesh.triangles)
        six_times += dot(mesh.positions_m[a], cross(mesh.positions_m[b], mesh.positions_m[c]));
    return six_times / 6.0;
}

/// Each edge is walked once in each direction.
void expect_closed(const TriangleMesh& mesh) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> walked;
    for (const TriangleMesh::Triangle& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) ++walked[{t[k], t[(k + 1) % 3]}];
    for (const auto& [edge, count] : walked) {
        EXPECT_EQ(count, 1);
        EXPECT_EQ((walked[{edge.second, edge.first}]), 1);
    }
}

TEST(IsoSurface, OfASphereIsClosedAndItsVolumeIsOfSecondOrder) {
    const double exact = 4.0 / 3.0 * std::numbers::pi * 0.027;
    double errors[2];
    for (const int level : {0, 1}) {
        const int n = level == 0 ? 16 : 32;
        const std::vector<float> values = sphere(n, Border::Wide);
        const TriangleMesh mesh = iso_surface({values, n, n, n, 1.0 / n, {}}, 0.5);
        expect_closed(mesh);
        errors[level] = std::abs(volume_of(mesh) / exact - 1.0);
    }
    // Triangles cut the bulge off: h^2 / r^2 with a factor below 1; half the cells, a quarter of
    // it.
    EXPECT_LT(errors[0], 1.0 / (16 * 0.3) / (16 * 0.3));
    EXPECT_GT(std::log2(errors[0] / errors[1]), 1.8);
}

TEST(IsoSurface, OfSharesOfASphereIsNearIt) {
    const std::vector<float> values = sphere(32, Border::OneCell);
    const TriangleMesh mesh = iso_surface({values, 32, 32, 32, 1.0 / 32, {}}, 0.5);
    expect_closed(mesh);
    // Along diagonals the border is steeper than linear: up to a fifth of a cell, of which the
    // radius has ten, both ways.
    EXPECT_NEAR(volume_of(mesh), 4.0 / 3.0 * std::numbers::pi * 0.027, 0.02 * 0.113);
}

TEST(IsoSurface, OfAFullBoxIsTheBox) {
    const std::vector<float> full(3 * 4 * 5, 1.0f);
    const TriangleMesh mesh = iso_surface({full, 3, 4, 5, 0.1, {1.0, 0.0, 0.0}}, 0.5);
    expect_closed(mesh);
    // Its edges and corners are cut at half a cell: 12 edges of prisms, less than the outer layer.
    EXPECT_GT(volume_of(mesh), 0.8 * 0.06);
    EXPECT_LT(volume_of(mesh), 0.06);
    for (const Vec3& p : mesh.positions_m) {
        EXPECT_GE(p.x, 1.0 - 1e-9);
        EXPECT_LE(p.x, 1.3 + 1e-9);
        EXPECT_GE(p.z, -1e-9);
        EXPECT_LE(p.z, 0.5 + 1e-9);
    }
}

TEST(IsoSurface, OfNothingIsNothing) {
    const std::vector<float> empty(27, 0.0f);
    EXPECT_TRUE(iso_surface({empty, 3, 3, 3, 1.0, {}}, 0.5).triangles.empty());
}

TEST(MeshText, IsWhatReadersExpect) {
    const TriangleMesh mesh = {{{0, 0, 0}, {1, 0, 0}, {0, 0.5, 0}}, {{0, 1, 2}}};
    EXPECT_NE(obj_text(mesh).find("v 0 0.5 0\nf 1 2 3\n"), std::string::npos);
    EXPECT_NE(ply_text(mesh).find("element vertex 3\n"), std::string::npos);
    EXPECT_NE(ply_text(mesh).find("end_header\n0 0 0\n1 0 0\n0 0.5 0\n3 0 1 2\n"),
              std::string::npos);
}

}  // namespace
}  // namespace tarn::io
