#include "world/presser.hpp"

#include <algorithm>

namespace tarn::world {
namespace {

using shallow::DepthPatch;

DepthPatch box_around(const DepthPatch& a, const DepthPatch& b) {
    if (a.depth_m.empty()) return b;
    if (b.depth_m.empty()) return a;
    DepthPatch box;
    box.x0 = std::min(a.x0, b.x0);
    box.y0 = std::min(a.y0, b.y0);
    box.nx = std::max(a.x0 + a.nx, b.x0 + b.nx) - box.x0;
    box.ny = std::max(a.y0 + a.ny, b.y0 + b.ny) - box.y0;
    box.depth_m.assign(std::size_t(box.nx) * std::size_t(box.ny), 0.0);
    return box;
}

double value_at(const DepthPatch& patch, int x, int y) {
    return patch.contains(x, y) ? patch.at(x, y) : 0.0;
}

}  // namespace

void Presser::move_to(const DepthPatch& wanted, shallow::Solver& water, Account& account) {
    DepthPatch change = box_around(held, wanted);
    for (int y = change.y0; y < change.y0 + change.ny; ++y)
        for (int x = change.x0; x < change.x0 + change.nx; ++x)
            change.at(x, y) = value_at(held, x, y) - value_at(wanted, x, y);
    water.add_depth(change);

    const double area = water.units().cell_m * water.units().cell_m;
    DepthPatch now = wanted;
    for (int y = change.y0; y < change.y0 + change.ny; ++y)
        for (int x = change.x0; x < change.x0 + change.nx; ++x) {
            const double given = change.at(x, y);
            account.carried_m3 -= given * area;
            const double left = value_at(held, x, y) - given;
            if (now.contains(x, y)) {
                now.at(x, y) = left;
                continue;
            }
            // What rounding kept of a cell that is no longer covered leaves the books here.
            account.carried_m3 -= left * area;
            account.came_in(-left * area);
        }
    held = std::move(now);
}

}  // namespace tarn::world
