#include "beach.hpp"

#include "exact/waves.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::validate {
namespace {

constexpr int kRows = 3;
// Of the still depth: a thinner film does not count as water that ran up.
constexpr double kWet = 5e-4;

SolitaryWave wave_of(const Beach& beach) {
    return {.height_m = beach.wave * beach.depth_m, .depth_m = beach.depth_m};
}

}  // namespace

double Beach::crest_m() const {
    // The wave is the table's at the moment when its front, a twentieth of its height, is at the
    // toe.
    return kBeachSlope * depth_m + wave_of(*this).half_length_m();
}

double Beach::unit_s() const {
    return std::sqrt(depth_m / kGravity_m_per_s2);
}

TankDesc Beach::tank() const {
    const double cell_m = depth_m / cells_per_depth;
    const SolitaryWave start = wave_of(*this);
    // Far enough that neither the wave's tail nor what comes back from there is cut off.
    const double reach_m = crest_m() + 2.5 * start.half_length_m();
    TankDesc desc = {.nx = int((land_m() + reach_m) / cell_m), .ny = kRows, .cell_m = cell_m};
    const Beach beach = *this;
    desc.bed_m = [beach](double x_m, double) {
        return std::max(-beach.depth_m, (beach.land_m() - x_m) / kBeachSlope);
    };
    const auto rise = [beach, start](double x_m) {
        return start.at(beach.crest_m() - (x_m - beach.land_m()));
    };
    desc.level_m = [beach, rise](double x_m, double) {
        return x_m > beach.land_m() ? rise(x_m).depth_m : 0.0;
    };
    desc.velocity_m_per_s = [beach, rise](double x_m, double) {
        return x_m > beach.land_m() ? Vec2{-rise(x_m).u_m_per_s, 0.0} : Vec2{};
    };
    desc.edges[2].word = desc.edges[3].word = "periodic";
    desc.manning_s_per_m13 = manning_s_per_m13;
    return desc;
}

Vec2 Beach::point(double x_m) const {
    return {land_m() + x_m, 0.5 * kRows * depth_m / cells_per_depth};
}

double shore_level_m(const Beach& beach, const Fields& fields) {
    for (int i = 0; i < fields.nx; ++i)
        if (const std::size_t k = fields.index(i, kRows / 2);
            fields.depth_m[k] > kWet * beach.depth_m)
            return fields.level_m[k];
    return -beach.depth_m;
}

}  // namespace tarn::cli::validate
