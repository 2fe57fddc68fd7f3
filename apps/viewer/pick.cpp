#include "viewer/pick.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::viewer {
namespace {

/// The picture as a camera holds it, at a distance of one.
struct Screen {
    explicit Screen(const Camera& camera)
        : ahead(normalized(camera.target_m - camera.eye_m)),
          right(normalized(cross(ahead, {0.0, 0.0, 1.0}))),
          up(cross(right, ahead)),
          half_height(std::tan(0.5 * camera.fov_deg * std::numbers::pi / 180.0)) {}

    Vec3 ahead, right, up;
    double half_height;
};

}  // namespace

double level_at(const WaterState& state, Vec2 at_m) {
    const WaterView water = placed_water(state);
    const double i = std::floor((at_m.x - water.origin_m.x) / water.cell_m);
    const double j = std::floor((at_m.y - water.origin_m.y) / water.cell_m);
    if (!(i >= 0.0 && j >= 0.0 && i < water.nx && j < water.ny)) return std::nan("");
    if (state.level.empty()) return water.still_level_m;
    return double(state.level[std::size_t(j) * std::size_t(water.nx) + std::size_t(i)]);
}

Ray ray_through(const Camera& camera, double aspect, Vec2 share) {
    const Screen screen(camera);
    const double x = (2.0 * share.x - 1.0) * screen.half_height * aspect;
    const double y = (1.0 - 2.0 * share.y) * screen.half_height;
    return {camera.eye_m, normalized(screen.ahead + x * screen.right + y * screen.up)};
}

std::optional<Vec2> seen_at(const Camera& camera, double aspect, Vec3 point_m) {
    const Screen screen(camera);
    const Vec3 way = point_m - camera.eye_m;
    const double away_m = dot(way, screen.ahead);
    if (!(away_m > 0.0)) return std::nullopt;
    const double half_m = away_m * screen.half_height;
    return Vec2{0.5 + 0.5 * dot(way, screen.right) / (half_m * aspect),
                0.5 - 0.5 * dot(way, screen.up) / half_m};
}

std::optional<Vec3> meet_water(const Ray& ray, const WaterState& state) {
    if (!state.facts || std::abs(ray.direction.z) < 1e-9) return std::nullopt;
    const auto at_height = [&](double z) {
        return ray.origin_m + ((z - ray.origin_m.z) / ray.direction.z) * ray.direction;
    };
    // The level is nearly flat: from the still level a few corrections come closer than a cell.
    constexpr int kCorrections = 4;
    Vec3 point = at_height(state.facts->frame.water.still_level_m);
    for (int k = 0; k < kCorrections; ++k) {
        const double level_m = level_at(state, {point.x, point.y});
        if (!std::isfinite(level_m)) break;
        point = at_height(level_m);
    }
    const bool is_ahead = (point.z - ray.origin_m.z) / ray.direction.z > 0.0;
    if (!is_ahead || !std::isfinite(level_at(state, {point.x, point.y}))) return std::nullopt;
    return point;
}

}  // namespace tarn::viewer
