// Pass: from light to the finished picture: glow, film curve, smooth edges.
#pragma once

#include "render/pass_resources.hpp"

namespace tarn::render {

class FinishPass {
public:
    static Result<FinishPass> make();

    /// From the light into `framebuffer`; supersampling makes the light larger.
    void draw(const PassResources& resources, unsigned framebuffer, PictureSize size);

private:
    Program bloom_, tone_, smooth_;
    void make_maps(const Texture& light);

    Texture glow_, toned_;
    Target glow_target_, toned_target_;
};

}  // namespace tarn::render
