#include "viewer/pick.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::viewer {

double level_at(const WaterState& state, Vec2 at_m) {
    const WaterView water = placed_water(state);
    const double i = std::floor((at_m.x - water.origin_m.x) / water.cell_m);
    const double j = std::floor((at_m.y - water.origin_m.y) / water.cell_m);
    if (!(i >= 0.0 && j >= 0.0 && i < water.nx && j < water.ny)) return std::nan("");
    if (state.level.empty()) return water.still_level_m;
    return double(state.level[std::size_t(j) * std::size_t(water.nx) + std::size_t(i)]);
}

Ray ray_through(const Camera& camera, double aspect, Vec2 share) {
    const Vec3 ahead = normalized(camera.target_m - camera.eye_m);
    const Vec3 right = normalized(cross(ahead, {0.0, 0.0, 1.0}));
    const Vec3 up = cross(right, ahead);
    const double half_height = std::tan(0.5 * camera.fov_deg * std::numbers::pi / 180.0);
    const double x = (2.0 * share.x - 1.0) * half_height * aspect;
    const double y = (1.0 - 2.0 * share.y) * half_height;
    return {camera.eye_m, normalized(ahead + x * right + y * up)};
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
