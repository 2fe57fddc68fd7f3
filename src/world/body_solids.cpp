#include "world/body_solids.hpp"

#include "water/shallow/read_field.hpp"

#include <cstddef>
#include <utility>
#include <variant>
#include <vector>

namespace tarn::world {
namespace {

/// Solids reach from below every bed to above everything that flies.
constexpr double kEndless_m = 1e4;

bodies::SolidBox box_over(double x0_m, double y0_m, double x1_m, double y1_m) {
    return {{x0_m, y0_m, -kEndless_m}, {x1_m, y1_m, kEndless_m}};
}

/// Boxes that cover the cells of a mask: rows of cells, and equal rows above them.
void add_boxes(std::vector<double> mask, const exchange::PlanGrid& grid,
               std::vector<bodies::SolidBox>& boxes) {
    const auto at = [&](int i, int j) -> double& {
        return mask[std::size_t(j) * std::size_t(grid.nx) + std::size_t(i)];
    };
    for (int j = 0; j < grid.ny; ++j)
        for (int i = 0; i < grid.nx; ++i) {
            if (at(i, j) == 0.0) continue;
            int i1 = i, j1 = j;
            while (i1 < grid.nx && at(i1, j) != 0.0) ++i1;
            const auto is_whole = [&](int row) {
                for (int k = i; k < i1; ++k)
                    if (at(k, row) == 0.0) return false;
                return true;
            };
            for (; j1 < grid.ny && is_whole(j1); ++j1)
                for (int k = i; k < i1; ++k) at(k, j1) = 0.0;
            boxes.push_back(
                box_over(i * grid.cell_m, j * grid.cell_m, i1 * grid.cell_m, j1 * grid.cell_m));
        }
}

}  // namespace

Result<SceneSolids> solids_of(const scene::Scene& scene, const exchange::PlanGrid& grid) {
    SceneSolids solids;
    for (const scene::Solid& solid : scene.water.solids) {
        if (const auto* box = std::get_if<scene::Box>(&solid)) {
            const auto& [x0, y0, x1, y1] = box->corners_m;
            solids.boxes.push_back(box_over(x0, y0, x1, y1));
        } else if (const auto* disc = std::get_if<scene::Disc>(&solid)) {
            const auto& [x, y, radius] = disc->circle_m;
            solids.discs.push_back({{x, y}, radius});
        } else {
            auto mask = water::read_npy_of_shape(std::get<scene::MaskFile>(solid).npy,
                                                 {std::size_t(grid.ny), std::size_t(grid.nx)},
                                                 scene.name + ": /water/solids");
            if (!mask) return mask.error();
            add_boxes(std::move(mask.value()), grid, solids.boxes);
            if (solids.boxes.size() > kMostSolidBoxes)
                return Error{ErrorCode::Unsupported,
                             scene.name + ": /water/solids are more than " +
                                 std::to_string(kMostSolidBoxes) +
                                 " boxes of cells, which bodies can meet at most: use simpler "
                                 "solids, or no bodies"};
        }
    }
    return solids;
}

}  // namespace tarn::world
