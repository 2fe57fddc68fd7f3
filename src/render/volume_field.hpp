// The field that rays look for water in, made on the host from the fill of the cells: smoothed a
// little, continued into solids and under the floor, with a map of the blocks that hold a surface.
#pragma once

#include "base/half.hpp"
#include <tarn/frame.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tarn::render {

/// Side of a block in cells, as in volume.glsl.
inline constexpr int kVolumeBlock = 4;

class VolumeField {
public:
    /// Makes everything anew; keeps its memory.
    void make(const VolumeView& volume, std::span<const BodyView> bodies);

    /// nx by ny by nz + 1: one layer under the floor, then the cells. Water is where it exceeds a
    /// half.
    std::span<const Half> shape() const { return shape_; }
    /// One byte per block, 255 where the surface may pass through it.
    std::span<const std::uint8_t> mixed() const { return mixed_; }
    int blocks_x() const { return blocks_[0]; }
    int blocks_y() const { return blocks_[1]; }
    int blocks_z() const { return blocks_[2]; }

private:
    std::size_t at(int i, int j, int k) const;
    void copy_fill(const VolumeView& volume);
    void mark_solids(const VolumeView& volume, std::span<const BodyView> bodies);
    void continue_into_solids();
    void lay_floor();
    struct Lines {
        std::size_t layer, width;
        int layers, rows;
    };
    template <class Join>
    void across_lines(std::vector<float>& values, const Lines& lines, Join join);
    void smooth();
    void find_peaks();
    void join();
    void find_mixed();

    int nx_ = 0, ny_ = 0, layers_ = 0;  ///< layers: nz + 1
    int blocks_[3] = {};
    std::vector<float> fill_, smooth_, peaks_, row_;
    std::vector<std::uint8_t> solid_;  ///< 1 in solids, 2 where the fill was continued
    std::vector<Half> shape_;
    std::vector<std::uint8_t> mixed_;
    bool has_solid_ = false;
};

/// A share of a cell as it can be drawn: from 0 to 1, and 0 for what is no number.
inline float in_range(float share) {
    return share > 0.0f ? std::min(share, 1.0f) : 0.0f;
}

/// Height of the water above the floor if it lay still, in m.
double mean_height_m(const VolumeView& volume);

}  // namespace tarn::render
