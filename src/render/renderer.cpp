// The list of passes, and the doors of Renderer.
#include "render/gl_objects.hpp"
#include <tarn/render.hpp>

#include <cstring>

namespace tarn {

struct Renderer::Impl {
    Quality quality;
    RendererInfo info;
};

namespace {

std::string gl_text(GLenum name) {
    const auto* const text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
}

}  // namespace

Quality Quality::low() {
    return {};
}
Quality Quality::high() {
    return {};
}
Quality Quality::of(bool is_software) {
    return is_software ? low() : Quality{};
}

Result<Renderer> Renderer::create() {
    if (epoxy_gl_version() < 33)
        return Error{ErrorCode::Unsupported, "the current OpenGL context is older than 3.3"};
    auto impl = std::make_unique<Impl>();
    impl->info.device = gl_text(GL_RENDERER);
    impl->info.version = gl_text(GL_VERSION);
    return Renderer(std::move(impl));
}

Renderer::Renderer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<void> Renderer::draw(const Frame&, unsigned framebuffer, PictureSize size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.width_px, size.height_px);
    glClearColor(0.1f, 0.3f, 0.5f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return {};
}

Result<Picture> Renderer::draw_picture(const Frame& frame, PictureSize size) {
    const render::Texture colour({.width = size.width_px,
                                  .height = size.height_px,
                                  .format = GL_RGBA8,
                                  .filter = render::Filter::Nearest});
    const render::Texture* const colours[] = {&colour};
    const render::Target target(colours, nullptr);
    if (const auto drawn = draw(frame, target.get(), size); !drawn) return drawn.error();
    const auto width = std::size_t(size.width_px), height = std::size_t(size.height_px);
    std::vector<std::uint8_t> rgba(width * height * 4);
    glReadPixels(0, 0, size.width_px, size.height_px, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    Picture picture{size, std::vector<std::uint8_t>(width * height * 3)};
    for (std::size_t row = 0; row < height; ++row)
        for (std::size_t x = 0; x < width; ++x)
            std::memcpy(&picture.rgb[(row * width + x) * 3],
                        &rgba[((height - 1 - row) * width + x) * 4], 3);
    return picture;
}

Quality Renderer::quality() const {
    return impl_->quality;
}
void Renderer::set_quality(const Quality& quality) {
    impl_->quality = quality;
}
void Renderer::set_target_ms(double) {}

Result<std::vector<PassTime>> Renderer::measure(const Frame& frame, PictureSize size) {
    if (const auto drawn = draw(frame, 0, size); !drawn) return drawn.error();
    return std::vector<PassTime>{};
}

RendererInfo Renderer::info() const {
    return impl_->info;
}

}  // namespace tarn
