#include "render/pass_caustics.hpp"

#include "render/pass_volume.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {

/// Follows each photon in a pixel of its own: software renderers run vertices on one core only.
Result<void> CausticsPass::trace_volume(const PassResources& resources) {
    const int side = photons_per_side_ + 1;
    if (!landing_.is_made() || landing_.desc().width != side) {
        landing_ =
            Texture({.width = side, .height = side, .format = GL_RG32F, .filter = Filter::Nearest});
        share_ = Texture(
            {.width = side, .height = side, .format = GL_RGBA16F, .filter = Filter::Nearest});
        const Texture* const maps[] = {&landing_, &share_};
        traced_ = Target(maps, nullptr);
    }
    const auto program = volume_tracing_.use(resources);
    if (!program) return program.error();
    program.value()->set("u_step_cells", volume_step_cells(resources.quality));
    program.value()->set("u_photons", photons_per_side_);
    traced_.bind();
    draw_screen();
    return {};
}

Result<void> CausticsPass::draw(const Frame& frame, PassResources& resources) {
    if (resources.block.has[0] == 0) return {};
    const int photons = resources.quality.photons;
    if (photons != photons_per_side_) {
        photons_per_side_ = photons;
        photons_ = grid_mesh(photons, photons);
        const int side = std::clamp(4 * photons, 256, 2048);
        resources.maps.caustics = Texture(
            {.width = side, .height = side, .format = GL_RGBA16F, .filter = Filter::Mipmaps});
        const Texture* const colours[] = {&resources.maps.caustics};
        target_ = Target(colours, nullptr);
    }
    const Float4& rect = resources.block.caustic_rect;
    const int side = resources.maps.caustics.desc().width;
    const double spacing_m =
        frame.water.cell_m * std::max(frame.water.nx, frame.water.ny) / photons;
    const double wave_cell_m =
        double(resources.block.detail[0]) / resources.maps.waves.desc().width;
    if (resources.is_volume)
        if (const auto traced = trace_volume(resources); !traced) return traced.error();
    const auto program = (resources.is_volume ? volume_program_ : program_).use(resources);
    if (!program) return program.error();
    target_.bind();
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    program.value()->set("u_texel_m2",
                         (rect[2] - rect[0]) * (rect[3] - rect[1]) / float(side * side));
    program.value()->set("u_wave_lod", float(std::log2(spacing_m / wave_cell_m)));
    if (resources.is_volume) {
        program.value()->bind("u_landing", 0, landing_);
        program.value()->bind("u_share", 1, share_);
    }
    const Float4 from = photon_rect(frame, resources.block.rect);
    program.value()->set("u_photons", from[0], from[1], from[2], from[3]);
    photons_.draw();
    glDisable(GL_BLEND);
    resources.maps.caustics.make_mipmaps();
    return {};
}

}  // namespace tarn::render
