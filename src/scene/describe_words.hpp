// Limits and words that several descriptions of keys share; see describe.hpp.
#pragma once

#include "scene/field.hpp"

#include <cstdint>

namespace tarn::scene {

inline constexpr double kMaxLength_m = 1e7;
inline constexpr double kMaxHeight_m = 1e5;
inline constexpr double kMaxSpeed_m_per_s = 1e4;
inline constexpr double kMaxTime_s = 1e9;
inline constexpr int kMinCells = 3;
inline constexpr int kMaxCells = 65536;
inline constexpr int kMaxSpaceCells = 8192;  ///< along an axis of water in space
inline constexpr std::uint64_t kSceneVersion = 1;

inline constexpr Range kAnyLength = from(-kMaxLength_m, kMaxLength_m);
// Whole numbers beyond 2^53 do not survive JSON readers that hold numbers as doubles.
inline constexpr Range kSeeds = from(0.0, 9007199254740991.0);
inline constexpr Range kPositiveLength = above(0.0, kMaxLength_m);
inline constexpr Range kHeights = from(-kMaxHeight_m, kMaxHeight_m);
inline constexpr Range kDischarges = from(-1e9, 1e9);
inline constexpr Range kViscosities = from(0.0, 1e6), kManning = from(0.0, 10.0);
inline constexpr Range kDrags = from(0.0, 10.0), kCoriolis = from(-1e-2, 1e-2);
inline constexpr Range kWinds = from(-1e3, 1e3), kRainRates = from(0.0, 1e6);

/// How messages show an object that may stand in place of a plain value, and how documents call it.
template <class Object>
struct Spoken;

}  // namespace tarn::scene
