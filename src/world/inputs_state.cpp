// The inputs' part of a checkpoint: what is done, and what is held aside.
#include "world/inputs.hpp"

#include <cmath>

namespace tarn::world {
namespace {

void save_presser(ByteWriter& out, const Presser& presser) {
    const shallow::DepthPatch& held = presser.held;
    for (const int value : {held.x0, held.y0, held.nx, held.ny}) out.put(value);
    out.put_values(held.depth_m);
}

bool restore_presser(ByteReader& in, Presser& presser) {
    shallow::DepthPatch& held = presser.held;
    for (int* value : {&held.x0, &held.y0, &held.nx, &held.ny}) *value = in.get<int>();
    held.depth_m = in.get_values();
    return in.ok() && held.nx >= 0 && held.ny >= 0 &&
           held.depth_m.size() == std::size_t(held.nx) * std::size_t(held.ny);
}

}  // namespace

void Inputs::save(ByteWriter& out) const {
    out.put(drops_done_);
    out.put(rain_done_);
    out.put(std::uint64_t(stirs_.size()));
    for (const Stir& stir : stirs_) save_presser(out, stir.presser);
    out.put(std::uint64_t(presses_.size()));
    for (const Press& press : presses_) save_presser(out, press.presser);
    out.put(std::uint64_t(fingers_.size()));
    for (const auto& [id, finger] : fingers_) {
        out.put(id);
        out.put(std::uint8_t(finger.target.has_value()));
        out.put(finger.target.value_or(PressDesc{}));
        save_presser(out, finger.presser);
    }
    for (const Sheet& sheet : sheets_) {
        out.put(sheet.moments);
        out.put(sheet.owed_m);
    }
    ground_events_.save(out);
}

bool Inputs::restore(ByteReader& in) {
    drops_done_ = in.get<std::uint64_t>();
    rain_done_ = in.get<std::uint64_t>();
    if (in.get<std::uint64_t>() != stirs_.size()) return false;
    for (Stir& stir : stirs_)
        if (!restore_presser(in, stir.presser)) return false;
    if (in.get<std::uint64_t>() != presses_.size()) return false;
    for (Press& press : presses_)
        if (!restore_presser(in, press.presser)) return false;
    const auto finger_count = in.get<std::uint64_t>();
    fingers_.clear();
    for (std::uint64_t k = 0; k < finger_count && in.ok(); ++k) {
        const int id = in.get<int>();
        const bool is_down = in.get<std::uint8_t>() != 0;
        const auto target = in.get<PressDesc>();
        Finger& finger = fingers_[id];
        if (is_down) finger.target = target;
        if (!restore_presser(in, finger.presser)) return false;
    }
    for (Sheet& sheet : sheets_) {
        sheet.moments = in.get<std::uint64_t>();
        sheet.owed_m = in.get<double>();
    }
    return ground_events_.restore(in) && in.ok() && drops_done_ <= drops_.size();
}

}  // namespace tarn::world
