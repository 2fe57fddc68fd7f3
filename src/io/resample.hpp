// A field of cells seen at the resolution of a picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tarn::io {

struct FieldView {
    std::span<const float> values = {};  ///< [ny][nx], x fastest
    int nx = 0;
    int ny = 0;
    const std::uint8_t* solid = nullptr;  ///< optional, as values

    std::size_t index(int i, int j) const {
        return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) +
               static_cast<std::size_t>(i);
    }
    bool is_solid(int i, int j) const { return solid && solid[index(i, j)] != 0; }
};

/// One row or column of pixels: the cells it looks at and their weights.
struct Footprint {
    int nearest = 0;  ///< cell under the centre of the pixel
    int first = 0;
    std::vector<float> weights = {};  ///< of the cells first, first + 1, ...
};

/// Linear between two cells where cells are larger than pixels, else the mean of those covered.
std::vector<Footprint> footprints(int cells, int pixels);

/// Weighted mean over the cells that are neither solid nor NaN; NaN when the nearest cell is NaN.
float sample(const FieldView& field, const Footprint& x, const Footprint& y);

}  // namespace tarn::io
