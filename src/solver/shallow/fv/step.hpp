// One step of the fv scheme, as the loops of a backend are told it.
#pragma once

#include "solver/shallow/fv/edges.hpp"
#include "solver/shallow/fv/forces.hpp"
#include "solver/shallow/fv/zones.hpp"

namespace tarn::shallow::fv {

/// Cells next to a cell, on either side, that it depends on in a sweep: a flux is limited by what
/// its giver can send, and that depends on the giver's other face. So many columns are repeated
/// beyond periodic edges before a step on the CPU, and so many serve the others in a warp.
inline constexpr int kReach = 3;

/// Where the cells along an edge begin in a list of those along all four.
inline int edge_begin(const Layout& layout, Edge edge) {
    const int begins[4] = {0, layout.ny, 2 * layout.ny, 2 * layout.ny + layout.nx};
    return begins[int(edge)];
}

/// From one copy of the water to another.
template <class T>
struct Step {
    Layout layout;
    Planes<T> from, to;
    T* bed = nullptr;
    Constants<T> constants = {};
    Forces<T> forces = {};
    EdgeState<T> edges[4] = {};  ///< by Edge
    EdgeSpan spans[4] = {};      ///< what an edge is, it is here; elsewhere it is a wall
    const T* flows[4] = {};      ///< along each edge: its discharge, m2/s outwards
    double* inflow[4] = {};      ///< along each edge: depth that came in, or null
    Zone<T> zones[4] = {};       ///< by Edge
    bool is_x_first = true;      ///< order of the sweeps
    bool has_solids = false;

    /// An edge as cell `along` it finds it.
    template <bool MayGiveFlux = true>
    TARN_HD EdgeState<T> edge(Edge e, int along) const {
        EdgeState<T> state = edges[int(e)];
        if (!spans[int(e)].contains(along)) state.kind = Beyond::Wall;
        if constexpr (!MayGiveFlux) return state;
        if (state.kind == Beyond::Discharge) state.normal = flows[int(e)][along];
        if (state.kind == Beyond::Outflow && state.outfall == Outfall::Free)
            state.fall = larger(state.fall * bed_drop(e, along), T(0));
        return state;
    }

    /// How far the bed falls towards an edge between its last two cells; 0 beside a solid one.
    TARN_HD T bed_drop(Edge e, int along) const {
        const bool is_x = e == Edge::West || e == Edge::East;
        const bool is_high = e == Edge::East || e == Edge::North;
        const int last = is_high ? (is_x ? layout.nx : layout.ny) - 1 : 0;
        const int next = last + (is_high ? -1 : 1);
        const std::ptrdiff_t at = is_x ? layout.at(last, along) : layout.at(along, last);
        const std::ptrdiff_t inner = is_x ? layout.at(next, along) : layout.at(along, next);
        return from.h[inner] < T(0) ? T(0) : bed[inner] - bed[at];
    }

    /// Replaces the flux at the face of an edge that gives it. `side` is what lies inside.
    TARN_HD void give_flux(Edge e, int along, Side<T> side, Flux<T>& flux) const {
        const EdgeState<T> state = edge(e, along);
        if (!state.gives_flux() || side.h < T(0)) return;
        const T outward = e == Edge::East || e == Edge::North ? T(1) : T(-1);
        side.u = outward * side.u;
        flux = given_flux(side, state, constants);
        flux.depth = outward * flux.depth;
        flux.across = outward * flux.across;
    }
    TARN_HD bool may_give_flux(Edge e) const {
        return edges[int(e)].kind == Beyond::Outflow || edges[int(e)].kind == Beyond::Discharge;
    }
    bool may_give_flux() const {
        return may_give_flux(Edge::West) || may_give_flux(Edge::East) ||
               may_give_flux(Edge::South) || may_give_flux(Edge::North);
    }

    /// What draws the water of a zone, for each cell along its edge.
    DrawZone<T> draw_zone(Edge e) const {
        return {layout, to, bed, e, zones[int(e)], inflow[int(e)]};
    }
    int cells_along(Edge e) const {
        return e == Edge::West || e == Edge::East ? layout.ny : layout.nx;
    }
};

}  // namespace tarn::shallow::fv
