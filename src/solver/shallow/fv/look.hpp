// The water of the fv scheme as hulls look at it: level and velocity between cell centres. CPU.
#pragma once

#include "solver/hulls.hpp"
#include "solver/shallow/fv/cells.hpp"
#include "solver/shallow/fv/hull/cover_cells.hpp"

#include <algorithm>

namespace tarn::shallow::fv {

/// Bilinear over the wet ones of the four cells around a point: a level goes on up to the shore,
/// and under lids it is the head of the water there.
template <class T>
class CellsLook final : public exchange::WaterLook {
public:
    CellsLook(const CellsView<T>& cells, double cell_m, const exec::ThreadPool& pool)
        : cells_(cells), cell_m_(cell_m), pool_(pool) {}

    exchange::WaterAt at(Vec2 point_m) const override {
        const int nx = cells_.layout.nx, ny = cells_.layout.ny;
        const double gx = std::clamp(point_m.x / cell_m_ - 0.5, 0.0, double(nx - 1));
        const double gy = std::clamp(point_m.y / cell_m_ - 0.5, 0.0, double(ny - 1));
        const int i = std::min(int(gx), nx - 2), j = std::min(int(gy), ny - 2);
        const double tx = gx - i, ty = gy - j;
        double sum = 0.0, level_m = 0.0, u = 0.0, v = 0.0, bed_m = 0.0;
        for (int k = 0; k < 4; ++k) {
            const CellReading cell = cells_.reading(i + (k & 1), j + (k >> 1));
            const double weight = ((k & 1) ? tx : 1.0 - tx) * ((k >> 1) ? ty : 1.0 - ty);
            bed_m += weight * cell.bed_m;
            if (cell.is_solid || !(cell.depth_m > 0.0)) continue;
            sum += weight;
            level_m += weight * cell.level_m;
            u += weight * cell.u_m_per_s;
            v += weight * cell.v_m_per_s;
        }
        if (!(sum > 0.0)) return {.level_m = bed_m};
        return {level_m / sum, {u / sum, v / sum}, true};
    }

    double depth_m(int x, int y) const override { return cells_.reading(x, y).depth_m; }
    int workers() const override { return pool_.thread_count(); }
    bool share(int count, const std::function<void(int, int)>& body) const override {
        return hull::share(pool_, count, body);
    }

private:
    CellsView<T> cells_;
    double cell_m_;
    const exec::ThreadPool& pool_;
};

}  // namespace tarn::shallow::fv
