#include "render/pass_volume.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

/// Corners at -1 and 1, faces counter-clockwise seen from outside.
Mesh box_of_corners() {
    std::vector<float> vertices;
    for (int k = 0; k < 8; ++k)
        for (int axis = 0; axis < 3; ++axis) vertices.push_back((k >> axis) & 1 ? 1.0f : -1.0f);
    constexpr std::uint32_t kFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    std::vector<std::uint32_t> indices;
    for (const auto& f : kFaces)
        indices.insert(indices.end(), {f[0], f[1], f[2], f[0], f[2], f[3]});
    const int attributes[] = {3};
    return Mesh(vertices, attributes, indices);
}

/// Parts of the path of a ray from the eye.
int rays_of(const Quality& quality) {
    if (!quality.has_refraction) return 2;
    const int steps = quality.march_steps;
    const int rays = steps <= 4 ? 4 : steps <= 6 ? 5 : steps <= 8 ? 7 : steps <= 16 ? 10 : 16;
    return quality.has_reflections ? rays : std::min(rays, 5);
}

bool is_of_splats(ViewMode view) {
    return view == ViewMode::Splats || view == ViewMode::SurfaceSplats;
}

bool is_data(ViewMode view) {
    return view == ViewMode::Speed || view == ViewMode::Cells || is_of_splats(view);
}

/// Four corners for each disc.
Mesh mesh_of(const std::vector<Splat>& splats) {
    std::vector<float> vertices;
    std::vector<std::uint32_t> indices;
    vertices.reserve(32 * splats.size());
    indices.reserve(6 * splats.size());
    for (const Splat& s : splats) {
        const auto first = std::uint32_t(vertices.size() / 8);
        for (const float y : {-1.0f, 1.0f})
            for (const float x : {-1.0f, 1.0f})
                vertices.insert(vertices.end(),
                                {s.x_m, s.y_m, s.z_m, s.out_x, s.out_y, s.out_z, x, y});
        indices.insert(indices.end(),
                       {first, first + 1, first + 2, first + 2, first + 1, first + 3});
    }
    const int attributes[] = {3, 3, 2};
    return Mesh(vertices, attributes, indices);
}

void upload_to(VolumeTexture& texture, const VolumeTextureDesc& desc, const void* data) {
    if (!texture.is_made() || !(texture.desc() == desc)) texture = VolumeTexture(desc);
    texture.upload(data);
}

}  // namespace

float volume_step_cells(const Quality& quality) {
    return quality.march_steps <= 8 ? 0.9f : quality.march_steps <= 16 ? 0.7f : 0.45f;
}

Frame with_basin(const Frame& frame) {
    if (frame.water.volume.fill.empty()) return frame;
    Frame made = frame;
    const VolumeView& volume = frame.water.volume;
    WaterView& water = made.water;
    water.level = water.level_before = water.u = water.v = {};
    water.device_level = water.device_level_before = {};
    water.nx = volume.nx;
    water.ny = volume.ny;
    water.cell_m = volume.cell_m;
    water.origin_m = {volume.origin_m.x, volume.origin_m.y};
    water.still_level_m = volume.origin_m.z + mean_height_m(volume);
    made.ground = {.bed_m = volume.origin_m.z,
                   .rim_m = volume.origin_m.z + volume.cell_m * volume.nz};
    made.foam.cover = made.foam.aerated = {};
    if (made.look.place != Place::Pool) made.look.place = Place::Tank;
    made.look.detail = Detail::None;
    return made;
}

Result<VolumePass> VolumePass::make() {
    VolumePass pass;
    pass.box_ = box_of_corners();
    return pass;
}

Result<void> VolumePass::upload(const Frame& frame, PassResources& resources) {
    const VolumeView& volume = frame.water.volume;
    GLint most = 0;
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &most);
    if (std::max({volume.nx, volume.ny, volume.nz + 1}) > most)
        return Error{ErrorCode::Unsupported,
                     "Frame::water.volume has " + std::to_string(volume.nx) + " by " +
                         std::to_string(volume.ny) + " by " + std::to_string(volume.nz) +
                         " cells; this OpenGL device draws up to " + std::to_string(most - 1) +
                         " per side: use fewer cells"};
    if (is_of_splats(frame.look.view)) {
        const bool is_all = frame.look.view == ViewMode::Splats;
        splat_mesh_ =
            mesh_of(make_splats(volume, is_all ? SplatCells::Water : SplatCells::Surface));
    } else if (is_data(frame.look.view)) {
        pairs_.resize(2 * volume.fill.size());
        for (std::size_t n = 0; n < volume.fill.size(); ++n) {
            pairs_[2 * n] = to_half(volume.fill[n]);
            pairs_[2 * n + 1] = to_half(volume.speed.empty() ? 0.0f : volume.speed[n]);
        }
        upload_to(resources.maps.cells, {volume.nx, volume.ny, volume.nz, GL_RG16F}, pairs_.data());
    }
    upload_dye(volume, resources);
    field_.make(volume, frame.bodies);
    upload_to(resources.maps.fill, {volume.nx, volume.ny, volume.nz + 1, GL_R16F},
              field_.shape().data());
    upload_to(resources.maps.mixed,
              {field_.blocks_x(), field_.blocks_y(), field_.blocks_z(), GL_R8},
              field_.mixed().data());
    return {};
}

void VolumePass::upload_dye(const VolumeView& volume, PassResources& resources) {
    resources.dyed = {};
    if (volume.dye.empty()) return;
    halves_.resize(volume.dye.size());
    std::ranges::transform(volume.dye, halves_.begin(),
                           [](float share) { return to_half(in_range(share)); });
    upload_to(resources.maps.dye, {volume.nx, volume.ny, volume.nz, GL_R16F}, halves_.data());
    const double longest_m = volume.cell_m * std::max({volume.nx, volume.ny, volume.nz});
    constexpr double kDense = 40.0;  // one part in e of the light is left after 1/40 of the box
    for (std::size_t k = 0; k < 3; ++k)
        resources.dyed[k] = float(std::clamp(volume.dye_colour[k], 0.0, 1.0));
    resources.dyed[3] = float(kDense / longest_m);
}

Result<void> VolumePass::draw_geometry(const Frame& frame, const PassResources& resources) {
    if (is_data(frame.look.view)) return {};  // drawn over the solids
    const auto program = at_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_step_cells", volume_step_cells(resources.quality));
    resources.buffers.water.bind();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    // Far faces: there is one for each pixel of the box, also where the eye is inside.
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    box_.draw();
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_DEPTH_TEST);
    return {};
}

Result<void> VolumePass::shade(const Frame& frame, const PassResources& resources) {
    if (is_data(frame.look.view)) {
        const auto drawn = is_of_splats(frame.look.view) ? draw_splats(frame, resources)
                                                         : draw_view(frame, resources);
        if (!drawn) return drawn.error();
        return draw_panes(resources);
    }
    const auto program = shading_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_step_cells", volume_step_cells(resources.quality));
    program.value()->set("u_rays", rays_of(resources.quality));
    resources.buffers.shaded.bind();
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    draw_screen();
    glDisable(GL_STENCIL_TEST);
    return draw_panes(resources);
}

Result<void> VolumePass::draw_view(const Frame& frame, const PassResources& resources) {
    const auto program = view_.use(resources);
    if (!program) return program.error();
    const VolumeView& volume = frame.water.volume;
    const Vec2 range = view_range(frame);
    const int axis = std::clamp(volume.slice_axis, 0, 2);
    const double origins_m[] = {volume.origin_m.x, volume.origin_m.y, volume.origin_m.z};
    const int cells[] = {volume.nx, volume.ny, volume.nz};
    const double at_m =
        origins_m[axis] + std::clamp(volume.slice_share, 0.0, 1.0) * volume.cell_m * cells[axis];
    program.value()->set("u_is_slice", int(frame.look.view == ViewMode::Speed));
    program.value()->set("u_view_range", float(range.x), float(range.y));
    program.value()->set("u_slice", axis == 0, axis == 1, axis == 2, float(at_m));
    resources.buffers.shaded.bind();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT);
    box_.draw();
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    return {};
}

Result<void> VolumePass::draw_splats(const Frame& frame, const PassResources& resources) {
    const auto program = splats_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_radius_m", kSplatRadius_cells * float(frame.water.volume.cell_m));
    resources.buffers.shaded.bind();
    glEnable(GL_DEPTH_TEST);
    splat_mesh_.draw();
    glDisable(GL_DEPTH_TEST);
    return {};
}

Result<void> VolumePass::draw_panes(const PassResources& resources) {
    if (resources.place != Place::Tank) return {};
    const auto program = panes_.use(resources);
    if (!program) return program.error();
    resources.buffers.shaded.bind();
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    box_.draw();
    glDisable(GL_BLEND);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
    return {};
}

}  // namespace tarn::render
