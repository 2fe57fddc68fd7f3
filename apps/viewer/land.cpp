#include "viewer/land.hpp"

#include "scenery/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tarn::viewer {
namespace {

/// Where a place lies along an axis, in texels from the middle of the first. Around the water
/// texels have their own size.
double texel_at(double from_edge_m, double cell_m, int cells, int around, double margin_m) {
    const double size_m = cell_m * cells, texel_m = around > 0 ? margin_m / around : cell_m;
    double texels = from_edge_m / cell_m;
    if (from_edge_m < 0.0) texels = from_edge_m / texel_m;
    if (from_edge_m > size_m) texels = cells + (from_edge_m - size_m) / texel_m;
    return texels + around - 0.5;
}

}  // namespace

Land::Land(Place place, const WaterView& water, const GroundView& ground,
           std::span<const BodyView> bodies) {
    if (!ground.bed.data) return;
    scenery::Terrain terrain = scenery::terrain_of(place, water, ground, bodies);
    nx_ = terrain.nx;
    ny_ = terrain.ny;
    around_x_ = terrain.around_x;
    around_y_ = terrain.around_y;
    origin_m_ = water.origin_m;
    cell_m_ = water.cell_m;
    still_level_m_ = water.still_level_m;
    margin_m_ = terrain.margin_m;
    far_m_ = terrain.far_m;
    over_still_m_ = std::move(terrain.over_still_m);
}

double Land::height_m(Vec2 at_m) const {
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    if (is_flat()) return kNone;
    const double x =
        texel_at(at_m.x - origin_m_.x, cell_m_, nx_ - 2 * around_x_, around_x_, margin_m_);
    const double y =
        texel_at(at_m.y - origin_m_.y, cell_m_, ny_ - 2 * around_y_, around_y_, margin_m_);
    const bool is_beyond = !(x >= -0.5 && y >= -0.5 && x <= nx_ - 0.5 && y <= ny_ - 0.5);
    if (is_beyond) return around_x_ > 0 ? far_m_ : kNone;
    const auto height = [&](double i, double j) {
        const auto column = std::size_t(std::clamp(i, 0.0, nx_ - 1.0));
        const auto row = std::size_t(std::clamp(j, 0.0, ny_ - 1.0));
        return double(over_still_m_[row * std::size_t(nx_) + column]);
    };
    const double i = std::floor(x), j = std::floor(y);
    const double south = std::lerp(height(i, j), height(i + 1.0, j), x - i);
    const double north = std::lerp(height(i, j + 1.0), height(i + 1.0, j + 1.0), x - i);
    return still_level_m_ + std::lerp(south, north, y - j);
}

}  // namespace tarn::viewer
