#include "viewer/follow.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::viewer {
namespace {

constexpr double kMiddle = 0.2;  ///< share of the window that a point may move in

int cells_to_middle(double at_m, double cell_m, int count) {
    constexpr double kMost = 1e9;
    const double away = at_m / cell_m - 0.5 * count;
    if (!(std::abs(away) > 0.5 * kMiddle * count)) return 0;
    return int(std::clamp(std::round(away), -kMost, kMost));
}

}  // namespace

bool can_follow(const WaterState& state) {
    return !state.ground.has_walls && !state.ground.bed.data && state.bodies_now.empty() &&
           std::ranges::none_of(state.facts->solid, [](std::uint8_t s) { return s != 0; });
}

CellShift shift_to_middle(const WaterView& water, Vec2 at_m) {
    return {cells_to_middle(at_m.x - water.origin_m.x, water.cell_m, water.nx),
            cells_to_middle(at_m.y - water.origin_m.y, water.cell_m, water.ny)};
}

void shift_field(std::vector<float>& field, const WaterView& water, CellShift shift, float fill) {
    std::vector<float> moved(field.size(), fill);
    const auto row = [&](std::vector<float>& of, int j) {
        return of.begin() + std::ptrdiff_t(j) * water.nx;
    };
    const int di = std::clamp(shift.di, -water.nx, water.nx);
    const int dj = std::clamp(shift.dj, -water.ny, water.ny);
    for (int j = std::max(0, -dj); j < std::min(water.ny, water.ny - dj); ++j)
        std::copy(row(field, j + dj) + std::max(0, di),
                  row(field, j + dj) + std::min(water.nx, water.nx + di),
                  row(moved, j) + std::max(0, -di));
    field = std::move(moved);
}

}  // namespace tarn::viewer
