// The C API: turns handles into worlds, Results into statuses, and lets nothing escape.
#include "handles.hpp"
#include <tarn/tarn.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <type_traits>

namespace {

using tarn::Error;
using tarn::ErrorCode;
using tarn::Result;
using tarn::World;

thread_local std::string last_error;

tarn_status fail(tarn_status status, const char* message) noexcept {
    try {
        last_error = message;
    } catch (...) {
        last_error.clear();
    }
    return status;
}

tarn_status fail(const Error& error) noexcept {
    constexpr tarn_status by_code[] = {
        TARN_INVALID_ARGUMENT, TARN_INVALID_SCENE, TARN_NOT_FOUND,   TARN_IO,
        TARN_OUT_OF_MEMORY,    TARN_DIVERGED,      TARN_UNSUPPORTED, TARN_BUSY,
        TARN_BAD_HANDLE,       TARN_DISK_FULL,     TARN_DEVICE_LOST};
    return fail(by_code[int(error.code)], error.message.c_str());
}

/// Runs a body that returns a status; exceptions become statuses.
template <class Body>
tarn_status guarded(Body&& body) noexcept {
    try {
        last_error.clear();
        return body();
    } catch (const std::bad_alloc&) {
        return fail(TARN_OUT_OF_MEMORY, "not enough memory");
    } catch (const std::exception& error) {
        return fail(TARN_INVALID_ARGUMENT, error.what());
    } catch (...) {
        return fail(TARN_INVALID_ARGUMENT, "unknown failure");
    }
}

template <class Body>
tarn_status with_world(tarn_world handle, Body&& body) noexcept {
    return guarded([&] {
        const std::shared_ptr<World> world = tarn::c::handles().find(handle);
        if (!world)
            return fail(TARN_BAD_HANDLE,
                        "the world handle is null, stale or foreign; create a world first");
        return body(*world);
    });
}

tarn_status null_argument(const char* name) {
    return fail(TARN_INVALID_ARGUMENT, (std::string(name) + " is null; pass a pointer").c_str());
}

tarn_status status_of(const Result<void>& result) {
    return result ? TARN_OK : fail(result.error());
}

/// TARN_BUSY while a step runs in the background; for calls that have no Result to say so.
tarn_status check_idle(const World& world) {
    const auto any_cell = world.height(0, 0);
    return any_cell ? TARN_OK : fail(any_cell.error());
}

template <class Make>
tarn_status create(tarn_world* out, Make&& make) noexcept {
    return guarded([&] {
        if (!out) return null_argument("out");
        *out = {};
        Result<World> world = make();
        if (!world) return fail(world.error());
        *out = tarn::c::handles().add(std::move(world.value()));
        return TARN_OK;
    });
}

void fill(const tarn::StepReport& r, tarn_step_report* out) {
    if (!out) return;
    *out = {};
    out->time_s = r.time_s;
    out->lag_s = r.lag_s;
    out->time_step_s = r.time_step_s;
    out->steps = r.steps;
    out->steps_now = r.steps_now;
    out->added_kg = r.added_kg;
    out->removed_kg = r.removed_kg;
    out->sources_wall_s = r.wall.sources_s;
    out->water_wall_s = r.wall.water_s;
    out->total_wall_s = r.wall.total_s;
}

/// A failed step still says where the world stands.
tarn_status report_to(const World& world, const Result<tarn::StepReport>& result,
                      tarn_step_report* out) {
    if (result) {
        fill(result.value(), out);
        return TARN_OK;
    }
    tarn::StepReport stopped;
    stopped.time_s = world.time_s();
    stopped.steps = world.steps();
    fill(stopped, out);
    return fail(result.error());
}

Result<tarn::WorldOptions> options_of(const tarn_options* options) {
    tarn::WorldOptions result;
    if (!options) return result;
    if (options->struct_size != sizeof(tarn_options))
        return Error{ErrorCode::InvalidArgument, "tarn_options.struct_size is " +
                                                     std::to_string(options->struct_size) +
                                                     "; start from tarn_options_default()"};
    if (options->isa < TARN_ISA_AUTO || options->isa > TARN_ISA_AVX512)
        return Error{ErrorCode::InvalidArgument,
                     "tarn_options.isa is " + std::to_string(options->isa) + "; use a tarn_isa"};
    if (options->backend < TARN_BACKEND_AUTO || options->backend > TARN_BACKEND_CUDA)
        return Error{
            ErrorCode::InvalidArgument,
            "tarn_options.backend is " + std::to_string(options->backend) + "; use a tarn_backend"};
    result.backend = tarn::Backend(options->backend);
    result.device = options->device;
    result.threads = options->threads;
    result.isa = tarn::Isa(options->isa);
    if (options->log)
        result.log = [write = options->log, user = options->log_user](tarn::LogLevel level,
                                                                      const std::string& message) {
            write(user, tarn_log_level(int(level)), message.c_str());
        };
    result.jobs = {options->run_jobs, options->jobs_user};
    return result;
}

}  // namespace

extern "C" {

const char* tarn_version(void) {
    return TARN_VERSION_TEXT;
}

const char* tarn_last_error(void) {
    return last_error.c_str();
}

tarn_options tarn_options_default(void) {
    tarn_options options = {};
    options.struct_size = sizeof options;
    options.device = -1;
    return options;
}

tarn_status tarn_world_create(const char* scene_name_or_path, const tarn_options* options,
                              tarn_world* out) {
    if (!scene_name_or_path && out) return *out = {}, null_argument("scene_name_or_path");
    return create(out, [&]() -> Result<World> {
        const auto converted = options_of(options);
        if (!converted) return converted.error();
        return World::from_scene(scene_name_or_path, converted.value());
    });
}

tarn_status tarn_world_create_from_file(const char* path, tarn_world* out) {
    if (!path && out) return *out = {}, null_argument("path");
    return create(out, [&] { return World::from_file(path); });
}

tarn_status tarn_world_create_from_json(const char* text, size_t bytes, const char* base_dir,
                                        tarn_world* out) {
    if (!text && out) return *out = {}, null_argument("text");
    return create(out, [&] { return World::from_json({text, bytes}, base_dir ? base_dir : "."); });
}

tarn_status tarn_pond_create(float tau, int32_t width, int32_t height, float still_depth_m,
                             tarn_world* out) {
    return create(out, [&] { return World::pond(tau, width, height, still_depth_m); });
}

void tarn_world_destroy(tarn_world world) {
    guarded([&] {
        tarn::c::handles().remove(world);
        return TARN_OK;
    });
}

tarn_status tarn_world_info_get(tarn_world handle, tarn_world_info* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        if (const tarn_status busy = check_idle(world); busy != TARN_OK) return busy;
        const tarn::WorldInfo info = world.info();
        *out = {};
        out->nx = info.nx;
        out->ny = info.ny;
        out->cell_m = info.cell_m;
        out->time_s = world.time_s();
        out->max_time_step_s = info.max_time_step_s;
        if (const tarn::SchemeFact* const tau = info.scheme_fact("tau"))
            out->tau = tau->number.value_or(0.0);
        out->viscosity_used_m2_per_s = info.viscosity_used_m2_per_s;
        out->threads = info.threads;
        out->origin_m[0] = info.origin_m.x;
        out->origin_m[1] = info.origin_m.y;
        return TARN_OK;
    });
}

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

tarn_status tarn_world_step(tarn_world handle, double seconds, tarn_step_report* out) {
    return with_world(handle,
                      [&](World& world) { return report_to(world, world.step(seconds), out); });
}

tarn_status tarn_world_step_async(tarn_world handle, double seconds) {
    return with_world(handle, [&](World& world) { return status_of(world.step_async(seconds)); });
}

tarn_status tarn_world_wait(tarn_world handle, tarn_step_report* out) {
    return with_world(handle, [&](World& world) { return report_to(world, world.wait(), out); });
}

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

tarn_status tarn_world_field(tarn_world handle, const char* name, tarn_field_view* out) {
    return with_world(handle, [&](World& world) {
        if (!name) return null_argument("name");
        if (!out) return null_argument("out");
        const auto view = world.field(name);
        if (!view) return fail(view.error());
        *out = {view.value().data, view.value().nx, view.value().ny, view.value().row_stride};
        return TARN_OK;
    });
}

tarn_status tarn_world_device_field(tarn_world handle, const char* name, tarn_device_view* out) {
    return with_world(handle, [&](World& world) {
        if (!name) return null_argument("name");
        if (!out) return null_argument("out");
        *out = {};
        const auto view = world.device_field(name);
        if (!view) return fail(view.error());
        *out = {reinterpret_cast<uint64_t>(view.value().data), view.value().nx, view.value().ny,
                view.value().row_stride};
        return TARN_OK;
    });
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
    return with_world(handle, [&](World& world) {
        if (!name) return null_argument("name");
        if (!out) return null_argument("out");
        const auto view = world.snapshot(name);
        if (!view) return fail(view.error());
        *out = {view.value().data, view.value().nx, view.value().ny, view.value().row_stride};
        return TARN_OK;
    });
}

tarn_status tarn_world_step_and_sample(tarn_world handle, double every_s, int32_t count,
                                       const float* xy_m, size_t n, tarn_sample* out,
                                       tarn_step_report* report) {
    return with_world(handle, [&](World& world) {
        if (n > 0 && !xy_m) return null_argument("xy_m");
        if (n > 0 && !out) return null_argument("out");
        std::vector<tarn::Vec2> points(n);
        for (size_t k = 0; k < n; ++k) points[k] = {double(xy_m[2 * k]), double(xy_m[2 * k + 1])};
        std::vector<tarn::Sample> samples;
        const auto done = world.step_and_sample(every_s, count, points, samples);
        if (!samples.empty())
            std::memcpy(out, samples.data(), samples.size() * sizeof(tarn_sample));
        return report_to(world, done, report);
    });
}

tarn_status tarn_world_sample(tarn_world handle, const float* xy_m, size_t n, tarn_sample* out) {
    return with_world(handle, [&](World& world) {
        if (n == 0) return TARN_OK;
        if (!xy_m) return null_argument("xy_m");
        if (!out) return null_argument("out");
        static_assert(sizeof(tarn_sample) == sizeof(tarn::Sample));
        std::vector<tarn::Vec2> points(n);
        for (size_t k = 0; k < n; ++k) points[k] = {double(xy_m[2 * k]), double(xy_m[2 * k + 1])};
        std::vector<tarn::Sample> samples(n);
        const auto done = world.sample(points, samples);
        if (!done) return fail(done.error());
        std::memcpy(out, samples.data(), n * sizeof(tarn_sample));
        return TARN_OK;
    });
}

tarn_status tarn_world_is_under_water(tarn_world handle, const double point_m[3], int32_t* out) {
    return with_world(handle, [&](World& world) {
        if (!point_m) return null_argument("point_m");
        if (!out) return null_argument("out");
        const auto is_under = world.is_under_water({point_m[0], point_m[1], point_m[2]});
        if (!is_under) return fail(is_under.error());
        *out = is_under.value() ? 1 : 0;
        return TARN_OK;
    });
}

tarn_status tarn_world_ray_cast(tarn_world handle, const double origin_m[3],
                                const double direction[3], double max_distance_m,
                                tarn_ray_hit* out) {
    return with_world(handle, [&](World& world) {
        if (!origin_m) return null_argument("origin_m");
        if (!direction) return null_argument("direction");
        if (!out) return null_argument("out");
        const auto hit = world.ray_cast({origin_m[0], origin_m[1], origin_m[2]},
                                        {direction[0], direction[1], direction[2]}, max_distance_m);
        if (!hit) return fail(hit.error());
        const tarn::RayHit& h = hit.value();
        *out = {};
        out->is_hit = h.is_hit ? 1 : 0;
        out->distance_m = h.distance_m;
        const tarn::Vec3 vectors[] = {h.point_m, h.normal};
        double* const targets[] = {out->point_m, out->normal};
        for (int k = 0; k < 2; ++k) {
            targets[k][0] = vectors[k].x;
            targets[k][1] = vectors[k].y;
            targets[k][2] = vectors[k].z;
        }
        return TARN_OK;
    });
}

tarn_status tarn_world_statistics(tarn_world handle, tarn_statistics* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        const auto statistics = world.statistics();
        if (!statistics) return fail(statistics.error());
        const tarn::Statistics& s = statistics.value();
        *out = {s.mass.initial_kg, s.mass.now_kg,     s.mass.added_kg,     s.mass.removed_kg,
                s.mass.carried_kg, s.mass.refused_kg, s.max_speed_m_per_s, s.min_depth_m,
                s.max_depth_m,     s.energy_j};
        return TARN_OK;
    });
}

tarn_status tarn_world_checksum(tarn_world handle, uint64_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        const auto sum = world.checksum();
        if (!sum) return fail(sum.error());
        *out = sum.value();
        return TARN_OK;
    });
}

tarn_status tarn_world_save(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.save(path)) : null_argument("path");
    });
}

tarn_status tarn_world_restore(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.restore(path)) : null_argument("path");
    });
}

tarn_status tarn_world_start_recording(tarn_world handle) {
    return with_world(handle, [&](World& world) { return status_of(world.start_recording()); });
}

tarn_status tarn_world_save_recording(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        return path ? status_of(world.save_recording(path)) : null_argument("path");
    });
}

tarn_status tarn_world_replay(tarn_world handle, const char* path) {
    return with_world(handle, [&](World& world) {
        if (!path) return null_argument("path");
        const auto last = world.replay(path);
        return last ? TARN_OK : fail(last.error());
    });
}

}  // extern "C"
