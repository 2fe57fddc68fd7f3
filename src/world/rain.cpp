#include "world/rain.hpp"

#include "base/hash.hpp"
#include "scene/describe.hpp"
#include "world/footprint.hpp"

#include <algorithm>
#include <numbers>

namespace tarn::world {

Rain::Rain(const std::optional<scene::Rain>& rain, const exchange::PlanGrid& grid)
    : grid_(grid), rain_(rain.value_or(scene::Rain{})) {
    find_period();
}

void Rain::find_period() {
    // Heavier rain than this many drops per second is the same water in fewer, larger drops.
    constexpr double kMaxDropsPerSecond = 1e5;
    period_s_ = drop_m3_ = 0.0;
    if (is_even() || !(rain_.rate_mm_per_h > 0.0)) return;
    const double r = rain_.drop_radius_m;
    const double m3_per_s = rain_.rate_mm_per_h / 3.6e6 * grid_.width_m() * grid_.height_m();
    const double drop_m3 = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    period_s_ = 1.0 / std::min(m3_per_s / drop_m3, kMaxDropsPerSecond);
    drop_m3_ = m3_per_s * period_s_;
}

void Rain::set_rate(double rate_mm_per_h, double time_s) {
    if (rate_mm_per_h == rain_.rate_mm_per_h) return;
    rain_.rate_mm_per_h = rate_mm_per_h;
    start_s_ = time_s;
    before_ += fallen_;
    fallen_ = 0;
    find_period();
}

/// Each drop falls within its own period.
void Rain::collect(double time_s, int step, exchange::Forcing& forcing) {
    if (period_s_ == 0.0) return;
    const auto uniform = [&](std::uint64_t use) {
        return uniform01(rain_.seed, 3 * (before_ + fallen_) + use);
    };
    while (start_s_ + (double(fallen_) + uniform(0)) * period_s_ <= time_s) {
        const double x_m = uniform(1) * grid_.width_m(), y_m = uniform(2) * grid_.height_m();
        ++fallen_;
        DepthPatch patch = draw_disc(grid_, {x_m, y_m, rain_.drop_radius_m, 1.0, Profile::Bump});
        double sum = 0.0;
        for (const double depth : patch.depth_m) sum += depth;
        const double scale = drop_m3_ / (sum * grid_.cell_m * grid_.cell_m);
        for (double& depth : patch.depth_m) depth *= scale;
        forcing.add_depth(step, patch);
    }
}

void Rain::save(ByteWriter& out) const {
    out.put(rain_.rate_mm_per_h);
    out.put(start_s_);
    out.put(before_);
    out.put(fallen_);
}

bool Rain::restore(ByteReader& in, double time_s) {
    // Drops that may be due in one step, and as many as are still counted one by one.
    constexpr double kMostDue = 1e7, kMostDrops = 0x1p53;
    rain_.rate_mm_per_h = in.get<double>();
    start_s_ = in.get<double>();
    before_ = in.get<std::uint64_t>();
    fallen_ = in.get<std::uint64_t>();
    if (!scene::contains(scene::kRainRates, rain_.rate_mm_per_h) || !(start_s_ >= 0.0) ||
        !(start_s_ <= time_s) || double(before_) > kMostDrops || double(fallen_) > kMostDrops)
        return false;
    find_period();
    if (period_s_ == 0.0) return true;
    const double due = (time_s - start_s_) / period_s_ - double(fallen_);
    return due >= -2.0 && due <= kMostDue;
}

void Rain::go_on_after(const Rain& other, double time_s) {
    start_s_ = time_s;
    before_ = other.before_ + other.fallen_;
    fallen_ = 0;
}

}  // namespace tarn::world
