/* Tarn's C API. Every function returns a tarn_status; the text of the last failure on this thread
 * is in tarn_last_error(). Lengths in metres, time in seconds, z up; cell (0, 0) is south-west.
 * A world is used by one thread at a time, and a call while another thread is in one with the same
 * world answers TARN_BUSY; different worlds are independent. So are frames and
 * scene builders; calls without a handle may come from any thread. Any call may answer
 * TARN_INVALID_ARGUMENT (a null pointer, a number out of range) or TARN_OUT_OF_MEMORY, any call
 * with a handle TARN_BAD_HANDLE, any call with a world TARN_BUSY; further errors stand beside the
 * call. Pictures are in tarn_render.h.
 *
 * Structures with a struct_size may grow from version to version, at their end. Take them from
 * their ..._default() function, which sets struct_size to what your compiler saw:
 *
 *     tarn_step_report report = tarn_step_report_default();
 *
 * A library that knows more fills and reads no more than struct_size; what it does not get has its
 * default. A library that knows less sets the rest of an output to zero, and refuses an input whose
 * further bytes are not zero (TARN_INVALID_ARGUMENT). */
#ifndef TARN_H
#define TARN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define TARN_C_API __attribute__((visibility("default")))
#else
#define TARN_C_API
#endif

/* Defines type_default(): all zero, and struct_size set. In the header and not in the library, so
 * that the size is the caller's. */
#define TARN_DEFINE_DEFAULT(type)             \
    static inline type type##_default(void) { \
        type value;                           \
        memset(&value, 0, sizeof value);      \
        value.struct_size = sizeof value;     \
        return value;                         \
    }

#ifdef __cplusplus
extern "C" {
#endif

#define TARN_VERSION_MAJOR 0
#define TARN_VERSION_MINOR 1
#define TARN_VERSION_PATCH 0

/* A C program may pass any number where an enumeration stands. With a fixed type C++ may read it,
 * and the call answers TARN_INVALID_ARGUMENT. */
#ifdef __cplusplus
#define TARN_ENUM : int32_t
#else
#define TARN_ENUM
#endif

typedef enum tarn_status TARN_ENUM {
    TARN_OK = 0,
    TARN_INVALID_ARGUMENT = 1,
    TARN_INVALID_SCENE = 2,
    TARN_NOT_FOUND = 3,
    TARN_IO = 4,
    TARN_OUT_OF_MEMORY = 5,
    TARN_DIVERGED = 6,    /* the last good state is kept */
    TARN_UNSUPPORTED = 7, /* known, but not in this build or on this machine */
    TARN_BUSY = 8,        /* an asynchronous step is running: call tarn_world_wait first; or another
                             thread is in a call with this world */
    TARN_BAD_HANDLE = 9,  /* null, stale or foreign */
    TARN_DISK_FULL = 10,
    TARN_DEVICE_LOST = 11 /* a GPU no longer answers; its water is gone */
} tarn_status;

/* A world. All zero is none. Copies name the same world; after tarn_world_destroy all are stale. */
typedef struct tarn_world {
    uint32_t index;
    uint32_t generation;
} tarn_world;

typedef enum tarn_edge TARN_ENUM {
    TARN_WEST = 0,
    TARN_EAST = 1,
    TARN_SOUTH = 2,
    TARN_NORTH = 3
} tarn_edge;
typedef enum tarn_boundary TARN_ENUM {
    TARN_WALL = 0,
    TARN_SLIP = 1,
    TARN_PERIODIC = 2, /* the opposite edge follows */
    TARN_OPEN = 3,     /* waves leave into what stood there at the start */
    TARN_OUTFLOW = 4   /* water leaves, and none comes in; scheme fv */
} tarn_boundary;

typedef enum tarn_log_level TARN_ENUM {
    TARN_LOG_INFO = 0,
    TARN_LOG_WARNING = 1,
    TARN_LOG_ERROR = 2
} tarn_log_level;

typedef enum tarn_isa TARN_ENUM {
    TARN_ISA_AUTO = 0,
    TARN_ISA_BASE = 1,
    TARN_ISA_AVX2 = 2,
    TARN_ISA_AVX512 = 3
} tarn_isa;

typedef enum tarn_backend TARN_ENUM {
    TARN_BACKEND_AUTO = 0,
    TARN_BACKEND_CPU = 1,
    TARN_BACKEND_CUDA = 2
} tarn_backend;

/* How worlds are to run. Start from tarn_options_default(). */
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
    /* Changes to the scene, such as "water.tau=0.6": set_count of them. Read while the world is
     * made. */
    const char* const* set;
    size_t set_count;
    /* Folders besides its own that the scene may name files below; "/" allows all:
     * data_folder_count of them. Read while the world is made. */
    const char* const* data_folders;
    size_t data_folder_count;
} tarn_options;

static inline tarn_options tarn_options_default(void) {
    tarn_options options;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.device = -1;
    return options;
}

/* What one step did. */
typedef struct tarn_step_report {
    size_t struct_size;
    double time_s;      /* of the fields */
    double lag_s;       /* asked for but not yet simulated: less than one lattice step */
    double time_step_s; /* the lattice step */
    int64_t steps;      /* lattice steps since the start */
    int32_t steps_now;  /* lattice steps of this call */
    int32_t reserved;
    double added_kg; /* by sources and open edges, in this call */
    double removed_kg;
    double sources_wall_s; /* wall-clock time of the parts of a step */
    double water_wall_s;
    double total_wall_s;
    double forces_wall_s;    /* of bodies: forces on triangles and spheres */
    double borders_wall_s;   /* the cells that take what these give */
    double positions_wall_s; /* contacts and motion */
} tarn_step_report;
TARN_DEFINE_DEFAULT(tarn_step_report)

/* A field, x fastest, row 0 at the south, layer 0 at the bottom; the world's own memory, valid
 * until the world changes. Strides are in elements. */
typedef struct tarn_field_view {
    size_t struct_size;
    const float* data;
    int32_t nx, ny, nz; /* nz: layers */
    int32_t components; /* numbers per cell, side by side */
    ptrdiff_t row_stride;
    ptrdiff_t layer_stride;
} tarn_field_view;
TARN_DEFINE_DEFAULT(tarn_field_view)

/* A field on a GPU. */
typedef struct tarn_device_view {
    size_t struct_size;
    uint64_t address;
    int32_t nx, ny, nz;
    int32_t components;
    ptrdiff_t row_stride;
    ptrdiff_t layer_stride;
} tarn_device_view;
TARN_DEFINE_DEFAULT(tarn_device_view)

/* The water at one point; the normal is the upward unit normal of the surface. It comes in arrays,
 * so it does not grow: more numbers would come from another call. */
typedef struct tarn_sample {
    float level_m, depth_m, bed_m;
    float normal[3];
    float velocity_m_per_s[2];
} tarn_sample;

typedef struct tarn_ray_hit {
    size_t struct_size;
    int32_t is_hit;
    int32_t reserved;
    double distance_m;
    double point_m[3];
    double normal[3];
} tarn_ray_hit;
TARN_DEFINE_DEFAULT(tarn_ray_hit)

/* now = initial + added - removed, to rounding; carried is the part of now held aside by things
 * pressed into the surface; refused is what sources asked for but could not take. */
typedef struct tarn_statistics {
    size_t struct_size;
    double mass_initial_kg, mass_now_kg, mass_added_kg, mass_removed_kg, mass_carried_kg,
        mass_refused_kg;
    double max_speed_m_per_s;
    double min_depth_m, max_depth_m;
    double energy_j;
    double mass_spray_kg; /* the part of now that flies, or has landed and is owed to the water */
} tarn_statistics;
TARN_DEFINE_DEFAULT(tarn_statistics)

/* A drop of water in flight. */
typedef struct tarn_drop {
    int64_t volume; /* in units of tarn_spray_report.unit_m3 */
    float at_m[3];  /* of its centre */
    float velocity_m_per_s[3];
    float radius_m;
    float age_s;
} tarn_drop;

/* Water above the surface, since the start: emitted + thrown = flying + landed + left, exactly. */
typedef struct tarn_spray_report {
    size_t struct_size;
    int64_t drops;     /* in flight */
    double unit_m3;    /* of tarn_drop.volume */
    double flying_m3;  /* in drops */
    double owed_m3;    /* landed, too little so far for the numbers of the cells */
    double thrown_m3;  /* by the surface */
    double emitted_m3; /* by emitters */
    double landed_m3;  /* came down on the water or on the ground */
    double left_m3;    /* through open edges */
} tarn_spray_report;
TARN_DEFINE_DEFAULT(tarn_spray_report)

/* What a world is, after all choices were made. Texts that are too long are cut. */
typedef struct tarn_world_info {
    size_t struct_size;
    int32_t nx, ny;
    double cell_m;
    double time_s;
    double max_time_step_s; /* the largest lattice step that is stable */
    double tau;             /* relaxation time; 0 with a scheme that has none */
    double viscosity_used_m2_per_s;
    int32_t threads;
    int32_t probe_count; /* see tarn_world_probe */
    double origin_m[2];  /* of the window's south-west corner, from where the scene put it */
    double size_m[2];
    double bed_m, highest_bed_m; /* height of the bed: lowest and highest */
    double still_level_m;        /* mean of the water at the start */
    double reference_depth_m;    /* mean of the wet cells at the start */
    double wave_speed_m_per_s;
    double time_step_s; /* the one in use (after the first step) */
    double record_every_s, duration_s;
    double arrival_depth_m; /* deeper water has arrived */
    int32_t is_bed_flat, has_fixed_time_step, is_viscosity_raised, has_maps; /* 0 or 1 */
    uint64_t memory_bytes;
    char scene[64], model[32], scheme[32], precision[32], backend[32], isa[32];
    char device[128];          /* name of the GPU or the CPU */
    double tick_s;             /* at whose multiples steps of tarn_world_run_to end */
    int32_t scheme_fact_count; /* see tarn_world_scheme_fact */
    int32_t inflow_count;      /* see tarn_world_inflow */
    int32_t step_follows_flow; /* 0 or 1: the step is chosen anew as the water moves */
    int32_t nz;                /* layers of cells; 1 where water is averaged over its depth */
    char scheme_reason[256];   /* why "auto" took this scheme; empty: the scene named it */
    char about[256];           /* the scene in one line */
    double height_m;           /* of the box of water in space; 0: water has no top */
    int32_t has_spray;         /* 0 or 1: foam and bubbles are fields, and drops may fly */
    double gravity_m_per_s2;
} tarn_world_info;
TARN_DEFINE_DEFAULT(tarn_world_info)

/* What only the scheme of this world has, such as tau of d2q9. */
typedef struct tarn_scheme_fact {
    size_t struct_size;
    double number;      /* read where has_number is not 0 */
    int32_t has_number; /* 0 or 1 */
    int32_t reserved;
    char name[64], text[128];
} tarn_scheme_fact;
TARN_DEFINE_DEFAULT(tarn_scheme_fact)

/* An edge through which the scene leads water in. */
typedef struct tarn_inflow {
    size_t struct_size;
    int32_t edge;     /* a tarn_edge */
    int32_t is_level; /* not 0: the value is a level in m; else a discharge in m3/s */
    double value;     /* held now, or at the start of the scene */
} tarn_inflow;
TARN_DEFINE_DEFAULT(tarn_inflow)

/* A probe of the scene, in the window as it lies now; may be outside. */
typedef struct tarn_probe {
    size_t struct_size;
    double at_m[2];
    char name[64];
} tarn_probe;
TARN_DEFINE_DEFAULT(tarn_probe)

/* A body at one moment, and what the water did to it in the step before. */
typedef struct tarn_body_report {
    size_t struct_size;
    double at_m[3];             /* centre of its shape, as in a scene */
    double turn[4];             /* quaternion w, x, y, z */
    double centre_m[3];         /* centre of mass */
    double velocity_m_per_s[3]; /* of the centre of mass */
    double spin_rad_per_s[3];
    double mass_kg;
    double force_n[3];   /* of the water: mean over the step, without weight */
    double torque_nm[3]; /* about the centre of mass */
    double submerged_m3;
    int32_t is_asleep; /* 0 or 1: at rest until something pushes it */
    char name[64];
    int32_t is_steered; /* 0 or 1: has a propeller, a rudder or a sail, for tarn_body_helm */
    int32_t is_fixed;   /* 0 or 1: goes on with its motion whatever pushes it */
    double least_inertia_kg_m2; /* about the centre of mass, the smallest moment */
} tarn_body_report;
TARN_DEFINE_DEFAULT(tarn_body_report)

/* How a body is driven and steered. */
typedef struct tarn_body_helm {
    size_t struct_size;
    double throttle;   /* of its thrusters, -1 to 1 */
    double rudder_rad; /* positive turns to port */
    double sheet_rad;  /* angle of its sails */
} tarn_body_helm;
TARN_DEFINE_DEFAULT(tarn_body_helm)

/* Where a host puts a body, and how it moves on from there. */
typedef struct tarn_body_motion {
    size_t struct_size;
    double at_m[3];             /* centre of its shape, as in a scene */
    double turn[4];             /* quaternion w, x, y, z, of length 1; zeros: no turn */
    double velocity_m_per_s[3]; /* of the centre of mass */
    double spin_rad_per_s[3];
} tarn_body_motion;
TARN_DEFINE_DEFAULT(tarn_body_motion)

/* What may change while the water runs, from the next step on. */
typedef struct tarn_live_settings {
    size_t struct_size;
    double wind_m_per_s[2];
    double viscosity_m2_per_s;
    double manning_s_per_m13; /* bed friction after Manning */
    double drag;              /* quadratic bed friction, stress = rho C |u| u */
    double coriolis_per_s;    /* f = 2 Omega sin(latitude) */
    double rain_mm_per_h;
    /* Of an edge with an inflow, by tarn_edge: its level (m) or discharge (m3/s), whichever the
     * scene gives; read only where has_inflow is not 0, else it is what the scene says. */
    double inflow[4];
    int32_t has_inflow[4];
} tarn_live_settings;
TARN_DEFINE_DEFAULT(tarn_live_settings)

/* How tarn_world_run_to goes. */
typedef struct tarn_run_desc {
    size_t struct_size;
    double end_s;         /* where the run ends, exactly */
    double stop_s;        /* read if has_stop: comes back after the first step that reaches it */
    int32_t has_stop;     /* 0: at end_s */
    int32_t stops_before; /* not 0: comes back before the step that would pass stop_s */
    /* The surface at n points (x0, y0, x1, y1, ...) is sampled at row_start_s, row_start_s +
     * row_every_s, and so on, as far as the water has come; row_every_s 0: no rows. */
    const double* xy_m;
    size_t n;
    double row_start_s;
    double row_every_s;
    /* Where rows go: row_capacity times, and n samples for each of them. */
    double* row_times_s;
    tarn_sample* row_samples;
    size_t row_capacity;
} tarn_run_desc;
TARN_DEFINE_DEFAULT(tarn_run_desc)

/* A moment of a world for a picture. All zero is none. */
typedef struct tarn_frame {
    uint32_t index;
    uint32_t generation;
} tarn_frame;

typedef struct tarn_camera {
    size_t struct_size;
    double eye_m[3], target_m[3];
    double fov_deg; /* from the lower to the upper edge of the picture */
} tarn_camera;
TARN_DEFINE_DEFAULT(tarn_camera)

/* The sun. Its colour and the sky follow from its height. */
typedef struct tarn_light {
    size_t struct_size;
    double height_deg;  /* above the horizon; negative after sunset */
    double azimuth_deg; /* of the sun, counter-clockwise from east */
    double strength;    /* of sun and sky together */
    double haze;        /* 0 very clear air, 1 a summer day, 10 mist */
    double clouds;      /* share of the sky */
} tarn_light;
TARN_DEFINE_DEFAULT(tarn_light)

typedef enum tarn_place TARN_ENUM {
    TARN_PLACE_POOL = 0,
    TARN_PLACE_POND = 1,
    TARN_PLACE_OCEAN = 2,
    TARN_PLACE_TANK = 3,
    TARN_PLACE_SHORE = 4
} tarn_place;
typedef enum tarn_liquid TARN_ENUM {
    TARN_LIQUID_WATER = 0,
    TARN_LIQUID_SEA = 1,
    TARN_LIQUID_RIVER = 2,
    TARN_LIQUID_MILK = 3,
    TARN_LIQUID_MERCURY = 4,
    TARN_LIQUID_GLASS = 5
} tarn_liquid;
/* Waves smaller than a cell. */
typedef enum tarn_detail TARN_ENUM {
    TARN_DETAIL_NONE = 0,
    TARN_DETAIL_NOISE = 1,
    TARN_DETAIL_OCEAN = 2
} tarn_detail;
typedef enum tarn_view_mode TARN_ENUM {
    TARN_VIEW_SHADED = 0,
    TARN_VIEW_LEVEL = 1,
    TARN_VIEW_SPEED = 2,     /* see tarn_frame_set_velocity */
    TARN_VIEW_VORTICITY = 3, /* the same */
    TARN_VIEW_WIREFRAME = 4,
    TARN_VIEW_CELLS = 5,  /* of water in a volume, by how full they are; else as shaded */
    TARN_VIEW_SPLATS = 6, /* of water in a volume, a disc for every cell of water; else as shaded */
    TARN_VIEW_SURFACE_SPLATS = 7 /* the same of cells of water that have air beside them */
} tarn_view_mode;

/* How the water and what is around it look. */
typedef struct tarn_look {
    size_t struct_size;
    int32_t place;          /* a tarn_place */
    int32_t liquid;         /* a tarn_liquid */
    int32_t detail;         /* a tarn_detail */
    int32_t view;           /* a tarn_view_mode */
    double wind_m_per_s[2]; /* that raises the small waves */
    uint64_t seed;          /* of small waves, stones and clouds */
    double view_range[2];   /* values at the ends of the colours of a view mode; equal: by depth */
    double exposure;
} tarn_look;
TARN_DEFINE_DEFAULT(tarn_look)

/* The machine Tarn runs on. Texts that are too long are cut. */
typedef struct tarn_machine_info {
    size_t struct_size;
    int32_t cores;
    int32_t gpu_count;   /* that this build can use, see tarn_machine_gpu */
    int32_t water_count; /* see tarn_machine_water */
    int32_t reserved;
    uint64_t last_level_cache_bytes, memory_bytes, available_memory_bytes;
    char cpu[128];
    char isas[64]; /* instruction sets with loops in this build, best first: "avx2 base" */
    char compiler[64];
    char why_no_gpu[256]; /* in words, when there are none */
} tarn_machine_info;
TARN_DEFINE_DEFAULT(tarn_machine_info)

typedef struct tarn_gpu_info {
    size_t struct_size;
    int32_t index; /* for tarn_options.device */
    int32_t reserved;
    uint64_t memory_bytes, free_bytes;
    char name[128];
} tarn_gpu_info;
TARN_DEFINE_DEFAULT(tarn_gpu_info)

/* A water that worlds of this build may have. */
typedef struct tarn_water_kind {
    size_t struct_size;
    char model[32], scheme[32], backend[32];
    char about[256];
} tarn_water_kind;
TARN_DEFINE_DEFAULT(tarn_water_kind)

/* A scene that comes with Tarn, or a name for water.collision. */
typedef struct tarn_scene_info {
    size_t struct_size;
    char name[64];
    char about[256]; /* one line */
} tarn_scene_info;
TARN_DEFINE_DEFAULT(tarn_scene_info)

/* A scene that is being built in code. All zero is none. */
typedef struct tarn_scene_builder {
    uint32_t index;
    uint32_t generation;
} tarn_scene_builder;

/* "0.1.0" */
TARN_C_API const char* tarn_version(void);
/* Why the last call on this thread failed; never null, empty after a success. Calls that destroy
 * leave it as it is. */
TARN_C_API const char* tarn_last_error(void);

/* For layers over this API, such as libtarn_render: what tarn_last_error() will say on this thread;
 * a null message is empty. Answers `status`. */
TARN_C_API tarn_status tarn_fail(tarn_status status, const char* message);

/* What the machine has, and what waters this build knows, in the order in which "auto" asks them:
 * k from 0 to gpu_count or water_count - 1, else TARN_NOT_FOUND. */
TARN_C_API tarn_status tarn_machine_info_get(tarn_machine_info* out);
TARN_C_API tarn_status tarn_machine_gpu(int32_t k, tarn_gpu_info* out);
TARN_C_API tarn_status tarn_machine_water(int32_t k, tarn_water_kind* out);

/* The scenes that come with Tarn, and the names for water.collision, the default first: k from 0;
 * TARN_NOT_FOUND past the last. */
TARN_C_API tarn_status tarn_built_in_scene(int32_t k, tarn_scene_info* out);
TARN_C_API tarn_status tarn_collision(int32_t k, tarn_scene_info* out);
/* The JSON schema of scenes: a text that ends in a zero byte, which *size counts too. Asks for the
 * size alone if `out` is null; otherwise TARN_INVALID_ARGUMENT if `capacity` is too small. */
TARN_C_API tarn_status tarn_scene_schema(char* out, size_t capacity, size_t* size);

/* Builds a scene in code: start from nothing, which is a scene of defaults, set values by their
 * paths ("water.tau", "events.0.drop.height"; docs/scene.md lists them), then give the text of
 * tarn_scene_builder_json to tarn_world_create_from_json. Missing objects on the way are made, a
 * list may grow by one. TARN_INVALID_SCENE for a path that leads nowhere, with the words of
 * `--set`, and for invalid JSON; the builder then stays as it was. Whether the scene makes
 * sense is looked at when its world is made. */
TARN_C_API tarn_status tarn_scene_builder_create(tarn_scene_builder* out);
/* A bad handle is ignored. */
TARN_C_API void tarn_scene_builder_destroy(tarn_scene_builder builder);
/* Finite numbers, in the units that docs/scene.md names. */
TARN_C_API tarn_status tarn_scene_builder_set_number(tarn_scene_builder builder, const char* path,
                                                     double value);
TARN_C_API tarn_status tarn_scene_builder_set_numbers(tarn_scene_builder builder, const char* path,
                                                      const double* values, size_t n);
TARN_C_API tarn_status tarn_scene_builder_set_bool(tarn_scene_builder builder, const char* path,
                                                   int32_t value);
/* UTF-8; quotes and control characters are escaped. */
TARN_C_API tarn_status tarn_scene_builder_set_text(tarn_scene_builder builder, const char* path,
                                                   const char* text);
TARN_C_API tarn_status tarn_scene_builder_set_json(tarn_scene_builder builder, const char* path,
                                                   const char* json);
/* One more item at the end of a list, such as "events" or "probes". */
TARN_C_API tarn_status tarn_scene_builder_add(tarn_scene_builder builder, const char* path,
                                              const char* json);
/* The scene as JSON text; `out`, `capacity` and `size` as with tarn_scene_schema. */
TARN_C_API tarn_status tarn_scene_builder_json(tarn_scene_builder builder, char* out,
                                               size_t capacity, size_t* size);

/* On failure *out is zero. `options` may be null, in all that take them. TARN_INVALID_SCENE,
 * TARN_UNSUPPORTED (a backend or instruction set that is not there). */
TARN_C_API tarn_status tarn_world_create(const char* scene_name_or_path,
                                         const tarn_options* options, tarn_world* out);
TARN_C_API tarn_status tarn_world_create_from_file(const char* path, tarn_world* out);
TARN_C_API tarn_status tarn_world_create_from_json(const char* text, size_t bytes,
                                                   const char* base_dir, tarn_world* out);
/* POND's pond: cells of 5 cm, walls all round, relaxation time tau (> 0.5). */
TARN_C_API tarn_status tarn_pond_create(float tau, int32_t width, int32_t height,
                                        float still_depth_m, tarn_world* out);
/* The same with options. */
TARN_C_API tarn_status tarn_world_create_from_file_with_options(const char* path,
                                                                const tarn_options* options,
                                                                tarn_world* out);
TARN_C_API tarn_status tarn_world_create_from_json_with_options(const char* text, size_t bytes,
                                                                const char* base_dir,
                                                                const tarn_options* options,
                                                                tarn_world* out);
TARN_C_API tarn_status tarn_pond_create_with_options(float tau, int32_t width, int32_t height,
                                                     float still_depth_m,
                                                     const tarn_options* options, tarn_world* out);
/* Waits for a running step. A bad handle is ignored. */
TARN_C_API void tarn_world_destroy(tarn_world world);

TARN_C_API tarn_status tarn_world_info_get(tarn_world world, tarn_world_info* out);
/* k from 0 to probe_count, scheme_fact_count or inflow_count - 1, else TARN_NOT_FOUND. */
TARN_C_API tarn_status tarn_world_probe(tarn_world world, int32_t k, tarn_probe* out);
/* Bodies of the scene by number, from 0 on; TARN_INVALID_ARGUMENT where there is no such number. */
TARN_C_API tarn_status tarn_world_body_count(tarn_world world, int32_t* out);
TARN_C_API tarn_status tarn_world_body(tarn_world world, int32_t number, tarn_body_report* out);
/* The number of the body of this name, else TARN_NOT_FOUND. */
TARN_C_API tarn_status tarn_world_find_body(tarn_world world, const char* name, int32_t* out);
/* One more body, from the JSON of a body as a scene has it, and its number; the others keep theirs.
 * TARN_UNSUPPORTED where the water was made without bodies: begin with one, or with "more_bodies":
 * true. TARN_INVALID_ARGUMENT for JSON that is no body, for a name that another one has, and for a
 * body on a lid that would begin in the water (docs/bodies.md). */
TARN_C_API tarn_status tarn_world_add_body(tarn_world world, const char* json, size_t bytes,
                                           int32_t* out);
/* Throttle, rudder and sheet of a body, from the next step on. A checkpoint keeps them. */
TARN_C_API tarn_status tarn_world_body_helm(tarn_world world, int32_t number, tarn_body_helm* out);
TARN_C_API tarn_status tarn_world_set_body_helm(tarn_world world, int32_t number,
                                                const tarn_body_helm* helm);
/* A force (N, axes of the world) that acts from the next step on until it is set again, at the
 * point of the body that is at at_m now. Zero ends it; a checkpoint keeps it. */
TARN_C_API tarn_status tarn_world_set_body_force(tarn_world world, int32_t number,
                                                 const double force_n[3], const double at_m[3]);
/* A blow (N s) at a point of the world: the body's motion changes at once. */
TARN_C_API tarn_status tarn_world_hit_body(tarn_world world, int32_t number,
                                           const double impulse_ns[3], const double at_m[3]);
/* Puts a body where its host says. One that is "fixed" in the scene goes on with that motion
 * whatever pushes it; tarn_world_body has the force of the water. TARN_INVALID_ARGUMENT for a jump
 * of more than two cells where a lid joins it to the water (docs/bodies.md). */
TARN_C_API tarn_status tarn_world_move_body(tarn_world world, int32_t number,
                                            const tarn_body_motion* motion);
TARN_C_API tarn_status tarn_world_scheme_fact(tarn_world world, int32_t k, tarn_scheme_fact* out);
TARN_C_API tarn_status tarn_world_inflow(tarn_world world, int32_t k, tarn_inflow* out);
/* These three work while a step runs in the background; time and steps are then those before it. */
TARN_C_API tarn_status tarn_world_time_s(tarn_world world, double* out);
TARN_C_API tarn_status tarn_world_steps(tarn_world world, int64_t* out);
TARN_C_API tarn_status tarn_world_is_stepping(tarn_world world, int32_t* out);

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
/* Wind, viscosity, friction, rain, inflow: what may change while the water runs. Start from
 * tarn_world_settings, change, and give it to tarn_world_set: it holds from the next step on, and a
 * checkpoint keeps it. TARN_INVALID_ARGUMENT names a value out of range, or an edge without inflow;
 * nothing has changed then. */
TARN_C_API tarn_status tarn_world_settings(tarn_world world, tarn_live_settings* out);
TARN_C_API tarn_status tarn_world_set(tarn_world world, const tarn_live_settings* settings);
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
/* Drops in flight, in the world's own memory until it changes; *out_drops is null where none fly.
 * Where the scene has emitters, spray or foam, "foam" and "bubbles" are fields. */
TARN_C_API tarn_status tarn_world_drops(tarn_world world, const tarn_drop** out_drops,
                                        size_t* out_count);
/* Hands all drops in flight to the host, which flies them with a particle system of its own, and
 * gives back those that came down: the next step adds their volume and horizontal momentum to the
 * cells below them. *out_drops is valid until the next call. */
TARN_C_API tarn_status tarn_world_take_drops(tarn_world world, const tarn_drop** out_drops,
                                             size_t* out_count);
TARN_C_API tarn_status tarn_world_land_drops(tarn_world world, const tarn_drop* drops,
                                             size_t count);
TARN_C_API tarn_status tarn_world_spray(tarn_world world, tarn_spray_report* out);
TARN_C_API tarn_status tarn_world_device_field(tarn_world world, const char* name,
                                               tarn_device_view* out);
/* A field of this moment, copied to memory of its own on the GPU: complete when the call returns,
 * so that any thread may read it, and as it is until the next call with the same slot, from 0 to 4.
 * TARN_UNSUPPORTED on a CPU. */
TARN_C_API tarn_status tarn_world_device_snapshot(tarn_world world, const char* name, int32_t slot,
                                                  tarn_device_view* out);
/* Starts to copy n named fields of this moment to the host; stepping may go on meanwhile.
 * tarn_world_snapshot waits for one. Two snapshots alternate: the memory of one stays until the
 * second tarn_world_begin_snapshot after it. */
TARN_C_API tarn_status tarn_world_begin_snapshot(tarn_world world, const char* const* names,
                                                 size_t n);
TARN_C_API tarn_status tarn_world_snapshot(tarn_world world, const char* name,
                                           tarn_field_view* out);
/* Runs to desc->end_s on the water's own clock: where it stops on the way and which rows are
 * sampled changes nothing of it, and rows between two steps are interpolated. *rows is how many the
 * water has passed since the call before; those beyond row_capacity are left out. `rows` may be
 * null where none are wanted, `report` always. */
TARN_C_API tarn_status tarn_world_run_to(tarn_world world, const tarn_run_desc* desc, size_t* rows,
                                         tarn_step_report* report);
/* Advances by count times every_s and samples n points after each, into out[count][n]: the same to
 * the bit as tarn_world_step and tarn_world_sample_points in turn, but a GPU is not waited for in
 * between. `report` may be null. */
TARN_C_API tarn_status tarn_world_step_and_sample(tarn_world world, double every_s, int32_t count,
                                                  const double* xy_m, size_t n, tarn_sample* out,
                                                  tarn_step_report* report);
/* Surface at n points (x0, y0, x1, y1, ...), bilinear between cell centres. Points are doubles, as
 * everywhere; with tarn_world_sample they are floats, for hosts that keep them so. A float is exact
 * to 1 mm up to 16 km from the corner of the window. */
TARN_C_API tarn_status tarn_world_sample_points(tarn_world world, const double* xy_m, size_t n,
                                                tarn_sample* out);
TARN_C_API tarn_status tarn_world_sample(tarn_world world, const float* xy_m, size_t n,
                                         tarn_sample* out);
/* The same left where the water is: *out is the address of n tarn_sample in the memory of its
 * device (on a CPU an ordinary one), valid until samples are asked for again. A GPU is not waited
 * for; work of the caller has to come after it. */
TARN_C_API tarn_status tarn_world_sample_on_device(tarn_world world, const double* xy_m, size_t n,
                                                   uint64_t* out);
TARN_C_API tarn_status tarn_world_is_under_water(tarn_world world, const double point_m[3],
                                                 int32_t* out);
TARN_C_API tarn_status tarn_world_ray_cast(tarn_world world, const double origin_m[3],
                                           const double direction[3], double max_distance_m,
                                           tarn_ray_hit* out);
TARN_C_API tarn_status tarn_world_statistics(tarn_world world, tarn_statistics* out);
TARN_C_API tarn_status tarn_world_checksum(tarn_world world, uint64_t* out);

/* The whole state, to the bit, into a file, and back into a world of the same scene: what the state
 * depends on must be the same, and TARN_INVALID_ARGUMENT names what is not. */
TARN_C_API tarn_status tarn_world_save(tarn_world world, const char* path);
TARN_C_API tarn_status tarn_world_restore(tarn_world world, const char* path);
/* The same in memory, for rollback and undo. Asks for the size alone if `out` is null; otherwise
 * TARN_INVALID_ARGUMENT if `capacity` is too small. *size is what is needed, in bytes. */
TARN_C_API tarn_status tarn_world_save_to_memory(tarn_world world, void* out, size_t capacity,
                                                 size_t* size);
TARN_C_API tarn_status tarn_world_restore_from_memory(tarn_world world, const void* bytes,
                                                      size_t size);
/* Takes the water of a checkpoint on under a scene with other rain, wind, edges, events, viscosity,
 * friction, infiltration or time step: from now on what differs is as the scene of this world says,
 * and everything else as it was saved. Grid, bed, solids, start, gravity, scheme and precision must
 * be the same: TARN_INVALID_ARGUMENT names what is not. */
TARN_C_API tarn_status tarn_world_restore_water(tarn_world world, const char* path);
TARN_C_API tarn_status tarn_world_restore_water_from_memory(tarn_world world, const void* bytes,
                                                            size_t size);

/* Notes every call that changes the world; replay repeats them to the bit. */
TARN_C_API tarn_status tarn_world_start_recording(tarn_world world);
TARN_C_API tarn_status tarn_world_save_recording(tarn_world world, const char* path);
TARN_C_API tarn_status tarn_world_replay(tarn_world world, const char* path);

/* This moment for a renderer (tarn_render.h): the water, what the scene says about camera, light
 * and look, and good defaults for what it does not say. It shows the world's own memory: draw
 * before the world changes. It keeps the memory, even after tarn_world_destroy, until it is
 * destroyed. */
TARN_C_API tarn_status tarn_world_frame(tarn_world world, tarn_frame* out);
/* A bad handle is ignored. */
TARN_C_API void tarn_frame_destroy(tarn_frame frame);
TARN_C_API tarn_status tarn_frame_camera(tarn_frame frame, tarn_camera* out);
TARN_C_API tarn_status tarn_frame_set_camera(tarn_frame frame, const tarn_camera* camera);
TARN_C_API tarn_status tarn_frame_light(tarn_frame frame, tarn_light* out);
TARN_C_API tarn_status tarn_frame_set_light(tarn_frame frame, const tarn_light* light);
TARN_C_API tarn_status tarn_frame_look(tarn_frame frame, tarn_look* out);
TARN_C_API tarn_status tarn_frame_set_look(tarn_frame frame, const tarn_look* look);
/* The fields "u" and "v" of the same world, for the view modes speed and vorticity. */
TARN_C_API tarn_status tarn_frame_set_velocity(tarn_frame frame, const tarn_field_view* u,
                                               const tarn_field_view* v);
/* The tarn::Frame of frame.hpp, for programs that mix C and C++; valid until the frame is
 * destroyed. */
TARN_C_API tarn_status tarn_frame_address(tarn_frame frame, const void** out);

#ifdef __cplusplus
}
#endif

#endif /* TARN_H */
