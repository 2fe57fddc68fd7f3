#include "world/splashes.hpp"

#include "base/hash.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::world {
namespace {

/// Of the sheet of water that a hull pushes up, as high as its speed would lift it, the part that
/// flies as drops.
constexpr double kSheetShare = 0.08;
/// A body that comes down throws to its sides with this part of its speed.
constexpr double kSidewards = 0.7;
/// Water right beside a hull is pushed along with it. What it runs into is so many cells away.
constexpr int kAhead_cells = 4;

constexpr int kEast[4] = {1, -1, 0, 0}, kNorth[4] = {0, 0, 1, -1};

/// A place along the rim: the hull's last covered cell, and the free cell beside it.
struct RimCell {
    int x, y;         ///< of the free cell
    int east, north;  ///< outwards
    double under_m, top_m;
};

/// Calls `body(rim)` along the water line. Where the hull hangs over the water without touching it,
/// as a bow does, the cells below are free.
template <class Body>
void for_rim(const exchange::HullCover& cover, const water::Water& water, Body&& body) {
    const exchange::PlanGrid grid = water.grid();
    const exchange::CellArea& area = cover.area;
    const double touching_m = 0.02 * grid.cell_m;
    std::vector<std::uint8_t> is_covered(area.count());
    for (std::size_t n = 0; n < is_covered.size(); ++n) {
        const int x = area.x0 + int(n) % area.nx, y = area.y0 + int(n) / area.nx;
        is_covered[n] = cover.part[n] >= 0.5 &&
                        cover.under_m[n] <= double(water.cell(x, y).level_m) + touching_m;
    }
    const auto covered = [&](int x, int y) {
        return area.contains(x, y) && is_covered[std::size_t(area.index(x, y))];
    };
    for (std::size_t n = 0; n < is_covered.size(); ++n) {
        if (!is_covered[n]) continue;
        const int x = area.x0 + int(n) % area.nx, y = area.y0 + int(n) / area.nx;
        for (int k = 0; k < 4; ++k) {
            const int i = x + kEast[k], j = y + kNorth[k];
            if (i < 0 || j < 0 || i >= grid.nx || j >= grid.ny || covered(i, j)) continue;
            body(RimCell{i, j, kEast[k], kNorth[k], cover.under_m[n], cover.top_m[n]});
        }
    }
}

/// How fast a hull comes to the water at a place of its rim.
double meeting_speed(const exchange::HullState& hull, const RimCell& rim, const Sample& water,
                     const exchange::PlanGrid& grid) {
    const double x = grid.x_m(rim.x) - hull.centre_m.x, y = grid.y_m(rim.y) - hull.centre_m.y;
    const exchange::Six& v = hull.motion;
    const double east = v[0] - v[5] * y - double(water.velocity_m_per_s[0]),
                 north = v[1] + v[5] * x - double(water.velocity_m_per_s[1]),
                 down = -(v[2] + v[3] * y - v[4] * x);
    return std::max(0.0, east * rim.east + north * rim.north) + kSidewards * std::max(0.0, down);
}

/// Unit vector away from the hull: between the side of the cell and the way from the hull's middle,
/// so that round hulls throw round crowns.
Vec2 outwards(const exchange::HullState& hull, const RimCell& rim, const exchange::PlanGrid& grid) {
    const double x = grid.x_m(rim.x) - hull.centre_m.x, y = grid.y_m(rim.y) - hull.centre_m.y;
    const double far_m = std::max(std::sqrt(x * x + y * y), 1e-9);
    const Vec2 sum = {rim.east + x / far_m, rim.north + y / far_m};
    const double length = std::sqrt(sum.x * sum.x + sum.y * sum.y);
    if (length < 0.1) return {double(rim.east), double(rim.north)};
    return {sum.x / length, sum.y / length};
}

/// Where a hull throws, how fast it meets the water there, and which way.
struct Meeting {
    RimCell rim;
    double level_m, speed_m_per_s;
    Vec2 away;
};
/// Random numbers of one drop.
struct DropDice {
    std::uint64_t seed, drop;
    double roll(std::uint64_t which) const { return uniform01(seed, drop * 8 + which + 1); }
};

/// A drop of the sheet that a hull pushes up: outwards and upwards, and along with the hull.
Drop splash_of(const exchange::HullState& hull, const Meeting& at, const SplashDesc& desc,
               const exchange::PlanGrid& grid, const DropDice& dice, std::int64_t volume) {
    const double speed = at.speed_m_per_s, out_speed = speed * (0.4 + 0.5 * dice.roll(0)),
                 up = speed * (0.3 + 0.7 * dice.roll(1)),
                 aside = speed * 0.4 * (dice.roll(2) - 0.5);
    Drop drop;
    drop.volume = volume;
    drop.radius_m = float(desc.radius_m);
    drop.at_m[0] = float(grid.x_m(at.rim.x) + (dice.roll(3) - 0.5) * grid.cell_m);
    drop.at_m[1] = float(grid.y_m(at.rim.y) + (dice.roll(4) - 0.5) * grid.cell_m);
    drop.at_m[2] = float(at.level_m + desc.radius_m);
    drop.velocity_m_per_s[0] =
        float(hull.motion[0] * 0.5 + out_speed * at.away.x - aside * at.away.y);
    drop.velocity_m_per_s[1] =
        float(hull.motion[1] * 0.5 + out_speed * at.away.y + aside * at.away.x);
    drop.velocity_m_per_s[2] = float(up);
    return drop;
}

}  // namespace

void add_splashes(Bodies& bodies, const water::Water& water, const spray::Spray& spray,
                  const SplashDesc& desc, std::vector<spray::Birth>& out) {
    constexpr double kSphere = 4.0 / 3.0 * 3.14159265358979323846;
    const exchange::PlanGrid grid = water.grid();
    const double drop_m3 = kSphere * desc.radius_m * desc.radius_m * desc.radius_m;
    std::uint64_t place = 0;
    for (int number = 0; number < bodies.count(); ++number) {
        const exchange::HullState hull = bodies.state(number);
        const bool is_slow = std::abs(hull.motion[0]) + std::abs(hull.motion[1]) +
                                 std::abs(hull.motion[2]) + std::abs(hull.motion[5]) <
                             0.5 * kSplash_m_per_s;
        if (is_slow) continue;
        for_rim(bodies.silhouette(number), water, [&](const RimCell& rim) {
            const std::uint64_t seed = mix64(desc.seed + desc.step) + (++place) * 64;
            const Sample cell = water.cell(rim.x, rim.y);
            const double level_m = double(cell.level_m);
            // It has to reach into the water and out of it.
            if (!(cell.depth_m > 0.0f) || rim.under_m > level_m || rim.top_m < level_m) return;
            const int ahead_x = std::clamp(rim.x + kAhead_cells * rim.east, 0, grid.nx - 1),
                      ahead_y = std::clamp(rim.y + kAhead_cells * rim.north, 0, grid.ny - 1);
            const double speed = meeting_speed(hull, rim, water.cell(ahead_x, ahead_y), grid);
            if (!(speed > kSplash_m_per_s)) return;
            const Vec2 away = outwards(hull, rim, grid);
            const double sheet_m = speed * speed / (2.0 * desc.gravity_m_per_s2);
            const double wanted_m3 =
                kSheetShare * (speed - kSplash_m_per_s) * sheet_m * grid.cell_m * desc.step_s;
            const double most = 0.1 * double(cell.depth_m) * grid.cell_m * grid.cell_m / drop_m3;
            const int count = int(std::min(wanted_m3 / drop_m3 + uniform01(seed, 0), most));
            for (int k = 0; k < count && int(out.size()) < desc.room; ++k)
                out.push_back({splash_of(hull, {rim, level_m, speed, away}, desc, grid,
                                         {seed, std::uint64_t(k)}, spray.units_of(drop_m3)),
                               std::int32_t(rim.y * grid.nx + rim.x)});
        });
    }
}

}  // namespace tarn::world
