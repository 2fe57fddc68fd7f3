// From the grid of a file to the cells of the water, in double. Pictures are resampled in
// resample.hpp.
#pragma once

#include "io/raster.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tarn::io {

/// What one cell takes of a file along one axis: values first, first + 1, ... and their weights,
/// whose sum is 1.
struct Share {
    std::size_t first = 0;
    std::vector<double> weights = {};
    std::size_t end() const { return first + weights.size(); }
};

/// A file's values along one axis.
struct FileAxis {
    std::size_t count = 0;
    double from_m = 0.0, to_m = 0.0;  ///< outer borders of the first and the last value
};

/// Shares of cells 0 ... `cells` - 1 of `cell_m` each, from 0 on. Linear between the middles of
/// values where the file is coarser than the cells, else the mean over each cell by area. Values
/// that fit the cells are taken as they are, to the bit.
std::vector<Share> shares(const FileAxis& file, int cells, double cell_m);

/// Values of all cells, [y][x].
std::vector<double> regrid(const Raster& raster, std::span<const Share> x,
                           std::span<const Share> y);

}  // namespace tarn::io
