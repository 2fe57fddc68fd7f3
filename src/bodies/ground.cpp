#include "bodies/ground.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::bodies {
namespace {

/// Weights of a quadratic B-spline for the node next to a place and its two neighbours, and their
/// change per cell.
struct Spline {
    int node = 0;
    std::array<double, 3> weight, slope;
};

Spline spline_at(double at_m, double cell_m, int count) {
    const double place = std::clamp(at_m / cell_m - 0.5, -2.0, count + 1.0);
    const double node = std::floor(place + 0.5), t = place - node;
    return {int(node),
            {0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)},
            {t - 0.5, -2.0 * t, t + 0.5}};
}

}  // namespace

BedPoint bed_at(const Ground& ground, double x_m, double y_m) {
    const Spline x = spline_at(x_m, ground.cell_m, ground.nx);
    const Spline y = spline_at(y_m, ground.cell_m, ground.ny);
    double height_m = 0.0, east = 0.0, north = 0.0;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx) {
            const double node_m = ground.node_m(std::clamp(x.node + dx - 1, 0, ground.nx - 1),
                                                std::clamp(y.node + dy - 1, 0, ground.ny - 1));
            const auto i = std::size_t(dx), j = std::size_t(dy);
            height_m += x.weight[i] * y.weight[j] * node_m;
            east += x.slope[i] * y.weight[j] * node_m;
            north += x.weight[i] * y.slope[j] * node_m;
        }
    const double per_m = 1.0 / ground.cell_m;
    return {height_m, normalized(Vec3{-per_m * east, -per_m * north, 1.0})};
}

NodeRange nodes_under(const Ground& ground, Vec2 low_m, Vec2 high_m) {
    const auto first = [&](double at_m, int count) {
        return int(std::clamp(std::floor(at_m / ground.cell_m - 0.5), 0.0, double(count - 1)));
    };
    const auto last = [&](double at_m, int count) {
        return int(std::clamp(std::ceil(at_m / ground.cell_m - 0.5), 0.0, double(count - 1)));
    };
    return {first(low_m.x, ground.nx), first(low_m.y, ground.ny), last(high_m.x, ground.nx),
            last(high_m.y, ground.ny)};
}

}  // namespace tarn::bodies
