// A water, whatever its model, scheme and device: how the world and everything that draws, floats
// or sprays sees it. SI units at this border. What a water cannot do it answers with
// ErrorCode::Unsupported and its own name.
#pragma once

#include "base/bytes.hpp"
#include "scene/bound_keys.hpp"
#include "scene/scene.hpp"
#include "solver/exchange.hpp"
#include "solver/surface_exchange.hpp"
#include <tarn/frame.hpp>
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::water {

using exchange::PlanGrid;

/// What acts on a water from outside while it advances; the world implements it. All of it depends
/// on the time alone, so that a run may be collected ahead of the water, and collected again.
class Feed {
public:
    virtual ~Feed() = default;

    /// Something at `time_s` has to be done between two runs: gates, digging, even sheets of rain,
    /// settings that change.
    virtual bool must_act(double time_s) const = 0;
    virtual void act(double time_s) = 0;

    /// Adds the forcing of the step that begins at `time_s`, as step number `step` of a run. Steps
    /// come in order from 0.
    virtual void collect(double time_s, int step, exchange::Forcing& forcing) = 0;
    /// The run is over and its first `steps` steps were taken: everything up to and including the
    /// forcing of step number `steps` was done, as its values say. What was collected for later
    /// steps will be asked for again.
    virtual void taken(int steps, const exchange::Forcing& done) = 0;
    /// The run did not begin: everything that was collected will be asked for again.
    virtual void forget() = 0;
};

/// How far to advance.
struct AdvanceDesc {
    double time_s = 0.0;          ///< of the water now
    std::int64_t steps_done = 0;  ///< since the start
    double lag_s = 0.0;           ///< asked for before, but not yet simulated
    double seconds = 0.0;         ///< of each interval
    int intervals = 1;
    std::span<const Vec2> points_m = {};     ///< to be sampled after each interval
    std::vector<Sample>* samples = nullptr;  ///< gets a row for each; none: nothing is sampled
};

/// Rows of samples at equal intervals of time; they begin after the water's present time.
struct RowsDesc {
    std::span<const Vec2> points_m = {};
    double start_s = 0.0;                    ///< of row 0
    double every_s = 0.0;                    ///< 0: no rows
    std::vector<double>* times_s = nullptr;  ///< gets the time of each row
    std::vector<Sample>* samples = nullptr;  ///< gets a sample for each point of each row
};

/// A run on the water's own clock, whose steps depend on `end_s` and not on where it stops on the
/// way or what is recorded.
struct RunToDesc {
    double time_s = 0.0;          ///< of the water now
    std::int64_t steps_done = 0;  ///< since the start
    double end_s = 0.0;           ///< where the last step ends
    double stop_s = 0.0;          ///< at most end_s: the first step that reaches it is the last now
    bool stops_before = false;    ///< without the step that would pass stop_s
    RowsDesc rows = {};
};

/// What an advance did. With trouble it ended before the step that would have gone wrong.
struct AdvanceReport {
    double time_s = 0.0, lag_s = 0.0;
    double time_step_s = 0.0;                    ///< that was used last
    std::int64_t steps = 0;                      ///< of this advance
    double came_in_m3 = 0.0, went_out_m3 = 0.0;  ///< through edges
    double sources_s = 0.0, water_s = 0.0;       ///< wall-clock time of the two parts
    std::optional<Error> trouble = {};
    /// With trouble in the middle of a step: no call can go on before a restore.
    bool is_state_lost = false;
};

struct Totals {
    double volume_m3 = 0.0;   ///< all of it
    double carried_m3 = 0.0;  ///< of that, what no cell holds yet
    double max_speed_m_per_s = 0.0;
    double min_depth_m = 0.0, max_depth_m = 0.0;
    double energy_per_density_m5_per_s2 = 0.0;
};

/// An even sheet of water over everything.
struct SheetReport {
    double depth_m = 0.0;    ///< over each cell; the rest of what was asked is too thin by itself
    double volume_m3 = 0.0;  ///< really added; negative: taken
};

/// What a change to a water did to the books.
struct VolumeChange {
    double added_m3 = 0.0, removed_m3 = 0.0;
};

/// The clock of a world.
struct ClockReading {
    double time_s = 0.0;
    double lag_s = 0.0;      ///< asked for, but not yet simulated
    std::int64_t steps = 0;  ///< since the start
};
inline constexpr double kMaxTime_s = 1e12;

/// What a water is brought back to.
struct RestoreDesc {
    ClockReading clock;
    const scene::SceneDifferences& differences;  ///< keys that are taken from the scene
};

/// Names the field or the call and the water that does not know it.
inline Error unsupported(const std::string& what, const std::string& label,
                         const std::string& remedy) {
    return {ErrorCode::Unsupported, what + ": " + label + " cannot do that; " + remedy};
}

class Water {
public:
    virtual ~Water() = default;

    /// For messages, such as "shallow water with scheme d2q9".
    virtual std::string label() const = 0;
    virtual PlanGrid grid() const = 0;
    virtual Backend backend() const = 0;
    /// Fills in what concerns the water.
    virtual void describe(WorldInfo& info) const = 0;
    virtual MemoryReport memory() const = 0;
    /// Why the device no longer answers, if so: what other calls gave back then means nothing.
    virtual std::optional<Error> lost() const = 0;

    /// How many steps an interval would take, about; for limits on what may be asked.
    virtual double expected_steps(double seconds) const = 0;
    virtual AdvanceReport advance(const AdvanceDesc& desc, Feed& feed) = 0;
    virtual AdvanceReport run_to(const RunToDesc& desc, Feed& feed) = 0;

    /// Whether water may be added, taken and pressed aside, by apply(), add_sheet() and what a feed
    /// collects, and why not. `call` is who asks.
    virtual Result<void> check_inputs(const char* call) const = 0;
    /// Exchange between advances: values become what the cells took.
    virtual void apply(exchange::Forcing& forcing) = 0;
    virtual SheetReport add_sheet(double depth_m) = 0;
    /// Depth and velocity of a cell.
    virtual Sample cell(int i, int j) const = 0;
    /// Surface at arbitrary points seen from above; `out` is as long as `points_m`.
    virtual void sample(std::span<const Vec2> points_m, std::span<Sample> out) const = 0;
    /// The same without waiting for a GPU: an address in the memory of the device where the water
    /// is, valid until samples are asked for again; null: this water cannot do that there.
    virtual const Sample* sample_on_device(std::span<const Vec2> points_m) const = 0;
    /// For what flies above the surface; null: this water has none to show. Whoever takes or adds
    /// water there calls it first.
    virtual exchange::SurfaceExchange* surface_exchange() { return nullptr; }
    virtual bool is_under_water(Vec3 point_m) const = 0;
    /// `direction` is unit.
    virtual RayHit ray_cast(Vec3 origin_m, Vec3 direction, double max_distance_m) const = 0;

    /// Fields by name: the water's own memory, until it changes. Names that it does not know are
    /// ErrorCode::NotFound with those that it has.
    virtual Result<FieldView> field(std::string_view name) const = 0;
    virtual Result<DeviceFieldView> device_field(std::string_view name) const = 0;
    virtual Result<DeviceFieldView> device_snapshot(std::string_view name, int slot) = 0;
    virtual Result<void> begin_snapshot(std::span<const std::string_view> names) = 0;
    virtual Result<FieldView> snapshot(std::string_view name) const = 0;

    virtual Totals totals() const = 0;
    virtual std::uint64_t checksum() const = 0;

    virtual Boundary boundary(Edge edge) const = 0;
    virtual Result<void> set_boundary(Edge edge, Boundary boundary) = 0;
    /// What may change while the water runs; rain is not the water's business. First
    /// check_settings(), which changes nothing.
    virtual Result<void> check_settings(const LiveSettings& settings) const = 0;
    virtual Result<void> set(const LiveSettings& settings) = 0;
    virtual LiveSettings settings() const = 0;

    /// Whether set_bed() and set_solid() may be called, and why not.
    virtual Result<void> check_ground() const = 0;
    /// Heights row by row; NaN leaves a cell as it is.
    virtual void set_bed(const exchange::CellArea& area, std::span<const double> heights_m) = 0;
    virtual double bed_m(int i, int j) const = 0;
    /// Solids that the bed does not show, as those that hang above water: boxes for bodies to meet.
    virtual std::vector<BodyView> overhangs() const { return {}; }
    /// What stood where walls came up, in m3.
    virtual double set_solid(const exchange::CellArea& area, bool is_solid) = 0;

    /// The grid moves over the water by whole cells.
    virtual Result<void> check_shift(int di, int dj) const = 0;
    virtual VolumeChange shift(int di, int dj) = 0;

    /// Hulls were added at the end of those that the water was made with: it carries them from now
    /// on. First check_more_hulls(), which changes nothing and says why it cannot; `call` is who
    /// asks, `count` how many there will be.
    virtual Result<void> check_more_hulls(const char* call, int count) const = 0;
    virtual void add_hulls() = 0;

    /// What the water made of keys that scene::bound_keys() leaves to it.
    virtual const std::vector<scene::BoundKey>& bound_keys() const = 0;
    /// The whole state, to the bit. restore() takes what save() gave: first check_saved(), which
    /// changes nothing and says what does not fit or cannot be, then restore(). The state is all
    /// that is left of the bytes.
    virtual void save(ByteWriter& out) const = 0;
    /// Whether a run of this water can stand at that.
    virtual Result<void> check_clock(const ClockReading& clock) const = 0;
    virtual Result<void> check_saved(ByteReader in, const RestoreDesc& desc) const = 0;
    virtual Result<void> restore(ByteReader& in, const RestoreDesc& desc) = 0;

    /// What a picture needs of the water and of the ground and solids that belong to it. `origin_m`
    /// is where the grid lies.
    virtual Result<void> fill_frame(Frame& frame) const = 0;
    /// For maps and what else begins with the run: `time_s` is when.
    virtual Result<void> start_maps(double time_s) = 0;
};

}  // namespace tarn::water
