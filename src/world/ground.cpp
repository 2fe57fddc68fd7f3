// The ground changes while the water runs: heights of the bed, and solids that come and go.
#include "base/hash.hpp"
#include "scene/describe.hpp"
#include "world/impl.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

namespace tarn {
namespace {

shallow::CellArea area_of(const CellRect& cells) {
    return {cells.i0, cells.j0, cells.i1 - cells.i0 + 1, cells.j1 - cells.j0 + 1};
}

constexpr const char* kNoMemory = "not enough memory to change the ground";

}  // namespace

void World::Impl::change_bed(const shallow::CellArea& area, std::span<const double> heights_m) {
    // Room first: what fails for want of memory changes nothing.
    bed.spread(ground);
    water->set_bed(area, heights_m);
    bed.set(area, heights_m);
    scenery.revision = mix64(scenery.revision + bed.hash());
    changed();
}

void World::Impl::change_solid(const shallow::CellArea& area, bool is_solid) {
    if (area.count() == 0) return;
    scenery.solid.resize(std::size_t(ground.nx) * std::size_t(ground.ny));
    account.came_in(-water->set_solid(area, is_solid));
    std::uint64_t sum = scenery.revision;
    for (int j = area.y0; j < area.y0 + area.ny; ++j)
        for (int i = area.x0; i < area.x0 + area.nx; ++i) {
            const std::size_t k = std::size_t(j) * std::size_t(ground.nx) + std::size_t(i);
            scenery.solid[k] = is_solid;
            sum += hashed_word(k + 1, is_solid);
        }
    scenery.revision = mix64(sum);
    scenery.bodies = world::bodies_of(scene.water, scenery, still_water());
    changed();
}

void World::Impl::take_ground(world::Bed&& new_bed, std::vector<std::uint8_t>&& solid) {
    bed = std::move(new_bed);
    scenery.solid = std::move(solid);
    scenery.revision = world::revision_of(bed, scenery.solid);
    scenery.bodies = world::bodies_of(scene.water, scenery, still_water());
}

void World::Impl::dig_ground(const DigDesc& desc) {
    shallow::DepthPatch patch =
        draw_disc(ground, {desc.at_m.x, desc.at_m.y, desc.radius_m, desc.depth_m,
                           desc.is_smooth ? world::Profile::Bump : world::Profile::TopHat});
    for (int j = patch.y0; j < patch.y0 + patch.ny; ++j)
        for (int i = patch.x0; i < patch.x0 + patch.nx; ++i) {
            double& value_m = patch.at(i, j);
            const bool is_beside = value_m == 0.0;
            value_m = is_beside ? std::numeric_limits<double>::quiet_NaN()
                                : double(float(bed.at_m(i, j) - value_m));
        }
    change_bed({patch.x0, patch.y0, patch.nx, patch.ny}, patch.depth_m);
}

void World::Impl::change_ground(double until_s) {
    inputs.ground_events().apply(
        until_s, [&](const world::GateChange& gate) { change_solid(gate.area, gate.is_solid); },
        [&](const DigDesc& part) { dig_ground(part); });
}

Result<void> World::Impl::check_ground() const {
    if (const auto usable = check_usable(); !usable) return usable.error();
    if (water->can_change_ground()) return {};
    return Error{ErrorCode::Unsupported, scene.name + ": the ground of scheme " +
                                             world::name_of(scheme.scheme) +
                                             " cannot change; use \"scheme\": \"fv\" in /water"};
}

Result<void> World::set_bed(CellRect cells, std::span<const float> heights_m) try {
    Impl& w = *impl_;
    if (const auto ok = w.check_ground(); !ok) return ok.error();
    if (const auto ok = w.check_rect(cells); !ok) return ok.error();
    const shallow::CellArea area = area_of(cells);
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
    if (w.recording)
        w.recording->push_back(world::BedCall{cells, {heights_m.begin(), heights_m.end()}});
    w.change_bed(area, std::vector<double>(heights_m.begin(), heights_m.end()));
    if (const auto lost = w.water->lost()) return *lost;
    return {};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemory);
}

Result<void> World::dig(const DigDesc& desc) try {
    Impl& w = *impl_;
    if (const auto ok = w.check_ground(); !ok) return ok.error();
    if (const auto ok = w.check_disc(desc.at_m, desc.radius_m, desc.depth_m); !ok)
        return ok.error();
    if (w.recording) w.recording->push_back(desc);
    w.dig_ground(desc);
    if (const auto lost = w.water->lost()) return *lost;
    return {};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemory);
}

Result<void> World::set_solid(CellRect cells, bool is_solid) try {
    Impl& w = *impl_;
    if (const auto ok = w.check_ground(); !ok) return ok.error();
    if (const auto ok = w.check_rect(cells); !ok) return ok.error();
    if (w.recording) w.recording->push_back(world::SolidCall{cells, is_solid});
    w.change_solid(area_of(cells), is_solid);
    if (const auto lost = w.water->lost()) return *lost;
    return {};
} catch (const std::bad_alloc&) {
    return impl_->no_memory(kNoMemory);
}

}  // namespace tarn
