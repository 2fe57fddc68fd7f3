#include "scenery/terrain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn::scenery {
namespace {

// Shares of the shorter side of the water.
constexpr double kMargin = 0.5, kBank = 0.1, kRise = 0.015, kLevels = 0.08;

double smooth(double t) {
    t = std::clamp(t, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// Heights at cell centres, bilinear between them and up to the edges.
struct Heights {
    int nx, ny;
    std::vector<float> at_m;

    double cell(int i, int j) const {
        return double(at_m[std::size_t(j) * std::size_t(nx) + std::size_t(i)]);
    }
    /// `u` and `v` go from 0 to 1 across the water.
    double at(double u, double v) const {
        const double x = u * nx - 0.5, y = v * ny - 0.5;
        const int i = std::clamp(int(std::floor(x)), 0, std::max(nx - 2, 0));
        const int j = std::clamp(int(std::floor(y)), 0, std::max(ny - 2, 0));
        const int east = std::min(i + 1, nx - 1), north = std::min(j + 1, ny - 1);
        return std::lerp(std::lerp(cell(i, j), cell(east, j), x - i),
                         std::lerp(cell(i, north), cell(east, north), x - i), y - j);
    }
};

/// Means over blocks: what the land does on the whole.
Heights broad_of(const Heights& heights, int blocks) {
    Heights broad = {std::min(blocks, heights.nx), std::min(blocks, heights.ny), {}};
    const std::size_t count = std::size_t(broad.nx) * std::size_t(broad.ny);
    std::vector<double> sum_m(count, 0.0), cells(count, 0.0);
    for (int j = 0; j < heights.ny; ++j)
        for (int i = 0; i < heights.nx; ++i) {
            const auto block = std::size_t(std::int64_t(j) * broad.ny / heights.ny * broad.nx +
                                           std::int64_t(i) * broad.nx / heights.nx);
            sum_m[block] += heights.cell(i, j);
            cells[block] += 1.0;
        }
    for (std::size_t k = 0; k < count; ++k) broad.at_m.push_back(float(sum_m[k] / cells[k]));
    return broad;
}

bool is_covered(std::span<const BodyView> bodies, double x_m, double y_m, double slack_m) {
    return std::ranges::any_of(bodies, [&](const BodyView& body) {
        if (body.shape == BodyView::Shape::Mesh) return false;
        const double dx = std::abs(x_m - body.at_m.x), dy = std::abs(y_m - body.at_m.y);
        if (body.shape != BodyView::Shape::Box)
            return std::hypot(dx, dy) <= 0.5 * body.size_m.x + slack_m;
        return dx <= 0.5 * body.size_m.x + slack_m && dy <= 0.5 * body.size_m.y + slack_m;
    });
}

/// Over the still level.
Heights heights_of(const WaterView& water, const GroundView& ground,
                   std::span<const BodyView> bodies) {
    Heights heights = {water.nx, water.ny, {}};
    heights.at_m.resize(std::size_t(water.nx) * std::size_t(water.ny));
    const double shorter_m = water.cell_m * std::min(water.nx, water.ny);
    const double block_m = std::max(0.02 * shorter_m, 0.25 * (water.still_level_m - ground.bed_m));
    const FieldView& bed = ground.bed;
    for (int j = 0; j < water.ny; ++j)
        for (int i = 0; i < water.nx; ++i) {
            const float bed_m = bed.data ? bed.data[j * bed.row_stride + i] : float(ground.bed_m);
            // As in surface_map.frag, so that a level that is the bed is no water, to the bit.
            float height = bed_m - float(water.still_level_m);
            const auto k = std::size_t(j) * std::size_t(water.nx) + std::size_t(i);
            const double x_m = water.origin_m.x + (i + 0.5) * water.cell_m;
            const double y_m = water.origin_m.y + (j + 0.5) * water.cell_m;
            if (k < ground.solid.size() && ground.solid[k] &&
                !is_covered(bodies, x_m, y_m, water.cell_m))
                height = std::max(height, 0.0f) + float(block_m);
            heights.at_m[k] = height;
        }
    return heights;
}

/// The land around the water, in shares of the water's sides.
class Around {
public:
    Around(Place place, const WaterView& water, const GroundView& ground, const Heights& heights)
        : place_(place),
          size_m_{water.cell_m * water.nx, water.cell_m * water.ny},
          shorter_m_(std::min(size_m_.x, size_m_.y)),
          walls_(ground.walls),
          heights_(heights),
          broad_(broad_of(heights, 24)) {
        const double lowest_m = double(std::ranges::min(heights.at_m));
        bank_m_ = kRise * shorter_m_ + 0.08 * std::max(-lowest_m, 0.0);
        far_m_ = place == Place::Ocean ? lowest_m : std::max(bank_m_, edge_m());
    }
    double far_m() const { return far_m_; }
    double margin_m() const { return kMargin * shorter_m_; }

    /// At a place around the water, in m from its south-west corner.
    double at(double x_m, double y_m) const {
        const double u = x_m / size_m_.x, v = y_m / size_m_.y;
        const double out_m = std::hypot(std::max({-x_m, x_m - size_m_.x, 0.0}),
                                        std::max({-y_m, y_m - size_m_.y, 0.0}));
        // What is broad goes on with its slope and levels off, what is fine is mirrored at the
        // edge.
        const double fine =
            heights_.at(mirrored(u), mirrored(v)) - broad_.at(mirrored(u), mirrored(v));
        double land = going_on(levelled(u, size_m_.x), levelled(v, size_m_.y)) + fine;
        if (place_ != Place::Ocean)
            land = std::max(
                land,
                std::lerp(land, bank_m_, smooth(behind_walls_m(x_m, y_m) / (kBank * shorter_m_))));
        // The last texel is that of the plain.
        return std::lerp(land, far_m_, smooth(out_m / (0.9 * margin_m())));
    }

private:
    static double mirrored(double t) { return t < 0.0 ? -t : t > 1.0 ? 2.0 - t : t; }
    double levelled(double t, double size_m) const {
        const double reach = kLevels * shorter_m_ / size_m;
        if (t < 0.0) return -reach * (1.0 - std::exp(t / reach));
        return t > 1.0 ? 1.0 + reach * (1.0 - std::exp((1.0 - t) / reach)) : t;
    }
    /// The odd continuation of a height over an edge keeps its slope.
    double going_on(double u, double v) const {
        if (u < 0.0 || u > 1.0)
            return 2.0 * going_on(std::clamp(u, 0.0, 1.0), v) - going_on(mirrored(u), v);
        if (v < 0.0 || v > 1.0)
            return 2.0 * broad_.at(u, std::clamp(v, 0.0, 1.0)) - broad_.at(u, mirrored(v));
        return broad_.at(u, v);
    }
    double behind_walls_m(double x_m, double y_m) const {
        const auto beyond = [&](Edge edge, double by_m) {
            return walls_[std::size_t(edge)] ? std::max(by_m, 0.0) : 0.0;
        };
        return std::hypot(beyond(Edge::West, -x_m) + beyond(Edge::East, x_m - size_m_.x),
                          beyond(Edge::South, -y_m) + beyond(Edge::North, y_m - size_m_.y));
    }
    /// Mean height of the land along the edges.
    double edge_m() const {
        double sum = 0.0;
        for (int i = 0; i < heights_.nx; ++i)
            sum += std::max(heights_.cell(i, 0), 0.0) +
                   std::max(heights_.cell(i, heights_.ny - 1), 0.0);
        for (int j = 0; j < heights_.ny; ++j)
            sum += std::max(heights_.cell(0, j), 0.0) +
                   std::max(heights_.cell(heights_.nx - 1, j), 0.0);
        return sum / (2.0 * (heights_.nx + heights_.ny));
    }

    Place place_;
    Vec2 size_m_;
    double shorter_m_;
    std::array<bool, 4> walls_;
    const Heights& heights_;
    Heights broad_;
    double bank_m_ = 0.0, far_m_ = 0.0;
};

}  // namespace

Terrain terrain_of(Place place, const WaterView& water, const GroundView& ground,
                   std::span<const BodyView> bodies) {
    const Heights heights = heights_of(water, ground, bodies);
    const Around around(place, water, ground, heights);
    const bool is_boxed = place == Place::Pool || place == Place::Tank;
    Terrain map;
    map.around_x = is_boxed ? 0 : std::max(16, water.nx / 4);
    map.around_y = is_boxed ? 0 : std::max(16, water.ny / 4);
    map.margin_m = is_boxed ? 0.0 : around.margin_m();
    map.nx = water.nx + 2 * map.around_x;
    map.ny = water.ny + 2 * map.around_y;
    map.over_still_m.resize(std::size_t(map.nx) * std::size_t(map.ny));
    // Middle of texel `k`, in m from the first edge of the water.
    const auto middle_m = [&](int k, int cells, int beyond) {
        const double texel_m = map.margin_m / std::max(beyond, 1);
        if (k < beyond) return (k + 0.5 - beyond) * texel_m;
        if (k < beyond + cells) return (k + 0.5 - beyond) * water.cell_m;
        return cells * water.cell_m + (k + 0.5 - beyond - cells) * texel_m;
    };
    for (int j = 0; j < map.ny; ++j)
        for (int i = 0; i < map.nx; ++i) {
            const int ci = i - map.around_x, cj = j - map.around_y;
            const bool is_inside = ci >= 0 && cj >= 0 && ci < water.nx && cj < water.ny;
            map.over_still_m[std::size_t(j) * std::size_t(map.nx) + std::size_t(i)] =
                float(is_inside ? heights.cell(ci, cj)
                                : around.at(middle_m(i, water.nx, map.around_x),
                                            middle_m(j, water.ny, map.around_y)));
        }
    const auto [lowest, highest] = std::ranges::minmax(map.over_still_m);
    map.lowest_m = water.still_level_m + double(lowest);
    map.highest_m = water.still_level_m + double(highest);
    map.far_m = water.still_level_m + around.far_m();
    return map;
}

}  // namespace tarn::scenery
