// Pass: height, colours and light of a pond's ground or of a bed that varies, made again when
// ground or light change.
#pragma once

#include "render/pass_resources.hpp"
#include "scenery/terrain.hpp"

#include <array>

namespace tarn::render {

class GroundPass {
public:
    static Result<GroundPass> make();

    /// Makes the heights first: the block of the frame needs their range.
    void compute(const Frame& frame, PassResources& resources);
    Result<void> draw(const Frame& frame, PassResources& resources);

private:
    using Key = std::array<double, 11>;
    void make_pond(const Frame& frame, PassResources& resources);
    void make_bed(const Frame& frame, PassResources& resources);
    Result<void> paint(PassResources& resources);

    Program pond_paint_;
    Variants bed_paint_{"bed", "screen"};
    Target target_;
    Key made_for_ = {}, painted_for_ = {};
    std::array<double, 4> rect_m_ = {};  ///< of the map, from the corner of the water
    Float4 range_m_ = {}, map_ = {};     ///< as in the block
    int paint_width_ = 0, paint_height_ = 0;
};

}  // namespace tarn::render
