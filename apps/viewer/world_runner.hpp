// A world that obeys commands, steps, and writes down its state. One thread; simulation.hpp gives
// it its own.
#pragma once

#include "viewer/commands.hpp"
#include <tarn/world.hpp>

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
    /// Writes the present state. What was level before becomes level_before, if it moved.
    void write(WaterState& out, Clock::time_point now);

private:
    explicit WorldRunner(World world) : world_(std::move(world)) {}

    Result<void> apply(const AddDrop& c);
    Result<void> apply(const PressFinger& c);
    Result<void> apply(const LiftFinger& c);
    Result<void> apply(const SetSpeed& c);
    Result<void> apply(const SetPaused& c);
    Result<void> apply(const StepOnce&);
    Result<void> apply(const Load& c);
    Result<void> apply(const SetBoundary& c) { return world_.set_boundary(c.edge, c.boundary); }
    Result<void> apply(const WantVelocity& c);
    Result<void> apply(const KeepInMiddle& c);

    Result<void> begin(World world, const Recipe& recipe);
    void stop(const Error& error);
    Vec2 in_window(Vec2 at_m) const { return {at_m.x - origin_m_.x, at_m.y - origin_m_.y}; }
    void read(const char* field, std::vector<float>& out) const;

    World world_;
    std::shared_ptr<const WorldFacts> facts_;
    Vitals vitals_;
    bool wants_velocity_ = false;
    bool is_pressing_ = false;
    Vec2 finger_m_ = {};  ///< where it presses on the sea
    Vec2 origin_m_ = {};  ///< of the window
    std::vector<float> level_, level_before_;
    double time_s_ = 0.0, time_before_s_ = 0.0;
    std::optional<Clock::time_point> written_;
};

}  // namespace tarn::viewer
