// The part of a checkpoint that belongs to water in space. Files come from outside: every number is
// looked at before it is used.
#include "scene/describe_words.hpp"
#include "scene/message.hpp"
#include "water/volume/volume_water.hpp"

#include <cmath>

namespace tarn::water {
namespace {

Error damaged() {
    return {ErrorCode::InvalidArgument, "is damaged or cut short; use another checkpoint"};
}

Error impossible(const std::string& what) {
    return {ErrorCode::InvalidArgument,
            "holds " + what + ", which no run of this scene has; use another checkpoint"};
}

}  // namespace

struct VolumeWater::Saved {
    Pace pace;
    double step_s = 0.0;  ///< of the state
    double viscosity_m2_per_s = 0.0;
    std::string_view state;
};

void VolumeWater::save(ByteWriter& out) const {
    out.put_block(p_.scheme);
    for (const int n : p_.grid.cells.n) out.put(n);
    out.put_block(p_.scene.water.precision);
    out.put(p_.grid.cell_m);
    for (const double value : {pace_.start_s, pace_.span_s, pace_.end_s}) out.put(value);
    out.put(pace_.first);
    for (const int value : {pace_.parts, pace_.taken}) out.put(value);
    out.put(std::uint8_t(pace_.repeats));
    out.put(solver_->step_s());
    out.put(solver_->settings().viscosity_m2_per_s);
    out.put_block(solver_->save());
}

Result<void> VolumeWater::check_clock(const ClockReading& clock) const {
    // Steps that a double still tells apart.
    const double latest_s = std::min(kMaxTime_s, pace_.step_s() * 0x1p50);
    if (!(clock.time_s >= 0.0 && clock.time_s <= latest_s))
        return impossible("the time " + scene::number_text(clock.time_s) + " s");
    // Less than one step, up to rounding; a fixed one is as long as a tick.
    constexpr double kSlack = 1e-6;
    if (!(clock.lag_s >= -kSlack * tick_s_ && clock.lag_s <= (1.0 + kSlack) * tick_s_))
        return impossible("a lag of " + scene::number_text(clock.lag_s) + " s");
    constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
    if (clock.steps < 0 || clock.steps > kMostSteps)
        return impossible(std::to_string(clock.steps) + " steps");
    return {};
}

/// The pace that is in force at `time_s`, with steps such as this water takes.
Result<Pace> VolumeWater::read_pace(ByteReader& in, double time_s) const {
    constexpr int kMostParts = 1'000'000'000;
    constexpr std::int64_t kMostSpans = std::int64_t{1} << 53;
    Pace pace;
    for (double* value : {&pace.start_s, &pace.span_s, &pace.end_s}) *value = in.get<double>();
    pace.first = in.get<std::int64_t>();
    for (int* value : {&pace.parts, &pace.taken}) *value = in.get<int>();
    pace.repeats = in.get<std::uint8_t>() != 0;
    pace.limit = pace.parts;
    const bool is_counted = pace.parts > 0 && pace.parts <= kMostParts && pace.taken >= 0 &&
                            pace.taken <= pace.parts && pace.first >= 0 && pace.first <= kMostSpans;
    const bool is_timed = pace.start_s >= 0.0 && pace.start_s <= kMaxTime_s && pace.span_s > 0.0 &&
                          pace.span_s <= kMaxTime_s;
    if (!in.ok() || !is_counted || !is_timed) return impossible("steps");
    const double longest_s = std::max(p_.max_step_s, p_.pace.step_s());
    if (!(pace.step_s() <= (1.0 + 1e-6) * longest_s) || !(pace.step_s() > 0.0))
        return impossible("a step of " + scene::number_text(pace.step_s()) + " s");
    const double ends_by_s = 1e-6 * pace.span_s + 1e-12 * time_s;  // rounding of sums of steps
    if (!pace.repeats && !(std::abs(pace.start_s + pace.span_s - pace.end_s) <= ends_by_s))
        return impossible("steps");
    if (!pace.is_in_force(time_s)) return impossible("steps of another time");
    return pace;
}

/// Reads and checks all of it, and changes nothing.
Result<VolumeWater::Saved> VolumeWater::read_saved(ByteReader& in, const RestoreDesc& desc) const {
    bool is_same = in.get_block() == p_.scheme;
    for (const int n : p_.grid.cells.n) is_same &= in.get<int>() == n;
    is_same &= in.get_block() == p_.scene.water.precision;
    is_same &= in.get<double>() == p_.grid.cell_m;
    if (!in.ok() || !is_same) return damaged();
    Saved saved;
    const auto pace = read_pace(in, desc.clock.time_s);
    if (!pace) return pace.error();
    saved.pace = pace.value();
    saved.step_s = in.get<double>();
    saved.viscosity_m2_per_s = in.get<double>();
    saved.state = in.get_block();
    if (!in.ok() || !in.at_end()) return damaged();
    const double longest_s = std::max(p_.max_step_s, p_.pace.step_s());
    if (!(saved.step_s > 1e-15 * longest_s) || !(saved.step_s <= (1.0 + 1e-6) * longest_s))
        return impossible("a step of " + scene::number_text(saved.step_s) + " s");
    if (!scene::contains(scene::kViscosities, saved.viscosity_m2_per_s))
        return impossible("a viscosity of " + scene::number_text(saved.viscosity_m2_per_s));
    if (!solver_->is_sound(saved.state)) return impossible("water");
    return saved;
}

Result<void> VolumeWater::check_saved(ByteReader in, const RestoreDesc& desc) const {
    const auto saved = read_saved(in, desc);
    if (!saved) return saved.error();
    return {};
}

Result<void> VolumeWater::restore(ByteReader& in, const RestoreDesc& desc) {
    const auto read = read_saved(in, desc);
    if (!read) return read.error();
    const Saved& saved = read.value();
    pace_ = saved.pace;
    solver_->set_step(saved.step_s);
    volume::Settings settings = solver_->settings();
    settings.viscosity_m2_per_s = saved.viscosity_m2_per_s;
    solver_->set(settings);
    if (!solver_->restore(saved.state)) return damaged();
    const scene::SceneDifferences& differ = desc.differences;
    if (differ.touch("water.viscosity") || differ.touch("water.tau")) {
        settings.viscosity_m2_per_s = p_.scene.water.viscosity_m2_per_s;
        solver_->set(settings);
    }
    if (differ.touch("water.time_step")) start_new_ticks(desc.clock.time_s);
    changed();
    if (const auto gone = lost()) return *gone;
    return {};
}

}  // namespace tarn::water
