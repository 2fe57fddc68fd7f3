// The C API of libtarn_render. Frames come from libtarn.
#include "growing.hpp"
#include "status.hpp"
#include <tarn/render.hpp>
#include <tarn/tarn_render.h>

#include <cmath>
#include <cstring>
#include <epoxy/gl.h>
#include <mutex>
#include <vector>

namespace {

using namespace tarn::c;
using tarn::Frame;
using tarn::Offscreen;
using tarn::Quality;
using tarn::Renderer;
using tarn::Result;

/// As a frame of C++; null after tarn_last_error() was set.
const Frame* frame_of(tarn_frame handle) {
    const void* address = nullptr;
    return tarn_frame_address(handle, &address) == TARN_OK ? static_cast<const Frame*>(address)
                                                           : nullptr;
}

/// Whether an OpenGL context is current on this thread. Without one, calls of OpenGL do nothing or
/// end the program.
bool has_context() {
    return epoxy_gl_version() > 0;
}

template <class Body>
tarn_status with_renderer(tarn_renderer handle, Body&& body) noexcept {
    return with<Renderer>(handle, "renderer", [&](Renderer& renderer) {
        if (has_context()) return body(renderer);
        return invalid(
            "no OpenGL context is current on this thread; make that of the renderer current first");
    });
}

/// A renderer and a frame.
template <class Body>
tarn_status draw_with(tarn_renderer handle, tarn_frame frame, Body&& body) noexcept {
    return with_renderer(handle, [&](Renderer& renderer) {
        const Frame* const shown = frame_of(frame);
        return shown ? body(renderer, *shown) : TARN_BAD_HANDLE;
    });
}

template <class Handle, class Thing>
tarn_status create(Handle* out) noexcept {
    return guarded([&] {
        if (!out) return null_argument("out");
        *out = {};
        Result<Thing> made = Thing::create();
        if (!made) return fail(made.error());
        *out = handles<Handle, Thing>().add(std::move(made.value()));
        return TARN_OK;
    });
}

tarn_quality quality_of(const Quality& q) {
    tarn_quality out = tarn_quality_default();
    out.photons = q.photons;
    out.water_mesh = q.water_mesh;
    out.ground_mesh = q.ground_mesh;
    out.march_steps = q.march_steps;
    out.detail_cells = q.detail_cells;
    out.supersample = q.supersample;
    out.has_reflections = q.has_reflections ? 1 : 0;
    out.has_refraction = q.has_refraction ? 1 : 0;
    out.has_glitter = q.has_glitter ? 1 : 0;
    out.has_smooth_slopes = q.has_smooth_slopes ? 1 : 0;
    out.has_shafts = q.has_shafts ? 1 : 0;
    return out;
}

tarn_status quality_to(const Quality& quality, tarn_quality* out) noexcept {
    return guarded([&] {
        if (const auto good = check_struct(out, "tarn_quality", "out"); !good)
            return fail(good.error());
        write_struct(quality_of(quality), out);
        return TARN_OK;
    });
}

/// Limits far beyond what any picture needs; the renderer itself cuts what a device cannot do.
bool is_sane(const tarn_quality& q) {
    for (const int32_t count :
         {q.photons, q.water_mesh, q.ground_mesh, q.march_steps, q.detail_cells})
        if (count < 0 || count > 4096) return false;
    const bool is_power_of_two = q.detail_cells > 0 && (q.detail_cells & (q.detail_cells - 1)) == 0;
    return q.water_mesh > 0 && q.ground_mesh > 0 && is_power_of_two && q.supersample >= 0.1 &&
           q.supersample <= 3.0;
}

}  // namespace

extern "C" {

tarn_status tarn_offscreen_create(tarn_offscreen* out) {
    return create<tarn_offscreen, Offscreen>(out);
}

void tarn_offscreen_destroy(tarn_offscreen handle) {
    destroy<Offscreen>(handle);
}

tarn_status tarn_offscreen_make_current(tarn_offscreen handle) {
    return with<Offscreen>(handle, "context", [](Offscreen& context) {
        context.make_current();
        return TARN_OK;
    });
}

tarn_status tarn_quality_low(tarn_quality* out) {
    return quality_to(Quality::low(), out);
}

tarn_status tarn_quality_high(tarn_quality* out) {
    return quality_to(Quality::high(), out);
}

tarn_status tarn_quality_of(int32_t is_software, tarn_quality* out) {
    return quality_to(Quality::of(is_software != 0), out);
}

tarn_status tarn_renderer_create(tarn_renderer* out) {
    return create<tarn_renderer, Renderer>(out);
}

void tarn_renderer_destroy(tarn_renderer handle) {
    if (has_context()) return destroy<Renderer>(handle);
    try {
        // Its end would call OpenGL: it stays, out of reach.
        static auto& lost = *new std::vector<std::shared_ptr<Renderer>>();
        static std::mutex mutex;
        const std::lock_guard lock(mutex);
        lost.emplace_back();
        lost.back() = handles<tarn_renderer, Renderer>().take(handle);
    } catch (...) {  // no memory for it: the handle stays good
    }
}

tarn_status tarn_renderer_draw(tarn_renderer handle, tarn_frame frame, uint32_t framebuffer,
                               int32_t width_px, int32_t height_px) {
    return draw_with(handle, frame, [&](Renderer& renderer, const Frame& shown) {
        return status_of(renderer.draw(shown, framebuffer, {width_px, height_px}));
    });
}

tarn_status tarn_renderer_draw_picture(tarn_renderer handle, tarn_frame frame, int32_t width_px,
                                       int32_t height_px, uint8_t* rgb, size_t bytes) {
    return draw_with(handle, frame, [&](Renderer& renderer, const Frame& shown) {
        if (!rgb) return null_argument("rgb");
        if (width_px < 1 || height_px < 1)
            return invalid("the picture is " + std::to_string(width_px) + " by " +
                           std::to_string(height_px) + " pixels; both must be positive");
        const std::size_t needed = std::size_t(width_px) * std::size_t(height_px) * 3;
        if (bytes < needed)
            return invalid("bytes is " + std::to_string(bytes) + "; the picture needs " +
                           std::to_string(needed));
        const auto picture = renderer.draw_picture(shown, {width_px, height_px});
        if (!picture) return fail(picture.error());
        std::memcpy(rgb, picture.value().rgb.data(), needed);
        return TARN_OK;
    });
}

tarn_status tarn_renderer_quality(tarn_renderer handle, tarn_quality* out) {
    return with_renderer(handle,
                         [&](Renderer& renderer) { return quality_to(renderer.quality(), out); });
}

tarn_status tarn_renderer_set_quality(tarn_renderer handle, const tarn_quality* quality) {
    return with_renderer(handle, [&](Renderer& renderer) {
        const auto read =
            read_struct(quality, "tarn_quality", "quality", quality_of(renderer.quality()));
        if (!read) return fail(read.error());
        const tarn_quality& q = read.value();
        if (!is_sane(q))
            return invalid(
                "tarn_quality has a number out of range: meshes from 1 to 4096, photons and "
                "march_steps from 0, detail_cells a power of two, supersample from 0.1 to 3");
        renderer.set_quality({.photons = q.photons,
                              .water_mesh = q.water_mesh,
                              .ground_mesh = q.ground_mesh,
                              .march_steps = q.march_steps,
                              .detail_cells = q.detail_cells,
                              .supersample = q.supersample,
                              .has_reflections = q.has_reflections != 0,
                              .has_refraction = q.has_refraction != 0,
                              .has_glitter = q.has_glitter != 0,
                              .has_smooth_slopes = q.has_smooth_slopes != 0,
                              .has_shafts = q.has_shafts != 0});
        return TARN_OK;
    });
}

tarn_status tarn_renderer_set_target_ms(tarn_renderer handle, double ms) {
    return with_renderer(handle, [&](Renderer& renderer) {
        if (!std::isfinite(ms) || ms < 0.0)
            return invalid("ms is " + std::to_string(ms) + "; it must be 0 or positive");
        renderer.set_target_ms(ms);
        return TARN_OK;
    });
}

tarn_status tarn_renderer_measure(tarn_renderer handle, tarn_frame frame, int32_t width_px,
                                  int32_t height_px, tarn_pass_time* out, size_t capacity,
                                  size_t* count) {
    return draw_with(handle, frame, [&](Renderer& renderer, const Frame& shown) {
        if (!out) return null_argument("out");
        if (!count) return null_argument("count");
        *count = 0;
        const auto times = renderer.measure(shown, {width_px, height_px});
        if (!times) return fail(times.error());
        *count = times.value().size();
        if (capacity < *count)
            return invalid("capacity is " + std::to_string(capacity) + "; there are " +
                           std::to_string(*count) + " passes");
        for (std::size_t k = 0; k < *count; ++k) {
            write_text(times.value()[k].name, out[k].name);
            out[k].ms = times.value()[k].ms;
        }
        return TARN_OK;
    });
}

tarn_status tarn_renderer_measure_total_ms(tarn_renderer handle, const tarn_frame* frames, size_t n,
                                           int32_t width_px, int32_t height_px, double* out) {
    return with_renderer(handle, [&](Renderer& renderer) {
        if (!frames) return null_argument("frames");
        if (!out) return null_argument("out");
        std::vector<Frame> shown;
        for (std::size_t k = 0; k < n; ++k) {
            const Frame* const frame = frame_of(frames[k]);
            if (!frame) return TARN_BAD_HANDLE;
            shown.push_back(*frame);
        }
        const auto mean = renderer.measure_total_ms(shown, {width_px, height_px});
        if (!mean) return fail(mean.error());
        *out = mean.value();
        return TARN_OK;
    });
}

tarn_status tarn_renderer_info_get(tarn_renderer handle, tarn_renderer_info* out) {
    return with_renderer(handle, [&](Renderer& renderer) {
        if (const auto good = check_struct(out, "tarn_renderer_info", "out"); !good)
            return fail(good.error());
        const tarn::RendererInfo info = renderer.info();
        tarn_renderer_info row = tarn_renderer_info_default();
        row.is_software = info.is_software ? 1 : 0;
        row.reads_device_fields = info.reads_device_fields ? 1 : 0;
        write_text(info.device, row.device);
        write_text(info.version, row.version);
        write_struct(row, out);
        return TARN_OK;
    });
}

}  // extern "C"
