// How far a point is from the surface of a hull, negative inside: exact for simple shapes, from a
// table for meshes.
#pragma once

#include "base/vector.hpp"
#include "solver/hulls.hpp"

#include <memory>
#include <vector>

namespace tarn::volume {

/// Distances of a closed mesh at the nodes of a grid, linear between them. Beyond `band_m` from the
/// surface they are cut off.
class MeshDistance {
public:
    MeshDistance(const TriangleMesh& mesh, double node_m);
    double at(Vec3 in_body_m) const;
    std::size_t bytes() const { return node_.capacity() * sizeof(float); }

private:
    void add_triangle(const std::array<Vec3, 3>& corners_m);
    void set_signs(const TriangleMesh& mesh);
    std::size_t index(int x, int y, int z) const {
        return (std::size_t(z) * std::size_t(n_[1]) + std::size_t(y)) * std::size_t(n_[0]) +
               std::size_t(x);
    }

    Vec3 low_m_;
    double node_m_ = 1.0, band_m_ = 1.0;
    int n_[3] = {};
    std::vector<float> node_;
};

class HullDistance {
public:
    /// `table` is that of a mesh, and null for other shapes.
    HullDistance(const exchange::HullShape& shape, std::shared_ptr<const MeshDistance> table);

    /// In m, of a point in the axes of the hull. Never changes by more than the way of the point.
    double at(Vec3 in_body_m) const;
    /// Corners of a box around the hull, in its axes.
    Vec3 low_m() const { return low_m_; }
    Vec3 high_m() const { return high_m_; }

private:
    exchange::HullShape shape_;
    Vec3 low_m_, high_m_;
    std::shared_ptr<const MeshDistance> mesh_;
};

}  // namespace tarn::volume
