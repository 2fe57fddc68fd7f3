// The inputs' part of a checkpoint: what is done, and what is held aside.
#include "scene/describe.hpp"
#include "world/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace tarn::world {
namespace {

void save_holder(ByteWriter& out, const Holder& holder) {
    const exchange::CellArea& area = holder.held().area;
    for (const int value : {area.x0, area.y0, area.nx, area.ny}) out.put(value);
    out.put_values(holder.held().depth_m);
}

/// Reads as many things as a checkpoint says there are; each takes some of its bytes.
template <class Body>
bool for_saved(ByteReader& in, Body&& body) {
    const auto count = in.get<std::uint64_t>();
    for (std::uint64_t k = 0; k < count && in.ok(); ++k)
        if (!body()) return false;
    return in.ok();
}

template <class Event>
std::uint64_t count_before(const std::vector<Event>& events, double time_s) {
    return std::uint64_t(
        std::ranges::count_if(events, [&](const Event& event) { return event.time_s < time_s; }));
}

}  // namespace

void Inputs::save(ByteWriter& out) const {
    out.put(drops_done_);
    out.put(settings_done_);
    rain_.save(out);
    out.put(std::uint64_t(stirs_.size()));
    for (const Stir& stir : stirs_) save_holder(out, stir.holder);
    out.put(std::uint64_t(presses_.size()));
    for (const Press& press : presses_) save_holder(out, press.holder);
    out.put(std::uint64_t(fingers_.size()));
    for (const auto& [id, finger] : fingers_) {
        out.put(id);
        out.put(std::uint8_t(finger.target.has_value()));
        out.put(finger.target.value_or(PressDesc{}));
        save_holder(out, finger.holder);
    }
    for (const Sheet* sheet : {&rain_sheet_, &seepage_}) {
        out.put(sheet->rate_m_per_s);
        out.put(sheet->moments);
        out.put(sheet->owed_m);
    }
    ground_events_.save(out);
}

bool Inputs::restore_holder(ByteReader& in, Holder& holder) const {
    exchange::DepthPatch held;
    exchange::CellArea& area = held.area;
    for (int* value : {&area.x0, &area.y0, &area.nx, &area.ny}) *value = in.get<int>();
    held.depth_m = in.get_values();
    const auto is_within = [](int first, int count, int size) {
        return first >= 0 && first <= size && count >= 0 && count <= size - first;
    };
    if (!in.ok() || !is_within(area.x0, area.nx, grid_.nx) ||
        !is_within(area.y0, area.ny, grid_.ny) || held.depth_m.size() != area.count())
        return false;
    if (!std::ranges::all_of(
            held.depth_m, [](double depth_m) { return std::abs(depth_m) <= scene::kMaxHeight_m; }))
        return false;
    holder.restore(std::move(held));
    return true;
}

/// Water that is held by something that is no longer there comes back with the next step, as under
/// a finger that was lifted.
void Inputs::lift(std::vector<Holder>&& left) {
    int id = std::numeric_limits<int>::min();
    for (Holder& holder : left) {
        if (!holder.holds_water()) continue;
        while (fingers_.contains(id)) ++id;
        fingers_[id].holder = std::move(holder);
    }
}

/// What is done, and what is held by stirs and presses; `left` gets those that are no longer there.
bool Inputs::restore_events(ByteReader& in, const RestoreDesc& desc, std::vector<Holder>& left) {
    drops_done_ = in.get<std::uint64_t>();
    settings_done_ = in.get<std::uint64_t>();
    const Rain from_scene = rain_;
    if (!rain_.restore(in, desc.time_s)) return false;
    if (desc.differences.touch("rain")) {
        const Rain before = rain_;
        rain_ = from_scene;
        rain_.go_on_after(before, desc.time_s);
    } else if (!rain_.can_be_of(desc.time_s)) {
        return false;
    }
    std::vector<Holder> stirs, presses;
    for (std::vector<Holder>* holders : {&stirs, &presses})
        if (!for_saved(in, [&] { return restore_holder(in, holders->emplace_back()); }))
            return false;
    if (desc.differences.touch("events")) {
        drops_done_ = count_before(drops_, desc.time_s);
        settings_done_ = count_before(settings_, desc.time_s);
        left = std::move(stirs);
        std::ranges::move(presses, std::back_inserter(left));
        return true;
    }
    if (stirs.size() != stirs_.size() || presses.size() != presses_.size()) return false;
    for (std::size_t k = 0; k < stirs.size(); ++k) stirs_[k].holder = std::move(stirs[k]);
    for (std::size_t k = 0; k < presses.size(); ++k) presses_[k].holder = std::move(presses[k]);
    return drops_done_ <= drops_.size() && settings_done_ <= settings_.size();
}

bool Inputs::restore_fingers(ByteReader& in) {
    const auto is_on = [](double at_m, double size_m) { return at_m >= 0.0 && at_m <= size_m; };
    return for_saved(in, [&] {
        const int id = in.get<int>();
        const bool is_down = in.get<std::uint8_t>() != 0;
        const auto target = in.get<PressDesc>();
        Finger& finger = fingers_[id];
        if (is_down) finger.target = target;
        const bool is_good = is_on(target.at_m.x, grid_.width_m()) &&
                             is_on(target.at_m.y, grid_.height_m()) && target.radius_m > 0.0 &&
                             std::isfinite(target.radius_m) && target.depth_m >= 0.0 &&
                             std::isfinite(target.depth_m);
        return (!is_down || is_good) && restore_holder(in, finger.holder);
    });
}

/// `is_new`: from `time_s` on it falls at the rate of the scene, and owes what it owed.
bool Inputs::restore_sheet(ByteReader& in, double time_s, bool is_new, Sheet& sheet) {
    const double rate_m_per_s = in.get<double>(), moments_so_far = time_s / kSheetPeriod_s;
    sheet.moments = in.get<std::uint64_t>();
    sheet.owed_m = in.get<double>();
    const bool is_good = (is_new || rate_m_per_s == sheet.rate_m_per_s) &&
                         double(sheet.moments) <= moments_so_far &&
                         std::abs(sheet.owed_m) <= scene::kMaxHeight_m;
    if (is_new) sheet.moments = std::uint64_t(moments_so_far);
    return in.ok() && is_good;
}

bool Inputs::restore_sheets(ByteReader& in, const RestoreDesc& desc) {
    rain_sheet_.rate_m_per_s = rain_.is_even() ? rain_.rate_mm_per_h() * kMetresPerSecond : 0.0;
    return restore_sheet(in, desc.time_s, desc.differences.touch("rain"), rain_sheet_) &&
           restore_sheet(in, desc.time_s, desc.differences.touch("water.infiltration"), seepage_);
}

bool Inputs::restore_ground(ByteReader& in, const RestoreDesc& desc) {
    if (!desc.differences.touch("events"))
        return desc.has_ground_events == ground_events_.is_any() && ground_events_.restore(in);
    ground_events_.go_on_from(desc.time_s);
    return !desc.has_ground_events || GroundEvents::skip(in);
}

bool Inputs::restore(ByteReader& in, const RestoreDesc& desc) {
    std::vector<Holder> left;
    const bool is_good = restore_events(in, desc, left) && restore_fingers(in) &&
                         restore_sheets(in, desc) && restore_ground(in, desc);
    if (is_good) lift(std::move(left));
    return is_good;
}

}  // namespace tarn::world
