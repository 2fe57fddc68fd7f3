// The sweep along x of a row, and what lies beyond the ends of rows. For rows.cpp.
#pragma once

#include "solver/shallow/fv/cpu/lines.hpp"

namespace tarn::shallow::fv::cpu {
inline namespace TARN_ISA {

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

/// Fluxes at the faces of row y from x on, as they are where the west or east edge gives its own.
/// `low` and `high` are the sides of the faces.
template <class T, class V>
[[gnu::noinline]] Flux<V> with_edges_x(const March<T>& m, int x, int y, Side<V> low, Side<V> high,
                                       Flux<V> flux) {
    const int ny = m.a.layout.ny, along = (y % ny + ny) % ny;  // rows may repeat
    const int east = m.strip.width - x;
    if (m.strip.is_west && x == 0) give_flux(m.a, Edge::West, along, high, 0, flux);
    if (m.strip.is_east && east >= 0 && east < V::width)
        give_flux(m.a, Edge::East, along, low, east, flux);
    return flux;
}

/// Calls `use(x, cells, fluxes at their low faces, pressures)` for the registers of row y, from the
/// one before its strip to the one after it. Rows without edges that give their flux do without
/// what these need.
template <bool HasSolids, bool GivesFlux, class T, class Use>
TARN_HD void for_faces_x(const March<T>& m, const Row<T>& row, int y, Use&& use) {
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
        Flux<V> flux = face_flux<HasSolids, T>(low, sides.low, k);
        if constexpr (GivesFlux)
            if (x == 0 || x + V::width > m.strip.width)
                flux = with_edges_x(m, x, y, low, sides.low, flux);
        use(x, cell, flux, sides.pressure);
    }
}

/// The sweep along x where a cell would send more than it has: fluxes first, then what of them can
/// be sent, then the cells.
template <bool HasSolids, bool GivesFlux, class T, class Sink>
[[gnu::noinline]] bool sweep_x_limited(const March<T>& m, const Row<T>& row, int y,
                                       const Sink& sink) {
    using V = Wide<T>;
    const Faces<T>& f = m.x_faces;
    for_faces_x<HasSolids, GivesFlux>(m, row, y,
                                      [&](int x, const Cell<V>&, const Flux<V>& flux, V pressure) {
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
template <bool HasSolids, bool GivesFlux, class T, class Sink>
TARN_HD bool sweep_x_of(March<T>& m, const Row<T>& row, int y, const Sink& sink) {
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
    for_faces_x<HasSolids, GivesFlux>(
        m, row, y, [&](int x, const Cell<V>& cell, const Flux<V>& low, V pressure) {
            if (x >= 0) finish(x - V::width, low);
            if (notes_inflow) store(low.depth, m.x_faces.depth + x);
            before = {cell, low, pressure};
        });
    finish(width / V::width * V::width, before.low);
    if (is_short) is_healthy = sweep_x_limited<HasSolids, GivesFlux>(m, row, y, sink);
    if (y < m.first || y >= m.last) return is_healthy;
    if (west) west[y] = double(m.x_faces.depth[0]);
    if (east) east[y] = -double(m.x_faces.depth[width]);
    return is_healthy;
}

/// The same where an edge gives its flux: out of line, away from what most rows do.
template <bool HasSolids, class T, class Sink>
[[gnu::noinline]] bool sweep_x_with_edges(March<T>& m, const Row<T>& row, int y, const Sink& sink) {
    return sweep_x_of<HasSolids, true>(m, row, y, sink);
}

template <bool HasSolids, class T, class Sink>
TARN_HD bool sweep_x(March<T>& m, const Row<T>& row, int y, const Sink& sink) {
    if (m.gives_flux_x()) return sweep_x_with_edges<HasSolids>(m, row, y, sink);
    return sweep_x_of<HasSolids, false>(m, row, y, sink);
}

/// Lays the two cells beyond the west or east edge of a row of `width` cells, and their bed if it
/// is asked for: lines between the sweeps mostly use that of the memory. Not inlined: it is long,
/// and a row pays for two calls easily.
template <bool LaysBed, class T>
[[gnu::noinline]] void lay_cells(const Step<T>& a, const Row<T>& row, int width, Edge edge, int y) {
    const bool is_west = edge == Edge::West;
    const T outward = is_west ? T(-1) : T(1);
    const auto from_edge = [&](int count) {
        const int x = is_west ? count : width - 1 - count;
        return Cell<T>{row.h[x], outward * row.u[x], row.v[x], row.z[x]};
    };
    const EdgeState<T> state = a.edge(edge, y);
    for (int k = 0; k < 2; ++k) {
        const AtEdge<T> at = {from_edge(0), from_edge(width > 1 ? 1 : 0),
                              from_edge(k < width ? k : width - 1)};
        const Cell<T> cell = beyond(at, state, a.constants.gravity);
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

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
