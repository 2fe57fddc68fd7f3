// Pass: the surface of the water, and its sides behind glass.
#pragma once

#include "render/stage.hpp"

namespace tarn::render {

class WaterPass {
public:
    static Result<WaterPass> make();
    Result<void> draw(const Frame& frame, Stage& stage);

private:
    void make_meshes(const Frame& frame, const Stage& stage);
    void make_lines();
    Result<void> draw_surface(const Frame& frame, const Stage& stage);

    Variants surface_{"water", "water"}, measured_{"measured", "water"}, sides_{"tank", "tank"},
        lines_{"lines", "water"};
    Mesh mesh_, sides_mesh_, lines_mesh_;
    int cells_x_ = 0, cells_y_ = 0;
    bool has_lines_ = false;
};

}  // namespace tarn::render
