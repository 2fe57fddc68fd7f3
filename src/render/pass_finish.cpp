#include "render/pass_finish.hpp"

#include <algorithm>

namespace tarn::render {

Result<FinishPass> FinishPass::make() {
    FinishPass pass;
    auto bloom = Program::make("bloom", "screen");
    if (!bloom) return bloom.error();
    auto tone = Program::make("tone", "screen");
    if (!tone) return tone.error();
    auto smooth = Program::make("smooth", "screen");
    if (!smooth) return smooth.error();
    pass.bloom_ = std::move(bloom.value());
    pass.tone_ = std::move(tone.value());
    pass.smooth_ = std::move(smooth.value());
    return pass;
}

Result<void> FinishPass::begin(PictureSize size) {
    const bool is_same = light_.is_made() && light_.desc().width == size.width_px &&
                         light_.desc().height == size.height_px;
    if (!is_same) {
        const int w = size.width_px, h = size.height_px;
        light_ = Texture({.width = w, .height = h, .format = GL_RGBA16F});
        depth_ = Texture(
            {.width = w, .height = h, .format = GL_DEPTH_COMPONENT24, .filter = Filter::Nearest});
        glow_ = Texture({.width = std::max(1, w / 4),
                         .height = std::max(1, h / 4),
                         .format = GL_RGBA16F,
                         .filter = Filter::Mipmaps});
        toned_ = Texture({.width = w, .height = h, .format = GL_RGBA8});
        const Texture* const light[] = {&light_};
        const Texture* const glow[] = {&glow_};
        const Texture* const toned[] = {&toned_};
        scene_ = Target(light, &depth_);
        glow_target_ = Target(glow, nullptr);
        toned_target_ = Target(toned, nullptr);
        if (!scene_.is_complete() || !glow_target_.is_complete() || !toned_target_.is_complete()) {
            light_ = Texture();
            return Error{ErrorCode::Unsupported,
                         "this OpenGL device cannot draw a picture of " + std::to_string(w) +
                             " by " + std::to_string(h) + " pixels; use a smaller one"};
        }
    }
    scene_.bind();
    glClear(GL_DEPTH_BUFFER_BIT);
    return {};
}

void FinishPass::draw(const Stage&, unsigned framebuffer, PictureSize size) {
    glDisable(GL_DEPTH_TEST);
    glow_target_.bind();
    bloom_.use();
    bloom_.bind("u_picture", 0, light_);
    draw_screen();
    glow_.make_mipmaps();
    toned_target_.bind();
    tone_.use();
    tone_.bind("u_picture", 0, light_);
    tone_.bind("u_bloom", 1, glow_);
    draw_screen();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.width_px, size.height_px);
    smooth_.use();
    smooth_.bind("u_picture", 0, toned_);
    draw_screen();
}

}  // namespace tarn::render
