#include "render/pass_ground.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

constexpr int kHeightCells = 512, kPaintCells = 1024;

double shorter_m_of(const WaterView& water) {
    return water.cell_m * std::min(water.nx, water.ny);
}

}  // namespace

Result<GroundPass> GroundPass::make() {
    GroundPass pass;
    auto program = Program::make("ground", "screen");
    if (!program) return program.error();
    pass.pond_paint_ = std::move(program.value());
    return pass;
}

void GroundPass::make_pond(const Frame& frame, PassResources& resources) {
    const WaterView& water = frame.water;
    scenery::GroundMap map =
        scenery::pond_ground(water, frame.ground, frame.look.seed, kHeightCells);
    for (auto& cell : map.cells_xy) cell[0] -= float(water.still_level_m);
    resources.maps.ground =
        Texture({.width = kHeightCells, .height = kHeightCells, .format = GL_RG16F});
    resources.maps.ground.upload(map.cells_xy.data());
    rect_m_ = {map.x0_m, map.y0_m, map.x0_m + map.width_m, map.y0_m + map.height_m};
    range_m_ = {float(map.lowest_m), float(map.highest_m), float(map.far_m),
                float(map.width_m / map.cells)};
    map_ = {};
    paint_width_ = paint_height_ = kPaintCells;
}

void GroundPass::make_bed(const Frame& frame, PassResources& resources) {
    const WaterView& water = frame.water;
    const scenery::Terrain map =
        scenery::terrain_of(frame.look.place, water, frame.ground, frame.bodies);
    resources.maps.ground = Texture({.width = map.nx, .height = map.ny, .format = GL_R32F});
    resources.maps.ground.upload(map.over_still_m.data());
    const double width_m = water.cell_m * water.nx, height_m = water.cell_m * water.ny;
    rect_m_ = {-map.margin_m, -map.margin_m, width_m + map.margin_m, height_m + map.margin_m};
    // Rays end a little below the lowest ground, so that they meet it where it is level.
    const double below_m =
        map.lowest_m - 0.01 * (map.highest_m - map.lowest_m) - 0.01 * water.cell_m;
    range_m_ = {float(below_m), float(map.highest_m), float(map.far_m), float(water.cell_m)};
    // As many texels of paint for any shape of water.
    const double aspect = std::clamp(std::sqrt(width_m / height_m), 0.25, 4.0);
    paint_width_ = int(std::lround(kPaintCells * aspect));
    paint_height_ = int(std::lround(kPaintCells / aspect));
    const double around_x = double(map.around_x) / map.nx, around_y = double(map.around_y) / map.ny;
    map_ = {float(around_x), float(around_y),
            float(width_m / (paint_width_ * (1.0 - 2.0 * around_x))),
            float(std::min(0.012, 0.0012 * shorter_m_of(water)))};
}

void GroundPass::compute(const Frame& frame, PassResources& resources) {
    if (resources.ground == GroundKind::Level) return;
    const WaterView& water = frame.water;
    const Key key = {double(water.nx),
                     double(water.ny),
                     water.cell_m,
                     water.still_level_m,
                     frame.ground.bed_m,
                     double(frame.ground.revision),
                     double(frame.look.seed),
                     water.origin_m.x,
                     water.origin_m.y,
                     double(int(resources.ground)),
                     double(int(frame.look.place))};
    if (key == made_for_) return;
    made_for_ = key;
    painted_for_ = {};
    if (resources.ground == GroundKind::Pond)
        make_pond(frame, resources);
    else
        make_bed(frame, resources);
}

Result<void> GroundPass::draw(const Frame& frame, PassResources& resources) {
    if (resources.ground == GroundKind::Level) return {};
    const Vec2 o = frame.water.origin_m;
    resources.block.ground_rect = {float(rect_m_[0] + o.x), float(rect_m_[1] + o.y),
                                   float(rect_m_[2] + o.x), float(rect_m_[3] + o.y)};
    resources.block.ground_range = range_m_;
    resources.block.ground_map = map_;
    resources.upload_block();
    const Key key = {1.0, frame.light.height_deg, frame.light.azimuth_deg};
    if (key == painted_for_) return {};
    painted_for_ = key;
    return paint(resources);
}

Result<void> GroundPass::paint(PassResources& resources) {
    const TextureDesc desc = {.width = paint_width_,
                              .height = paint_height_,
                              .format = GL_RGBA8,
                              .filter = Filter::Mipmaps};
    resources.maps.paint = Texture(desc);
    resources.maps.lit = Texture(desc);
    const Texture* const colours[] = {&resources.maps.paint, &resources.maps.lit};
    target_ = Target(colours, nullptr);
    if (resources.ground == GroundKind::Bed) {
        if (const auto program = bed_paint_.use(resources); !program) return program.error();
    } else {
        pond_paint_.use();
        pond_paint_.bind("u_ground", 0, resources.maps.ground);
    }
    target_.bind();
    draw_screen();
    resources.maps.paint.make_mipmaps();
    resources.maps.lit.make_mipmaps();
    return {};
}

}  // namespace tarn::render
