// The populations of this scheme: D2Q9 in the layout of lattice/planes.hpp.
#pragma once

#include "lattice/planes.hpp"
#include "lattice/shallow.hpp"

namespace tarn::shallow::d2q9 {

using lattice::D2Q9;
using lattice::Full;
using lattice::Halved;
using lattice::ShallowCell;
using Grid = exec::Grid<2>;

template <class S>
using Planes = lattice::Planes<D2Q9, S>;

template <class S, int I>
using Plane = lattice::Plane<D2Q9, S, I>;

/// Bytes that a step moves per cell: nine populations read, nine written.
template <class S>
inline constexpr double kBytesPerUpdate = 2.0 * (sizeof(typename S::Number) +
                                                 8.0 * sizeof(typename S::Moving));

}  // namespace tarn::shallow::d2q9
