#include "coupling/sphere_cover.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::coupling {

SphereCoverTable::SphereCoverTable(const TriangleMesh& mesh, double cell_m) {
    double low_m = 0.0, high_m = 0.0, farthest_m = 0.0;
    for (const Vec3& p : mesh.positions_m) {
        low_m = std::min(low_m, p.z);
        high_m = std::max(high_m, p.z);
        farthest_m = std::max(farthest_m, length(p));
    }
    height_m_ = high_m - low_m;
    radius_cells_ = farthest_m / cell_m;
    reach_ = int(std::ceil(radius_cells_));
    side_ = 2 * reach_ + 2;
    const std::size_t cells = std::size_t(side_) * std::size_t(side_);
    table_.resize(std::size_t((kNodes + 1) * (kNodes + 1)) * cells);
    const exchange::PlanGrid grid = {side_, side_, cell_m};
    Cover cover_here;
    Integrals* to = table_.data();
    for (int j = 0; j <= kNodes; ++j)
        for (int i = 0; i <= kNodes; ++i, to += cells) {
            bodies::Pose pose;
            pose.centre_m = {(reach_ + double(i) / kNodes) * cell_m,
                             (reach_ + double(j) / kNodes) * cell_m, 0.0};
            cover_cells(mesh, pose, grid, cover_here);
            const exchange::CellArea& area = cover_here.area;
            for (int y = area.y0; y < area.y0 + area.ny; ++y)
                for (int x = area.x0; x < area.x0 + area.nx; ++x) {
                    const std::size_t n = std::size_t(area.index(x, y));
                    const double part = cover_here.part[n];
                    to[y * side_ + x] = {part, part * cover_here.under_m[n],
                                         part * cover_here.top_m[n], part * cover_here.off_x_m[n],
                                         part * cover_here.off_y_m[n]};
                }
        }
}

void SphereCoverTable::cover(Vec3 centre_m, const exchange::PlanGrid& grid, Cover& out) const {
    constexpr double kFarthest_cells = 1e6, kLeast = 1e-11;
    const double cx = centre_m.x / grid.cell_m, cy = centre_m.y / grid.cell_m;
    out.corners_m.clear();
    out.area = {};
    if (std::abs(cx) < kFarthest_cells && std::abs(cy) < kFarthest_cells) {
        // A node beside it may reach further than the sphere.
        const double reach = radius_cells_ + 1.0 / kNodes;
        const int x0 = std::max(int(std::floor(cx - reach)), 0);
        const int y0 = std::max(int(std::floor(cy - reach)), 0);
        const int x1 = std::min(int(std::floor(cx + reach)) + 1, grid.nx);
        const int y1 = std::min(int(std::floor(cy + reach)) + 1, grid.ny);
        if (x1 > x0 && y1 > y0) out.area = {x0, y0, x1 - x0, y1 - y0};
    }
    for (std::vector<double>* values :
         {&out.part, &out.under_m, &out.top_m, &out.off_x_m, &out.off_y_m})
        values->assign(out.area.count(), 0.0);
    if (out.area.count() == 0) return;
    const double ix = std::floor(cx), iy = std::floor(cy);
    const double fx = (cx - ix) * kNodes, fy = (cy - iy) * kNodes;
    const int i = std::min(int(fx), kNodes - 1), j = std::min(int(fy), kNodes - 1);
    const double wx = fx - i, wy = fy - j;
    const Integrals* const nodes[4] = {node(i, j), node(i + 1, j), node(i, j + 1),
                                       node(i + 1, j + 1)};
    const double weights[4] = {(1.0 - wx) * (1.0 - wy), wx * (1.0 - wy), (1.0 - wx) * wy, wx * wy};
    const int from_x = int(ix) - reach_, from_y = int(iy) - reach_;
    for (int y = out.area.y0; y < out.area.y0 + out.area.ny; ++y)
        for (int x = out.area.x0; x < out.area.x0 + out.area.nx; ++x) {
            if (x < from_x || y < from_y || x >= from_x + side_ || y >= from_y + side_) continue;
            const std::ptrdiff_t at = std::ptrdiff_t(y - from_y) * side_ + (x - from_x);
            Integrals sum;
            for (int k = 0; k < 4; ++k) {
                sum.part += weights[k] * nodes[k][at].part;
                sum.under += weights[k] * nodes[k][at].under;
                sum.top += weights[k] * nodes[k][at].top;
                sum.off_x += weights[k] * nodes[k][at].off_x;
                sum.off_y += weights[k] * nodes[k][at].off_y;
            }
            if (sum.part < kLeast) continue;
            const std::size_t n = std::size_t(out.area.index(x, y));
            out.part[n] = sum.part > 1.0 - kLeast ? 1.0 : sum.part;
            out.under_m[n] = centre_m.z + sum.under / sum.part;
            out.top_m[n] = centre_m.z + sum.top / sum.part;
            out.off_x_m[n] = sum.off_x / sum.part;
            out.off_y_m[n] = sum.off_y / sum.part;
        }
}

}  // namespace tarn::coupling
