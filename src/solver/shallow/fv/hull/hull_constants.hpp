// What the files of the hull coupling share.
#pragma once

#include <algorithm>

namespace tarn::shallow::fv::hull {

inline constexpr double kDensity_kg_per_m3 = 1000.0;

/// A number, or the end of a range that it lies beyond.
inline double clipped(double low, double x, double high) {
    return std::min(std::max(x, low), high);
}

}  // namespace tarn::shallow::fv::hull
