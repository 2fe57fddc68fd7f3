// How much of each cell in space lies in a union of shapes: exact along z, by samples across.
#pragma once

#include "exec/extent.hpp"
#include "scene/volume.hpp"
#include <tarn/result.hpp>

#include <string>
#include <vector>

namespace tarn::water {

/// Cubes of a box whose lowest south-west corner is the origin; x fastest, then y, then z.
struct SpaceGrid {
    exec::Extent3 cells;
    double cell_m = 0.0;

    int nx() const { return cells.n[0]; }
    int ny() const { return cells.n[1]; }
    int nz() const { return cells.n[2]; }
    std::size_t at(int i, int j, int k) const {
        return (std::size_t(k) * std::size_t(ny()) + std::size_t(j)) * std::size_t(nx()) +
               std::size_t(i);
    }
};

/// From 0, outside, to 1. Reads meshes. `where` names the list in messages, such as
/// "dam.json: /water/fill".
Result<std::vector<float>> cell_shares(const std::vector<scene::FillShape>& shapes,
                                       const SpaceGrid& grid, const std::string& where);

}  // namespace tarn::water
