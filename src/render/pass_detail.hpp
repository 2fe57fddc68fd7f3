// Pass: the tile of waves smaller than a cell, by FFT or from gradient noise.
#pragma once

#include "render/pass_resources.hpp"
#include "scenery/ocean.hpp"

#include <future>
#include <memory>

namespace tarn::render {

class DetailPass {
public:
    static Result<DetailPass> make();
    void draw(const Frame& frame, PassResources& resources);

private:
    void make_maps(int cells, PassResources& resources);
    void draw_ocean(const Frame& frame, int cells, PassResources& resources);
    void draw_noise(const Frame& frame, PassResources& resources);
    void choose_ocean(const Frame& frame, int cells);
    void begin_next();
    bool take_next(double time_s);

    Program noise_;
    Target noise_target_;
    std::unique_ptr<scenery::Ocean> ocean_;
    scenery::OceanTile tile_, next_tile_;
    double time_s_ = 0.0, next_time_s_ = 0.0, interval_s_ = 0.0;
    bool has_tile_ = false;
    /// Makes the tile of the next picture, if that comes when it is expected. Last member: it is
    /// waited for before the rest goes away.
    std::future<void> next_;
};

}  // namespace tarn::render
