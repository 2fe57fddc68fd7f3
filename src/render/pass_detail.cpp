#include "render/pass_detail.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

/// Variance of the slopes of noise.frag's tile, measured.
constexpr double kNoiseVariance = 0.02;

struct Tile {
    double size_m, longest_m, strength, second;
};

/// How large the tile is, which waves the cells carry already, how sheltered the place is, and how
/// much finer the second layer lies over the first.
Tile tile_of(const Frame& frame) {
    const WaterView& water = frame.water;
    if (frame.look.detail == Detail::None) return {1.0, 0.0, 0.0, 1.618};
    if (frame.look.place == Place::Ocean) return {64.0, 0.0, 1.0, 5.3};
    const double shorter_m = water.cell_m * std::min(water.nx, water.ny);
    const double strength = frame.look.place == Place::Pond ? 0.30 : 0.10;
    return {0.25 * shorter_m, 0.08 * shorter_m, strength, 1.618};
}

}  // namespace

Result<DetailPass> DetailPass::make() {
    DetailPass pass;
    auto program = Program::make("waves_noise", "screen");
    if (!program) return program.error();
    pass.noise_ = std::move(program.value());
    return pass;
}

void DetailPass::make_maps(int cells, Stage& stage) {
    if (stage.maps.waves.is_made() && stage.maps.waves.desc().width == cells) return;
    stage.maps.waves = Texture({.width = cells,
                                .height = cells,
                                .format = GL_RGBA16F,
                                .filter = Filter::Mipmaps,
                                .wrap = Wrap::Repeat});
    stage.maps.shift = Texture({.width = cells,
                                .height = cells,
                                .format = GL_RG16F,
                                .filter = Filter::Mipmaps,
                                .wrap = Wrap::Repeat});
    const Texture* const colours[] = {&stage.maps.waves};
    noise_target_ = Target(colours, nullptr);
}

void DetailPass::draw_ocean(const Frame& frame, int cells, Stage& stage) {
    const Tile tile = tile_of(frame);
    const Vec2 wind = frame.look.wind_m_per_s;
    const bool is_same = ocean_ && ocean_->desc().cells == cells &&
                         ocean_->desc().tile_m == tile.size_m && wind.x == wind_m_per_s_.x &&
                         wind.y == wind_m_per_s_.y && seed_ == frame.look.seed;
    if (!is_same)
        ocean_ = std::make_unique<surface::Ocean>(surface::OceanDesc{.cells = cells,
                                                                     .tile_m = tile.size_m,
                                                                     .wind_m_per_s = wind,
                                                                     .longest_m = tile.longest_m,
                                                                     .seed = frame.look.seed});
    wind_m_per_s_ = wind;
    seed_ = frame.look.seed;
    ocean_->at(frame.time_s, tile_);
    stage.maps.waves.upload(tile_.waves.data());
    stage.maps.shift.upload(tile_.shift_m.data());
    stage.maps.shift.make_mipmaps();
    stage.block.detail[1] = float(tile_.slope_variance);
}

void DetailPass::draw_noise(const Frame& frame, Stage& stage) {
    noise_target_.bind();
    noise_.use();
    const Vec2 wind = frame.look.wind_m_per_s;
    noise_.set("u_wind", float(wind.x), float(wind.y), float(tile_of(frame).size_m), 0.0f);
    draw_screen();
    const std::vector<float> still(2 * std::size_t(stage.maps.shift.desc().width) *
                                   std::size_t(stage.maps.shift.desc().height));
    stage.maps.shift.upload(still.data());
    stage.maps.shift.make_mipmaps();
    stage.block.detail[1] = float(kNoiseVariance);
}

void DetailPass::draw(const Frame& frame, Stage& stage) {
    const Tile tile = tile_of(frame);
    stage.block.detail = {float(tile.size_m), 0.0f, float(tile.strength), float(tile.second)};
    make_maps(stage.quality.detail_cells, stage);
    if (frame.look.detail == Detail::Noise) {
        stage.upload_block();
        draw_noise(frame, stage);
    } else if (frame.look.detail == Detail::Ocean) {
        draw_ocean(frame, stage.quality.detail_cells, stage);
    }
    stage.maps.waves.make_mipmaps();
    stage.upload_block();
}

}  // namespace tarn::render
