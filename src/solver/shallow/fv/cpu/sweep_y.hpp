// The sweep along y, row by row, and the rows beyond its ends. For rows.cpp.
#pragma once

#include "solver/shallow/fv/cpu/lines.hpp"

namespace tarn::shallow::fv::cpu {
inline namespace TARN_ISA {

/// A row beyond the south or north edge, from the one at the edge, the one beside that and the one
/// that it mirrors.
template <class T>
[[gnu::noinline]] Row<T> row_beyond(const March<T>& m, const Row<T>& to, const Row<T>& inside,
                                    const Row<T>& inner, const Row<T>& mirrored, Edge edge) {
    const Step<T>& a = m.a;
    const T outward = edge == Edge::South ? T(-1) : T(1);
    const int nx = a.layout.nx;
    const Cells cells = m.y_cells();
    for (int x = cells.begin; x < cells.end; ++x) {
        const auto turned = [&](const Row<T>& row) {
            return Cell<T>{row.h[x], outward * row.v[x], row.u[x], row.z[x]};
        };
        const int along = ((m.strip.x0 + x) % nx + nx) % nx;  // columns may repeat
        const Cell<T> cell = beyond<T>({turned(inside), turned(inner), turned(mirrored)},
                                       a.edge(edge, along), a.constants.gravity);
        to.h[x] = cell.h;
        to.v[x] = outward * cell.u;
        to.u[x] = cell.v;
        to.z[x] = cell.z;
    }
    return to;
}

/// Fluxes at the faces of a register of columns, as they are where the south or north edge gives
/// its own.
template <class T, class V>
[[gnu::noinline]] Flux<V> with_edge_y(const March<T>& m, int x, Edge edge, Side<V> side,
                                      Flux<V> flux) {
    const int nx = m.a.layout.nx, end = m.y_cells().end;
    for (int lane = 0; lane < V::width && x + lane < end; ++lane) {
        const int along = ((m.strip.x0 + x + lane) % nx + nx) % nx;  // columns may repeat
        give_flux(m.a, edge, along, side, lane, flux);
    }
    return flux;
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
template <bool HasSolids, bool GivesFlux, class T, class Sink>
TARN_HD bool sweep_y_of(March<T>& m, const Row<T> (&rows)[4], int y, Pass pass, const Sink& sink) {
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
        const Side<V> below_side = load_side<V>(m.high, x);
        Flux<V> high = face_flux<HasSolids, T>(below_side, sides.low, k);
        if constexpr (GivesFlux)
            high = with_edge_y(m, x, *m.giving_edge_y(y), y == 0 ? sides.low : below_side, high);
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

/// The same at an edge that gives its flux: out of line, away from what most rows do.
template <bool HasSolids, class T, class Sink>
[[gnu::noinline]] bool sweep_y_at_edge(March<T>& m, const Row<T> (&rows)[4], int y, Pass pass,
                                       const Sink& sink) {
    return sweep_y_of<HasSolids, true>(m, rows, y, pass, sink);
}

template <bool HasSolids, class T, class Sink>
TARN_HD bool sweep_y(March<T>& m, const Row<T> (&rows)[4], int y, Pass pass, const Sink& sink) {
    if (m.giving_edge_y(y)) return sweep_y_at_edge<HasSolids>(m, rows, y, pass, sink);
    return sweep_y_of<HasSolids, false>(m, rows, y, pass, sink);
}

}  // namespace TARN_ISA
}  // namespace tarn::shallow::fv::cpu
