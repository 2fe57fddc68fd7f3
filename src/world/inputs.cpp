#include "world/inputs.hpp"

#include "base/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tarn::world {
namespace {

double smooth_step(double t) {
    const double c = std::clamp(t, 0.0, 1.0);
    return c * c * (3.0 - 2.0 * c);
}

std::vector<double> path_lengths(const std::vector<scene::Point>& path) {
    std::vector<double> lengths = {0.0};
    for (std::size_t k = 1; k < path.size(); ++k)
        lengths.push_back(lengths.back() + elementary::hypotenuse(path[k][0] - path[k - 1][0],
                                                                  path[k][1] - path[k - 1][1]));
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

double sum_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Books what falling water really added, given what was asked for.
void book(double asked_m, double added_m, double cell_m, Account& account) {
    account.came_in(added_m * cell_m * cell_m);
    if (asked_m < 0.0) account.refused_m3 += std::max(0.0, added_m - asked_m) * cell_m * cell_m;
}

/// Values of the drops that fall before one step, at about which the others wait for the next step:
/// a scene may have very many at one moment, as large as the water.
std::size_t most_drop_values(const PlanGrid& grid) {
    constexpr std::size_t kMostWaters = 8, kAlways = std::size_t{1} << 22;
    return std::max(kMostWaters * grid.cell_count(), kAlways);
}

/// No cells; the memory stays.
void clear(DepthPatch& patch) {
    patch.area = {};
    patch.depth_m.clear();
}

template <class Event>
void sort_by_time(std::vector<Event>& events) {
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.time_s < b.time_s; });
}

}  // namespace

DepthPatch footprint_of(const DropDesc& drop, const PlanGrid& grid) {
    return draw_disc(grid, {drop.at_m.x, drop.at_m.y, drop.radius_m, drop.height_m,
                            drop.is_smooth ? Profile::Bump : Profile::TopHat});
}

void add_now(const DepthPatch& patch, water::Water& water, Account& account) {
    exchange::Forcing forcing;
    forcing.add_depth(0, patch);
    water.apply(forcing);
    book(sum_of(patch.depth_m), sum_of(forcing.plane(0)), water.grid().cell_m, account);
}

Inputs::Inputs(const scene::Scene& scene, const PlanGrid& grid)
    : grid_(grid), rain_(scene.rain, grid), ground_events_(scene, grid) {
    for (const scene::Event& event : scene.events) {
        if (const auto* drop = std::get_if<scene::DropEvent>(&event)) drops_.push_back(*drop);
        if (const auto* set = std::get_if<scene::SetEvent>(&event)) settings_.push_back(*set);
        if (const auto* stir = std::get_if<scene::StirEvent>(&event))
            stirs_.push_back({*stir, path_lengths(stir->path_m), {}});
        if (const auto* press = std::get_if<scene::PressEvent>(&event))
            presses_.push_back({*press, {}, {}});
    }
    sort_by_time(drops_);
    sort_by_time(settings_);
    place_window({});
    if (rain_.is_even()) rain_sheet_.rate_m_per_s = rain_.rate_mm_per_h() * kMetresPerSecond;
    seepage_.rate_m_per_s = -scene.water.infiltration_mm_per_h * kMetresPerSecond;
}

Vec2 Inputs::on_grid(const scene::Point& at_m) const {
    const Vec2 origin = window_.origin_m(grid_.cell_m);
    return {at_m[0] - origin.x, at_m[1] - origin.y};
}

void Inputs::place_window(Window window) {
    window_ = window;
    for (Press& press : presses_) press.weights = {};
}

void Inputs::shift(int di, int dj, Account& account) {
    place_window({window_.i + di, window_.j + dj});
    for_holders([&](Holder& holder) { holder.shift(di, dj, grid_, account); });
    for (auto& [id, finger] : fingers_) {
        if (!finger.target) continue;
        Vec2& at = finger.target->at_m;
        at = {at.x - di * grid_.cell_m, at.y - dj * grid_.cell_m};
        const bool is_inside =
            at.x >= 0.0 && at.x <= grid_.width_m() && at.y >= 0.0 && at.y <= grid_.height_m();
        if (!is_inside) finger.target.reset();
    }
}

template <class Body>
void Inputs::for_holders(Body&& body) {
    for (Stir& stir : stirs_) body(stir.holder);
    for (Press& press : presses_) body(press.holder);
    for (auto& [id, finger] : fingers_) body(finger.holder);
}

void Inputs::collect(double time_s, int step, exchange::Forcing& forcing) {
    if (step == 0) before_ = Mark{drops_done_, rain_.fallen()};
    const std::size_t first = forcing.forces().size();
    const std::size_t values_before = forcing.values().size();
    for (; drops_done_ < drops_.size() && drops_[drops_done_].time_s <= time_s; ++drops_done_) {
        if (forcing.values().size() - values_before >= most_drop_values(grid_)) break;
        const scene::DropEvent& drop = drops_[drops_done_];
        const bool is_smooth = drop.shape == scene::DropShape::Smooth;
        forcing.add_depth(step, world::footprint_of(DropDesc{on_grid(drop.at_m), drop.radius_m,
                                                             drop.height_m, is_smooth},
                                                    grid_));
    }
    rain_.collect(time_s, step, forcing);
    for (std::size_t k = first; k < forcing.forces().size(); ++k)
        falling_.push_back({int(k), sum_of(forcing.plane(int(k)))});
    for (Stir& stir : stirs_)
        if (is_active(stir, time_s) || stir.holder.holds_water()) {
            draw(stir, time_s);
            stir.holder.collect(wanted_, step, forcing);
        }
    for (Press& press : presses_) {
        // A scene may have very many: only those that are down keep their shape.
        if (share_at(press, time_s) > 0.0 || press.holder.holds_water()) {
            draw(press, time_s);
            press.holder.collect(wanted_, step, forcing);
        } else {
            press.weights = {};
        }
    }
    for (auto& [id, finger] : fingers_) {
        draw(finger);
        finger.holder.collect(wanted_, step, forcing);
    }
    marks_.push_back({drops_done_, rain_.fallen()});
}

void Inputs::taken(int steps, const exchange::Forcing& done, Account& account) {
    for (const Falling& falling : falling_) {
        if (done.forces()[std::size_t(falling.force)].step > steps) break;
        book(falling.asked_m, sum_of(done.plane(falling.force)), grid_.cell_m, account);
    }
    for_holders([&](Holder& holder) { holder.taken(steps, done, grid_.cell_m, account); });
    std::erase_if(fingers_, [](const auto& entry) {
        return !entry.second.target && !entry.second.holder.holds_water();
    });
    if (std::size_t(steps) < marks_.size()) rewind(marks_[std::size_t(steps)]);
    falling_.clear();
    marks_.clear();
    before_.reset();
}

void Inputs::forget() {
    if (before_) rewind(*before_);
    for_holders([](Holder& holder) { holder.forget(); });
    falling_.clear();
    marks_.clear();
    before_.reset();
}

void Inputs::rewind(const Mark& mark) {
    drops_done_ = mark.drops;
    rain_.rewind(mark.rain);
}

bool Inputs::is_due(const Sheet& sheet, double time_s) const {
    return sheet.rate_m_per_s != 0.0 && double(sheet.moments + 1) * kSheetPeriod_s <= time_s;
}

bool Inputs::has_sheet_due(double time_s) const {
    return is_due(rain_sheet_, time_s) || is_due(seepage_, time_s);
}

void Inputs::add_sheets(double time_s, water::Water& water, Account& account) {
    for (Sheet* sheet : {&rain_sheet_, &seepage_}) {
        if (!is_due(*sheet, time_s)) continue;
        const auto moments = std::uint64_t(time_s / kSheetPeriod_s);
        const double asked_m =
            sheet->owed_m + double(moments - sheet->moments) * kSheetPeriod_s * sheet->rate_m_per_s;
        const water::SheetReport done = water.add_sheet(asked_m);
        sheet->moments = moments;
        sheet->owed_m = asked_m - done.depth_m;
        account.came_in(done.volume_m3);
    }
}

bool Inputs::has_setting_due(double time_s) const {
    return settings_done_ < settings_.size() && settings_[settings_done_].time_s <= time_s;
}

std::uint64_t Inputs::apply_settings(double time_s, LiveSettings& settings) const {
    std::uint64_t done = settings_done_;
    for (; done < settings_.size() && settings_[done].time_s <= time_s; ++done) {
        const scene::SetEvent& set = settings_[done];
        if (set.wind_m_per_s)
            settings.wind_m_per_s = {(*set.wind_m_per_s)[0], (*set.wind_m_per_s)[1]};
        settings.viscosity_m2_per_s = set.viscosity_m2_per_s.value_or(settings.viscosity_m2_per_s);
        settings.manning_s_per_m13 = set.manning_s_per_m13.value_or(settings.manning_s_per_m13);
        settings.rain_mm_per_h = set.rain_mm_per_h.value_or(settings.rain_mm_per_h);
        for (std::size_t e = 0; e < settings.inflow.size(); ++e)
            if (set.inflow[e]) settings.inflow[e] = set.inflow[e];
    }
    return done;
}

void Inputs::set_rain(double rate_mm_per_h, double time_s) {
    rain_.set_rate(rate_mm_per_h, time_s);
    if (!rain_.is_even()) return;
    // An even sheet that begins now owes nothing for the time before.
    if (rain_sheet_.rate_m_per_s == 0.0)
        rain_sheet_.moments = std::uint64_t(time_s / kSheetPeriod_s);
    rain_sheet_.rate_m_per_s = rate_mm_per_h * kMetresPerSecond;
}

bool Inputs::is_active(const Stir& s, double time_s) const {
    const double gone_m = (time_s - s.event.time_s) * s.event.speed_m_per_s;
    return gone_m >= 0.0 && gone_m <= s.length_m.back();
}

void Inputs::draw(const Stir& s, double time_s) {
    clear(wanted_);
    if (!is_active(s, time_s)) return;
    const double gone_m = (time_s - s.event.time_s) * s.event.speed_m_per_s;
    const Vec2 at = on_grid(point_on_path(s.event.path_m, s.length_m, gone_m));
    draw_disc(grid_, {at.x, at.y, s.event.radius_m, s.event.depth_m, Profile::Paraboloid}, wanted_);
}

/// How far a shape is pressed in: from 0 to 1 and back.
double Inputs::share_at(const Press& p, double time_s) const {
    const double since = time_s - p.event.time_s;
    const double lift = since - p.event.fall_s - p.event.hold_s;
    const double down = p.event.fall_s > 0.0 ? since / p.event.fall_s : (since >= 0.0 ? 1.0 : 0.0);
    const double up = p.event.fall_s > 0.0 ? lift / p.event.fall_s : (lift >= 0.0 ? 1.0 : 0.0);
    return smooth_step(down) - smooth_step(up);
}

void Inputs::draw(Press& p, double time_s) {
    clear(wanted_);
    const double share = share_at(p, time_s);
    if (share <= 0.0) return;
    if (p.weights.is_empty()) {
        const Vec2 at = on_grid(p.event.at_m);
        p.weights =
            draw_shape(grid_, {p.event.shape, at.x, at.y, p.event.size_m, p.event.rotate_deg});
    }
    wanted_ = p.weights;
    for (double& depth : wanted_.depth_m) depth *= share * p.event.depth_m;
}

void Inputs::draw(const Finger& finger) {
    clear(wanted_);
    if (!finger.target) return;
    draw_disc(grid_,
              {finger.target->at_m.x, finger.target->at_m.y, finger.target->radius_m,
               finger.target->depth_m, Profile::Paraboloid},
              wanted_);
}

bool Inputs::release(int id) {
    const auto finger = fingers_.find(id);
    if (finger == fingers_.end()) return false;
    finger->second.target.reset();
    return true;
}

}  // namespace tarn::world
