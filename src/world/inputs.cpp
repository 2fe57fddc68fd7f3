#include "world/inputs.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::world {
namespace {

using shallow::DepthPatch;

// Heavier rain than this many drops per second is the same water in fewer, larger drops.
constexpr double kMaxDropsPerSecond = 1e5;

void add_patch(DepthPatch patch, shallow::Solver& water, Account& account) {
    const std::vector<double> asked = patch.depth_m;
    water.add_depth(patch);
    const double area = water.units().cell_m * water.units().cell_m;
    for (std::size_t k = 0; k < asked.size(); ++k) {
        account.came_in(patch.depth_m[k] * area);
        if (asked[k] < 0.0) account.refused_m3 += std::max(0.0, patch.depth_m[k] - asked[k]) * area;
    }
}

double smooth_step(double t) {
    const double c = std::clamp(t, 0.0, 1.0);
    return c * c * (3.0 - 2.0 * c);
}

std::vector<double> path_lengths(const std::vector<scene::Point>& path) {
    std::vector<double> lengths = {0.0};
    for (std::size_t k = 1; k < path.size(); ++k)
        lengths.push_back(lengths.back() +
                          std::hypot(path[k][0] - path[k - 1][0], path[k][1] - path[k - 1][1]));
    return lengths;
}

scene::Point point_on_path(const std::vector<scene::Point>& path,
                           const std::vector<double>& lengths, double length_m) {
    std::size_t k = 1;
    while (k + 1 < path.size() && lengths[k] < length_m) ++k;
    const double piece = lengths[k] - lengths[k - 1];
    const double t = piece > 0.0 ? std::clamp((length_m - lengths[k - 1]) / piece, 0.0, 1.0) : 0.0;
    return {path[k - 1][0] + t * (path[k][0] - path[k - 1][0]),
            path[k - 1][1] + t * (path[k][1] - path[k - 1][1])};
}

}  // namespace

Inputs::Inputs(const scene::Scene& scene, const Ground& ground) : ground_(ground) {
    for (const scene::Event& event : scene.events) {
        if (const auto* drop = std::get_if<scene::DropEvent>(&event)) drops_.push_back(*drop);
        if (const auto* stir = std::get_if<scene::StirEvent>(&event))
            stirs_.push_back({*stir, path_lengths(stir->path_m), {}});
        if (const auto* press = std::get_if<scene::PressEvent>(&event))
            presses_.push_back({*press,
                                draw_shape(ground, {press->shape, press->at_m[0], press->at_m[1],
                                                    press->size_m, press->rotate_deg}),
                                {}});
    }
    std::stable_sort(drops_.begin(), drops_.end(),
                     [](const auto& a, const auto& b) { return a.time_s < b.time_s; });
    if (!scene.rain || scene.rain->rate_mm_per_h <= 0.0) return;
    rain_ = scene.rain;
    const double r = rain_->drop_radius_m;
    const double volume_per_s = rain_->rate_mm_per_h / 3.6e6 * ground.width_m() * ground.height_m();
    const double drop_m3 = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    const double per_second = std::min(volume_per_s / drop_m3, kMaxDropsPerSecond);
    rain_period_s_ = 1.0 / per_second;
    rain_drop_m3_ = volume_per_s * rain_period_s_;
}

void Inputs::apply(double time_s, shallow::Solver& water, Account& account) {
    for (; drops_done_ < drops_.size() && drops_[drops_done_].time_s <= time_s; ++drops_done_) {
        const scene::DropEvent& drop = drops_[drops_done_];
        add_drop({{drop.at_m[0], drop.at_m[1]},
                  drop.radius_m,
                  drop.height_m,
                  drop.shape == scene::DropShape::Smooth},
                 water, account);
    }
    if (rain_) rain_until(time_s, water, account);
    stir(time_s, water, account);
    press_shapes(time_s, water, account);
    move_fingers(water, account);
}

void Inputs::add_drop(const DropDesc& drop, shallow::Solver& water, Account& account) const {
    add_patch(draw_disc(ground_, {drop.at_m.x, drop.at_m.y, drop.radius_m, drop.height_m,
                                  drop.is_smooth ? Profile::Bump : Profile::TopHat}),
              water, account);
}

void Inputs::add_rect(CellRect cells, double depth_m, shallow::Solver& water,
                      Account& account) const {
    DepthPatch patch = {cells.i0, cells.j0, cells.i1 - cells.i0 + 1, cells.j1 - cells.j0 + 1, {}};
    patch.depth_m.assign(std::size_t(patch.nx) * std::size_t(patch.ny), depth_m);
    add_patch(std::move(patch), water, account);
}

/// Drop k falls within its own period, at a moment and a place that depend on the seed and k alone:
/// the rain is the same whatever the lattice step.
void Inputs::rain_until(double time_s, shallow::Solver& water, Account& account) {
    const auto uniform = [&](std::uint64_t k, std::uint64_t use) {
        return uniform01(rain_->seed, 3 * k + use);
    };
    while ((double(rain_done_) + uniform(rain_done_, 0)) * rain_period_s_ <= time_s) {
        const std::uint64_t k = rain_done_++;
        DepthPatch patch = draw_disc(
            ground_, {uniform(k, 1) * ground_.width_m(), uniform(k, 2) * ground_.height_m(),
                      rain_->drop_radius_m, 1.0, Profile::Bump});
        double sum = 0.0;
        for (const double depth : patch.depth_m) sum += depth;
        const double scale = rain_drop_m3_ / (sum * ground_.cell_m * ground_.cell_m);
        for (double& depth : patch.depth_m) depth *= scale;
        add_patch(std::move(patch), water, account);
    }
}

void Inputs::stir(double time_s, shallow::Solver& water, Account& account) {
    for (Stir& s : stirs_) {
        const double gone_m = (time_s - s.event.time_s) * s.event.speed_m_per_s;
        const bool is_active = gone_m >= 0.0 && gone_m <= s.length_m.back();
        if (!is_active && !s.presser.holds_water()) continue;
        DepthPatch wanted;
        if (is_active) {
            const scene::Point at = point_on_path(s.event.path_m, s.length_m, gone_m);
            wanted = draw_disc(
                ground_, {at[0], at[1], s.event.radius_m, s.event.depth_m, Profile::Paraboloid});
        }
        s.presser.move_to(wanted, water, account);
    }
}

void Inputs::press_shapes(double time_s, shallow::Solver& water, Account& account) {
    for (Press& p : presses_) {
        const double since = time_s - p.event.time_s;
        const double lift = since - p.event.fall_s - p.event.hold_s;
        const double down =
            p.event.fall_s > 0.0 ? since / p.event.fall_s : (since >= 0.0 ? 1.0 : 0.0);
        const double up = p.event.fall_s > 0.0 ? lift / p.event.fall_s : (lift >= 0.0 ? 1.0 : 0.0);
        const double share = smooth_step(down) - smooth_step(up);
        if (share <= 0.0 && !p.presser.holds_water()) continue;
        DepthPatch wanted;
        if (share > 0.0) {
            wanted = p.weights;
            for (double& depth : wanted.depth_m) depth *= share * p.event.depth_m;
        }
        p.presser.move_to(wanted, water, account);
    }
}

void Inputs::move_fingers(shallow::Solver& water, Account& account) {
    for (auto it = fingers_.begin(); it != fingers_.end();) {
        Finger& finger = it->second;
        DepthPatch wanted;
        if (finger.target)
            wanted = draw_disc(
                ground_, {finger.target->at_m.x, finger.target->at_m.y, finger.target->radius_m,
                          finger.target->depth_m, Profile::Paraboloid});
        finger.presser.move_to(wanted, water, account);
        it = finger.target ? std::next(it) : fingers_.erase(it);
    }
}

bool Inputs::release(int id) {
    const auto finger = fingers_.find(id);
    if (finger == fingers_.end()) return false;
    finger->second.target.reset();
    return true;
}

}  // namespace tarn::world
