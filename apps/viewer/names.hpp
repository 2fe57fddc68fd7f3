// Words for people: the names of views, places, liquids and edges, in the order of their enums.
#pragma once

#include <tarn/frame.hpp>

#include <array>
#include <span>

namespace tarn::viewer {

using Names = std::span<const char* const>;

inline constexpr std::array kViewNames = {"shaded",    "level", "speed",  "vorticity",
                                          "wireframe", "cells", "splats", "surface splats"};
inline constexpr std::array kPlaceNames = {"pool", "pond", "ocean", "tank", "shore"};
inline constexpr std::array kLiquidNames = {"water", "sea", "river", "milk", "mercury", "glass"};
inline constexpr std::array kDetailNames = {"none", "noise", "ocean"};
inline constexpr std::array kCameraNames = {"orbit", "fly", "follow"};
inline constexpr std::array kSliceNames = {"x", "y", "z"};
inline constexpr std::array kEdgeNames = {"west", "east", "south", "north"};
inline constexpr std::array kBoundaryNames = {"wall", "slip", "periodic", "open", "outflow"};

/// The next value of an enum that has as many values as names; after the last comes the first.
template <class Enum>
Enum next(Enum value, Names names) {
    return Enum((std::size_t(value) + 1) % names.size());
}

}  // namespace tarn::viewer
