// One step of the fv scheme, as the loops of a backend are told it.
#pragma once

#include "solver/shallow/fv/edges.hpp"
#include "solver/shallow/fv/forces.hpp"
#include "solver/shallow/fv/zones.hpp"

#include <cstdint>

namespace tarn::shallow::fv {

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
    EdgeState<T> edges[4] = {};          ///< by Edge
    const std::uint8_t* takers[4] = {};  ///< along each edge: takes part in its discharge
    double* inflow[4] = {};              ///< along each edge: depth that came in, or null
    Zone<T> zones[4] = {};               ///< by Edge
    bool is_x_first = true;              ///< order of the sweeps
    bool has_solids = false;

    /// An edge as cell `along` it finds it.
    TARN_HD EdgeState<T> edge(Edge e, int along) const {
        EdgeState<T> state = edges[int(e)];
        if (takers[int(e)] && !takers[int(e)][along]) state.normal = T(0);
        return state;
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
