#include "world/scheme.hpp"

#include "scene/message.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::world {
namespace {

using scene::number_text;

// Where d2q9 is safe: its errors grow with the Froude number and with differences of depth, and it
// becomes unstable near Fr = 1.
constexpr double kSafeFroude = 0.4;
constexpr double kSafeDepthRatio = 0.4;  ///< of the shallowest to the deepest cell
constexpr double kSafeRise = 1.5;        ///< of a drop, in mean depths
constexpr double kSafeWind_m_per_s = 20.0;

/// A setting that only d2q9 knows, and its value; empty: none.
std::string lattice_setting(const scene::Water& water) {
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

/// Why this water may fall dry or become faster than its waves; empty: it does neither.
std::string danger_for_d2q9(const scene::Scene& scene, const InitialFields& fields) {
    if (has_drive(scene.water)) return "an edge is driven";
    if (changes_ground(scene)) return "the ground changes";
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
    if (const double speed = std::hypot(wind[0], wind[1]); speed > kSafeWind_m_per_s)
        return "the wind blows at " + number_text(speed) + " m/s";
    for (const scene::Event& event : scene.events)
        if (const auto* drop = std::get_if<scene::DropEvent>(&event))
            if (std::abs(drop->height_m) > kSafeRise * fields.mean_depth_m)
                return "a drop is " + number_text(drop->height_m) + " m high";
    return "";
}

}  // namespace

Result<SchemeChoice> choose_scheme(const scene::Scene& scene, const InitialFields& fields) {
    const std::string lattice = lattice_setting(scene.water);
    const auto refuse = [&](const std::string& what, const std::string& remedy) {
        return Error{ErrorCode::InvalidScene, scene.name + ": " + what + "; " + remedy};
    };
    if (scene.water.scheme == "fv") {
        if (!lattice.empty())
            return refuse(lattice, "the scheme fv has no such thing: leave it out or use d2q9");
        return SchemeChoice{Scheme::Fv, ""};
    }
    if (scene.water.scheme == "d2q9" || !lattice.empty()) {
        const std::string remedy =
            ": use scheme fv" + (lattice.empty() ? std::string() : ", without " + lattice);
        if (has_drive(scene.water))
            return refuse("/water/edges has an inflow, waves or a zone",
                          "d2q9 cannot drive edges" + remedy);
        if (changes_ground(scene))
            return refuse("/events has an open, close or dig",
                          "d2q9 cannot change its ground" + remedy);
        return SchemeChoice{Scheme::D2q9, lattice};
    }
    const std::string danger = danger_for_d2q9(scene, fields);
    if (danger.empty()) return SchemeChoice{Scheme::D2q9, "calm water that stays deep"};
    return SchemeChoice{Scheme::Fv, danger};
}

}  // namespace tarn::world
