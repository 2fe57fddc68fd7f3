// The C API: cells and fields.
#include "doors.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace {

using namespace tarn::c;
using tarn::World;

tarn_field_view view_of(const tarn::FieldView& v) {
    return {sizeof(tarn_field_view), v.data, v.nx, v.ny, v.nz, v.components, v.row_stride,
            v.layer_stride};
}

tarn_device_view view_of(const tarn::DeviceFieldView& v) {
    return {sizeof(tarn_device_view),
            reinterpret_cast<uint64_t>(v.data),
            v.nx,
            v.ny,
            v.nz,
            v.components,
            v.row_stride,
            v.layer_stride};
}

/// Runs a body that gives a view of the field of that name.
template <class S, class Body>
tarn_status view_to(tarn_world handle, const char* name, S* out, const char* type,
                    Body&& body) noexcept {
    return with_world(handle, [&](World& world) {
        if (!name) return null_argument("name");
        return fill_struct(out, type, [&]() -> tarn::Result<S> {
            const auto view = body(world);
            if (!view) return view.error();
            return view_of(view.value());
        });
    });
}

/// Runs a body that gives drops.
template <class Body>
tarn_status drops_to(tarn_world handle, const tarn_drop** out_drops, size_t* out_count,
                     Body&& body) noexcept {
    static_assert(sizeof(tarn_drop) == sizeof(tarn::Drop) &&
                  offsetof(tarn_drop, age_s) == offsetof(tarn::Drop, age_s));
    return with_world(handle, [&](World& world) {
        if (!out_drops) return null_argument("out_drops");
        if (!out_count) return null_argument("out_count");
        const auto drops = body(world);
        if (!drops) return fail(drops.error());
        *out_count = drops.value().size();
        *out_drops = drops.value().empty()
                         ? nullptr
                         : reinterpret_cast<const tarn_drop*>(drops.value().data());
        return TARN_OK;
    });
}

}  // namespace

extern "C" {

tarn_status tarn_world_height(tarn_world handle, int32_t i, int32_t j, float* out_m) {
    return with_world(handle, [&](World& world) {
        if (!out_m) return null_argument("out_m");
        const auto height = world.height(i, j);
        if (!height) return fail(height.error());
        *out_m = height.value();
        return TARN_OK;
    });
}

tarn_status tarn_world_velocity(tarn_world handle, int32_t i, int32_t j, float out_m_per_s[2]) {
    return with_world(handle, [&](World& world) {
        if (!out_m_per_s) return null_argument("out_m_per_s");
        const auto velocity = world.velocity(i, j);
        if (!velocity) return fail(velocity.error());
        std::copy(velocity.value().begin(), velocity.value().end(), out_m_per_s);
        return TARN_OK;
    });
}

tarn_status tarn_world_drops(tarn_world handle, const tarn_drop** out_drops, size_t* out_count) {
    return drops_to(handle, out_drops, out_count, [](World& world) { return world.drops(); });
}

tarn_status tarn_world_take_drops(tarn_world handle, const tarn_drop** out_drops,
                                  size_t* out_count) {
    return drops_to(handle, out_drops, out_count, [](World& world) { return world.take_drops(); });
}

tarn_status tarn_world_land_drops(tarn_world handle, const tarn_drop* drops, size_t count) {
    return with_world(handle, [&](World& world) {
        if (!drops && count > 0) return null_argument("drops");
        return status_of(
            world.land_drops({reinterpret_cast<const tarn::Drop*>(drops), drops ? count : 0}));
    });
}

tarn_status tarn_world_spray(tarn_world handle, tarn_spray_report* out) {
    return with_world(handle, [&](World& world) {
        return fill_struct(out, "tarn_spray_report", [&]() -> tarn::Result<tarn_spray_report> {
            const auto report = world.spray();
            if (!report) return report.error();
            const tarn::SprayReport& r = report.value();
            return tarn_spray_report{sizeof(tarn_spray_report),
                                     r.drops,
                                     r.unit_m3,
                                     r.flying_m3,
                                     r.owed_m3,
                                     r.thrown_m3,
                                     r.emitted_m3,
                                     r.landed_m3,
                                     r.left_m3};
        });
    });
}

tarn_status tarn_world_field(tarn_world handle, const char* name, tarn_field_view* out) {
    return view_to(handle, name, out, "tarn_field_view",
                   [&](World& world) { return world.field(name); });
}

tarn_status tarn_world_device_field(tarn_world handle, const char* name, tarn_device_view* out) {
    return view_to(handle, name, out, "tarn_device_view",
                   [&](World& world) { return world.device_field(name); });
}

tarn_status tarn_world_device_snapshot(tarn_world handle, const char* name, int32_t slot,
                                       tarn_device_view* out) {
    return view_to(handle, name, out, "tarn_device_view",
                   [&](World& world) { return world.device_snapshot(name, slot); });
}

tarn_status tarn_world_begin_snapshot(tarn_world handle, const char* const* names, size_t n) {
    return with_world(handle, [&](World& world) {
        if (!names) return null_argument("names");
        std::vector<std::string_view> list;
        for (size_t k = 0; k < n; ++k) {
            if (!names[k]) return null_argument("names[k]");
            list.push_back(names[k]);
        }
        const auto done = world.begin_snapshot(list);
        return done ? TARN_OK : fail(done.error());
    });
}

tarn_status tarn_world_snapshot(tarn_world handle, const char* name, tarn_field_view* out) {
    return view_to(handle, name, out, "tarn_field_view",
                   [&](World& world) { return world.snapshot(name); });
}

}  // extern "C"
