/* Tarn's C API. Every function returns a tarn_status; the text of the last failure on this thread
 * is in tarn_last_error(). Lengths in metres, time in seconds, z up; cell (0, 0) is south-west.
 * A world is used by one thread at a time; different worlds are independent. */
#ifndef TARN_H
#define TARN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TARN_C_API __attribute__((visibility("default")))
#else
#define TARN_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define TARN_VERSION_MAJOR 0
#define TARN_VERSION_MINOR 1
#define TARN_VERSION_PATCH 0

typedef enum tarn_status {
    TARN_OK = 0,
    TARN_INVALID_ARGUMENT = 1,
    TARN_INVALID_SCENE = 2,
    TARN_NOT_FOUND = 3,
    TARN_IO = 4,
    TARN_OUT_OF_MEMORY = 5,
    TARN_DIVERGED = 6,    /* the last good state is kept */
    TARN_UNSUPPORTED = 7, /* known, but not in this build or on this machine */
    TARN_BUSY = 8,        /* an asynchronous step is running: call tarn_world_wait first */
    TARN_BAD_HANDLE = 9,  /* null, stale or foreign */
    TARN_DISK_FULL = 10,
    TARN_DEVICE_LOST = 11 /* a GPU no longer answers; its water is gone */
} tarn_status;

/* A world. All zero is none. Copies name the same world; after tarn_world_destroy all are stale. */
typedef struct tarn_world {
    uint32_t index;
    uint32_t generation;
} tarn_world;

typedef enum tarn_edge { TARN_WEST = 0, TARN_EAST = 1, TARN_SOUTH = 2, TARN_NORTH = 3 } tarn_edge;
typedef enum tarn_boundary {
    TARN_WALL = 0,
    TARN_SLIP = 1,
    TARN_PERIODIC = 2, /* the opposite edge follows */
    TARN_OPEN = 3
} tarn_boundary;

typedef enum tarn_log_level {
    TARN_LOG_INFO = 0,
    TARN_LOG_WARNING = 1,
    TARN_LOG_ERROR = 2
} tarn_log_level;

typedef enum tarn_isa {
    TARN_ISA_AUTO = 0,
    TARN_ISA_BASE = 1,
    TARN_ISA_AVX2 = 2,
    TARN_ISA_AVX512 = 3
} tarn_isa;

typedef enum tarn_backend {
    TARN_BACKEND_AUTO = 0,
    TARN_BACKEND_CPU = 1,
    TARN_BACKEND_CUDA = 2
} tarn_backend;

/* How worlds are to run. Start from tarn_options_default(); it sets struct_size. */
typedef struct tarn_options {
    size_t struct_size;
    int32_t threads; /* 0: one per core */
    int32_t isa;     /* a tarn_isa */
    int32_t backend; /* a tarn_backend */
    int32_t device;  /* which GPU; -1: the one with the most free memory */
    void (*log)(void* user, tarn_log_level level, const char* message);
    void* log_user;
    /* The host's job system: calls task(context, 0) ... task(context, count - 1) and returns when
     * all are done. Null: Tarn keeps threads of its own. */
    void (*run_jobs)(void* user, int count, void (*task)(void* context, int index), void* context);
    void* jobs_user;
} tarn_options;

/* What one step did. */
typedef struct tarn_step_report {
    double time_s;      /* of the fields */
    double lag_s;       /* asked for but not yet simulated (a fixed lattice step only) */
    double time_step_s; /* the lattice step */
    int64_t steps;      /* lattice steps since the start */
    int32_t steps_now;  /* lattice steps of this call */
    int32_t reserved;
    double added_kg; /* by sources and open edges, in this call */
    double removed_kg;
    double sources_wall_s; /* wall-clock time of the stages */
    double water_wall_s;
    double total_wall_s;
} tarn_step_report;

/* A field, x fastest, row 0 at the south; the world's own memory, valid until the world changes. */
typedef struct tarn_field_view {
    const float* data;
    int32_t nx, ny;
    ptrdiff_t row_stride; /* in elements */
} tarn_field_view;

/* A field on a GPU. */
typedef struct tarn_device_view {
    uint64_t address;
    int32_t nx, ny;
    ptrdiff_t row_stride;
} tarn_device_view;

/* The water at one point; the normal is the upward unit normal of the surface. */
typedef struct tarn_sample {
    float level_m, depth_m, bed_m;
    float normal[3];
    float velocity_m_per_s[2];
} tarn_sample;

typedef struct tarn_ray_hit {
    int32_t is_hit;
    int32_t reserved;
    double distance_m;
    double point_m[3];
    double normal[3];
} tarn_ray_hit;

/* now = initial + added - removed, to rounding; carried is the part of now held aside by things
 * pressed into the surface; refused is what sources asked for but could not take. */
typedef struct tarn_statistics {
    double mass_initial_kg, mass_now_kg, mass_added_kg, mass_removed_kg, mass_carried_kg,
        mass_refused_kg;
    double max_speed_m_per_s;
    double min_depth_m, max_depth_m;
    double energy_j;
} tarn_statistics;

typedef struct tarn_world_info {
    int32_t nx, ny;
    double cell_m;
    double time_s;
    double max_time_step_s;
    double tau;
    double viscosity_used_m2_per_s;
    int32_t threads;
    int32_t reserved;
    double origin_m[2]; /* of the window's south-west corner, from where the scene put it */
} tarn_world_info;

/* "0.1.0" */
TARN_C_API const char* tarn_version(void);
/* Why the last call on this thread failed; never null, empty after a success. */
TARN_C_API const char* tarn_last_error(void);

TARN_C_API tarn_options tarn_options_default(void);

/* On failure *out is zero. `options` may be null. */
TARN_C_API tarn_status tarn_world_create(const char* scene_name_or_path,
                                         const tarn_options* options, tarn_world* out);
TARN_C_API tarn_status tarn_world_create_from_file(const char* path, tarn_world* out);
TARN_C_API tarn_status tarn_world_create_from_json(const char* text, size_t bytes,
                                                   const char* base_dir, tarn_world* out);
/* POND's pond: cells of 5 cm, walls all round, relaxation time tau (> 0.5). */
TARN_C_API tarn_status tarn_pond_create(float tau, int32_t width, int32_t height,
                                        float still_depth_m, tarn_world* out);
/* Waits for a running step. A bad handle is ignored. */
TARN_C_API void tarn_world_destroy(tarn_world world);

TARN_C_API tarn_status tarn_world_info_get(tarn_world world, tarn_world_info* out);
TARN_C_API tarn_status tarn_world_set_boundary(tarn_world world, tarn_edge edge,
                                               tarn_boundary boundary);
/* Adds depth_m of water (negative: takes) to each cell of a rectangle, ends included. */
TARN_C_API tarn_status tarn_world_add_event(tarn_world world, int32_t i0, int32_t j0, int32_t i1,
                                            int32_t j1, float depth_m);
/* Water over a disc: height_m is the rise at the centre. */
TARN_C_API tarn_status tarn_world_add_drop(tarn_world world, double x_m, double y_m,
                                           double radius_m, double height_m);
/* Presses something round into the surface; the same id moves it, release lifts it. */
TARN_C_API tarn_status tarn_world_press(tarn_world world, int32_t id, double x_m, double y_m,
                                        double radius_m, double depth_m);
TARN_C_API tarn_status tarn_world_release(tarn_world world, int32_t id);
/* New heights of the ground under a rectangle of cells, ends included: count of them, row by row
 * from its south-west corner. The depth of the water stays. TARN_UNSUPPORTED with scheme d2q9, here
 * and in the two calls below. */
TARN_C_API tarn_status tarn_world_set_bed(tarn_world world, int32_t i0, int32_t j0, int32_t i1,
                                          int32_t j1, const float* heights_m, size_t count);
/* Lowers the ground over a disc by depth_m at its centre; negative raises it. */
TARN_C_API tarn_status tarn_world_dig(tarn_world world, double x_m, double y_m, double radius_m,
                                      double depth_m);
/* Walls come up in a rectangle of cells (is_solid not 0), and the water there is booked as removed;
 * or they go, and leave dry ground. */
TARN_C_API tarn_status tarn_world_set_solid(tarn_world world, int32_t i0, int32_t j0, int32_t i1,
                                            int32_t j1, int32_t is_solid);
/* Moves the window over open water: cell (i, j) then holds what cell (i + di, j + dj) held, and
 * still water comes in. Cells and points of all calls count from the window's south-west corner.
 * TARN_UNSUPPORTED with solids, or an edge that is wall or slip. */
TARN_C_API tarn_status tarn_world_shift_window(tarn_world world, int32_t di, int32_t dj);

/* Advances by exactly `seconds`. `out` may be null. */
TARN_C_API tarn_status tarn_world_step(tarn_world world, double seconds, tarn_step_report* out);
/* The same on another thread: until tarn_world_wait every other call answers TARN_BUSY. */
TARN_C_API tarn_status tarn_world_step_async(tarn_world world, double seconds);
TARN_C_API tarn_status tarn_world_wait(tarn_world world, tarn_step_report* out);

/* Depth of water of a cell, and its velocity. */
TARN_C_API tarn_status tarn_world_height(tarn_world world, int32_t i, int32_t j, float* out_m);
TARN_C_API tarn_status tarn_world_velocity(tarn_world world, int32_t i, int32_t j,
                                           float out_m_per_s[2]);
/* "depth", "level", "u", "v" or "bed"; where the scene has "maps" also "max_depth", "max_speed" and
 * "arrival" (s, -1 where no water came). */
TARN_C_API tarn_status tarn_world_field(tarn_world world, const char* name, tarn_field_view* out);
TARN_C_API tarn_status tarn_world_device_field(tarn_world world, const char* name,
                                               tarn_device_view* out);
/* Starts to copy n named fields of this moment to the host; stepping may go on meanwhile.
 * tarn_world_snapshot waits for one. Two snapshots alternate: the memory of one stays until the
 * second tarn_world_begin_snapshot after it. */
TARN_C_API tarn_status tarn_world_begin_snapshot(tarn_world world, const char* const* names,
                                                 size_t n);
TARN_C_API tarn_status tarn_world_snapshot(tarn_world world, const char* name,
                                           tarn_field_view* out);
/* Advances by count times every_s and samples n points after each, into out[count][n]: the same to
 * the bit as tarn_world_step and tarn_world_sample in turn, but a GPU is not waited for in between.
 * `report` may be null. */
TARN_C_API tarn_status tarn_world_step_and_sample(tarn_world world, double every_s, int32_t count,
                                                  const float* xy_m, size_t n, tarn_sample* out,
                                                  tarn_step_report* report);
/* Surface at n points (x0, y0, x1, y1, ...), bilinear between cell centres. */
TARN_C_API tarn_status tarn_world_sample(tarn_world world, const float* xy_m, size_t n,
                                         tarn_sample* out);
TARN_C_API tarn_status tarn_world_is_under_water(tarn_world world, const double point_m[3],
                                                 int32_t* out);
TARN_C_API tarn_status tarn_world_ray_cast(tarn_world world, const double origin_m[3],
                                           const double direction[3], double max_distance_m,
                                           tarn_ray_hit* out);
TARN_C_API tarn_status tarn_world_statistics(tarn_world world, tarn_statistics* out);
TARN_C_API tarn_status tarn_world_checksum(tarn_world world, uint64_t* out);

TARN_C_API tarn_status tarn_world_save(tarn_world world, const char* path);
TARN_C_API tarn_status tarn_world_restore(tarn_world world, const char* path);

/* Notes every call that changes the world; replay repeats them to the bit. */
TARN_C_API tarn_status tarn_world_start_recording(tarn_world world);
TARN_C_API tarn_status tarn_world_save_recording(tarn_world world, const char* path);
TARN_C_API tarn_status tarn_world_replay(tarn_world world, const char* path);

#ifdef __cplusplus
}
#endif

#endif /* TARN_H */
