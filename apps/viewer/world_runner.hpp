// A world that obeys commands, steps, and writes down its state. One thread; simulation.hpp gives
// it its own.
#pragma once

#include "viewer/commands.hpp"
#include "viewer/grip.hpp"
#include <tarn/world.hpp>

#include <array>
#include <optional>

namespace tarn::viewer {

class WorldRunner {
public:
    static Result<WorldRunner> create(const Recipe& recipe);

    /// Trouble goes into the vitals.
    void obey(const Command& command);
    bool is_running() const { return !vitals_.is_paused && !vitals_.is_stopped; }
    double speed() const { return vitals_.speed; }
    std::int64_t cells() const;

    /// Lattice steps that were made; 0 when the water refused, which stops the run.
    int step(double seconds);
    /// Renews the statistics.
    void measure(const Rates& rates);
    /// Writes the present state. What was level before becomes level_before, if it moved. `out`
    /// holds no levels on a GPU.
    void write(WaterState& out, Clock::time_point now);

private:
    WorldRunner() = default;

    Result<void> apply(const AddDrop& c);
    Result<void> apply(const PressFinger& c);
    Result<void> apply(const LiftFinger& c);
    Result<void> apply(const AddToy& c);
    Result<void> apply(const GrabBody& c);
    Result<void> apply(const PullBody& c);
    Result<void> apply(const SteerBody& c);
    Result<void> apply(const LetGo&);
    Result<void> apply(const SetSpeed& c);
    Result<void> apply(const SetPaused& c);
    Result<void> apply(const StepOnce&);
    Result<void> apply(const Load& c);
    Result<void> apply(const SetBoundary& c) { return world_->set_boundary(c.edge, c.boundary); }
    Result<void> apply(const SetLive& c) { return world_->set(c.settings); }
    Result<void> apply(const WantVelocity& c);
    Result<void> apply(const KeepInMiddle& c);

    Result<void> begin(World world, const Recipe& recipe);
    Result<void> begin_with_bodies(Recipe recipe);
    void stop(const Error& error);
    Result<void> pull();
    double level_around(Vec2 at_m, double radius_m) const;
    Vec2 in_window(Vec2 at_m) const { return {at_m.x - origin_m_.x, at_m.y - origin_m_.y}; }
    Vec2 aimed(Vec2 at_m, const std::optional<Ray>& aim) const;
    void read(const char* field, std::vector<float>& out) const;
    void read_level();
    Result<void> read_gpu_level();
    void write_levels(WaterState& out);
    void write_cells(WaterState& out) const;
    void write_bodies(WaterState& out) const;

    /// States of a world on a GPU hold its memory, so a world may outlive its turn.
    std::shared_ptr<World> world_;
    std::shared_ptr<const WorldFacts> facts_;
    Vitals vitals_;
    bool wants_velocity_ = false;
    bool is_pressing_ = false;
    Vec2 finger_m_ = {};  ///< where it presses on the sea
    std::optional<Grip> grip_;
    int toys_ = 0;        ///< bodies that were added
    Vec2 origin_m_ = {};  ///< of the window
    /// On the host or on a GPU.
    struct Level {
        std::vector<float> host;
        std::shared_ptr<const GpuLevel> gpu;
        bool is_empty() const { return host.empty() && !gpu; }
    };
    Level level_, level_before_;
    /// By slot of World::device_snapshot(). States are written here only, so a level that nobody
    /// else holds is free. The reader has one state and may take the newest one at any time: at
    /// most four levels are held while a fifth is written.
    std::array<std::shared_ptr<GpuLevel>, World::kDeviceSnapshots> gpu_levels_;
    double time_s_ = 0.0, time_before_s_ = 0.0;
    std::optional<Clock::time_point> written_;
};

}  // namespace tarn::viewer
