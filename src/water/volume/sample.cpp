// Water in space as it is seen from above, and what is read at points and along rays.
#include "water/volume/volume_water.hpp"
#include "water/volume/voxels.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace tarn::water {

bool VolumeWater::is_solid_column(int i, int j) const {
    return bed_m(i, j) >= (p_.grid.nz() - 0.5) * p_.grid.cell_m;
}

double VolumeWater::bed_m(int i, int j) const {
    return double(bed_m_[std::size_t(j) * std::size_t(p_.grid.nx()) + std::size_t(i)]);
}

/// Boxes of the scene are not among them: bodies know those as they are.
std::vector<BodyView> VolumeWater::overhangs() const {
    if (p_.solid.empty()) return {};
    const double h = p_.grid.cell_m;
    const auto is_in_box = [&](double x, double y, double z) {
        return std::ranges::any_of(described().solids, [&](const scene::SolidShape& solid) {
            const auto* box = std::get_if<scene::BoxShape>(&solid);
            if (!box) return false;
            const auto& [x0, y0, z0, x1, y1, z1] = box->corners_m;
            return x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1;
        });
    };
    std::vector<std::uint8_t> marks(p_.solid.size());
    for (int k = 0; k < p_.grid.nz(); ++k)
        for (int j = 0; j < p_.grid.ny(); ++j)
            for (int i = 0; i < p_.grid.nx(); ++i) {
                const double z_m = (k + 0.5) * h;
                const std::size_t n = p_.grid.at(i, j, k);
                marks[n] = p_.solid[n] && z_m > bed_m(i, j) &&
                           !is_in_box((i + 0.5) * h, (j + 0.5) * h, z_m);
            }
    return boxes_of(marks, p_.grid);
}

/// The highest surface is where the topmost cell that is half full ends, with what the cell above
/// it holds. Water that fills no cell by half lies on the bed.
VolumeWater::Column VolumeWater::column(int i, int j) const {
    const std::vector<float>& fill = read_field(volume::Field::Fill);
    const double cell_m = p_.grid.cell_m;
    Column out;
    double above = 0.0;
    for (int k = p_.grid.nz() - 1; k >= 0; --k) {
        const double here = double(fill[p_.grid.at(i, j, k)]);
        out.depth_m += here * cell_m;
        if (out.top < 0 && here >= 0.5) {
            out.top = k;
            out.level_m = (k + std::min(here, 1.0) + above) * cell_m;
        }
        above = here;
    }
    if (out.top < 0) out.level_m = bed_m(i, j) + out.depth_m;
    return out;
}

Sample VolumeWater::cell(int i, int j) const {
    const Column here = column(i, j);
    Sample out;
    out.bed_m = float(bed_m(i, j));
    out.depth_m = float(here.depth_m);
    out.level_m = float(here.level_m);
    if (here.top < 0) return out;
    const std::size_t n = p_.grid.at(i, j, here.top);
    out.velocity_m_per_s[0] = read_field(volume::Field::U)[n];
    out.velocity_m_per_s[1] = read_field(volume::Field::V)[n];
    return out;
}

namespace {

/// The two cells that a point lies between, along one axis, and its share of the second.
struct Between {
    int first, second;
    double share;
};
Between between_cells(double at_m, double cell_m, int count) {
    const double at = std::clamp(at_m / cell_m - 0.5, 0.0, double(count - 1));
    const int first = std::min(int(at), count - 1);
    return {first, std::min(first + 1, count - 1), at - first};
}

}  // namespace

void VolumeWater::sample(std::span<const Vec2> points_m, std::span<Sample> out) const {
    const SpaceGrid& g = p_.grid;
    for (std::size_t n = 0; n < points_m.size(); ++n) {
        const Between x = between_cells(points_m[n].x, g.cell_m, g.nx());
        const Between y = between_cells(points_m[n].y, g.cell_m, g.ny());
        double weights = 0.0, depth = 0.0, level = 0.0, bed = 0.0, u = 0.0, v = 0.0;
        double levels[4];
        for (int corner = 0; corner < 4; ++corner) {
            const bool east = corner & 1, north = corner & 2;
            const int i = east ? x.second : x.first, j = north ? y.second : y.first;
            const Sample here = cell(i, j);
            levels[corner] = double(here.level_m);
            // What stands beside a wall reaches to it.
            if (is_solid_column(i, j)) continue;
            const double weight =
                (east ? x.share : 1.0 - x.share) * (north ? y.share : 1.0 - y.share);
            weights += weight;
            depth += weight * double(here.depth_m);
            level += weight * double(here.level_m);
            bed += weight * double(here.bed_m);
            u += weight * double(here.velocity_m_per_s[0]);
            v += weight * double(here.velocity_m_per_s[1]);
        }
        Sample& s = out[n];
        s = cell(x.share < 0.5 ? x.first : x.second, y.share < 0.5 ? y.first : y.second);
        if (weights == 0.0) continue;
        s.depth_m = float(depth / weights);
        s.level_m = float(level / weights);
        s.bed_m = float(bed / weights);
        s.velocity_m_per_s[0] = float(u / weights);
        s.velocity_m_per_s[1] = float(v / weights);
        const double slope_x =
            ((levels[1] - levels[0]) * (1.0 - y.share) + (levels[3] - levels[2]) * y.share) /
            g.cell_m;
        const double slope_y =
            ((levels[2] - levels[0]) * (1.0 - x.share) + (levels[3] - levels[1]) * x.share) /
            g.cell_m;
        const double length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
        s.normal[0] = float(-slope_x / length);
        s.normal[1] = float(-slope_y / length);
        s.normal[2] = float(1.0 / length);
    }
}

const Sample* VolumeWater::sample_on_device(std::span<const Vec2> points_m) const {
    if (p_.gpu) return nullptr;
    device_samples_.resize(std::max<std::size_t>(points_m.size(), 1));
    sample(points_m, std::span(device_samples_).first(points_m.size()));
    return device_samples_.data();
}

/// Linear between the centres of cells; beyond them as in the nearest.
double VolumeWater::fill_at(Vec3 p) const {
    const SpaceGrid& g = p_.grid;
    const std::vector<float>& fill = read_field(volume::Field::Fill);
    const Between x = between_cells(p.x, g.cell_m, g.nx()),
                  y = between_cells(p.y, g.cell_m, g.ny()),
                  z = between_cells(p.z, g.cell_m, g.nz());
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const bool east = corner & 1, north = corner & 2, up = corner & 4;
        const double weight = (east ? x.share : 1.0 - x.share) * (north ? y.share : 1.0 - y.share) *
                              (up ? z.share : 1.0 - z.share);
        sum += weight * double(fill[g.at(east ? x.second : x.first, north ? y.second : y.first,
                                         up ? z.second : z.first)]);
    }
    return sum;
}

namespace {

bool is_inside(const SpaceGrid& g, Vec3 p) {
    return p.x >= 0.0 && p.y >= 0.0 && p.z >= 0.0 && p.x <= g.nx() * g.cell_m &&
           p.y <= g.ny() * g.cell_m && p.z <= g.nz() * g.cell_m;
}

Vec3 along(Vec3 origin, Vec3 d, double distance) {
    return {origin.x + distance * d.x, origin.y + distance * d.y, origin.z + distance * d.z};
}

/// The part of a ray in the box, as distances; empty if first > last.
struct Span {
    double first, last;
};
void clip(Span& span, double origin, double direction, double high) {
    if (direction == 0.0) {
        if (origin < 0.0 || origin > high) span = {1.0, 0.0};
        return;
    }
    const double a = -origin / direction, b = (high - origin) / direction;
    span.first = std::max(span.first, std::min(a, b));
    span.last = std::min(span.last, std::max(a, b));
}

constexpr double kSurface = 0.5;

}  // namespace

bool VolumeWater::is_under_water(Vec3 p) const {
    const SpaceGrid& g = p_.grid;
    if (!is_inside(g, p)) return false;
    const auto cell = [&](double at_m, int count) {
        return std::min(int(at_m / g.cell_m), count - 1);
    };
    const std::size_t n = g.at(cell(p.x, g.nx()), cell(p.y, g.ny()), cell(p.z, g.nz()));
    if (!p_.solid.empty() && p_.solid[n]) return false;
    return fill_at(p) >= kSurface;
}

/// Where the water begins or ends along a ray: by steps of half a cell, then by halves.
RayHit VolumeWater::ray_cast(Vec3 origin, Vec3 d, double max_distance_m) const {
    const SpaceGrid& g = p_.grid;
    Span span = {0.0, max_distance_m};
    clip(span, origin.x, d.x, g.nx() * g.cell_m);
    clip(span, origin.y, d.y, g.ny() * g.cell_m);
    clip(span, origin.z, d.z, g.nz() * g.cell_m);
    if (span.first > span.last) return {};
    const auto is_water = [&](double at) { return fill_at(along(origin, d, at)) >= kSurface; };
    const bool was_outside = span.first > 0.0;
    const bool began_wet = is_water(span.first);
    double before = span.first, after = span.first;
    if (!(was_outside && began_wet)) {
        do {
            if (after >= span.last) return {};
            before = after;
            after = std::min(after + 0.5 * g.cell_m, span.last);
        } while (is_water(after) == began_wet);
        for (int k = 0; k < 40; ++k) {
            const double middle = 0.5 * (before + after);
            (is_water(middle) == began_wet ? before : after) = middle;
        }
    }
    RayHit hit = {true, after, along(origin, d, after), {}};
    const double h = 0.5 * g.cell_m;
    const auto slope = [&](Vec3 axis) {
        return fill_at(along(hit.point_m, axis, -h)) - fill_at(along(hit.point_m, axis, h));
    };
    const Vec3 out = {slope({1.0, 0.0, 0.0}), slope({0.0, 1.0, 0.0}), slope({0.0, 0.0, 1.0})};
    const double length = std::sqrt(out.x * out.x + out.y * out.y + out.z * out.z);
    // Through a wall into full water there is no slope: the normal is that of the ray.
    hit.normal = length > 0.0 ? Vec3{out.x / length, out.y / length, out.z / length}
                              : Vec3{-d.x, -d.y, -d.z};
    return hit;
}

}  // namespace tarn::water
