// Pass: the tile of waves smaller than a cell, by FFT or from gradient noise.
#pragma once

#include "render/stage.hpp"
#include "surface/ocean.hpp"

#include <memory>

namespace tarn::render {

class DetailPass {
public:
    static Result<DetailPass> make();
    void draw(const Frame& frame, Stage& stage);

private:
    void make_maps(int cells, Stage& stage);
    void draw_ocean(const Frame& frame, int cells, Stage& stage);
    void draw_noise(const Frame& frame, Stage& stage);

    Program noise_;
    Target noise_target_;
    std::unique_ptr<surface::Ocean> ocean_;
    surface::OceanTile tile_;
    Vec2 wind_m_per_s_;
    std::uint64_t seed_ = 0;
};

}  // namespace tarn::render
