// Where a cell of two or three dimensions lies in memory: planes of numbers with a frame of ghost
// cells, rows padded so that x = 0 is aligned to a cache line.
#pragma once

#include "exec/extent.hpp"

#include <cstddef>

namespace tarn::exec {

template <int Dim>
struct Grid {
    int nx = 0, ny = 0;
    int nz = 1;                ///< 1 in two dimensions
    int pad = 0;               ///< elements of a cache line, left of x = 0
    std::ptrdiff_t pitch = 0;  ///< elements from one row to the next
    std::ptrdiff_t layer = 0;  ///< elements from one layer along z to the next
    std::ptrdiff_t plane = 0;  ///< elements from one plane of numbers to the next

    /// For elements of which `pad` make a cache line.
    static Grid of(const Extent<Dim>& cells, int pad) {
        Grid g;
        g.nx = cells.n[0];
        g.ny = cells.n[1];
        g.pad = pad;
        // In space the cells right of a row lie in the padding left of the next one.
        const int beside = Dim == 3 ? pad : 2 * pad;
        g.pitch = (g.nx + beside + pad - 1) / pad * pad;
        g.layer = g.pitch * (g.ny + 2);
        std::ptrdiff_t layers = 1;
        if constexpr (Dim == 3) {
            g.nz = cells.n[2];
            layers = g.nz + 2;
        }
        // Two lines of a page apart. Planes a whole number of pages apart would share cache sets,
        // and the more lines of a page their places take, the more often a load is mistaken for one
        // that waits for a store (kCopyShiftBytes in d2q9/scheme.hpp).
        const std::ptrdiff_t page = 64 * pad;
        g.plane = (g.layer * layers + page - 1) / page * page + 2 * pad;
        return g;
    }

    Extent<Dim> cells() const {
        if constexpr (Dim == 2)
            return {{nx, ny}};
        else
            return {{nx, ny, nz}};
    }
    std::size_t cell_count() const { return cells().count(); }

    /// Place of a cell within a plane; coordinates from -1 (ghost) to nx, ny and nz (ghost).
    TARN_HD std::ptrdiff_t at(int x, int y) const requires(Dim == 2) {
        return std::ptrdiff_t(y + 1) * pitch + pad + x;
    }
    TARN_HD std::ptrdiff_t at(int x, int y, int z) const requires(Dim == 3) {
        return std::ptrdiff_t(z + 1) * layer + std::ptrdiff_t(y + 1) * pitch + pad + x;
    }

    /// From the place of a cell to that of one so many cells along x and y from it.
    TARN_HD std::ptrdiff_t away(int dx, int dy) const { return dy * pitch + dx; }
};

}  // namespace tarn::exec
