#include "render/pass_ground.hpp"

namespace tarn::render {
namespace {

constexpr int kHeightCells = 512, kPaintCells = 1024;

}  // namespace

Result<GroundPass> GroundPass::make() {
    GroundPass pass;
    auto program = Program::make("ground", "screen");
    if (!program) return program.error();
    pass.program_ = std::move(program.value());
    return pass;
}

void GroundPass::compute(const Frame& frame, Stage& stage) {
    if (frame.look.place != Place::Pond) return;
    const WaterView& water = frame.water;
    const Key key = {double(water.nx),        double(water.ny),   water.cell_m,
                     water.still_level_m,     frame.ground.bed_m, double(frame.ground.revision),
                     double(frame.look.seed), water.origin_m.x,   water.origin_m.y};
    if (key == made_for_) return;
    made_for_ = key;
    painted_for_ = {};
    map_ = surface::pond_ground(water, frame.ground, frame.look.seed, kHeightCells);
    auto relative = map_.cells_xy;
    for (auto& cell : relative) cell[0] -= float(water.still_level_m);
    stage.maps.ground =
        Texture({.width = kHeightCells, .height = kHeightCells, .format = GL_RG16F});
    stage.maps.ground.upload(relative.data());
}

void GroundPass::draw(const Frame& frame, Stage& stage) {
    if (frame.look.place != Place::Pond) return;
    const double x0_m = map_.x0_m + frame.water.origin_m.x;
    const double y0_m = map_.y0_m + frame.water.origin_m.y;
    stage.block.ground_rect = {float(x0_m), float(y0_m), float(x0_m + map_.width_m),
                               float(y0_m + map_.height_m)};
    stage.block.ground_range = {float(map_.lowest_m), float(map_.highest_m), float(map_.far_m),
                                float(map_.width_m / map_.cells)};
    stage.upload_block();
    const Key key = {1.0, frame.light.height_deg, frame.light.azimuth_deg};
    if (key == painted_for_) return;
    painted_for_ = key;
    const TextureDesc desc = {
        .width = kPaintCells, .height = kPaintCells, .format = GL_RGBA8, .filter = Filter::Mipmaps};
    stage.maps.paint = Texture(desc);
    stage.maps.lit = Texture(desc);
    const Texture* const colours[] = {&stage.maps.paint, &stage.maps.lit};
    target_ = Target(colours, nullptr);
    target_.bind();
    program_.use();
    program_.bind("u_ground", 0, stage.maps.ground);
    draw_screen();
    stage.maps.paint.make_mipmaps();
    stage.maps.lit.make_mipmaps();
}

}  // namespace tarn::render
