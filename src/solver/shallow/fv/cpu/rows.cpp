// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
//
// Both sweeps of a step pass over memory together: rows go through the first sweep into a few lines
// of scratch memory that stay in the cache, and through the second one from there.
#include "solver/shallow/fv/cpu/rows.hpp"

#include "exec/pack.hpp"

#include <utility>

namespace tarn::shallow::fv::cpu {
inline namespace TARN_ISA {

using exec::Pack;

template <class T>
using Wide = Pack<T, exec::kRegisterBytes / int(sizeof(T))>;

/// Cells of a row, counted from where the strip begins.
template <class T>
struct Row {
    T *h, *u, *v;
    const T* z;
};

/// Fluxes at the low faces of a row's cells, and what acts inside them.
template <class T>
struct Faces {
    T *mass, *across, *low, *high, *pressure;
};

/// Lines of scratch memory, handed out one after the other.
template <class T>
class Scratch {
public:
    explicit Scratch(T* memory) : next_(memory + kLineMargin) {}
    T* line() { return std::exchange(next_, next_ + kLineElements); }
    Row<T> row() { return {line(), line(), line(), nullptr}; }
    Faces<T> faces() { return {line(), line(), line(), line(), line()}; }
    Side<T*> side() { return {line(), line(), line(), line()}; }

private:
    T* next_;
};

/// From `begin` to before `end`.
struct Cells {
    int begin, end;
};

/// Columns that go through the sweeps together: few enough that their lines stay in the nearest
/// cache. Where a strip ends inside the grid it looks at some cells of the next one too.
struct Strip {
    int x0, width;
    bool is_west, is_east;  ///< it ends at an edge; periodic ones are none

    /// The strip and up to `more` cells on either side, within the grid.
    Cells within(int more) const { return {is_west ? 0 : -more, is_east ? width : width + more}; }
    /// The same with up to two cells beyond an edge.
    Cells beyond(int more, int ghosts) const {
        return {is_west ? -ghosts : -more, is_east ? width + ghosts : width + more};
    }
};

template <class T>
struct March {
    const Step<T>& a;
    Strip strip;
    int first, last;
    Row<T> line;  ///< a row on its way through the sweep along x
    T* line_bed;
    Row<T> ring[5];   ///< rows after the first sweep, by y
    Row<T> ghost[2];  ///< beyond the south and north edges
    Faces<T> x_faces;
    Faces<T> y_faces[3];  ///< by y
    Side<T*> high;        ///< high sides of the row below
    T* parts;
    bool is_healthy = true;

    March(const Step<T>& step, T* memory, const Strip& columns, int first_row, int last_row)
        : a(step), strip(columns), first(first_row), last(last_row) {
        Scratch<T> scratch(memory);
        line = scratch.row();
        line_bed = scratch.line();
        for (Row<T>& row : ring) row = scratch.row();
        for (Row<T>& row : ghost) row = scratch.row();
        x_faces = scratch.faces();
        for (Faces<T>& faces : y_faces) faces = scratch.faces();
        high = scratch.side();
        parts = scratch.line();
    }

    /// The columns that the sweep along y takes: more where the sweep along x comes after it.
    Cells y_cells() const { return strip.within(a.is_x_first ? 0 : kReach); }
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
    return {load<V>(faces.mass + x), load<V>(faces.across + x), load<V>(faces.low + x),
            load<V>(faces.high + x)};
}
template <class V, class T>
TARN_HD void store_flux(const Flux<V>& flux, const Faces<T>& faces, int x) {
    store(flux.mass, faces.mass + x);
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

/// Or in the other copy of the water, after the forces.
template <bool HasForces, class T>
struct ToWater {
    const Step<T>& a;
    std::ptrdiff_t row;
    template <class V>
    TARN_HD MaskOf<V> operator()(Moved<V> cell, int x) const {
        if constexpr (HasForces) cell = forced<T>(cell, a.forces, a.constants);
        store(cell.h, a.to.h + row + x);
        store(cell.u, a.to.u + row + x);
        store(cell.v, a.to.v + row + x);
        return is_within_step<T>(cell, a.constants);
    }
};

/// Calls `body(x, V)` for cells; the last registers overlap, or single cells follow.
template <class T, class Body>
TARN_HD void for_registers(Cells cells, Body&& body) {
    using V = Wide<T>;
    int x = cells.begin;
    for (; x + V::width <= cells.end; x += V::width) body(x, V{});
    if (x < cells.end && cells.end - cells.begin >= V::width)
        body(cells.end - V::width, V{});
    else
        for (; x < cells.end; ++x) body(x, Pack<T, 1>{});
}

/// The cells beyond the west or east edge, two in number.
template <class T>
void lay_x_edge(const March<T>& m, Edge edge, int y) {
    const Step<T>& a = m.a;
    const Row<T>& row = m.line;
    const bool is_west = edge == Edge::West;
    const int width = m.strip.width, at = is_west ? 0 : width - 1;
    const EdgeState<T> state = a.edge(edge, y);
    for (int k = 0; k < 2; ++k) {
        const int to = is_west ? -1 - k : width + k;
        const T outward = is_west ? T(-1) : T(1);
        const Cell<T> inside = {row.h[at], outward * row.u[at], row.v[at], m.line_bed[at]};
        const Cell<T> cell = beyond<T>(inside, state, a.constants.gravity);
        row.h[to] = cell.h;
        row.u[to] = outward * cell.u;
        row.v[to] = cell.v;
        m.line_bed[to] = cell.z;
    }
}

/// Scales fluxes of a row along x so that no cell sends more than it has.
template <class T>
[[gnu::noinline]] void limit_x(const March<T>& m) {
    const Faces<T>& f = m.x_faces;
    const Cells givers = m.strip.within(1), faces = m.strip.within(0);
    m.parts[-1] = m.parts[m.strip.width] = T(1);  // beyond an edge there is enough
    for (int x = givers.begin; x < givers.end; ++x)
        m.parts[x] = sendable_part<T>(m.line.h[x],
                                      depth_leaving<T>(f.mass[x], f.mass[x + 1], m.a.constants));
    for (int x = faces.begin; x <= faces.end; ++x) {
        const T part = part_of_giver<T>(f.mass[x], m.parts[x - 1], m.parts[x]);
        store_flux(scaled(load_flux<T>(f, x), part), f, x);
    }
}

template <class T>
TARN_HD bool sends_too_much_at(const March<T>& m, int x) {
    const Faces<T>& f = m.x_faces;
    return m.line.h[x] < depth_leaving<T>(f.mass[x], f.mass[x + 1], m.a.constants);
}

/// The line through the sweep along x. Returns whether all cells were healthy.
template <class T, class Sink>
TARN_HD bool sweep_x(March<T>& m, int y, const Sink& sink) {
    using V = Wide<T>;
    const Step<T>& a = m.a;
    const Row<T>& row = m.line;
    const Faces<T>& f = m.x_faces;
    const Cells sided = m.strip.beyond(2, 1);
    Side<V> before = {};
    for (int x = sided.begin; x < sided.end; x += V::width) {
        const Sides<V> sides = reconstruct<T>(load_x<V>(row, x - 1), load_x<V>(row, x),
                                              load_x<V>(row, x + 1), a.constants);
        const Side<V> low = {V::shifted(before.h, sides.high.h), V::shifted(before.u, sides.high.u),
                             V::shifted(before.v, sides.high.v),
                             V::shifted(before.z, sides.high.z)};
        before = sides.high;
        store(sides.pressure, f.pressure + x);
        store_flux(face_flux<T>(low, sides.low, a.constants), f, x);
    }
    bool is_short = (!m.strip.is_west && sends_too_much_at(m, -1)) ||
                    (!m.strip.is_east && sends_too_much_at(m, m.strip.width));
    bool is_healthy = true;
    const auto move_row = [&] {
        is_healthy = true;
        for_registers<T>(m.strip.within(0), [&](int x, auto pack) {
            using P = decltype(pack);
            const Cell<P> cell = load_x<P>(row, x);
            const Flux<P> low = load_flux<P>(f, x), high = load_flux<P>(f, x + 1);
            is_short |= any<P>(cell.h < depth_leaving<T>(low.mass, high.mass, a.constants));
            const Moved<P> moved = move<T>(cell, load<P>(f.pressure + x), low, high, a.constants);
            is_healthy &= !any<P>(~sink(moved, x));
        });
    };
    move_row();
    if (is_short) {
        limit_x(m);
        move_row();
    }
    if (y < m.first || y >= m.last) return is_healthy;
    double* const west = a.inflow[int(Edge::West)];
    double* const east = a.inflow[int(Edge::East)];
    if (west && m.strip.is_west) west[y] = double(a.constants.ratio) * double(f.mass[0]);
    if (east && m.strip.is_east)
        east[y] = -double(a.constants.ratio) * double(f.mass[m.strip.width]);
    return is_healthy;
}

/// Copies a row into the line and lays the cells beyond its ends.
template <class T>
TARN_HD void prepare_line(March<T>& m, const Row<T>& row, int y) {
    for_registers<T>(m.strip.within(kReach), [&](int x, auto pack) {
        using P = decltype(pack);
        store(load<P>(row.h + x), m.line.h + x);
        store(load<P>(row.u + x), m.line.u + x);
        store(load<P>(row.v + x), m.line.v + x);
        store(load<P>(row.z + x), m.line_bed + x);
    });
    m.line.z = m.line_bed;
    if (m.strip.is_west) lay_x_edge(m, Edge::West, y);
    if (m.strip.is_east) lay_x_edge(m, Edge::East, y);
}

template <class T>
TARN_HD Row<T> row_in_memory(const March<T>& m, int y) {
    const Step<T>& a = m.a;
    const std::ptrdiff_t at = a.layout.at(m.strip.x0, y);
    return {a.from.h + at, a.from.u + at, a.from.v + at, a.bed + at};
}

/// The row beyond the south or north edge, made from the one at it.
template <class T>
Row<T> row_beyond(March<T>& m, const Row<T>& inside, Edge edge) {
    const Step<T>& a = m.a;
    const bool is_south = edge == Edge::South;
    Row<T> row = m.ghost[is_south ? 0 : 1];
    row.z = inside.z;
    const T outward = is_south ? T(-1) : T(1);
    const Cells cells = m.y_cells();
    for (int x = cells.begin; x < cells.end; ++x) {
        const Cell<T> near = {inside.h[x], outward * inside.v[x], inside.u[x], inside.z[x]};
        const int along = (m.strip.x0 + x + a.layout.nx) % a.layout.nx;  // columns may repeat
        const Cell<T> cell = beyond<T>(near, a.edge(edge, along), a.constants.gravity);
        row.h[x] = cell.h;
        row.v[x] = outward * cell.u;
        row.u[x] = cell.v;
    }
    return row;
}

/// Row y as the sweep along y finds it: in memory, or after the sweep along x.
template <class T>
TARN_HD Row<T> fetch_row(March<T>& m, int y) {
    const Step<T>& a = m.a;
    const int ny = a.layout.ny, wrapped = (y + ny) % ny;
    const Row<T> row = row_in_memory(m, wrapped);
    if (!a.is_x_first) return row;
    prepare_line(m, row, wrapped);
    Row<T> out = m.ring[in_ring(y, 5)];
    out.z = row.z;
    sweep_x(m, y, ToLine<T>{out});
    return out;
}

/// Scales what leaves row `row` through its faces where it would be more than there is.
template <class T>
[[gnu::noinline]] void limit_y(const March<T>& m, const Row<T>& row, const Faces<T>& low,
                               const Faces<T>& high) {
    const Cells cells = m.y_cells();
    for (int x = cells.begin; x < cells.end; ++x) {
        const T part =
            sendable_part<T>(row.h[x], depth_leaving<T>(low.mass[x], high.mass[x], m.a.constants));
        if (low.mass[x] <= T(0))
            store_flux(scaled(load_flux<T>(low, x), part_of_giver<T>(low.mass[x], T(1), part)), low,
                       x);
        if (high.mass[x] > T(0))
            store_flux(scaled(load_flux<T>(high, x), part_of_giver<T>(high.mass[x], part, T(1))),
                       high, x);
    }
}

template <class T>
TARN_HD bool sends_too_much(const March<T>& m, const Row<T>& row, const Faces<T>& low,
                            const Faces<T>& high) {
    bool found = false;
    for_registers<T>(m.y_cells(), [&](int x, auto pack) {
        using P = decltype(pack);
        found |=
            any<P>(load<P>(row.h + x) <
                   depth_leaving<T>(load<P>(low.mass + x), load<P>(high.mass + x), m.a.constants));
    });
    return found;
}

/// Low faces of row y; the high sides of the row below it are in `m.high`, and those of this row
/// take their place.
template <class T>
TARN_HD void make_faces(March<T>& m, const Row<T>& below, const Row<T>& row, const Row<T>& above,
                        const Faces<T>& to) {
    using V = Wide<T>;
    const Cells cells = m.y_cells();
    for (int x = cells.begin; x < cells.end; x += V::width) {
        const Sides<V> sides = reconstruct<T>(load_y<V>(below, x), load_y<V>(row, x),
                                              load_y<V>(above, x), m.a.constants);
        store_flux(face_flux<T>(load_side<V>(m.high, x), sides.low, m.a.constants), to, x);
        store_side(sides.high, m.high, x);
        store(sides.pressure, to.pressure + x);
    }
}

/// Row y after the sweep along y.
template <class T, class Sink>
TARN_HD bool move_y(const March<T>& m, const Row<T>& row, const Faces<T>& low, const Faces<T>& high,
                    const Sink& sink) {
    bool is_healthy = true;
    for_registers<T>(m.y_cells(), [&](int x, auto pack) {
        using P = decltype(pack);
        const Moved<P> moved = move<T>(load_y<P>(row, x), load<P>(low.pressure + x),
                                       load_flux<P>(low, x), load_flux<P>(high, x), m.a.constants);
        is_healthy &= !any<P>(~sink(Moved<P>{moved.h, moved.v, moved.u}, x));
    });
    return is_healthy;
}

/// What came in through the south or north edge, if row y is at it.
template <class T>
void note_inflow(const March<T>& m, int y, Edge edge, const Faces<T>& faces) {
    double* const inflow = m.a.inflow[int(edge)];
    const bool is_south = edge == Edge::South;
    if (!inflow || y != (is_south ? 0 : m.a.layout.ny - 1)) return;
    const double inward = (is_south ? 1.0 : -1.0) * double(m.a.constants.ratio);
    for (int x = 0; x < m.strip.width; ++x) inflow[m.strip.x0 + x] = inward * double(faces.mass[x]);
}

/// Row y through the sweep along y, and through what is left of the step.
template <bool HasForces, class T>
TARN_HD void finish_row(March<T>& m, const Row<T>& row, int y) {
    const Step<T>& a = m.a;
    const Faces<T>&low = m.y_faces[in_ring(y, 3)], &high = m.y_faces[in_ring(y + 1, 3)];
    const ToWater<HasForces, T> to_water = {a, a.layout.at(m.strip.x0, y)};
    if (a.is_x_first) {
        m.is_healthy &= move_y(m, row, low, high, to_water);
    } else {
        Row<T> out = m.line;
        out.z = row.z;
        move_y(m, row, low, high, ToLine<T>{out});
        prepare_line(m, out, y);
        m.is_healthy &= sweep_x(m, y, to_water);
    }
    note_inflow(m, y, Edge::South, low);
    note_inflow(m, y, Edge::North, high);
}

/// Rows pass in order. When the low faces of row y are there, the row below it has both of its
/// faces and is kept from sending too much; then the row below that one can move.
template <bool HasForces, class T>
[[gnu::flatten]] bool step_strip(const Step<T>& args, T* scratch, const Strip& strip, int first,
                                 int last) {
    March<T> m(args, scratch, strip, first, last);
    const int ny = args.layout.ny;
    const bool wraps = args.edges[int(Edge::South)].kind == Beyond::Periodic;
    const int lowest = wraps || first - 2 >= 0 ? first - 2 : -1;
    const int highest = wraps || last + 1 < ny ? last + 1 : ny;
    Row<T> rows[5];
    const auto at = [&](int y) -> Row<T>& { return rows[in_ring(y, 5)]; };
    const auto fetch = [&](int y) {
        if (wraps || (y >= 0 && y < ny))
            at(y) = fetch_row(m, y);
        else if (y == ny)
            at(y) = row_beyond(m, at(ny - 1), Edge::North);
        else if (y == ny + 1)
            at(y) = at(ny);
    };
    for (int y = lowest - 1; y <= lowest + 1; ++y) fetch(y);
    if (!wraps && lowest <= 0) at(-1) = at(-2) = row_beyond(m, at(0), Edge::South);
    const auto finish = [&](int y) {
        if (y >= first && y < last) finish_row<HasForces>(m, at(y), y);
    };
    for (int y = lowest; y <= highest; ++y) {
        if (y > lowest) fetch(y + 1);
        make_faces(m, at(y - 1), at(y), at(y + 1), m.y_faces[in_ring(y, 3)]);
        const int below = y - 1;
        const bool has_both = below > lowest, is_inside = wraps || (below >= 0 && below < ny);
        if (has_both && is_inside) {
            const Faces<T>&low = m.y_faces[in_ring(below, 3)], &high = m.y_faces[in_ring(y, 3)];
            if (sends_too_much(m, at(below), low, high)) limit_y(m, at(below), low, high);
        }
        finish(y - 2);
    }
    finish(highest - 1);
    return m.is_healthy;
}

template <bool HasForces, class T>
bool step_rows(const Step<T>& step, T* scratch, int first, int last) {
    const int nx = step.layout.nx, count = (nx + kStripCells - 1) / kStripCells;
    const bool wraps = step.edges[int(Edge::West)].kind == Beyond::Periodic;
    bool is_healthy = true;
    for (int k = 0; k < count; ++k) {
        // All about as wide, each from a cache line on.
        const int x0 = nx * k / count / kLineMargin * kLineMargin;
        const int x1 = k + 1 == count ? nx : nx * (k + 1) / count / kLineMargin * kLineMargin;
        const Strip strip = {x0, x1 - x0, !wraps && k == 0, !wraps && k + 1 == count};
        is_healthy &= step_strip<HasForces>(step, scratch, strip, first, last);
    }
    return is_healthy;
}

template <class T>
bool step(const Step<T>& step, T* scratch, int first, int last) {
    return step.forces.is_any ? step_rows<true>(step, scratch, first, last)
                              : step_rows<false>(step, scratch, first, last);
}

template <class T>
Loops<T> choose_loops() {
    return {step<T>};
}
template Loops<float> choose_loops();
template Loops<double> choose_loops();

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
