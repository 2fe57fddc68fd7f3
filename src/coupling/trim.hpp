// What columns of cells leave out of the lift of a hull: a cell has one underside and one top, and
// a steep side that comes out of the water within a cell counts as wet or dry as a whole.
#pragma once

#include "coupling/cover.hpp"

namespace tarn::coupling {

/// A displaced volume and its first moments about a point, along x and y.
struct Displaced {
    double volume_m3 = 0.0;
    double x_m4 = 0.0, y_m4 = 0.0;
};

/// What of a closed mesh lies below a level, exactly. `corners_m` are its positions in the world.
Displaced displaced_below(const TriangleMesh& mesh, std::span<const Vec3> corners_m, double level_m,
                          Vec3 about_m);
/// The same as the columns of its cover have it.
Displaced displaced_by_columns(const exchange::HullCover& cover, const exchange::PlanGrid& grid,
                               double level_m, Vec3 about_m);

}  // namespace tarn::coupling
