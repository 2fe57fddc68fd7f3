// The list of passes, and the doors of Renderer.
#include "render/pass_caustics.hpp"
#include "render/pass_detail.hpp"
#include "render/pass_finish.hpp"
#include "render/pass_ground.hpp"
#include "render/pass_sky.hpp"
#include "render/pass_solids.hpp"
#include "render/pass_surface.hpp"
#include "render/pass_water.hpp"
#include "render/quality.hpp"
#include <tarn/render.hpp>

#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

namespace tarn {

using namespace render;

struct Renderer::Impl {
    RendererInfo info;
    Quality wanted;
    QualityControl control;
    Stage stage;
    ScreenArray screen;
    std::optional<SkyPass> sky;
    std::optional<GroundPass> ground;
    std::optional<DetailPass> detail;
    std::optional<SurfacePass> surface;
    std::optional<CausticsPass> caustics;
    std::optional<SolidsPass> solids;
    std::optional<WaterPass> water;
    std::optional<FinishPass> finish;

    /// Called after each pass of a picture with its name.
    using AfterPass = std::function<void(const char* pass)>;

    Result<void> make_passes();
    Result<void> draw(const Frame& frame, unsigned framebuffer, PictureSize size,
                      const AfterPass& after);
};

namespace {

constexpr int kMaxPicture_px = 16384;

std::string gl_text(GLenum name) {
    const auto* const text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "unknown";
}

bool is_software_device(const std::string& device) {
    for (const char* const name : {"llvmpipe", "softpipe", "SwiftShader", "swrast"})
        if (device.find(name) != std::string::npos) return true;
    return false;
}

template <class Pass>
Result<void> make_pass(std::optional<Pass>& pass) {
    auto made = Pass::make();
    if (!made) return made.error();
    pass.emplace(std::move(made.value()));
    return {};
}

Result<void> check(const Frame& frame, PictureSize size) {
    const WaterView& water = frame.water;
    if (water.nx < 2 || water.ny < 2 || !water.level.data || !(water.cell_m > 0.0))
        return Error{ErrorCode::InvalidArgument,
                     "Frame::water has no level to draw; fill nx, ny, cell_m and level"};
    if (size.width_px < 1 || size.height_px < 1 || size.width_px > kMaxPicture_px ||
        size.height_px > kMaxPicture_px)
        return Error{ErrorCode::InvalidArgument,
                     "the picture's size is " + std::to_string(size.width_px) + " by " +
                         std::to_string(size.height_px) + " pixels; each must be from 1 to " +
                         std::to_string(kMaxPicture_px)};
    return {};
}

PictureSize scaled(PictureSize size, double factor) {
    const auto side = [&](int px) { return std::max(1, int(std::lround(px * factor))); };
    return {side(size.width_px), side(size.height_px)};
}

Result<void> check_errors() {
    // After a lost context OpenGL answers the same error for ever: ask a few times only.
    for (int k = 0; k < 8; ++k) {
        const GLenum error = glGetError();
        if (error == GL_NO_ERROR) return {};
        if (error == GL_OUT_OF_MEMORY)
            return Error{ErrorCode::OutOfMemory,
                         "the graphics device has no memory for this picture; use a smaller one "
                         "or a lower quality"};
        if (error == GL_CONTEXT_LOST)
            return Error{ErrorCode::DeviceLost,
                         "the OpenGL context was lost; make a new context and a new Renderer"};
    }
    return Error{ErrorCode::DeviceLost,
                 "OpenGL no longer answers; make a new context and a new Renderer"};
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

Result<void> Renderer::Impl::make_passes() {
    if (const auto made = make_pass(sky); !made) return made.error();
    if (const auto made = make_pass(ground); !made) return made.error();
    if (const auto made = make_pass(detail); !made) return made.error();
    if (const auto made = make_pass(surface); !made) return made.error();
    if (const auto made = make_pass(caustics); !made) return made.error();
    if (const auto made = make_pass(solids); !made) return made.error();
    if (const auto made = make_pass(water); !made) return made.error();
    if (const auto made = make_pass(finish); !made) return made.error();
    stage.nothing = Texture(TextureDesc{.format = GL_RGBA8});
    return {};
}

Result<void> Renderer::Impl::draw(const Frame& frame, unsigned framebuffer, PictureSize size,
                                  const AfterPass& after) {
    if (const auto good = check(frame, size); !good) return good.error();
    stage.quality = coarser(wanted, control.is_on() ? control.steps() : 0);
    stage.sizes = place_sizes(frame);
    stage.place = frame.look.place;
    stage.is_eye_under = is_eye_under_water(frame);
    screen.bind();
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);

    sky->compute(frame, stage);
    ground->compute(frame, stage);
    const PictureSize inner = scaled(size, stage.quality.supersample);
    stage.block = scene_block(frame, stage.sky, stage.quality, inner);
    ground->draw(frame, stage);
    detail->draw(frame, stage);
    after("detail");
    sky->draw(frame, stage);
    after("sky and ground");
    if (const auto drawn = surface->draw(frame, stage); !drawn) return drawn.error();
    after("surface");
    if (const auto drawn = caustics->draw(frame, stage); !drawn) return drawn.error();
    after("caustics");
    if (const auto begun = finish->begin(inner); !begun) return begun.error();
    glEnable(GL_DEPTH_TEST);
    if (const auto drawn = solids->draw(frame, stage); !drawn) return drawn.error();
    after("solids");
    if (const auto drawn = water->draw(frame, stage); !drawn) return drawn.error();
    after("water");
    finish->draw(stage, framebuffer, size);
    after("finish");
    glBindVertexArray(0);
    return check_errors();
}

Result<Renderer> Renderer::create() {
    const int version = epoxy_gl_version();
    if (version < 33)
        return Error{ErrorCode::Unsupported,
                     "the current OpenGL context has version " + std::to_string(version / 10) +
                         "." + std::to_string(version % 10) + "; 3.3 or later is needed"};
    auto impl = std::make_unique<Impl>();
    impl->info.device = gl_text(GL_RENDERER);
    impl->info.version = gl_text(GL_VERSION);
    impl->info.is_software = is_software_device(impl->info.device);
    impl->wanted = Quality::of(impl->info.is_software);
    if (const auto made = impl->make_passes(); !made) return made.error();
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
    if (const auto good = check(frame, size); !good) return good.error();
    const Texture colour({.width = size.width_px,
                          .height = size.height_px,
                          .format = GL_RGBA8,
                          .filter = Filter::Nearest});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    if (const auto drawn = draw(frame, target.get(), size); !drawn) return drawn.error();
    std::vector<std::uint8_t> rgba(std::size_t(size.width_px) * std::size_t(size.height_px) * 4);
    glReadPixels(0, 0, size.width_px, size.height_px, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return upright(rgba, size);
}

Quality Renderer::quality() const {
    return coarser(impl_->wanted, impl_->control.is_on() ? impl_->control.steps() : 0);
}

void Renderer::set_quality(const Quality& quality) {
    impl_->wanted = quality;
}

void Renderer::set_target_ms(double ms) {
    impl_->control.set_target_ms(ms);
}

Result<std::vector<PassTime>> Renderer::measure(const Frame& frame, PictureSize size) {
    std::vector<PassTime> times;
    const Texture colour({.width = size.width_px, .height = size.height_px, .format = GL_RGBA8});
    const Texture* const colours[] = {&colour};
    const Target target(colours, nullptr);
    glFinish();
    auto begin = std::chrono::steady_clock::now();
    const auto after = [&](const char* pass) {
        glFinish();
        times.push_back({pass, ms_since(begin)});
        begin = std::chrono::steady_clock::now();
    };
    if (const auto drawn = impl_->draw(frame, target.get(), size, after); !drawn)
        return drawn.error();
    return times;
}

RendererInfo Renderer::info() const {
    return impl_->info;
}

}  // namespace tarn
