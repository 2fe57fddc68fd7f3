// What the d2q9 scheme knows besides its cells: units, constants of a step, edges and what
// lies beyond them. Lives on the host, whatever the device.
#pragma once

#include "solver/shallow/d2q9/edges.hpp"
#include "solver/shallow/d2q9/forces.hpp"
#include "solver/shallow/solver.hpp"

namespace tarn::shallow::d2q9 {

class Setup {
public:
    explicit Setup(const SolverDesc& desc);

    const Units& units() const { return units_; }
    double tau() const { return viscosity_.tau_for(units_); }
    double gravity_lu() const { return units_.gravity_lu(forces_.gravity_m_per_s2); }
    bool has_forces() const { return forces_.is_any(); }
    /// Populations are stored as their deviation from still water at this level.
    double still_level_m() const { return still_level_m_; }
    /// Of the wet cells at the start, each with the same weight.
    double mean_level_m() const { return mean_level_m_; }
    bool has_bed() const { return has_bed_; }
    int collision() const { return collision_; }
    Boundary edge(Edge e) const { return edges_[std::size_t(e)]; }
    void set_edge(Edge e, Boundary kind) { edges_[std::size_t(e)] = kind; }
    /// Back to what it was at the start.
    void reset_edge(Edge e) { edges_[std::size_t(e)] = given_edges_[std::size_t(e)]; }
    bool is_open() const;

    /// How velocity and stress in lattice units change with the lattice step.
    struct StepChange {
        double step_ratio, stress_ratio;
    };
    StepChange set_step(double step_s);
    /// A viscosity that differs from the one at the start ends a tau that was given.
    StepChange set(const Settings& settings);
    Settings settings() const;
    double gravity_m_per_s2() const { return forces_.gravity_m_per_s2; }

    template <class T>
    StepConstants<T> constants() const;
    /// Edges as kernels see them; the caller adds populations and solids.
    template <class S>
    EdgeView<S> edge_view() const;

private:
    void set_far_fields(const SolverDesc& desc);
    /// After a change of tau or of the step by this ratio.
    StepChange change_since(double tau_before, double step_ratio) const;

    Units units_;
    Viscosity viscosity_, given_viscosity_;
    ForceDesc forces_;
    bool has_bed_;
    double still_level_m_, mean_level_m_;
    int collision_;
    std::array<Boundary, 4> edges_, given_edges_;
    struct Far {
        double level_deviation = 0.0, normal_m_per_s = 0.0, along_m_per_s = 0.0;
    };
    std::array<Far, 4> far_;
};

/// What a stepper needs to know before a run.
struct StepContext {
    const Setup& setup;
    std::span<const std::uint8_t> host_solid;  ///< [ny][nx], or empty
    const std::uint8_t* solid;                 ///< on the device; null: no solids and no forces
};

/// In words, what is wrong with a cell of this depth (in reference depths) that is not healthy.
const char* cause_of_trouble(double depth, double gravity_lu);

}  // namespace tarn::shallow::d2q9
