// The land as it is drawn: how high it is at any place, so that cameras stay out of it.
#pragma once

#include <tarn/frame.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tarn::viewer {

/// A copy: it may outlive the frame it was taken from. Without a bed that varies there is none.
class Land {
public:
    Land() = default;
    Land(Place place, const WaterView& water, const GroundView& ground,
         std::span<const BodyView> bodies);

    bool is_flat() const { return over_still_m_.empty(); }
    /// Height at a place, bilinear in the water, as far as the picture shows land; -infinity where
    /// there is none.
    double height_m(Vec2 at_m) const;

private:
    int nx_ = 0, ny_ = 0, around_x_ = 0, around_y_ = 0;  ///< texels; of them before the first cell
    Vec2 origin_m_ = {};
    double cell_m_ = 1.0, still_level_m_ = 0.0, margin_m_ = 0.0, far_m_ = 0.0;
    std::vector<float> over_still_m_;
};

}  // namespace tarn::viewer
