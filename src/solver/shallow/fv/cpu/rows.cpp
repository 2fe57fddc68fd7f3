// Compiled once per instruction set, with TARN_ISA naming it. Everything here is a template over
// types of that namespace, so no function of this file can be mistaken for one of another set.
//
// Both sweeps of a step pass over memory together: rows go through the first sweep into a few lines
// of scratch memory that stay in the cache, and through the second one from there.
#include "solver/shallow/fv/cpu/rows.hpp"

#include "solver/shallow/fv/cpu/sweep_x.hpp"
#include "solver/shallow/fv/cpu/sweep_y.hpp"

#include <algorithm>

namespace tarn::shallow::fv::cpu {
inline namespace TARN_ISA {

template <class T>
TARN_HD Row<T> row_in_memory(const March<T>& m, int y) {
    const Step<T>& a = m.a;
    const std::ptrdiff_t at = a.layout.at(m.strip.x0, y);
    return {a.from.h + at, a.from.u + at, a.from.v + at, a.bed + at};
}

/// A row after the first half of the forces, with the cells beside the strip that sweeps look at.
template <class T>
[[gnu::noinline]] Row<T> forced_row(const March<T>& m, const Row<T>& row, Row<T> out) {
    using V = Wide<T>;
    constexpr int kBeside = (kReach + V::width - 1) / V::width * V::width;
    out.z = row.z;
    for (int x = -kBeside; x < m.strip.width + kBeside; x += V::width) {
        const Moved<V> cell = {load<V>(row.h + x), load<V>(row.u + x), load<V>(row.v + x)};
        ToLine<T>{out}(forced<T>(cell, m.a.forces, m.a.constants), x);
    }
    return out;
}

/// Lays the cells beyond the west and east edges of a line, where the strip ends at them. How far
/// the bed goes on beyond edges that give their flux depends on the depth: after a sweep it is laid
/// again.
template <bool LaysBed, class T>
void lay_ends(const March<T>& m, const Row<T>& line, int y) {
    if (m.strip.is_west) lay_cells<LaysBed>(m.a, line, m.strip.width, Edge::West, y);
    if (m.strip.is_east) lay_cells<LaysBed>(m.a, line, m.strip.width, Edge::East, y);
}

/// Row y as the sweep along y finds it: as it is in memory, or after the sweep along x.
template <bool HasSolids, class T>
TARN_HD Row<T> fetch_row(March<T>& m, int y) {
    const Step<T>& a = m.a;
    const int ny = a.layout.ny, wrapped = (y + ny) % ny;
    Row<T> row = row_in_memory(m, wrapped);
    Row<T> out = m.ring[in_ring(y, 5)];
    if (a.forces.is_any) row = forced_row(m, row, a.is_x_first ? m.line : out);
    if (!a.is_x_first) return row;
    if (a.forces.is_any) lay_ends<false>(m, row, wrapped);
    out.z = row.z;
    sweep_x<HasSolids>(m, row, y, ToLine<T>{out});
    return out;
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
        // Edges that give their flux lay their bed again: beside a copy, since threads share rows.
        const bool lays_bed = pass.finishes && m.gives_flux_x();
        if (lays_bed)
            std::copy_n(rows[0].z - kLineMargin, m.strip.width + 2 * kLineMargin,
                        out.z - kLineMargin);
        else
            out.z = rows[0].z;
        sweep_y<HasSolids>(m, rows, y, pass, ToLine<T>{out});
        if (pass.finishes) {
            if (lays_bed)
                lay_ends<true>(m, out, done);
            else
                lay_ends<false>(m, out, done);
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
            at(y) = row_beyond(m, m.north[y - ny], at(ny - 1), at(ny > 1 ? ny - 2 : 0),
                               at(ny > 1 ? 2 * ny - 1 - y : 0), Edge::North);
        else if (y > ny)
            at(y) = at(ny + 1);
    };
    int fetched = lowest - 1;
    if (!wraps && lowest <= 0) {
        // Rows beyond the edge are made from the first two inside.
        fetch(0);
        if (ny > 1) fetch(1);
        for (int k = 0; k < 2; ++k)
            at(-1 - k) = row_beyond(m, m.south[k], at(0), at(ny > 1 ? 1 : 0), at(ny > 1 ? k : 0),
                                    Edge::South);
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
T fastest_wave_of(const Layout& layout, const Planes<T>& water, T gravity, int first, int last) {
    using V = Wide<T>;
    V most(T(0));
    for (int y = first; y < last; ++y) {
        const std::ptrdiff_t row = layout.at(0, y);
        for (int x = 0; x < layout.nx; x += V::width) {
            const V wave = fastest_wave<T>(load<V>(water.h + row + x), load<V>(water.u + row + x),
                                           load<V>(water.v + row + x), gravity);
            most = max_of(most, select(V::lanes(0, layout.nx - x), wave, V(T(0))));
        }
    }
    T fastest = T(0);
    for (int lane = 0; lane < V::width; ++lane) fastest = max_of(fastest, most.r[lane]);
    return fastest;
}

template <class T>
Loops<T> choose_loops() {
    return {step<T>, lay_columns<T>, fastest_wave_of<T>};
}
template Loops<float> choose_loops();
template Loops<double> choose_loops();

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
