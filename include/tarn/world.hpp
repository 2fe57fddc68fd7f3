// The door to Tarn in C++: a world owns a piece of water and steps it. The C API (tarn.h) says the
// same words.
#pragma once

#include <tarn/bodies.hpp>
#include <tarn/frame.hpp>
#include <tarn/result.hpp>
#include <tarn/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn {

namespace scene {
struct Scene;
}

/// A piece of water and everything that acts on it.
///
///     auto world = tarn::World::from_scene("pond");
///     if (!world) return fail(world.error().message);
///     auto report = world.value().step(1.0 / 60.0);
///
/// One thread at a time per world; different worlds are independent. Who calls while another thread
/// is inside gets ErrorCode::Busy at once, and nothing happens; is_stepping(), time_s() and steps()
/// may be called by any thread at any time, and info() waits for its turn. After an error the world
/// is in the state it had before the call; steps that found no memory stand where they got to.
/// Cells, points and amounts that are not finite or out of range are ErrorCode::InvalidArgument,
/// and the message names them; lengths are in m, times in s.
///
/// The grid is a window. Cells and points of all calls count from its south-west corner, wherever
/// shift_window() has put it; info().origin_m says where that is. A frame() is fixed to the sea:
/// its camera and bodies do not move with the window, its water lies at origin_m.
class TARN_API World {
public:
    /// A built-in scene by name, or a scene file.
    static Result<World> from_scene(const std::string& name_or_path,
                                    const WorldOptions& options = {});
    static Result<World> from_file(const std::string& path, const WorldOptions& options = {});
    /// `base_dir` is where files that the scene names are looked for.
    static Result<World> from_json(std::string_view text, const std::string& base_dir,
                                   const WorldOptions& options = {});
    /// POND's pond: cells of 5 cm, walls all round, still water, relaxation time `tau` (> 0.5).
    static Result<World> pond(float tau, int width, int height, float still_depth_m,
                              const WorldOptions& options = {});

    World(World&&) noexcept;
    World& operator=(World&&) noexcept;
    ~World();

    /// Advances by exactly `seconds`, in as few equal lattice steps as stability allows. With a
    /// fixed lattice step (`water.time_step`) it runs whole steps and carries the rest (lag_s), and
    /// so it does with times far below a lattice step (docs/api.md).
    /// On ErrorCode::Diverged the last good state is kept and its time is in info().
    Result<StepReport> step(double seconds);

    /// Runs to `end_s` on the water's own clock, as `tarn run` does: steps end at the multiples of
    /// info().tick_s and divide it evenly. Where the run stops on the way and which rows are
    /// sampled changes nothing of it; rows between two steps are interpolated. `rows` (may be null)
    /// gets those that the water has passed since the call before.
    Result<StepReport> run_to(const RunDesc& desc, RunRows* rows = nullptr);

    /// Advances by `count` times `every_s` and samples points after each: the same to the bit as
    /// step() and sample() in turn, but a GPU is not waited for in between. `out` gets one row of
    /// samples per moment; after trouble, the rows before it.
    Result<StepReport> step_and_sample(double every_s, int count, std::span<const Vec2> points_m,
                                       std::vector<Sample>& out);

    /// step() on another thread. Until wait() every other call answers ErrorCode::Busy.
    Result<void> step_async(double seconds);
    Result<StepReport> wait();
    bool is_stepping() const;

    double time_s() const;
    std::int64_t steps() const;

    Result<void> set_boundary(Edge edge, Boundary boundary);
    /// Adds `depth_m` of water (negative: takes) to each cell of a rectangle, without momentum.
    Result<void> add_event(CellRect cells, float depth_m);
    Result<void> add_drop(const DropDesc& drop);
    /// Presses something round into the surface; the water it displaces comes back with release().
    Result<void> press(int id, const PressDesc& desc);
    Result<void> release(int id);

    /// What changes while the water runs: wind, viscosity, friction, rain, inflow. From the next
    /// step on; ErrorCode::InvalidArgument names a value out of range, or an edge without inflow.
    /// A checkpoint keeps them.
    Result<LiveSettings> settings() const;
    Result<void> set(const LiveSettings& settings);

    /// New heights of the ground under a rectangle of cells, row by row from its south-west corner.
    /// The depth of the water stays, so its level moves with the ground and no mass changes.
    /// ErrorCode::Unsupported with scheme d2q9, here and in the two calls below.
    Result<void> set_bed(CellRect cells, std::span<const float> heights_m);
    /// Lowers the ground over a disc (a negative depth raises it), like set_bed.
    Result<void> dig(const DigDesc& dig);
    /// Walls come up in a rectangle of cells, and the water there is booked as removed; or they go,
    /// and leave dry ground.
    Result<void> set_solid(CellRect cells, bool is_solid);

    /// Moves the window over open water by whole cells: afterwards cell (i, j) holds what cell
    /// (i + di, j + dj) held, to the bit. Still water of the reference depth comes in; along
    /// periodic edges the window wraps round instead. What leaves is booked as removed, what comes
    /// in as added. Events, probes and what is pressed in stay where they are on the sea; fingers
    /// that leave the window are released; rain falls on the window. What lies beyond open edges
    /// stays what it was. ErrorCode::Unsupported with solids, a bed that varies, events that change
    /// the ground, maps, or an edge that is wall or slip.
    Result<void> shift_window(int di, int dj);

    /// Depth of water (not level) of a cell, and its velocity.
    Result<float> height(int i, int j) const;
    Result<std::array<float, 2>> velocity(int i, int j) const;
    /// "depth", "level", "u", "v" or "bed": the world's own memory, valid until the world changes.
    /// Where the scene has "maps", also what each cell has seen after any step so far: "max_depth";
    /// "max_speed", of water deeper than the arrival depth; "arrival", the time (s) when it first
    /// was, or -1. Where it has "spray", "foam" or "emitters", also "foam" and "bubbles", the
    /// shares (0 to 1) of each cell that are white on the surface and milky below it.
    Result<FieldView> field(std::string_view name) const;
    /// Drops in flight, in the world's own memory until the world changes; none where the scene has
    /// no spray. They stand as they were at the beginning of the last step.
    Result<std::span<const Drop>> drops() const;
    /// Hands all drops in flight to the host, which flies them with a particle system of its own:
    /// what is born from now on is there for the next call. Their water stays in the books as
    /// flying. In the host's hands until land_drops(); valid until the next call.
    Result<std::span<const Drop>> take_drops();
    /// Drops of the host that came down: the next step gives the cell below each of them its volume
    /// and its horizontal momentum. Those outside the grid or over solids have left.
    /// ErrorCode::InvalidArgument, and nothing changes, where they are more water than the host
    /// has, more drops than "max_drops" has room for, or not finite. Age and height do not matter.
    Result<void> land_drops(std::span<const Drop> drops);
    /// What flies, and what was thrown, sent, landed and left since the start.
    Result<SprayReport> spray() const;
    /// The same field where it is on a GPU; ErrorCode::Unsupported on a CPU.
    Result<DeviceFieldView> device_field(std::string_view name) const;
    /// A field of this moment, copied to memory of its own on the GPU: complete when the call
    /// returns, so that any thread may read it, and as it is until the next call with the same
    /// slot, from 0 to kDeviceSnapshots - 1. Each slot holds one field and is freed with the world.
    Result<DeviceFieldView> device_snapshot(std::string_view name, int slot);
    static constexpr int kDeviceSnapshots = 5;
    /// Starts to copy fields of this moment to the host; stepping may go on meanwhile. snapshot()
    /// waits for one of them. Two snapshots alternate: the memory of one stays until the second
    /// begin_snapshot() after it.
    Result<void> begin_snapshot(std::span<const std::string_view> names);
    Result<FieldView> snapshot(std::string_view name) const;
    /// Surface at arbitrary points, bilinear between cell centres. On dry land the level is the
    /// ground's, and water next to higher land keeps its own level up to the shore. Outside the
    /// water the nearest edge is sampled. `out` must be as long as `points_m`.
    Result<void> sample(std::span<const Vec2> points_m, std::span<Sample> out) const;
    /// The same left where the water is: an address in the memory of its device (on a CPU an
    /// ordinary one), valid until samples are asked for again. A GPU is not waited for; work of the
    /// caller has to come after it.
    Result<const Sample*> sample_on_device(std::span<const Vec2> points_m) const;
    Result<bool> is_under_water(Vec3 point_m) const;

    /// Bodies of the scene by number, from 0 on. ErrorCode::InvalidArgument names a number that
    /// there is not.
    int body_count() const;
    Result<BodyReport> body(int number) const;
    /// The number of the body of this name; ErrorCode::NotFound names those that there are.
    Result<int> find_body(std::string_view name) const;
    /// One more body, from the JSON of a body as a scene has it (docs/scene.md), and its number.
    /// The others keep theirs, and nothing else changes. ErrorCode::Unsupported where the water was
    /// made without bodies: begin with one, or with "more_bodies": true. ErrorCode::InvalidArgument
    /// for JSON that is no body, for a name that another one has, and for a body on a lid that
    /// would begin in the water: it has to fall in. Checkpoints of before are of another scene.
    Result<int> add_body(std::string_view json);
    /// Throttle, rudder and sheet of a body, from the next step on. A checkpoint keeps them.
    Result<BodyHelm> body_helm(int number) const;
    Result<void> set_body_helm(int number, const BodyHelm& helm);
    /// A force (N, axes of the world) that acts on a body from the next step on until it is set
    /// again, at the point of the body that is at `at_m` now. Zero ends it; a checkpoint keeps it.
    Result<void> set_body_force(int number, Vec3 force_n, Vec3 at_m);
    /// A blow of `impulse_ns` (N s) at a point of the world: the body's motion changes at once.
    Result<void> hit_body(int number, Vec3 impulse_ns, Vec3 at_m);
    /// Puts a body where its host says, moving as it says. One that is `fixed` in the scene goes on
    /// with that motion whatever pushes it: the host owns it, and reads the force of the water from
    /// body(). ErrorCode::InvalidArgument for a jump of more than two cells where a lid joins it to
    /// the water (docs/bodies.md): that water would be left behind.
    Result<void> move_body(int number, const BodyMotion& motion);
    /// First point where a ray meets the surface or dry land, from either side. `direction` need
    /// not be unit.
    Result<RayHit> ray_cast(Vec3 origin_m, Vec3 direction, double max_distance_m) const;

    /// The whole state, to the bit, into a file, and back into a world of the same scene: what the
    /// state depends on must be the same, and ErrorCode::InvalidArgument names what is not. A world
    /// with Backend::Auto whose GPU was lost goes on from there on the CPU, and the log says so.
    Result<void> save(const std::string& path) const;
    Result<void> restore(const std::string& path);
    /// The same in memory, for rollback and undo.
    Result<std::vector<std::byte>> save_to_memory() const;
    Result<void> restore_from_memory(std::span<const std::byte> bytes);
    /// Takes the water of a checkpoint on under a scene with other rain, wind, edges, events,
    /// viscosity, friction, infiltration or time step: from now on what differs is as this scene
    /// says, and everything else as it was saved. The log names what differs. Grid, bed, solids,
    /// start, gravity, scheme and precision must be the same.
    Result<void> restore_water(const std::string& path);
    Result<void> restore_water_from_memory(std::span<const std::byte> bytes);

    /// Notes every call that changes the world from now on; replay() repeats them to the bit, on a
    /// world that is as this one is now. A restore ends the recording.
    Result<void> start_recording();
    Result<void> save_recording(const std::string& path) const;
    Result<StepReport> replay(const std::string& path);

    /// This moment for a Renderer: the level, what the scene says about camera, light and look, and
    /// good defaults for what it does not say. Its fields are the world's own memory, valid until
    /// the world changes. `time_s` is when it is looked at, for cameras on a path and small waves,
    /// if that is not the time of the water; ErrorCode::InvalidArgument for none or beyond 1e12 s.
    Result<Frame> frame(std::optional<double> time_s = {}) const;

    WorldInfo info() const;
    Result<Statistics> statistics() const;
    /// Of the whole state: equal for any number of threads and any instruction set.
    Result<std::uint64_t> checksum() const;

private:
    struct Impl;
    explicit World(std::unique_ptr<Impl> impl);
    static Result<World> from_parsed(Result<scene::Scene> scene, const WorldOptions& options);
    std::unique_ptr<Impl> impl_;
};

}  // namespace tarn
