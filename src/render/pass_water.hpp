// Pass: the surface of the water, and its sides behind glass.
#pragma once

#include "render/pass_resources.hpp"

namespace tarn::render {

class WaterPass {
public:
    static Result<WaterPass> make();
    /// Notes where water is the nearest thing.
    Result<void> draw_geometry(const Frame& frame, PassResources& resources);
    /// Gives it light or, in a view mode, the colours of its values.
    Result<void> shade(const Frame& frame, const PassResources& resources);

private:
    void make_meshes(const Frame& frame, const PassResources& resources);
    void make_lines();
    Result<void> draw_parts(bool has_sides, const PassResources& resources);
    Result<void> shade_sides(const PassResources& resources);
    Result<void> draw_lines(const PassResources& resources);

    Variants surface_at_{"water_at", "water"}, sides_at_{"water_at", "tank"},
        surface_{"water", "screen", true}, measured_{"measured", "screen"},
        sides_{"tank", "screen"}, lines_{"lines", "water"};
    Mesh mesh_, sides_mesh_, lines_mesh_;
    int cells_x_ = 0, cells_y_ = 0;
    bool has_lines_ = false;
};

}  // namespace tarn::render
