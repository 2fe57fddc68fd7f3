// The cells along an edge of the grid, and the means of the water that stood there at the start.
#pragma once

#include "solver/shallow/solver.hpp"

#include <cstddef>

namespace tarn::shallow {

inline bool is_solid(const SolverDesc& desc, std::size_t n) {
    return !desc.solid.empty() && desc.solid[n] != 0;
}
inline double bed_m(const SolverDesc& desc, std::size_t n) {
    return desc.bed_m.empty() ? desc.flat_bed_m : desc.bed_m[n];
}

/// Calls `body(n)` for the cells along an edge, by their number in the grid.
template <class Body>
void for_edge(const SolverDesc& desc, Edge edge, Body&& body) {
    const bool is_x = edge == Edge::West || edge == Edge::East;
    const bool is_high = edge == Edge::East || edge == Edge::North;
    for (int k = 0; k < (is_x ? desc.ny : desc.nx); ++k) {
        const int x = is_x ? (is_high ? desc.nx - 1 : 0) : k;
        const int y = is_x ? k : (is_high ? desc.ny - 1 : 0);
        body(std::size_t(y) * std::size_t(desc.nx) + std::size_t(x));
    }
}

/// Means over the wet cells along an edge: what an open edge takes for the far field.
struct EdgeMeans {
    double level_m = 0.0;
    double normal_m_per_s = 0.0;  ///< outwards
    double along_m_per_s = 0.0;   ///< to the east or north
    double depth_m = 0.0;
    bool is_dry = true;  ///< no cell is wet
};

inline EdgeMeans edge_means(const SolverDesc& desc, Edge edge) {
    const bool is_x = edge == Edge::West || edge == Edge::East;
    const double outward = edge == Edge::East || edge == Edge::North ? 1.0 : -1.0;
    double level = 0.0, depth = 0.0, normal = 0.0, along = 0.0;
    int wet = 0;
    for_edge(desc, edge, [&](std::size_t n) {
        if (is_solid(desc, n) || !(desc.depth_m[n] > 0.0)) return;
        ++wet;
        depth += desc.depth_m[n];
        level += desc.depth_m[n] + bed_m(desc, n);
        if (desc.velocity_m_per_s.empty()) return;
        normal += double(desc.velocity_m_per_s[2 * n + (is_x ? 0 : 1)]);
        along += double(desc.velocity_m_per_s[2 * n + (is_x ? 1 : 0)]);
    });
    if (wet == 0) return {};
    return {level / wet, outward * normal / wet, along / wet, depth / wet, false};
}

}  // namespace tarn::shallow
