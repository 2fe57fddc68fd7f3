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

void FinishPass::make_maps(const Texture& light) {
    const int w = light.desc().width, h = light.desc().height;
    if (toned_.is_made() && toned_.desc().width == w && toned_.desc().height == h) return;
    glow_ = Texture({.width = std::max(1, w / 4),
                     .height = std::max(1, h / 4),
                     .format = GL_RGBA16F,
                     .filter = Filter::Mipmaps});
    toned_ = Texture({.width = w, .height = h, .format = GL_RGBA8});
    const Texture* const glow[] = {&glow_};
    const Texture* const toned[] = {&toned_};
    glow_target_ = Target(glow, nullptr);
    toned_target_ = Target(toned, nullptr);
}

void FinishPass::draw(const PassResources& resources, unsigned framebuffer, PictureSize size) {
    const Texture& light = resources.buffers.light;
    make_maps(light);
    glow_target_.bind();
    bloom_.use();
    bloom_.bind("u_picture", 0, light);
    draw_screen();
    glow_.make_mipmaps();
    toned_target_.bind();
    tone_.use();
    tone_.bind("u_picture", 0, light);
    tone_.bind("u_bloom", 1, glow_);
    draw_screen();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.width_px, size.height_px);
    smooth_.use();
    smooth_.bind("u_picture", 0, toned_);
    draw_screen();
}

}  // namespace tarn::render
