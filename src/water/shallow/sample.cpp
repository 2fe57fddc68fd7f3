// What is read of single cells and between them: samples, points under water, rays.
#include "water/shallow/shallow_water.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {

Sample ShallowWater::cell(int i, int j) const {
    const shallow::CellState state = solver_->cell(i, j);
    Sample out;
    out.depth_m = float(state.depth_m);
    out.bed_m = float(bed_.at_m(i, j));
    out.level_m = float(bed_.at_m(i, j) + state.depth_m);
    out.velocity_m_per_s[0] = float(state.u_m_per_s);
    out.velocity_m_per_s[1] = float(state.v_m_per_s);
    return out;
}

void ShallowWater::sample(std::span<const Vec2> points_m, std::span<Sample> out) const {
    solver_->sample(points_m, out);
}

const Sample* ShallowWater::sample_on_device(std::span<const Vec2> points_m) const {
    return solver_->sample_on_device(points_m);
}

bool ShallowWater::is_under_water(Vec3 p) const {
    const PlanGrid& g = p_.grid;
    const bool is_inside = p.x >= 0.0 && p.y >= 0.0 && p.x <= g.width_m() && p.y <= g.height_m();
    if (!is_inside) return false;
    const int i = std::min(int(p.x / g.cell_m), g.nx - 1);
    const int j = std::min(int(p.y / g.cell_m), g.ny - 1);
    if (solver_->is_solid(i, j)) return false;
    const Vec2 point = {p.x, p.y};
    Sample here;
    solver_->sample({&point, 1}, {&here, 1});
    return p.z >= double(here.bed_m) && p.z < double(here.level_m);
}

namespace {

/// The part of a ray over the water, as distances; empty if first > last.
struct Span {
    double first, last;
};

void clip(Span& span, double origin, double direction, double low, double high) {
    if (direction == 0.0) {
        if (origin < low || origin > high) span = {1.0, 0.0};
        return;
    }
    const double a = (low - origin) / direction, b = (high - origin) / direction;
    span.first = std::max(span.first, std::min(a, b));
    span.last = std::min(span.last, std::max(a, b));
}

}  // namespace

RayHit ShallowWater::ray_cast(Vec3 origin, Vec3 d, double max_distance_m) const {
    const PlanGrid& g = p_.grid;
    Span span = {0.0, max_distance_m};
    clip(span, origin.x, d.x, 0.0, g.width_m());
    clip(span, origin.y, d.y, 0.0, g.height_m());
    // Far below and far above there is no surface to meet.
    const shallow::Totals& totals = read_totals();
    const double margin = 1e-6 + 0.01 * totals.max_depth_m;
    clip(span, origin.z, d.z, bed_.lowest_m() + totals.min_depth_m - margin,
         bed_.highest_m() + totals.max_depth_m + margin);
    if (span.first > span.last) return RayHit{};

    return solver_->cast_ray({origin, d, span.first, span.last});
}

}  // namespace tarn::water
