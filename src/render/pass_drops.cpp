#include "render/pass_drops.hpp"

namespace tarn::render {

Result<DropsPass> DropsPass::make() {
    DropsPass pass;
    GLuint array = 0, buffer = 0;
    glGenVertexArrays(1, &array);
    glGenBuffers(1, &buffer);
    pass.array_ = Name<free_vertex_array>(array);
    pass.buffer_ = BufferName(buffer);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Float4), nullptr);
    glVertexAttribDivisor(0, 1);
    glBindVertexArray(0);
    return pass;
}

void DropsPass::draw_discs(std::span<const DropView> drops) {
    discs_.clear();
    for (const DropView& drop : drops)
        discs_.push_back(
            {float(drop.at_m.x), float(drop.at_m.y), float(drop.at_m.z), float(drop.radius_m)});
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(discs_.size() * sizeof(Float4)), discs_.data(),
                 GL_STREAM_DRAW);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, GLsizei(discs_.size()));
}

Result<void> DropsPass::draw(const Frame& frame, const PassResources& resources) {
    if (frame.drops.empty() && frame.foam.bubbles.empty()) return {};
    const auto program = program_.use(resources);
    if (!program) return program.error();
    GLint array_before = 0;
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &array_before);
    resources.buffers.shaded.bind();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE);
    glBindVertexArray(array_.get());
    program.value()->set("u_is_foam", 0);
    draw_discs(frame.drops);
    program.value()->set("u_is_foam", 1);
    draw_discs(frame.foam.bubbles);
    glBindVertexArray(GLuint(array_before));
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    return {};
}

}  // namespace tarn::render
