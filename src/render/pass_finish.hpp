// Pass: from light to the finished picture: glow, film curve, smooth edges.
#pragma once

#include "render/stage.hpp"

namespace tarn::render {

class FinishPass {
public:
    static Result<FinishPass> make();

    /// The targets of all passes before; made again when the size changes.
    Result<void> begin(PictureSize size);
    /// Into `framebuffer`, whose size may differ by the factor of supersampling.
    void draw(const Stage& stage, unsigned framebuffer, PictureSize size);
    const Texture& light() const { return light_; }

private:
    Program bloom_, tone_, smooth_;
    Texture light_, depth_, glow_, toned_;
    Target scene_, glow_target_, toned_target_;
};

}  // namespace tarn::render
