#include "render/pass_solids.hpp"

#include <algorithm>

namespace tarn::render {

Result<SolidsPass> SolidsPass::make() {
    SolidsPass pass;
    for (std::size_t k = 0; k < pass.bodies_.size(); ++k)
        pass.bodies_[k] = body_mesh(BodyView::Shape(k));
    pass.sides_mesh_ = side_mesh();
    return pass;
}

void SolidsPass::make_place(const Frame& frame, const Stage& stage) {
    std::array<float, 12> key = {};
    std::copy_n(stage.block.rect.begin(), 4, key.begin());
    std::copy_n(stage.block.levels.begin(), 4, key.begin() + 4);
    key[8] = float(int(frame.look.place));
    key[9] = stage.block.ground_range[2];
    key[10] = float(int(stage.ground));
    if (key == made_for_) return;
    made_for_ = key;
    place_ = place_mesh(frame, stage.block);
}

Result<void> SolidsPass::draw_terrain(const Frame& frame, const Stage& stage) {
    if (stage.ground == GroundKind::Level) return {};
    const bool is_bed = stage.ground == GroundKind::Bed;
    const int pond_cells = stage.quality.ground_mesh;
    const MeshCells cells =
        is_bed ? bed_mesh_cells(frame, stage.quality) : MeshCells{pond_cells, pond_cells};
    if (cells != terrain_cells_) {
        terrain_cells_ = cells;
        terrain_mesh_ = grid_mesh(cells.x, cells.y);
    }
    const auto terrain = terrain_.use(stage);
    if (!terrain) return terrain.error();
    terrain.value()->set("u_body", -1);
    terrain_mesh_.draw();
    if (!is_bed || stage.place != Place::Tank) return {};
    const auto sides = bed_sides_.use(stage);
    if (!sides) return sides.error();
    sides.value()->set("u_body", -1);
    sides_mesh_.draw();
    return {};
}

Result<void> SolidsPass::draw_parts(const Frame& frame, const Stage& stage) {
    if (const auto drawn = draw_terrain(frame, stage); !drawn) return drawn.error();
    const auto flat = flat_.use(stage);
    if (!flat) return flat.error();
    flat.value()->set("u_body", -1);
    place_.draw();
    const std::size_t count = std::min(frame.bodies.size(), std::size_t(kMaxBodies));
    for (std::size_t k = 0; k < count; ++k) {
        flat.value()->set("u_body", int(k));
        bodies_[std::size_t(frame.bodies[k].shape)].draw();
    }
    return {};
}

Result<void> SolidsPass::draw_geometry(const Frame& frame, Stage& stage) {
    make_place(frame, stage);
    stage.buffers.solids.bind();
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    const auto drawn = draw_parts(frame, stage);
    glDisable(GL_DEPTH_TEST);
    return drawn;
}

Result<void> SolidsPass::shade(const Stage& stage) {
    stage.buffers.shaded.bind();
    // The triangle that covers the screen lies at the far end of depth: what is nearer is solid.
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_FALSE);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 0, 0xff);
    const auto shading = shading_.use(stage);
    if (shading) {
        glDepthFunc(GL_GREATER);
        draw_screen();
    }
    const auto backdrop = backdrop_.use(stage);
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
