#include "bodies/shapes.hpp"

#include "base/elementary.hpp"
#include "base/vector.hpp"
#include "bodies/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace tarn::bodies {
namespace {

using Triangle = TriangleMesh::Triangle;

/// Larger or smaller about the origin, to hold a volume.
void scale_to_volume(TriangleMesh& mesh, double volume_m3) {
    const double scale = elementary::cube_root(volume_m3 / solid_integrals(mesh).volume_m3);
    for (Vec3& p : mesh.positions_m) p = scale * p;
}

TriangleMesh icosahedron() {
    const double long_part = 0.5 * (1.0 + std::sqrt(5.0));
    TriangleMesh mesh;
    for (const double a : {-1.0, 1.0})
        for (const double b : {-long_part, long_part}) {
            mesh.positions_m.push_back({0.0, a, b});
            mesh.positions_m.push_back({a, b, 0.0});
            mesh.positions_m.push_back({b, 0.0, a});
        }
    // Any three corners at the distance of an edge make a triangle.
    const auto is_edge = [&](std::uint32_t i, std::uint32_t j) {
        return length(mesh.positions_m[i] - mesh.positions_m[j]) < 2.1;
    };
    const auto count = std::uint32_t(mesh.positions_m.size());
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t j = i + 1; j < count; ++j)
            for (std::uint32_t k = j + 1; k < count; ++k) {
                if (!is_edge(i, j) || !is_edge(j, k) || !is_edge(k, i)) continue;
                const Vec3 a = mesh.positions_m[i], b = mesh.positions_m[j],
                           c = mesh.positions_m[k];
                if (dot(a, cross(b, c)) > 0.0)
                    mesh.triangles.push_back({i, j, k});
                else
                    mesh.triangles.push_back({i, k, j});
            }
    return mesh;
}

/// Each triangle becomes four; new corners are pushed out to the unit sphere.
TriangleMesh cut_into_four(const TriangleMesh& coarse) {
    TriangleMesh fine;
    fine.positions_m = coarse.positions_m;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t i, std::uint32_t j) {
        const auto [at, is_new] =
            middles.try_emplace(std::minmax(i, j), std::uint32_t(fine.positions_m.size()));
        if (is_new) {
            const Vec3 sum = fine.positions_m[i] + fine.positions_m[j];
            fine.positions_m.push_back(normalized(sum));
        }
        return at->second;
    };
    for (const auto& [a, b, c] : coarse.triangles) {
        const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        for (const Triangle& part :
             {Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}, Triangle{ab, bc, ca}})
            fine.triangles.push_back(part);
    }
    return fine;
}

struct Ring {
    double radius_m, z_m;
};

/// A closed surface of revolution about z: rings from below to above, with a point at either end.
TriangleMesh turned_rings(std::span<const Ring> rings, double bottom_m, double top_m, int sides) {
    TriangleMesh mesh;
    const auto n = std::uint32_t(sides), count = std::uint32_t(rings.size());
    for (const Ring& ring : rings)
        for (int k = 0; k < sides; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / sides;
            mesh.positions_m.push_back({ring.radius_m * elementary::cosine(angle),
                                        ring.radius_m * elementary::sine(angle), ring.z_m});
        }
    const std::uint32_t bottom = n * count, top = bottom + 1, last = n * (count - 1);
    mesh.positions_m.push_back({0.0, 0.0, bottom_m});
    mesh.positions_m.push_back({0.0, 0.0, top_m});
    for (std::uint32_t k = 0; k < n; ++k) {
        const std::uint32_t next = (k + 1) % n;
        mesh.triangles.push_back({bottom, next, k});
        mesh.triangles.push_back({top, last + k, last + next});
        for (std::uint32_t low = 0; low < last; low += n) {
            mesh.triangles.push_back({low + k, low + next, low + n + k});
            mesh.triangles.push_back({low + next, low + n + next, low + n + k});
        }
    }
    return mesh;
}

}  // namespace

TriangleMesh sphere_mesh(double radius_m, SphereDetail detail) {
    TriangleMesh mesh = icosahedron();
    for (Vec3& p : mesh.positions_m) p = normalized(p);
    for (int k = 0; k < int(detail); ++k) mesh = cut_into_four(mesh);
    scale_to_volume(mesh, 4.0 / 3.0 * std::numbers::pi * radius_m * radius_m * radius_m);
    return mesh;
}

TriangleMesh box_mesh(Vec3 size_m) {
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.positions_m.push_back({(k & 1 ? 0.5 : -0.5) * size_m.x,
                                    (k & 2 ? 0.5 : -0.5) * size_m.y,
                                    (k & 4 ? 0.5 : -0.5) * size_m.z});
    constexpr std::uint32_t kSides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& side : kSides) {
        mesh.triangles.push_back({side[0], side[1], side[2]});
        mesh.triangles.push_back({side[0], side[2], side[3]});
    }
    return mesh;
}

TriangleMesh cylinder_mesh(double radius_m, double length_m, int sides) {
    const double angle = 2.0 * std::numbers::pi / sides;
    const double outer_m = radius_m * std::sqrt(angle / elementary::sine(angle));
    const double half_m = 0.5 * length_m;
    return turned_rings(std::array{Ring{outer_m, -half_m}, Ring{outer_m, half_m}}, -half_m, half_m,
                        sides);
}

TriangleMesh capsule_mesh(double radius_m, double length_m, int sides) {
    const double straight_m = std::max(length_m - 2.0 * radius_m, 0.0);
    const int rings_per_end = std::max(sides / 4, 1);
    std::vector<Ring> rings;
    for (int k = 1 - rings_per_end; k < rings_per_end; ++k) {
        const double angle = 0.5 * std::numbers::pi * k / rings_per_end;
        const Ring ring = {radius_m * elementary::cosine(angle),
                           radius_m * elementary::sine(angle)};
        const double half_m = 0.5 * straight_m;
        if (k <= 0) rings.push_back({ring.radius_m, ring.z_m - half_m});
        if (k > 0 || (k == 0 && straight_m > 0.0))
            rings.push_back({ring.radius_m, ring.z_m + half_m});
    }
    const double end_m = 0.5 * straight_m + radius_m;
    TriangleMesh mesh = turned_rings(rings, -end_m, end_m, sides);
    scale_to_volume(mesh,
                    std::numbers::pi * radius_m * radius_m * (straight_m + 4.0 / 3.0 * radius_m));
    return mesh;
}

}  // namespace tarn::bodies
