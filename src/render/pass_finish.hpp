// Pass: from radiance to the finished picture: bloom, tone mapping, antialiasing.
#pragma once

#include "render/pass_resources.hpp"

namespace tarn::render {

class FinishPass {
public:
    static Result<FinishPass> make();

    /// Reads the radiance of the buffers and writes `framebuffer`, which is smaller with
    /// supersampling.
    void draw(const PassResources& resources, unsigned framebuffer, PictureSize size);

private:
    Program bloom_, tone_, smooth_;
    void make_maps(const Texture& light);

    Texture glow_, toned_;
    Target glow_target_, toned_target_;
};

}  // namespace tarn::render
