// What a world is made of. The parts of its interface are written in the files beside this one.
#pragma once

#include "exec/thread_pool.hpp"
#include "scene/scene.hpp"
#include "solver/shallow/solver.hpp"
#include "world/account.hpp"
#include "world/inputs.hpp"
#include "world/recording.hpp"
#include <tarn/world.hpp>

#include <future>
#include <memory>
#include <vector>

namespace tarn {

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
    std::unique_ptr<shallow::Solver> water;
    world::Account account;
    Isa isa = Isa::Base;
    double bed_m = 0.0;
    double max_step_s = 0.0;

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

    /// Readers' copies of the fields, filled when first asked for after a change.
    struct Fields {
        std::vector<float> depth_m, level_m, u_m_per_s, v_m_per_s;
    };
    mutable Fields fields;
    mutable bool fields_are_current = false;
    mutable std::optional<shallow::Totals> totals;  ///< of this state, once someone asked

    Result<StepReport> step(double seconds);
    void advance(double step_s, int count, StepReport& report);
    const Fields& read_fields() const;
    const shallow::Totals& read_totals() const;
    void changed();
    WorldInfo info() const;
    Result<void> check_idle() const;
    Result<void> check_cell(int i, int j) const;
    Sample sample(Vec2 point_m) const;
    double level_m(double x_m, double y_m) const;
    MassReport mass(double volume_m3) const;
};

}  // namespace tarn
