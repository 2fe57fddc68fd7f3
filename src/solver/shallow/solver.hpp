// Shallow water behind one interface, whatever the scheme, the number type and the device. SI at
// this border.
#pragma once

#include "exec/blocks.hpp"
#include "exec/thread_pool.hpp"
#include "solver/hulls.hpp"
#include "solver/shallow/surface.hpp"
#include "solver/shallow/units.hpp"
#include "solver/shallow/views.hpp"
#include "solver/surface_exchange.hpp"
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::shallow {

enum class Precision { Float, Half, Double };

/// What may change while the water runs.
struct Settings {
    double viscosity_m2_per_s = 1e-6;
    double manning_s_per_m13 = 0.0;
    double bed_drag = 0.0;  ///< C of the quadratic law, stress = rho C |u| u
    Vec2 wind_m_per_s;
    double coriolis_per_s = 0.0;  ///< f = 2 Omega sin(latitude)
};

/// What a solver needs to exist. Spans are read during creation only.
struct SolverDesc {
    int nx = 0, ny = 0;
    double cell_m = 0.0;
    double gravity_m_per_s2 = 9.81;
    Viscosity viscosity;
    double manning_s_per_m13 = 0.0;
    double bed_drag = 0.0;  ///< C of the quadratic law, stress = rho C |u| u
    Vec2 wind_m_per_s;
    double coriolis_per_s = 0.0;  ///< f = 2 Omega sin(latitude)
    int collision = 0;            ///< index in lattice::Collisions
    std::array<Boundary, 4> edges = {};
    std::array<Drive, 4> drives = {};          ///< an edge with a drive is Open or Wall in `edges`
    std::array<OutfallDesc, 4> outfalls = {};  ///< where an edge is Outflow
    std::array<EdgeSpan, 4> spans = {};  ///< what an edge is, it is here; elsewhere it is a wall
    /// Cells beside an open edge, or one with waves or a level, in which the water is drawn towards
    /// what lies beyond it; 0: none.
    std::array<int, 4> zone_cells = {};
    double reference_depth_m = 1.0;
    double step_s = 1.0;                      ///< first lattice step
    double flat_bed_m = 0.0;                  ///< height of the bed where bed_m is empty
    std::span<const double> bed_m;            ///< [ny][nx], or empty
    std::span<const double> depth_m;          ///< [ny][nx]
    std::span<const float> velocity_m_per_s;  ///< [ny][nx][2], or empty: still
    std::span<const std::uint8_t> solid;      ///< [ny][nx], or empty: none
    /// What floats in it, or null. Must outlive the solver; finite volumes on the CPU only.
    exchange::Hulls* hulls = nullptr;
    Precision precision = Precision::Float;
    Isa isa = Isa::Auto;
    /// One copy of the populations instead of two: half the memory, but a run that goes wrong loses
    /// the water.
    bool is_in_place = false;
    int max_steps_per_pass = 8;  ///< over memory, or per launch; 1: each step by itself
    /// The grid that this is a block of, or null. Where the start of all cells decides something
    /// (still level, far fields, rounding), it is asked. No edge of a block may have a discharge.
    const SolverDesc* whole = nullptr;
    /// A grid beyond this uses non-temporal stores, which bypass the cache; 0: last-level cache.
    std::size_t cache_bytes = 0;

    const SolverDesc& whole_grid() const { return whole ? *whole : *this; }
    Settings settings() const {
        return {viscosity.m2_per_s, manning_s_per_m13, bed_drag, wind_m_per_s, coriolis_per_s};
    }
};

/// What a run of steps is to do.
struct RunDesc {
    int steps = 1;
    exchange::Forcing* forcing = nullptr;  ///< by step; values become what the cells took
    std::span<const std::array<DriveValue, 4>> drives = {};  ///< by step; empty: no edge has one
    /// For driven edges with a zone: by step, edge, and cell from the edge inwards.
    std::span<const DriveValue> zones = {};
    std::span<const double> times_s = {};  ///< at the end of each step, for extremes; or empty
    /// The surface at these points after every `sample_every` steps is added to `samples`.
    std::span<const Vec2> points_m = {};
    int sample_every = 0;
    std::vector<Sample>* samples = nullptr;
};

/// What a run did. With trouble it ended before the step that would have gone wrong.
struct RunReport {
    int steps = 0;
    std::optional<Trouble> trouble;
    bool is_state_lost = false;  ///< there was trouble in place: the water is no longer physical
    /// It ended before a step in which water would have crossed too much of a cell: the flow has
    /// become faster, and max_step_s() knows by now.
    bool is_step_too_long = false;
    double came_in_m3 = 0.0, went_out_m3 = 0.0;  ///< through open edges
};

class Solver : public exchange::SurfaceExchange {
public:
    /// Carries the state over to another lattice step.
    virtual void set_step(double step_s) = 0;
    /// The largest step that is stable from the present state on, in a scheme whose step follows
    /// the flow; none: it is what it was at the start.
    virtual std::optional<double> max_step_s() const = 0;
    /// The same for who chooses the step, at moments that no output moves: from now on the scheme
    /// also rounds as the present depth asks for.
    virtual std::optional<double> choose_step_s() = 0;
    /// Whether there is such a step; without looking at the water.
    virtual bool follows_flow() const = 0;
    virtual const Units& units() const = 0;
    /// What is computed: schemes raise or leave out what they cannot carry.
    virtual double viscosity_m2_per_s() const = 0;
    /// What only this scheme has to tell.
    virtual std::vector<SchemeFact> facts() const = 0;
    /// From the next step on; false if the scheme cannot change these now, and nothing has changed.
    virtual bool set(const Settings& settings) = 0;
    virtual Settings settings() const = 0;

    /// Steps, with forcing applied and samples taken in between.
    virtual RunReport run(const RunDesc& desc) = 0;

    /// Forcing between runs. Depths stay between kThinnest and kDeepest.
    virtual void apply(exchange::Forcing& forcing) = 0;
    /// Adds the same depth to all cells, or takes it (negative), limited as patches are. Depths too
    /// thin for the numbers are left to the caller, who asks for them again with the next.
    virtual SheetReport add_sheet(double depth_m) = 0;

    /// Whether set_bed() and set_solid() may be called.
    virtual bool can_change_ground() const = 0;
    /// New heights of the bed, row by row; NaN leaves a cell as it is. The depth of the water
    /// stays: its level moves with the ground.
    virtual void set_bed(const CellArea& area, std::span<const double> heights_m) = 0;
    /// Walls up (or down) in an area; gives back the water (m3) that stood where they came up.
    /// Cells that open are dry.
    virtual double set_solid(const CellArea& area, bool is_solid) = 0;

    /// From now on, with the present state as the first, runs keep the extremes of each cell.
    virtual Result<void> track_extremes(double arrival_depth_m, double time_s) = 0;
    /// In memory of the solver, until it is asked again; null: they are not tracked.
    virtual const float* extreme(Extreme extreme) = 0;
    /// For checkpoints; empty: they are not tracked.
    virtual std::string save_extremes() const = 0;
    virtual bool restore_extremes(std::string_view bytes) = 0;

    virtual void set_boundary(Edge edge, Boundary boundary) = 0;
    /// The edge as it was at the start, with what drives it.
    virtual void reset_boundary(Edge edge) = 0;
    virtual Boundary boundary(Edge edge) const = 0;

    /// Whether it carries hulls; then add_hulls() takes those that were added to the end of the
    /// list that it was made with. They touch no water yet.
    virtual bool has_hulls() const { return false; }
    virtual void add_hulls() {}

    virtual bool is_solid(int i, int j) const = 0;
    virtual void read_cells(std::span<const CellIndex> cells, std::span<CellState> out) const = 0;
    CellState cell(int i, int j) const {
        const CellIndex index = {i, j};
        CellState state;
        read_cells({&index, 1}, {&state, 1});
        return state;
    }

    /// The surface at points seen from above, between cell centres.
    virtual void sample(std::span<const Vec2> points_m, std::span<Sample> out) const = 0;
    /// The same, left in the memory of the device until samples are asked for again: an address
    /// there, which on the CPU is an ordinary one.
    virtual const Sample* sample_on_device(std::span<const Vec2> points_m) const = 0;
    virtual RayHit cast_ray(const Ray& ray) const = 0;

    /// Starts to fill the fields of `wanted` (bits of Field) in a slot; a GPU goes on stepping
    /// meanwhile. field() waits for one of them; it stays until its slot is started again.
    virtual void start_fields(int slot, unsigned wanted) = 0;
    virtual const float* field(int slot, Field field) const = 0;
    /// A field in the memory of a GPU, until fields are asked for again; null on a CPU.
    virtual const float* device_field(Field field) = 0;
    /// The same in memory of its own, until its slot (below kDeviceSlots) is asked for again.
    virtual const float* device_snapshot(int slot, Field field) = 0;

    virtual Totals totals() const = 0;
    virtual std::uint64_t checksum() const = 0;

    // A grid may be cut into blocks (exec/blocks.hpp), each a solver of its own, with ghost cells
    // among its cells. Steps do to ghost cells what they do to all; an exchange of halos
    // (exec/halo.hpp) then shows there what the neighbours have become.

    /// The state of the cells of an area as bytes, and back. Nothing is allocated once an area as
    /// large was packed or unpacked.
    virtual std::size_t packed_bytes(const CellArea& area) const = 0;
    virtual void pack(const CellArea& area, std::span<std::byte> out) const = 0;
    virtual void unpack(const CellArea& area, std::span<const std::byte> bytes) = 0;
    /// What a block's own cells add to the checksum of the whole grid.
    virtual std::uint64_t checksum_of(const exec::Block2& block) const = 0;
    /// Sums of its own tiles, for exec::place_tiles().
    virtual std::vector<WaterTotals> tile_totals(const exec::Block2& block) const = 0;

    /// The water of all cells, and the ground where it can change, for checkpoints. restore() takes
    /// what save() gave; false and no change if it does not fit.
    virtual std::size_t saved_bytes() const = 0;
    virtual std::string save() const = 0;
    /// Of saved_bytes(), and of water that started like this.
    virtual bool fits(std::string_view bytes) const = 0;
    /// Of bytes that fit: whether they are numbers that water can have.
    virtual bool is_sound(std::string_view bytes) const = 0;
    virtual bool restore(std::string_view bytes) = 0;

    /// Cell (i, j) gets what cell (i + di, j + dj) held, to the bit. Periodic edges wrap; what
    /// comes in elsewhere is still water of the reference depth. For water without solids.
    virtual void shift(int di, int dj) = 0;

    virtual MemoryReport memory() const = 0;

    /// Why the device no longer answers, if so: what the calls above gave back then means nothing.
    virtual std::optional<Error> lost() const = 0;
};

/// D2Q9 on the CPU. `pool` must outlive the solver.
Result<std::unique_ptr<Solver>> make_d2q9(const SolverDesc& desc, const exec::ThreadPool& pool);

/// D2Q9 on GPU number `device`. Fails in a build without CUDA.
Result<std::unique_ptr<Solver>> make_d2q9_on_gpu(const SolverDesc& desc, int device);

/// Finite volumes on the CPU, for any bed and any flow. `pool` must outlive the solver.
Result<std::unique_ptr<Solver>> make_fv(const SolverDesc& desc, const exec::ThreadPool& pool);

/// Finite volumes on GPU number `device`. Fails in a build without CUDA.
Result<std::unique_ptr<Solver>> make_fv_on_gpu(const SolverDesc& desc, int device);

/// Index of a collision by name ("auto": the default), or -1.
int find_collision(const std::string& name);
std::span<const char* const> collision_names();

/// Bytes of populations, bed and masks that D2Q9 of this size needs.
struct LatticeMemory {
    bool is_in_place = false;
    bool has_bed = false;  ///< one that varies
};
std::size_t expected_bytes(int nx, int ny, Precision precision, LatticeMemory memory);
/// The same for finite volumes, with what a GPU needs more.
std::size_t expected_fv_bytes(int nx, int ny, Precision precision);
/// What hulls need besides: heads, kinds, holders and the effective bed.
std::size_t expected_hull_bytes(int nx, int ny, Precision precision);
/// Bytes that a step moves per cell, at least.
double bytes_per_update(Precision precision);

}  // namespace tarn::shallow
