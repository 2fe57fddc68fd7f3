// What the coupler of hulls does over cells and over hulls: parts of cells that a cover has, areas,
// and work that threads share.
#pragma once

#include "exec/thread_pool.hpp"
#include "solver/hulls.hpp"
#include "solver/shallow/views.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>

namespace tarn::shallow::fv::hull {

/// Covers below this part of a cell are none.
inline constexpr double kLeastPart = 1e-6;

inline double part_of(const exchange::HullCover& cover, int x, int y) {
    if (!cover.area.contains(x, y)) return 0.0;
    const double part = cover.part[std::size_t(cover.area.index(x, y))];
    return part > kLeastPart ? part : 0.0;
}

inline CellArea common(const CellArea& a, const CellArea& b) {
    const int x0 = std::max(a.x0, b.x0), y0 = std::max(a.y0, b.y0);
    const int x1 = std::min(a.x0 + a.nx, b.x0 + b.nx), y1 = std::min(a.y0 + a.ny, b.y0 + b.ny);
    return x1 > x0 && y1 > y0 ? CellArea{x0, y0, x1 - x0, y1 - y0} : CellArea{};
}

template <class Body>
void for_cells_of(const CellArea& area, Body&& body) {
    for (int y = area.y0; y < area.y0 + area.ny; ++y)
        for (int x = area.x0; x < area.x0 + area.nx; ++x) body(x, y);
}

/// Calls `body(worker, index)` for all indices below `count`, each as a thread comes to it. False
/// where one found no memory.
template <class Body>
bool share(const exec::ThreadPool& pool, int count, Body&& body) {
    std::atomic<int> next{0};
    std::atomic<bool> has_memory{true};
    pool.run(std::min(pool.thread_count(), count), [&](int worker) {
        try {
            for (int k = next.fetch_add(1); k < count; k = next.fetch_add(1)) body(worker, k);
        } catch (const std::bad_alloc&) {
            has_memory.store(false);
        }
    });
    return has_memory.load();
}

}  // namespace tarn::shallow::fv::hull
