#include "render/frame_check.hpp"

#include "base/vector.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::render {
namespace {

constexpr int kMaxPicture_px = 16384;

Error wrong(const std::string& message) {
    return {ErrorCode::InvalidArgument, message};
}

std::string by(int nx, int ny) {
    return std::to_string(nx) + " by " + std::to_string(ny);
}

/// A field has a value for each cell of the water, or no data at all.
Result<void> check_cells(const FieldView& field, const WaterView& water, const std::string& name) {
    if (!field.data || (field.nx == water.nx && field.ny == water.ny)) return {};
    return wrong(name + " has " + by(field.nx, field.ny) + " cells; the water has " +
                 by(water.nx, water.ny));
}

std::string cells_of(const VolumeView& volume) {
    return by(volume.nx, volume.ny) + " by " + std::to_string(volume.nz) + " cells";
}

/// A value for each cell.
Result<void> check_volume_field(const VolumeView& volume, std::size_t count,
                                const std::string& name) {
    const std::size_t cells =
        std::size_t(volume.nx) * std::size_t(volume.ny) * std::size_t(volume.nz);
    if (count == cells) return {};
    return wrong("Frame::water.volume." + name + " has " + std::to_string(count) +
                 " values; the volume has " + cells_of(volume) + " and needs " +
                 std::to_string(cells));
}

Result<void> check_volume(const VolumeView& volume) {
    if (std::min({volume.nx, volume.ny, volume.nz}) < 2)
        return wrong("Frame::water.volume has " + cells_of(volume) +
                     "; at least 2 along each axis are needed");
    if (!(volume.cell_m > 0.0) || !std::isfinite(volume.cell_m) || !is_finite(volume.origin_m))
        return wrong("Frame::water.volume.cell_m is " + std::to_string(volume.cell_m) +
                     "; it must be positive, and it and origin_m finite");
    if (const auto good = check_volume_field(volume, volume.fill.size(), "fill"); !good)
        return good;
    if (!volume.speed.empty())
        if (const auto good = check_volume_field(volume, volume.speed.size(), "speed"); !good)
            return good;
    if (!volume.dye.empty())
        if (const auto good = check_volume_field(volume, volume.dye.size(), "dye"); !good)
            return good;
    if (!volume.solid.empty()) return check_volume_field(volume, volume.solid.size(), "solid");
    return {};
}

Result<void> check_water(const WaterView& water) {
    if (!water.volume.fill.empty()) return check_volume(water.volume);
    if (!water.mesh.positions_m.empty() || !water.mesh.indices.empty())
        return Error{ErrorCode::Unsupported,
                     "Frame::water.mesh has " + std::to_string(water.mesh.indices.size() / 3) +
                         " triangles; this renderer draws water that is a height "
                         "field (WaterView::level) or a volume"};
    const bool has_level = water.level.data || water.device_level.data;
    if (water.nx < 2 || water.ny < 2 || !has_level || !(water.cell_m > 0.0))
        return wrong("Frame::water has no level to draw; fill nx, ny, cell_m and level");
    return {};
}

Result<void> check_bodies(std::span<const BodyView> bodies) {
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const BodyView& body = bodies[k];
        const bool is_turn_finite =
            std::ranges::all_of(body.turn, [](double part) { return std::isfinite(part); });
        if (!is_finite(body.at_m) || !is_finite(body.size_m) || !is_turn_finite)
            return wrong("Frame::bodies[" + std::to_string(k) +
                         "] has a place, a turn or a size that is not finite");
    }
    return {};
}

Result<void> check_size(PictureSize size) {
    if (std::min(size.width_px, size.height_px) >= 1 &&
        std::max(size.width_px, size.height_px) <= kMaxPicture_px)
        return {};
    return wrong("the picture's size is " + by(size.width_px, size.height_px) +
                 " pixels; each must be from 1 to " + std::to_string(kMaxPicture_px));
}

}  // namespace

Result<void> check_picture(const Frame& frame, PictureSize size) {
    const Result<void> checks[] = {
        check_water(frame.water),
        check_cells(frame.ground.bed, frame.water, "Frame::ground.bed"),
        check_cells(frame.foam.cover, frame.water, "Frame::foam.cover"),
        check_cells(frame.foam.aerated, frame.water, "Frame::foam.aerated"),
        check_bodies(frame.bodies),
        check_drops(frame.drops, "Frame::drops"),
        check_drops(frame.foam.bubbles, "Frame::foam.bubbles"),
        check_size(size)};
    for (const Result<void>& check : checks)
        if (!check) return check.error();
    return {};
}

bool is_drawable(const DropView& drop) {
    return is_finite(drop.at_m) && std::isfinite(drop.radius_m) && drop.radius_m >= 0.0 &&
           is_finite(drop.velocity_m_per_s);
}

Result<void> check_drops(std::span<const DropView> drops, const std::string& name) {
    const auto bad = std::ranges::find_if_not(drops, is_drawable);
    if (bad == drops.end()) return {};
    const std::string which = name + "[" + std::to_string(bad - drops.begin()) + "]";
    if (!is_finite(bad->velocity_m_per_s)) return wrong(which + ".velocity_m_per_s is not finite");
    if (!is_finite(bad->at_m)) return wrong(which + ".at_m is not finite");
    return wrong(which + ".radius_m is " + std::to_string(bad->radius_m) +
                 "; it must be finite and not below 0");
}

Result<void> check_mesh(const MeshView& mesh, const std::string& name) {
    const std::size_t count = mesh.positions_m.size();
    if (mesh.indices.empty() || mesh.indices.size() % 3 != 0)
        return wrong(name + " has " + std::to_string(mesh.indices.size()) +
                     " indices; it needs three for each triangle, and at least one triangle");
    if (!mesh.normals.empty() && mesh.normals.size() != count)
        return wrong(name + " has " + std::to_string(mesh.normals.size()) + " normals and " +
                     std::to_string(count) + " positions; give one normal for each, or none");
    for (const std::uint32_t index : mesh.indices)
        if (index >= count)
            return wrong(name + " has the index " + std::to_string(index) + ", but " +
                         std::to_string(count) + " positions only");
    if (!std::ranges::all_of(mesh.positions_m, is_finite) ||
        !std::ranges::all_of(mesh.normals, is_finite))
        return wrong(name + " has a position or a normal that is not finite");
    return {};
}

}  // namespace tarn::render
