// The pattern of foam on water: a web of bubbles around holes, as a tile that repeats.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tarn::scenery {

struct FoamTile {
    int cells = 0;  ///< per side
    /// Per cell, row 0 at y = 0, x fastest: rank, slope of the rank along x and y, tone of small
    /// bubbles. Ranks are spread evenly from 0 to 255, so the cells above 255 (1 - c) are a share c
    /// of the tile, which makes a web where c is small and leaves holes where it is large. Slopes
    /// have 128 for level.
    std::vector<std::array<std::uint8_t, 4>> bubbles;
};

/// The same for the same seed. `cells` is a power of two.
FoamTile foam_tile(int cells, std::uint64_t seed);

}  // namespace tarn::scenery
