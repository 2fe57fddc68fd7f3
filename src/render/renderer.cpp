// The doors of Renderer; the passes are in painter.cpp.
#include "render/painter.hpp"
#include "render/quality.hpp"
#include <tarn/render.hpp>

#include <chrono>
#include <cstring>

namespace tarn {

using namespace render;

namespace {

/// Binds again, at its end, the framebuffers that were bound at its start.
class KeepsFramebuffer {
public:
    KeepsFramebuffer() {
        glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draws_);
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &reads_);
    }
    ~KeepsFramebuffer() {
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, GLuint(draws_));
        glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(reads_));
    }
    KeepsFramebuffer(const KeepsFramebuffer&) = delete;
    KeepsFramebuffer& operator=(const KeepsFramebuffer&) = delete;

private:
    GLint draws_ = 0, reads_ = 0;
};

}  // namespace

struct Renderer::Impl {
    explicit Impl(Painter made) : painter(std::move(made)) {}

    Painter painter;
    RendererInfo info;
    Quality wanted;
    QualityControl control;

    Quality quality() const { return coarser(wanted, control.is_on() ? control.steps() : 0); }
    Result<void> draw(const Frame& frame, unsigned framebuffer, PictureSize size,
                      const Painter::AfterPass& after) {
        const KeepsFramebuffer bound;
        painter.set_quality(quality());
        return painter.draw(frame, framebuffer, size, after);
    }
};

namespace {

std::string gl_text(GLenum name) {
    const auto* const text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
}

bool is_software_device(const std::string& device) {
    for (const char* const name : {"llvmpipe", "softpipe", "SwiftShader", "swrast"})
        if (device.find(name) != std::string::npos) return true;
    return false;
}

double ms_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

Picture upright(const std::vector<std::uint8_t>& rgba, PictureSize size) {
    const auto width = std::size_t(size.width_px), height = std::size_t(size.height_px);
    Picture picture{size, std::vector<std::uint8_t>(width * height * 3)};
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t x = 0; x < width; ++x)
            std::memcpy(&picture.rgb[(row * width + x) * 3],
                        &rgba[((height - 1 - row) * width + x) * 4], 3);
    return picture;
}

}  // namespace

Result<Renderer> Renderer::create() {
    const int version = epoxy_gl_version();
    if (version < 33)
        return Error{ErrorCode::Unsupported,
                     "the current OpenGL context has version " + std::to_string(version / 10) +
                         "." + std::to_string(version % 10) + "; 3.3 or later is needed"};
    auto painter = Painter::make();
    if (!painter) return painter.error();
    auto impl = std::make_unique<Impl>(std::move(painter.value()));
    impl->info.device = gl_text(GL_RENDERER);
    impl->info.version = gl_text(GL_VERSION);
    impl->info.is_software = is_software_device(impl->info.device);
    impl->info.reads_device_fields = impl->painter.resources().is_device_shared;
    impl->wanted = Quality::of(impl->info.is_software);
    return Renderer(std::move(impl));
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<void> Renderer::draw(const Frame& frame, unsigned framebuffer, PictureSize size) {
    const auto begin = std::chrono::steady_clock::now();
    const auto drawn = impl_->draw(frame, framebuffer, size, [](const char*) {});
    if (!drawn) return drawn.error();
    if (impl_->control.is_on()) {
        glFinish();
        impl_->control.add(ms_since(begin));
    }
    return {};
}

Result<Picture> Renderer::draw_picture(const Frame& frame, PictureSize size) {
    if (const auto good = check_picture(frame, size); !good) return good.error();
    const KeepsFramebuffer bound;
    const Texture colour({.width = size.width_px,
                          .height = size.height_px,
                          .format = GL_RGBA8,
                          .filter = Filter::Nearest});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    if (const auto drawn = draw(frame, target.get(), size); !drawn) return drawn.error();
    target.bind();
    std::vector<std::uint8_t> rgba(std::size_t(size.width_px) * std::size_t(size.height_px) * 4);
    glReadPixels(0, 0, size.width_px, size.height_px, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return upright(rgba, size);
}

Quality Renderer::quality() const {
    return impl_->quality();
}

void Renderer::set_quality(const Quality& quality) {
    impl_->wanted = quality;
}

void Renderer::set_target_ms(double ms) {
    impl_->control.set_target_ms(ms);
}

Result<std::vector<PassTime>> Renderer::measure(const Frame& frame, PictureSize size) {
    if (const auto good = check_picture(frame, size); !good) return good.error();
    const KeepsFramebuffer bound;
    std::vector<PassTime> times;
    const Texture colour({.width = size.width_px, .height = size.height_px, .format = GL_RGBA8});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    glFinish();
    auto begin = std::chrono::steady_clock::now();
    const auto note = [&](const char* pass) {
        glFinish();
        times.push_back({pass, ms_since(begin)});
        begin = std::chrono::steady_clock::now();
    };
    if (const auto drawn = impl_->draw(frame, target.get(), size, note); !drawn)
        return drawn.error();
    return times;
}

Result<double> Renderer::measure_total_ms(std::span<const Frame> frames, PictureSize size) {
    if (frames.empty())
        return Error{ErrorCode::InvalidArgument, "there are no frames; pass at least one"};
    for (const Frame& frame : frames)
        if (const auto good = check_picture(frame, size); !good) return good.error();
    const KeepsFramebuffer bound;
    const Texture colour({.width = size.width_px, .height = size.height_px, .format = GL_RGBA8});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    glFinish();
    const auto begin = std::chrono::steady_clock::now();
    for (const Frame& frame : frames)
        if (const auto drawn = impl_->draw(frame, target.get(), size, [](const char*) {}); !drawn)
            return drawn.error();
    glFinish();
    return ms_since(begin) / double(frames.size());
}

RendererInfo Renderer::info() const {
    return impl_->info;
}

}  // namespace tarn
