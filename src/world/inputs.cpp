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
    const DepthPatch asked = patch;
    water.add_depth(patch);
    book(asked, patch, water.units().cell_m, account);
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

DiscDesc disc_of(const DropDesc& drop) {
    return {drop.at_m.x, drop.at_m.y, drop.radius_m, drop.height_m,
            drop.is_smooth ? Profile::Bump : Profile::TopHat};
}

}  // namespace

void book(const DepthPatch& asked, const DepthPatch& added, double cell_m, Account& account) {
    const double area = cell_m * cell_m;
    for (std::size_t k = 0; k < asked.depth_m.size(); ++k) {
        account.came_in(added.depth_m[k] * area);
        if (asked.depth_m[k] < 0.0)
            account.refused_m3 += std::max(0.0, added.depth_m[k] - asked.depth_m[k]) * area;
    }
}

Inputs::Inputs(const scene::Scene& scene, const Ground& ground)
    : ground_(ground), ground_events_(scene, ground) {
    for (const scene::Event& event : scene.events) {
        if (const auto* drop = std::get_if<scene::DropEvent>(&event)) drops_.push_back(*drop);
        if (const auto* stir = std::get_if<scene::StirEvent>(&event))
            stirs_.push_back({*stir, path_lengths(stir->path_m), {}});
        if (const auto* press = std::get_if<scene::PressEvent>(&event))
            presses_.push_back({*press, {}, {}});
    }
    place_window({});
    std::stable_sort(drops_.begin(), drops_.end(),
                     [](const auto& a, const auto& b) { return a.time_s < b.time_s; });
    constexpr double kMetresPerSecond = 1.0 / 3.6e6;  // of a millimetre per hour
    const bool is_raining = scene.rain && scene.rain->rate_mm_per_h > 0.0;
    const bool is_even = is_raining && scene.rain->drop_radius_m == 0.0;
    if (is_even) sheets_.push_back({scene.rain->rate_mm_per_h * kMetresPerSecond});
    if (scene.water.infiltration_mm_per_h > 0.0)
        sheets_.push_back({-scene.water.infiltration_mm_per_h * kMetresPerSecond});
    if (!is_raining || is_even) return;
    rain_ = scene.rain;
    const double r = rain_->drop_radius_m;
    const double volume_per_s = rain_->rate_mm_per_h / 3.6e6 * ground.width_m() * ground.height_m();
    const double drop_m3 = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    const double per_second = std::min(volume_per_s / drop_m3, kMaxDropsPerSecond);
    rain_period_s_ = 1.0 / per_second;
    rain_drop_m3_ = volume_per_s * rain_period_s_;
}

Vec2 Inputs::on_grid(const scene::Point& at_m) const {
    const Vec2 origin = window_.origin_m(ground_.cell_m);
    return {at_m[0] - origin.x, at_m[1] - origin.y};
}

void Inputs::place_window(Window window) {
    window_ = window;
    for (Press& press : presses_) {
        const Vec2 at = on_grid(press.event.at_m);
        press.weights = draw_shape(
            ground_, {press.event.shape, at.x, at.y, press.event.size_m, press.event.rotate_deg});
    }
}

void Inputs::shift(int di, int dj, Account& account) {
    place_window({window_.i + di, window_.j + dj});
    for (Stir& stir : stirs_) stir.presser.shift(di, dj, ground_, account);
    for (Press& press : presses_) press.presser.shift(di, dj, ground_, account);
    for (auto& [id, finger] : fingers_) {
        finger.presser.shift(di, dj, ground_, account);
        if (!finger.target) continue;
        Vec2& at = finger.target->at_m;
        at = {at.x - di * ground_.cell_m, at.y - dj * ground_.cell_m};
        const bool is_inside =
            at.x >= 0.0 && at.x <= ground_.width_m() && at.y >= 0.0 && at.y <= ground_.height_m();
        if (!is_inside) finger.target.reset();
    }
}

void Inputs::apply(double time_s, shallow::Solver& water, Account& account) {
    std::vector<shallow::DueWater> due;
    collect(time_s, 0, due);
    for (shallow::DueWater& drop : due) add_patch(std::move(drop.patch), water, account);
    add_sheets(time_s, water, account);
    stir(time_s, water, account);
    press_shapes(time_s, water, account);
    move_fingers(water, account);
}

/// Rain drop k falls within its own period, at a moment and a place that depend on the seed and k
/// alone: the rain is the same whatever the lattice step.
void Inputs::collect(double time_s, int step, std::vector<shallow::DueWater>& due) {
    for (; drops_done_ < drops_.size() && drops_[drops_done_].time_s <= time_s; ++drops_done_) {
        const scene::DropEvent& drop = drops_[drops_done_];
        due.push_back(
            {step, draw_disc(ground_, disc_of({on_grid(drop.at_m), drop.radius_m, drop.height_m,
                                               drop.shape == scene::DropShape::Smooth}))});
    }
    if (!rain_) return;
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
        due.push_back({step, std::move(patch)});
    }
}

bool Inputs::asks_water(double time_s) const {
    for (const Sheet& sheet : sheets_)
        if (is_due(sheet, time_s)) return true;
    for (const Stir& s : stirs_)
        if (is_active(s, time_s) || s.presser.holds_water()) return true;
    for (const Press& p : presses_)
        if (share_at(p, time_s) > 0.0 || p.presser.holds_water()) return true;
    return !fingers_.empty();
}

bool Inputs::is_due(const Sheet& sheet, double time_s) const {
    return double(sheet.moments + 1) * kSheetPeriod_s <= time_s;
}

void Inputs::add_sheets(double time_s, shallow::Solver& water, Account& account) {
    for (Sheet& sheet : sheets_) {
        if (!is_due(sheet, time_s)) continue;
        const auto moments = std::uint64_t(time_s / kSheetPeriod_s);
        const double asked_m =
            sheet.owed_m + double(moments - sheet.moments) * kSheetPeriod_s * sheet.rate_m_per_s;
        const shallow::SheetReport done = water.add_sheet(asked_m);
        sheet.moments = moments;
        sheet.owed_m = asked_m - done.depth_m;
        account.came_in(done.volume_m3);
    }
}

void Inputs::add_drop(const DropDesc& drop, shallow::Solver& water, Account& account) const {
    add_patch(draw_disc(ground_, disc_of(drop)), water, account);
}

void Inputs::add_rect(CellRect cells, double depth_m, shallow::Solver& water,
                      Account& account) const {
    DepthPatch patch = {cells.i0, cells.j0, cells.i1 - cells.i0 + 1, cells.j1 - cells.j0 + 1, {}};
    patch.depth_m.assign(std::size_t(patch.nx) * std::size_t(patch.ny), depth_m);
    add_patch(std::move(patch), water, account);
}

bool Inputs::is_active(const Stir& s, double time_s) const {
    const double gone_m = (time_s - s.event.time_s) * s.event.speed_m_per_s;
    return gone_m >= 0.0 && gone_m <= s.length_m.back();
}

void Inputs::stir(double time_s, shallow::Solver& water, Account& account) {
    for (Stir& s : stirs_) {
        if (!is_active(s, time_s) && !s.presser.holds_water()) continue;
        DepthPatch wanted;
        if (is_active(s, time_s)) {
            const double gone_m = (time_s - s.event.time_s) * s.event.speed_m_per_s;
            const Vec2 at = on_grid(point_on_path(s.event.path_m, s.length_m, gone_m));
            wanted = draw_disc(
                ground_, {at.x, at.y, s.event.radius_m, s.event.depth_m, Profile::Paraboloid});
        }
        s.presser.move_to(wanted, water, account);
    }
}

/// How far a shape is pressed in: from 0 to 1 and back.
double Inputs::share_at(const Press& p, double time_s) const {
    const double since = time_s - p.event.time_s;
    const double lift = since - p.event.fall_s - p.event.hold_s;
    const double down = p.event.fall_s > 0.0 ? since / p.event.fall_s : (since >= 0.0 ? 1.0 : 0.0);
    const double up = p.event.fall_s > 0.0 ? lift / p.event.fall_s : (lift >= 0.0 ? 1.0 : 0.0);
    return smooth_step(down) - smooth_step(up);
}

void Inputs::press_shapes(double time_s, shallow::Solver& water, Account& account) {
    for (Press& p : presses_) {
        const double share = share_at(p, time_s);
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
