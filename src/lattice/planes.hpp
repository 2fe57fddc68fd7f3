// Memory layout of the populations of a grid of two or three dimensions: one plane per direction,
// with a frame of ghost cells. Natural, or shifted as every other step in place leaves them (AA
// pattern [bailey2009]).
#pragma once

#include "base/numeric.hpp"
#include "base/unrolled.hpp"
#include "exec/grid.hpp"
#include "lattice/lattice.hpp"
#include "lattice/storage.hpp"

#include <cstddef>
#include <type_traits>

namespace tarn::lattice {

/// A view of one copy of the populations. In the natural arrangement a population lies with the
/// cell it leaves. In the shifted one it lies with the cell it moves to, in the plane of the
/// opposite direction: the place where that cell's own population was before.
///
/// A cell is given by its coordinates (x, y) or (x, y, z); -1 and nx, ny, nz are ghost cells.
template <Lattice L, class S>
struct Planes {
    using Number = typename S::Number;
    using Moving = typename S::Moving;
    using Grid = exec::Grid<L::dim>;
    template <class V>
    using Cell = Populations<L, V>;

    Number* rest = nullptr;
    Moving* moving = nullptr;  ///< plane k is direction k + 1
    Grid grid;
    bool is_shifted = false;

    /// Bytes of a copy, and a view of that many, in the natural arrangement.
    static std::size_t bytes(const Grid& grid) {
        return std::size_t(grid.plane) * (sizeof(Number) + (L::q - 1) * sizeof(Moving));
    }
    static Planes over(std::byte* memory, const Grid& grid) {
        Number* const rest = reinterpret_cast<Number*>(memory);
        return {rest, reinterpret_cast<Moving*>(rest + grid.plane), grid, false};
    }

    /// Place of the population that leaves a cell in direction `i` (from 1 on).
    TARN_HD Moving* at(int i, int x, int y) const requires(L::dim == 2) {
        if (is_shifted)
            return moving + (opposite(i) - 1) * grid.plane +
                   grid.at(x + L::c(i, 0), y + L::c(i, 1));
        return moving + (i - 1) * grid.plane + grid.at(x, y);
    }
    TARN_HD Moving* at(int i, int x, int y, int z) const requires(L::dim == 3) {
        if (is_shifted)
            return moving + (opposite(i) - 1) * grid.plane +
                   grid.at(x + L::c(i, 0), y + L::c(i, 1), z + L::c(i, 2));
        return moving + (i - 1) * grid.plane + grid.at(x, y, z);
    }
    /// Place of the one that arrives there.
    TARN_HD Moving* arriving_at(int i, int x, int y) const requires(L::dim == 2) {
        return at(i, x - L::c(i, 0), y - L::c(i, 1));
    }
    TARN_HD Moving* arriving_at(int i, int x, int y, int z) const requires(L::dim == 3) {
        return at(i, x - L::c(i, 0), y - L::c(i, 1), z - L::c(i, 2));
    }

    template <int I, class V, class... Ints>
    TARN_HD V load(Ints... cell) const {
        if constexpr (I == 0)
            return tarn::load<V>(rest + grid.at(cell...));
        else
            return tarn::load<V>(at(I, cell...));
    }

    template <int I, class V, class... Ints>
    TARN_HD void store(V value, Ints... cell) const {
        if constexpr (I == 0)
            tarn::store(value, rest + grid.at(cell...));
        else
            tarn::store(value, at(I, cell...));
    }

    /// All populations that leave a cell.
    template <class V, class... Ints>
    TARN_HD Cell<V> load_cell(Ints... cell) const {
        Cell<V> found;
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            found.f[i] = load<i, V>(cell...);
        });
        return found;
    }

    /// All populations that arrive at a cell.
    template <class V, class... Ints>
    TARN_HD Cell<V> load_arriving(Ints... cell) const {
        Cell<V> found;
        found.f[0] = load<0, V>(cell...);
        unrolled<L::q - 1>([&](auto index) {
            constexpr int i = decltype(index)::value + 1;
            found.f[i] = tarn::load<V>(arriving_at(i, cell...));
        });
        return found;
    }

    template <class V, class... Ints>
    TARN_HD void store_cell(const Cell<V>& populations, Ints... cell) const {
        unrolled<L::q>([&](auto index) {
            constexpr int i = decltype(index)::value;
            store<i>(populations.f[i], cell...);
        });
    }
};

/// One direction of all cells, for archives, grids that move and halos.
template <Lattice L, class S, int I>
struct Plane {
    using Element = std::conditional_t<I == 0, typename S::Number, typename S::Moving>;
    Planes<L, S> planes;
    /// Populations are kept as their distance from still water, which is zero.
    Element fresh = {};

    template <class... Ints>
    TARN_HD Element* at(Ints... cell) const {
        if constexpr (I == 0)
            return planes.rest + planes.grid.at(cell...);
        else
            return planes.at(I, cell...);
    }
};

/// Whether population `i` moves on into the block that lies in a direction (-1, 0 or 1 along each
/// axis): a third of those of D2Q9 cross a side, one a corner.
template <Lattice L>
TARN_HD constexpr bool crosses(int i, const int (&direction)[L::dim]) {
    for (int axis = 0; axis < L::dim; ++axis)
        if (direction[axis] != 0 && L::c(i, axis) != direction[axis]) return false;
    return true;
}

}  // namespace tarn::lattice
