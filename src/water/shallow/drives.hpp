// What comes through the edges over time: inflows and wave makers, as the solver wants them for
// each step.
#pragma once

#include "solver/shallow/views.hpp"
#include "water/shallow/inflow.hpp"
#include "water/shallow/initial_fields.hpp"

#include <array>
#include <optional>
#include <vector>

namespace tarn::water {

class Drives {
public:
    Drives() = default;
    Drives(const scene::Scene& scene, const Inflows& inflows, const InitialFields& fields);

    bool is_any() const;
    bool has_inflow(tarn::Edge edge) const { return edges_[std::size_t(edge)].series.has_value(); }
    /// Inflows that stay at a value from now on, by edge; none: as the scene says.
    void hold(const std::array<std::optional<double>, 4>& values) { held_ = values; }
    const std::array<std::optional<double>, 4>& held() const { return held_; }
    /// What the scene leads in, and at which value.
    std::vector<InflowInfo> inflows() const;
    std::array<shallow::Drive, 4> kinds() const;
    /// Of a step that begins at `begin_s`: the mean of a discharge, so that all of it comes in
    /// whatever the step, and all else in the middle of the step.
    std::array<shallow::DriveValue, 4> of_step(double begin_s, double step_s) const;
    /// Cells of the zones beside the edges.
    std::array<int, 4> zone_cells() const;
    /// What is in the zones of driven edges at `time_s`, as RunDesc::zones wants it: waves reach a
    /// cell later than the edge.
    void add_zones(double time_s, std::vector<shallow::DriveValue>& values) const;

private:
    struct Edge {
        shallow::Drive kind = shallow::Drive::None;
        std::optional<Series> series;
        scene::Waves waves;
        double still_m = 0.0, depth_m = 0.0;  ///< mean level and depth along it at the start
        int zone_cells = 0;
    };
    shallow::DriveValue value(std::size_t edge, double time_s) const;
    /// How fast the waves of an edge come in.
    double way_m_per_s(const Edge& edge) const;

    std::array<Edge, 4> edges_;
    std::array<std::optional<double>, 4> held_ = {};
    double gravity_m_per_s2_ = 9.81, cell_m_ = 1.0;
};

}  // namespace tarn::water
