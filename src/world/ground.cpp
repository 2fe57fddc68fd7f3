// The ground changes while the water runs: heights of the bed, and solids that come and go.
#include "scene/describe.hpp"
#include "world/impl.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn {
namespace {

exchange::CellArea area_of(const CellRect& cells) {
    return {cells.i0, cells.j0, cells.i1 - cells.i0 + 1, cells.j1 - cells.j0 + 1};
}

constexpr const char* kNoMemory = "not enough memory to change the ground";

}  // namespace

void World::Impl::change_solid(const exchange::CellArea& area, bool is_solid) {
    account.came_in(-water->set_solid(area, is_solid));
}

void World::Impl::dig_ground(const DigDesc& desc) {
    world::DepthPatch patch = world::draw_disc(
        water->grid(), {desc.at_m.x, desc.at_m.y, desc.radius_m, desc.depth_m,
                        desc.is_smooth ? world::Profile::Bump : world::Profile::TopHat});
    const exchange::CellArea& area = patch.area;
    for (int j = area.y0; j < area.y0 + area.ny; ++j)
        for (int i = area.x0; i < area.x0 + area.nx; ++i) {
            double& value_m = patch.at(i, j);
            const bool is_beside = value_m == 0.0;
            // However often someone digs, heights stay such as a scene may have.
            value_m = is_beside
                          ? std::numeric_limits<double>::quiet_NaN()
                          : double(float(std::clamp(water->bed_m(i, j) - value_m,
                                                    -scene::kMaxHeight_m, scene::kMaxHeight_m)));
        }
    change_bed(area, patch.depth_m);
}

/// Where a height is not a number, the ground stays.
void World::Impl::change_bed(const exchange::CellArea& area, std::span<const double> heights_m) {
    water->set_bed(area, heights_m);
    if (!bodies) return;
    std::vector<double> now_m;
    for (int j = area.y0; j < area.y0 + area.ny; ++j)
        for (int i = area.x0; i < area.x0 + area.nx; ++i) now_m.push_back(water->bed_m(i, j));
    bodies->set_bed(area, now_m);
}

Result<void> World::set_bed(CellRect cells, std::span<const float> heights_m) {
    Impl& w = *impl_;
    return w.answer(kNoMemory, [&]() -> Result<void> {
        if (const auto ok = w.water->check_ground(); !ok) return ok;
        if (const auto ok = w.check_rect(cells); !ok) return ok;
        const exchange::CellArea area = area_of(cells);
        if (heights_m.size() != area.count())
            return Error{ErrorCode::InvalidArgument,
                         "heights_m has " + std::to_string(heights_m.size()) + " values for " +
                             std::to_string(area.count()) + " cells; give one for each"};
        const auto wrong = std::ranges::find_if(heights_m, [](float height_m) {
            return !(std::abs(double(height_m)) <= scene::kMaxHeight_m);
        });
        if (wrong != heights_m.end())
            return Error{ErrorCode::InvalidArgument, "heights_m has " + std::to_string(*wrong) +
                                                         "; a height must be from -1e5 to 1e5 m"};
        const std::vector<double> heights(heights_m.begin(), heights_m.end());
        if (w.recording)
            w.recording->push_back(world::BedCall{cells, {heights_m.begin(), heights_m.end()}});
        w.change_bed(area, heights);
        return {};
    });
}

Result<void> World::dig(const DigDesc& desc) {
    Impl& w = *impl_;
    return w.change(
        kNoMemory, desc,
        [&]() -> Result<void> {
            if (const auto ok = w.water->check_ground(); !ok) return ok;
            if (std::abs(desc.depth_m) > scene::kMaxHeight_m)
                return world::out_of_range("depth_m", desc.depth_m,
                                           "it must be from -1e5 to 1e5 m");
            return w.check_disc(desc.at_m, desc.radius_m, desc.depth_m);
        },
        [&]() -> Result<void> {
            w.dig_ground(desc);
            return {};
        });
}

Result<void> World::set_solid(CellRect cells, bool is_solid) {
    Impl& w = *impl_;
    return w.answer(kNoMemory, [&]() -> Result<void> {
        if (const auto ok = w.water->check_ground(); !ok) return ok;
        if (w.bodies)
            return Error{ErrorCode::Unsupported,
                         "set_solid: bodies float in " + w.scene.name +
                             ", and they know the solids of its start alone; use set_bed, or a "
                             "scene without bodies"};
        if (const auto ok = w.check_rect(cells); !ok) return ok;
        if (w.recording) w.recording->push_back(world::SolidCall{cells, is_solid});
        w.change_solid(area_of(cells), is_solid);
        return {};
    });
}

}  // namespace tarn
