#include "scene/check_volume.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>

namespace tarn::scene {
namespace {

using Found = std::optional<Problem>;

std::string list_text(std::span<const double> numbers) {
    std::string text = "[";
    for (const double number : numbers) text += (text.size() > 1 ? ", " : "") + number_text(number);
    return text + "]";
}

std::string item(const char* list, std::size_t index) {
    return std::string("/water/") + list + "/" + std::to_string(index);
}

Found check_cubes(const Scene& scene) {
    const Volume& volume = scene.water.volume;
    constexpr double kTolerance = 1e-6;
    const double cell_m = volume.cell_m();
    std::array<double, 3> cells, size_m;
    bool are_cubes = true;
    for (std::size_t k = 0; k < 3; ++k) {
        cells[k] = volume.cells[k];
        size_m[k] = cell_m * volume.cells[k];
        are_cubes &= std::abs(size_m[k] - volume.size_m[k]) <= kTolerance * volume.size_m[k];
    }
    if (are_cubes) return {};
    return Problem{"/water/cells", "is " + list_text(cells) + " on a size of " +
                                       list_text(volume.size_m) +
                                       " m; cells must be cubes: give size " + list_text(size_m)};
}

/// The two faces across one axis.
Found check_pair(const Volume& volume, std::size_t first) {
    const bool is_first = volume.sides[first].is_periodic();
    if (is_first == volume.sides[first + 1].is_periodic()) return {};
    const std::size_t one = is_first ? first : first + 1, other = is_first ? first + 1 : first;
    return Problem{std::string("/water/edges/") + kSideNames[one],
                   std::string("is \"periodic\" but ") + kSideNames[other] +
                       " is not; periodic faces come in pairs: change one"};
}

/// What comes in has to come in.
Found check_side(const Volume& volume, std::size_t side) {
    const SideInflow* const inflow = volume.sides[side].inflow();
    if (!inflow) return {};
    const double inward = side % 2 == 0 ? 1.0 : -1.0;
    if (inflow->velocity_m_per_s[side / 2] * inward > 0.0) return {};
    constexpr const char* kAxes[] = {"x", "y", "z"};
    return Problem{std::string("/water/edges/") + kSideNames[side] + "/inflow/velocity",
                   "is " + list_text(inflow->velocity_m_per_s) +
                       ", which does not lead into the water; its " + kAxes[side / 2] +
                       " must be " + (inward > 0.0 ? "above" : "below") + " 0"};
}

Found check_sides(const Scene& scene) {
    const Volume& volume = scene.water.volume;
    for (std::size_t side = 0; side < kSideCount; side += 2)
        if (Found found = check_pair(volume, side)) return found;
    for (std::size_t side = 0; side < kSideCount; ++side)
        if (Found found = check_side(volume, side)) return found;
    return {};
}

Found check_box(const std::array<double, 6>& box, const std::string& pointer) {
    for (std::size_t k = 0; k < 3; ++k)
        if (!(box[k] < box[k + 3]))
            return Problem{pointer, "is " + list_text(box) +
                                        ", which has no volume; it must be [x0, y0, z0, x1, y1, "
                                        "z1] with x0 < x1, y0 < y1 and z0 < z1"};
    return {};
}

/// A box in which some cell of the water has its centre.
Found check_cells_in(const std::array<double, 6>& box, const Volume& volume,
                     const std::string& pointer) {
    if (Found found = check_box(box, pointer)) return found;
    for (std::size_t k = 0; k < 3; ++k) {
        const double first = std::max(std::ceil(box[k] / volume.cell_m() - 0.5), 0.0);
        const double end =
            std::min(std::ceil(box[k + 3] / volume.cell_m() - 0.5), double(volume.cells[k]));
        if (!(first < end))
            return Problem{pointer, "is " + list_text(box) + ", in which no centre of a cell of " +
                                        number_text(volume.cell_m()) +
                                        " m lies; make it larger or move it into the water, which "
                                        "goes from [0, 0, 0] to " +
                                        list_text(volume.size_m) + " m"};
    }
    return {};
}

template <class Shape>
Found check_shapes(const std::vector<Shape>& shapes, const char* list) {
    for (std::size_t k = 0; k < shapes.size(); ++k) {
        if (const auto* box = std::get_if<BoxShape>(&shapes[k]))
            if (Found found = check_box(box->corners_m, item(list, k) + "/box")) return found;
        if (const auto* sphere = std::get_if<SphereShape>(&shapes[k]))
            if (!(sphere->sphere_m[3] > 0.0))
                return Problem{
                    item(list, k) + "/sphere/3",
                    "is " + number_text(sphere->sphere_m[3]) + "; a radius must be above 0"};
    }
    return {};
}

Found check_surface(const Scene& scene) {
    const Volume& volume = scene.water.volume;
    const auto no_surface = [](const char* key) {
        return Problem{std::string("/water/") + key,
                       "is for water with a surface; remove it, or \"surface\": false"};
    };
    const bool comes_in =
        !volume.faucets.empty() || std::ranges::any_of(volume.sides, [](const SideRule& side) {
            return side.inflow() != nullptr;
        });
    if (volume.has_surface && volume.fill.empty() && !comes_in)
        return Problem{"/water/fill",
                       "is empty, so there is no water; give a box or another shape, a faucet or "
                       "an inflow"};
    if (volume.has_surface) return {};
    if (!volume.fill.empty()) return no_surface("fill");
    if (volume.surface_tension_n_per_m > 0.0) return no_surface("surface_tension");
    if (!volume.faucets.empty()) return no_surface("faucets");
    if (!volume.drains.empty()) return no_surface("drains");
    return {};
}

Found check_faucets(const Scene& scene) {
    const Volume& volume = scene.water.volume;
    for (std::size_t k = 0; k < volume.faucets.size(); ++k) {
        const Faucet& faucet = volume.faucets[k];
        if (Found found = check_cells_in(faucet.box_m, volume, item("faucets", k) + "/box"))
            return found;
        if (scene.water.model == "volume" && faucet.dye > 0.0)
            return Problem{item("faucets", k) + "/dye",
                           "is " + number_text(faucet.dye) +
                               "; dye is for water of model \"stable\": remove it, or change "
                               "/water/model"};
        if (faucet.until_s && !(faucet.from_s < *faucet.until_s))
            return Problem{item("faucets", k) + "/until",
                           "is " + number_text(*faucet.until_s) + " and it begins at " +
                               number_text(faucet.from_s) + " s; it must end after it begins"};
    }
    for (std::size_t k = 0; k < volume.drains.size(); ++k)
        if (Found found =
                check_cells_in(volume.drains[k].box_m, volume, item("drains", k) + "/box"))
            return found;
    return {};
}

/// What acts on a surface that is a height field.
Found check_for_shallow(const Scene& scene) {
    const std::string remedy =
        "is for water of model \"shallow\"; remove it, or change /water/model";
    if (scene.rain) return Problem{"/rain", remedy};
    if (scene.maps) return Problem{"/maps", remedy};
    if (!scene.emitters.empty())
        return Problem{"/emitters", remedy + "; a volume has /water/faucets"};
    if (scene.spray) return Problem{"/spray", remedy};
    if (scene.foam) return Problem{"/foam", remedy};
    for (std::size_t k = 0; k < scene.events.size(); ++k) {
        const std::string pointer = "/events/" + std::to_string(k);
        const auto* set = std::get_if<SetEvent>(&scene.events[k]);
        if (!set) return Problem{pointer, remedy + "; volume knows \"set\" alone"};
        const auto no_setting = [&](const char* key) {
            return Problem{pointer + "/set/" + key, remedy};
        };
        if (set->wind_m_per_s) return no_setting("wind");
        if (set->manning_s_per_m13) return no_setting("manning");
        if (set->rain_mm_per_h) return no_setting("rain");
        for (const auto& inflow : set->inflow)
            if (inflow) return no_setting("inflow");
    }
    return {};
}

/// What bodies have for shallow water alone.
Found check_bodies_in_space(const Scene& scene) {
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
        const Body& body = scene.bodies[k];
        const double z_m = body.at_m[2], height_m = scene.water.volume.size_m[2];
        if (!(z_m >= 0.0 && z_m <= height_m))
            return Problem{"/bodies/" + std::to_string(k) + "/at",
                           "is at a height of " + number_text(z_m) +
                               " m; it must lie in the box, whose height goes from 0 to " +
                               number_text(height_m) + " m"};
        const auto refused = [&](const char* key) {
            return Problem{"/bodies/" + std::to_string(k) + "/" + key,
                           "is for water of model \"shallow\"; water in space finds all forces by "
                           "itself: remove it"};
        };
        if (body.forces != BodyForces::Auto) return refused("forces");
        if (body.flow.drag) return refused("drag");
        if (body.flow.lift) return refused("lift");
        if (body.flow.angle_share) return refused("angle_share");
        if (!body.thrusters.empty()) return refused("thrusters");
        if (!body.rudders.empty()) return refused("rudders");
        if (!body.sails.empty()) return refused("sails");
    }
    return {};
}

Found check_all_shapes(const Scene& scene) {
    if (Found found = check_shapes(scene.water.volume.fill, "fill")) return found;
    if (Found found = check_shapes(scene.water.volume.dye, "dye")) return found;
    return check_shapes(scene.water.volume.solids, "solids");
}

}  // namespace

std::optional<Problem> check_volume(const Scene& scene) {
    for (const auto rule : {check_cubes, check_sides, check_surface, check_all_shapes,
                            check_faucets, check_for_shallow, check_bodies_in_space})
        if (Found found = rule(scene)) return found;
    return {};
}

}  // namespace tarn::scene
