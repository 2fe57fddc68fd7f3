// The C API: a moment of a world for a picture.
#include "frame.hpp"

#include "doors.hpp"

#include <cmath>
#include <initializer_list>

namespace {

using namespace tarn::c;
using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;
using tarn::World;

template <class Body>
tarn_status with_frame(tarn_frame handle, Body&& body) noexcept {
    return with<HeldFrame>(handle, "frame", [&](HeldFrame& held) { return body(held.frame); });
}

bool are_finite(std::initializer_list<double> numbers) {
    for (const double number : numbers)
        if (!std::isfinite(number)) return false;
    return true;
}

tarn_status not_finite(const char* type) {
    return invalid(std::string(type) + " has a number that is not finite; give finite ones");
}

tarn_camera camera_of(const tarn::Camera& c) {
    return {sizeof(tarn_camera),
            {c.eye_m.x, c.eye_m.y, c.eye_m.z},
            {c.target_m.x, c.target_m.y, c.target_m.z},
            c.fov_deg};
}

tarn_light light_of(const tarn::Light& l) {
    return {sizeof(tarn_light), l.height_deg, l.azimuth_deg, l.strength, l.haze, l.clouds};
}

tarn_look look_of(const tarn::Look& l) {
    return {sizeof(tarn_look),
            int32_t(l.place),
            int32_t(l.liquid),
            int32_t(l.detail),
            int32_t(l.view),
            {l.wind_m_per_s.x, l.wind_m_per_s.y},
            l.seed,
            {l.view_range.x, l.view_range.y},
            l.exposure};
}

/// Which of the enums of a look is none; null: all are.
const char* wrong_choice(const tarn_look& look) {
    if (look.place < TARN_PLACE_POOL || look.place > TARN_PLACE_SHORE) return "place";
    if (look.liquid < TARN_LIQUID_WATER || look.liquid > TARN_LIQUID_GLASS) return "liquid";
    if (look.detail < TARN_DETAIL_NONE || look.detail > TARN_DETAIL_OCEAN) return "detail";
    if (look.view < TARN_VIEW_SHADED || look.view > TARN_VIEW_SURFACE_SPLATS) return "view";
    return nullptr;
}

/// A field of the same grid as the water of the frame.
Result<tarn::FieldView> field_of(const tarn_field_view* given, const char* name,
                                 const tarn::WaterView& water) {
    tarn_field_view none = tarn_field_view_default();
    none.nz = none.components = 1;
    const auto read = read_struct(given, "tarn_field_view", name, none);
    if (!read) return read.error();
    const tarn_field_view& v = read.value();
    if (!v.data || v.nx != water.nx || v.ny != water.ny || v.row_stride < v.nx || v.components != 1)
        return Error{ErrorCode::InvalidArgument,
                     std::string(name) + " is no field of " + std::to_string(water.nx) + " by " +
                         std::to_string(water.ny) + " cells; take it from tarn_world_field"};
    return tarn::FieldView{v.data, v.nx, v.ny, v.row_stride, v.nz, v.layer_stride, v.components};
}

}  // namespace

extern "C" {

tarn_status tarn_world_frame(tarn_world handle, tarn_frame* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = {};
        const auto frame = world.frame();
        if (!frame) return fail(frame.error());
        HeldFrame held = {frame.value(), handles<tarn_world, World>().find(handle)};
        *out = handles<tarn_frame, HeldFrame>().add(std::move(held));
        return TARN_OK;
    });
}

void tarn_frame_destroy(tarn_frame handle) {
    destroy<HeldFrame>(handle);
}

tarn_status tarn_frame_camera(tarn_frame handle, tarn_camera* out) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        return fill_struct(out, "tarn_camera",
                           [&]() -> Result<tarn_camera> { return camera_of(frame.camera); });
    });
}

tarn_status tarn_frame_set_camera(tarn_frame handle, const tarn_camera* camera) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        const auto read = read_struct(camera, "tarn_camera", "camera", camera_of(frame.camera));
        if (!read) return fail(read.error());
        const tarn_camera& c = read.value();
        if (!are_finite({c.eye_m[0], c.eye_m[1], c.eye_m[2], c.target_m[0], c.target_m[1],
                         c.target_m[2], c.fov_deg}))
            return not_finite("tarn_camera");
        frame.camera = {{c.eye_m[0], c.eye_m[1], c.eye_m[2]},
                        {c.target_m[0], c.target_m[1], c.target_m[2]},
                        c.fov_deg};
        return TARN_OK;
    });
}

tarn_status tarn_frame_light(tarn_frame handle, tarn_light* out) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        return fill_struct(out, "tarn_light",
                           [&]() -> Result<tarn_light> { return light_of(frame.light); });
    });
}

tarn_status tarn_frame_set_light(tarn_frame handle, const tarn_light* light) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        const auto read = read_struct(light, "tarn_light", "light", light_of(frame.light));
        if (!read) return fail(read.error());
        const tarn_light& l = read.value();
        if (!are_finite({l.height_deg, l.azimuth_deg, l.strength, l.haze, l.clouds}))
            return not_finite("tarn_light");
        frame.light = {l.height_deg, l.azimuth_deg, l.strength, l.haze, l.clouds};
        return TARN_OK;
    });
}

tarn_status tarn_frame_look(tarn_frame handle, tarn_look* out) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        return fill_struct(out, "tarn_look",
                           [&]() -> Result<tarn_look> { return look_of(frame.look); });
    });
}

tarn_status tarn_frame_set_look(tarn_frame handle, const tarn_look* look) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        const auto read = read_struct(look, "tarn_look", "look", look_of(frame.look));
        if (!read) return fail(read.error());
        const tarn_look& l = read.value();
        if (const char* const name = wrong_choice(l))
            return invalid(std::string("tarn_look.") + name + " is none; use a tarn_" +
                           (std::string_view(name) == "view" ? "view_mode" : name));
        if (!are_finite({l.wind_m_per_s[0], l.wind_m_per_s[1], l.view_range[0], l.view_range[1],
                         l.exposure}))
            return not_finite("tarn_look");
        frame.look.place = tarn::Place(l.place);
        frame.look.liquid = tarn::Liquid(l.liquid);
        frame.look.detail = tarn::Detail(l.detail);
        frame.look.view = tarn::ViewMode(l.view);
        frame.look.wind_m_per_s = {l.wind_m_per_s[0], l.wind_m_per_s[1]};
        frame.look.seed = l.seed;
        frame.look.view_range = {l.view_range[0], l.view_range[1]};
        frame.look.exposure = l.exposure;
        return TARN_OK;
    });
}

tarn_status tarn_frame_set_velocity(tarn_frame handle, const tarn_field_view* u,
                                    const tarn_field_view* v) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        const auto east = field_of(u, "u", frame.water), north = field_of(v, "v", frame.water);
        if (!east) return fail(east.error());
        if (!north) return fail(north.error());
        frame.water.u = east.value();
        frame.water.v = north.value();
        return TARN_OK;
    });
}

tarn_status tarn_frame_address(tarn_frame handle, const void** out) {
    return with_frame(handle, [&](tarn::Frame& frame) {
        if (!out) return null_argument("out");
        *out = &frame;
        return TARN_OK;
    });
}

}  // extern "C"
