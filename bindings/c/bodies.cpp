// The C API: bodies of a world.
#include "doors.hpp"

#include <algorithm>
#include <iterator>

using namespace tarn::c;
using tarn::World;

namespace {

void put(const tarn::Vec3& from, double (&to)[3]) {
    to[0] = from.x;
    to[1] = from.y;
    to[2] = from.z;
}

tarn::Vec3 vec3_of(const double* from) {
    return {from[0], from[1], from[2]};
}

}  // namespace

extern "C" {

tarn_status tarn_world_body_count(tarn_world handle, int32_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = world.body_count();
        return TARN_OK;
    });
}

tarn_status tarn_world_body(tarn_world handle, int32_t number, tarn_body_report* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_body_report", [&]() -> tarn::Result<tarn_body_report> {
            const auto body = world.body(number);
            if (!body) return body.error();
            const tarn::BodyReport& b = body.value();
            tarn_body_report report = tarn_body_report_default();
            put(b.pose.at_m, report.at_m);
            std::copy(b.pose.turn.begin(), b.pose.turn.end(), std::begin(report.turn));
            put(b.centre_m, report.centre_m);
            put(b.velocity_m_per_s, report.velocity_m_per_s);
            put(b.spin_rad_per_s, report.spin_rad_per_s);
            report.mass_kg = b.mass_kg;
            put(b.force_n, report.force_n);
            put(b.torque_nm, report.torque_nm);
            report.submerged_m3 = b.submerged_m3;
            report.is_asleep = b.is_asleep ? 1 : 0;
            write_text(b.name, report.name);
            report.is_steered = b.is_steered ? 1 : 0;
            report.is_fixed = b.is_fixed ? 1 : 0;
            report.least_inertia_kg_m2 = b.least_inertia_kg_m2;
            return report;
        });
    });
}

tarn_status tarn_world_add_body(tarn_world handle, const char* json, size_t bytes, int32_t* out) {
    return with_world(handle, [&](World& world) {
        if (!json) return null_argument("json");
        if (!out) return null_argument("out");
        const auto added = world.add_body({json, bytes});
        if (!added) return fail(added.error());
        *out = added.value();
        return TARN_OK;
    });
}

tarn_status tarn_world_find_body(tarn_world handle, const char* name, int32_t* out) {
    return with_world(handle, [&](World& world) {
        if (!name) return null_argument("name");
        if (!out) return null_argument("out");
        const auto found = world.find_body(name);
        if (!found) return fail(found.error());
        *out = found.value();
        return TARN_OK;
    });
}

tarn_status tarn_world_body_helm(tarn_world handle, int32_t number, tarn_body_helm* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_body_helm", [&]() -> tarn::Result<tarn_body_helm> {
            const auto helm = world.body_helm(number);
            if (!helm) return helm.error();
            tarn_body_helm told = tarn_body_helm_default();
            told.throttle = helm.value().throttle;
            told.rudder_rad = helm.value().rudder_rad;
            told.sheet_rad = helm.value().sheet_rad;
            return told;
        });
    });
}

tarn_status tarn_world_set_body_helm(tarn_world handle, int32_t number,
                                     const tarn_body_helm* helm) {
    return with_world(handle, [&](World& world) {
        const auto told = read_struct(helm, "tarn_body_helm", "helm", tarn_body_helm_default());
        if (!told) return fail(told.error());
        const tarn_body_helm& h = told.value();
        return status_of(world.set_body_helm(number, {h.throttle, h.rudder_rad, h.sheet_rad}));
    });
}

tarn_status tarn_world_set_body_force(tarn_world handle, int32_t number, const double force_n[3],
                                      const double at_m[3]) {
    return with_world(handle, [&](World& world) {
        if (!force_n) return null_argument("force_n");
        if (!at_m) return null_argument("at_m");
        return status_of(world.set_body_force(number, vec3_of(force_n), vec3_of(at_m)));
    });
}

tarn_status tarn_world_hit_body(tarn_world handle, int32_t number, const double impulse_ns[3],
                                const double at_m[3]) {
    return with_world(handle, [&](World& world) {
        if (!impulse_ns) return null_argument("impulse_ns");
        if (!at_m) return null_argument("at_m");
        return status_of(world.hit_body(number, vec3_of(impulse_ns), vec3_of(at_m)));
    });
}

tarn_status tarn_world_move_body(tarn_world handle, int32_t number,
                                 const tarn_body_motion* motion) {
    return with_world(handle, [&](World& world) {
        const auto told =
            read_struct(motion, "tarn_body_motion", "motion", tarn_body_motion_default());
        if (!told) return fail(told.error());
        const tarn_body_motion& m = told.value();
        tarn::BodyMotion to = {
            {.at_m = vec3_of(m.at_m)}, vec3_of(m.velocity_m_per_s), vec3_of(m.spin_rad_per_s)};
        const bool is_turned = std::any_of(std::begin(m.turn), std::end(m.turn),
                                           [](double part) { return part != 0.0; });
        if (is_turned) std::copy(std::begin(m.turn), std::end(m.turn), to.pose.turn.begin());
        return status_of(world.move_body(number, to));
    });
}

}  // extern "C"
