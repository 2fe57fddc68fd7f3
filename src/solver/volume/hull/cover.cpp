#include "solver/volume/hull/cover.hpp"

#include "base/numeric.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::volume {
namespace {

/// Cells nearer to the surface than this are looked at one by one: a link reaches sqrt 2 cells.
constexpr double kNear = 1.6;
/// Tables are linear between their nodes, and so a little steeper than 1 here and there.
constexpr double kSafe = 0.9;

class Covering {
public:
    Covering(const HullDistance& distance, const HullPlace& place, double cell_m)
        : distance_(distance), place_(place), cell_m_(cell_m) {}

    /// In cells.
    double at(Vec3 cell) const {
        const Vec3 d = cell_m_ * (cell - place_.centre);
        const auto& t = place_.turn;
        const Vec3 in_body = {t[0] * d.x + t[3] * d.y + t[6] * d.z,
                              t[1] * d.x + t[4] * d.y + t[7] * d.z,
                              t[2] * d.x + t[5] * d.y + t[8] * d.z};
        return distance_.at(in_body) / cell_m_;
    }
    /// Mean over the eighths of a cell. An eighth is filled in proportion to how far its middle
    /// lies behind the surface: exact for a side along the axes, and as a sum for any plane.
    double share(Vec3 middle) const {
        double sum = 0.0;
        for (int k = 0; k < 8; ++k) {
            const Vec3 off = {k & 1 ? 0.25 : -0.25, k & 2 ? 0.25 : -0.25, k & 4 ? 0.25 : -0.25};
            sum += smaller(larger(0.5 - 2.0 * at(middle + off), 0.0), 1.0);
        }
        return 0.125 * sum;
    }

private:
    const HullDistance& distance_;
    const HullPlace& place_;
    double cell_m_;
};

void find_box(const HullDistance& distance, const HullPlace& place, double cell_m,
              exec::Extent3 cells, SpaceCover& out) {
    const Vec3 half = (0.5 / cell_m) * (distance.high_m() - distance.low_m());
    const Vec3 m = (0.5 / cell_m) * (distance.high_m() + distance.low_m());
    const double centre[3] = {place.centre.x, place.centre.y, place.centre.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double* const row = &place.turn[3 * axis];
        const double middle = centre[axis] + row[0] * m.x + row[1] * m.y + row[2] * m.z;
        const double reach = magnitude(row[0]) * half.x + magnitude(row[1]) * half.y +
                             magnitude(row[2]) * half.z + 2.0;
        const double n = cells.n[axis];
        out.begin[axis] = int(std::clamp(std::floor(middle - reach), 0.0, n));
        out.end[axis] = int(std::clamp(std::ceil(middle + reach), 0.0, n));
    }
}

}  // namespace

void cover_space(const HullDistance& distance, const HullPlace& place, double cell_m,
                 exec::Extent3 cells, SpaceCover& out) {
    find_box(distance, place, cell_m, cells, out);
    std::size_t count = 1;
    for (int axis = 0; axis < 3; ++axis)
        count *= std::size_t(std::max(out.end[axis] - out.begin[axis], 0));
    out.is_inside.assign(count, 0);
    out.near.clear();
    if (count == 0) return;
    const Covering covering(distance, place, cell_m);
    for (int z = out.begin[2]; z < out.end[2]; ++z)
        for (int y = out.begin[1]; y < out.end[1]; ++y)
            for (int x = out.begin[0]; x < out.end[0];) {
                const Vec3 middle = {x + 0.5, y + 0.5, z + 0.5};
                const double d = covering.at(middle);
                const double far = kSafe * magnitude(d);
                const bool is_inside = d < 0.0;
                if (far < kNear) {
                    out.is_inside[out.at(x, y, z)] = is_inside;
                    out.near.push_back({x, y, z, is_inside, covering.share(middle)});
                    ++x;
                    continue;
                }
                // All cells up to the nearest one that may be near the surface lie on one side.
                const int steps = std::max(1, int(std::min(far - kNear, 1e6)));
                const int next = std::min(x + steps, out.end[0]);
                std::fill_n(out.is_inside.begin() + std::ptrdiff_t(out.at(x, y, z)), next - x,
                            std::uint8_t(is_inside));
                x = next;
            }
}

}  // namespace tarn::volume
