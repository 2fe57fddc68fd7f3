// Where a cell lives in memory: one plane per direction, rows padded so that x = 0 is aligned to a
// cache line and every cell has a neighbour, which for edge cells is a halo cell.
#pragma once

#include "base/platform.hpp"

#include <cstddef>

namespace tarn::shallow {

struct Grid {
    int nx = 0, ny = 0;
    int pad = 0;               ///< elements of a cache line, left of x = 0
    std::ptrdiff_t pitch = 0;  ///< elements from one row to the next
    std::ptrdiff_t plane = 0;  ///< elements from one direction to the next

    /// For elements of which `pad` make a cache line.
    static Grid of(int nx, int ny, int pad) {
        Grid g;
        g.nx = nx;
        g.ny = ny;
        g.pad = pad;
        g.pitch = (nx + 2 * pad + pad - 1) / pad * pad;
        // Two lines of a page apart. Planes a whole number of pages apart would share cache sets,
        // and the more lines of a page their places take, the more often a load is mistaken for one
        // that waits for a store (kCopyShiftBytes in d2q9.hpp).
        const std::ptrdiff_t page = 64 * pad;
        g.plane = (g.pitch * (ny + 2) + page - 1) / page * page + 2 * pad;
        return g;
    }

    /// Place of cell (x, y) within a plane; x and y from -1 (halo) to nx and ny.
    TARN_HD std::ptrdiff_t at(int x, int y) const {
        return std::ptrdiff_t(y + 1) * pitch + pad + x;
    }

    /// From the place of a cell to that of one so many cells east and north of it.
    TARN_HD std::ptrdiff_t away(int dx, int dy) const { return dy * pitch + dx; }

    std::size_t cell_count() const { return std::size_t(nx) * std::size_t(ny); }
};

}  // namespace tarn::shallow
