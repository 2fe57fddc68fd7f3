#include "render/painter.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

template <class Pass>
Result<void> make_pass(Pass& pass) {
    auto made = Pass::make();
    if (!made) return made.error();
    pass = std::move(made.value());
    return {};
}

PictureSize scaled(PictureSize size, double factor) {
    const auto side = [&](int px) { return std::max(1, int(std::lround(px * factor))); };
    return {side(size.width_px), side(size.height_px)};
}

/// What OpenGL has to complain about since it was asked last. After a lost context it answers the
/// same error for ever, so it is asked a few times only.
Result<void> check_errors() {
    GLenum first = GL_NO_ERROR;
    for (int k = 0; k < 8; ++k) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) break;
        if (error == GL_OUT_OF_MEMORY)
            return Error{ErrorCode::OutOfMemory,
                         "the graphics device has no memory for this picture; use a smaller one "
                         "or a lower quality"};
        if (error == GL_CONTEXT_LOST || k == 7)
            return Error{ErrorCode::DeviceLost,
                         "the OpenGL context was lost; make a new context and a new Renderer"};
        if (first == GL_NO_ERROR) first = error;
    }
    if (first == GL_NO_ERROR) return {};
    return Error{ErrorCode::Unsupported, "OpenGL refused a call of the renderer (error " +
                                             std::to_string(first) +
                                             "); please report the driver that `tarn info` names"};
}

}  // namespace

Result<Painter> Painter::make() {
    Painter painter;
    if (const auto made = make_pass(painter.sky_); !made) return made.error();
    if (const auto made = make_pass(painter.ground_); !made) return made.error();
    if (const auto made = make_pass(painter.detail_); !made) return made.error();
    if (const auto made = make_pass(painter.surface_); !made) return made.error();
    if (const auto made = make_pass(painter.solids_); !made) return made.error();
    if (const auto made = make_pass(painter.bodies_); !made) return made.error();
    if (const auto made = make_pass(painter.drops_); !made) return made.error();
    if (const auto made = make_pass(painter.water_); !made) return made.error();
    if (const auto made = make_pass(painter.volume_); !made) return made.error();
    if (const auto made = make_pass(painter.finish_); !made) return made.error();
    painter.resources_.is_device_shared = DeviceLevel::is_shared();
    painter.resources_.maps.colours = colour_tables();
    painter.resources_.nothing = Texture(TextureDesc{.format = GL_RGBA8});
    constexpr std::uint8_t kNothing[4] = {};
    painter.resources_.nothing.upload(kNothing);
    return painter;
}

Result<void> Painter::draw(const Frame& given, unsigned framebuffer, PictureSize size,
                           const AfterPass& after) {
    if (const auto good = check_picture(given, size); !good) return good.error();
    const Frame frame = with_basin(given);
    // Complaints about what the host did before are not ours.
    for (int k = 0; k < 8 && glGetError() != GL_NO_ERROR; ++k) continue;
    resources_.sizes = place_sizes(frame);
    resources_.place = frame.look.place;
    resources_.ground = ground_kind(frame);
    resources_.is_volume = !frame.water.volume.fill.empty();
    resources_.has_foam = frame.foam.cover.data || frame.foam.aerated.data;
    resources_.is_eye_under = !resources_.is_volume && is_eye_under_water(frame);
    screen_.bind();
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glStencilMask(0xff);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glFrontFace(GL_CCW);
    glCullFace(GL_BACK);

    sky_.compute(frame, resources_);
    ground_.compute(frame, resources_);
    const PictureSize inner = scaled(size, resources_.quality.supersample);
    resources_.block = scene_block(frame, resources_.sky, resources_.quality, inner);
    if (const auto done = bodies_.upload(frame, resources_); !done) return done.error();
    if (const auto done = drops_.upload(frame, resources_); !done) return done.error();
    if (const auto drawn = ground_.draw(frame, resources_); !drawn) return drawn.error();
    detail_.draw(frame, resources_);
    after("detail");
    sky_.draw(frame, resources_);
    after("sky");
    if (const auto drawn = resources_.is_volume ? volume_.upload(frame, resources_)
                                                : surface_.draw(frame, resources_);
        !drawn)
        return drawn.error();
    foam_.draw(frame, resources_);
    after("surface");
    if (const auto drawn = drops_.draw_shadow(resources_); !drawn) return drawn.error();
    if (const auto drawn = caustics_.draw(frame, resources_); !drawn) return drawn.error();
    after("caustics");
    if (const auto resized = resources_.buffers.resize(inner); !resized) return resized.error();
    if (const auto drawn = solids_.draw_geometry(frame, resources_); !drawn) return drawn.error();
    if (const auto drawn = bodies_.draw_geometry(frame, resources_); !drawn) return drawn.error();
    if (const auto drawn = resources_.is_volume ? volume_.draw_geometry(frame, resources_)
                                                : water_.draw_geometry(frame, resources_);
        !drawn)
        return drawn.error();
    after("geometry");
    if (const auto shaded = solids_.shade(resources_); !shaded) return shaded.error();
    after("solids");
    if (const auto shaded = resources_.is_volume ? volume_.shade(frame, resources_)
                                                 : water_.shade(frame, resources_);
        !shaded)
        return shaded.error();
    after("water");
    if (const auto drawn = drops_.draw(resources_); !drawn) return drawn.error();
    after("drops");
    finish_.draw(resources_, framebuffer, size);
    after("finish");
    glBindVertexArray(0);
    return check_errors();
}

}  // namespace tarn::render
