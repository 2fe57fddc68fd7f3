#include "render/pass_surface.hpp"

#include <algorithm>

namespace tarn::render {

Result<SurfacePass> SurfacePass::make() {
    SurfacePass pass;
    auto program = Program::make("surface_map", "screen");
    if (!program) return program.error();
    pass.program_ = std::move(program.value());
    auto on_bed =
        Program::make("surface_map", "screen", {"GROUND " + std::to_string(int(GroundKind::Bed))});
    if (!on_bed) return on_bed.error();
    pass.program_on_bed_ = std::move(on_bed.value());
    return pass;
}

Result<void> SurfacePass::make_maps(const WaterView& water, PassResources& resources) {
    const Texture& level = level_.texture;
    // Over a bed levels may be far from the still one, and depths small beside them.
    const GLenum format = resources.ground == GroundKind::Bed ? GL_RGBA32F : GL_RGBA16F;
    if (level.is_made() && level.desc().width == water.nx && level.desc().height == water.ny &&
        resources.maps.surface.desc().format == format)
        return {};
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (water.nx > most || water.ny > most)
        return Error{ErrorCode::Unsupported,
                     "the water has " + std::to_string(water.nx) + " by " +
                         std::to_string(water.ny) + " cells; this OpenGL device draws up to " +
                         std::to_string(most) + " per side: use fewer cells"};
    TextureDesc desc = {
        .width = water.nx, .height = water.ny, .format = GL_R32F, .filter = Filter::Nearest};
    level_.texture = Texture(desc);
    level_before_.texture = Texture(desc);
    desc.format = GL_R8;
    solid_ = Texture(desc);
    has_solid_ = false;
    resources.maps.surface = Texture({.width = water.nx, .height = water.ny, .format = format});
    resources.maps.velocity = Texture();
    const Texture* const colours[] = {&resources.maps.surface};
    target_ = Target(colours, nullptr);
    return {};
}

Result<void> SurfacePass::Level::upload(const FieldView& from, const DeviceFieldView& from_device,
                                        const PassResources& resources) {
    if (!from.data) return device.upload(from_device, texture, resources.is_device_shared);
    texture.upload(from.data, from.row_stride);
    return {};
}

void SurfacePass::upload_solid(const Frame& frame) {
    if (has_solid_ && solid_revision_ == frame.ground.revision) return;
    const auto count = std::size_t(frame.water.nx) * std::size_t(frame.water.ny);
    std::vector<std::uint8_t> mask(count, 0);
    for (std::size_t k = 0; k < std::min(count, frame.ground.solid.size()); ++k)
        mask[k] = frame.ground.solid[k] ? 255 : 0;
    has_obstacle_ = std::find(mask.begin(), mask.end(), 255) != mask.end();
    solid_.upload(mask.data());
    has_solid_ = true;
    solid_revision_ = frame.ground.revision;
}

void SurfacePass::upload_velocity(const WaterView& water, PassResources& resources) {
    if (!water.u.data || !water.v.data) {
        resources.maps.velocity = Texture();
        return;
    }
    if (!resources.maps.velocity.is_made())
        resources.maps.velocity =
            Texture({.width = water.nx, .height = water.ny, .format = GL_RG16F});
    pairs_.clear();
    for (int j = 0; j < water.ny; ++j)
        for (int i = 0; i < water.nx; ++i) {
            pairs_.push_back(water.u.data[j * water.u.row_stride + i]);
            pairs_.push_back(water.v.data[j * water.v.row_stride + i]);
        }
    resources.maps.velocity.upload(pairs_.data());
}

Result<void> SurfacePass::draw(const Frame& frame, PassResources& resources) {
    const WaterView& water = frame.water;
    if (const auto made = make_maps(water, resources); !made) return made.error();
    upload_solid(frame);
    upload_velocity(water, resources);
    const bool has_before = water.level_before.data || water.device_level_before.data;
    const bool is_between = has_before && water.blend < 1.0;
    if (const auto done = level_.upload(water.level, water.device_level, resources); !done)
        return done.error();
    if (is_between)
        if (const auto done =
                level_before_.upload(water.level_before, water.device_level_before, resources);
            !done)
            return done.error();
    draw_map(frame, resources, is_between);
    return {};
}

void SurfacePass::draw_map(const Frame& frame, const PassResources& resources, bool is_between) {
    const bool is_on_bed = resources.ground == GroundKind::Bed;
    const Program& program = is_on_bed ? program_on_bed_ : program_;
    target_.bind();
    program.use();
    program.bind("u_level", 0, level_.texture);
    program.bind("u_level_before", 1, is_between ? level_before_.texture : level_.texture);
    program.bind("u_solid", 2, solid_);
    program.set("u_has_solid", int(has_obstacle_));
    program.set("u_blend", float(frame.water.blend));
    if (is_on_bed) program.bind("u_ground", 3, resources.maps.ground);
    draw_screen();
}

}  // namespace tarn::render
