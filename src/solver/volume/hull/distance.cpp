#include "solver/volume/hull/distance.hpp"

#include "base/numeric.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tarn::volume {
namespace {

using Kind = exchange::HullShape::Kind;

constexpr double kBandNodes = 4.0;
/// Nodes along the longest side of a mesh, at most: 8 MB of table.
constexpr double kMostNodes = 120.0;

double norm(Vec3 v) {
    return square_root(dot(v, v));
}

/// From the sides of a box, or of a rectangle whose third side is none.
double from_sides(double x, double y, double z) {
    const Vec3 out = {larger(x, 0.0), larger(y, 0.0), larger(z, 0.0)};
    return norm(out) + smaller(larger(x, larger(y, z)), 0.0);
}

/// [ericson2004]: the point of a triangle that is nearest to another, by the region it lies in.
Vec3 nearest_on(const std::array<Vec3, 3>& t, Vec3 p) {
    const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], ap = p - t[0];
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) return t[0];
    const Vec3 bp = p - t[1];
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) return t[1];
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t[0] + (d1 / (d1 - d3)) * ab;
    const Vec3 cp = p - t[2];
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return t[2];
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t[0] + (d2 / (d2 - d6)) * ac;
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        return t[1] + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (t[2] - t[1]);
    const double whole = va + vb + vc;
    if (!(whole > 0.0)) return t[0];
    return t[0] + (vb / whole) * ab + (vc / whole) * ac;
}

}  // namespace

MeshDistance::MeshDistance(const TriangleMesh& mesh, double node_m) {
    Vec3 low = mesh.positions_m.front(), high = low;
    for (const Vec3& p : mesh.positions_m) {
        low = {smaller(low.x, p.x), smaller(low.y, p.y), smaller(low.z, p.z)};
        high = {larger(high.x, p.x), larger(high.y, p.y), larger(high.z, p.z)};
    }
    const Vec3 size = high - low;
    node_m_ = larger(node_m, larger(size.x, larger(size.y, size.z)) / kMostNodes);
    band_m_ = kBandNodes * node_m_;
    const Vec3 around = {band_m_, band_m_, band_m_};
    low_m_ = low - around;
    const Vec3 whole = size + 2.0 * around;
    n_[0] = int(whole.x / node_m_) + 2;
    n_[1] = int(whole.y / node_m_) + 2;
    n_[2] = int(whole.z / node_m_) + 2;
    node_.assign(index(0, 0, n_[2]), float(band_m_));
    for (const TriangleMesh::Triangle& t : mesh.triangles)
        add_triangle({mesh.positions_m[t[0]], mesh.positions_m[t[1]], mesh.positions_m[t[2]]});
    set_signs(mesh);
}

/// Nodes within the band around it.
void MeshDistance::add_triangle(const std::array<Vec3, 3>& t) {
    int first[3], last[3];
    double Vec3::*const part[3] = {&Vec3::x, &Vec3::y, &Vec3::z};
    for (int axis = 0; axis < 3; ++axis) {
        const auto along = part[axis];
        const double low = smaller(t[0].*along, smaller(t[1].*along, t[2].*along)) - band_m_;
        const double high = larger(t[0].*along, larger(t[1].*along, t[2].*along)) + band_m_;
        first[axis] = std::max(int((low - low_m_.*along) / node_m_), 0);
        last[axis] = std::min(int((high - low_m_.*along) / node_m_) + 1, n_[axis] - 1);
    }
    for (int z = first[2]; z <= last[2]; ++z)
        for (int y = first[1]; y <= last[1]; ++y)
            for (int x = first[0]; x <= last[0]; ++x) {
                const Vec3 p = low_m_ + node_m_ * Vec3{double(x), double(y), double(z)};
                float& node = node_[index(x, y, z)];
                node = smaller(node, float(norm(p - nearest_on(t, p))));
            }
}

/// Inside lies behind more triangles that face against x than along it; parts of a mesh that
/// overlap count as one. Rays run beside the nodes by a little, so
/// that none meets an edge of a mesh whose corners lie on round numbers.
void MeshDistance::set_signs(const TriangleMesh& mesh) {
    constexpr double kBesideY = 1.234e-5, kBesideZ = 2.345e-5;
    struct Crossing {
        double x_m;
        int enters;  ///< 1, or -1 where the ray leaves
        bool operator<(const Crossing& other) const { return x_m < other.x_m; }
    };
    std::vector<std::vector<Crossing>> crossings(std::size_t(n_[1]) * std::size_t(n_[2]));
    for (const TriangleMesh::Triangle& corner : mesh.triangles) {
        const Vec3 a = mesh.positions_m[corner[0]], b = mesh.positions_m[corner[1]],
                   c = mesh.positions_m[corner[2]];
        const double area = (b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y);
        if (area == 0.0) continue;
        const auto nodes = [&](double low, double high, double origin, int count) {
            return std::pair(std::max(int((low - origin) / node_m_) - 1, 0),
                             std::min(int((high - origin) / node_m_) + 1, count - 1));
        };
        const auto [y0, y1] =
            nodes(smaller(a.y, smaller(b.y, c.y)), larger(a.y, larger(b.y, c.y)), low_m_.y, n_[1]);
        const auto [z0, z1] =
            nodes(smaller(a.z, smaller(b.z, c.z)), larger(a.z, larger(b.z, c.z)), low_m_.z, n_[2]);
        for (int z = z0; z <= z1; ++z)
            for (int y = y0; y <= y1; ++y) {
                const double py = low_m_.y + (y + kBesideY) * node_m_;
                const double pz = low_m_.z + (z + kBesideZ) * node_m_;
                const double u = ((py - a.y) * (c.z - a.z) - (pz - a.z) * (c.y - a.y)) / area;
                const double v = ((b.y - a.y) * (pz - a.z) - (b.z - a.z) * (py - a.y)) / area;
                if (u < 0.0 || v < 0.0 || u + v > 1.0) continue;
                crossings[std::size_t(z) * std::size_t(n_[1]) + std::size_t(y)].push_back(
                    {a.x + u * (b.x - a.x) + v * (c.x - a.x), area < 0.0 ? 1 : -1});
            }
    }
    for (int z = 0; z < n_[2]; ++z)
        for (int y = 0; y < n_[1]; ++y) {
            auto& row = crossings[std::size_t(z) * std::size_t(n_[1]) + std::size_t(y)];
            std::sort(row.begin(), row.end());
            std::size_t passed = 0;
            int depth = 0;
            for (int x = 0; x < n_[0]; ++x) {
                for (; passed < row.size() && row[passed].x_m < low_m_.x + x * node_m_; ++passed)
                    depth += row[passed].enters;
                float& node = node_[index(x, y, z)];
                if (depth > 0) node = -node;
            }
        }
}

double MeshDistance::at(Vec3 p) const {
    const double at[3] = {(p.x - low_m_.x) / node_m_, (p.y - low_m_.y) / node_m_,
                          (p.z - low_m_.z) / node_m_};
    int cell[3];
    double part[3];
    for (int axis = 0; axis < 3; ++axis) {
        if (!(at[axis] >= 0.0) || !(at[axis] < double(n_[axis] - 1))) return band_m_;
        cell[axis] = int(at[axis]);
        part[axis] = at[axis] - cell[axis];
    }
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const int dx = corner & 1, dy = corner >> 1 & 1, dz = corner >> 2;
        sum += (dx ? part[0] : 1.0 - part[0]) * (dy ? part[1] : 1.0 - part[1]) *
               (dz ? part[2] : 1.0 - part[2]) *
               double(node_[index(cell[0] + dx, cell[1] + dy, cell[2] + dz)]);
    }
    return sum;
}

HullDistance::HullDistance(const exchange::HullShape& shape,
                           std::shared_ptr<const MeshDistance> table)
    : shape_(shape), mesh_(std::move(table)) {
    Vec3 half = {shape.radius_m, shape.radius_m, shape.radius_m};
    if (shape.kind == Kind::Box) half = 0.5 * shape.size_m;
    if (shape.kind == Kind::Cylinder || shape.kind == Kind::Capsule) half.z = 0.5 * shape.size_m.z;
    low_m_ = shape.middle_m - half;
    high_m_ = shape.middle_m + half;
    if (shape.kind != Kind::Mesh) return;
    low_m_ = high_m_ = shape.mesh->positions_m.front();
    for (const Vec3& p : shape.mesh->positions_m) {
        low_m_ = {smaller(low_m_.x, p.x), smaller(low_m_.y, p.y), smaller(low_m_.z, p.z)};
        high_m_ = {larger(high_m_.x, p.x), larger(high_m_.y, p.y), larger(high_m_.z, p.z)};
    }
}

double HullDistance::at(Vec3 in_body_m) const {
    if (shape_.kind == Kind::Mesh) return mesh_->at(in_body_m);
    const Vec3 p = in_body_m - shape_.middle_m, half = 0.5 * shape_.size_m;
    const double r = shape_.radius_m;
    if (shape_.kind == Kind::Sphere) return norm(p) - r;
    if (shape_.kind == Kind::Box)
        return from_sides(magnitude(p.x) - half.x, magnitude(p.y) - half.y,
                          magnitude(p.z) - half.z);
    if (shape_.kind == Kind::Capsule) {
        const double straight = larger(half.z - r, 0.0);
        const double z = p.z - smaller(larger(p.z, -straight), straight);
        return norm({p.x, p.y, z}) - r;
    }
    const double across = square_root(p.x * p.x + p.y * p.y) - r;
    // A cylinder has two kinds of sides; the third is far inside.
    return from_sides(across, magnitude(p.z) - half.z, -std::numeric_limits<double>::infinity());
}

}  // namespace tarn::volume
