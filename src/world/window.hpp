// Where the grid lies on the sea: its south-west corner, in whole cells from where the scene put
// it.
#pragma once

#include <tarn/types.hpp>

namespace tarn::world {

struct Window {
    int i = 0, j = 0;

    Vec2 origin_m(double cell_m) const { return {i * cell_m, j * cell_m}; }
    bool operator==(const Window&) const = default;
};

/// As far as a window goes, in cells.
inline constexpr int kFarthestWindow = 1'000'000'000;

}  // namespace tarn::world
