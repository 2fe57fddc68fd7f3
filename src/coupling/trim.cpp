#include "coupling/trim.hpp"

#include <algorithm>
#include <array>

namespace tarn::coupling {
namespace {

/// Adds the column of water above a triangle, or below it if it looks down, up to height 0.
void add_column(const std::array<Vec3, 3>& p, Displaced& out) {
    const double area =
        0.5 * ((p[1].x - p[0].x) * (p[2].y - p[0].y) - (p[2].x - p[0].x) * (p[1].y - p[0].y));
    const double z = p[0].z + p[1].z + p[2].z;
    // Integrals of products of linear functions over a triangle.
    const auto moment = [&](double a, double b, double c) {
        return area / 12.0 * ((a + b + c) * z + a * p[0].z + b * p[1].z + c * p[2].z);
    };
    out.volume_m3 += area * z / 3.0;
    out.x_m4 += moment(p[0].x, p[1].x, p[2].x);
    out.y_m4 += moment(p[0].y, p[1].y, p[2].y);
}

Vec3 at_level(Vec3 a, Vec3 b) {
    const double part = a.z / (a.z - b.z);
    return {a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), 0.0};
}

}  // namespace

Displaced displaced_below(const TriangleMesh& mesh, std::span<const Vec3> corners_m, double level_m,
                          Vec3 about_m) {
    Displaced out;
    for (const TriangleMesh::Triangle& triangle : mesh.triangles) {
        std::array<Vec3, 3> p;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 corner = corners_m[triangle[k]];
            p[k] = {corner.x - about_m.x, corner.y - about_m.y, corner.z - level_m};
        }
        const auto is_wet = [&](std::size_t k) { return p[k].z < 0.0; };
        const int wet = int(is_wet(0)) + int(is_wet(1)) + int(is_wet(2));
        if (wet == 0) continue;
        if (wet == 3) {
            add_column(p, out);
            continue;
        }
        // The corner that is alone on its side of the level comes first.
        std::size_t first = 0;
        while (is_wet(first) != (wet == 1)) ++first;
        const Vec3 a = p[first], b = p[(first + 1) % 3], c = p[(first + 2) % 3];
        const Vec3 ab = at_level(a, b), ac = at_level(a, c);
        if (wet == 1) {
            add_column({a, ab, ac}, out);
        } else {
            add_column({ab, b, c}, out);
            add_column({ab, c, ac}, out);
        }
    }
    return out;
}

Displaced displaced_by_columns(const exchange::HullCover& cover, const exchange::PlanGrid& grid,
                               double level_m, Vec3 about_m) {
    Displaced out;
    const exchange::CellArea& area = cover.area;
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) {
            const std::size_t n = std::size_t(area.index(x, y));
            const double under_m = cover.under_m[n];
            const double deep_m = std::min(level_m, cover.top_m[n]) - under_m;
            if (!(cover.part[n] > 0.0) || deep_m <= 0.0) continue;
            const double volume_m3 = cover.part[n] * deep_m * grid.cell_m * grid.cell_m;
            out.volume_m3 += volume_m3;
            out.x_m4 += volume_m3 * ((x + 0.5) * grid.cell_m + cover.off_x_m[n] - about_m.x);
            out.y_m4 += volume_m3 * ((y + 0.5) * grid.cell_m + cover.off_y_m[n] - about_m.y);
        }
    return out;
}

}  // namespace tarn::coupling
