#include "world/holder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace tarn::world {
namespace {

using exchange::CellArea;
using exchange::DepthPatch;

/// Puts the depths of a patch where they belong in the values of an area that holds it.
void copy_rows(const DepthPatch& from, const CellArea& area, std::span<double> to) {
    for (int y = from.area.y0; y < from.area.y0 + from.area.ny; ++y)
        std::copy_n(from.depth_m.begin() + from.area.index(from.area.x0, y), from.area.nx,
                    to.begin() + area.index(from.area.x0, y));
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
    copy_rows(wanted, area, depth_m);
    if (is_first) copy_rows(held_, area, held_m);
    // Room for what the cells will give is made here: when they have given it nothing may fail.
    held_.depth_m.reserve(wanted.area.count());
    next_.depth_m.reserve(wanted.area.count());
    pending_.push_back({force, wanted.area.count() > 0 ? wanted.area : CellArea{}});
}

void Holder::taken(int steps, const exchange::Forcing& done, double cell_m, Account& account) {
    const double cell_m2 = cell_m * cell_m;
    for (const Pending& pending : pending_) {
        const exchange::Force& force = done.forces()[std::size_t(pending.force)];
        if (force.step > steps) break;
        const auto given_m = done.plane(pending.force, 0), held_m = done.plane(pending.force, 1);
        account.carried_m3 -= std::accumulate(given_m.begin(), given_m.end(), 0.0) * cell_m2;
        const CellArea& covered = pending.covered;
        next_.area = covered;
        next_.depth_m.resize(covered.count());
        for (int y = covered.y0; y < covered.y0 + covered.ny; ++y)
            std::copy_n(held_m.begin() + force.area.index(covered.x0, y), covered.nx,
                        next_.depth_m.begin() + covered.index(covered.x0, y));
        for_area(held_.area, [&](int x, int y) {
            if (covered.contains(x, y)) return;
            // What rounding kept of a cell that is no longer covered leaves the books here.
            const double left_m = held_.at(x, y) - given_m[std::size_t(force.area.index(x, y))];
            account.carried_m3 -= left_m * cell_m2;
            account.came_in(-left_m * cell_m2);
        });
        std::swap(held_, next_);
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
