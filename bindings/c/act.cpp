// The C API: what acts on the water.
#include "doors.hpp"

namespace {

using namespace tarn::c;
using tarn::World;

/// The settings now; also what an older caller leaves as it is.
tarn::Result<tarn_live_settings> settings_of(const World& world) {
    const auto settings = world.settings();
    if (!settings) return settings.error();
    const tarn::LiveSettings& s = settings.value();
    tarn_live_settings out = tarn_live_settings_default();
    out.wind_m_per_s[0] = s.wind_m_per_s.x;
    out.wind_m_per_s[1] = s.wind_m_per_s.y;
    out.viscosity_m2_per_s = s.viscosity_m2_per_s;
    out.manning_s_per_m13 = s.manning_s_per_m13;
    out.drag = s.drag;
    out.coriolis_per_s = s.coriolis_per_s;
    out.rain_mm_per_h = s.rain_mm_per_h;
    for (std::size_t k = 0; k < 4; ++k) {
        out.inflow[k] = s.inflow[k].value_or(0.0);
        out.has_inflow[k] = s.inflow[k] ? 1 : 0;
    }
    return out;
}

}  // namespace

extern "C" {

tarn_status tarn_world_set_boundary(tarn_world handle, tarn_edge edge, tarn_boundary boundary) {
    return with_world(handle, [&](World& world) {
        return status_of(world.set_boundary(tarn::Edge(int(edge)), tarn::Boundary(int(boundary))));
    });
}

tarn_status tarn_world_add_event(tarn_world handle, int32_t i0, int32_t j0, int32_t i1, int32_t j1,
                                 float depth_m) {
    return with_world(handle, [&](World& world) {
        return status_of(world.add_event({i0, j0, i1, j1}, depth_m));
    });
}

tarn_status tarn_world_add_drop(tarn_world handle, double x_m, double y_m, double radius_m,
                                double height_m) {
    return with_world(handle, [&](World& world) {
        return status_of(world.add_drop({{x_m, y_m}, radius_m, height_m}));
    });
}

tarn_status tarn_world_press(tarn_world handle, int32_t id, double x_m, double y_m, double radius_m,
                             double depth_m) {
    return with_world(handle, [&](World& world) {
        return status_of(world.press(id, {{x_m, y_m}, radius_m, depth_m}));
    });
}

tarn_status tarn_world_release(tarn_world handle, int32_t id) {
    return with_world(handle, [&](World& world) { return status_of(world.release(id)); });
}

tarn_status tarn_world_set_bed(tarn_world handle, int32_t i0, int32_t j0, int32_t i1, int32_t j1,
                               const float* heights_m, size_t count) {
    return with_world(handle, [&](World& world) {
        if (!heights_m) return null_argument("heights_m");
        return status_of(world.set_bed({i0, j0, i1, j1}, {heights_m, count}));
    });
}

tarn_status tarn_world_dig(tarn_world handle, double x_m, double y_m, double radius_m,
                           double depth_m) {
    return with_world(handle, [&](World& world) {
        return status_of(world.dig({{x_m, y_m}, radius_m, depth_m}));
    });
}

tarn_status tarn_world_set_solid(tarn_world handle, int32_t i0, int32_t j0, int32_t i1, int32_t j1,
                                 int32_t is_solid) {
    return with_world(handle, [&](World& world) {
        return status_of(world.set_solid({i0, j0, i1, j1}, is_solid != 0));
    });
}

tarn_status tarn_world_shift_window(tarn_world handle, int32_t di, int32_t dj) {
    return with_world(handle, [&](World& world) { return status_of(world.shift_window(di, dj)); });
}

tarn_status tarn_world_settings(tarn_world handle, tarn_live_settings* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_live_settings", [&] { return settings_of(world); });
    });
}

tarn_status tarn_world_set(tarn_world handle, const tarn_live_settings* settings) {
    return with_world(handle, [&](World& world) {
        const auto now = settings_of(world);
        if (!now) return fail(now.error());
        const auto read = read_struct(settings, "tarn_live_settings", "settings", now.value());
        if (!read) return fail(read.error());
        const tarn_live_settings& s = read.value();
        tarn::LiveSettings wanted = {.wind_m_per_s = {s.wind_m_per_s[0], s.wind_m_per_s[1]},
                                     .viscosity_m2_per_s = s.viscosity_m2_per_s,
                                     .manning_s_per_m13 = s.manning_s_per_m13,
                                     .drag = s.drag,
                                     .coriolis_per_s = s.coriolis_per_s,
                                     .rain_mm_per_h = s.rain_mm_per_h};
        for (std::size_t k = 0; k < 4; ++k)
            if (s.has_inflow[k]) wanted.inflow[k] = s.inflow[k];
        return status_of(world.set(wanted));
    });
}

}  // extern "C"
