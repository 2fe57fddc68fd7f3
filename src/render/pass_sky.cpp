#include "render/pass_sky.hpp"

namespace tarn::render {
namespace {

bool same(const Light& a, const Light& b) {
    return a.height_deg == b.height_deg && a.azimuth_deg == b.azimuth_deg &&
           a.strength == b.strength && a.haze == b.haze && a.clouds == b.clouds;
}

}  // namespace

Result<SkyPass> SkyPass::make() {
    SkyPass pass;
    auto program = Program::make("sky", "screen");
    if (!program) return program.error();
    pass.program_ = std::move(program.value());
    return pass;
}

void SkyPass::compute(const Frame& frame, PassResources& resources) {
    if (light_ && same(*light_, frame.light)) return;
    light_ = frame.light;
    resources.sky = given_ ? *given_ : scenery::make_sky(frame.light);
    is_painted_ = false;
}

void SkyPass::set(const scenery::Sky& sky) {
    given_ = sky;
    light_.reset();
}

void SkyPass::draw(const Frame& frame, PassResources& resources) {
    const bool has_land = frame.look.place != Place::Ocean;
    if (is_painted_ && had_land_ == has_land) return;
    is_painted_ = true;
    had_land_ = has_land;
    if (!air_.is_made())
        air_ = Texture({.width = scenery::Sky::width,
                        .height = scenery::Sky::height,
                        .format = GL_RGBA16F,
                        .wrap = Wrap::RepeatX});
    air_.upload(resources.sky.radiance.data());
    if (!resources.maps.sky.is_made()) {
        resources.maps.sky = Texture({.width = 1024,
                                      .height = 512,
                                      .format = GL_RGBA16F,
                                      .filter = Filter::Mipmaps,
                                      .wrap = Wrap::RepeatX});
        const Texture* const colours[] = {&resources.maps.sky};
        target_ = Target(colours, nullptr);
    }
    target_.bind();
    program_.use();
    program_.bind("u_air", 0, air_);
    program_.set("u_clouds", float(frame.light.clouds), float(frame.look.seed % 97u),
                 has_land ? 1.0f : 0.0f, 0.0f);
    draw_screen();
    resources.maps.sky.make_mipmaps();
}

}  // namespace tarn::render
