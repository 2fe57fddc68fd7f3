// Pass: brings the fields of the water to the GPU and makes level and slopes of the shown moment.
#pragma once

#include "render/stage.hpp"

namespace tarn::render {

class SurfacePass {
public:
    static Result<SurfacePass> make();
    Result<void> draw(const Frame& frame, Stage& stage);

private:
    Result<void> make_maps(const WaterView& water, Stage& stage);
    void upload_solid(const Frame& frame);
    void upload_velocity(const WaterView& water, Stage& stage);

    Program program_;
    Texture level_, level_before_, solid_;
    Target target_;
    std::vector<float> pairs_;
    std::uint64_t solid_revision_ = 0;
    bool has_solid_ = false;
};

}  // namespace tarn::render
