// Solids of water in space that are given cell by cell: read from files, and as boxes for pictures.
#pragma once

#include "water/volume/cell_shares.hpp"
#include <tarn/frame.hpp>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tarn::water {

/// A mark per cell, not 0 where the voxel that its centre lies in is solid: an .npy array of shape
/// [nz, ny, nx] spread over the whole box. `where` is the key, for messages.
Result<std::vector<std::uint8_t>> read_voxels(const std::filesystem::path& path,
                                              const SpaceGrid& grid, const std::string& where);

/// Boxes that together cover the marked cells and nothing else: each as long as it can be along x,
/// then y, then z.
std::vector<BodyView> boxes_of(std::span<const std::uint8_t> marks, const SpaceGrid& grid);

}  // namespace tarn::water
