#include "solver/shallow/d2q9/setup.hpp"

#include "solver/shallow/edge_means.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::shallow::d2q9 {
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

double mean_level_of(const SolverDesc& desc) {
    if (desc.bed_m.empty()) return desc.flat_bed_m + desc.reference_depth_m;
    double sum = 0.0;
    std::size_t wet_cells = 0;
    for (std::size_t n = 0; n < desc.bed_m.size(); ++n) {
        if ((!desc.solid.empty() && desc.solid[n]) || !(desc.depth_m[n] > 0.0)) continue;
        sum += desc.bed_m[n] + desc.depth_m[n];
        ++wet_cells;
    }
    return wet_cells > 0 ? sum / double(wet_cells) : still_level_of(desc);
}

}  // namespace

Setup::Setup(const SolverDesc& desc)
    : units_{desc.cell_m, desc.reference_depth_m, desc.step_s},
      viscosity_(desc.viscosity),
      forces_{desc.gravity_m_per_s2, desc.manning_s_per_m13, desc.bed_drag, desc.coriolis_per_s,
              desc.wind_m_per_s},
      has_bed_(!desc.bed_m.empty()),
      still_level_m_(still_level_of(desc.whole_grid())),
      mean_level_m_(mean_level_of(desc.whole_grid())),
      collision_(desc.collision),
      edges_(desc.edges),
      given_edges_(desc.edges) {
    viscosity_.floor_m2_per_s = units_.viscosity_m2_per_s(kTauFloor);
    given_viscosity_ = viscosity_;
    set_far_fields(desc.whole_grid());
}

bool Setup::is_open() const {
    return std::find(edges_.begin(), edges_.end(), Boundary::Open) != edges_.end();
}

/// The far field beyond an edge is the mean of what stood along it at the start.
void Setup::set_far_fields(const SolverDesc& desc) {
    for (std::size_t e = 0; e < 4; ++e) {
        const EdgeMeans means = edge_means(desc, Edge(e));
        if (means.is_dry) continue;
        const double deviation = has_bed_ ? (means.level_m - still_level_m_) / units_.depth_m
                                          : means.depth_m / units_.depth_m - 1.0;
        far_[e] = {deviation, means.normal_m_per_s, means.along_m_per_s};
    }
}

Setup::StepChange Setup::change_since(double tau_before, double step_ratio) const {
    // Stored stress is what a collision left over: tau - 1 times the strain, in lattice units.
    const double left_before = tau_before - 1.0, left_now = tau() - 1.0;
    const bool has_stress = std::abs(left_before) > 1e-3;
    return {step_ratio,
            has_stress ? std::clamp(step_ratio * left_now / left_before, -4.0, 4.0) : 0.0};
}

Setup::StepChange Setup::set_step(double step_s) {
    const double ratio = step_s / units_.step_s, tau_before = tau();
    units_.step_s = step_s;
    return change_since(tau_before, ratio);
}

Setup::StepChange Setup::set(const Settings& settings) {
    const double tau_before = tau();
    if (settings.viscosity_m2_per_s == given_viscosity_.m2_per_s)
        viscosity_ = given_viscosity_;
    else
        viscosity_ = {settings.viscosity_m2_per_s, std::nullopt, viscosity_.floor_m2_per_s};
    forces_ = {forces_.gravity_m_per_s2, settings.manning_s_per_m13, settings.bed_drag,
               settings.coriolis_per_s, settings.wind_m_per_s};
    return change_since(tau_before, 1.0);
}

Settings Setup::settings() const {
    return {viscosity_.m2_per_s, forces_.manning_s_per_m13, forces_.bed_drag, forces_.wind_m_per_s,
            forces_.coriolis_per_s};
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

const char* cause_of_trouble(double depth, double gravity_lu) {
    if (!std::isfinite(depth)) return "the depth is not finite";
    if (depth <= 0.0) return "the cell ran dry";
    if (!(depth < 1e6)) return "the depth grew without bound";
    if (gravity_lu * depth >= 1.0) return "the water became too deep for the lattice step";
    return "the water moves faster than the lattice";
}

}  // namespace tarn::shallow::d2q9
