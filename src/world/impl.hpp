// What a world is made of. The parts of its interface are written in the files beside this one.
#pragma once

#include "exec/cuda/devices.hpp"
#include "exec/thread_pool.hpp"
#include "scene/scene.hpp"
#include "solver/shallow/solver.hpp"
#include "world/account.hpp"
#include "world/bed.hpp"
#include "world/drives.hpp"
#include "world/frame.hpp"
#include "world/inputs.hpp"
#include "world/recording.hpp"
#include "world/schedule.hpp"
#include "world/scheme.hpp"
#include "world/stencil.hpp"
#include <tarn/world.hpp>

#include <future>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tarn {

namespace world {

/// Which cells to read after every so many steps, and where their states go.
struct SampleRun {
    std::span<const shallow::CellIndex> cells;
    int every = 0;
    std::vector<shallow::CellState>* states = nullptr;
};

/// Where the water lives.
struct Home {
    std::optional<exec::cuda::DeviceInfo> gpu;  ///< none: on the CPU
    bool is_in_place = false;
};

}  // namespace world

struct World::Impl {
    Impl(scene::Scene&& description, const WorldOptions& how, const world::Ground& where)
        : scene(std::move(description)),
          options(how),
          ground(where),
          pool(how.threads, how.jobs),
          inputs(scene, where) {}

    scene::Scene scene;
    WorldOptions options;
    world::Ground ground;
    exec::ThreadPool pool;
    world::Inputs inputs;
    world::SchemeChoice scheme;
    world::Drives drives;
    std::unique_ptr<shallow::Solver> water;
    world::Account account;
    Backend backend = Backend::Cpu;
    std::string device;  ///< name of the GPU or the CPU
    bool is_in_place = false;
    Isa isa = Isa::Base;
    world::Bed bed;
    std::uint64_t scene_bed_hash = 0;  ///< of the bed as the scene gave it
    double still_level_m = 0.0;        ///< mean of the water at the start
    world::Scenery scenery;
    double max_step_s = 0.0;
    double arrival_depth_m = 0.0;  ///< where the scene has maps

    double time_s = 0.0;
    double lag_s = 0.0;
    std::int64_t steps = 0;
    std::optional<Error> trouble;  ///< set when the water diverged; cleared by restore()
    std::optional<world::Recording> recording;
    std::future<Result<StepReport>> pending;
    /// What readers see while an asynchronous step runs: how things stood before it.
    struct Snapshot {
        WorldInfo info;
        double time_s = 0.0;
        std::int64_t steps = 0;
    };
    Snapshot before_pending;

    /// Fields that hold the present state, as bits; the others are filled when asked for.
    mutable unsigned current_fields = 0;
    int snapshot_slot = 1;                           ///< of the last snapshot: 1 or 2
    unsigned snapshot_fields = 0;                    ///< that it has, as bits
    std::vector<shallow::CellState> sampled_states;  ///< room for step_and_sample()
    mutable std::optional<shallow::Totals> totals;   ///< of this state, once someone asked
    mutable std::vector<float> flat_bed_m;           ///< a flat bed as a field, once someone asked

    /// Steps that can be run without asking the water in between, and what falls on it meanwhile.
    struct Ahead {
        int steps = 0;
        std::vector<shallow::DueWater> due;
        std::vector<world::Inputs::Mark> marks;  ///< after the inputs of each step
    };

    Result<void> make_water(shallow::SolverDesc desc, const world::Home& home);
    Result<void> start_maps();
    Result<void> check_step(double seconds, double count) const;
    Result<StepReport> step(double seconds, int count = 1, const world::SampleRun& sampling = {});
    void change_bed(const shallow::CellArea& area, std::span<const double> heights_m);
    void change_solid(const shallow::CellArea& area, bool is_solid);
    void dig_ground(const DigDesc& desc);
    void take_ground(world::Bed&& bed, std::vector<std::uint8_t>&& solid);  ///< of a checkpoint
    world::StillWater still_water() const {
        return {ground, bed, still_level_m, water->units().depth_m};
    }
    void change_ground(double until_s);  ///< what the scene has due by then
    Ahead look_ahead(const world::Schedule& schedule, int done, int most);
    /// How many steps were done.
    int advance(const world::Schedule& schedule, const world::SampleRun& sampling,
                StepReport& report);
    void follow_flow(double seconds, StepReport& report);
    const float* read_field(shallow::Field field) const;
    const shallow::Totals& read_totals() const;
    void changed();
    WorldInfo info() const;
    Result<void> check_idle() const;
    Result<void> check_usable() const;  ///< idle, and not on a GPU that was lost
    Error no_memory(const char* message) const;
    Result<void> check_ground() const;  ///< usable, and free to change
    Result<void> check_cell(int i, int j) const;
    /// Puts the corners in order.
    Result<void> check_rect(CellRect& cells) const;
    Result<void> check_disc(Vec2 at_m, double radius_m, double depth_m) const;
    Result<void> check_shift(int di, int dj) const;
    world::Surface surface_at(double x_m, double y_m) const;
    double depth_m(int i, int j) const;
    FieldView bed_field() const;
    Result<FieldView> extreme_field(std::string_view name) const;
    MassReport mass(double volume_m3) const;
};

}  // namespace tarn
