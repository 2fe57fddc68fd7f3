#include "render/solid_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tarn::render {
namespace {

/// Collects corners with normal and part, and joins them.
class MeshMaker {
public:
    std::uint32_t corner(Vec3 at, Vec3 normal, Part part) {
        for (const double value : {at.x, at.y, at.z, normal.x, normal.y, normal.z})
            vertices_.push_back(float(value));
        vertices_.push_back(float(int(part)));
        return count_++;
    }
    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        indices_.insert(indices_.end(), {a, b, c});
    }
    /// Corners around, seen from the side of the normal counter-clockwise.
    void quad(const std::array<Vec3, 4>& corners, Vec3 normal, Part part) {
        std::array<std::uint32_t, 4> at;
        for (std::size_t k = 0; k < 4; ++k) at[k] = corner(corners[k], normal, part);
        triangle(at[0], at[1], at[2]);
        triangle(at[0], at[2], at[3]);
    }
    void level(double x0, double y0, double x1, double y1, double z, Part part) {
        quad({Vec3{x0, y0, z}, Vec3{x1, y0, z}, Vec3{x1, y1, z}, Vec3{x0, y1, z}}, {0, 0, 1}, part);
    }
    /// A level frame around an inner rectangle.
    void frame(const Float4& inner, double width_m, double z, Part part) {
        const double x0 = double(inner[0]), y0 = double(inner[1]);
        const double x1 = double(inner[2]), y1 = double(inner[3]);
        level(x0 - width_m, y0 - width_m, x1 + width_m, y0, z, part);
        level(x0 - width_m, y1, x1 + width_m, y1 + width_m, z, part);
        level(x0 - width_m, y0, x0, y1, z, part);
        level(x1, y0, x1 + width_m, y1, z, part);
    }
    Mesh mesh() const {
        const int attributes[] = {3, 3, 1};
        return Mesh(vertices_, attributes, indices_);
    }

private:
    std::vector<float> vertices_;
    std::vector<std::uint32_t> indices_;
    std::uint32_t count_ = 0;
};

Float4 widened(const Float4& rect, float by_m) {
    return {rect[0] - by_m, rect[1] - by_m, rect[2] + by_m, rect[3] + by_m};
}

void add_walls(MeshMaker& maker, const Float4& rect, double bed, double rim) {
    const double x0 = double(rect[0]), y0 = double(rect[1]), x1 = double(rect[2]),
                 y1 = double(rect[3]);
    maker.quad({Vec3{x0, y0, bed}, Vec3{x0, y1, bed}, Vec3{x0, y1, rim}, Vec3{x0, y0, rim}},
               {1, 0, 0}, Part::Wall);
    maker.quad({Vec3{x1, y1, bed}, Vec3{x1, y0, bed}, Vec3{x1, y0, rim}, Vec3{x1, y1, rim}},
               {-1, 0, 0}, Part::Wall);
    maker.quad({Vec3{x1, y0, bed}, Vec3{x0, y0, bed}, Vec3{x0, y0, rim}, Vec3{x1, y0, rim}},
               {0, 1, 0}, Part::Wall);
    maker.quad({Vec3{x0, y1, bed}, Vec3{x1, y1, bed}, Vec3{x1, y1, rim}, Vec3{x0, y1, rim}},
               {0, -1, 0}, Part::Wall);
}

/// The sides of a plate that carries a tank.
void add_plate(MeshMaker& maker, const Float4& rect, double top, double bottom) {
    const double x0 = double(rect[0]), y0 = double(rect[1]), x1 = double(rect[2]),
                 y1 = double(rect[3]);
    const auto side = [&](double ax, double ay, double bx, double by, Vec3 normal) {
        maker.quad(
            {Vec3{ax, ay, bottom}, Vec3{bx, by, bottom}, Vec3{bx, by, top}, Vec3{ax, ay, top}},
            normal, Part::Wall);
    };
    side(x0, y0, x1, y0, {0, -1, 0});
    side(x1, y0, x1, y1, {1, 0, 0});
    side(x1, y1, x0, y1, {0, 1, 0});
    side(x0, y1, x0, y0, {-1, 0, 0});
}

/// Rings of corners from the lower pole to the upper, of given radius and height.
struct Ring {
    double radius, z;
    Vec3 normal;  ///< at angle 0
};

Mesh turned_mesh(std::span<const Ring> rings) {
    constexpr int kAround = 64;
    MeshMaker maker;
    for (const Ring& ring : rings)
        for (int k = 0; k <= kAround; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / kAround;
            const double c = std::cos(angle), s = std::sin(angle);
            maker.corner({ring.radius * c, ring.radius * s, ring.z},
                         {ring.normal.x * c, ring.normal.x * s, ring.normal.z}, Part::Body);
        }
    for (std::uint32_t r = 0; r + 1 < rings.size(); ++r)
        for (std::uint32_t k = 0; k < kAround; ++k) {
            const std::uint32_t a = r * (kAround + 1) + k, b = a + kAround + 1;
            maker.triangle(a, a + 1, b + 1);
            maker.triangle(a, b + 1, b);
        }
    return maker.mesh();
}

Mesh sphere_mesh() {
    constexpr int kRings = 32;
    std::vector<Ring> rings;
    for (int k = 0; k <= kRings; ++k) {
        const double angle = std::numbers::pi * (double(k) / kRings - 0.5);
        rings.push_back(
            {std::cos(angle), std::sin(angle), {std::cos(angle), 0.0, std::sin(angle)}});
    }
    return turned_mesh(rings);
}

Mesh cylinder_mesh() {
    const Ring rings[] = {{0.0, -1.0, {0, 0, -1}}, {1.0, -1.0, {0, 0, -1}}, {1.0, -1.0, {1, 0, 0}},
                          {1.0, 1.0, {1, 0, 0}},   {1.0, 1.0, {0, 0, 1}},   {0.0, 1.0, {0, 0, 1}}};
    return turned_mesh(rings);
}

Mesh box_mesh() {
    MeshMaker maker;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const auto at = [&](double u, double v) {
                const double c[3] = {side, u, v};
                return Vec3{c[(3 - axis) % 3], c[(4 - axis) % 3], c[(5 - axis) % 3]};
            };
            maker.quad({at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}, at(0, 0), Part::Body);
        }
    return maker.mesh();
}

}  // namespace

MeshCells bed_mesh_cells(const Frame& frame, const Quality& quality) {
    const bool is_boxed = frame.look.place == Place::Pool || frame.look.place == Place::Tank;
    // In open country a third of the mesh lies around the water, as in the map of heights.
    const double share = is_boxed ? 1.0 : 1.5;
    const auto cells = [&](int n) { return int(share * std::min(quality.water_mesh, n)); };
    return {cells(frame.water.nx), cells(frame.water.ny)};
}

Mesh side_mesh() {
    constexpr int kCells = 192;  // per side
    std::vector<float> vertices;
    std::vector<std::uint32_t> indices;
    for (int side = 0; side < 4; ++side) {
        const auto first = std::uint32_t(vertices.size() / 2);
        for (int k = 0; k <= kCells; ++k)
            for (const float up : {0.0f, 1.0f}) {
                // Just short of the next whole number, which would be the next side.
                const float along = std::min(float(k) / float(kCells), 0.99999f);
                vertices.insert(vertices.end(), {float(side) + along, up});
            }
        for (std::uint32_t k = 0; k < std::uint32_t(kCells); ++k) {
            const std::uint32_t a = first + 2 * k;
            indices.insert(indices.end(), {a, a + 2, a + 3, a, a + 3, a + 1});
        }
    }
    const int attributes[] = {2};
    return Mesh(vertices, attributes, indices);
}

Mesh place_mesh(const Frame& frame, const SceneBlock& block) {
    const Float4& rect = block.rect;
    const double bed = double(block.levels[1]), rim = double(block.levels[2]);
    const double longer_m = double(std::max(rect[2] - rect[0], rect[3] - rect[1]));
    const double far_m = far_land_m(longer_m);
    const bool has_bed = ground_kind(frame) == GroundKind::Bed;
    MeshMaker maker;
    const auto floor = [&] {
        if (has_bed) return;  // it is drawn as terrain
        maker.level(double(rect[0]), double(rect[1]), double(rect[2]), double(rect[3]), bed,
                    Part::Ground);
    };
    if (frame.look.place == Place::Pool) {
        floor();
        add_walls(maker, rect, bed, rim);
        maker.frame(rect, 0.55 * longer_m, rim, Part::Deck);
        maker.frame(widened(rect, float(0.55 * longer_m)), far_m, rim, Part::Far);
    } else if (frame.look.place == Place::Tank) {
        floor();
        add_plate(maker, rect, bed, bed - 0.015 * longer_m);
        maker.frame(rect, 12.0 * longer_m, bed - 0.015 * longer_m, Part::Far);
    } else if (has_bed && frame.look.place != Place::Ocean) {
        // It begins under the last, level part of the terrain: side by side they would show a gap.
        const float margin_m = rect[0] - block.ground_rect[0];
        maker.frame(widened(block.ground_rect, -0.05f * margin_m), far_m,
                    double(block.ground_range[2] - 2e-4f * margin_m), Part::Far);
    } else if (frame.look.place == Place::Pond) {
        maker.frame(block.ground_rect, far_m, double(block.ground_range[2]), Part::Far);
    }
    return maker.mesh();
}

Mesh unit_mesh(BodyView::Shape shape) {
    if (shape == BodyView::Shape::Sphere) return sphere_mesh();
    if (shape == BodyView::Shape::Cylinder) return cylinder_mesh();
    return box_mesh();
}

Bounds bounds_of(const MeshView& mesh) {
    constexpr double kMost = std::numeric_limits<double>::max();
    Vec3 low = {kMost, kMost, kMost}, high = {-kMost, -kMost, -kMost};
    for (const std::uint32_t index : mesh.indices) {
        const Vec3 p = mesh.positions_m[index];
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3 half = 0.5 * (high - low);
    // A flat mesh gets a thickness, so that its box can be met by rays.
    const double least_m = 1e-4 * std::max({half.x, half.y, half.z, 1e-6});
    return {0.5 * (low + high),
            {std::max(half.x, least_m), std::max(half.y, least_m), std::max(half.z, least_m)}};
}

Proxy proxy_of(const MeshView& mesh, const Bounds& bounds) {
    // Shares of the box around it: a ball has 0.52, what leaves most of its box free is thin.
    constexpr double kRound = 0.72, kThin = 0.08;
    double volume_m3 = 0.0;
    for (std::size_t k = 0; k + 2 < mesh.indices.size(); k += 3) {
        const auto at = [&](std::size_t c) {
            return mesh.positions_m[mesh.indices[k + c]] - bounds.middle_m;
        };
        volume_m3 += dot(at(0), cross(at(1), at(2))) / 6.0;
    }
    const Vec3 half = bounds.half_m;
    const double share = std::abs(volume_m3) / (8.0 * half.x * half.y * half.z);
    if (share < kThin) return Proxy::None;
    return share < kRound ? Proxy::Ellipsoid : Proxy::Box;
}

std::vector<Vec3> smooth_normals(const MeshView& mesh) {
    // Sides that meet at a sharper edge than this keep it.
    constexpr double kCreaseCosine = 0.7;
    std::vector<Vec3> flat(mesh.indices.size() / 3);
    std::vector<std::vector<std::size_t>> around(mesh.positions_m.size());
    for (std::size_t t = 0; t < flat.size(); ++t) {
        const std::uint32_t* const at = &mesh.indices[3 * t];
        const Vec3 a = mesh.positions_m[at[0]];
        flat[t] = cross(mesh.positions_m[at[1]] - a, mesh.positions_m[at[2]] - a);
        for (std::size_t c = 0; c < 3; ++c) around[at[c]].push_back(t);
    }
    std::vector<Vec3> normals;
    for (std::size_t k = 0; k < mesh.indices.size(); ++k) {
        const Vec3 own = flat[k / 3];
        Vec3 sum = own;
        for (const std::size_t t : around[mesh.indices[k]])
            if (t != k / 3 && dot(flat[t], own) > kCreaseCosine * length(flat[t]) * length(own))
                sum = sum + flat[t];
        normals.push_back(normalized(sum));
    }
    return normals;
}

Mesh unit_mesh(const MeshView& mesh, const Bounds& bounds) {
    const Vec3 half = bounds.half_m;
    const auto placed = [&](std::size_t index) {
        const Vec3 p = mesh.positions_m[index] - bounds.middle_m;
        return Vec3{p.x / half.x, p.y / half.y, p.z / half.z};
    };
    // The shader divides normals by the half extent, which undoes this.
    const auto turned = [&](Vec3 n) { return Vec3{n.x * half.x, n.y * half.y, n.z * half.z}; };
    const std::vector<Vec3> smooth =
        mesh.normals.empty() ? smooth_normals(mesh) : std::vector<Vec3>();
    MeshMaker maker;
    for (std::size_t k = 0; k < mesh.indices.size(); k += 3) {
        std::array<std::uint32_t, 3> corner;
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t at = mesh.indices[k + c];
            const Vec3 normal = mesh.normals.empty() ? smooth[k + c] : mesh.normals[at];
            corner[c] = maker.corner(placed(at), turned(normalized(normal)), Part::Body);
        }
        maker.triangle(corner[0], corner[1], corner[2]);
    }
    return maker.mesh();
}

}  // namespace tarn::render
