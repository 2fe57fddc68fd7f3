// A grid of values as files hold them, before they are brought to the cells of the water.
#pragma once

#include <cstddef>
#include <vector>

namespace tarn::io {

/// Rows from south to north, x fastest; NaN where the file has no value.
struct Raster {
    std::size_t columns = 0, rows = 0;
    std::vector<double> values = {};

    double& at(std::size_t column, std::size_t row) { return values[row * columns + column]; }
    double at(std::size_t column, std::size_t row) const { return values[row * columns + column]; }
};

}  // namespace tarn::io
