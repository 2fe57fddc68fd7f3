// A moment of the world as a picture needs it, and what follows where the scene is silent.
#include "world/frame.hpp"

#include "base/hash.hpp"
#include "world/impl.hpp"
#include <tarn/world.hpp>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace tarn {
namespace world {
namespace {

// Obstacles fill the whole depth; drawn, they rise above the waves by this much.
constexpr double kAbovePerDepth = 0.25, kAbove_m = 0.15;

Vec3 vec3_of(const scene::Point3& point) {
    return {point[0], point[1], point[2]};
}

std::uint64_t hash_of(const Bed& bed, const std::vector<std::uint8_t>& solid) {
    std::uint64_t sum = mix64(bed.hash());
    for (std::size_t k = 0; k < solid.size(); ++k)
        if (solid[k]) sum += hashed_word(k + 1, 1);
    return sum;
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

std::vector<BodyView> bodies_of(const scene::Water& water, const StillWater& still) {
    std::vector<BodyView> bodies;
    for (const scene::Solid& solid : water.solids) {
        BodyView body;
        if (const auto* disc = std::get_if<scene::Disc>(&solid)) {
            const auto& [x, y, radius] = disc->circle_m;
            body.shape = BodyView::Shape::Cylinder;
            stand(body, still, {x - radius, y - radius}, {x + radius, y + radius});
        } else if (const auto* box = std::get_if<scene::Box>(&solid)) {
            const auto& [x0, y0, x1, y1] = box->corners_m;
            body.shape = BodyView::Shape::Box;
            stand(body, still, {x0, y0}, {x1, y1});
        } else {
            continue;  // a mask has no shape; the ground view shows it
        }
        bodies.push_back(body);
    }
    return bodies;
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
        return surface::camera_at(scenery.camera_path, wanted.fov_deg, frame.time_s);
    if (wanted.at_m) return {vec3_of(*wanted.at_m), vec3_of(*wanted.look_at_m), wanted.fov_deg};
    Camera camera = surface::default_camera(frame.look.place, frame.water, frame.ground);
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

Scenery make_scenery(const scene::Scene& scene, std::vector<std::uint8_t> solid,
                     const StillWater& still) {
    Scenery scenery;
    scenery.revision = hash_of(still.bed, solid);
    scenery.solid = std::move(solid);
    scenery.bodies = bodies_of(scene.water, still);
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
                    .revision = w.scenery.revision + which_walls};
    frame.bodies = w.scenery.bodies;
    frame.light = w.scene.light;
    frame.look = world::look_of(w.scene, w.bed);
    frame.camera = world::camera_of(w.scene.camera, w.scenery, frame);
    return frame;
}

}  // namespace tarn
