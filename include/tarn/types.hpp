// Words shared by every door of Tarn: what goes into a world and what comes back, as plain data.
// Lengths in metres, time in seconds, z up; x to the east, y to the north, cell (0, 0) south-west.
// Points that go into a world or come out of it count from the south-west corner of its window.
#pragma once

#include <tarn/export.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tarn {

enum class Backend { Auto, Cpu, Cuda };
enum class Isa { Auto, Base, Avx2, Avx512 };  ///< instruction set of the CPU loops
enum class Edge { West, East, South, North };
/// Outflow lets water leave and none come in; Open lets waves leave into what stood there.
enum class Boundary { Wall, Slip, Periodic, Open, Outflow };

enum class LogLevel { Info, Warning, Error };

/// Where messages go; none: nowhere. Called on the thread that causes the message.
using LogHook = std::function<void(LogLevel level, const std::string& message)>;

/// The host's job system: `run` calls `task(context, 0) ... task(context, count - 1)`, on any
/// threads, and returns when all are done.
struct JobSystem {
    void (*run)(void* user, int count, void (*task)(void* context, int index),
                void* context) = nullptr;
    void* user = nullptr;
};

/// How a world is to run; what it is, the scene says.
struct WorldOptions {
    /// Auto takes a GPU if one works and the water fits, else the CPU; the log says which and why.
    Backend backend = Backend::Auto;
    int device = -1;  ///< which GPU; -1: the one with the most free memory
    int threads = 0;  ///< 0: one per core; may exceed the cores
    Isa isa = Isa::Auto;
    LogHook log = {};
    JobSystem jobs = {};
    std::vector<std::string> set = {};  ///< changes to the scene, such as "water.tau=0.6"
    /// Folders besides its own that the scene may name files below; "/" allows all.
    std::vector<std::string> data_folders = {};
};

struct Vec2 {
    double x = 0.0, y = 0.0;
    bool operator==(const Vec2&) const = default;
};
struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;
};

/// Cells i0..i1 by j0..j1, both ends included.
struct CellRect {
    int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
};

/// Water added over a disc. `height_m` is the rise at the centre; a negative one takes water.
struct DropDesc {
    Vec2 at_m = {};
    double radius_m = 0.1;
    double height_m = 0.05;
    bool is_smooth = true;  ///< false: a top hat
};

/// Ground dug away over a disc. `depth_m` is what goes at the centre; a negative one heaps up.
struct DigDesc {
    Vec2 at_m = {};
    double radius_m = 0.5;
    double depth_m = 0.1;
    bool is_smooth = true;  ///< false: a shaft
};

/// Something round pressed into the surface; calling again with the same id moves it.
struct PressDesc {
    Vec2 at_m = {};
    double radius_m = 0.1;
    double depth_m = 0.05;
};

/// What may change while the water runs, from the next step on.
struct LiveSettings {
    Vec2 wind_m_per_s = {};
    double viscosity_m2_per_s = 1e-6;
    double manning_s_per_m13 = 0.0;  ///< bed friction after Manning
    double drag = 0.0;               ///< quadratic bed friction, stress = rho C |u| u
    double coriolis_per_s = 0.0;     ///< f = 2 Omega sin(latitude)
    double rain_mm_per_h = 0.0;
    /// Of an edge with an inflow, by Edge: its level (m) or its discharge (m3/s), whichever the
    /// scene gives. None: what the scene says.
    std::array<std::optional<double>, 4> inflow = {};
    bool operator==(const LiveSettings&) const = default;
};

/// Water that came and went since the start. `carried` is what things pressed into the surface hold
/// aside; it is part of `now`. Balance: now = initial + added - removed, to rounding.
struct MassReport {
    double initial_kg = 0.0;
    double now_kg = 0.0;
    double added_kg = 0.0;
    double removed_kg = 0.0;
    double carried_kg = 0.0;
    double spray_kg = 0.0;    ///< in the air, or landed and owed to the water; part of `now`
    double refused_kg = 0.0;  ///< asked for but not taken, because a cell would have run dry
};

/// Wall-clock time of the parts of a step.
struct WallTimes {
    double sources_s = 0.0;  ///< rain, drops, things pressed in
    double water_s = 0.0;    ///< edges, streaming and collision; bodies too
    /// Of bodies: forces of the water on triangles and spheres, the cells that take what these
    /// give, contacts and motion. Lids are solved with the water and count there alone.
    double forces_s = 0.0, borders_s = 0.0, positions_s = 0.0;
    double total_s = 0.0;
};

/// What one call of step did.
struct StepReport {
    double time_s = 0.0;       ///< time of the fields
    double lag_s = 0.0;        ///< asked for but not yet simulated: less than one lattice step
    double time_step_s = 0.0;  ///< the lattice step that was used
    std::int64_t steps = 0;    ///< lattice steps since the start
    int steps_now = 0;         ///< lattice steps of this call
    double added_kg = 0.0;     ///< by this call: sources and open edges
    double removed_kg = 0.0;
    WallTimes wall;
};

/// A field of the water, x fastest, row 0 at the south, layer 0 at the bottom. Valid until the
/// world changes. Strides are in elements.
struct FieldView {
    const float* data = nullptr;
    int nx = 0, ny = 0;
    std::ptrdiff_t row_stride = 0;    ///< from one row to the next
    int nz = 1;                       ///< layers
    std::ptrdiff_t layer_stride = 0;  ///< from one layer to the next
    int components = 1;               ///< numbers per cell, side by side
};

/// The same in the memory of a GPU: `data` is a device address.
struct DeviceFieldView {
    const float* data = nullptr;
    int nx = 0, ny = 0;
    std::ptrdiff_t row_stride = 0;
    int nz = 1;
    std::ptrdiff_t layer_stride = 0;
    int components = 1;
};

/// The water at one point.
struct Sample {
    float level_m = 0.0f, depth_m = 0.0f, bed_m = 0.0f;
    float normal[3] = {0.0f, 0.0f, 1.0f};  ///< upward unit normal of the surface
    float velocity_m_per_s[2] = {0.0f, 0.0f};
};

/// How World::run_to() goes.
struct RunDesc {
    double end_s = 0.0;  ///< where the run ends, exactly
    std::optional<double> stop_s =
        {};                     ///< comes back after the first step that reaches it; none: end_s
    bool stops_before = false;  ///< comes back before the step that would pass stop_s
    /// The surface at these points is sampled at row_start_s, row_start_s + row_every_s, and so on,
    /// as far as the water has come; 0: no rows.
    std::span<const Vec2> points_m = {};
    double row_start_s = 0.0, row_every_s = 0.0;
};

/// Where a body is: `at_m` is the centre of its shape, as in a scene.
struct BodyPose {
    Vec3 at_m = {};
    std::array<double, 4> turn = {1.0, 0.0, 0.0, 0.0};  ///< quaternion w, x, y, z
};

/// A body at one moment, and what the water did to it in the step before.
struct BodyReport {
    std::string name;
    BodyPose pose = {};
    Vec3 centre_m = {};          ///< of mass
    Vec3 velocity_m_per_s = {};  ///< of the centre of mass
    Vec3 spin_rad_per_s = {};
    double mass_kg = 0.0;
    Vec3 force_n = {};    ///< of the water: mean over the step, without weight
    Vec3 torque_nm = {};  ///< about the centre of mass
    double submerged_m3 = 0.0;
    bool is_asleep = false;   ///< at rest until something pushes it
    bool is_fixed = false;    ///< goes on with its motion whatever pushes it
    bool is_steered = false;  ///< has a propeller, a rudder or a sail, which a BodyHelm steers
    double least_inertia_kg_m2 = 0.0;  ///< about its centre of mass, the smallest moment
};

/// A drop of water in flight.
struct Drop {
    std::int64_t volume = 0;  ///< in units of SprayReport::unit_m3
    float at_m[3] = {};       ///< of its centre
    float velocity_m_per_s[3] = {};
    float radius_m = 0.0f;
    float age_s = 0.0f;
};

/// Water above the surface, since the start. Balance: emitted + thrown = flying + landed + left,
/// exactly.
struct SprayReport {
    std::int64_t drops = 0;   ///< in flight
    double unit_m3 = 0.0;     ///< of Drop::volume
    double flying_m3 = 0.0;   ///< in drops
    double owed_m3 = 0.0;     ///< of drops that landed, too little so far for the cells' numbers
    double thrown_m3 = 0.0;   ///< by the surface
    double emitted_m3 = 0.0;  ///< by emitters
    double landed_m3 = 0.0;   ///< came down on the water or on the ground
    double left_m3 = 0.0;     ///< through open edges
};

/// What World::run_to() sampled: as many samples per row as there are points, as many poses as
/// there are bodies, and where there is spray how it stood at the last step before.
struct RunRows {
    std::vector<double> times_s;
    std::vector<Sample> samples;
    std::vector<BodyPose> bodies;
    std::vector<SprayReport> spray;
};

struct RayHit {
    bool is_hit = false;
    double distance_m = 0.0;
    Vec3 point_m;
    Vec3 normal;
};

struct Statistics {
    MassReport mass;
    double max_speed_m_per_s = 0.0;
    double min_depth_m = 0.0, max_depth_m = 0.0;
    double energy_j = 0.0;  ///< kinetic plus potential, above still water at still_level_m
};

/// Memory of a world by what it is for.
struct MemoryReport {
    std::size_t state_bytes = 0;  ///< the water and its bed, all copies of them
    std::size_t mask_bytes = 0;
    std::size_t fields_bytes = 0;  ///< depth, level and velocity for readers; 0 until asked for
    std::size_t other_bytes = 0;
    std::size_t total() const { return state_bytes + mask_bytes + fields_bytes + other_bytes; }
};

/// One line of what only a certain scheme has to tell, such as its relaxation time.
struct SchemeFact {
    std::string name, text;
    std::optional<double> number = {};  ///< where it is one
};

struct ProbeInfo {
    std::string name;
    Vec2 at_m = {};  ///< in the window as it lies now; may be outside
};

/// An edge through which the scene leads water in. LiveSettings::inflow holds it at another value.
struct InflowInfo {
    Edge edge = Edge::West;
    bool is_level = false;  ///< its value is a level in m; else a discharge in m3/s
    double value = 0.0;     ///< held now, or at the start of the scene
};

/// What a world is, after all choices were made.
struct WorldInfo {
    std::string scene, about;
    std::string model, scheme, precision, backend, isa;
    std::string scheme_reason;  ///< why `auto` took this scheme; empty: the scene named it
    std::vector<SchemeFact> scheme_facts;  ///< what only this scheme has, such as tau
    std::string device;                    ///< name of the GPU or the CPU
    int threads = 0;
    int nx = 0, ny = 0;
    int nz = 1;  ///< layers of cells; 1 where the water is averaged over its depth
    double cell_m = 0.0;
    Vec2 size_m;
    double height_m = 0.0;  ///< of the box of water in space; 0: water has no top
    Vec2 origin_m;          ///< of the window's south-west corner, from where the scene put it
    double bed_m = 0.0;     ///< height of the bed; the lowest where it varies
    double highest_bed_m = 0.0;
    bool is_bed_flat = true;
    double still_level_m = 0.0;      ///< mean of the water at the start
    double reference_depth_m = 0.0;  ///< mean of the wet cells at the start
    double wave_speed_m_per_s = 0.0;
    double gravity_m_per_s2 = 9.81;
    double max_time_step_s = 0.0;      ///< the largest lattice step that is stable
    double time_step_s = 0.0;          ///< the one in use (after the first step)
    bool has_fixed_time_step = false;  ///< the scene gave one: steps may lag
    bool step_follows_flow = false;    ///< chosen anew as the water moves, in some schemes
    double tick_s = 0.0;               ///< at whose multiples steps of run_to() end
    double viscosity_used_m2_per_s = 0.0;
    bool is_viscosity_raised = false;
    double record_every_s = 0.0, duration_s = 0.0;
    bool has_spray = false;        ///< foam and bubbles are fields, and drops may fly
    bool has_maps = false;         ///< max_depth, max_speed and arrival are fields
    double arrival_depth_m = 0.0;  ///< deeper water has arrived
    std::vector<ProbeInfo> probes;
    std::vector<InflowInfo> inflows;
    std::vector<std::string> bodies;  ///< their names, by number
    MemoryReport memory;

    /// A fact of the scheme by name; null: it has no such thing.
    const SchemeFact* scheme_fact(const std::string& name) const {
        for (const SchemeFact& fact : scheme_facts)
            if (fact.name == name) return &fact;
        return nullptr;
    }
};

}  // namespace tarn
