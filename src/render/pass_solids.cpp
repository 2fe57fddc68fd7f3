#include "render/pass_solids.hpp"

#include <algorithm>

namespace tarn::render {

Result<SolidsPass> SolidsPass::make() {
    SolidsPass pass;
    pass.sides_mesh_ = side_mesh();
    return pass;
}

void SolidsPass::make_place(const Frame& frame, const PassResources& resources) {
    std::array<float, 12> key = {};
    std::copy_n(resources.block.rect.begin(), 4, key.begin());
    std::copy_n(resources.block.levels.begin(), 4, key.begin() + 4);
    key[8] = float(int(frame.look.place));
    key[9] = resources.block.ground_range[2];
    key[10] = float(int(resources.ground));
    if (key == made_for_) return;
    made_for_ = key;
    place_ = place_mesh(frame, resources.block);
}

Result<void> SolidsPass::draw_terrain(const Frame& frame, const PassResources& resources) {
    if (resources.ground == GroundKind::Level) return {};
    const bool is_bed = resources.ground == GroundKind::Bed;
    const int pond_cells = resources.quality.ground_mesh;
    const MeshCells cells =
        is_bed ? bed_mesh_cells(frame, resources.quality) : MeshCells{pond_cells, pond_cells};
    if (cells != terrain_cells_) {
        terrain_cells_ = cells;
        terrain_mesh_ = grid_mesh(cells.x, cells.y);
    }
    const auto terrain = terrain_.use(resources);
    if (!terrain) return terrain.error();
    terrain.value()->set("u_body", -1);
    terrain_mesh_.draw();
    if (!is_bed || resources.place != Place::Tank) return {};
    const auto sides = bed_sides_.use(resources);
    if (!sides) return sides.error();
    sides.value()->set("u_body", -1);
    sides_mesh_.draw();
    return {};
}

Result<void> SolidsPass::draw_parts(const Frame& frame, const PassResources& resources) {
    if (const auto drawn = draw_terrain(frame, resources); !drawn) return drawn.error();
    const auto flat = flat_.use(resources);
    if (!flat) return flat.error();
    flat.value()->set("u_body", -1);
    place_.draw();
    return {};
}

Result<void> SolidsPass::draw_geometry(const Frame& frame, PassResources& resources) {
    make_place(frame, resources);
    resources.buffers.solids.bind();
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    const auto drawn = draw_parts(frame, resources);
    glDisable(GL_DEPTH_TEST);
    return drawn;
}

Result<void> SolidsPass::shade(const PassResources& resources) {
    resources.buffers.shaded.bind();
    // The triangle that covers the screen lies at the far end of depth: what is nearer is solid.
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 0, 0xff);
    const auto shading = shading_.use(resources);
    if (shading) {
        glDepthFunc(GL_GREATER);
        draw_screen();
    }
    const auto backdrop = backdrop_.use(resources);
    if (backdrop) {
        glDepthFunc(GL_EQUAL);
        draw_screen();
    }
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_DEPTH_TEST);
    if (!shading) return shading.error();
    if (!backdrop) return backdrop.error();
    return {};
}

}  // namespace tarn::render
