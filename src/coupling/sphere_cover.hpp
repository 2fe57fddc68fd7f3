// Which cells a sphere covers, from a table: it covers them alike however it has turned, so all
// that counts is where in a cell its middle lies. Between the nodes of the table the integrals of
// cover.hpp are interpolated, which keeps the volume of the sphere and its centre exactly.
#pragma once

#include "base/triangle_mesh.hpp"
#include "coupling/cover.hpp"

#include <cstddef>
#include <vector>

namespace tarn::coupling {

class SphereCoverTable {
public:
    /// Larger spheres are few, and tables of them large.
    static bool is_for(double radius_m, double cell_m) { return radius_m <= kMostCells * cell_m; }

    /// `mesh` is that of the sphere about its middle.
    SphereCoverTable(const TriangleMesh& mesh, double cell_m);

    /// As cover_cells(), but for corners.
    void cover(Vec3 centre_m, const exchange::PlanGrid& grid, Cover& out) const;
    double height_m() const { return height_m_; }

private:
    static constexpr double kMostCells = 8.0;
    /// Nodes along a cell.
    static constexpr int kNodes = 8;

    struct Integrals {
        double part = 0.0, under = 0.0, top = 0.0, off_x = 0.0, off_y = 0.0;
    };
    const Integrals* node(int i, int j) const {
        return table_.data() +
               std::size_t(j * (kNodes + 1) + i) * std::size_t(side_) * std::size_t(side_);
    }

    int reach_ = 0;  ///< cells on either side of that of the middle
    int side_ = 0;
    double radius_cells_ = 0.0, height_m_ = 0.0;
    std::vector<Integrals> table_;  ///< [node y][node x][cell y][cell x]
};

}  // namespace tarn::coupling
