#include "solver/volume/hull/owners.hpp"

#include "base/numeric.hpp"

#include <algorithm>

namespace tarn::volume {

HullOwners::HullOwners(exchange::Hulls& hulls, const CellLayout& layout, double cell_m,
                       std::vector<std::uint8_t> is_still)
    : bodies_(&hulls),
      layout_(layout),
      cell_m_(cell_m),
      is_still_(std::move(is_still)),
      owner_(layout.size),
      next_(layout.size) {
    grow();
}

void HullOwners::grow() {
    for (int k = int(hulls_.size()); k < bodies_->count(); ++k)
        hulls_.push_back({.distance = distance_of(bodies_->shape(k))});
}

HullDistance HullOwners::distance_of(const exchange::HullShape& shape) {
    if (shape.kind != exchange::HullShape::Kind::Mesh) return {shape, nullptr};
    std::shared_ptr<const MeshDistance>& table = tables_[shape.mesh.get()];
    if (!table) table = std::make_shared<const MeshDistance>(*shape.mesh, 0.5 * cell_m_);
    return {shape, table};
}

HullPlace HullOwners::place_of(const exchange::HullState& state) const {
    return {(1.0 / cell_m_) * state.centre_m, state.turn};
}

bool HullOwners::must_find() const {
    for (std::size_t k = 0; k < hulls_.size(); ++k)
        if (!hulls_[k].is_covering || !(hulls_[k].place == place_of(bodies_->state(int(k)))))
            return true;
    return false;
}

/// Cells of a hull that no hull before it has.
void HullOwners::stamp(std::size_t number) {
    const SpaceCover& cover = hulls_[number].cover;
    for (int z = cover.begin[2]; z < cover.end[2]; ++z)
        for (int y = cover.begin[1]; y < cover.end[1]; ++y)
            for (int x = cover.begin[0]; x < cover.end[0]; ++x) {
                const std::size_t place = layout_.at(x, y, z);
                if (cover.is_inside[cover.at(x, y, z)] && !is_still_[place] && next_[place] == 0)
                    next_[place] = std::uint16_t(number + 1);
            }
}

void HullOwners::find() {
    changes_.clear();
    std::vector<SpaceCover> boxes;  // that may hold changed cells
    for (std::size_t k = 0; k < hulls_.size(); ++k) {
        Hull& hull = hulls_[k];
        const HullPlace now = place_of(bodies_->state(int(k)));
        if (hull.is_covering && hull.place == now) continue;
        for (int pass = 0; pass < 2; ++pass) {
            SpaceCover& box = boxes.emplace_back();
            std::copy_n(hull.cover.begin, 3, box.begin);
            std::copy_n(hull.cover.end, 3, box.end);
            if (pass == 0) cover_space(hull.distance, now, cell_m_, layout_.cells, hull.cover);
        }
        const Vec3 way = now.centre - hull.place.centre;
        hull.has_jumped = dot(way, way) > 1.0;
        hull.place = now;
        hull.is_covering = true;
    }
    const auto for_cells = [&](auto&& body) {
        for (const SpaceCover& box : boxes)
            for (int z = box.begin[2]; z < box.end[2]; ++z)
                for (int y = box.begin[1]; y < box.end[1]; ++y)
                    for (int x = box.begin[0]; x < box.end[0]; ++x)
                        body(x, y, z, layout_.at(x, y, z));
    };
    const auto overlaps = [&](const SpaceCover& a) {
        return std::ranges::any_of(boxes, [&](const SpaceCover& b) {
            bool does = true;
            for (int axis = 0; axis < 3; ++axis)
                does &= a.begin[axis] < b.end[axis] && b.begin[axis] < a.end[axis];
            return does;
        });
    };
    for_cells([&](int, int, int, std::size_t place) { next_[place] = 0; });
    for (std::size_t k = 0; k < hulls_.size(); ++k)
        if (overlaps(hulls_[k].cover)) stamp(k);
    for_cells([&](int x, int y, int z, std::size_t place) {
        if (owner_[place] == next_[place]) return;
        changes_.push_back({x, y, z, place, owner_[place], next_[place]});
        owner_[place] = next_[place];
    });
}

void HullOwners::put_one(std::size_t number, const HullPlace& place) {
    Hull& hull = hulls_[number];
    hull.place = place;
    hull.is_covering = true;
    cover_space(hull.distance, place, cell_m_, layout_.cells, hull.cover);
    stamp(number);
}

void HullOwners::add_filled(std::size_t number, const HullPlace& place,
                            std::vector<std::uint8_t>& out) const {
    SpaceCover cover;
    cover_space(hulls_[number].distance, place, cell_m_, layout_.cells, cover);
    const auto nx = std::size_t(layout_.cells.n[0]), ny = std::size_t(layout_.cells.n[1]);
    for (int z = cover.begin[2]; z < cover.end[2]; ++z)
        for (int y = cover.begin[1]; y < cover.end[1]; ++y)
            for (int x = cover.begin[0]; x < cover.end[0]; ++x)
                out[(std::size_t(z) * ny + std::size_t(y)) * nx + std::size_t(x)] |=
                    cover.is_inside[cover.at(x, y, z)];
}

std::int64_t HullOwners::owned() const {
    return std::ranges::count_if(owner_, [](std::uint16_t owner) { return owner != 0; });
}

std::size_t HullOwners::bytes() const {
    std::size_t sum = is_still_.capacity() + 2 * sizeof(std::uint16_t) * owner_.capacity();
    for (const auto& [mesh, table] : tables_) sum += table->bytes();
    for (const Hull& hull : hulls_)
        sum +=
            hull.cover.is_inside.capacity() + hull.cover.near.capacity() * sizeof(SpaceCover::Near);
    return sum;
}

bool is_sound(const HullPlace& place) {
    constexpr double kFarthest = 1e13;  // in cells: 1e6 m, where a host may put one, of 1e-7 m
    bool is_bounded = true;
    for (const double c : {place.centre.x, place.centre.y, place.centre.z})
        is_bounded &= magnitude(c) < kFarthest;
    for (const double part : place.turn) is_bounded &= magnitude(part) < 1.0 + 1e-6;
    return is_bounded;
}

}  // namespace tarn::volume
