#include "water/shallow/dry_start.hpp"

#include "base/elementary.hpp"
#include "solver/shallow/edge_means.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

// The least depth that is expected: a film would ask for steps of any length.
constexpr double kLeast_m = 1e-3;

/// The critical depth of a discharge, or the depth of a level over the lowest bed of its edge.
double depth_of_inflow_m(const scene::Scene& scene, const Inflow& inflow, std::size_t e,
                         const InitialFields& fields) {
    const scene::Water& water = scene.water;
    const double along_m = water.size_m[1 - e / 2], cell_m = water.size_m[0] / water.cells[0];
    const auto cells = cells_of(water.edges[e].part(), along_m, cell_m);
    const double most = inflow.values.largest();
    if (inflow.by == Inflow::By::Discharge) {
        const double q = std::max(0.0, most) / ((cells.end - cells.begin) * cell_m);
        return elementary::cube_root(q * q / water.gravity_m_per_s2);
    }
    shallow::SolverDesc start;
    start.nx = water.cells[0];
    start.ny = water.cells[1];
    start.flat_bed_m = water.bed.number;
    start.bed_m = fields.bed_m;
    double lowest_m = most;
    for_edge(start, Edge(e),
             [&](std::size_t n) { lowest_m = std::min(lowest_m, shallow::bed_m(start, n)); });
    return most - lowest_m;
}

}  // namespace

void expect_water(const scene::Scene& scene, const Inflows& inflows, InitialFields& fields) {
    constexpr double kMmPerHour = 1e-3 / 3600.0;
    double depth_m = kLeast_m;
    for (std::size_t e = 0; e < inflows.size(); ++e)
        if (inflows[e])
            depth_m = std::max(depth_m, depth_of_inflow_m(scene, *inflows[e], e, fields));
    if (scene.rain)
        depth_m = std::max(depth_m, scene.rain->rate_mm_per_h * kMmPerHour * scene.duration_s);
    fields.mean_depth_m = fields.deepest_m = depth_m;
}

}  // namespace tarn::water
