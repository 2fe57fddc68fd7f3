#include "world/footprint.hpp"

#include "base/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tarn::world {
namespace {

struct Local {
    double x, y;
};

/// Cells within `reach_m` of a point, clipped to the grid.
exchange::CellArea area_around(const PlanGrid& g, double x_m, double y_m, double reach_m) {
    const auto cell = [&](double at_m, int count) {
        return int(std::clamp(std::floor(at_m / g.cell_m), 0.0, double(count)));
    };
    exchange::CellArea area;
    area.x0 = cell(x_m - reach_m, g.nx);
    area.y0 = cell(y_m - reach_m, g.ny);
    area.nx = std::max(std::min(cell(x_m + reach_m, g.nx) + 1, g.nx) - area.x0, 0);
    area.ny = std::max(std::min(cell(y_m + reach_m, g.ny) + 1, g.ny) - area.y0, 0);
    return area;
}

double profile_at(Profile profile, double r2) {
    if (r2 >= 1.0) return 0.0;
    switch (profile) {
        case Profile::TopHat:
            return 1.0;
        case Profile::Paraboloid:
            return 1.0 - r2;
        case Profile::Bump:
            return (1.0 - r2) * (1.0 - r2);
    }
    return 0.0;
}

/// Distance from a segment, less its radius: negative inside a capsule.
double capsule(Local p, Local a, Local b, double radius) {
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double t =
        std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    const double ex = p.x - a.x - t * dx, ey = p.y - a.y - t * dy;
    return std::sqrt(ex * ex + ey * ey) - radius;
}

/// A right hand of length 1 seen from above, fingers to +y, centred on the palm's upper half.
double hand(Local p) {
    constexpr struct {
        Local from, to;
        double radius;
    } parts[] = {
        {{-0.11, -0.27}, {-0.11, -0.06}, 0.13},  // palm, little-finger side
        {{0.07, -0.27}, {0.09, -0.06}, 0.14},    // palm, thumb side
        {{-0.02, -0.25}, {-0.01, -0.05}, 0.17},  // palm, middle
        {{-0.21, 0.00}, {-0.27, 0.20}, 0.045},   // little finger
        {{-0.09, 0.05}, {-0.12, 0.36}, 0.052},   // ring finger
        {{0.04, 0.06}, {0.04, 0.43}, 0.055},     // middle finger
        {{0.16, 0.04}, {0.20, 0.36}, 0.053},     // forefinger
        {{0.17, -0.22}, {0.35, 0.02}, 0.060},    // thumb
    };
    double distance = 1e9;
    for (const auto& part : parts)
        distance = std::min(distance, capsule(p, part.from, part.to, part.radius));
    return distance;
}

double shape_distance(const std::string& shape, Local p) {
    if (shape == "hand") return hand(p);
    if (shape == "disc") return std::sqrt(p.x * p.x + p.y * p.y) - 0.5;
    return std::max(std::abs(p.x), std::abs(p.y)) - 0.5;
}

}  // namespace

DepthPatch draw_disc(const PlanGrid& g, const DiscDesc& disc) {
    DepthPatch patch;
    draw_disc(g, disc, patch);
    return patch;
}

void draw_disc(const PlanGrid& g, const DiscDesc& disc, DepthPatch& patch) {
    const double radius = std::max(disc.radius_m, kSmallestRadius * g.cell_m);
    const double shrink = disc.radius_m / radius;
    const double height = disc.height_m * shrink * shrink;
    const exchange::CellArea area = area_around(g, disc.x_m, disc.y_m, radius);
    patch.area = area;
    patch.depth_m.resize(area.count());
    // A finger is drawn in every step: columns and rows are measured once, not once per cell. The
    // first row holds what the columns measure until it is drawn itself, the last of all.
    double* const first_row = patch.depth_m.data();
    for (int i = 0; i < area.nx && area.ny > 0; ++i) {
        const double dx = (g.x_m(area.x0 + i) - disc.x_m) / radius;
        first_row[i] = dx * dx;
    }
    for (int j = area.ny - 1; j >= 0; --j) {
        const double dy = (g.y_m(area.y0 + j) - disc.y_m) / radius;
        double* const row = first_row + std::ptrdiff_t(j) * area.nx;
        for (int i = 0; i < area.nx; ++i)
            row[i] = height * profile_at(disc.profile, first_row[i] + dy * dy);
    }
}

DepthPatch draw_shape(const PlanGrid& g, const ShapeDesc& desc) {
    // What is far smaller than a cell is a soft spot of two cells, however small.
    const double size_m = std::max(desc.size_m, 1e-6 * g.cell_m);
    DepthPatch patch(area_around(g, desc.x_m, desc.y_m, 0.75 * size_m + g.cell_m));
    const double angle = desc.rotate_deg * std::numbers::pi / 180.0;
    const double c = elementary::cosine(angle), s = elementary::sine(angle);
    // A hard rim would be a cliff one cell wide; two cells, or a twentieth of the shape, are soft.
    const double rim = std::max(2.0 * g.cell_m / size_m, 0.05);
    for (int j = patch.area.y0; j < patch.area.y0 + patch.area.ny; ++j)
        for (int i = patch.area.x0; i < patch.area.x0 + patch.area.nx; ++i) {
            const double dx = (g.x_m(i) - desc.x_m) / size_m;
            const double dy = (g.y_m(j) - desc.y_m) / size_m;
            const double inside =
                -shape_distance(desc.shape, {c * dx + s * dy, c * dy - s * dx}) / rim;
            const double t = std::clamp(0.5 + 0.5 * inside, 0.0, 1.0);
            patch.at(i, j) = t * t * (3.0 - 2.0 * t);
        }
    return patch;
}

}  // namespace tarn::world
