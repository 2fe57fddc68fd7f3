#include "world/drives.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::world {
namespace {

using shallow::Drive;
using shallow::DriveValue;

Drive kind_of(const scene::Waves& waves) {
    return waves.kind == scene::WaveKind::Piston ? Drive::Piston : Drive::Waves;
}

/// Mean level and depth of what is wet along an edge.
struct Still {
    double level_m = 0.0, depth_m = 0.0;
};

Still still_along(const scene::Scene& scene, const InitialFields& fields, int edge) {
    const int nx = scene.water.cells[0], ny = scene.water.cells[1];
    const bool is_x = edge < 2, is_high = edge % 2 == 1;
    double level = 0.0, depth = 0.0;
    int wet = 0;
    for (int k = 0; k < (is_x ? ny : nx); ++k) {
        const int x = is_x ? (is_high ? nx - 1 : 0) : k, y = is_x ? k : (is_high ? ny - 1 : 0);
        const std::size_t n = std::size_t(y) * std::size_t(nx) + std::size_t(x);
        if (!(fields.depth_m[n] > 0.0)) continue;
        depth += fields.depth_m[n];
        level +=
            fields.depth_m[n] + (fields.bed_m.empty() ? scene.water.bed.number : fields.bed_m[n]);
        ++wet;
    }
    if (wet == 0) return {fields.mean_level_m, fields.mean_depth_m};
    return {level / wet, depth / wet};
}

}  // namespace

Drives::Drives(const scene::Scene& scene, const Inflows& inflows, const InitialFields& fields)
    : gravity_m_per_s2_(scene.water.gravity_m_per_s2) {
    for (std::size_t e = 0; e < edges_.size(); ++e) {
        Edge& edge = edges_[e];
        const Still still = still_along(scene, fields, int(e));
        edge.still_m = still.level_m;
        edge.depth_m = still.depth_m;
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

std::array<DriveValue, 4> Drives::at(double time_s) const {
    constexpr double kPi = std::numbers::pi;
    std::array<DriveValue, 4> values = {};
    for (std::size_t e = 0; e < values.size(); ++e) {
        const Edge& edge = edges_[e];
        const scene::Waves& w = edge.waves;
        DriveValue& value = values[e];
        if (edge.kind == Drive::Level) value.level_m = edge.series->at(time_s);
        if (edge.kind == Drive::Discharge) value.discharge_m3_per_s = edge.series->at(time_s);
        if (edge.kind != Drive::Waves && edge.kind != Drive::Piston) continue;
        const double grown = w.ramp_s > 0.0 ? std::min(1.0, time_s / w.ramp_s) : 1.0;
        const double phase = kPi * time_s / w.period_s, height = grown * w.height_m;
        const double speed = std::sqrt(gravity_m_per_s2_ * edge.depth_m);
        if (w.kind == scene::WaveKind::Train) {
            const double crest =
                height * std::pow(std::abs(std::sin(phase)), w.power.value_or(scene::kTrainPower));
            const double way = w.length_m ? *w.length_m / w.period_s : speed;
            value.level_m = edge.still_m + crest;
            value.inward_m_per_s = way * crest / (edge.depth_m + crest);
        } else {
            // In shallow water the level moves with the velocity, and a piston with the water.
            const double rise = 0.5 * height * std::sin(2.0 * phase);
            value.level_m = edge.still_m + rise;
            value.inward_m_per_s = rise * speed / edge.depth_m;
        }
    }
    return values;
}

}  // namespace tarn::world
