// A moment of the world as a picture needs it, and what follows where the scene is silent.
#include "world/frame.hpp"

#include "base/hash.hpp"
#include "world/build.hpp"
#include "world/impl.hpp"
#include <tarn/world.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

namespace tarn {
namespace world {
namespace {

// Obstacles fill the whole depth; drawn, they rise above the waves by this much.
constexpr double kAbovePerDepth = 0.25, kAbove_m = 0.15;
// A column of water that falls rises again at a wall, by this share of its height over the mean.
constexpr double kSplash = 0.5;

Vec3 vec3_of(const scene::Point3& point) {
    return {point[0], point[1], point[2]};
}

/// Places a body of the extent `from_m` to `to_m`: it stands on the lowest ground and rises above
/// the water, or above the land it stands in.
void stand(BodyView& body, const StillWater& still, Vec2 from_m, Vec2 to_m) {
    const double land_m = still.bed.highest_within_m(still.ground, from_m, to_m);
    const double above_m = kAbovePerDepth * still.depth_m + kAbove_m;
    const double height_m = std::max(still.level_m, land_m) + above_m - still.bed.lowest_m();
    body.at_m = {0.5 * (from_m.x + to_m.x), 0.5 * (from_m.y + to_m.y),
                 still.bed.lowest_m() + 0.5 * height_m};
    body.size_m = {to_m.x - from_m.x, to_m.y - from_m.y, height_m};
}

/// Calls `body(n)` for the cells that a shape covers.
template <class Body>
void for_covered(const scene::Solid& solid, const Ground& ground, Body&& body) {
    for (int j = 0; j < ground.ny; ++j)
        for (int i = 0; i < ground.nx; ++i)
            if (covers(solid, ground.x_m(i), ground.y_m(j)))
                body(std::size_t(j) * std::size_t(ground.nx) + std::size_t(i));
}

std::optional<BodyView> body_of(const scene::Solid& solid, const StillWater& still) {
    BodyView body;
    if (const auto* disc = std::get_if<scene::Disc>(&solid)) {
        const auto& [x, y, radius] = disc->circle_m;
        body.shape = BodyView::Shape::Cylinder;
        stand(body, still, {x - radius, y - radius}, {x + radius, y + radius});
        return body;
    }
    if (const auto* box = std::get_if<scene::Box>(&solid)) {
        const auto& [x0, y0, x1, y1] = box->corners_m;
        body.shape = BodyView::Shape::Box;
        stand(body, still, {x0, y0}, {x1, y1});
        return body;
    }
    return std::nullopt;  // the ground view shows it
}

/// Boxes that cover the cells in `left`, which are taken away: rows of cells, and equal rows below.
std::vector<BodyView> boxes_over(std::vector<std::uint8_t> left, const StillWater& still) {
    const int nx = still.ground.nx, ny = still.ground.ny;
    const double cell_m = still.ground.cell_m;
    const auto at = [&](int i, int j) -> std::uint8_t& {
        return left[std::size_t(j) * std::size_t(nx) + std::size_t(i)];
    };
    std::vector<BodyView> boxes;
    for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
            if (!at(i, j)) continue;
            int i1 = i, j1 = j;
            while (i1 < nx && at(i1, j)) ++i1;
            const auto is_whole = [&](int row) {
                for (int k = i; k < i1; ++k)
                    if (!at(k, row)) return false;
                return true;
            };
            while (j1 < ny && is_whole(j1)) {
                for (int k = i; k < i1; ++k) at(k, j1) = 0;
                ++j1;
            }
            BodyView body;
            body.shape = BodyView::Shape::Box;
            stand(body, still, {i * cell_m, j * cell_m}, {i1 * cell_m, j1 * cell_m});
            boxes.push_back(body);
        }
    return boxes;
}

Place place_of(const scene::Scene& scene, const Bed& bed) {
    if (!scene.look.place && !bed.is_flat()) return Place::Shore;
    const bool is_open = std::ranges::all_of(
        scene.water.edges, [](const scene::EdgeRule& edge) { return edge.kind == Boundary::Open; });
    return scene.look.place.value_or(is_open ? Place::Ocean : Place::Pond);
}

Vec2 wind_of(const scene::Scene& scene, Place place) {
    if (const auto& wind = scene.look.wind_m_per_s) return {(*wind)[0], (*wind)[1]};
    const scene::Point& wind = scene.water.wind_m_per_s;
    if (wind[0] != 0.0 || wind[1] != 0.0) return {wind[0], wind[1]};
    return place == Place::Ocean ? Vec2{6.0, 2.0} : Vec2{3.0, 1.0};
}

Look look_of(const scene::Scene& scene, const Bed& bed) {
    Look look;
    look.place = place_of(scene, bed);
    look.liquid =
        scene.look.liquid.value_or(look.place == Place::Ocean ? Liquid::Sea : Liquid::Water);
    look.detail = scene.look.detail.value_or(Detail::Ocean);
    look.wind_m_per_s = wind_of(scene, look.place);
    look.seed = scene.look.seed;
    look.exposure = scene.look.exposure;
    return look;
}

Camera camera_of(const scene::Camera& wanted, const Scenery& scenery, const Frame& frame) {
    if (!scenery.camera_path.empty())
        return scenery::camera_at(scenery.camera_path, wanted.fov_deg, frame.time_s);
    if (wanted.at_m) return {vec3_of(*wanted.at_m), vec3_of(*wanted.look_at_m), wanted.fov_deg};
    Camera camera = scenery::default_camera(frame.look.place, frame.water, frame.ground);
    camera.fov_deg = wanted.fov_deg;
    return camera;
}

std::array<bool, 4> walls_of(const shallow::Solver& water) {
    std::array<bool, 4> walls;
    for (const Edge edge : {Edge::West, Edge::East, Edge::South, Edge::North}) {
        const Boundary boundary = water.boundary(edge);
        walls[std::size_t(edge)] = boundary == Boundary::Wall || boundary == Boundary::Slip;
    }
    return walls;
}

}  // namespace

std::uint64_t revision_of(const Bed& bed, const std::vector<std::uint8_t>& solid) {
    std::uint64_t sum = mix64(bed.hash());
    for (std::size_t k = 0; k < solid.size(); ++k)
        if (solid[k]) sum += hashed_word(k + 1, 1);
    return sum;
}

std::vector<BodyView> bodies_of(const scene::Water& water, const Scenery& scenery,
                                const StillWater& still) {
    std::vector<BodyView> bodies;
    std::vector<std::uint8_t> left = scenery.solid;
    for (std::size_t k = 0; k < scenery.masked.size(); ++k)
        if (scenery.masked[k]) left[k] = 0;
    for (const scene::Solid& solid : water.solids) {
        bool is_whole = true;
        for_covered(solid, still.ground, [&](std::size_t k) { is_whole &= scenery.solid[k] != 0; });
        if (!is_whole) continue;
        if (const auto body = body_of(solid, still)) bodies.push_back(*body);
        for_covered(solid, still.ground, [&](std::size_t k) { left[k] = 0; });
    }
    if (left.empty()) return bodies;
    for (const BodyView& box : boxes_over(std::move(left), still)) bodies.push_back(box);
    return bodies;
}

double rim_m_of(double highest_m, double mean_m) {
    return highest_m + kSplash * (highest_m - mean_m);
}

Scenery make_scenery(const scene::Scene& scene, std::vector<std::uint8_t> solid,
                     const StillWater& still) {
    Scenery scenery;
    scenery.revision = revision_of(still.bed, solid);
    scenery.solid = std::move(solid);
    const auto is_file = [](const scene::Solid& shape) {
        return std::holds_alternative<scene::MaskFile>(shape);
    };
    if (std::ranges::any_of(scene.water.solids, is_file)) {
        scenery.masked = scenery.solid;
        for (const scene::Solid& shape : scene.water.solids)
            for_covered(shape, still.ground, [&](std::size_t k) { scenery.masked[k] = 0; });
    }
    scenery.bodies = bodies_of(scene.water, scenery, still);
    for (const scene::CameraPoint& point : scene.camera.path)
        scenery.camera_path.push_back(
            {point.time_s, vec3_of(point.at_m), vec3_of(point.look_at_m)});
    return scenery;
}

}  // namespace world

Result<Frame> World::frame() const {
    if (const auto idle = impl_->check_usable(); !idle) return idle.error();
    const Impl& w = *impl_;
    Frame frame;
    frame.time_s = w.time_s;
    // What is on a GPU is drawn from there.
    if (w.backend == Backend::Cuda) {
        const auto level = device_field("level");
        if (!level) return level.error();
        frame.water.device_level = level.value();
    } else {
        const auto level = field("level");
        if (!level) return level.error();
        frame.water.level = level.value();
    }
    frame.water.origin_m = w.inputs.window().origin_m(w.ground.cell_m);
    frame.water.cell_m = w.ground.cell_m;
    frame.water.nx = w.ground.nx;
    frame.water.ny = w.ground.ny;
    frame.water.still_level_m = w.still_level_m;
    const std::array<bool, 4> walls = world::walls_of(*w.water);
    std::uint64_t which_walls = 0;
    for (const bool is_wall : walls) which_walls = 2 * which_walls + std::uint64_t(is_wall);
    frame.ground = {.bed_m = w.bed.lowest_m(),
                    .bed = w.bed.view(),
                    .solid = w.scenery.solid,
                    .has_walls = which_walls != 0,
                    .walls = walls,
                    .rim_m = w.scenery.rim_m,
                    .revision = w.scenery.revision + which_walls};
    frame.bodies = w.scenery.bodies;
    frame.light = w.scene.light;
    frame.look = world::look_of(w.scene, w.bed);
    frame.camera = world::camera_of(w.scene.camera, w.scenery, frame);
    return frame;
}

}  // namespace tarn
