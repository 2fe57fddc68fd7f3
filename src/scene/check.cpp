#include "scene/check.hpp"

#include "scene/check_bodies.hpp"
#include "scene/check_spray.hpp"
#include "scene/check_volume.hpp"
#include "scene/describe.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace tarn::scene {
namespace {

using Found = std::optional<Problem>;

// The largest grid stays below 2^40 bytes. Whether it fits this machine is known where it is
// allocated.
constexpr double kBytesPerCell = 130.0;
static_assert(double{kMaxCells} * kMaxCells * kBytesPerCell <= 1099511627776.0);

std::string pair_text(const Point& pair) {
    return "[" + number_text(pair[0]) + ", " + number_text(pair[1]) + "]";
}

Point as_point(const std::array<int, 2>& pair) {
    return {double(pair[0]), double(pair[1])};
}

std::string item(const char* list, std::size_t index) {
    return std::string("/") + list + "/" + std::to_string(index);
}

bool is_square(const Point& size_m, const Point& cells) {
    constexpr double kTolerance = 1e-6;
    const double dx = size_m[0] / cells[0], dy = size_m[1] / cells[1];
    return std::abs(dx - dy) <= kTolerance * dx;
}

/// A change that makes the cells square: another row count where a whole one fits, or another size.
std::string square_remedy(const Water& water) {
    const double dx = water.size_m[0] / water.cells[0];
    const double rows = std::round(water.size_m[1] / dx);
    const bool is_allowed = rows >= kMinCells && rows <= kMaxCells;
    if (is_allowed && is_square(water.size_m, {double(water.cells[0]), rows}))
        return "give cells " + pair_text({double(water.cells[0]), rows});
    return "give size " + pair_text({water.size_m[0], dx * water.cells[1]});
}

Found check_square_cells(const Scene& scene) {
    const Water& water = scene.water;
    if (is_square(water.size_m, as_point(water.cells))) return {};
    return Problem{"/water/cells", "is " + pair_text(as_point(water.cells)) + " on a size of " +
                                       pair_text(water.size_m) +
                                       " m; cells must be square: " + square_remedy(water)};
}

Found check_edge_pair(const Water& water, Edge first, Edge second, const char* first_name,
                      const char* second_name) {
    const auto is_periodic = [&](Edge edge) {
        return water.edges[static_cast<std::size_t>(edge)].kind == Boundary::Periodic;
    };
    if (is_periodic(first) == is_periodic(second)) return {};
    const bool first_is = is_periodic(first);
    const std::string one = first_is ? first_name : second_name;
    const std::string other = first_is ? second_name : first_name;
    return Problem{"/water/edges/" + one, "is \"periodic\" but " + other +
                                              " is not; periodic edges come in pairs: change one"};
}

Found check_waves(const Waves& waves, const std::string& pointer) {
    const bool is_train = waves.kind == WaveKind::Train;
    for (const auto& [key, is_given] :
         {std::pair{"length", waves.length_m.has_value()}, {"power", waves.power.has_value()}})
        if (is_given && !is_train)
            return Problem{child_pointer(pointer, key),
                           "is for waves of kind \"train\"; remove it or change the kind"};
    if (waves.kind == WaveKind::Piston && waves.zone_m > 0.0)
        return Problem{child_pointer(pointer, "zone"),
                       "is for waves that come in; remove it or use kind sine or train"};
    return {};
}

/// An edge of `along_m` with cells of `cell_m`.
Found check_part(const EdgePart& part, double along_m, double cell_m, const std::string& pointer) {
    const double from_m = part.from_m.value_or(0.0), to_m = part.to_m.value_or(along_m);
    // A part may end where the edge does up to rounding.
    constexpr double kSlack = 1e-9;
    if (part.to_m && to_m > along_m * (1.0 + kSlack))
        return Problem{child_pointer(pointer, "to"),
                       "is " + number_text(to_m) + " and the edge is " + number_text(along_m) +
                           " m long; give a smaller one"};
    const std::string begin = child_pointer(pointer, "from");
    if (!(from_m < to_m))
        return Problem{begin, "is " + number_text(from_m) + " and the part ends at " +
                                  number_text(to_m) + " m; it must begin before it ends"};
    if (cells_of(part, along_m, cell_m).is_empty())
        return Problem{begin, "is " + number_text(from_m) + " and the part ends at " +
                                  number_text(to_m) + " m, so that no centre of a cell of " +
                                  number_text(cell_m) + " m lies in it; make it wider"};
    return {};
}

Found check_outflow(const Outflow& outflow, const Water& water, const std::string& pointer) {
    const bool is_normal = outflow.kind == OutflowKind::Normal;
    const bool is_rating = outflow.kind == OutflowKind::Rating;
    const bool has_table = !outflow.csv.empty() || !outflow.table.empty();
    if (outflow.slope && !is_normal)
        return Problem{child_pointer(pointer, "slope"),
                       "is for an outflow of kind \"normal\"; remove it or change the kind"};
    if (is_normal && !outflow.slope)
        return Problem{pointer, "is of kind \"normal\" without a slope; give the one of the bed"};
    if (is_normal && water.manning_s_per_m13 == 0.0 && water.drag == 0.0)
        return Problem{pointer,
                       "is of kind \"normal\", and nothing slows the water; give /water/manning or "
                       "/water/drag, or use kind critical"};
    if (has_table && !is_rating)
        return Problem{child_pointer(pointer, outflow.csv.empty() ? "table" : "csv"),
                       "is for an outflow of kind \"rating\"; remove it or change the kind"};
    if (is_rating && !has_table)
        return Problem{pointer, "is of kind \"rating\" without a table; give csv or table"};
    return {};
}

Found check_edge(const Water& water, std::size_t index, const std::string& pointer) {
    constexpr const char* kKinds[std::variant_size_v<EdgeDrive>] = {"inflow", "waves", "open",
                                                                    "outflow"};
    const EdgeRule& edge = water.edges[index];
    if (!edge.drive) return {};
    const double across_m = water.size_m[index / 2], along_m = water.size_m[1 - index / 2];
    const std::string inner = child_pointer(pointer, kKinds[edge.drive->index()]);
    if (const EdgePart part = edge.part(); !part.is_whole()) {
        if (Found found = check_part(part, along_m, water.size_m[0] / water.cells[0], inner))
            return found;
        if (edge.zone_m() > 0.0)
            return Problem{child_pointer(inner, "zone"),
                           "is for a whole edge; remove it, or from and to"};
    }
    if (const Outflow* outflow = edge.outflow())
        if (Found found = check_outflow(*outflow, water, inner)) return found;
    if (const Waves* waves = edge.waves())
        if (Found found = check_waves(*waves, inner)) return found;
    if (edge.zone_m() == 0.0) return {};
    if (edge.inflow() && std::holds_alternative<Discharge>(edge.inflow()->by))
        return Problem{child_pointer(inner, "zone"), "is for a level; remove it"};
    if (edge.zone_m() < across_m) return {};
    return Problem{child_pointer(inner, "zone"), "is " + number_text(edge.zone_m()) +
                                                     " and the water is " + number_text(across_m) +
                                                     " m wide there; give a narrower zone"};
}

Found check_edges(const Scene& scene) {
    const Water& water = scene.water;
    if (Found found = check_edge_pair(water, Edge::West, Edge::East, "west", "east")) return found;
    if (Found found = check_edge_pair(water, Edge::South, Edge::North, "south", "north"))
        return found;
    constexpr const char* kNames[kEdgeCount] = {"west", "east", "south", "north"};
    for (std::size_t k = 0; k < kEdgeCount; ++k)
        if (Found found = check_edge(water, k, std::string("/water/edges/") + kNames[k]))
            return found;
    return {};
}

/// What a file covers; null: an expression, or the file's own.
const std::optional<Extent>* extent_of(const VaryingField& field) {
    if (const auto* npy = std::get_if<NpyField>(&field)) return &npy->extent_m;
    if (const auto* png = std::get_if<PngField>(&field)) return &png->extent_m;
    if (const auto* asc = std::get_if<AscField>(&field)) return &asc->extent_m;
    return nullptr;
}

Found check_extent(const FieldSource& source, const char* pointer) {
    const auto* extent = source.varying ? extent_of(*source.varying) : nullptr;
    if (!extent || !*extent) return {};
    const auto& [x0, y0, x1, y1] = **extent;
    if (x0 < x1 && y0 < y1) return {};
    return Problem{std::string(pointer) + "/extent",
                   "has no area; it must be [x0, y0, x1, y1] with x0 < x1 and y0 < y1"};
}

Found check_extents(const Scene& scene) {
    if (Found found = check_extent(scene.water.bed, "/water/bed")) return found;
    return check_extent(scene.water.level, "/water/level");
}

Found check_level(const Scene& scene) {
    const FieldSource &level = scene.water.level, &bed = scene.water.bed;
    if (level.varying || bed.varying || level.number > bed.number || has_source(scene)) return {};
    return Problem{"/water/level",
                   "is " + number_text(level.number) + " and the bed is " +
                       number_text(bed.number) +
                       ", so there is no water; give a level above the bed, an inflow or rain"};
}

Found check_box(const Box& box, const std::string& pointer) {
    const auto& [x0, y0, x1, y1] = box.corners_m;
    if (x0 < x1 && y0 < y1) return {};
    return Problem{pointer, "has no area; it must be [x0, y0, x1, y1] with x0 < x1 and y0 < y1"};
}

Found check_solid(const Solid& solid, const std::string& pointer) {
    if (const auto* box = std::get_if<Box>(&solid)) return check_box(*box, pointer + "/box");
    if (const auto* disc = std::get_if<Disc>(&solid))
        if (disc->circle_m[2] <= 0.0)
            return Problem{pointer + "/disc/2",
                           "is " + number_text(disc->circle_m[2]) + "; a radius must be above 0"};
    return {};
}

Found check_solids(const Scene& scene) {
    for (std::size_t i = 0; i < scene.water.solids.size(); ++i)
        if (Found found = check_solid(scene.water.solids[i], item("water/solids", i))) return found;
    return {};
}

Found check_inside(const Point& at_m, const Point& size_m, const std::string& pointer) {
    const bool is_inside =
        at_m[0] >= 0.0 && at_m[0] <= size_m[0] && at_m[1] >= 0.0 && at_m[1] <= size_m[1];
    if (is_inside) return {};
    return Problem{pointer, "is " + pair_text(at_m) +
                                "; it must lie in the water, which goes from [0, 0] to " +
                                pair_text(size_m) + " m"};
}

Found check_event(const DropEvent& drop, const Point& size_m, const std::string& pointer) {
    return check_inside(drop.at_m, size_m, pointer + "/drop/at");
}

Found check_event(const PressEvent& press, const Point& size_m, const std::string& pointer) {
    return check_inside(press.at_m, size_m, pointer + "/press/at");
}

Found check_event(const StirEvent& stir, const Point& size_m, const std::string& pointer) {
    const std::string path = pointer + "/stir/path";
    if (stir.path_m.size() < 2)
        return Problem{
            path, "has " + std::to_string(stir.path_m.size()) + " points; a path needs at least 2"};
    for (std::size_t i = 0; i < stir.path_m.size(); ++i)
        if (Found found = check_inside(stir.path_m[i], size_m, path + "/" + std::to_string(i)))
            return found;
    return {};
}

Found check_event(const OpenEvent& open, const Point&, const std::string& pointer) {
    return check_box(open.box, pointer + "/open/box");
}

Found check_event(const CloseEvent& close, const Point&, const std::string& pointer) {
    return check_box(close.box, pointer + "/close/box");
}

Found check_event(const DigEvent& dig, const Point& size_m, const std::string& pointer) {
    return check_inside(dig.at_m, size_m, pointer + "/dig/at");
}

Found check_event(const SetEvent&, const Point&, const std::string&) {
    return {};
}

/// Whether there is such a body: check_bodies.cpp.
Found check_event(const HelmEvent&, const Point&, const std::string&) {
    return {};
}

/// An inflow that changes needs one to change.
Found check_changed_inflows(const Scene& scene) {
    const char* const names[kEdgeCount] = {"west", "east", "south", "north"};
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        const auto* set = std::get_if<SetEvent>(&scene.events[i]);
        for (std::size_t e = 0; set && e < kEdgeCount; ++e)
            if (set->inflow[e] && !scene.water.edges[e].inflow())
                return Problem{item("events", i) + "/set/inflow/" + names[e],
                               "is " + number_text(*set->inflow[e]) +
                                   ", but this edge has no inflow; give it one in /water/edges"};
    }
    return {};
}

Found check_rain(const Scene& scene) {
    if (!scene.rain) return {};
    const double radius_m = scene.rain->drop_radius_m;
    if (radius_m == 0.0 || radius_m >= kSmallestDrop_m) return {};
    return Problem{"/rain/drop", "is " + number_text(radius_m) +
                                     "; a drop has a radius of at least " +
                                     number_text(kSmallestDrop_m) + " m, and 0 is an even sheet"};
}

Found check_events(const Scene& scene) {
    for (std::size_t i = 0; i < scene.events.size(); ++i) {
        const Found found = std::visit(
            [&](const auto& event) {
                return check_event(event, scene.water.size_m, item("events", i));
            },
            scene.events[i]);
        if (found) return found;
    }
    return {};
}

Found check_probes(const Scene& scene) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < scene.probes.size(); ++i) {
        const Probe& probe = scene.probes[i];
        if (Found found = check_inside(probe.at_m, scene.water.size_m, item("probes", i) + "/at"))
            return found;
        if (!names.insert(probe.name).second)
            return Problem{item("probes", i) + "/name",
                           "is \"" + probe.name + "\", as another probe; give each its own name"};
    }
    return {};
}

Found check_view(const Point3& at_m, const Point3& look_at_m, const std::string& pointer) {
    if (at_m != look_at_m) return {};
    return Problem{pointer, "is where the camera stands; give another point to look at"};
}

Found check_camera(const Scene& scene) {
    const Camera& camera = scene.camera;
    if (camera.at_m)
        if (Found found = check_view(*camera.at_m, *camera.look_at_m, "/camera/look_at"))
            return found;
    for (std::size_t i = 0; i < camera.path.size(); ++i) {
        const CameraPoint& point = camera.path[i];
        const std::string pointer = item("camera/path", i);
        if (i > 0 && point.time_s <= camera.path[i - 1].time_s)
            return Problem{pointer + "/time", "is " + number_text(point.time_s) + " after " +
                                                  number_text(camera.path[i - 1].time_s) +
                                                  "; the times of a path must rise"};
        if (Found found = check_view(point.at_m, point.look_at_m, pointer + "/look_at"))
            return found;
    }
    return {};
}

}  // namespace

Found check_scene(const Scene& scene) {
    if (scene.water.is_volume())
        if (Found found = check_volume(scene)) return found;
    if (!scene.water.is_volume())
        for (const auto rule : {check_square_cells, check_edges, check_extents, check_level,
                                check_solids, check_rain, check_spray, check_changed_inflows})
            if (Found found = rule(scene)) return found;
    for (const auto rule : {check_events, check_bodies, check_probes, check_camera})
        if (Found found = rule(scene)) return found;
    return {};
}

}  // namespace tarn::scene
