#include "solver/shallow/d2q9/setup.hpp"

#include <cmath>

namespace tarn::shallow {
namespace {

/// Over a bed: the mean level of the water there is at the start, each cell with the weight of its
/// depth; without any water, the lowest bed.
double still_level_of(const SolverDesc& desc) {
    if (desc.bed_m.empty()) return desc.flat_bed_m + desc.reference_depth_m;
    double volume = 0.0, moment = 0.0;
    for (std::size_t n = 0; n < desc.bed_m.size(); ++n) {
        if (!desc.solid.empty() && desc.solid[n]) continue;
        volume += desc.depth_m[n];
        moment += desc.depth_m[n] * (desc.bed_m[n] + desc.depth_m[n]);
    }
    if (volume <= 0.0) return *std::min_element(desc.bed_m.begin(), desc.bed_m.end());
    return moment / volume;
}

}  // namespace

Setup::Setup(const SolverDesc& desc)
    : units_{desc.cell_m, desc.reference_depth_m, desc.step_s},
      viscosity_(desc.viscosity),
      forces_{desc.gravity_m_per_s2, desc.manning_s_per_m13, desc.bed_drag, desc.coriolis_per_s,
              desc.wind_m_per_s},
      has_bed_(!desc.bed_m.empty()),
      still_level_m_(still_level_of(desc)),
      collision_(desc.collision),
      edges_(desc.edges) {
    set_far_fields(desc);
}

bool Setup::is_open() const {
    return std::find(edges_.begin(), edges_.end(), Boundary::Open) != edges_.end();
}

/// The far field beyond an edge is the mean of what stood along it at the start.
void Setup::set_far_fields(const SolverDesc& desc) {
    for (int e = 0; e < 4; ++e) {
        const bool is_x = e < 2;
        const bool is_high = e == int(Edge::East) || e == int(Edge::North);
        const int length = is_x ? desc.ny : desc.nx;
        double level = 0.0, normal = 0.0, along = 0.0;
        int wet = 0;
        for (int k = 0; k < length; ++k) {
            const int x = is_x ? (is_high ? desc.nx - 1 : 0) : k;
            const int y = is_x ? k : (is_high ? desc.ny - 1 : 0);
            const std::size_t n = std::size_t(y) * std::size_t(desc.nx) + std::size_t(x);
            if (!desc.solid.empty() && desc.solid[n]) continue;
            if (has_bed_ && desc.depth_m[n] <= 0.0) continue;
            ++wet;
            level += desc.depth_m[n] + (has_bed_ ? desc.bed_m[n] : 0.0);
            if (desc.velocity_m_per_s.empty()) continue;
            normal += double(desc.velocity_m_per_s[2 * n + (is_x ? 0 : 1)]);
            along += double(desc.velocity_m_per_s[2 * n + (is_x ? 1 : 0)]);
        }
        if (wet == 0) continue;
        const double deviation = has_bed_ ? (level / wet - still_level_m_) / units_.depth_m
                                          : level / wet / units_.depth_m - 1.0;
        far_[std::size_t(e)] = {deviation, (is_high ? 1.0 : -1.0) * normal / wet, along / wet};
    }
}

Setup::StepChange Setup::set_step(double step_s) {
    const double ratio = step_s / units_.step_s;
    // Stored stress is what a collision left over: tau - 1 times the strain, in lattice units.
    const double left_before = tau() - 1.0;
    units_.step_s = step_s;
    const double left_now = tau() - 1.0;
    const bool has_stress = std::abs(left_before) > 1e-3;
    return {ratio, has_stress ? std::clamp(ratio * left_now / left_before, -4.0, 4.0) : 0.0};
}

template <class T>
StepConstants<T> Setup::constants() const {
    return {T(gravity_lu()), tau(), lattice_forces<T>(units_, forces_)};
}

template <class S>
EdgeView<S> Setup::edge_view() const {
    using T = typename S::Number;
    EdgeView<S> view = {};
    view.gravity = T(gravity_lu());
    for (std::size_t e = 0; e < 4; ++e) {
        view.kind[e] = edges_[e];
        view.far[e] = {T(far_[e].level_deviation),
                       T(far_[e].normal_m_per_s / units_.speed_m_per_s()),
                       T(far_[e].along_m_per_s / units_.speed_m_per_s())};
    }
    return view;
}

template StepConstants<float> Setup::constants() const;
template StepConstants<double> Setup::constants() const;
template EdgeView<Full<float>> Setup::edge_view() const;
template EdgeView<Full<double>> Setup::edge_view() const;
template EdgeView<Halved> Setup::edge_view() const;

const char* cause_of_trouble(double depth) {
    if (!std::isfinite(depth)) return "the depth is not finite";
    if (depth <= 0.0) return "the cell ran dry";
    if (!(depth < 1e6)) return "the depth grew without bound";
    return "the water moves faster than the lattice";
}

}  // namespace tarn::shallow
