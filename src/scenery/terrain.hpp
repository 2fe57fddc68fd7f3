// A bed that varies as a height map for pictures: a texel for each cell of the water and, around
// it, larger ones where the land goes on. Colours are painted by the renderer.
#pragma once

#include <tarn/frame.hpp>

#include <span>
#include <vector>

namespace tarn::scenery {

struct Terrain {
    int nx = 0, ny = 0;              ///< texels, those around the water included
    int around_x = 0, around_y = 0;  ///< of them before the first cell, and after the last
    double margin_m = 0.0;           ///< width of the land around the water
    double lowest_m = 0.0, highest_m = 0.0;
    double far_m = 0.0;               ///< height of the land beyond the map
    std::vector<float> over_still_m;  ///< height over the still level, [ny][nx]
};

/// The bed is taken as it is. Cells of the mask that no body covers stand out of the water. In
/// open country the land goes on around the water with the slopes of its edges and fades into a
/// plain; before walls it rises out of the water at once. Pools and tanks end at their edges.
Terrain terrain_of(Place place, const WaterView& water, const GroundView& ground,
                   std::span<const BodyView> bodies);

}  // namespace tarn::scenery
