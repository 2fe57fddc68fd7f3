// Pass: water that fills cells of a box (VolumeView). Brings its fill to the GPU, notes where rays
// from the eye meet it, follows them through it, and draws the glass of a tank around it.
#pragma once

#include "render/pass_resources.hpp"
#include "render/splats.hpp"
#include "render/volume_field.hpp"

namespace tarn::render {

/// What the other passes need to know of a frame whose water is a volume: the rectangle, floor and
/// rim of its box, its mean level, and a basin to stand in. Other frames stay as they are.
Frame with_basin(const Frame& frame);

class VolumePass {
public:
    static Result<VolumePass> make();

    Result<void> upload(const Frame& frame, PassResources& resources);
    /// Notes where water is the nearest thing.
    Result<void> draw_geometry(const Frame& frame, const PassResources& resources);
    /// Gives it light or, in a view mode, the colours of its values.
    Result<void> shade(const Frame& frame, const PassResources& resources);

private:
    void upload_dye(const VolumeView& volume, PassResources& resources);
    Result<void> draw_view(const Frame& frame, const PassResources& resources);
    Result<void> draw_splats(const Frame& frame, const PassResources& resources);
    Result<void> draw_panes(const PassResources& resources);

    Variants at_{"volume_at", "volume_box"}, shading_{"volume", "screen"},
        view_{"volume_view", "volume_box"}, panes_{"volume_pane", "volume_box"},
        splats_{"splat", "splat"};
    Mesh box_, splat_mesh_;
    VolumeField field_;
    std::vector<Half> pairs_, halves_;
};

/// Length of the steps that look for the surface, in cells.
float volume_step_cells(const Quality& quality);

}  // namespace tarn::render
