#include "render/pass_drops.hpp"

#include "render/quality.hpp"

#include <algorithm>

namespace tarn::render {
namespace {

// A drop whose radius is below this many pixels shows no image, nor does one that goes farther than
// this many radii while the shutter is open.
constexpr float kBall_px = 0.95f;
constexpr float kBlurred_radii = 6.0f;
constexpr int kPictureUnit = 20;              // behind those of PassResources::use
constexpr float kExposure_s = 1.0f / 120.0f;  // as in drops.vert

PackedDrop packed(const DropView& drop) {
    return {float(drop.at_m.x),
            float(drop.at_m.y),
            float(drop.at_m.z),
            float(drop.radius_m),
            float(drop.velocity_m_per_s.x),
            float(drop.velocity_m_per_s.y),
            float(drop.velocity_m_per_s.z)};
}

bool is_ball(const PackedDrop& drop, const SceneBlock& block) {
    const float x = drop.x_m - block.eye_time[0], y = drop.y_m - block.eye_time[1],
                z = drop.z_m - block.eye_time[2];
    const float least = kBall_px * block.sky_light[3], r2 = drop.radius_m * drop.radius_m;
    const float speed2 = drop.u_m_per_s * drop.u_m_per_s + drop.v_m_per_s * drop.v_m_per_s +
                         drop.w_m_per_s * drop.w_m_per_s;
    return r2 > least * least * (x * x + y * y + z * z) &&
           speed2 * kExposure_s * kExposure_s < kBlurred_radii * kBlurred_radii * r2;
}

}  // namespace

Result<DropsPass> DropsPass::make() {
    DropsPass pass;
    GLuint array = 0, buffer = 0;
    glGenVertexArrays(1, &array);
    glGenBuffers(1, &buffer);
    pass.array_ = Name<free_vertex_array>(array);
    pass.buffer_ = BufferName(buffer);
    glBindVertexArray(array);
    for (const GLuint attribute : {0u, 1u}) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribDivisor(attribute, 1);
    }
    glBindVertexArray(0);
    return pass;
}

DropsPass::Parts DropsPass::upload(std::span<const DropView> drops,
                                   const PassResources& resources) {
    packed_.resize(drops.size());
    // Balls are filled in from the front, mist from the back.
    std::size_t balls = 0, mist = drops.size();
    for (const DropView& drop : drops) {
        const PackedDrop one = packed(drop);
        if (is_ball(one, resources.block))
            packed_[balls++] = one;
        else
            packed_[--mist] = one;
    }
    std::size_t count = drops.size() - mist;
    const std::size_t every = (count + std::size_t(most_mist(resources.quality)) - 1) /
                              std::size_t(most_mist(resources.quality));
    for (std::size_t k = 0; every > 1 && k < count / every; ++k)
        packed_[mist + k] = packed_[mist + k * every];
    if (every > 1) count /= every;
    const std::size_t used = balls + count;
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(used * sizeof(PackedDrop)), packed_.data(),
                 GL_STREAM_DRAW);
    return {.balls = GLsizei(balls),
            .mist = GLsizei(count),
            .merged = float(std::max<std::size_t>(every, 1))};
}

/// Half as wide and high: images in drops are small.
void DropsPass::copy_picture(const PassResources& resources) {
    const TextureDesc& full = resources.buffers.light.desc();
    const int width = std::max(1, full.width / 2), height = std::max(1, full.height / 2);
    if (!picture_.is_made() || picture_.desc().width != width || picture_.desc().height != height) {
        picture_ = Texture({.width = width, .height = height, .filter = Filter::Mipmaps});
        const Texture* const colours[] = {&picture_};
        picture_target_ = Target(colours, nullptr);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resources.buffers.shaded.get());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, picture_target_.get());
    glBlitFramebuffer(0, 0, full.width, full.height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      GL_LINEAR);
    picture_.make_mipmaps();
}

void DropsPass::draw_instances(GLsizei first, GLsizei count) const {
    const auto at = [&](std::size_t floats) {
        return reinterpret_cast<const void*>(std::size_t(first) * sizeof(PackedDrop) +
                                             floats * sizeof(float));
    };
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(PackedDrop), at(0));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(PackedDrop), at(4));
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

Result<void> DropsPass::draw_balls(const Parts& parts, bool is_foam,
                                   const PassResources& resources) {
    if (parts.balls == 0) return {};
    const bool has_picture = has_drop_images(resources.quality) && !is_foam;
    if (has_picture) copy_picture(resources);
    const auto program = balls_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_is_mist", 0);
    program.value()->set("u_merged", 1.0f);
    program.value()->set("u_is_foam", int(is_foam));
    program.value()->set("u_has_picture", int(has_picture));
    program.value()->bind("u_picture", kPictureUnit, has_picture ? picture_ : resources.nothing);
    resources.buffers.shaded.bind();
    draw_instances(0, parts.balls);
    return {};
}

/// Unsorted: drops of mist have nearly one colour, and layers of one colour blend alike in any
/// order.
Result<void> DropsPass::draw_mist(const Parts& parts, bool is_foam,
                                  const PassResources& resources) {
    if (parts.mist == 0) return {};
    const auto program = mist_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_is_mist", 1);
    program.value()->set("u_merged", parts.merged);
    program.value()->set("u_is_foam", int(is_foam));
    resources.buffers.shaded.bind();
    glDepthMask(GL_FALSE);
    draw_instances(parts.balls, parts.mist);
    glDepthMask(GL_TRUE);
    return {};
}

Result<void> DropsPass::draw(const Frame& frame, const PassResources& resources) {
    if (frame.drops.empty() && frame.foam.bubbles.empty()) return {};
    GLint array_before = 0;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &array_before);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    Result<void> drawn = {};
    for (const bool is_foam : {false, true}) {
        const Parts parts = upload(is_foam ? frame.foam.bubbles : frame.drops, resources);
        if (drawn) drawn = draw_balls(parts, is_foam, resources);
        if (drawn) drawn = draw_mist(parts, is_foam, resources);
    }
    glBindVertexArray(GLuint(array_before));
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    return drawn;
}

}  // namespace tarn::render
