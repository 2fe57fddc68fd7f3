// The inputs' part of a checkpoint: what is done, and what is held aside.
#include "world/inputs.hpp"

#include <cmath>

namespace tarn::world {
namespace {

void save_holder(ByteWriter& out, const Holder& holder) {
    const exchange::CellArea& area = holder.held().area;
    for (const int value : {area.x0, area.y0, area.nx, area.ny}) out.put(value);
    out.put_values(holder.held().depth_m);
}

bool restore_holder(ByteReader& in, Holder& holder) {
    exchange::DepthPatch held;
    exchange::CellArea& area = held.area;
    for (int* value : {&area.x0, &area.y0, &area.nx, &area.ny}) *value = in.get<int>();
    held.depth_m = in.get_values();
    const bool fits =
        in.ok() && area.nx >= 0 && area.ny >= 0 && held.depth_m.size() == area.count();
    if (fits) holder.restore(std::move(held));
    return fits;
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

bool Inputs::restore(ByteReader& in) {
    drops_done_ = in.get<std::uint64_t>();
    settings_done_ = in.get<std::uint64_t>();
    rain_.restore(in);
    if (in.get<std::uint64_t>() != stirs_.size()) return false;
    for (Stir& stir : stirs_)
        if (!restore_holder(in, stir.holder)) return false;
    if (in.get<std::uint64_t>() != presses_.size()) return false;
    for (Press& press : presses_)
        if (!restore_holder(in, press.holder)) return false;
    const auto finger_count = in.get<std::uint64_t>();
    fingers_.clear();
    for (std::uint64_t k = 0; k < finger_count && in.ok(); ++k) {
        const int id = in.get<int>();
        const bool is_down = in.get<std::uint8_t>() != 0;
        const auto target = in.get<PressDesc>();
        Finger& finger = fingers_[id];
        if (is_down) finger.target = target;
        if (!restore_holder(in, finger.holder)) return false;
    }
    for (Sheet* sheet : {&rain_sheet_, &seepage_}) {
        sheet->rate_m_per_s = in.get<double>();
        sheet->moments = in.get<std::uint64_t>();
        sheet->owed_m = in.get<double>();
    }
    return ground_events_.restore(in) && in.ok() && drops_done_ <= drops_.size() &&
           settings_done_ <= settings_.size();
}

}  // namespace tarn::world
