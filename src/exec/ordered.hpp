// Sums and other joins with the same bits whoever does the work. Cells are joined by tiles of a
// fixed size, counted from cell (0, 0): within a tile lane k takes column k, row by row, and a tree
// joins the lanes; the tiles are joined as a list, in the order of their numbers. A block of GPU
// threads and a CPU loop both do exactly that, and so do several blocks of a grid that is cut along
// borders of tiles, each for its own tiles.
#pragma once

#include "base/platform.hpp"
#include "exec/extent.hpp"

#include <cstddef>
#include <span>

namespace tarn::exec {

inline constexpr int kLanes = 128;

/// What is joined: starts as nothing, and takes in others of its kind.
template <class R>
concept Joinable = requires(R a, const R b) {
    a.join(b);
};

/// The tree that joins the lanes; those from `used` on have nothing.
template <Joinable R>
R join_lanes(R* lanes, int used = kLanes) {
    for (int half = used / 2; half > 0; half /= 2)
        for (int k = 0; k < half; ++k) lanes[k].join(lanes[k + half]);
    return lanes[0];
}

/// Joins `count` values, `value(k)` each; `lanes` is room for kLanes of them.
template <Joinable R, class Value>
R join_in_order(int count, R* lanes, Value&& value) {
    for (int k = 0; k < kLanes; ++k) lanes[k] = R{};
    for (int k = 0; k < count; ++k) lanes[k % kLanes].join(value(k));
    return join_lanes(lanes);
}

/// Joins a list, such as the sums of all tiles of a grid.
template <Joinable R>
R join_list(std::span<const R> list) {
    R lanes[kLanes];
    return join_in_order(int(list.size()), lanes, [&](int k) { return list[std::size_t(k)]; });
}

/// The tiles that sums go by: kLanes cells along x, kTileRows rows along y, one layer along z.
inline constexpr int kTileRows = 4;
TARN_HD constexpr int tile_size(int axis) {
    return axis == 0 ? kLanes : axis == 1 ? kTileRows : 1;
}

template <int Dim>
struct Tiles {
    Extent<Dim> cells;

    TARN_HD int along(int axis) const {
        return (cells.n[axis] + tile_size(axis) - 1) / tile_size(axis);
    }
    TARN_HD int count() const {
        int product = 1;
        for (int axis = 0; axis < Dim; ++axis) product *= along(axis);
        return product;
    }
    /// The part of lane `lane` in tile number `tile`: its column, row by row.
    template <Joinable R, class Task>
    TARN_HD R lane_of(int tile, int lane, const Task& task) const {
        R sum = {};
        const int columns = along(0), rows = along(1);
        const int x = tile % columns * kLanes + lane, y0 = tile / columns % rows * kTileRows;
        if (x >= cells.n[0]) return sum;
        for (int y = y0; y < y0 + kTileRows && y < cells.n[1]; ++y) {
            if constexpr (Dim == 2)
                sum.join(task(x, y));
            else
                sum.join(task(x, y, tile / (columns * rows)));
        }
        return sum;
    }
};

/// A task that gives nothing outside a part of each row: `columns(y, z)` has its begin and end.
template <class Task>
concept HasColumns = requires(const Task task) {
    task.columns(0, 0).begin;
};

/// A whole tile, by one thread: what lane_of() says of all lanes, row by row as memory lies.
template <Joinable R, int Dim, class Task>
R join_tile(const Tiles<Dim>& tiles, int tile, R* lanes, const Task& task) {
    const int columns = tiles.along(0), rows = tiles.along(1);
    const int x0 = tile % columns * kLanes, y0 = tile / columns % rows * kTileRows;
    const int width = tiles.cells.n[0] - x0 < kLanes ? tiles.cells.n[0] - x0 : kLanes;
    // Joining nothing changes nothing: of a narrow tile the lanes beyond are left out.
    int used = kLanes;
    while (used / 2 >= width) used /= 2;
    for (int k = 0; k < used; ++k) lanes[k] = R{};
    const int z = tile / (columns * rows);
    for (int y = y0; y < y0 + kTileRows && y < tiles.cells.n[1]; ++y) {
        int begin = 0, end = width;
        if constexpr (HasColumns<Task>) {
            const auto within = task.columns(y, z);
            begin = within.begin - x0 > 0 ? within.begin - x0 : 0;
            end = within.end - x0 < width ? within.end - x0 : width;
        }
        for (int k = begin; k < end; ++k) {
            if constexpr (Dim == 2)
                lanes[k].join(task(x0 + k, y));
            else
                lanes[k].join(task(x0 + k, y, z));
        }
    }
    return join_lanes(lanes, used);
}

/// A sum of doubles.
struct Sum {
    double value = 0.0;
    TARN_HD void join(const Sum& other) { value += other.value; }
};

}  // namespace tarn::exec
