/* The picture in C: draws a tarn_frame with OpenGL 3.3, into an image or a framebuffer of the host.
 * In libtarn_render, which needs libtarn. Statuses, texts of failures and growing structures are
 * those of tarn.h.
 *
 * A context belongs to the thread that made it, and a renderer to the context that was current when
 * it was made: that context has to be current in every call with the renderer and when it is
 * destroyed. Destroy renderers before their context. Where no context is current, calls answer
 * TARN_INVALID_ARGUMENT, and a renderer that is destroyed keeps its memory. */
#ifndef TARN_RENDER_H
#define TARN_RENDER_H

#include <tarn/tarn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An OpenGL context without a window (EGL; Mesa in software or a GPU). All zero is none. */
typedef struct tarn_offscreen {
    uint32_t index;
    uint32_t generation;
} tarn_offscreen;

typedef struct tarn_renderer {
    uint32_t index;
    uint32_t generation;
} tarn_renderer;

/* What a picture may cost. The fields trade beauty for time. Start from tarn_renderer_quality,
 * tarn_quality_low or tarn_quality_high. */
typedef struct tarn_quality {
    size_t struct_size;
    int32_t photons;      /* per side of the grid that makes caustics; 0: no caustics */
    int32_t water_mesh;   /* cells per side of the drawn surface, at most */
    int32_t ground_mesh;  /* the same of the ground */
    int32_t march_steps;  /* along a ray through the ground */
    int32_t detail_cells; /* per side of the tile of small waves; a power of two */
    int32_t reserved;
    double supersample; /* pixels per pixel along each axis, up to 3 */
    int32_t has_reflections, has_refraction, has_glitter, has_smooth_slopes, has_shafts;
    int32_t reserved2;
} tarn_quality;
TARN_DEFINE_DEFAULT(tarn_quality)

/* Time that a pass of a picture took. It comes in arrays, so it does not grow. */
typedef struct tarn_pass_time {
    double ms;
    char name[56];
} tarn_pass_time;

typedef struct tarn_renderer_info {
    size_t struct_size;
    int32_t is_software;
    int32_t reads_device_fields; /* CUDA and OpenGL share this GPU */
    char device[128];            /* as OpenGL names it */
    char version[128];           /* of OpenGL */
} tarn_renderer_info;
TARN_DEFINE_DEFAULT(tarn_renderer_info)

/* Makes a context and makes it current. TARN_UNSUPPORTED where there is no OpenGL 3.3. */
TARN_C_API tarn_status tarn_offscreen_create(tarn_offscreen* out);
/* A bad handle is ignored. */
TARN_C_API void tarn_offscreen_destroy(tarn_offscreen context);
TARN_C_API tarn_status tarn_offscreen_make_current(tarn_offscreen context);

TARN_C_API tarn_status tarn_quality_low(tarn_quality* out); /* for software rendering */
TARN_C_API tarn_status tarn_quality_high(tarn_quality* out);
/* What a new renderer has: low in software (is_software not 0), else between the two. */
TARN_C_API tarn_status tarn_quality_of(int32_t is_software, tarn_quality* out);

/* In the current context. TARN_UNSUPPORTED where that is older than OpenGL 3.3. */
TARN_C_API tarn_status tarn_renderer_create(tarn_renderer* out);
/* A bad handle is ignored. */
TARN_C_API void tarn_renderer_destroy(tarn_renderer renderer);
/* Into a framebuffer of the host, 0 for the window's; sizes are in pixels of the device. */
TARN_C_API tarn_status tarn_renderer_draw(tarn_renderer renderer, tarn_frame frame,
                                          uint32_t framebuffer, int32_t width_px,
                                          int32_t height_px);
/* 8-bit RGB, rows from top to bottom without gaps: 3 width_px height_px bytes. */
TARN_C_API tarn_status tarn_renderer_draw_picture(tarn_renderer renderer, tarn_frame frame,
                                                  int32_t width_px, int32_t height_px, uint8_t* rgb,
                                                  size_t bytes);
TARN_C_API tarn_status tarn_renderer_quality(tarn_renderer renderer, tarn_quality* out);
TARN_C_API tarn_status tarn_renderer_set_quality(tarn_renderer renderer,
                                                 const tarn_quality* quality);
/* Lowers and raises the quality so that a picture takes about `ms`; 0 leaves it alone. */
TARN_C_API tarn_status tarn_renderer_set_target_ms(tarn_renderer renderer, double ms);
/* Draws once more, waiting after each pass. *count is how many there are; TARN_INVALID_ARGUMENT if
 * `capacity` is less. */
TARN_C_API tarn_status tarn_renderer_measure(tarn_renderer renderer, tarn_frame frame,
                                             int32_t width_px, int32_t height_px,
                                             tarn_pass_time* out, size_t capacity, size_t* count);
/* Draws n frames one after the other, waiting at the end only: the mean time of one, in ms. */
TARN_C_API tarn_status tarn_renderer_measure_total_ms(tarn_renderer renderer,
                                                      const tarn_frame* frames, size_t n,
                                                      int32_t width_px, int32_t height_px,
                                                      double* out);
TARN_C_API tarn_status tarn_renderer_info_get(tarn_renderer renderer, tarn_renderer_info* out);

#ifdef __cplusplus
}
#endif

#endif /* TARN_RENDER_H */
