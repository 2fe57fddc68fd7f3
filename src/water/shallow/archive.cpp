// The part of a checkpoint that belongs to shallow water.
#include "water/shallow/shallow_water.hpp"

#include <cmath>
#include <cstring>
#include <new>

namespace tarn::water {
namespace {

/// Everything about a water that a state depends on, as far as it is a plain number.
struct Header {
    int nx = 0, ny = 0;
    int precision = 0;
    double cell_m = 0.0, depth_m = 0.0;
    std::uint64_t scene_bed_hash = 0;

    bool operator==(const Header&) const = default;
};

void put_text(ByteWriter& out, const std::string& text) {
    out.put_block(text);
}

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

/// A pace as one could be in force, or none.
Pace get_pace(ByteReader& in) {
    Pace pace;
    for (double* value : {&pace.start_s, &pace.span_s, &pace.end_s}) *value = in.get<double>();
    pace.first = in.get<std::int64_t>();
    for (int* value : {&pace.parts, &pace.limit, &pace.taken}) *value = in.get<int>();
    pace.repeats = in.get<std::uint8_t>() != 0;
    const bool is_sound = pace.parts > 0 && pace.taken >= 0 && pace.taken <= pace.limit &&
                          pace.limit <= pace.parts && std::isfinite(pace.start_s) &&
                          std::isfinite(pace.end_s) && std::isfinite(pace.span_s) &&
                          pace.span_s > 0.0;
    return is_sound ? pace : Pace{};
}

Error damaged() {
    return {ErrorCode::InvalidArgument, "is damaged or cut short; use another checkpoint"};
}

}  // namespace

struct ShallowWater::Saved {
    double step_s = 0.0;
    Pace pace;
    std::array<Boundary, 4> edges = {};
    LiveSettings settings;
    std::string_view state, extremes;
    Bed bed;
    std::vector<std::uint8_t> solid;
};

void ShallowWater::save(ByteWriter& out) const {
    put_text(out, home_.row->scheme);
    const shallow::Units& units = solver_->units();
    const Header header = {p_.grid.nx,     p_.grid.ny,    int(precision_of(p_.scene.water)),
                           p_.grid.cell_m, units.depth_m, scene_bed_hash_};
    out.put(header.nx);
    out.put(header.ny);
    out.put(header.precision);
    out.put(header.cell_m);
    out.put(header.depth_m);
    out.put(header.scene_bed_hash);
    out.put(units.step_s);
    put_pace(out, pace_);
    for (int e = 0; e < 4; ++e) out.put(int(boundary(Edge(e))));
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

/// Reads and checks all of it, and changes nothing.
Result<ShallowWater::Saved> ShallowWater::read_saved(ByteReader& in) const {
    const auto not_this = [](const std::string& what) {
        return Error{ErrorCode::InvalidArgument,
                     "was saved " + what + "; restore it into the scene it came from"};
    };
    const std::string scheme(in.get_block());
    if (in.ok() && scheme != home_.row->scheme)
        return not_this("from water of scheme " + scheme.substr(0, 20) + ", and this is " +
                        home_.row->scheme);
    Header header;
    header.nx = in.get<int>();
    header.ny = in.get<int>();
    header.precision = in.get<int>();
    header.cell_m = in.get<double>();
    header.depth_m = in.get<double>();
    header.scene_bed_hash = in.get<std::uint64_t>();
    Header mine = {p_.grid.nx,
                   p_.grid.ny,
                   int(precision_of(p_.scene.water)),
                   p_.grid.cell_m,
                   solver_->units().depth_m,
                   header.scene_bed_hash};
    if (header != mine)
        return not_this("with " + std::to_string(header.nx) + " x " + std::to_string(header.ny) +
                        " cells of another scene or precision");
    if (header.scene_bed_hash != scene_bed_hash_) return not_this("over another bed");

    Saved saved;
    saved.step_s = in.get<double>();
    saved.pace = get_pace(in);
    bool are_edges = true;
    for (Boundary& edge : saved.edges) {
        const int kind = in.get<int>();
        are_edges &= kind >= 0 && kind <= int(Boundary::Outflow);
        edge = Boundary(kind);
    }
    saved.settings = get_settings(in);
    saved.state = in.get_block();
    const auto bed_hash = in.get<std::uint64_t>();
    const std::string_view heights = in.get_block(), solid = in.get_block();
    saved.extremes = in.get_block();
    const std::size_t count = p_.grid.cell_count();
    const bool fits = are_edges && (heights.empty() || heights.size() == count * sizeof(float)) &&
                      (solid.empty() || solid.size() == count);
    if (!in.ok() || !fits || !(saved.step_s > 0.0) || saved.state.size() != solver_->saved_bytes())
        return damaged();
    if (!solver_->can_change_ground() &&
        !std::equal(solid.begin(), solid.end(), solids_.cells().begin(), solids_.cells().end(),
                    [](char a, std::uint8_t b) { return std::uint8_t(a) == b; }))
        return not_this("with other solids");
    if (!solver_->fits(saved.state)) return not_this("from water that started at another level");
    if (const auto ok = check_settings(saved.settings); !ok)
        return not_this("with an inflow that this scene does not have");
    std::vector<float> heights_m(heights.size() / sizeof(float));
    if (!heights.empty()) std::memcpy(heights_m.data(), heights.data(), heights.size());
    saved.bed = Bed::restored(p_.grid, p_.scene.water.bed.number, heights_m, bed_hash);
    saved.solid.assign(solid.begin(), solid.end());
    return saved;
}

Result<void> ShallowWater::check_saved(ByteReader in) const {
    const auto saved = read_saved(in);
    if (!saved) return saved.error();
    return {};
}

Result<void> ShallowWater::restore(ByteReader& in, double time_s) {
    auto read = read_saved(in);
    if (!read) return read.error();
    Saved& saved = read.value();
    solver_->set_step(saved.step_s);
    pace_ = saved.pace;
    if (saved.settings != settings())
        if (const auto done = set(saved.settings); !done) return done;
    solver_->restore(saved.state);
    bed_ = std::move(saved.bed);
    solids_.replace(std::move(saved.solid), p_.scene.water, still_water());
    // A checkpoint of a run without maps has no extremes; tracking then starts at the restored
    // time.
    if (p_.scene.maps && !solver_->restore_extremes(saved.extremes))
        if (const auto started = solver_->track_extremes(arrival_depth_m_, time_s); !started)
            return started;
    for (int e = 0; e < 4; ++e) solver_->set_boundary(Edge(e), saved.edges[std::size_t(e)]);
    changed();
    if (const auto gone = lost()) return *gone;
    return {};
}

}  // namespace tarn::water
