#include "render/pass_detail.hpp"

#include "base/background.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>

namespace tarn::render {
namespace {

/// Mean square slope of the tile of waves_noise.frag, measured at winds of 3.2 and 4.3 m/s (0.0028
/// and 0.0051). Its waves grow with the wind up to 8 m/s.
double noise_variance(Vec2 wind_m_per_s) {
    const double growth = std::min(std::hypot(wind_m_per_s.x, wind_m_per_s.y) / 4.0, 2.0);
    return 0.0045 * growth * growth;
}

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
    // In open country the waves are those of the wind, however large the water is.
    if (frame.look.place == Place::Shore)
        return {std::min(0.25 * shorter_m, 64.0), 0.08 * shorter_m, 0.30, 1.618};
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

void DetailPass::make_maps(int cells, PassResources& resources) {
    if (resources.maps.waves.is_made() && resources.maps.waves.desc().width == cells) return;
    has_tile_ = false;
    resources.maps.waves = Texture({.width = cells,
                                    .height = cells,
                                    .format = GL_RGBA16F,
                                    .filter = Filter::Mipmaps,
                                    .wrap = Wrap::Repeat});
    resources.maps.shift = Texture({.width = cells,
                                    .height = cells,
                                    .format = GL_RG16F,
                                    .filter = Filter::Mipmaps,
                                    .wrap = Wrap::Repeat});
    const std::vector<float> still(4 * std::size_t(cells) * std::size_t(cells), 0.0f);
    resources.maps.waves.upload(still.data());
    resources.maps.waves.make_mipmaps();
    resources.maps.shift.upload(still.data());
    resources.maps.shift.make_mipmaps();
    const Texture* const colours[] = {&resources.maps.waves};
    noise_target_ = Target(colours, nullptr);
}

void DetailPass::choose_ocean(const Frame& frame, int cells) {
    const Tile tile = tile_of(frame);
    const Vec2 wind = frame.look.wind_m_per_s;
    if (ocean_) {
        const scenery::OceanDesc& now = ocean_->desc();
        if (now.cells == cells && now.tile_m == tile.size_m && now.wind_m_per_s.x == wind.x &&
            now.wind_m_per_s.y == wind.y && now.seed == frame.look.seed)
            return;
    }
    if (next_.valid()) next_.get();
    has_tile_ = false;
    ocean_ = std::make_unique<scenery::Ocean>(scenery::OceanDesc{.cells = cells,
                                                                 .tile_m = tile.size_m,
                                                                 .wind_m_per_s = wind,
                                                                 .longest_m = tile.longest_m,
                                                                 .seed = frame.look.seed});
}

/// Pictures mostly come at even intervals, so the next tile is made while this one is drawn.
void DetailPass::begin_next() {
    if (interval_s_ == 0.0) return;
    next_time_s_ = time_s_ + interval_s_;
    try {
        next_ = in_background([this] { ocean_->at(next_time_s_, next_tile_); });
    } catch (const std::system_error&) {
        // Without a thread to spare the next picture makes its own.
    }
}

/// The tile made ahead, if it is the one for this time.
bool DetailPass::take_next(double time_s) {
    if (!next_.valid()) return false;
    next_.get();
    if (std::abs(next_time_s_ - time_s) > 1e-6) return false;
    std::swap(tile_, next_tile_);
    return true;
}

void DetailPass::draw_ocean(const Frame& frame, int cells, PassResources& resources) {
    choose_ocean(frame, cells);
    if (!has_tile_ || frame.time_s != time_s_) {
        if (!take_next(frame.time_s)) ocean_->at(frame.time_s, tile_);
        interval_s_ = has_tile_ ? frame.time_s - time_s_ : 0.0;
        time_s_ = frame.time_s;
        has_tile_ = true;
        resources.maps.waves.upload(tile_.waves.data());
        resources.maps.waves.make_mipmaps();
        resources.maps.shift.upload(tile_.shift_m.data());
        resources.maps.shift.make_mipmaps();
        begin_next();
    }
    resources.block.detail[1] = float(tile_.slope_variance);
}

void DetailPass::draw_noise(const Frame& frame, PassResources& resources) {
    has_tile_ = false;  // the maps no longer hold it
    noise_target_.bind();
    noise_.use();
    const Vec2 wind = frame.look.wind_m_per_s;
    noise_.set("u_wind", float(wind.x), float(wind.y), float(tile_of(frame).size_m), 0.0f);
    draw_screen();
    const std::vector<float> still(2 * std::size_t(resources.maps.shift.desc().width) *
                                   std::size_t(resources.maps.shift.desc().height));
    resources.maps.shift.upload(still.data());
    resources.maps.shift.make_mipmaps();
    resources.maps.waves.make_mipmaps();
    resources.block.detail[1] = float(noise_variance(wind));
}

void DetailPass::draw(const Frame& frame, PassResources& resources) {
    const Tile tile = tile_of(frame);
    resources.block.detail = {float(tile.size_m), 0.0f, float(tile.strength), float(tile.second)};
    // Basins are small: half the cells show the same waves there.
    const int cells = resources.quality.detail_cells / (frame.look.place == Place::Ocean ? 1 : 2);
    make_maps(cells, resources);
    if (frame.look.detail == Detail::Noise) {
        resources.upload_block();
        draw_noise(frame, resources);
    } else if (frame.look.detail == Detail::Ocean) {
        draw_ocean(frame, cells, resources);
    }
    resources.upload_block();
}

}  // namespace tarn::render
