#include "world/ground_events.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::world {
namespace {

/// Cells whose centres are in the box, as solids take them.
exchange::CellArea cells_in(const PlanGrid& grid, const scene::Box& box) {
    const auto& [x0, y0, x1, y1] = box.corners_m;
    exchange::CellArea area;
    const auto range = [](int count, auto centre_m, double low_m, double high_m, int& first) {
        first = 0;
        while (first < count && centre_m(first) < low_m) ++first;
        int last = first;
        while (last < count && centre_m(last) < high_m) ++last;
        return last - first;
    };
    area.nx = range(
        grid.nx, [&](int i) { return grid.x_m(i); }, x0, x1, area.x0);
    area.ny = range(
        grid.ny, [&](int j) { return grid.y_m(j); }, y0, y1, area.y0);
    return area;
}

}  // namespace

GroundEvents::GroundEvents(const scene::Scene& scene, const PlanGrid& grid) {
    for (const scene::Event& event : scene.events) {
        if (const auto* open = std::get_if<scene::OpenEvent>(&event))
            gates_.push_back({open->time_s, {cells_in(grid, open->box), false}});
        if (const auto* close = std::get_if<scene::CloseEvent>(&event))
            gates_.push_back({close->time_s, {cells_in(grid, close->box), true}});
        if (const auto* dig = std::get_if<scene::DigEvent>(&event)) digs_.push_back({*dig, 0});
    }
    std::stable_sort(gates_.begin(), gates_.end(),
                     [](const Gate& a, const Gate& b) { return a.time_s < b.time_s; });
}

/// How many of kParts are due.
int GroundEvents::part_at(const scene::DigEvent& dig, double time_s) {
    if (time_s < dig.time_s) return 0;
    const double since_s = time_s - dig.time_s;
    if (since_s >= dig.over_s) return kParts;
    return int(std::floor(since_s / dig.over_s * kParts));
}

DigDesc GroundEvents::piece_of(const scene::DigEvent& dig, int parts) {
    return {{dig.at_m[0], dig.at_m[1]},
            dig.radius_m,
            dig.depth_m * parts / kParts,
            dig.shape == scene::DropShape::Smooth};
}

bool GroundEvents::is_due(double time_s) const {
    if (gates_done_ < gates_.size() && gates_[gates_done_].time_s <= time_s) return true;
    return std::any_of(digs_.begin(), digs_.end(), [&](const Digging& digging) {
        return part_at(digging.event, time_s) > digging.done;
    });
}

void GroundEvents::save(ByteWriter& out) const {
    if (!is_any()) return;
    out.put(std::uint64_t(gates_.size()));
    out.put(gates_done_);
    out.put(std::uint64_t(digs_.size()));
    for (const Digging& digging : digs_) out.put(digging.done);
}

bool GroundEvents::restore(ByteReader& in) {
    if (!is_any()) return true;
    if (in.get<std::uint64_t>() != gates_.size()) return false;
    gates_done_ = in.get<std::uint64_t>();
    if (in.get<std::uint64_t>() != digs_.size()) return false;
    bool are_parts = true;
    for (Digging& digging : digs_) {
        digging.done = in.get<int>();
        are_parts &= digging.done >= 0 && digging.done <= kParts;
    }
    return in.ok() && are_parts && gates_done_ <= gates_.size();
}

bool GroundEvents::skip(ByteReader& in) {
    in.get<std::uint64_t>();
    in.get<std::uint64_t>();
    const auto digs = in.get<std::uint64_t>();
    for (std::uint64_t k = 0; k < digs && in.ok(); ++k) in.get<int>();
    return in.ok();
}

void GroundEvents::go_on_from(double time_s) {
    gates_done_ = std::uint64_t(
        std::ranges::count_if(gates_, [&](const Gate& gate) { return gate.time_s < time_s; }));
    for (Digging& digging : digs_) digging.done = part_at(digging.event, time_s);
}

}  // namespace tarn::world
