#include "water/shallow/drives.hpp"

#include "base/elementary.hpp"
#include "solver/shallow/edge_means.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::water {
namespace {

using shallow::Drive;
using shallow::DriveValue;

Drive kind_of(const scene::Waves& waves) {
    return waves.kind == scene::WaveKind::Piston ? Drive::Piston : Drive::Waves;
}

/// The start of the water as a solver is told it, as far as its edges are concerned.
shallow::SolverDesc start_of(const scene::Scene& scene, const InitialFields& fields) {
    shallow::SolverDesc start;
    start.nx = scene.water.cells[0];
    start.ny = scene.water.cells[1];
    start.flat_bed_m = scene.water.bed.number;
    start.bed_m = fields.bed_m;
    start.depth_m = fields.depth_m;
    return start;
}

// Waves higher than the water is deep have no velocity of their own in shallow water.
constexpr double kLeastDepth = 0.1;

/// Mean of |sin|^power over a period: Gamma((p + 1)/2) / (sqrt(pi) Gamma(p/2 + 1)).
double mean_of_train(double power) {
    return elementary::gamma(0.5 * (power + 1.0)) /
           (std::sqrt(std::numbers::pi) * elementary::gamma(0.5 * power + 1.0));
}

}  // namespace

Drives::Drives(const scene::Scene& scene, const Inflows& inflows, const InitialFields& fields)
    : gravity_m_per_s2_(scene.water.gravity_m_per_s2),
      cell_m_(scene.water.size_m[0] / scene.water.cells[0]) {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
        Edge& edge = edges_[e];
        const shallow::EdgeMeans still = edge_means(start_of(scene, fields), tarn::Edge(e));
        edge.still_m = still.is_dry ? fields.mean_level_m : still.level_m;
        edge.depth_m = still.is_dry ? fields.mean_depth_m : still.depth_m;
        if (const double zone_m = scene.water.edges[e].zone_m(); zone_m > 0.0)
            edge.zone_cells = std::max(1, int(std::lround(zone_m / cell_m_)));
        if (inflows[e]) {
            edge.kind = inflows[e]->by == Inflow::By::Level ? Drive::Level : Drive::Discharge;
            edge.series = inflows[e]->values;
        } else if (const scene::Waves* waves = scene.water.edges[e].waves()) {
            edge.kind = kind_of(*waves);
            edge.waves = *waves;
        }
    }
}

bool Drives::is_any() const {
    return std::any_of(edges_.begin(), edges_.end(),
                       [](const Edge& edge) { return edge.kind != Drive::None; });
}

std::array<Drive, 4> Drives::kinds() const {
    std::array<Drive, 4> kinds = {};
    for (std::size_t e = 0; e < kinds.size(); ++e) kinds[e] = edges_[e].kind;
    return kinds;
}

std::array<DriveValue, 4> Drives::of_step(double begin_s, double step_s) const {
    std::array<DriveValue, 4> values = {};
    for (std::size_t e = 0; e < values.size(); ++e) {
        const Edge& edge = edges_[e];
        if (edge.kind == Drive::Discharge && !held_[e])
            values[e].discharge_m3_per_s = edge.series->mean(begin_s, step_s);
        else
            values[e] = value(e, begin_s + 0.5 * step_s);
    }
    return values;
}

std::array<int, 4> Drives::zone_cells() const {
    std::array<int, 4> cells = {};
    for (std::size_t e = 0; e < cells.size(); ++e) cells[e] = edges_[e].zone_cells;
    return cells;
}

void Drives::add_zones(double time_s, std::vector<DriveValue>& values) const {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
        const Edge& edge = edges_[e];
        if (edge.kind == Drive::None) continue;
        const double later_s = edge.kind == Drive::Waves ? cell_m_ / way_m_per_s(edge) : 0.0;
        for (int k = 0; k < edge.zone_cells; ++k)
            values.push_back(value(e, time_s - (k + 0.5) * later_s));
    }
}

double Drives::way_m_per_s(const Edge& edge) const {
    const scene::Waves& w = edge.waves;
    if (w.kind == scene::WaveKind::Train && w.length_m) return *w.length_m / w.period_s;
    return std::sqrt(gravity_m_per_s2_ * edge.depth_m);
}

std::vector<InflowInfo> Drives::inflows() const {
    std::vector<InflowInfo> found;
    for (std::size_t e = 0; e < edges_.size(); ++e)
        if (const auto& series = edges_[e].series)
            found.push_back({.edge = tarn::Edge(e),
                             .is_level = edges_[e].kind == Drive::Level,
                             .value = held_[e].value_or(series->at(0.0))});
    return found;
}

DriveValue Drives::value(std::size_t e, double time_s) const {
    constexpr double kPi = std::numbers::pi;
    const Edge& edge = edges_[e];
    const scene::Waves& w = edge.waves;
    if (edge.kind == Drive::None) return {};
    const double given = held_[e] ? *held_[e] : edge.series ? edge.series->at(time_s) : 0.0;
    if (edge.kind == Drive::Level) return {.level_m = given};
    if (edge.kind == Drive::Discharge) return {.discharge_m3_per_s = given};
    const double since_s = std::max(0.0, time_s);  // before the first wave the water is still
    const double grown = w.ramp_s > 0.0 ? std::min(1.0, since_s / w.ramp_s) : 1.0;
    const double phase = kPi * since_s / w.period_s, height = grown * w.height_m;
    if (w.kind == scene::WaveKind::Train) {
        const double power = w.power.value_or(scene::kTrainPower);
        const double crest = height * elementary::power(std::abs(elementary::sine(phase)), power);
        // Crests alone would pump the basin full: the troughs between them lie below the still
        // level by the mean of the crests.
        const double rise = crest - height * mean_of_train(power);
        return {.level_m = edge.still_m + rise,
                .inward_m_per_s = way_m_per_s(edge) * rise /
                                  std::max(edge.depth_m + rise, kLeastDepth * edge.depth_m)};
    }
    // In shallow water the level moves with the velocity, and a piston with the water.
    const double rise = 0.5 * height * elementary::sine(2.0 * phase);
    return {.level_m = edge.still_m + rise,
            .inward_m_per_s = rise * way_m_per_s(edge) / edge.depth_m};
}

}  // namespace tarn::water
