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
            return report;
        });
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

}  // extern "C"
