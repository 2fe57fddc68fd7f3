#include "world/holder.hpp"

#include <algorithm>
#include <limits>

namespace tarn::world {
namespace {

using exchange::CellArea;
using exchange::DepthPatch;

double value_at(const DepthPatch& patch, int x, int y) {
    return patch.area.contains(x, y) ? patch.at(x, y) : 0.0;
}

/// Calls `body(x, y)` for the cells of an area, row by row.
template <class Body>
void for_area(const CellArea& area, Body&& body) {
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) body(x, y);
}

}  // namespace

void Holder::collect(const DepthPatch& wanted, int step, exchange::Forcing& forcing) {
    const bool is_first = pending_.empty();
    const CellArea before = is_first ? held_.area : pending_.back().covered;
    const CellArea area = exchange::area_around(before, wanted.area);
    if (area.count() == 0) return;
    const int force = forcing.add({.step = step,
                                   .act = exchange::Act::Hold,
                                   .area = area,
                                   .after = is_first ? -1 : pending_.back().force});
    const auto depth_m = forcing.plane(force, 0), held_m = forcing.plane(force, 1);
    std::ranges::fill(depth_m, std::numeric_limits<double>::quiet_NaN());
    for_area(wanted.area,
             [&](int x, int y) { depth_m[std::size_t(area.index(x, y))] = wanted.at(x, y); });
    if (is_first)
        for_area(held_.area,
                 [&](int x, int y) { held_m[std::size_t(area.index(x, y))] = held_.at(x, y); });
    pending_.push_back({force, wanted.area.count() > 0 ? wanted.area : CellArea{}});
}

void Holder::taken(int steps, const exchange::Forcing& done, double cell_m, Account& account) {
    const double cell_m2 = cell_m * cell_m;
    for (const Pending& pending : pending_) {
        const exchange::Force& force = done.forces()[std::size_t(pending.force)];
        if (force.step > steps) break;
        const auto given_m = done.plane(pending.force, 0), held_m = done.plane(pending.force, 1);
        DepthPatch now(pending.covered);
        for_area(force.area, [&](int x, int y) {
            const std::size_t n = std::size_t(force.area.index(x, y));
            account.carried_m3 -= given_m[n] * cell_m2;
            if (now.area.contains(x, y)) {
                now.at(x, y) = held_m[n];
                return;
            }
            // What rounding kept of a cell that is no longer covered leaves the books here.
            const double left_m = value_at(held_, x, y) - given_m[n];
            account.carried_m3 -= left_m * cell_m2;
            account.came_in(-left_m * cell_m2);
        });
        held_ = std::move(now);
    }
    pending_.clear();
}

void Holder::shift(int di, int dj, const exchange::PlanGrid& grid, Account& account) {
    const double cell_m2 = grid.cell_m * grid.cell_m;
    const CellArea& old = held_.area;
    CellArea area;
    area.x0 = std::clamp(old.x0 - di, 0, grid.nx);
    area.y0 = std::clamp(old.y0 - dj, 0, grid.ny);
    area.nx = std::clamp(old.x0 + old.nx - di, 0, grid.nx) - area.x0;
    area.ny = std::clamp(old.y0 + old.ny - dj, 0, grid.ny) - area.y0;
    DepthPatch now(area);
    for_area(old, [&](int x, int y) {
        if (now.area.contains(x - di, y - dj)) {
            now.at(x - di, y - dj) = held_.at(x, y);
            return;
        }
        account.carried_m3 -= held_.at(x, y) * cell_m2;
        account.came_in(-held_.at(x, y) * cell_m2);
    });
    held_ = std::move(now);
}

}  // namespace tarn::world
