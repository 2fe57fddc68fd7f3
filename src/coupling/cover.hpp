// Which cells of a water a hull covers, seen from above, and how deep it reaches there: exact
// integrals over its triangles, so that everything changes continuously as the hull moves.
#pragma once

#include "base/triangle_mesh.hpp"
#include "bodies/body.hpp"
#include "solver/hulls.hpp"

#include <vector>

namespace tarn::coupling {

/// Per cell of an area, row by row. The sum of part * (top - under) * cell area is the volume of
/// the hull above the grid, to rounding. Where the hull lies several times above a cell, as under a
/// bulge, its layers count as one of their common thickness about their mean height.
struct Cover : exchange::HullCover {
    std::vector<Vec3> corners_m;  ///< positions of the mesh at this pose, in the world
};

/// Covers cells with a closed mesh in body axes. What lies outside the grid is left out. `out`
/// keeps its memory: called again with a hull of the same size, this allocates nothing.
void cover_cells(const TriangleMesh& mesh, const bodies::Pose& pose, const exchange::PlanGrid& grid,
                 Cover& out);

}  // namespace tarn::coupling
