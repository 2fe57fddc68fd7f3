// The surface on which a field in space has a value, as a closed mesh.
#pragma once

#include "base/triangle_mesh.hpp"

#include <span>

namespace tarn::io {

/// Values at the centres of cubes: x fastest, then y, then z. Beyond them the field is 0.
struct SpaceField {
    std::span<const float> values = {};
    int nx = 0, ny = 0, nz = 0;
    double cell_m = 1.0;
    Vec3 origin_m = {};  ///< of the lowest south-west corner
};

/// Where the field is `level`, which is above 0, linear between the centres: corners are shared,
/// every edge has two triangles, and they face what is below the level. Where there is more than
/// the level at the end of the field, the mesh ends half a cell beyond the last centre at level 0.5
/// of 1. Cubes are cut into six tetrahedra each [kuhn1960], so that no case is ambiguous.
TriangleMesh iso_surface(const SpaceField& field, double level);

}  // namespace tarn::io
