// Rows of cells and faces on their way through a step, in a few lines of scratch memory, and where
// a sweep leaves its cells. For rows.cpp, which is compiled once per instruction set.
#pragma once

#include "exec/pack.hpp"
#include "solver/shallow/fv/cpu/rows.hpp"

#include <optional>
#include <utility>

namespace tarn::shallow::fv::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class T>
using Wide = Pack<T, exec::kRegisterBytes / int(sizeof(T))>;

/// Cells of a row, counted from where the strip begins.
template <class T>
struct Row {
    T *h, *u, *v, *z;
};

/// Fluxes at the low faces of a row's cells, and what acts inside them.
template <class T>
struct Faces {
    T *depth, *across, *low, *high, *pressure;
};

/// Lines of scratch memory, handed out one after the other.
template <class T>
class Scratch {
public:
    Scratch(T* memory, int nx) : next_(memory + 2 * kLineMargin), elements_(line_elements(nx)) {}
    T* line() { return std::exchange(next_, next_ + elements_); }
    Row<T> row() { return {line(), line(), line(), line()}; }
    Faces<T> faces() { return {line(), line(), line(), line(), line()}; }
    Side<T*> side() { return {line(), line(), line(), line()}; }

private:
    T* next_;
    std::ptrdiff_t elements_;
};

/// From `begin` to before `end`.
struct Cells {
    int begin, end;
};

/// Columns that go through the sweeps together: few enough that their lines stay in the nearest
/// caches. Where a strip ends inside the grid it looks at some cells of the next one too.
struct Strip {
    int x0, width;
    bool is_west, is_east;  ///< it ends at an edge; periodic ones are none

    /// The strip and up to `more` cells on either side, within the grid.
    Cells within(int more) const { return {is_west ? 0 : -more, is_east ? width : width + more}; }
};

template <class T>
struct March {
    const Step<T>& a;
    ActivityView tiles;
    Strip strip;
    int first, last;
    Row<T> line;      ///< a row before the sweep along x
    Row<T> ring[5];   ///< rows before the sweep along y, by y
    Row<T> south[2];  ///< beyond the edge, from it outwards
    Row<T> north[2];
    Faces<T> x_faces;
    Faces<T> y_faces[3];  ///< by y
    Side<T*> high;        ///< high sides of the row below
    T* parts;
    bool is_healthy = true;

    March(const Step<T>& step, const ActivityView& activity, T* memory, const Strip& columns,
          int first_row, int last_row)
        : a(step), tiles(activity), strip(columns), first(first_row), last(last_row) {
        Scratch<T> scratch(memory, step.layout.nx);
        line = scratch.row();
        for (Row<T>& row : ring) row = scratch.row();
        for (Row<T>& row : south) row = scratch.row();
        for (Row<T>& row : north) row = scratch.row();
        x_faces = scratch.faces();
        for (Faces<T>& faces : y_faces) faces = scratch.faces();
        high = scratch.side();
        parts = scratch.line();
    }

    /// An edge at an end of the strip gives its flux.
    bool gives_flux_x() const {
        return (strip.is_west && a.may_give_flux(Edge::West)) ||
               (strip.is_east && a.may_give_flux(Edge::East));
    }
    /// The edge of the low faces of row y, if it gives its flux.
    std::optional<Edge> giving_edge_y(int y) const {
        if (y == 0 && a.may_give_flux(Edge::South)) return Edge::South;
        if (y == a.layout.ny && a.may_give_flux(Edge::North)) return Edge::North;
        return {};
    }

    /// The columns that the sweep along y takes, in whole registers: more where the sweep along x
    /// comes after it.
    Cells y_cells() const { return strip.within(a.is_x_first ? 0 : Wide<T>::width); }
};

inline int in_ring(int y, int size) {
    return (y + 6 * size) % size;
}

template <class V, class T>
TARN_HD Cell<V> load_x(const Row<T>& row, int x) {
    return {load<V>(row.h + x), load<V>(row.u + x), load<V>(row.v + x), load<V>(row.z + x)};
}
/// The same for a sweep along y.
template <class V, class T>
TARN_HD Cell<V> load_y(const Row<T>& row, int x) {
    return {load<V>(row.h + x), load<V>(row.v + x), load<V>(row.u + x), load<V>(row.z + x)};
}
template <class V, class T>
TARN_HD Flux<V> load_flux(const Faces<T>& faces, int x) {
    return {load<V>(faces.depth + x), load<V>(faces.across + x), load<V>(faces.low + x),
            load<V>(faces.high + x)};
}
template <class V, class T>
TARN_HD void store_flux(const Flux<V>& flux, const Faces<T>& faces, int x) {
    store(flux.depth, faces.depth + x);
    store(flux.across, faces.across + x);
    store(flux.low, faces.low + x);
    store(flux.high, faces.high + x);
}
template <class V, class T>
TARN_HD void store_side(const Side<V>& side, const Side<T*>& to, int x) {
    store(side.h, to.h + x);
    store(side.u, to.u + x);
    store(side.v, to.v + x);
    store(side.z, to.z + x);
}
template <class V, class T>
TARN_HD Side<V> load_side(const Side<T*>& from, int x) {
    return {load<V>(from.h + x), load<V>(from.u + x), load<V>(from.v + x), load<V>(from.z + x)};
}

/// One lane of fluxes, where an edge gives its own.
template <class T, class V>
void give_flux(const Step<T>& step, Edge edge, int along, const Side<V>& side, int lane,
               Flux<V>& flux) {
    Flux<T> one = {flux.depth.r[lane], flux.across.r[lane], flux.low.r[lane], flux.high.r[lane]};
    step.give_flux(edge, along, {side.h.r[lane], side.u.r[lane], side.v.r[lane], side.z.r[lane]},
                   one);
    flux.depth.r[lane] = one.depth;
    flux.across.r[lane] = one.across;
    flux.low.r[lane] = one.low;
    flux.high.r[lane] = one.high;
}

/// Where a sweep leaves its cells: in a line for the next sweep.
template <class T>
struct ToLine {
    Row<T> row;
    template <class V>
    TARN_HD MaskOf<V> operator()(const Moved<V>& cell, int x) const {
        store(cell.h, row.h + x);
        store(cell.u, row.u + x);
        store(cell.v, row.v + x);
        return V(T(0)) < V(T(1));
    }
};

/// Lanes of a register at x that hold cells of a range, if any is set there.
template <class T>
TARN_HD bool any_within(MaskOf<Wide<T>> mask, int x, Cells cells) {
    using V = Wide<T>;
    if (x >= cells.begin && x + V::width <= cells.end) return any<V>(mask);
    return any<V>(mask & V::lanes(cells.begin - x, cells.end - x));
}

/// Or in the other copy of the water, after the forces. Which cells are healthy.
template <class T>
struct ToWater {
    const Step<T>& a;
    Strip strip;
    std::ptrdiff_t row;
    TileGrid grid;
    std::uint8_t* awake;  ///< of the tiles of this row

    template <class V>
    TARN_HD MaskOf<V> operator()(Moved<V> cell, int x) const {
        if (a.forces.is_any) cell = forced<T>(cell, a.forces, a.constants);
        note_motion(cell, x);
        store(cell.h, a.to.h + row + x);
        store(cell.u, a.to.u + row + x);
        store(cell.v, a.to.v + row + x);
        return is_within_step<T>(cell, a.constants);
    }

private:
    template <class V>
    TARN_HD void note_motion(const Moved<V>& cell, int x) const {
        // Threads share tiles where their rows meet; all of them write the same.
        std::uint8_t* const tile = awake + grid.column_of(strip.x0 + x);
        if (__atomic_load_n(tile, __ATOMIC_RELAXED) == kAwake) return;
        const V zero(T(0)), h = load<V>(a.from.h + row + x);
        const auto moves = [&](V speed) { return (speed < zero) | (zero < speed); };
        const MaskOf<V> changes = (cell.h < h) | (h < cell.h) | moves(cell.u) | moves(cell.v) |
                                  moves(load<V>(a.from.u + row + x)) |
                                  moves(load<V>(a.from.v + row + x));
        if (any_within<T>(changes, x, {0, strip.width}))
            __atomic_store_n(tile, kAwake, __ATOMIC_RELAXED);
    }
};

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
