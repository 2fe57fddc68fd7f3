#include "water/shallow/solid_shapes.hpp"

#include "base/hash.hpp"
#include "water/shallow/initial_fields.hpp"

#include <algorithm>
#include <optional>
#include <variant>

namespace tarn::water {
namespace {

// Obstacles fill the whole depth; drawn, they rise above the waves by this much.
constexpr double kAbovePerDepth = 0.25, kAbove_m = 0.15;

/// Places a body of the extent `from_m` to `to_m`: it stands on the lowest ground and rises above
/// the water, or above the land it stands in.
void stand(BodyView& body, const StillWater& still, Vec2 from_m, Vec2 to_m) {
    const double land_m = still.bed.highest_within_m(still.grid, from_m, to_m);
    const double above_m = kAbovePerDepth * still.depth_m + kAbove_m;
    const double height_m = std::max(still.level_m, land_m) + above_m - still.bed.lowest_m();
    body.at_m = {0.5 * (from_m.x + to_m.x), 0.5 * (from_m.y + to_m.y),
                 still.bed.lowest_m() + 0.5 * height_m};
    body.size_m = {to_m.x - from_m.x, to_m.y - from_m.y, height_m};
}

/// Calls `body(n)` for the cells that a shape covers.
template <class Body>
void for_covered(const scene::Solid& solid, const PlanGrid& grid, Body&& body) {
    for (int j = 0; j < grid.ny; ++j)
        for (int i = 0; i < grid.nx; ++i)
            if (covers(solid, grid.x_m(i), grid.y_m(j)))
                body(std::size_t(j) * std::size_t(grid.nx) + std::size_t(i));
}

std::optional<BodyView> body_of(const scene::Solid& solid, const StillWater& still) {
    BodyView body;
    if (const auto* disc = std::get_if<scene::Disc>(&solid)) {
        const auto& [x, y, radius] = disc->circle_m;
        body.shape = BodyView::Shape::Cylinder;
        stand(body, still, {x - radius, y - radius}, {x + radius, y + radius});
        return body;
    }
    if (const auto* box = std::get_if<scene::Box>(&solid)) {
        const auto& [x0, y0, x1, y1] = box->corners_m;
        body.shape = BodyView::Shape::Box;
        stand(body, still, {x0, y0}, {x1, y1});
        return body;
    }
    return std::nullopt;  // the ground view shows it
}

/// Boxes that cover the cells in `left`, which are taken away: rows of cells, and equal rows below.
std::vector<BodyView> boxes_over(std::vector<std::uint8_t> left, const StillWater& still) {
    const int nx = still.grid.nx, ny = still.grid.ny;
    const double cell_m = still.grid.cell_m;
    const auto at = [&](int i, int j) -> std::uint8_t& {
        return left[std::size_t(j) * std::size_t(nx) + std::size_t(i)];
    };
    std::vector<BodyView> boxes;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            if (!at(i, j)) continue;
            int i1 = i, j1 = j;
            while (i1 < nx && at(i1, j)) ++i1;
            const auto is_whole = [&](int row) {
                for (int k = i; k < i1; ++k)
                    if (!at(k, row)) return false;
                return true;
            };
            while (j1 < ny && is_whole(j1)) {
                for (int k = i; k < i1; ++k) at(k, j1) = 0;
                ++j1;
            }
            BodyView body;
            body.shape = BodyView::Shape::Box;
            stand(body, still, {i * cell_m, j * cell_m}, {i1 * cell_m, j1 * cell_m});
            boxes.push_back(body);
        }
    return boxes;
}

std::uint64_t revision_of(const Bed& bed, const std::vector<std::uint8_t>& solid) {
    std::uint64_t sum = mix64(bed.hash());
    for (std::size_t k = 0; k < solid.size(); ++k)
        if (solid[k]) sum += hashed_word(k + 1, 1);
    return sum;
}

}  // namespace

SolidShapes::SolidShapes(const scene::Water& water, std::vector<std::uint8_t> solid,
                         const StillWater& still)
    : cells_(std::move(solid)), revision_(revision_of(still.bed, cells_)) {
    const auto is_file = [](const scene::Solid& shape) {
        return std::holds_alternative<scene::MaskFile>(shape);
    };
    if (std::ranges::any_of(water.solids, is_file)) {
        masked_ = cells_;
        for (const scene::Solid& shape : water.solids)
            for_covered(shape, still.grid, [&](std::size_t k) { masked_[k] = 0; });
    }
    bodies_ = shapes(water, still);
}

bool SolidShapes::is_any() const {
    return std::ranges::any_of(cells_, [](std::uint8_t is_solid) { return is_solid != 0; });
}

/// The shapes of the scene that stand as they are, and boxes for what is left of others and for
/// walls that came up later.
std::vector<BodyView> SolidShapes::shapes(const scene::Water& water,
                                          const StillWater& still) const {
    std::vector<BodyView> bodies;
    std::vector<std::uint8_t> left = cells_;
    for (std::size_t k = 0; k < masked_.size(); ++k)
        if (masked_[k]) left[k] = 0;
    for (const scene::Solid& solid : water.solids) {
        bool is_whole = true;
        for_covered(solid, still.grid, [&](std::size_t k) { is_whole &= cells_[k] != 0; });
        if (!is_whole) continue;
        if (const auto body = body_of(solid, still)) bodies.push_back(*body);
        for_covered(solid, still.grid, [&](std::size_t k) { left[k] = 0; });
    }
    if (left.empty()) return bodies;
    for (const BodyView& box : boxes_over(std::move(left), still)) bodies.push_back(box);
    return bodies;
}

void SolidShapes::set(const exchange::CellArea& area, bool is_solid, const scene::Water& water,
                      const StillWater& still) {
    cells_.resize(still.grid.cell_count());
    std::uint64_t sum = revision_;
    for (int j = area.y0; j < area.y0 + area.ny; ++j)
        for (int i = area.x0; i < area.x0 + area.nx; ++i) {
            const std::size_t k = std::size_t(j) * std::size_t(still.grid.nx) + std::size_t(i);
            cells_[k] = is_solid;
            sum += hashed_word(k + 1, is_solid);
        }
    revision_ = mix64(sum);
    bodies_ = shapes(water, still);
}

void SolidShapes::bed_changed(const Bed& bed) {
    revision_ = mix64(revision_ + bed.hash());
}

void SolidShapes::replace(std::vector<std::uint8_t> solid, const scene::Water& water,
                          const StillWater& still) {
    cells_ = std::move(solid);
    revision_ = revision_of(still.bed, cells_);
    bodies_ = shapes(water, still);
}

}  // namespace tarn::water
