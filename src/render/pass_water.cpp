#include "render/pass_water.hpp"

#include "render/solid_meshes.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

Mesh line_mesh(int cells_x, int cells_y) {
    std::vector<float> vertices;
    std::vector<std::uint32_t> indices;
    const auto at = [&](int i, int j) { return std::uint32_t(j * (cells_x + 1) + i); };
    for (int j = 0; j <= cells_y; ++j)
        for (int i = 0; i <= cells_x; ++i) {
            vertices.insert(vertices.end(), {float(i) / float(cells_x), float(j) / float(cells_y)});
            if (i < cells_x) indices.insert(indices.end(), {at(i, j), at(i + 1, j)});
            if (j < cells_y) indices.insert(indices.end(), {at(i, j), at(i, j + 1)});
        }
    const int attributes[] = {2};
    return Mesh(vertices, attributes, indices);
}

/// Sides are seen from outside a tank only.
bool has_sides(const PassResources& resources) {
    return resources.place == Place::Tank && !resources.is_eye_under;
}

}  // namespace

Result<WaterPass> WaterPass::make() {
    WaterPass pass;
    pass.sides_mesh_ = side_mesh();
    return pass;
}

void WaterPass::make_meshes(const Frame& frame, const PassResources& resources) {
    const int most = resources.quality.water_mesh;
    int x = most, y = most;
    if (resources.ground == GroundKind::Bed && frame.look.place != Place::Ocean) {
        const MeshCells cells = bed_mesh_cells(frame, resources.quality);
        x = cells.x;
        y = cells.y;
    } else if (frame.look.place != Place::Ocean) {
        x = std::min(most, frame.water.nx);
        y = std::min(most, frame.water.ny);
    }
    if (x == cells_x_ && y == cells_y_) return;
    cells_x_ = x;
    cells_y_ = y;
    mesh_ = grid_mesh(x, y);
    has_lines_ = false;
}

void WaterPass::make_lines() {
    if (has_lines_) return;
    // Few enough lines to see between them.
    const int every = std::max(1, (std::max(cells_x_, cells_y_) + 79) / 80);
    lines_mesh_ = line_mesh(std::max(1, cells_x_ / every), std::max(1, cells_y_ / every));
    has_lines_ = true;
}

Result<void> WaterPass::draw_parts(bool has_sides, const PassResources& resources) {
    if (const auto program = surface_at_.use(resources); !program) return program.error();
    glStencilFunc(GL_ALWAYS, 1, 0xff);
    mesh_.draw();
    if (!has_sides) return {};
    if (const auto program = sides_at_.use(resources); !program) return program.error();
    glStencilFunc(GL_ALWAYS, 2, 0xff);
    // Seen from outside, sides go around counter-clockwise; those behind are seen through the
    // water.
    glEnable(GL_CULL_FACE);
    sides_mesh_.draw();
    glDisable(GL_CULL_FACE);
    return {};
}

Result<void> WaterPass::draw_lines(const PassResources& resources) {
    make_lines();
    if (const auto lines = lines_.use(resources); !lines) return lines.error();
    resources.buffers.shaded.bind();
    glEnable(GL_DEPTH_TEST);
    glDepthRange(0.0, 0.9998);  // a little before the surface they lie on
    lines_mesh_.draw(GL_LINES);
    glDepthRange(0.0, 1.0);
    glDisable(GL_DEPTH_TEST);
    return {};
}

Result<void> WaterPass::draw_geometry(const Frame& frame, PassResources& resources) {
    make_meshes(frame, resources);
    resources.buffers.water.bind();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    const auto drawn = draw_parts(has_sides(resources), resources);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_DEPTH_TEST);
    return drawn;
}

Result<void> WaterPass::shade_sides(const PassResources& resources) {
    if (!has_sides(resources)) return {};
    if (const auto sides = sides_.use(resources); !sides) return sides.error();
    glStencilFunc(GL_EQUAL, 2, 0xff);
    draw_screen();
    return {};
}

Result<void> WaterPass::shade(const Frame& frame, const PassResources& resources) {
    const ViewMode view = frame.look.view;
    const bool is_measured =
        view == ViewMode::Level || view == ViewMode::Speed || view == ViewMode::Vorticity;
    const auto program = (is_measured ? measured_ : surface_).use(resources);
    if (!program) return program.error();
    const Vec2 range = view_range(frame);
    if (is_measured) {
        program.value()->set("u_view", int(view));
        program.value()->set("u_view_range", float(range.x), float(range.y));
    }
    resources.buffers.shaded.bind();
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1, 0xff);
    draw_screen();
    const auto sides = shade_sides(resources);
    glDisable(GL_STENCIL_TEST);
    if (!sides) return sides.error();
    if (view == ViewMode::Wireframe) return draw_lines(resources);
    return {};
}

}  // namespace tarn::render
