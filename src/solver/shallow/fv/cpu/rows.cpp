// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
//
// Both sweeps of a step pass over memory together: rows go through the first sweep into a few lines
// of scratch memory that stay in the cache, and through the second one from there.
#include "solver/shallow/fv/cpu/rows.hpp"

#include "exec/pack.hpp"

#include <algorithm>
#include <atomic>
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
    Row<T> line;      ///< a row between the sweeps, if that along y comes first
    Row<T> ring[5];   ///< rows after the first sweep, by y
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
        const std::atomic_ref<std::uint8_t> tile(awake[grid.column_of(strip.x0 + x)]);
        if (tile.load(std::memory_order_relaxed) == kAwake) return;
        const V zero(T(0)), h = load<V>(a.from.h + row + x);
        const auto moves = [&](V speed) { return (speed < zero) | (zero < speed); };
        const MaskOf<V> changes = (cell.h < h) | (h < cell.h) | moves(cell.u) | moves(cell.v) |
                                  moves(load<V>(a.from.u + row + x)) |
                                  moves(load<V>(a.from.v + row + x));
        if (any_within<T>(changes, x, {0, strip.width}))
            tile.store(kAwake, std::memory_order_relaxed);
    }
};

/// What the register before left for the one that follows it in a row.
template <class V>
struct Before {
    Cell<V> cell;
    Flux<V> low;
    V pressure;
};

template <class V>
TARN_HD Flux<V> following(const Flux<V>& low, const Flux<V>& next) {
    return {V::following(low.depth, next.depth), V::following(low.across, next.across),
            V::following(low.low, next.low), V::following(low.high, next.high)};
}

/// Calls `use(x, cells, fluxes at their low faces, pressures)` for the registers of a row, from the
/// one before its strip to the one after it.
template <bool HasSolids, class T, class Use>
TARN_HD void for_faces_x(const March<T>& m, const Row<T>& row, Use&& use) {
    using V = Wide<T>;
    const Constants<T> k = m.a.constants;
    Side<V> before = {};
    for (int x = -V::width; x <= m.strip.width; x += V::width) {
        const Cell<V> cell = load_x<V>(row, x);
        const Sides<V> sides =
            reconstruct<HasSolids, T>(load_x<V>(row, x - 1), cell, load_x<V>(row, x + 1), k);
        const Side<V> low = {V::shifted(before.h, sides.high.h), V::shifted(before.u, sides.high.u),
                             V::shifted(before.v, sides.high.v),
                             V::shifted(before.z, sides.high.z)};
        before = sides.high;
        use(x, cell, face_flux<HasSolids, T>(low, sides.low, k), sides.pressure);
    }
}

/// The sweep along x where a cell would send more than it has: fluxes first, then what of them can
/// be sent, then the cells.
template <bool HasSolids, class T, class Sink>
[[gnu::noinline]] bool sweep_x_limited(const March<T>& m, const Row<T>& row, const Sink& sink) {
    using V = Wide<T>;
    const Faces<T>& f = m.x_faces;
    for_faces_x<HasSolids>(m, row, [&](int x, const Cell<V>&, const Flux<V>& flux, V pressure) {
        store_flux(flux, f, x);
        store(pressure, f.pressure + x);
    });
    const int width = m.strip.width;
    const Cells givers = m.strip.within(1);
    m.parts[-1] = m.parts[width] = T(1);  // beyond an edge there is enough
    for (int x = givers.begin; x < givers.end; ++x)
        m.parts[x] = sendable_part<T>(row.h[x], depth_leaving<T>(f.depth[x], f.depth[x + 1]));
    for (int x = 0; x <= width; ++x) {
        const T part = part_of_giver<T>(f.depth[x], m.parts[x - 1], m.parts[x]);
        store_flux(scaled(load_flux<T>(f, x), part, m.a.constants), f, x);
    }
    bool is_healthy = true;
    for (int x = 0; x < width; x += V::width) {
        const Moved<V> moved =
            move<HasSolids, T>(load_x<V>(row, x), load<V>(f.pressure + x), load_flux<V>(f, x),
                               load_flux<V>(f, x + 1), m.a.constants);
        is_healthy &= !any_within<T>(~sink(moved, x), x, {0, width});
    }
    return is_healthy;
}

/// A row through the sweep along x. Returns whether all cells were healthy.
template <bool HasSolids, class T, class Sink>
TARN_HD bool sweep_x(March<T>& m, const Row<T>& row, int y, const Sink& sink) {
    using V = Wide<T>;
    const Step<T>& a = m.a;
    const int width = m.strip.width;
    const Cells givers = m.strip.within(1);
    Before<V> before = {};
    bool is_short = false, is_healthy = true;
    double* const west = m.strip.is_west ? a.inflow[int(Edge::West)] : nullptr;
    double* const east = m.strip.is_east ? a.inflow[int(Edge::East)] : nullptr;
    const bool notes_inflow = west || east;
    const auto finish = [&](int x, const Flux<V>& next) {
        const Flux<V> high = following(before.low, next);
        is_short |= any_within<T>(before.cell.h < depth_leaving<T>(before.low.depth, high.depth), x,
                                  givers);
        if (x < 0 || x >= width) return;
        const Moved<V> moved =
            move<HasSolids, T>(before.cell, before.pressure, before.low, high, a.constants);
        is_healthy &= !any_within<T>(~sink(moved, x), x, {0, width});
    };
    for_faces_x<HasSolids>(m, row, [&](int x, const Cell<V>& cell, const Flux<V>& low, V pressure) {
        if (x >= 0) finish(x - V::width, low);
        if (notes_inflow) store(low.depth, m.x_faces.depth + x);
        before = {cell, low, pressure};
    });
    finish(width / V::width * V::width, before.low);
    if (is_short) is_healthy = sweep_x_limited<HasSolids>(m, row, sink);
    if (y < m.first || y >= m.last) return is_healthy;
    if (west) west[y] = double(m.x_faces.depth[0]);
    if (east) east[y] = -double(m.x_faces.depth[width]);
    return is_healthy;
}

template <class T>
TARN_HD Row<T> row_in_memory(const March<T>& m, int y) {
    const Step<T>& a = m.a;
    const std::ptrdiff_t at = a.layout.at(m.strip.x0, y);
    return {a.from.h + at, a.from.u + at, a.from.v + at, a.bed + at};
}

/// Lays the two cells beyond the west or east edge of a row of `width` cells. The bed is another
/// matter: it has been laid in memory when the step begins.
template <bool LaysBed, class T>
void lay_cells(const Step<T>& a, const Row<T>& row, int width, Edge edge, int y) {
    const bool is_west = edge == Edge::West;
    const T outward = is_west ? T(-1) : T(1);
    const auto from_edge = [&](int count) {
        const int x = is_west ? count : width - 1 - count;
        return Cell<T>{row.h[x], outward * row.u[x], row.v[x], row.z[x]};
    };
    const EdgeState<T> state = a.edge(edge, y);
    for (int k = 0; k < 2; ++k) {
        const Cell<T> cell = beyond<T>(from_edge(0), from_edge(k < width ? k : width - 1), state,
                                       a.constants.gravity);
        const int to = is_west ? -1 - k : width + k;
        row.h[to] = cell.h;
        row.u[to] = outward * cell.u;
        row.v[to] = cell.v;
        if constexpr (LaysBed) row.z[to] = cell.z;
    }
}

/// In memory; periodic edges repeat the columns of the other end.
template <class T>
void lay_columns(const Step<T>& a, int first, int last) {
    const int nx = a.layout.nx;
    for (int y = first; y < last; ++y) {
        const std::ptrdiff_t at = a.layout.at(0, y);
        const Row<T> row = {a.from.h + at, a.from.u + at, a.from.v + at, a.bed + at};
        if (a.edges[int(Edge::West)].kind == Beyond::Periodic) {
            for (T* const plane : {row.h, row.u, row.v, row.z})
                for (int k = 0; k < kReach; ++k) {
                    plane[-1 - k] = plane[nx - 1 - k];
                    plane[nx + k] = plane[k];
                }
        } else {
            lay_cells<true>(a, row, nx, Edge::West, y);
            lay_cells<true>(a, row, nx, Edge::East, y);
        }
    }
}

/// A row beyond the south or north edge, from the one at the edge and the one that it mirrors.
template <class T>
[[gnu::noinline]] Row<T> row_beyond(const March<T>& m, const Row<T>& to, const Row<T>& inside,
                                    const Row<T>& mirrored, Edge edge) {
    const Step<T>& a = m.a;
    const T outward = edge == Edge::South ? T(-1) : T(1);
    const int nx = a.layout.nx;
    const Cells cells = m.y_cells();
    for (int x = cells.begin; x < cells.end; ++x) {
        const auto turned = [&](const Row<T>& row) {
            return Cell<T>{row.h[x], outward * row.v[x], row.u[x], row.z[x]};
        };
        const int along = ((m.strip.x0 + x) % nx + nx) % nx;  // columns may repeat
        const Cell<T> cell =
            beyond<T>(turned(inside), turned(mirrored), a.edge(edge, along), a.constants.gravity);
        to.h[x] = cell.h;
        to.v[x] = outward * cell.u;
        to.u[x] = cell.v;
        to.z[x] = cell.z;
    }
    return to;
}

/// Row y as the sweep along y finds it: in memory, or after the sweep along x.
template <bool HasSolids, class T>
TARN_HD Row<T> fetch_row(March<T>& m, int y) {
    const Step<T>& a = m.a;
    const int ny = a.layout.ny, wrapped = (y + ny) % ny;
    const Row<T> row = row_in_memory(m, wrapped);
    if (!a.is_x_first) return row;
    Row<T> out = m.ring[in_ring(y, 5)];
    out.z = row.z;
    sweep_x<HasSolids>(m, row, y, ToLine<T>{out});
    return out;
}

/// Scales what leaves cells through their faces where it would be more than there is.
template <class T, class V>
TARN_HD void limit(V h, Flux<V>& low, Flux<V>& high, V leaving, const Constants<T>& k) {
    const V part = sendable_part<T>(h, leaving), all(T(1));
    low = scaled(low, part_of_giver<T>(low.depth, all, part), k);
    high = scaled(high, part_of_giver<T>(high.depth, part, all), k);
}

/// What a pass of the sweep along y does besides making the low faces of its row.
struct Pass {
    bool limits;    ///< the row below has both faces, and may send too much
    bool finishes;  ///< the row below that one moves
};

/// Low faces of row y. Then the row below has both of its faces and is kept from sending too much,
/// and the row below that one moves.
template <bool HasSolids, class T, class Sink>
TARN_HD bool sweep_y(March<T>& m, const Row<T> (&rows)[4], int y, Pass pass, const Sink& sink) {
    using V = Wide<T>;
    const Constants<T> k = m.a.constants;
    const Cells cells = m.y_cells();
    const auto& [second, below, row, above] = rows;
    const Faces<T>&to = m.y_faces[in_ring(y, 3)], &below_faces = m.y_faces[in_ring(y - 1, 3)],
          &second_faces = m.y_faces[in_ring(y - 2, 3)];
    bool is_healthy = true;
    for (int x = cells.begin; x < cells.end; x += V::width) {
        const Cell<V> lower = load_y<V>(below, x);
        const Sides<V> sides =
            reconstruct<HasSolids, T>(lower, load_y<V>(row, x), load_y<V>(above, x), k);
        Flux<V> high = face_flux<HasSolids, T>(load_side<V>(m.high, x), sides.low, k);
        store_side(sides.high, m.high, x);
        store(sides.pressure, to.pressure + x);
        Flux<V> low = load_flux<V>(below_faces, x);
        if (pass.limits) {
            const V leaving = depth_leaving<T>(low.depth, high.depth);
            if (any<V>(lower.h < leaving)) {
                limit<T>(lower.h, low, high, leaving, k);
                store_flux(low, below_faces, x);
            }
        }
        store_flux(high, to, x);
        if (pass.finishes) {
            const Moved<V> moved =
                move<HasSolids, T>(load_y<V>(second, x), load<V>(second_faces.pressure + x),
                                   load_flux<V>(second_faces, x), low, k);
            is_healthy &= !any_within<T>(~sink(Moved<V>{moved.h, moved.v, moved.u}, x), x, cells);
        }
    }
    return is_healthy;
}

/// What came in through the south or north edge, if row y is at it.
template <class T>
void note_inflow(const March<T>& m, int y, Edge edge, const Faces<T>& faces) {
    double* const inflow = m.a.inflow[int(edge)];
    const bool is_south = edge == Edge::South;
    if (!inflow || y != (is_south ? 0 : m.a.layout.ny - 1)) return;
    const double inward = is_south ? 1.0 : -1.0;
    for (int x = 0; x < m.strip.width; ++x)
        inflow[m.strip.x0 + x] = inward * double(faces.depth[x]);
}

/// One pass of the sweep along y, and the row that it finishes through what is left of the step.
template <bool HasSolids, class T>
TARN_HD void pass_row(March<T>& m, const Row<T> (&rows)[4], int y, Pass pass) {
    const Step<T>& a = m.a;
    const int done = y - 2;
    const int stored = pass.finishes ? done : 0;
    const ToWater<T> to_water = {a, m.strip, a.layout.at(m.strip.x0, stored), m.tiles.grid,
                                 m.tiles.awake + m.tiles.grid.at(0, m.tiles.grid.row_of(stored))};
    if (a.is_x_first) {
        m.is_healthy &= sweep_y<HasSolids>(m, rows, y, pass, to_water);
    } else {
        Row<T> out = m.line;
        out.z = rows[0].z;
        sweep_y<HasSolids>(m, rows, y, pass, ToLine<T>{out});
        if (pass.finishes) {
            if (m.strip.is_west) lay_cells<false>(a, out, m.strip.width, Edge::West, done);
            if (m.strip.is_east) lay_cells<false>(a, out, m.strip.width, Edge::East, done);
            m.is_healthy &= sweep_x<HasSolids>(m, out, done, to_water);
        }
    }
    if (!pass.finishes) return;
    note_inflow(m, done, Edge::South, m.y_faces[in_ring(done, 3)]);
    note_inflow(m, done, Edge::North, m.y_faces[in_ring(done + 1, 3)]);
}

/// Rows [first, last) of a strip, in order.
template <bool HasSolids, class T>
[[gnu::flatten]] bool step_strip(const Step<T>& args, const ActivityView& tiles, T* scratch,
                                 const Strip& strip, int first, int last) {
    March<T> m(args, tiles, scratch, strip, first, last);
    const int ny = args.layout.ny;
    const bool wraps = args.edges[int(Edge::South)].kind == Beyond::Periodic;
    const int lowest = wraps || first - 2 >= 0 ? first - 2 : -1;
    const int highest = wraps || last + 1 < ny ? last + 1 : ny + 1;
    Row<T> rows[5] = {};
    const auto at = [&](int y) -> Row<T>& { return rows[in_ring(y, 5)]; };
    const auto fetch = [&](int y) {
        if (wraps || (y >= 0 && y < ny))
            at(y) = fetch_row<HasSolids>(m, y);
        else if (y == ny || y == ny + 1)
            at(y) = row_beyond(m, m.north[y - ny], at(ny - 1), at(ny > 1 ? 2 * ny - 1 - y : 0),
                               Edge::North);
        else if (y > ny)
            at(y) = at(ny + 1);
    };
    int fetched = lowest - 1;
    if (!wraps && lowest <= 0) {
        // Rows beyond the edge are made from the first two inside.
        fetch(0);
        if (ny > 1) fetch(1);
        for (int k = 0; k < 2; ++k)
            at(-1 - k) = row_beyond(m, m.south[k], at(0), at(ny > 1 ? k : 0), Edge::South);
        fetched = ny > 1 ? 2 : 1;
    }
    for (int y = lowest; y <= highest; ++y) {
        for (; fetched <= y + 1; ++fetched) fetch(fetched);
        const int below = y - 1;
        const Pass pass = {below > lowest && (wraps || (below >= 0 && below < ny)),
                           y - 2 >= first && y - 2 < last};
        pass_row<HasSolids>(m, {at(y - 2), at(y - 1), at(y), at(y + 1)}, y, pass);
    }
    return m.is_healthy;
}

/// Rows [first, last) of columns [begin, end), in strips.
template <bool HasSolids, class T>
bool step_columns(const Step<T>& step, const ActivityView& tiles, T* scratch, Cells columns,
                  int first, int last) {
    const int nx = step.layout.nx, width = columns.end - columns.begin;
    const int count = (width + kStripCells - 1) / kStripCells;
    const bool wraps = step.edges[int(Edge::West)].kind == Beyond::Periodic;
    bool is_healthy = true;
    // All about as wide, each from a cache line on.
    const auto start = [&](int k) {
        return k == count ? columns.end
                          : columns.begin + width * k / count / kLineMargin * kLineMargin;
    };
    for (int k = 0; k < count; ++k) {
        const int x0 = start(k), x1 = start(k + 1);
        const Strip strip = {x0, x1 - x0, !wraps && x0 == 0, !wraps && x1 == nx};
        is_healthy &= step_strip<HasSolids>(step, tiles, scratch, strip, first, last);
    }
    return is_healthy;
}

/// Tiles that take part, side by side, go through the step together, and so do rows of tiles in
/// which the same take part.
template <bool HasSolids, class T>
bool step_rows(const Step<T>& step, const ActivityView& tiles, T* scratch, int first, int last) {
    const int across = tiles.grid.columns;
    const auto row_of = [&](int y) {
        return tiles.active + tiles.grid.at(0, tiles.grid.row_of(y));
    };
    const auto end_of_tile = [&](int y) {
        return std::min(last, tiles.grid.y_of(tiles.grid.row_of(y) + 1));
    };
    bool is_healthy = true;
    for (int y = first; y < last;) {
        const std::uint8_t* const row = row_of(y);
        int end = end_of_tile(y);
        while (end < last && std::equal(row, row + across, row_of(end))) end = end_of_tile(end);
        for (int t = 0; t < across; ++t) {
            if (!row[t]) continue;
            const int begin = t;
            while (t < across && row[t]) ++t;
            const Cells columns = {tiles.grid.x_of(begin), tiles.grid.x_of(t)};
            is_healthy &= step_columns<HasSolids>(step, tiles, scratch, columns, y, end);
        }
        y = end;
    }
    return is_healthy;
}

template <class T>
bool step(const Step<T>& step, const ActivityView& tiles, T* scratch, int first, int last) {
    return step.has_solids ? step_rows<true>(step, tiles, scratch, first, last)
                           : step_rows<false>(step, tiles, scratch, first, last);
}

template <class T>
Loops<T> choose_loops() {
    return {step<T>, lay_columns<T>};
}
template Loops<float> choose_loops();
template Loops<double> choose_loops();

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
