// The sides of the box, as steps see them.
#pragma once

#include "solver/volume/solver.hpp"

namespace tarn::volume {

using SideKind = SideDesc::Kind;

/// A cell, ghost cells included.
struct Site {
    int x, y, z;
};

/// The sides in lattice units. Number 2 axis is before the box, 2 axis + 1 behind it.
template <class T>
struct Sides {
    SideKind kind[kSideCount] = {};
    T velocity[kSideCount][3] = {};
};

}  // namespace tarn::volume
