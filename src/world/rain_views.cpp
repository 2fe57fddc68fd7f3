#include "world/rain_views.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::world {
namespace {

constexpr double kGravity_m_per_s2 = 9.81;
/// Larger drops than those of five millimetres break up, so none falls faster [gunn1949].
constexpr double kFastest_m_per_s = 9.2;
/// So many are shown at most; heavier rain is shown to a lower height.
constexpr double kMostShown = 40000.0;
/// A crown throws so many drops, up and outwards at these speeds.
constexpr int kCrown = 6;
constexpr double kCrownUp_m_per_s = 1.1, kCrownOut_m_per_s = 0.5, kCrownSize = 0.3;

/// Speed at which drag holds a sphere's weight: C_D 0.47, air of 1.2 kg/m3.
double terminal_m_per_s(double radius_m) {
    const double free = std::sqrt(8.0 * radius_m * kGravity_m_per_s2 * 1000.0 / (3.0 * 0.47 * 1.2));
    return std::min(free, kFastest_m_per_s);
}

struct Drawing {
    const Frame& frame;
    const exchange::PlanGrid& grid;
    Rain::Schedule rain;
    std::vector<DropView>& out;

    double level_m(double x_m, double y_m) const {
        const FieldView& level = frame.water.level;
        if (!level.data) return frame.water.still_level_m;
        const int i = std::clamp(int(x_m / grid.cell_m), 0, level.nx - 1),
                  j = std::clamp(int(y_m / grid.cell_m), 0, level.ny - 1);
        return double(level.data[std::ptrdiff_t(j) * level.row_stride + i]);
    }
    void add(double x_m, double y_m, double z_m, double radius_m, Vec3 velocity) const {
        const Vec2& origin = frame.water.origin_m;
        out.push_back({{origin.x + x_m, origin.y + y_m, z_m}, radius_m, velocity});
    }
    /// The drop that falls `ahead_s` from now.
    void add_falling(double x_m, double y_m, double ahead_s, double speed_m_per_s) const {
        add(x_m, y_m, level_m(x_m, y_m) + speed_m_per_s * ahead_s, rain.radius_m,
            {0.0, 0.0, -speed_m_per_s});
    }
    /// The crown of one that fell `ago_s` ago, as long as it is in the air.
    void add_crown(double x_m, double y_m, double ago_s, std::uint64_t number) const {
        const double ground_m = level_m(x_m, y_m);
        for (int k = 0; k < kCrown; ++k) {
            const auto roll = [&](std::uint64_t which) {
                return uniform01(rain.seed + 1, number * 32 + std::uint64_t(k) * 4 + which);
            };
            const double up = kCrownUp_m_per_s * (0.5 + 0.5 * roll(0)),
                         height_m = (up - 0.5 * kGravity_m_per_s2 * ago_s) * ago_s;
            if (height_m < 0.0) continue;
            const double turn = 6.283185307179586 * (double(k) + roll(1)) / kCrown,
                         east = kCrownOut_m_per_s * std::cos(turn),
                         north = kCrownOut_m_per_s * std::sin(turn);
            add(x_m + east * ago_s, y_m + north * ago_s, ground_m + height_m,
                kCrownSize * rain.radius_m, {east, north, up - kGravity_m_per_s2 * ago_s});
        }
    }
};

}  // namespace

void add_rain_views(const Rain& rain, const exchange::PlanGrid& grid, double time_s,
                    const Frame& frame, std::vector<DropView>& out) {
    const auto schedule = rain.schedule();
    if (!schedule) return;
    const Drawing drawing = {frame, grid, *schedule, out};
    const double speed = terminal_m_per_s(schedule->radius_m),
                 side_m = std::max(grid.width_m(), grid.height_m()),
                 ahead_s = std::min(std::clamp(0.5 * side_m, 1.0, 12.0) / speed,
                                    kMostShown * schedule->period_s),
                 crown_s = std::min(2.0 * kCrownUp_m_per_s / kGravity_m_per_s2,
                                    kMostShown / kCrown * schedule->period_s);
    const double passed_s = time_s - schedule->start_s,
                 first = std::max(0.0, std::floor((passed_s - crown_s) / schedule->period_s)),
                 last = std::floor((passed_s + ahead_s) / schedule->period_s);
    if (!(last < 0x1p53)) return;  // after so many drops they are no longer counted one by one
    for (double k = first; k <= last; k += 1.0) {
        const auto [falls_s, at_m] = schedule->drop(std::uint64_t(k), grid);
        const double falls_in_s = falls_s - time_s;
        if (falls_in_s > ahead_s || falls_in_s < -crown_s) continue;
        if (falls_in_s >= 0.0)
            drawing.add_falling(at_m.x, at_m.y, falls_in_s, speed);
        else
            drawing.add_crown(at_m.x, at_m.y, -falls_in_s, schedule->before + std::uint64_t(k));
    }
}

}  // namespace tarn::world
