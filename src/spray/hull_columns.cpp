#include "spray/hull_columns.hpp"

#include <algorithm>

namespace tarn::spray {
namespace {

/// Of two hulls over a cell the one that covers half of it or more; of two such the higher one.
constexpr double kCovered = 0.5;

HullMotion motion_of(const HullInAir& hull) {
    HullMotion out = {};
    const double centre_m[3] = {hull.centre_m.x, hull.centre_m.y, hull.centre_m.z};
    for (std::size_t k = 0; k < 3; ++k) {
        out.centre_m[k] = float(centre_m[k]);
        out.velocity_m_per_s[k] = float(hull.motion[k]);
        out.spin_rad_per_s[k] = float(hull.motion[3 + k]);
    }
    return out;
}

}  // namespace

void HullColumns::reserve(int nx, int ny) {
    nx_ = nx;
    ny_ = ny;
    const std::size_t cells = std::size_t(nx) * std::size_t(ny);
    hull_.assign(cells, -1);
    under_m_.assign(cells, 0.0f);
    top_m_.assign(cells, 0.0f);
}

void HullColumns::lay(std::span<const HullInAir> hulls) {
    motions_.clear();
    if (hull_.empty()) return;
    for (int y = laid_.y0; y < laid_.y0 + laid_.ny; ++y)
        std::fill_n(hull_.begin() + std::ptrdiff_t(y) * nx_ + laid_.x0, laid_.nx, -1);
    laid_ = {};
    for (const HullInAir& hull : hulls) {
        const auto number = std::int32_t(motions_.size());
        motions_.push_back(motion_of(hull));
        const exchange::CellArea& area = hull.cover->area;
        laid_ = exchange::area_around(laid_, area);
        for (std::size_t k = 0; k < area.count(); ++k) {
            if (!(hull.cover->part[k] >= kCovered)) continue;
            const int x = area.x0 + int(k) % area.nx, y = area.y0 + int(k) / area.nx;
            const std::size_t n = std::size_t(y) * std::size_t(nx_) + std::size_t(x);
            const auto top_m = float(hull.cover->top_m[k]);
            if (hull_[n] >= 0 && top_m_[n] >= top_m) continue;
            hull_[n] = number;
            under_m_[n] = float(hull.cover->under_m[k]);
            top_m_[n] = top_m;
        }
    }
}

HullsAbove HullColumns::view() {
    if (laid_.count() == 0) return {};
    return {hull_.data(), under_m_.data(), top_m_.data(), motions_.data()};
}

void HullColumns::tell(double unit_kg, std::span<HullInAir> hulls) const {
    for (std::size_t k = 0; k < motions_.size(); ++k)
        for (std::size_t part = 0; part < 6; ++part)
            hulls[k].impulse[part] = unit_kg * double(motions_[k].given[part]);
}

}  // namespace tarn::spray
