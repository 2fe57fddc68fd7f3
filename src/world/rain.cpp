#include "world/rain.hpp"

#include "base/hash.hpp"
#include "scene/describe.hpp"
#include "world/footprint.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tarn::world {
namespace {

// Heavier rain than this many drops per second is the same water in fewer, larger drops.
constexpr double kMaxDropsPerSecond = 1e5;

/// The time in which a slow wave, of 1 m/s, crosses a cell: no step is much longer.
double crossing_s(const exchange::PlanGrid& grid) {
    return grid.cell_m / 1.0;
}
/// Of showers: about a step in water of a few metres.
double shower_period_s(const exchange::PlanGrid& grid) {
    return 0.1 * crossing_s(grid);
}

/// How many cells the footprint of a drop has, about.
double cells_of_drop(const exchange::PlanGrid& grid, double radius_m) {
    const double across = 2.0 * std::max(radius_m / grid.cell_m, kSmallestRadius) + 1.0;
    return std::min(across * across, double(grid.cell_count()));
}
/// Drops whose footprints cover every cell so many times within a crossing are no longer seen as
/// drops; as showers their work and memory are those of the cells.
constexpr double kMostPerCell = 16.0;

/// The number of drops on a cell varies by its root, as chance has it, which a uniform number
/// between 1 - spread and 1 + spread does with spread^2 = 3 / number. Some variation always stays,
/// so that the thin water of one shower is not rounded in the same direction in all cells of a
/// still sea.
constexpr double kLeastSpread = 1.0 / 16.0;

}  // namespace

Rain::Rain(const std::optional<scene::Rain>& rain, const exchange::PlanGrid& grid)
    : grid_(grid), rain_(rain.value_or(scene::Rain{})) {
    find_period();
}

void Rain::find_period() {
    period_s_ = portion_m3_ = spread_ = 0.0;
    is_showers_ = false;
    if (is_even() || !(rain_.rate_mm_per_h > 0.0)) return;
    const double r = rain_.drop_radius_m, cells = double(grid_.cell_count());
    const double m3_per_s = rain_.rate_mm_per_h / 3.6e6 * grid_.width_m() * grid_.height_m();
    const double drops_per_s = m3_per_s / (4.0 / 3.0 * std::numbers::pi * r * r * r);
    is_showers_ =
        std::min(drops_per_s, kMaxDropsPerSecond) * crossing_s(grid_) * cells_of_drop(grid_, r) >
        kMostPerCell * cells;
    period_s_ =
        is_showers_ ? shower_period_s(grid_) : 1.0 / std::min(drops_per_s, kMaxDropsPerSecond);
    portion_m3_ = m3_per_s * period_s_;
    const double drops_per_cell = drops_per_s * period_s_ / cells;
    spread_ = std::clamp(std::sqrt(3.0 / drops_per_cell), kLeastSpread, 1.0);
}

std::optional<Rain::Schedule> Rain::schedule() const {
    if (period_s_ == 0.0) return std::nullopt;
    const double r = rain_.drop_radius_m,
                 m3_per_s = rain_.rate_mm_per_h / 3.6e6 * grid_.width_m() * grid_.height_m(),
                 drops_per_s = m3_per_s / (4.0 / 3.0 * std::numbers::pi * r * r * r);
    return Schedule{start_s_, 1.0 / std::min(drops_per_s, kMaxDropsPerSecond), r,
                    is_showers_ ? 0 : before_, rain_.seed};
}

void Rain::set_rate(double rate_mm_per_h, double time_s) {
    if (rate_mm_per_h == rain_.rate_mm_per_h) return;
    rain_.rate_mm_per_h = rate_mm_per_h;
    // A shower has fallen for the whole of its period: that is over before the next one falls.
    start_s_ = std::max(time_s, is_showers_ ? start_s_ + double(fallen_) * period_s_ : start_s_);
    before_ += fallen_;
    fallen_ = 0;
    find_period();
}

void Rain::collect(double time_s, int step, exchange::Forcing& forcing) {
    if (period_s_ == 0.0) return;
    if (is_showers_)
        collect_showers(time_s, step, forcing);
    else
        collect_drops(time_s, step, forcing);
}

Rain::Schedule::Fall Rain::Schedule::drop(std::uint64_t k, const exchange::PlanGrid& grid) const {
    const auto uniform = [&](std::uint64_t use) { return uniform01(seed, 3 * (before + k) + use); };
    return {start_s + (double(k) + uniform(0)) * period_s,
            {uniform(1) * grid.width_m(), uniform(2) * grid.height_m()}};
}

void Rain::collect_drops(double time_s, int step, exchange::Forcing& forcing) {
    const Schedule schedule = {start_s_, period_s_, rain_.drop_radius_m, before_, rain_.seed};
    while (true) {
        const Schedule::Fall fall = schedule.drop(fallen_, grid_);
        if (!(fall.time_s <= time_s)) return;
        ++fallen_;
        draw_disc(grid_, {fall.at_m.x, fall.at_m.y, rain_.drop_radius_m, 1.0, Profile::Bump},
                  drop_);
        double sum = 0.0;
        for (const double depth : drop_.depth_m) sum += depth;
        const double scale = portion_m3_ / (sum * grid_.cell_m * grid_.cell_m);
        for (double& depth : drop_.depth_m) depth *= scale;
        forcing.add_depth(step, drop_);
    }
}

/// Each shower falls at the beginning of its period, so that after whole periods all of their water
/// is there. Those of one step are one footprint.
void Rain::collect_showers(double time_s, int step, exchange::Forcing& forcing) {
    const std::uint64_t cells = grid_.cell_count();
    const auto is_due = [&] { return start_s_ + double(fallen_) * period_s_ <= time_s; };
    if (!is_due()) return;
    DepthPatch sum({0, 0, grid_.nx, grid_.ny});
    std::vector<double> share(cells);
    while (is_due()) {
        const std::uint64_t first = (before_ + fallen_) * cells;
        double total = 0.0;
        for (std::uint64_t n = 0; n < cells; ++n) {
            share[n] = 1.0 + spread_ * (2.0 * uniform01(rain_.seed, first + n) - 1.0);
            total += share[n];
        }
        const double scale = portion_m3_ / (total * grid_.cell_m * grid_.cell_m);
        for (std::uint64_t n = 0; n < cells; ++n) sum.depth_m[n] += scale * share[n];
        ++fallen_;
    }
    forcing.add_depth(step, sum);
}

void Rain::save(ByteWriter& out) const {
    out.put(rain_.rate_mm_per_h);
    out.put(start_s_);
    out.put(before_);
    out.put(fallen_);
}

bool Rain::restore(ByteReader& in, double time_s) {
    constexpr double kMostDrops = 0x1p53;  // as many as are still counted one by one
    rain_.rate_mm_per_h = in.get<double>();
    start_s_ = in.get<double>();
    before_ = in.get<std::uint64_t>();
    fallen_ = in.get<std::uint64_t>();
    if (!scene::contains(scene::kRainRates, rain_.rate_mm_per_h) || !(start_s_ >= 0.0) ||
        !(start_s_ <= time_s + shower_period_s(grid_)) || double(before_) > kMostDrops ||
        double(fallen_) > kMostDrops)
        return false;
    find_period();
    return true;
}

bool Rain::can_be_of(double time_s) const {
    // Drops and showers that may be due in one step.
    constexpr double kMostDropsDue = 1e7, kMostShowersDue = 1e3;
    if (period_s_ == 0.0) return true;
    const double due = (time_s - start_s_) / period_s_ - double(fallen_);
    return due >= -2.0 && due <= (is_showers_ ? kMostShowersDue : kMostDropsDue);
}

void Rain::go_on_after(const Rain& other, double time_s) {
    start_s_ = time_s;
    before_ = other.before_ + other.fallen_;
    fallen_ = 0;
}

}  // namespace tarn::world
