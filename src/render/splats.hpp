// Water in a volume as discs, one for each cell, as TRACK draws it [track]: all cells of water, or
// those that have air beside them. Made on the host from the fill of the cells.
#pragma once

#include <tarn/frame.hpp>

#include <vector>

namespace tarn::render {

enum class SplatCells { Water, Surface };

/// A disc. Its normal has length 1 and points out of the water; it is 0 where the cells around are
/// alike, and the disc then faces the eye.
struct Splat {
    float x_m = 0.0f, y_m = 0.0f, z_m = 0.0f;
    float out_x = 0.0f, out_y = 0.0f, out_z = 0.0f;
};

/// A cell is water with a fill of more than 0.2, and surface with air among its 26 neighbours, as
/// in the words of cells of stable water. Discs at the surface stand where its water ends.
std::vector<Splat> make_splats(const VolumeView& volume, SplatCells cells);

/// Of a disc, in cells: neighbours overlap, so that a level surface shows no gaps.
inline constexpr float kSplatRadius_cells = 0.8f;

}  // namespace tarn::render
