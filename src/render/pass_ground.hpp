// Pass: height, colours and light of a pond's ground, made again when ground or light change.
#pragma once

#include "render/stage.hpp"

#include <array>

namespace tarn::render {

class GroundPass {
public:
    static Result<GroundPass> make();

    /// Makes the heights first: the block of the frame needs their range.
    void compute(const Frame& frame, Stage& stage);
    void draw(const Frame& frame, Stage& stage);

private:
    using Key = std::array<double, 9>;
    Program program_;
    Target target_;
    surface::GroundMap map_;
    Key made_for_ = {}, painted_for_ = {};
};

}  // namespace tarn::render
