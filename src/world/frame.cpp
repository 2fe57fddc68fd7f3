// A moment of the world as a picture needs it, and what follows where the scene is silent.
#include "world/impl.hpp"
#include "world/rain_views.hpp"

#include <algorithm>
#include <cmath>

namespace tarn {
namespace {

Place place_of(const scene::Scene& scene, const Frame& frame) {
    if (scene.water.is_volume()) return scene.look.place.value_or(Place::Tank);
    if (!scene.look.place && frame.ground.bed.data) return Place::Shore;
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

bool shows_velocity(ViewMode view) {
    return view == ViewMode::Speed || view == ViewMode::Vorticity;
}

Look look_of(const scene::Scene& scene, const Frame& frame) {
    Look look;
    look.place = place_of(scene, frame);
    look.liquid =
        scene.look.liquid.value_or(look.place == Place::Ocean ? Liquid::Sea : Liquid::Water);
    look.detail = scene.look.detail.value_or(Detail::Ocean);
    look.wind_m_per_s = wind_of(scene, look.place);
    look.view = scene.look.view;
    look.seed = scene.look.seed;
    look.exposure = scene.look.exposure;
    return look;
}

Vec3 vec3_of(const scene::Point3& point) {
    return {point[0], point[1], point[2]};
}

Camera camera_of(const scene::Camera& wanted, const std::vector<scenery::CameraPoint>& path,
                 const Frame& frame) {
    if (!path.empty()) return scenery::camera_at(path, wanted.fov_deg, frame.time_s);
    if (wanted.at_m) return {vec3_of(*wanted.at_m), vec3_of(*wanted.look_at_m), wanted.fov_deg};
    Camera camera = scenery::default_camera(frame.look.place, frame.water, frame.ground);
    camera.fov_deg = wanted.fov_deg;
    return camera;
}

}  // namespace

Result<Frame> World::frame(std::optional<double> time_s) const {
    const Impl& w = *impl_;
    return w.answer("not enough memory for a frame", [&]() -> Result<Frame> {
        Frame frame;
        frame.time_s = time_s.value_or(w.time_s);
        if (!(std::abs(frame.time_s) <= water::kMaxTime_s))
            return world::out_of_range("frame: time_s", frame.time_s,
                                       "it must be finite and at most 1e12");
        frame.look.view = w.scene.look.view;
        if (const auto filled = w.water->fill_frame(frame); !filled) return filled.error();
        frame.water.origin_m = w.inputs->window().origin_m(frame.water.cell_m);
        if (w.airborne) w.airborne->fill_frame(frame, frame.water.origin_m);
        // Foam goes with the water.
        if (frame.water.volume.fill.empty() && (w.airborne || shows_velocity(w.scene.look.view))) {
            const auto u = w.water->field("u"), v = w.water->field("v");
            if (!u) return u.error();
            if (!v) return v.error();
            frame.water.u = u.value();
            frame.water.v = v.value();
        }
        if (w.inputs->rain().schedule()) {
            // Of water on a GPU the frame has a level there, and rain falls on one that is here.
            Frame with_level = frame;
            const auto level = w.water->field("level");
            if (!level) return level.error();
            with_level.water.level = level.value();
            w.drops_shown.assign(frame.drops.begin(), frame.drops.end());
            world::add_rain_views(w.inputs->rain(), w.water->grid(), frame.time_s, with_level,
                                  w.drops_shown);
            frame.drops = w.drops_shown;
        }
        if (w.bodies) frame.bodies = w.bodies->views(frame.bodies);
        frame.light = w.scene.light;
        frame.look = look_of(w.scene, frame);
        frame.camera = camera_of(w.scene.camera, w.camera_path, frame);
        return frame;
    });
}

}  // namespace tarn
