// Pass: drops of water in the air and bubbles of foam, over the finished light of solids and water,
// and the shadow that drops cast.
#pragma once

#include "render/drop_buffer.hpp"
#include "render/pass_resources.hpp"

namespace tarn::render {

class DropsPass {
public:
    static Result<DropsPass> make();
    /// Before all light, which the drops take away a part of.
    Result<void> upload(const Frame& frame, PassResources& resources);
    Result<void> draw_shadow(PassResources& resources);
    Result<void> draw(const PassResources& resources);

private:
    void copy_picture(const PassResources& resources);
    Result<void> draw_balls(const DropBuffer& drops, bool is_foam, const PassResources& resources);
    Result<void> draw_mist(const DropBuffer& drops, bool is_foam, const PassResources& resources);

    Variants balls_{"ball", "drops"}, mist_{"mist", "drops"}, shadow_{"spray", "spray"};
    Name<free_vertex_array> quads_, points_;
    DropBuffer drops_, bubbles_;
    Texture picture_;  ///< that balls refract and mirror
    Target picture_target_, shadow_target_;
};

}  // namespace tarn::render
