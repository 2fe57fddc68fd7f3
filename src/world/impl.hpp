// What a world is made of: the clock, the inputs, the books, the recording, and the water. The
// parts of its interface are written in the files beside this one.
#pragma once

#include "base/no_memory.hpp"
#include "exec/thread_pool.hpp"
#include "scene/scene.hpp"
#include "scenery/camera.hpp"
#include "water/water.hpp"
#include "world/account.hpp"
#include "world/airborne.hpp"
#include "world/bodies.hpp"
#include "world/inputs.hpp"
#include "world/recording.hpp"
#include "world/turnstile.hpp"
#include <tarn/world.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

namespace tarn {

struct World::Impl final : water::Feed {
    Impl(scene::Scene&& description, const WorldOptions& how)
        : scene(std::move(description)), options(how), pool(how.threads, how.jobs) {}

    scene::Scene scene;
    WorldOptions options;
    exec::ThreadPool pool;
    std::unique_ptr<world::Bodies> bodies;  ///< null: there are none
    std::unique_ptr<water::Water> water;
    std::unique_ptr<world::Airborne> airborne;  ///< null: nothing flies above the water
    std::optional<world::Inputs> inputs;        ///< there as soon as the water is
    world::Account account;
    std::vector<scenery::CameraPoint> camera_path;
    std::vector<scene::BoundKey> bound_keys;  ///< of the scene, with what the water made of it

    double time_s = 0.0;
    double lag_s = 0.0;
    std::int64_t steps = 0;
    std::optional<Error> trouble;  ///< set when the water diverged; cleared by restore()
    std::optional<world::Recording> recording;

    mutable std::vector<DropView> drops_shown;  ///< in the last frame, where rain is among them
    mutable world::Turnstile turnstile;         ///< all of the above is for who is inside
    std::future<Result<StepReport>> pending;
    WorldInfo info_before_pending;
    std::atomic<bool> is_stepping_behind = false;  ///< an asynchronous step is at work
    /// What any thread may read: how things stood after the last call that has ended.
    mutable std::atomic<double> shown_time_s = 0.0;
    mutable std::atomic<std::int64_t> shown_steps = 0;

    Result<void> check_idle() const;
    /// Why the world cannot go on before it is restored, if so. A lost GPU is the cause of all
    /// else.
    std::optional<Error> standing_trouble() const {
        if (auto lost = water->lost()) return lost;
        return trouble;
    }
    Error no_memory(const char* message) const noexcept;
    void show_clock() const {
        shown_time_s.store(time_s, std::memory_order_relaxed);
        shown_steps.store(steps, std::memory_order_relaxed);
    }
    /// Every call of the facade goes through here: one at a time, none while a step runs, and no
    /// exception leaves.
    template <class Body>
    auto enter(const char* no_memory_text, Body&& body) const -> decltype(body()) {
        const world::Turnstile::Visit visit(turnstile);
        if (!visit) return busy();
        try {
            if (const auto idle = check_idle(); !idle) return idle.error();
            auto result = body();
            if (!pending.valid()) show_clock();
            return result;
        } catch (const std::bad_alloc&) {
            return no_memory(no_memory_text);
        } catch (const std::length_error&) {
            return no_memory(no_memory_text);
        }
    }
    static Error busy();
    /// The same for what asks the water: a lost GPU is the answer to whatever it was asked.
    template <class Body>
    auto answer(const char* no_memory_text, Body&& body) const -> decltype(body()) {
        return enter(no_memory_text, [&]() -> decltype(body()) {
            if (const auto lost = water->lost()) return *lost;
            auto result = body();
            if (const auto lost = water->lost()) return *lost;
            return result;
        });
    }
    /// The same for what changes the world: `check` says whether it may, the call is recorded, and
    /// `change` does it.
    template <class Check, class Change>
    Result<void> change(const char* no_memory_text, world::Call call, Check&& check,
                        Change&& change) {
        return answer(no_memory_text, [&]() -> Result<void> {
            if (const Result<void> ok = check(); !ok) return ok;
            if (recording) recording->push_back(std::move(call));
            return change();
        });
    }

    Result<void> check_step(double seconds, double intervals) const;
    Result<StepReport> step(double seconds, int intervals = 1, std::span<const Vec2> points_m = {},
                            std::vector<Sample>* samples = nullptr);
    Result<void> check_run(const RunDesc& desc) const;
    Result<StepReport> run_to(const RunDesc& desc, RunRows* rows = nullptr);
    /// Books what an advance did and reports it.
    Result<StepReport> taken_over(const water::AdvanceReport& done, const world::Account& before,
                                  std::chrono::steady_clock::time_point begin);
    Result<void> make_bodies();
    void find_bound_keys();
    /// What acts on the water before the first step.
    void start();

    bool must_act(double at_s) const override;
    void act(double at_s) override;
    void collect(double at_s, int step, exchange::Forcing& forcing) override;
    void taken(int count, const exchange::Forcing& done) override;
    void forget() override { inputs->forget(); }

    LiveSettings settings() const;
    void dig_ground(const DigDesc& desc);
    void change_bed(const exchange::CellArea& area, std::span<const double> heights_m);
    void change_solid(const exchange::CellArea& area, bool is_solid);

    Result<void> check_cell(int i, int j) const;
    Result<void> check_body(int number) const;
    /// Puts the corners in order.
    Result<void> check_rect(CellRect& cells) const;
    Result<void> check_disc(Vec2 at_m, double radius_m, double depth_m) const;
    Result<void> check_shift(int di, int dj) const;
    WorldInfo info() const;
    MassReport mass(const water::Totals& totals) const;

    std::string saved() const;
    /// Which keys the scene has other values for than a checkpoint.
    enum class Binding { SameScene, WaterAlone };
    Result<scene::SceneDifferences> compare_scenes(std::string_view saved_keys,
                                                   Binding binding) const;
    Result<void> restore(std::string_view bytes, const std::string& name, Binding binding);
    Result<void> restore_file(const std::string& path, Binding binding);
    Result<void> leave_lost_gpu();
};

namespace world {

template <class Number>
Error out_of_range(const char* what, Number value, const std::string& rule) {
    return {ErrorCode::InvalidArgument,
            std::string(what) + " is " + std::to_string(value) + "; " + rule};
}

}  // namespace world
}  // namespace tarn
