// The C API: the water at points and along rays.
#include "doors.hpp"

#include <vector>

namespace {

using namespace tarn::c;
using tarn::World;

static_assert(sizeof(tarn_sample) == sizeof(tarn::Sample));

/// Points of either number type.
template <class Number>
std::vector<tarn::Vec2> points_of(const Number* xy_m, size_t n) {
    std::vector<tarn::Vec2> points(n);
    for (size_t k = 0; k < n; ++k) points[k] = {double(xy_m[2 * k]), double(xy_m[2 * k + 1])};
    return points;
}

template <class Number>
tarn_status sample(tarn_world handle, const Number* xy_m, size_t n, tarn_sample* out) noexcept {
    return with_world(handle, [&](World& world) {
        if (n == 0) return TARN_OK;
        if (!xy_m) return null_argument("xy_m");
        if (!out) return null_argument("out");
        const std::vector<tarn::Vec2> points = points_of(xy_m, n);
        std::vector<tarn::Sample> samples(n);
        const auto done = world.sample(points, samples);
        if (!done) return fail(done.error());
        std::memcpy(out, samples.data(), n * sizeof(tarn_sample));
        return TARN_OK;
    });
}

}  // namespace

extern "C" {

tarn_status tarn_world_sample_points(tarn_world handle, const double* xy_m, size_t n,
                                     tarn_sample* out) {
    return sample(handle, xy_m, n, out);
}

tarn_status tarn_world_sample(tarn_world handle, const float* xy_m, size_t n, tarn_sample* out) {
    return sample(handle, xy_m, n, out);
}

tarn_status tarn_world_sample_on_device(tarn_world handle, const double* xy_m, size_t n,
                                        uint64_t* out) {
    return with_world(handle, [&](World& world) {
        if (!out) return null_argument("out");
        *out = 0;
        if (n > 0 && !xy_m) return null_argument("xy_m");
        const auto samples = world.sample_on_device(points_of(xy_m, n));
        if (!samples) return fail(samples.error());
        *out = reinterpret_cast<uint64_t>(samples.value());
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
        return fill_struct(out, "tarn_ray_hit", [&]() -> tarn::Result<tarn_ray_hit> {
            const auto hit =
                world.ray_cast({origin_m[0], origin_m[1], origin_m[2]},
                               {direction[0], direction[1], direction[2]}, max_distance_m);
            if (!hit) return hit.error();
            const tarn::RayHit& h = hit.value();
            return tarn_ray_hit{sizeof(tarn_ray_hit),
                                h.is_hit ? 1 : 0,
                                0,
                                h.distance_m,
                                {h.point_m.x, h.point_m.y, h.point_m.z},
                                {h.normal.x, h.normal.y, h.normal.z}};
        });
    });
}

}  // extern "C"
