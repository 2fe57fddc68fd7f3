// Water that moves, by tiles of the grid. Where two steps changed nothing in a tile and its
// neighbours, and nothing moves there, later ones change nothing either: still water stays still to
// the bit in steps of any length. Both copies of the water hold the same there, and the tile is
// left out.
#pragma once

#include "base/numeric.hpp"
#include "solver/shallow/fv/edges.hpp"
#include "solver/shallow/fv/forces.hpp"

#include <cstdint>

namespace tarn::shallow::fv {

inline constexpr int kTileColumns = 128;
inline constexpr int kTileRows = 32;

/// Steps that a tile takes part in after the last motion: sweeps come in two orders.
inline constexpr std::uint8_t kAwake = 2;

/// The tiles of a grid. Those at the east and north take what is left, so that none is narrower
/// than what a cell depends on.
struct TileGrid {
    int nx = 0, ny = 0;
    int columns = 0, rows = 0;

    static TileGrid of(int nx, int ny) {
        const auto count = [](int cells, int in_a_tile) {
            return cells < in_a_tile ? 1 : cells / in_a_tile;
        };
        return {nx, ny, count(nx, kTileColumns), count(ny, kTileRows)};
    }
    TARN_HD int count() const { return columns * rows; }
    TARN_HD int at(int column, int row) const { return row * columns + column; }
    TARN_HD int column_of(int x) const { return smaller(x / kTileColumns, columns - 1); }
    TARN_HD int row_of(int y) const { return smaller(y / kTileRows, rows - 1); }
    /// The first cell of a column or row, or the one after the last.
    TARN_HD int x_of(int column) const { return column < columns ? column * kTileColumns : nx; }
    TARN_HD int y_of(int row) const { return row < rows ? row * kTileRows : ny; }
};

/// Tiles as a step or sweep sees them.
struct ActivityView {
    TileGrid grid;
    const std::uint8_t* active;  ///< by tile: takes part
    std::uint8_t* awake;         ///< by tile: kAwake where something moved or changed
};

/// Of all forces only wind sets still water in motion, and only when it changes.
class WindWatch {
public:
    template <class T>
    bool has_changed(const Forces<T>& forces) {
        const double u = double(forces.wind_u), v = double(forces.wind_v);
        const bool is_new = u != u_ || v != v_;
        u_ = u;
        v_ = v;
        return is_new;
    }

private:
    double u_ = 0.0, v_ = 0.0;
};

/// What decides whether a tile takes part in a step.
template <class T>
struct TileRule {
    TileGrid grid;
    const std::uint8_t* awake;  ///< by tile: steps left, or kAwake where something was done to it
    EdgeState<T> edges[4];

    /// Something moved lately in the tile or near it: up to `reach` tiles away.
    TARN_HD bool is_active(int column, int row, int reach) const {
        if (is_driven(column, row, reach)) return true;
        const bool wraps_x = edges[int(Edge::West)].kind == Beyond::Periodic;
        const bool wraps_y = edges[int(Edge::South)].kind == Beyond::Periodic;
        for (int dy = -reach; dy <= reach; ++dy)
            for (int dx = -reach; dx <= reach; ++dx) {
                const int x = placed(column + dx, grid.columns, wraps_x);
                const int y = placed(row + dy, grid.rows, wraps_y);
                if (x >= 0 && y >= 0 && awake[grid.at(x, y)]) return true;
            }
        return false;
    }

    /// Steps left after this one, if nothing moves in it.
    TARN_HD std::uint8_t left(int tile) const {
        return std::uint8_t(awake[tile] > 0 ? awake[tile] - 1 : 0);
    }

private:
    /// -1: beyond an edge.
    TARN_HD static int placed(int k, int count, bool wraps) {
        if (k >= 0 && k < count) return k;
        return wraps ? (k % count + count) % count : -1;
    }
    /// An edge may do something new in every step.
    TARN_HD bool is_driven(int column, int row, int reach) const {
        const auto drives = [&](Edge edge) {
            const Beyond kind = edges[int(edge)].kind;
            return kind != Beyond::Wall && kind != Beyond::Periodic;
        };
        // Tiles from the edge inwards that it, or its zone, may do something to.
        const auto last = [&](Edge edge) { return edges[int(edge)].zone_cells - 1; };
        const int west = grid.column_of(last(Edge::West)), south = grid.row_of(last(Edge::South));
        const int east = grid.column_of(grid.nx - 1 - last(Edge::East));
        const int north = grid.row_of(grid.ny - 1 - last(Edge::North));
        return (column <= west + reach && drives(Edge::West)) ||
               (row <= south + reach && drives(Edge::South)) ||
               (column >= east - reach && drives(Edge::East)) ||
               (row >= north - reach && drives(Edge::North));
    }
};

}  // namespace tarn::shallow::fv
