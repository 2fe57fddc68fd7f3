// The part of a checkpoint that belongs to shallow water. Files come from outside: every number is
// looked at before it is used.
#include "scene/describe.hpp"
#include "scene/message.hpp"
#include "scene/settings.hpp"
#include "water/shallow/advance.hpp"
#include "water/shallow/inflow.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace tarn::water {
namespace {

void put_settings(ByteWriter& out, const LiveSettings& s) {
    for (const double value : {s.wind_m_per_s.x, s.wind_m_per_s.y, s.viscosity_m2_per_s,
                               s.manning_s_per_m13, s.drag, s.coriolis_per_s})
        out.put(value);
    for (const std::optional<double>& value : s.inflow) {
        out.put(std::uint8_t(value.has_value()));
        out.put(value.value_or(0.0));
    }
}

LiveSettings get_settings(ByteReader& in) {
    LiveSettings s;
    for (double* value : {&s.wind_m_per_s.x, &s.wind_m_per_s.y, &s.viscosity_m2_per_s,
                          &s.manning_s_per_m13, &s.drag, &s.coriolis_per_s})
        *value = in.get<double>();
    for (std::optional<double>& value : s.inflow) {
        const bool is_held = in.get<std::uint8_t>() != 0;
        const double held = in.get<double>();
        if (is_held) value = held;
    }
    return s;
}

void put_pace(ByteWriter& out, const Pace& pace) {
    for (const double value : {pace.start_s, pace.span_s, pace.end_s}) out.put(value);
    out.put(pace.first);
    for (const int value : {pace.parts, pace.limit, pace.taken}) out.put(value);
    out.put(std::uint8_t(pace.repeats));
}

Error damaged() {
    return {ErrorCode::InvalidArgument, "is damaged or cut short; use another checkpoint"};
}

Error impossible(const std::string& what) {
    return {ErrorCode::InvalidArgument,
            "holds " + what + ", which no run of this scene has; use another checkpoint"};
}

Error not_this(const std::string& what) {
    return {ErrorCode::InvalidArgument,
            "was saved " + what + "; restore it into the scene it came from"};
}

std::vector<float> floats_of(std::string_view bytes) {
    std::vector<float> values(bytes.size() / sizeof(float));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

bool are_within(std::span<const float> values, double low, double high) {
    return std::ranges::all_of(
        values, [=](float value) { return double(value) >= low && double(value) <= high; });
}

}  // namespace

/// What a checkpoint says of an edge.
struct SavedEdge {
    Boundary kind = Boundary::Wall;
    bool is_given = true;  ///< as the scene says, with what drives it
};

struct ShallowWater::Saved {
    double step_s = 0.0;
    Pace pace;
    double flow_part = 1.0;
    std::array<SavedEdge, 4> edges = {};
    LiveSettings settings;
    std::string_view state, extremes;
    Bed bed;
    std::vector<std::uint8_t> solid;
};

void ShallowWater::save(ByteWriter& out) const {
    const shallow::Units& units = solver_->units();
    out.put_block(home_.row->scheme);
    out.put(p_.grid.nx);
    out.put(p_.grid.ny);
    out.put(int(precision_of(p_.scene.water)));
    out.put(p_.grid.cell_m);
    out.put(units.depth_m);
    out.put(units.step_s);
    put_pace(out, pace_);
    out.put(flow_part_);
    for (std::size_t e = 0; e < 4; ++e) {
        out.put(int(boundary(Edge(e))));
        out.put(std::uint8_t(is_edge_given_[e]));
    }
    put_settings(out, settings());
    out.put_block(solver_->save());
    // The ground as readers see it; the solver keeps its own with the water.
    const FieldView heights = bed_.view();
    const std::size_t count = heights.data ? p_.grid.cell_count() : 0;
    out.put(bed_.hash());
    out.put_block({reinterpret_cast<const char*>(heights.data), count * sizeof(float)});
    const std::vector<std::uint8_t>& solid = solids_.cells();
    out.put_block({reinterpret_cast<const char*>(solid.data()), solid.size()});
    out.put_block(solver_->save_extremes());
}

/// What must be the same: the world has compared the scenes, so this is about the water itself.
Result<void> ShallowWater::check_header(ByteReader& in, const RestoreDesc& desc) const {
    const std::string scheme(in.get_block());
    const int nx = in.get<int>(), ny = in.get<int>(), precision = in.get<int>();
    const double cell_m = in.get<double>(), depth_m = in.get<double>();
    if (!in.ok() || scheme != home_.row->scheme || nx != p_.grid.nx || ny != p_.grid.ny ||
        precision != int(precision_of(p_.scene.water)) || cell_m != p_.grid.cell_m)
        return damaged();
    // On dry ground the reference depth follows from what is to come: inflow, rain and duration.
    // Where depths are in metres the water may go on with another.
    const double here_m = solver_->units().depth_m;
    const bool can_differ = follows_flow() && desc.differences.is_any();
    if (depth_m == here_m || (can_differ && std::isfinite(depth_m))) return {};
    return not_this("with the reference depth " + scene::number_text(depth_m) +
                    " m, and that of the scene is " + scene::number_text(here_m) + " m");
}

/// Longer steps are never taken in a scheme whose step does not follow the flow.
double ShallowWater::longest_step_by_waves_s() const {
    shallow::SolverDesc thin;
    thin.cell_m = p_.grid.cell_m;
    thin.gravity_m_per_s2 = p_.scene.water.gravity_m_per_s2;
    thin.viscosity = {0.0, std::nullopt};
    return std::max(longest_step_s(thin, p_.deepest_m, p_.fastest_m_per_s),
                    p_.scene.water.time_step_s.value_or(0.0));
}

Result<void> ShallowWater::check_clock(const ClockReading& clock) const {
    // Ticks that a double still tells apart.
    const double latest_s = std::min(kMaxTime_s, tick_s_ * 0x1p50);
    if (!(clock.time_s >= 0.0 && clock.time_s <= latest_s))
        return impossible("the time " + scene::number_text(clock.time_s) + " s");
    // Less than one step, up to rounding.
    constexpr double kSlack = 1e-6;
    if (!(clock.lag_s >= -kSlack * tick_s_ && clock.lag_s <= (1.0 + kSlack) * tick_s_))
        return impossible("a lag of " + scene::number_text(clock.lag_s) + " s");
    constexpr std::int64_t kMostSteps = std::int64_t{1} << 53;
    if (clock.steps < 0 || clock.steps > kMostSteps)
        return impossible(std::to_string(clock.steps) + " steps");
    return {};
}

/// Neither longer nor shorter than the steps that this water chooses.
bool ShallowWater::has_usual_steps(const Pace& pace) const {
    constexpr int kMostBeforeAChoice = 16;
    if (p_.scene.water.time_step_s) return pace.parts == 1;
    if (follows_flow()) return pace.limit <= kMostBeforeAChoice;
    return pace.step_s() >= 0.5 * shortest_step_s() &&
           pace.step_s() <= (1.0 + 1e-6) * longest_step_by_waves_s();
}

/// A pace as one could be in force at `time_s`, or none.
Pace ShallowWater::read_pace(ByteReader& in, double time_s) const {
    constexpr int kMostParts = 1 << 24;
    constexpr std::int64_t kMostSpans = std::int64_t{1} << 53;
    Pace pace;
    for (double* value : {&pace.start_s, &pace.span_s, &pace.end_s}) *value = in.get<double>();
    pace.first = in.get<std::int64_t>();
    for (int* value : {&pace.parts, &pace.limit, &pace.taken}) *value = in.get<int>();
    pace.repeats = in.get<std::uint8_t>() != 0;
    const bool is_counted = pace.parts > 0 && pace.parts <= kMostParts && pace.taken >= 0 &&
                            pace.taken <= pace.limit && pace.limit <= pace.parts &&
                            pace.first >= 0 && pace.first <= kMostSpans;
    const bool is_timed = pace.start_s >= 0.0 && pace.start_s <= kMaxTime_s && pace.span_s > 0.0 &&
                          (pace.repeats ? pace.span_s == tick_s_ : pace.span_s <= 3.0 * tick_s_);
    if (!is_counted || !is_timed) return {};
    const double ends_by_s = 1e-3 * pace.span_s + 1e-12 * time_s;  // rounding of sums of steps
    const bool ends_well =
        pace.repeats || std::abs(pace.start_s + pace.span_s - pace.end_s) <= ends_by_s;
    return ends_well && has_usual_steps(pace) && pace.is_in_force(time_s) ? pace : Pace{};
}

/// Reads and checks all of it, and changes nothing.
Result<ShallowWater::Saved> ShallowWater::read_saved(ByteReader& in,
                                                     const RestoreDesc& desc) const {
    if (const auto ok = check_header(in, desc); !ok) return ok.error();
    Saved saved;
    saved.step_s = in.get<double>();
    saved.pace = read_pace(in, desc.clock.time_s);
    saved.flow_part = in.get<double>();
    // Steps of another scene have another length.
    if (desc.differences.is_any()) {
        saved.pace = {};
        saved.flow_part = 1.0;
    }
    bool are_edges = true;
    for (SavedEdge& edge : saved.edges) {
        const int kind = in.get<int>();
        are_edges &= kind >= 0 && kind <= int(Boundary::Outflow) &&
                     (kind != int(Boundary::Outflow) || home_.row->can_let_out);
        edge = {Boundary(kind), in.get<std::uint8_t>() != 0};
    }
    for (std::size_t e = 0; e < 4; ++e)
        are_edges &= (saved.edges[e].kind == Boundary::Periodic) ==
                     (saved.edges[e ^ 1].kind == Boundary::Periodic);
    saved.settings = get_settings(in);
    saved.state = in.get_block();
    const auto bed_hash = in.get<std::uint64_t>();
    const std::string_view heights = in.get_block(), solid = in.get_block();
    saved.extremes = in.get_block();
    const std::size_t count = p_.grid.cell_count();
    const bool fits = are_edges && (heights.empty() || heights.size() == count * sizeof(float)) &&
                      (solid.empty() || solid.size() == count);
    if (!in.ok() || !in.at_end() || !fits || saved.state.size() != solver_->saved_bytes())
        return damaged();
    const double longest_s = follows_flow() ? kMaxTime_s : longest_step_by_waves_s();
    if (!(saved.step_s > 1e-15 * longest_step_by_waves_s()) ||
        !(saved.step_s <= (1.0 + 1e-6) * longest_s))
        return impossible("a step of " + scene::number_text(saved.step_s) + " s");
    if (!(saved.flow_part >= kShortestFlowPart && saved.flow_part <= 1.0))
        return impossible("a share of " + scene::number_text(saved.flow_part) +
                          " of the longest step");
    if (!solver_->can_change_ground() &&
        !std::equal(solid.begin(), solid.end(), solids_.cells().begin(), solids_.cells().end(),
                    [](char a, std::uint8_t b) { return std::uint8_t(a) == b; }))
        return not_this("with other solids");
    if (!solver_->fits(saved.state)) return not_this("from water that started at another level");
    if (!solver_->is_sound(saved.state)) return impossible("depths or speeds");
    if (const auto ok = scene::check_ranges(saved.settings); !ok)
        return impossible("settings of which " + ok.error().message);
    if (const auto ok = check_settings(settings_after(saved, desc)); !ok)
        return not_this("with an inflow that this scene does not have");
    const std::vector<float> heights_m = floats_of(heights);
    if (!are_within(heights_m, -scene::kMaxHeight_m, scene::kMaxHeight_m))
        return impossible("heights of the ground");
    // Depths, squares of speeds, and times of arrival or -1.
    if (!are_within(floats_of(saved.extremes), -1.0, std::numeric_limits<float>::max()))
        return impossible("maps of extremes");
    saved.bed = Bed::restored(p_.grid, p_.scene.water.bed.number, heights_m, bed_hash);
    saved.solid.assign(solid.begin(), solid.end());
    return saved;
}

/// Those of the checkpoint, but what the scene says otherwise.
LiveSettings ShallowWater::settings_after(const Saved& saved, const RestoreDesc& desc) const {
    const scene::Water& water = p_.scene.water;
    const scene::SceneDifferences& differ = desc.differences;
    LiveSettings now = saved.settings;
    if (differ.touch("water.wind"))
        now.wind_m_per_s = {water.wind_m_per_s[0], water.wind_m_per_s[1]};
    if (differ.touch("water.viscosity") || differ.touch("water.tau"))
        now.viscosity_m2_per_s = water.viscosity_m2_per_s;
    if (differ.touch("water.manning")) now.manning_s_per_m13 = water.manning_s_per_m13;
    if (differ.touch("water.drag")) now.drag = water.drag;
    if (differ.touch("water.coriolis")) now.coriolis_per_s = water.coriolis_per_s;
    for (std::size_t e = 0; e < now.inflow.size(); ++e)
        if (differ.touch(std::string("water.edges.") + edge_name(Edge(e)))) now.inflow[e].reset();
    return now;
}

Result<void> ShallowWater::check_saved(ByteReader in, const RestoreDesc& desc) const {
    const auto saved = read_saved(in, desc);
    if (!saved) return saved.error();
    return {};
}

Result<void> ShallowWater::restore(ByteReader& in, const RestoreDesc& desc) {
    auto read = read_saved(in, desc);
    if (!read) return read.error();
    Saved& saved = read.value();
    solver_->set_step(saved.step_s);
    pace_ = saved.pace;
    flow_part_ = saved.flow_part;
    if (saved.settings != settings())
        if (const auto done = set(saved.settings); !done) return done;
    solver_->restore(saved.state);
    // With the water of the checkpoint, so that the state is carried over to another viscosity.
    if (const LiveSettings now = settings_after(saved, desc); now != settings())
        if (const auto done = set(now); !done) return done;
    bed_ = std::move(saved.bed);
    solids_.replace(std::move(saved.solid), p_.scene.water, still_water());
    restore_edges(saved, desc.differences);
    if (const auto done = restore_maps(saved, desc); !done) return done;
    changed();
    if (const auto gone = lost()) return *gone;
    return {};
}

/// Edges that were changed while the water ran, unless the scene says something new about them.
void ShallowWater::restore_edges(const Saved& saved, const scene::SceneDifferences& differ) {
    const auto is_new = [&](std::size_t e) {
        return differ.touch(std::string("water.edges.") + edge_name(Edge(e)));
    };
    for (std::size_t e = 0; e < 4; ++e) {
        const Boundary kind = saved.edges[e].kind;
        solver_->reset_boundary(Edge(e));
        // Periodic edges come in pairs.
        is_edge_given_[e] =
            saved.edges[e].is_given || is_new(e) || (kind == Boundary::Periodic && is_new(e ^ 1));
        if (is_edge_given_[e]) continue;
        // By way of another kind: that ends what drives the edge.
        solver_->set_boundary(Edge(e), kind == Boundary::Wall ? Boundary::Slip : Boundary::Wall);
        solver_->set_boundary(Edge(e), kind);
    }
}

/// A checkpoint of a run without maps, or with maps of another depth of arrival, has no extremes
/// for this one; tracking then starts at the restored time.
Result<void> ShallowWater::restore_maps(const Saved& saved, const RestoreDesc& desc) {
    if (!p_.scene.maps) return {};
    if (!desc.differences.touch("maps") && solver_->restore_extremes(saved.extremes)) return {};
    return solver_->track_extremes(arrival_depth_m_, desc.clock.time_s);
}

}  // namespace tarn::water
