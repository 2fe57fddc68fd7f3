// The water between cell centres: bilinear sampling, points under water, rays.
#include "world/impl.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <new>

namespace tarn {
world::Surface World::Impl::surface_at(double x_m, double y_m) const {
    const world::Stencil s = world::stencil_at(ground, bed, *water, x_m, y_m);
    double depths_m[4] = {};
    for (int k = 0; k < 4; ++k)
        if (s.weight[k] > 0.0) depths_m[k] = depth_m(s.i[k], s.j[k]);
    return world::surface_of(s, depths_m);
}

/// Depth of one cell. Asking a GPU for single cells would take for ever: there the whole field is
/// fetched once.
double World::Impl::depth_m(int i, int j) const {
    if (backend != Backend::Cuda) return water->cell(i, j).depth_m;
    const std::size_t n = std::size_t(j) * std::size_t(ground.nx) + std::size_t(i);
    const float* const depth = read_field(shallow::Field::Depth);
    return depth ? double(depth[n]) : 0.0;
}

namespace {

/// Where samples come from: the cells around a point, and around the points half a cell to each
/// side, for the slope. Neighbouring stencils share cells; each is read once.
class Sampler {
public:
    Sampler(const world::Ground& ground, const world::Bed& bed, const shallow::Solver& water,
            std::span<const Vec2> points_m)
        : cell_m_(ground.cell_m) {
        const double half = 0.5 * ground.cell_m;
        std::map<std::pair<int, int>, int> places;
        for (const Vec2 p : points_m) {
            const Vec2 around[kStencils] = {
                p, {p.x + half, p.y}, {p.x - half, p.y}, {p.x, p.y + half}, {p.x, p.y - half}};
            Plan& plan = plans_.emplace_back();
            for (int n = 0; n < kStencils; ++n) {
                plan.stencils[n] = world::stencil_at(ground, bed, water, around[n].x, around[n].y);
                for (int k = 0; k < 4; ++k) {
                    const world::Stencil& s = plan.stencils[n];
                    const auto found = places.insert({{s.j[k], s.i[k]}, int(cells_.size())});
                    if (found.second) cells_.push_back({s.i[k], s.j[k]});
                    plan.places[n][k] = found.first->second;
                }
            }
        }
    }

    std::span<const shallow::CellIndex> cells() const { return cells_; }
    std::size_t count() const { return plans_.size(); }

    /// Sample of point `point` from the states of cells().
    Sample read(std::size_t point, const shallow::CellState* states) const {
        const Plan& plan = plans_[point];
        const world::Stencil& here = plan.stencils[0];
        Sample out;
        out.level_m = float(here.bed_m);
        if (!here.has_water) return out;
        world::Surface surfaces[kStencils];
        for (int n = 0; n < kStencils; ++n) {
            double depths_m[4];
            for (int k = 0; k < 4; ++k) depths_m[k] = states[plan.places[n][k]].depth_m;
            surfaces[n] = world::surface_of(plan.stencils[n], depths_m);
        }
        double u = 0.0, v = 0.0;
        for (int k = 0; k < 4 && surfaces[0].depth_m > 0.0; ++k) {
            u += here.weight[k] * states[plan.places[0][k]].u_m_per_s;
            v += here.weight[k] * states[plan.places[0][k]].v_m_per_s;
        }
        // Half a cell to each side: the slope is continuous where the bilinear patches meet.
        const double slope_x = (surfaces[1].level_m - surfaces[2].level_m) / cell_m_;
        const double slope_y = (surfaces[3].level_m - surfaces[4].level_m) / cell_m_;
        const double length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
        out.level_m = float(surfaces[0].level_m);
        out.depth_m = float(surfaces[0].depth_m);
        out.velocity_m_per_s[0] = float(u);
        out.velocity_m_per_s[1] = float(v);
        out.normal[0] = float(-slope_x / length);
        out.normal[1] = float(-slope_y / length);
        out.normal[2] = float(1.0 / length);
        return out;
    }

private:
    static constexpr int kStencils = 5;  ///< here, east, west, north, south
    struct Plan {
        world::Stencil stencils[kStencils];
        int places[kStencils][4];  ///< in cells()
    };

    double cell_m_;
    std::vector<Plan> plans_;
    std::vector<shallow::CellIndex> cells_;
};

Result<void> check_points(const char* call, std::span<const Vec2> points_m) {
    for (std::size_t k = 0; k < points_m.size(); ++k)
        if (!std::isfinite(points_m[k].x) || !std::isfinite(points_m[k].y))
            return Error{ErrorCode::InvalidArgument,
                         std::string(call) + ": point " + std::to_string(k) + " is not finite"};
    return {};
}

}  // namespace

namespace {

/// Makes one report of several calls: what was done since, and how it stands now.
void add_up(StepReport& now, const StepReport& before) {
    now.steps_now += before.steps_now;
    now.added_kg += before.added_kg;
    now.removed_kg += before.removed_kg;
    now.wall.sources_s += before.wall.sources_s;
    now.wall.water_s += before.wall.water_s;
    now.wall.total_s += before.wall.total_s;
}

}  // namespace

Result<void> World::sample(std::span<const Vec2> points_m, std::span<Sample> out) const try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (points_m.size() != out.size())
        return Error{ErrorCode::InvalidArgument, "sample: " + std::to_string(points_m.size()) +
                                                     " points but room for " +
                                                     std::to_string(out.size()) + " samples"};
    if (const auto ok = check_points("sample", points_m); !ok) return ok.error();
    const Sampler sampler(impl_->ground, impl_->bed, *impl_->water, points_m);
    std::vector<shallow::CellState> states(sampler.cells().size());
    impl_->water->read_cells(sampler.cells(), states);
    if (const auto lost = impl_->water->lost()) return *lost;
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = sampler.read(k, states.data());
    return {};
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory, "sample: not enough memory; ask for fewer points"};
}

Result<StepReport> World::step_and_sample(double every_s, int count, std::span<const Vec2> points_m,
                                          std::vector<Sample>& out) try {
    if (const auto idle = impl_->check_idle(); !idle) return idle.error();
    if (const auto ok = check_points("step_and_sample", points_m); !ok) return ok.error();
    if (count < 0)
        return Error{
            ErrorCode::InvalidArgument,
            "step_and_sample: count is " + std::to_string(count) + "; it must not be negative"};
    if (const auto ok = impl_->check_step(every_s, count); !ok) return ok.error();
    out.clear();
    if (count == 0) return impl_->step(0.0);
    const Sampler sampler(impl_->ground, impl_->bed, *impl_->water, points_m);
    const auto cells = sampler.cells();
    std::vector<shallow::CellState>& states = impl_->sampled_states;
    states.clear();
    // A fixed lattice step gives intervals of unequal numbers of steps: one after the other then.
    const bool is_fixed = impl_->scene.water.time_step_s.has_value() || every_s <= 0.0;
    const int calls = is_fixed ? count : 1, intervals = is_fixed ? 1 : count;
    Result<StepReport> report = StepReport{};
    StepReport before_this;
    if (impl_->recording)
        for (int k = 0; k < count; ++k) impl_->recording->push_back(world::StepCall{every_s});
    for (int k = 0; k < calls; ++k) {
        const std::size_t before = states.size();
        report = impl_->step(every_s, intervals, {cells, 0, &states});
        if (!report) break;
        add_up(report.value(), before_this);
        before_this = report.value();
        if (states.size() == before) {
            states.resize(before + cells.size());
            impl_->water->read_cells(cells, std::span(states).subspan(before));
        }
    }
    if (const auto lost = impl_->water->lost()) return *lost;
    const std::size_t rows = cells.empty() ? 0 : states.size() / cells.size();
    out.reserve(rows * sampler.count());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < sampler.count(); ++k)
            out.push_back(sampler.read(k, states.data() + row * cells.size()));
    return report;
} catch (const std::bad_alloc&) {
    return Error{ErrorCode::OutOfMemory,
                 "step_and_sample: not enough memory; ask for fewer points or moments"};
}

Result<bool> World::is_under_water(Vec3 p) const try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    const world::Ground& g = impl_->ground;
    const bool is_inside = p.x >= 0.0 && p.y >= 0.0 && p.x <= g.width_m() && p.y <= g.height_m();
    if (!is_inside) return false;
    const int i = std::min(int(p.x / g.cell_m), g.nx - 1);
    const int j = std::min(int(p.y / g.cell_m), g.ny - 1);
    if (impl_->water->is_solid(i, j)) return false;
    const world::Surface surface = impl_->surface_at(p.x, p.y);
    return p.z >= surface.bed_m && p.z < surface.level_m;
} catch (const std::bad_alloc&) {
    return impl_->no_memory("is_under_water: not enough memory");
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

Result<RayHit> World::ray_cast(Vec3 origin, Vec3 direction, double max_distance_m) const try {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    const double length = std::sqrt(direction.x * direction.x + direction.y * direction.y +
                                    direction.z * direction.z);
    if (!(length > 0.0) || !std::isfinite(length) || !(max_distance_m >= 0.0) ||
        !std::isfinite(origin.x + origin.y + origin.z))
        return Error{ErrorCode::InvalidArgument,
                     "ray_cast: origin and direction must be finite, direction not zero, and the "
                     "distance not negative"};
    const Vec3 d = {direction.x / length, direction.y / length, direction.z / length};
    const world::Ground& g = impl_->ground;
    Span span = {0.0, max_distance_m};
    clip(span, origin.x, d.x, 0.0, g.width_m());
    clip(span, origin.y, d.y, 0.0, g.height_m());
    // Far below and far above there is no surface to meet.
    const shallow::Totals& totals = impl_->read_totals();
    const double margin = 1e-6 + 0.01 * totals.max_depth_m;
    clip(span, origin.z, d.z, impl_->bed.lowest_m() + totals.min_depth_m - margin,
         impl_->bed.highest_m() + totals.max_depth_m + margin);
    if (span.first > span.last) return RayHit{};

    const auto above = [&](double t) {
        return origin.z + t * d.z -
               impl_->surface_at(origin.x + t * d.x, origin.y + t * d.y).level_m;
    };
    // Quarter-cell steps see every crest that the cells resolve; bisection finds the crossing.
    const double flat = std::hypot(d.x, d.y);
    const double stride =
        flat > 0.0 ? 0.25 * g.cell_m / flat : std::max(span.last - span.first, 1e-9);
    double a = span.first, height_a = above(a);
    while (a < span.last) {
        double b = std::min(a + stride, span.last);
        const double height_b = above(b);
        if ((height_a > 0.0) != (height_b > 0.0)) {
            for (int k = 0; k < 60; ++k) {
                const double middle = 0.5 * (a + b);
                ((above(middle) > 0.0) == (height_a > 0.0) ? a : b) = middle;
            }
            const Vec3 point = {origin.x + b * d.x, origin.y + b * d.y, origin.z + b * d.z};
            const Vec2 above_ground = {point.x, point.y};
            Sample s;
            if (const auto ok = sample({&above_ground, 1}, {&s, 1}); !ok) return ok.error();
            return RayHit{
                true, b, point, {double(s.normal[0]), double(s.normal[1]), double(s.normal[2])}};
        }
        a = b;
        height_a = height_b;
    }
    return RayHit{};
} catch (const std::bad_alloc&) {
    return impl_->no_memory("ray_cast: not enough memory for the surface");
}

}  // namespace tarn
