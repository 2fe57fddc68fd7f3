// The rows of shallow water, and how `auto` chooses among them.
#include "water/shallow/schemes.hpp"

#include "base/elementary.hpp"
#include "scene/message.hpp"
#include "water/shallow/shallow_water.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tarn::water {
namespace {

using scene::number_text;

// Where d2q9 is safe: its errors grow with the Froude number and with differences of depth, and it
// becomes unstable near Fr = 1.
constexpr double kSafeFroude = 0.4;
constexpr double kSafeDepthRatio = 0.4;  ///< of the shallowest to the deepest cell
constexpr double kSafeRise = 1.5;        ///< of a drop, in mean depths
constexpr double kSafeWind_m_per_s = 20.0;
/// Its step is that of the deepest place at the start: drops so many times as high are carried
/// [docs/collisions.md].
constexpr double kCarriedRise = 2.0;

/// A setting that only d2q9 knows, and its value; empty: none.
std::string lattice_setting(const scene::Scene& scene) {
    const scene::Water& water = scene.water;
    if (water.tau) return "/water/tau is " + number_text(*water.tau);
    if (water.collision != "auto") return "/water/collision is \"" + water.collision + "\"";
    if (water.precision == "half") return "/water/precision is \"half\"";
    if (water.streaming == "in_place") return "/water/streaming is \"in_place\"";
    return "";
}

bool has_drive(const scene::Water& water) {
    return std::any_of(water.edges.begin(), water.edges.end(),
                       [](const scene::EdgeRule& edge) { return edge.drive.has_value(); });
}

bool has_outflow(const scene::Water& water) {
    return std::any_of(water.edges.begin(), water.edges.end(),
                       [](const scene::EdgeRule& edge) { return edge.kind == Boundary::Outflow; });
}

bool changes_ground(const scene::Event& event) {
    return std::holds_alternative<scene::OpenEvent>(event) ||
           std::holds_alternative<scene::CloseEvent>(event) ||
           std::holds_alternative<scene::DigEvent>(event);
}

bool changes_ground(const scene::Scene& scene) {
    return std::any_of(scene.events.begin(), scene.events.end(),
                       [](const scene::Event& event) { return changes_ground(event); });
}

double fastest_m_per_s(const InitialFields& fields) {
    double squared = 0.0;
    const std::vector<float>& v = fields.velocity_m_per_s;
    for (std::size_t k = 0; k + 1 < v.size(); k += 2)
        squared =
            std::max(squared, double(v[k]) * double(v[k]) + double(v[k + 1]) * double(v[k + 1]));
    return std::sqrt(squared);
}

/// How high one drop of the rain stands in its middle: twice its volume over a disc of its radius,
/// or over a cell.
double rain_rise_m(const scene::Scene& scene) {
    if (!scene.rain || !(scene.rain->rate_mm_per_h > 0.0)) return 0.0;
    const double r = scene.rain->drop_radius_m,
                 cell_m = scene.water.size_m[0] / scene.water.cells[0];
    const double drop_m3 = 4.0 / 3.0 * std::numbers::pi * r * r * r;
    return 2.0 * drop_m3 / std::max(cell_m * cell_m, std::numbers::pi * r * r);
}

/// Water so deep that d2q9 may find its step too long.
std::string doubt_about_d2q9(const scene::Scene& scene, const InitialFields& fields) {
    const double most_m = kCarriedRise * fields.deepest_m;
    const std::string remedy = " over water of at most " + number_text(fields.deepest_m) +
                               " m; d2q9 may find its step too long: use scheme fv, or less";
    for (std::size_t k = 0; k < scene.events.size(); ++k)
        if (const auto* drop = std::get_if<scene::DropEvent>(&scene.events[k]))
            if (drop->height_m > most_m)
                return "/events/" + std::to_string(k) + "/drop/height is " +
                       number_text(drop->height_m) + " m" + remedy;
    if (const double rise_m = rain_rise_m(scene); rise_m > most_m)
        return "/rain/drop is " + number_text(scene.rain->drop_radius_m) + " m, which stands " +
               number_text(rise_m) + " m high" + remedy;
    return "";
}

/// Why this water may fall dry or become faster than its waves; empty: it does neither.
std::string danger_for_d2q9(const scene::Scene& scene, const InitialFields& fields) {
    if (has_outflow(scene.water)) return "water leaves through an edge";
    if (has_drive(scene.water)) return "an edge is driven";
    if (changes_ground(scene)) return "the ground changes";
    if (has_bodies(scene)) return "bodies float in it";
    if (scene.water.infiltration_mm_per_h > 0.0) return "water seeps into the bed";
    double shallowest = fields.deepest_m;
    for (std::size_t n = 0; n < fields.depth_m.size(); ++n)
        if (fields.solid.empty() || !fields.solid[n])
            shallowest = std::min(shallowest, fields.depth_m[n]);
    if (!(shallowest > 0.0)) return "there is dry land";
    if (shallowest < kSafeDepthRatio * fields.deepest_m)
        return "the depth goes from " + number_text(shallowest) + " to " +
               number_text(fields.deepest_m) + " m";
    const double wave = std::sqrt(scene.water.gravity_m_per_s2 * shallowest);
    if (const double fastest = fastest_m_per_s(fields); fastest > kSafeFroude * wave)
        return "the water starts at " + number_text(fastest) + " m/s";
    const scene::Point& wind = scene.water.wind_m_per_s;
    if (const double speed = elementary::hypotenuse(wind[0], wind[1]); speed > kSafeWind_m_per_s)
        return "the wind blows at " + number_text(speed) + " m/s";
    for (const scene::Event& event : scene.events)
        if (const auto* set = std::get_if<scene::SetEvent>(&event); set && set->wind_m_per_s)
            if (const double speed =
                    elementary::hypotenuse((*set->wind_m_per_s)[0], (*set->wind_m_per_s)[1]);
                speed > kSafeWind_m_per_s)
                return "the wind will blow at " + number_text(speed) + " m/s";
    for (const scene::Event& event : scene.events)
        if (const auto* drop = std::get_if<scene::DropEvent>(&event))
            if (std::abs(drop->height_m) > kSafeRise * fields.mean_depth_m)
                return "a drop is " + number_text(drop->height_m) + " m high";
    if (const double rise_m = rain_rise_m(scene); rise_m > kSafeRise * fields.mean_depth_m)
        return "a drop of the rain stands " + number_text(rise_m) + " m high";
    return "";
}

/// What d2q9 cannot do, as the scene asks for it; empty: nothing.
std::string beyond_d2q9(const scene::Scene& scene) {
    if (has_outflow(scene.water)) return "/water/edges has an outflow; d2q9 has no such edges";
    if (has_drive(scene.water))
        return "/water/edges has an inflow, waves or a zone; d2q9 cannot drive edges";
    if (changes_ground(scene))
        return "/events has an open, close or dig; d2q9 cannot change its ground";
    if (!scene.bodies.empty()) return "/bodies is not empty; d2q9 carries no bodies";
    if (scene.takes_more_bodies) return "/more_bodies is true; d2q9 carries no bodies";
    return "";
}
std::string beyond_fv(const scene::Scene& scene) {
    const std::string lattice = lattice_setting(scene);
    return lattice.empty() ? "" : lattice + "; the scheme fv has no such thing";
}
std::string avoids_nothing(const scene::Scene&, const InitialFields&) {
    return "";
}

std::size_t d2q9_bytes(const scene::Scene& scene, bool is_in_place) {
    return shallow::expected_bytes(scene.water.cells[0], scene.water.cells[1],
                                   precision_of(scene.water),
                                   {is_in_place, scene.water.bed.varying.has_value()});
}
std::size_t fv_bytes(const scene::Scene& scene, bool) {
    return shallow::expected_fv_bytes(scene.water.cells[0], scene.water.cells[1],
                                      precision_of(scene.water)) +
           (has_bodies(scene)
                ? shallow::expected_hull_bytes(scene.water.cells[0], scene.water.cells[1],
                                               precision_of(scene.water))
                : 0);
}

Error step_too_long(double step_s, const char* why, double most_s) {
    return {ErrorCode::InvalidScene, "/water/time_step is " + std::to_string(step_s) + " s; " +
                                         why + " too fast for it: use at most " +
                                         std::to_string(most_s) + " s"};
}
Result<void> check_d2q9_step(const shallow::SolverDesc& desc, double longest_s) {
    constexpr double kSlack = 1.7;  // of the step that is known to carry steep drops
    if (desc.step_s <= kSlack * longest_s) return {};
    return step_too_long(desc.step_s, "waves cross a cell", longest_s);
}
Result<void> check_fv_step(const shallow::SolverDesc& desc, double) {
    const double viscous_s = shallow::longest_viscous_step_s(desc.cell_m, desc.viscosity.m2_per_s);
    if (desc.step_s <= viscous_s) return {};
    return step_too_long(desc.step_s, "viscosity crosses a cell", viscous_s);
}

using Made = Result<std::unique_ptr<shallow::Solver>>;
Made make_d2q9_on_cpu(const shallow::SolverDesc& desc, const SolverHome& home) {
    return shallow::make_d2q9(desc, home.pool);
}
Made make_d2q9_on_gpu(const shallow::SolverDesc& desc, const SolverHome& home) {
    return shallow::make_d2q9_on_gpu(desc, home.gpu);
}
Made make_fv_on_cpu(const shallow::SolverDesc& desc, const SolverHome& home) {
    return shallow::make_fv(desc, home.pool);
}
Made make_fv_on_gpu(const shallow::SolverDesc& desc, const SolverHome& home) {
    return shallow::make_fv_on_gpu(desc, home.gpu);
}

constexpr Scheme d2q9_row(Backend backend,
                          Made (*make)(const shallow::SolverDesc&, const SolverHome&)) {
    return {.model = "shallow",
            .scheme = "d2q9",
            .backend = backend,
            .about = "lattice Boltzmann, for calm water that stays deep",
            .refuses = beyond_d2q9,
            .avoids = danger_for_d2q9,
            .doubts = doubt_about_d2q9,
            .good_for = "calm water that stays deep",
            .bytes = d2q9_bytes,
            .can_be_in_place = true,
            .needs_bed_where_dry = true,
            .can_let_out = false,
            .can_start_dry = false,
            .check_step = check_d2q9_step,
            .make = make};
}
constexpr Scheme fv_row(Backend backend,
                        Made (*make)(const shallow::SolverDesc&, const SolverHome&)) {
    return {.model = "shallow",
            .scheme = "fv",
            .backend = backend,
            .about = "finite volumes, for any bed and any flow",
            .refuses = beyond_fv,
            .avoids = avoids_nothing,
            .good_for = "any water",
            .bytes = fv_bytes,
            .can_be_in_place = false,
            .needs_bed_where_dry = false,
            .can_let_out = true,
            .can_start_dry = true,
            .can_carry_bodies = backend == Backend::Cpu,
            .check_step = check_fv_step,
            .make = make};
}

constexpr Scheme kRows[] = {
    d2q9_row(Backend::Cpu, make_d2q9_on_cpu), d2q9_row(Backend::Cuda, make_d2q9_on_gpu),
    fv_row(Backend::Cpu, make_fv_on_cpu), fv_row(Backend::Cuda, make_fv_on_gpu)};

/// Of "setting; why not" the setting alone.
std::string setting_of(const std::string& refusal) {
    return refusal.substr(0, refusal.find(';'));
}

/// In words, why `auto` took a row after it had passed over another.
std::string why_taken(const scene::Scene& scene, const Scheme& row,
                      std::span<const Scheme* const> schemes, const std::string& passed_over) {
    if (!passed_over.empty()) return passed_over;
    for (const Scheme* other : schemes)
        if (const std::string refusal = other->refuses(scene); other != &row && !refusal.empty())
            return setting_of(refusal);
    return row.good_for;
}

}  // namespace

std::span<const Scheme> shallow_schemes() {
    return kRows;
}

const Scheme* scheme_on(const Scheme& row, Backend backend, std::span<const Scheme> rows) {
    const auto found = std::ranges::find_if(rows, [&](const Scheme& other) {
        return std::string_view(other.model) == row.model &&
               std::string_view(other.scheme) == row.scheme && other.backend == backend;
    });
    return found == rows.end() ? nullptr : &*found;
}

Result<SchemeChoice> choose_scheme(const scene::Scene& scene, const InitialFields& fields,
                                   std::span<const Scheme> rows) {
    const std::string& named = scene.water.scheme;
    std::vector<const Scheme*> schemes;
    std::string names;
    for (const Scheme& row : rows) {
        if (row.backend != Backend::Cpu || row.model != scene.water.model) continue;
        schemes.push_back(&row);
        names += (names.empty() ? "" : ", ") + std::string(row.scheme);
    }
    if (named != "auto") {
        const auto found =
            std::ranges::find_if(schemes, [&](const Scheme* row) { return row->scheme == named; });
        if (found == schemes.end())
            return Error{ErrorCode::InvalidScene, scene.name + ": /water/scheme is \"" + named +
                                                      "\"; use auto or one of " + names};
        const std::string refusal = (*found)->refuses(scene);
        if (refusal.empty()) return SchemeChoice{*found, ""};
        std::string others;
        for (const Scheme* row : schemes)
            if (row->refuses(scene).empty())
                others += std::string(", or use scheme ") + row->scheme;
        return Error{ErrorCode::InvalidScene,
                     scene.name + ": " + refusal + ": leave it out" + others};
    }
    std::string passed_over, refusals;
    const Scheme* last = nullptr;
    for (const Scheme* row : schemes) {
        const std::string refusal = row->refuses(scene), danger = row->avoids(scene, fields);
        if (refusal.empty() && danger.empty())
            return SchemeChoice{row, why_taken(scene, *row, schemes, passed_over)};
        if (refusal.empty()) last = row;
        if (passed_over.empty()) passed_over = danger.empty() ? setting_of(refusal) : danger;
        if (!refusal.empty()) refusals += (refusals.empty() ? "" : "; ") + refusal;
    }
    // What the others cannot do leaves one that would rather not.
    if (last) return SchemeChoice{last, why_taken(scene, *last, schemes, "")};
    return Error{ErrorCode::InvalidScene,
                 scene.name + ": " + refusals + ": no scheme can do both, leave one of them out"};
}

}  // namespace tarn::water
