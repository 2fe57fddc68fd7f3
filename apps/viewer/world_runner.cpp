#include "viewer/world_runner.hpp"

#include "viewer/follow.hpp"

#include <algorithm>
#include <cmath>
#include <new>

namespace tarn::viewer {

Result<WorldRunner> WorldRunner::create(const Recipe& recipe) {
    auto world = World::from_scene(recipe.scene, recipe.options);
    if (!world) return world.error();
    WorldRunner runner;
    if (const auto begun = runner.begin(std::move(world.value()), recipe); !begun)
        return begun.error();
    return runner;
}

/// Takes `world` in place of the present one.
Result<void> WorldRunner::begin(World world, const Recipe& recipe) {
    const auto frame = world.frame();
    if (!frame) return frame.error();
    auto facts = std::make_shared<WorldFacts>();
    facts->number = facts_ ? facts_->number + 1 : 1;
    facts->recipe = recipe;
    facts->info = world.info();
    const auto live = world.settings();
    if (!live) return live.error();
    facts->live = live.value();
    facts->frame = frame.value();
    // Views of the world's memory do not outlive a step.
    facts->take_ground(frame.value().ground);
    facts->frame.bodies = {};
    facts->frame.drops = {};
    facts->frame.foam = {};
    for (FieldView* view : {&facts->frame.water.level, &facts->frame.water.level_before,
                            &facts->frame.water.u, &facts->frame.water.v})
        *view = {};
    facts->frame.water.device_level = {};
    facts->frame.water.volume.fill = facts->frame.water.volume.speed = {};
    facts->frame.water.volume.dye = {};
    std::span<const std::uint8_t>& solid = facts->frame.water.volume.solid;
    facts->solid_cells.assign(solid.begin(), solid.end());
    solid = facts->solid_cells;

    world_ = std::make_shared<World>(std::move(world));
    facts_ = std::move(facts);
    is_pressing_ = false;
    grip_.reset();
    toys_ = 0;
    origin_m_ = facts_->info.origin_m;
    level_ = level_before_ = {};
    gpu_levels_ = {};
    written_.reset();
    vitals_.is_stopped = false;
    vitals_.message.clear();
    measure({});
    return {};
}

void WorldRunner::obey(const Command& command) {
    Result<void> done;
    try {
        done = std::visit([this](const auto& c) { return apply(c); }, command);
    } catch (const std::bad_alloc&) {
        done = Error{ErrorCode::OutOfMemory, "not enough memory; use fewer cells"};
    }
    // What comes with every picture does not take away what another command said.
    const bool is_frequent = std::holds_alternative<PressFinger>(command) ||
                             std::holds_alternative<PullBody>(command) ||
                             std::holds_alternative<SteerBody>(command);
    if (!done)
        vitals_.message = done.error().message;
    else if (!vitals_.is_stopped && !is_frequent)
        vitals_.message.clear();
}

/// Where in the window a ray over the sea meets the water, or the place that was guessed.
Vec2 WorldRunner::aimed(Vec2 at_m, const std::optional<Ray>& aim) const {
    constexpr double kFar_m = 1e6;
    if (!aim) return in_window(at_m);
    const Vec2 from = in_window({aim->origin_m.x, aim->origin_m.y});
    const auto hit = world_->ray_cast({from.x, from.y, aim->origin_m.z}, aim->direction, kFar_m);
    if (!hit || !hit.value().is_hit) return in_window(at_m);
    return {hit.value().point_m.x, hit.value().point_m.y};
}

Result<void> WorldRunner::apply(const AddDrop& c) {
    DropDesc desc = c.desc;
    desc.at_m = aimed(desc.at_m, c.aim);
    return world_->add_drop(desc);
}

Result<void> WorldRunner::apply(const PressFinger& c) {
    is_pressing_ = true;
    PressDesc desc = c.desc;
    desc.at_m = aimed(desc.at_m, c.aim);
    finger_m_ = {desc.at_m.x + origin_m_.x, desc.at_m.y + origin_m_.y};
    return world_->press(c.id, desc);
}

Result<void> WorldRunner::apply(const LiftFinger& c) {
    if (!is_pressing_) return {};  // pressed into a world or a place that is gone
    is_pressing_ = false;
    return world_->release(c.id);
}

/// The highest water around a place in the window, and the ground where that is dry.
double WorldRunner::level_around(Vec2 at_m, double radius_m) const {
    constexpr int kSide = 7;
    std::vector<Vec2> points;
    for (int k = 0; k < kSide * kSide; ++k) {
        const double x = 2.0 * (k % kSide) / (kSide - 1) - 1.0;
        const double y = 2.0 * (k / kSide) / (kSide - 1) - 1.0;
        points.push_back({at_m.x + radius_m * x, at_m.y + radius_m * y});
    }
    std::vector<Sample> samples(points.size());
    if (const auto sampled = world_->sample(points, samples); !sampled)
        return facts_->info.still_level_m;
    double highest_m = double(samples.front().level_m);
    for (const Sample& sample : samples) highest_m = std::max(highest_m, double(sample.level_m));
    return highest_m;
}

Result<void> WorldRunner::apply(const AddToy& c) {
    const auto add = [&] {
        const Vec2 at = aimed(c.at_m, c.aim);
        const double depth_m = toy_depth_m(c.click, c.size_m);
        // Above the waves, by as much as it is high, and below the lid of a box.
        double z_m = level_around(at, 2.0 * depth_m) + depth_m + c.size_m;
        if (facts_->is_in_space()) z_m = std::min(z_m, facts_->info.height_m - depth_m);
        return world_->add_body(toy_json(c.click, c.size_m, {at.x, at.y, z_m}, toys_));
    };
    auto added = add();
    if (!added && added.error().code == ErrorCode::Unsupported) {
        if (const auto begun = begin_with_bodies(c.recipe); !begun) return begun;
        added = add();
    }
    if (!added) return added.error();
    ++toys_;
    return {};
}

/// Wind, rain and the like stay as they were set.
Result<void> WorldRunner::begin_with_bodies(Recipe recipe) {
    const auto live = world_->settings();
    if (!live) return live.error();
    recipe.options.set.emplace_back("more_bodies=true");
    if (const auto begun = apply(Load{std::move(recipe)}); !begun) return begun;
    return world_->set(live.value());
}

Result<void> WorldRunner::apply(const GrabBody& c) {
    if (c.world != facts_->number) return {};
    const auto body = world_->body(c.body);
    if (!body) return body.error();
    if (const auto gone = apply(LetGo{}); !gone) return gone;
    grip_.emplace(c.body, body.value(), c.at_m);
    return {};
}

Result<void> WorldRunner::apply(const PullBody& c) {
    if (c.world == facts_->number && grip_) grip_->pull_to(c.to_m);
    return {};
}

Result<void> WorldRunner::apply(const SteerBody& c) {
    return c.world == facts_->number ? world_->set_body_helm(c.body, c.helm) : Result<void>();
}

Result<void> WorldRunner::apply(const LetGo&) {
    if (!grip_) return {};
    const int body = grip_->body();
    grip_.reset();
    return world_->set_body_force(body, {}, {});
}

/// The force of the hand, for the next step.
Result<void> WorldRunner::pull() {
    if (!grip_) return {};
    const auto body = world_->body(grip_->body());
    if (!body) return body.error();
    return world_->set_body_force(grip_->body(),
                                  grip_->force_n(body.value(), facts_->info.gravity_m_per_s2),
                                  grip_->held_m(body.value()));
}

Result<void> WorldRunner::apply(const SetSpeed& c) {
    if (!std::isfinite(c.times_real_time))
        return Error{ErrorCode::InvalidArgument, "the speed is not a number"};
    vitals_.speed = std::clamp(c.times_real_time, kSlowest, kFastest);
    return {};
}

Result<void> WorldRunner::apply(const SetPaused& c) {
    vitals_.is_paused = c.is_paused;
    if (c.is_paused) vitals_.rates = {};
    return {};
}

Result<void> WorldRunner::apply(const StepOnce&) {
    if (!vitals_.is_stopped) step(kStep_s);
    return apply(SetPaused{true});
}

Result<void> WorldRunner::apply(const Load& c) {
    auto world = World::from_scene(c.recipe.scene, c.recipe.options);
    if (!world) return world.error();
    return begin(std::move(world.value()), c.recipe);
}

Result<void> WorldRunner::apply(const WantVelocity& c) {
    wants_velocity_ = c.is_wanted;
    return {};
}

Result<void> WorldRunner::apply(const KeepInMiddle& c) {
    if (c.world != facts_->number) return {};
    WaterView water = facts_->frame.water;
    water.origin_m = origin_m_;
    const CellShift shift = shift_to_middle(water, c.at_m);
    if (!shift.any()) return {};
    if (const auto shifted = world_->shift_window(shift.di, shift.dj); !shifted)
        return shifted.error();
    origin_m_ = world_->info().origin_m;
    // The level before, which the next state is blended with, moves along; on a GPU the next state
    // stands alone.
    if (!level_.host.empty()) shift_field(level_.host, water, shift, float(water.still_level_m));
    level_.gpu.reset();
    const Vec2 finger = in_window(finger_m_), size = facts_->info.size_m;
    if (finger.x < 0.0 || finger.y < 0.0 || finger.x > size.x || finger.y > size.y)
        is_pressing_ = false;
    return {};
}

std::int64_t WorldRunner::cells() const {
    return std::int64_t(facts_->info.nx) * facts_->info.ny * facts_->info.nz;
}

int WorldRunner::step(double seconds) {
    if (const auto pulled = pull(); !pulled) {
        stop(pulled.error());
        return 0;
    }
    const auto report = world_->step(seconds);
    if (report) return report.value().steps_now;
    stop(report.error());
    return 0;
}

void WorldRunner::stop(const Error& error) {
    vitals_.is_stopped = true;
    vitals_.rates = {};
    vitals_.message = error.message;
}

void WorldRunner::measure(const Rates& rates) {
    vitals_.rates = rates;
    if (const auto statistics = world_->statistics()) vitals_.statistics = statistics.value();
}

void WorldRunner::read(const char* field, std::vector<float>& out) const {
    const auto view = world_->field(field);
    if (!view) return;  // of a lost GPU: the last state that was read stays
    const FieldView& f = view.value();
    out.resize(std::size_t(f.nx) * std::size_t(f.ny) * std::size_t(f.nz));
    for (int row = 0; row < f.ny * f.nz; ++row)
        std::copy_n(f.data + row / f.ny * f.layer_stride + row % f.ny * f.row_stride, f.nx,
                    out.begin() + std::ptrdiff_t(row) * f.nx);
}

/// The cells of water in space, and how fast they are where that is shown.
void WorldRunner::write_cells(WaterState& out) const {
    read("fill", out.fill);
    read("dye", out.dye);  // there may be none
    out.speed_m_per_s.clear();
    if (!wants_velocity_) return;
    std::vector<float> part;
    for (const char* name : {"u", "v", "w"}) {
        read(name, part);
        out.speed_m_per_s.resize(part.size());
        for (std::size_t n = 0; n < part.size(); ++n) out.speed_m_per_s[n] += part[n] * part[n];
    }
    for (float& speed : out.speed_m_per_s) speed = std::sqrt(speed);
}

void WorldRunner::write_bodies(WaterState& out) const {
    out.bodies_now.resize(std::size_t(world_->body_count()));
    out.hold.reset();
    for (std::size_t k = 0; k < out.bodies_now.size(); ++k) {
        auto report = world_->body(int(k));
        const auto helm = world_->body_helm(int(k));
        if (!report || !helm) continue;
        if (grip_ && grip_->body() == int(k))
            out.hold = Hold{grip_->held_m(report.value()), grip_->hand_m()};
        out.bodies_now[k] = {std::move(report.value()), helm.value()};
    }
}

/// Into a buffer that nobody looks at.
Result<void> WorldRunner::read_gpu_level() {
    for (std::size_t slot = 0; slot < gpu_levels_.size(); ++slot) {
        std::shared_ptr<GpuLevel>& level = gpu_levels_[slot];
        if (level && level.use_count() > 1) continue;
        const auto view = world_->device_snapshot("level", int(slot));
        if (!view) return view.error();
        level = std::make_shared<GpuLevel>(GpuLevel{world_, view.value()});
        level_.gpu = level;
        level_.host.clear();
        return {};
    }
    return Error{ErrorCode::Busy, "somebody looks at every level on the GPU"};
}

void WorldRunner::read_level() {
    if (facts_->info.backend == "cuda") {
        const auto done = read_gpu_level();
        // Of a lost GPU the last level stays; where memory is short the host has some.
        if (done || done.error().code == ErrorCode::DeviceLost) return;
        level_.gpu = nullptr;
    }
    read("level", level_.host);
}

void WorldRunner::write_levels(WaterState& out) {
    const bool is_first = level_.is_empty();
    const bool has_moved = world_->time_s() != time_s_;
    if (!is_first && has_moved) {
        std::swap(level_, level_before_);
        time_before_s_ = time_s_;
    }
    read_level();
    time_s_ = world_->time_s();
    if (is_first || !has_moved) {
        // Water that changed while time stood still appears at once.
        level_before_ = level_;
        time_before_s_ = time_s_;
    }
    out.origin_m = origin_m_;
    out.level = level_.host;
    out.level_before = level_before_.host;
    out.gpu_level = level_.gpu;
    out.gpu_level_before = level_before_.gpu;
    out.time_s = time_s_;
    out.time_before_s = time_before_s_;
}

void WorldRunner::write(WaterState& out, Clock::time_point now) {
    constexpr double kLongest_s = 0.25;  // between two states that are shown as a movement
    write_levels(out);
    out.u.clear();
    out.v.clear();
    out.fill.clear();
    out.dye.clear();
    out.foam.clear();
    out.bubbles.clear();
    if (facts_->info.has_spray) {
        read("foam", out.foam);
        read("bubbles", out.bubbles);
    }
    out.speed_m_per_s.clear();
    if (facts_->is_in_space()) {
        write_cells(out);
    } else if (wants_velocity_ || facts_->info.has_spray) {  // which foam goes with
        read("u", out.u);
        read("v", out.v);
    }
    if (const auto frame = world_->frame()) {
        out.bodies.assign(frame.value().bodies.begin(), frame.value().bodies.end());
        write_bodies(out);
        out.drops.assign(frame.value().drops.begin(), frame.value().drops.end());
        out.world = world_;
        const GroundView& ground = frame.value().ground;
        if (ground.revision != facts_->frame.ground.revision) {
            // Those who hold the old facts keep the old ground.
            auto facts = std::make_shared<WorldFacts>(*facts_);
            facts->take_ground(ground);
            facts_ = std::move(facts);
        }
        out.ground = facts_->owned(ground);
    }
    out.facts = facts_;
    const double since_s =
        written_ ? std::chrono::duration<double>(now - *written_).count() : kStep_s;
    out.interval_s = std::clamp(since_s, 1e-3, kLongest_s);
    out.published = now;
    out.vitals = vitals_;
    written_ = now;
}

}  // namespace tarn::viewer
