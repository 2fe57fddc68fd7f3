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

void Presser::shift(int di, int dj, const Ground& ground, Account& account) {
    const double area = ground.cell_m * ground.cell_m;
    DepthPatch now;
    now.x0 = std::clamp(held.x0 - di, 0, ground.nx);
    now.y0 = std::clamp(held.y0 - dj, 0, ground.ny);
    now.nx = std::clamp(held.x0 + held.nx - di, 0, ground.nx) - now.x0;
    now.ny = std::clamp(held.y0 + held.ny - dj, 0, ground.ny) - now.y0;
    now.depth_m.assign(std::size_t(now.nx) * std::size_t(now.ny), 0.0);
    for (int y = held.y0; y < held.y0 + held.ny; ++y)
        for (int x = held.x0; x < held.x0 + held.nx; ++x) {
            if (now.contains(x - di, y - dj)) {
                now.at(x - di, y - dj) = held.at(x, y);
                continue;
            }
            account.carried_m3 -= held.at(x, y) * area;
            account.came_in(-held.at(x, y) * area);
        }
    held = std::move(now);
}

}  // namespace tarn::world
