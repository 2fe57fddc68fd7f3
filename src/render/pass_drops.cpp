#include "render/pass_drops.hpp"

#include "render/quality.hpp"

#include <algorithm>

namespace tarn::render {
namespace {

constexpr int kPictureUnit = 21;      // behind those of PassResources::use
constexpr int kShadowCells = 256;     // per side of the map
constexpr float kShadowPoint = 7.0f;  // cells that a drop is spread over

/// With one drop for each instance or for each vertex.
Name<free_vertex_array> drop_array(GLuint divisor) {
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    for (const GLuint attribute : {0u, 1u}) {
        glEnableVertexAttribArray(attribute);
        glVertexAttribDivisor(attribute, divisor);
    }
    glBindVertexArray(0);
    return Name<free_vertex_array>(array);
}

/// Binds a vertex array, and at its end the one that was bound at its start.
class KeepsVertexArray {
public:
    explicit KeepsVertexArray(const Name<free_vertex_array>& array) {
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &before_);
        glBindVertexArray(array.get());
    }
    ~KeepsVertexArray() { glBindVertexArray(GLuint(before_)); }
    KeepsVertexArray(const KeepsVertexArray&) = delete;
    KeepsVertexArray& operator=(const KeepsVertexArray&) = delete;

private:
    GLint before_ = 0;
};

void draw_quads(const DropBuffer& drops, std::size_t first, std::size_t count) {
    if (count == 0) return;
    drops.use_from(first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(count));
}

void draw_points(const DropBuffer& drops, std::size_t first, std::size_t count,
                 std::size_t stride) {
    if (count < stride) return;
    drops.use_from(first, stride);
    glDrawArrays(GL_POINTS, 0, GLsizei(count / stride));
}

}  // namespace

Result<DropsPass> DropsPass::make() {
    DropsPass pass;
    pass.quads_ = drop_array(1);
    pass.points_ = drop_array(0);
    return pass;
}

Result<void> DropsPass::upload(const Frame& frame, PassResources& resources) {
    const int most = most_mist(resources.quality);
    if (const auto done = drops_.upload(frame.drops, resources.block, most, "Frame::drops"); !done)
        return done.error();
    return bubbles_.upload(frame.foam.bubbles, resources.block, most, "Frame::foam.bubbles");
}

Result<void> DropsPass::draw_shadow(PassResources& resources) {
    Texture& map = resources.maps.spray;
    const int most = most_shading_drops(resources.quality);
    if (drops_.is_empty() || most == 0 || resources.block.to_sun[3] == 0.0f) {
        map = Texture();
        return {};
    }
    if (!map.is_made()) {
        map = Texture({.width = kShadowCells, .height = kShadowCells, .format = GL_R16F});
        const Texture* const colours[] = {&map};
        shadow_target_ = Target(colours, nullptr);
    }
    std::size_t count = 0;
    for (const DropBatch& batch : drops_.batches()) count += batch.balls + batch.mist;
    const std::size_t stride = 1 + count / std::size_t(most);
    const auto program = shadow_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_point_cells", kShadowPoint);
    program.value()->set("u_map_cells", float(kShadowCells));
    shadow_target_.bind();
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    const KeepsVertexArray bound(points_);
    for (const DropBatch& batch : drops_.batches()) {
        program.value()->set("u_merged", float(stride));
        draw_points(drops_, batch.balls_first, batch.balls, stride);
        program.value()->set("u_merged", float(stride) * drops_.merged());
        draw_points(drops_, batch.mist_first, batch.mist, stride);
    }
    glDisable(GL_PROGRAM_POINT_SIZE);
    glDisable(GL_BLEND);
    return {};
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

Result<void> DropsPass::draw_balls(const DropBuffer& drops, bool is_foam,
                                   const PassResources& resources) {
    const auto has_balls = [](const DropBatch& batch) { return batch.balls > 0; };
    if (std::ranges::none_of(drops.batches(), has_balls)) return {};
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
    for (const DropBatch& batch : drops.batches())
        draw_quads(drops, batch.balls_first, batch.balls);
    return {};
}

/// Unsorted: drops of mist have nearly one colour, and layers of one colour blend alike in any
/// order.
Result<void> DropsPass::draw_mist(const DropBuffer& drops, bool is_foam,
                                  const PassResources& resources) {
    const auto program = mist_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_is_mist", 1);
    program.value()->set("u_merged", drops.merged());
    program.value()->set("u_is_foam", int(is_foam));
    resources.buffers.shaded.bind();
    glDepthMask(GL_FALSE);
    for (const DropBatch& batch : drops.batches()) draw_quads(drops, batch.mist_first, batch.mist);
    glDepthMask(GL_TRUE);
    return {};
}

Result<void> DropsPass::draw(const PassResources& resources) {
    if (drops_.is_empty() && bubbles_.is_empty()) return {};
    const KeepsVertexArray bound(quads_);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    Result<void> drawn = {};
    for (const bool is_foam : {false, true}) {
        const DropBuffer& drops = is_foam ? bubbles_ : drops_;
        if (drops.is_empty()) continue;
        if (drawn) drawn = draw_balls(drops, is_foam, resources);
        if (drawn) drawn = draw_mist(drops, is_foam, resources);
    }
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    return drawn;
}

}  // namespace tarn::render
