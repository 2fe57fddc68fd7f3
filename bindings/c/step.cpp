// The C API: time goes on, alone or with samples on the way.
#include "doors.hpp"

#include <algorithm>
#include <vector>

namespace {

using namespace tarn::c;
using tarn::Result;
using tarn::World;

tarn_step_report report_of(const tarn::StepReport& r) {
    tarn_step_report out = tarn_step_report_default();
    out.time_s = r.time_s;
    out.lag_s = r.lag_s;
    out.time_step_s = r.time_step_s;
    out.steps = r.steps;
    out.steps_now = r.steps_now;
    out.added_kg = r.added_kg;
    out.removed_kg = r.removed_kg;
    out.sources_wall_s = r.wall.sources_s;
    out.water_wall_s = r.wall.water_s;
    out.forces_wall_s = r.wall.forces_s;
    out.borders_wall_s = r.wall.borders_s;
    out.positions_wall_s = r.wall.positions_s;
    out.total_wall_s = r.wall.total_s;
    return out;
}

/// Runs a body that gives a report. A failed step still says where the world stands.
template <class Body>
tarn_status report_to(tarn_world handle, tarn_step_report* out, Body&& body) noexcept {
    return with_world(handle, [&](World& world) {
        if (out)
            if (const auto good = check_struct(out, "tarn_step_report", "out"); !good)
                return fail(good.error());
        const Result<tarn::StepReport> result = body(world);
        tarn::StepReport report;
        report.time_s = world.time_s();
        report.steps = world.steps();
        if (out) write_struct(report_of(result ? result.value() : report), out);
        return result ? TARN_OK : fail(result.error());
    });
}

}  // namespace

extern "C" {

tarn_status tarn_world_step(tarn_world handle, double seconds, tarn_step_report* out) {
    return report_to(handle, out, [&](World& world) { return world.step(seconds); });
}

tarn_status tarn_world_step_async(tarn_world handle, double seconds) {
    return with_world(handle, [&](World& world) { return status_of(world.step_async(seconds)); });
}

tarn_status tarn_world_wait(tarn_world handle, tarn_step_report* out) {
    return report_to(handle, out, [&](World& world) { return world.wait(); });
}

tarn_status tarn_world_step_and_sample(tarn_world handle, double every_s, int32_t count,
                                       const double* xy_m, size_t n, tarn_sample* out,
                                       tarn_step_report* report) {
    return report_to(handle, report, [&](World& world) -> Result<tarn::StepReport> {
        if (n > 0 && (!xy_m || !out))
            return tarn::Error{tarn::ErrorCode::InvalidArgument,
                               std::string(xy_m ? "out" : "xy_m") + " is null; pass a pointer"};
        std::vector<tarn::Vec2> points(n);
        for (size_t k = 0; k < n; ++k) points[k] = {xy_m[2 * k], xy_m[2 * k + 1]};
        std::vector<tarn::Sample> samples;
        const auto done = world.step_and_sample(every_s, count, points, samples);
        if (!samples.empty())
            std::memcpy(out, samples.data(), samples.size() * sizeof(tarn_sample));
        return done;
    });
}

tarn_status tarn_world_run_to(tarn_world handle, const tarn_run_desc* desc, size_t* rows,
                              tarn_step_report* report) {
    return report_to(handle, report, [&](World& world) -> Result<tarn::StepReport> {
        const auto read = read_struct(desc, "tarn_run_desc", "desc", tarn_run_desc_default());
        if (!read) return read.error();
        const tarn_run_desc& d = read.value();
        const bool wants_rows = d.row_every_s != 0.0;
        const auto is_null = [](const char* what) {
            return tarn::Error{tarn::ErrorCode::InvalidArgument,
                               std::string(what) + " is null; pass a pointer"};
        };
        if (d.n > 0 && !d.xy_m) return is_null("xy_m");
        if (wants_rows && !rows) return is_null("rows");
        if (wants_rows && d.row_capacity > 0 && !d.row_times_s) return is_null("row_times_s");
        if (wants_rows && d.row_capacity > 0 && d.n > 0 && !d.row_samples)
            return is_null("row_samples");
        std::vector<tarn::Vec2> points(d.n);
        for (size_t k = 0; k < d.n; ++k) points[k] = {d.xy_m[2 * k], d.xy_m[2 * k + 1]};
        tarn::RunRows got;
        tarn::RunDesc way = {.end_s = d.end_s,
                             .stops_before = d.stops_before != 0,
                             .points_m = points,
                             .row_start_s = d.row_start_s,
                             .row_every_s = d.row_every_s};
        if (d.has_stop) way.stop_s = d.stop_s;
        const auto done = world.run_to(way, wants_rows ? &got : nullptr);
        if (rows) *rows = got.times_s.size();
        const size_t kept = std::min(got.times_s.size(), d.row_capacity);
        if (kept > 0) std::copy_n(got.times_s.begin(), kept, d.row_times_s);
        if (kept > 0 && d.n > 0)
            std::memcpy(d.row_samples, got.samples.data(), kept * d.n * sizeof(tarn_sample));
        return done;
    });
}

tarn_status tarn_world_time_s(tarn_world handle, double* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = world.time_s();
        return TARN_OK;
    });
}

tarn_status tarn_world_steps(tarn_world handle, int64_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = world.steps();
        return TARN_OK;
    });
}

tarn_status tarn_world_is_stepping(tarn_world handle, int32_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = world.is_stepping() ? 1 : 0;
        return TARN_OK;
    });
}

}  // extern "C"
