#include "soak/scene_trial.hpp"

#include "cost.hpp"
#include "io/map.hpp"
#include "support/random_scene.hpp"
#include "support/sound_water.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string_view>

namespace tarn::soak {
namespace {

constexpr int kLooks = 6;   ///< of the run with outputs
constexpr int kMiddle = 3;  ///< after which its checkpoint is taken
/// Of a scene's time that the trial of `tarn check` may see.
constexpr double kTrialShare = 0.25;
/// Fields for readers: depth, level and velocity, as `tarn check` counts them.
constexpr double kReaderBytes = 16.0;

/// Time of the processor: on the wall, others that use the machine would count.
double processor_s() {
    return double(std::clock()) / CLOCKS_PER_SEC;
}

/// The state in which a run stands.
struct State {
    std::uint64_t checksum = 0;
    double time_s = 0.0;
    std::int64_t steps = 0;
    MassReport mass = {};
    std::string diverged = {};

    /// Water that is stepped in place and diverges is gone, and the message says so.
    bool is_lost() const { return diverged.find("cannot be brought back") != std::string::npos; }
};

std::string text_of(const State& state) {
    char text[160];
    std::snprintf(text, sizeof text, "checksum %016llx, t = %.17g s, %lld steps, %.17g kg",
                  static_cast<unsigned long long>(state.checksum), state.time_s,
                  static_cast<long long>(state.steps), state.mass.now_kg);
    return text + (state.diverged.empty() ? "" : ", diverged: " + state.diverged);
}

/// All to the bit but the water that is held aside, which is summed run by run of steps: where a
/// run stops changes the order of additions.
bool are_equal(const State& a, const State& b) {
    constexpr double kRounding = 1e-12;
    if (a.is_lost()) return a.diverged == b.diverged && a.steps == b.steps;
    return a.checksum == b.checksum && a.time_s == b.time_s && a.steps == b.steps &&
           std::abs(a.mass.now_kg - b.mass.now_kg) <= kRounding * std::abs(b.mass.now_kg) &&
           a.diverged == b.diverged;
}

class SceneTrial {
public:
    explicit SceneTrial(const TrialDesc& desc) : desc_(desc), json_(scene_of(desc)) {
        verdict_.seed = desc.seed;
        // Instruction sets that this machine has, best first.
        for (const std::string& name : machine_info().isas) {
            Isa isa = Isa::Auto;
            if (parse_isa(name, isa)) isas_.push_back(isa);
        }
    }

    Verdict run() {
        if (run_alone()) {
            run_with_outputs();
            if (!checkpoint_.empty()) resume();
            if (desc_.uses_gpu) run_on_gpu();
            estimate();
        }
        return verdict_;
    }

private:
    void fail(const std::string& what) { verdict_.failures.push_back(what); }

    Result<World> world(int threads, Isa isa, Backend backend = Backend::Cpu) const {
        return World::from_json(json_, desc_.folder.string(),
                                {.backend = backend, .threads = threads, .isa = isa});
    }

    /// Where the world stands, after a run that may have diverged.
    State state_of(const World& world, const Result<StepReport>& ran, const char* run) {
        State state;
        if (!ran && ran.error().code == ErrorCode::Diverged)
            state.diverged = ran.error().message;
        else if (!ran)
            fail(std::string(run) + ": " + ran.error().message);
        const auto sum = world.checksum();
        const auto statistics = world.statistics();
        if (!sum || !statistics) {
            fail(std::string(run) + ": " +
                 (sum ? statistics.error().message : sum.error().message));
            return state;
        }
        state.checksum = sum.value();
        state.mass = statistics.value().mass;
        state.time_s = world.time_s();
        state.steps = world.steps();
        if (!state.is_lost()) check_sound(world, state, run);
        return state;
    }

    void check_sound(const World& world, const State& state, const char* run) {
        if (const std::string trouble = trouble_in_fields(world); !trouble.empty())
            fail(std::string(run) + ": " + trouble);
        if (const std::string trouble = trouble_in_bodies(world); !trouble.empty())
            fail(std::string(run) + ": " + trouble);
        const double imbalance = std::abs(imbalance_of_all(state.mass));
        verdict_.imbalance = std::max(verdict_.imbalance, imbalance);
        if (!(imbalance <= allowed_imbalance(world.info(), state.mass)))
            fail(std::string(run) + ": books are off by " + std::to_string(imbalance * 1e6) +
                 " millionths at t = " + std::to_string(state.time_s) + " s");
    }

    void compare(const State& state, const State& wanted, const char* run) {
        if (!are_equal(state, wanted))
            fail(std::string(run) + ": " + text_of(state) + "; expected " + text_of(wanted));
    }

    /// One thread, base loops, nothing read on the way: what all others are compared with. False:
    /// the scene is refused.
    bool run_alone() {
        auto made = world(1, Isa::Base);
        if (!made) {
            verdict_.refused = made.error().message;
            // What a scheme cannot do yet is refused by name.
            const bool is_refusal = made.error().code == ErrorCode::InvalidScene ||
                                    made.error().code == ErrorCode::Unsupported;
            if (!is_refusal) fail("making the world: " + made.error().message);
            return false;
        }
        const WorldInfo info = made.value().info();
        verdict_.scheme = info.scheme;
        verdict_.precision = info.precision;
        duration_s_ = info.duration_s;
        const double used_s = processor_s();
        const auto ran = made.value().run_to({.end_s = duration_s_});
        alone_used_s_ = processor_s() - used_s;
        end_ = state_of(made.value(), ran, "one thread, base");
        took_bytes_[0] = double(made.value().info().memory.total());
        verdict_.diverged = end_.diverged;
        // fv shortens its step as the flow asks for it, unless the scene has one of its own.
        if (!end_.diverged.empty() && info.step_follows_flow && !info.has_fixed_time_step)
            fail("fv diverged: " + end_.diverged);
        verdict_.steps = end_.steps;
        return true;
    }

    /// Everything that may be asked of a world between two steps.
    void look(World& world, int look) {
        const WorldInfo info = world.info();
        const Vec2 middle_m = {0.5 * info.size_m.x, 0.5 * info.size_m.y};
        std::array<Sample, 1> sample;
        const bool is_answered =
            world.statistics() && world.frame() && world.checksum() && world.height(0, 0) &&
            world.velocity(0, 0) && world.sample({&middle_m, 1}, sample) &&
            world.is_under_water({middle_m.x, middle_m.y, 0.0}) &&
            world.ray_cast({0.0, 0.0, 10.0 * info.reference_depth_m + 1.0}, {0.3, 0.2, -1.0}, 1e6);
        if (!is_answered) fail("a question about the water was not answered");
        if (info.has_maps && !world.field("max_speed")) fail("no field max_speed");
        if (look == kMiddle && desc_.seed % kPicturesOf == 0) draw(world, info);
    }

    void draw(const World& world, const WorldInfo& info) {
        const auto level = world.field("level");
        if (!level) return fail("no field level");
        const auto cells = std::size_t(info.nx) * std::size_t(info.ny);
        const auto drawn =
            io::write_map(desc_.folder / "level.png", {.values = {level.value().data, cells},
                                                       .nx = info.nx,
                                                       .ny = info.ny,
                                                       .width_m = info.size_m.x,
                                                       .height_m = info.size_m.y});
        if (!drawn) fail("picture: " + drawn.error().message);
    }

    /// Rows, fields, snapshots, frames and a picture change nothing.
    void run_with_outputs() {
        constexpr const char* kRun = "three threads, best loops, with outputs";
        auto made = world(3, isas_.front());
        if (!made) return fail(std::string(kRun) + ": " + made.error().message);
        World& water = made.value();
        const std::array<Vec2, 2> points_m = {Vec2{0.3 * water.info().size_m.x, 0.0},
                                              Vec2{water.info().size_m.x, 0.0}};
        Result<StepReport> ran = StepReport{};
        RunRows rows;
        for (int k = 1; k <= kLooks && ran; ++k) {
            constexpr std::array<std::string_view, 2> kSnapshot = {"level", "u"};
            if (!water.begin_snapshot(kSnapshot)) fail("no snapshot");
            ran = water.run_to({.end_s = duration_s_,
                                .stop_s = k < kLooks ? duration_s_ * k / kLooks : duration_s_,
                                .points_m = points_m,
                                .row_every_s = duration_s_ / kRows},
                               &rows);
            if (!water.snapshot("level")) fail("no level in the snapshot");
            look(water, k);
            if (ran && k == kMiddle) save(water, ran, kRun);
        }
        compare(state_of(water, ran, kRun), end_, kRun);
        took_bytes_[1] = double(water.info().memory.total());
    }

    void save(const World& world, const Result<StepReport>& ran, const char* run) {
        middle_ = state_of(world, ran, run);
        auto saved = world.save_to_memory();
        if (!saved) return fail("checkpoint: " + saved.error().message);
        checkpoint_ = std::move(saved.value());
    }

    /// From the checkpoint of the middle to the same end.
    void resume() {
        constexpr const char* kRun = "two threads, other loops, resumed";
        auto made = world(2, isas_[isas_.size() / 2]);
        if (!made) return fail(std::string(kRun) + ": " + made.error().message);
        World& water = made.value();
        if (const auto restored = water.restore_from_memory(checkpoint_); !restored)
            return fail(std::string(kRun) + ": " + restored.error().message);
        compare(state_of(water, StepReport{}, kRun), middle_, "restored");
        if (const auto again = water.save_to_memory(); !again || again.value() != checkpoint_)
            fail("restored and saved again it is another checkpoint");
        compare(state_of(water, water.run_to({.end_s = duration_s_}), kRun), end_, kRun);
        // Nothing of the later half may be left in a world that goes back to the middle.
        constexpr const char* kAgain = "two threads, resumed once more in the same world";
        if (const auto restored = water.restore_from_memory(checkpoint_); !restored)
            return fail(std::string(kAgain) + ": " + restored.error().message);
        compare(state_of(water, water.run_to({.end_s = duration_s_}), kAgain), end_, kAgain);
    }

    void run_on_gpu() {
        constexpr const char* kRun = "GPU";
        auto made = world(1, Isa::Auto, Backend::Cuda);
        // Bodies in some waters are for the CPU, which is said by name.
        if (!made && made.error().code == ErrorCode::Unsupported) return;
        if (!made) return fail(std::string(kRun) + ": " + made.error().message);
        World& water = made.value();
        auto ran =
            water.run_to({.end_s = duration_s_, .stop_s = duration_s_ * kMiddle / double(kLooks)});
        const State middle = state_of(water, ran, kRun);
        if (!checkpoint_.empty()) compare(middle, middle_, "GPU, in the middle");
        if (ran) ran = water.run_to({.end_s = duration_s_});
        compare(state_of(water, ran, kRun), end_, kRun);
        if (checkpoint_.empty()) return;
        if (const auto restored = water.restore_from_memory(checkpoint_); !restored)
            return fail("GPU, resumed: " + restored.error().message);
        compare(state_of(water, water.run_to({.end_s = duration_s_}), kRun), end_, "GPU, resumed");
    }

    /// What `tarn check` says that a run takes is a range, since nobody knows how much of what acts
    /// on the water comes together. So are runs: rows and stops cut what is collected.
    double memory_ratio(const WorldInfo& info) const {
        const double cells = double(info.nx) * info.ny * info.nz;
        const double least = double(info.memory.total()) + kReaderBytes * cells;
        const double most = least + (info.model == "shallow" ? cli::acting_bytes(cells) : 0.0);
        const auto [smaller, larger] = std::minmax(took_bytes_[0], took_bytes_[1]);
        return least > larger ? least / larger : most < smaller ? most / smaller : 1.0;
    }

    /// What `tarn check` says of steps, memory and time, from a part of the run.
    void estimate() {
        auto made = world(1, Isa::Base);
        if (!made || !end_.diverged.empty()) return;
        constexpr double kLong_s = 60.0;
        const auto cost = cli::estimate_cost(
            made.value(), {.wall_s = kLong_s, .long_wall_s = kLong_s, .share = kTrialShare});
        if (!cost) return fail("estimate: " + cost.error().message);
        verdict_.ratios = {.steps = cost.value().steps / double(end_.steps),
                           .memory = memory_ratio(made.value().info()),
                           .processor = cost.value().wall_s / alone_used_s_};
        const double ratio = verdict_.ratios.memory;
        if (ratio > kPromised || ratio < 1.0 / kPromised)
            fail("the estimate of memory is " + std::to_string(ratio) + " of what the run took");
    }

    static constexpr std::uint64_t kPicturesOf = 8;  ///< scenes: every eighth is drawn
    static constexpr double kRows = 37.0;            ///< of a run with outputs

    TrialDesc desc_;
    std::string json_;
    std::vector<Isa> isas_;
    Verdict verdict_;
    double duration_s_ = 0.0, alone_used_s_ = 0.0;
    State middle_, end_;
    std::vector<std::byte> checkpoint_;
    std::array<double, 2> took_bytes_ = {};  ///< memory of the runs alone and with outputs
};

}  // namespace

std::string scene_of(const TrialDesc& desc) {
    switch (desc.water) {
        case WaterKind::Volume:
            return random_space_scene(desc.seed, desc.folder);
        case WaterKind::Stable:
            return random_stable_scene(desc.seed, desc.folder);
        default:
            return random_whole_scene(desc.seed, desc.folder);
    }
}

Verdict try_scene(const TrialDesc& desc) {
    return SceneTrial(desc).run();
}

}  // namespace tarn::soak
