// The surface between cell centres.
#pragma once

#include "solver/shallow/solver.hpp"
#include "world/bed.hpp"
#include "world/footprint.hpp"

namespace tarn::world {

/// Four cells around a point and their weights; solid cells weigh nothing.
struct Stencil {
    int i[4], j[4];
    double weight[4];
    double cell_bed_m[4];
    double bed_m = 0.0;  ///< at the point
    bool has_water = false;
};

/// Points beyond the cell centres take the nearest.
Stencil stencil_at(const Ground& ground, const Bed& bed, const shallow::Solver& water, double x_m,
                   double y_m);

/// Heights at one point; level and bed are equal where it is dry.
struct Surface {
    double bed_m = 0.0, level_m = 0.0, depth_m = 0.0;
};

/// Bilinear over the four cells of a stencil. Dry land above the water is left out, so that still
/// water is level up to the shore instead of climbing it; dry land below it is where water falls.
Surface surface_of(const Stencil& stencil, const double (&depth_m)[4]);

}  // namespace tarn::world
