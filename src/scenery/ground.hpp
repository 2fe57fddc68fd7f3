// The ground of a place as a height map: the bed, its shore, stones and the land around. Colours
// are painted by the renderer.
#pragma once

#include <tarn/frame.hpp>

#include <array>
#include <vector>

namespace tarn::scenery {

struct GroundMap {
    int cells = 0;                  ///< per side
    double x0_m = 0.0, y0_m = 0.0;  ///< south-west corner
    double width_m = 0.0, height_m = 0.0;
    double lowest_m = 0.0, highest_m = 0.0;
    double far_m = 0.0;  ///< height of the land beyond the map
    /// Per cell: height in m, and the tone of a stone, 0 where none lies.
    std::vector<std::array<float, 2>> cells_xy;
};

/// A pond's ground: water with a shore just inside its edges. Obstacles of the mask stand out of
/// the water. The bed is the scene's from `shore_width_m` inwards.
GroundMap pond_ground(const WaterView& water, const GroundView& ground, std::uint64_t seed,
                      int cells);

}  // namespace tarn::scenery
