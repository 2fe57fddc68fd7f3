// What the fv scheme knows besides its cells: constants of a step, edges and what lies beyond them.
// Lives on the host, whatever the device.
#pragma once

#include "solver/shallow/edge_means.hpp"
#include "solver/shallow/fv/edges.hpp"
#include "solver/shallow/fv/forces.hpp"
#include "solver/shallow/fv/zones.hpp"
#include "solver/shallow/solver.hpp"

#include <limits>

namespace tarn::shallow::fv {

/// Cells that the fastest wave may cross in a step. A sweep is stable up to 1; the rest is for
/// flows that become faster within the step (RunReport::is_step_too_long).
inline constexpr double kCourant = 0.9;

/// Water thinner than this part of the reference depth is a film.
inline constexpr double kFilm = 1e-4;

/// Binary digits by which quanta grow at most.
inline constexpr int kMostQuantumDigits = 20;

class Setup {
public:
    explicit Setup(const SolverDesc& desc);

    const Units& units() const { return units_; }
    void set_step(double step_s) { units_.step_s = step_s; }
    void set(const Settings& settings);
    Settings settings() const { return settings_; }
    /// What heights and depths are multiples of at the start.
    template <class T>
    Quantum quantum() const {
        return Quantum::of(largest_m_, std::numeric_limits<T>::digits);
    }
    /// What the heights of the cells count from: zero, or a height among those of a scene that are
    /// far from zero, so that a number keeps its digits for the water.
    double datum_m() const { return datum_m_; }
    double still_level_m() const { return still_level_m_; }
    double gravity_m_per_s2() const { return gravity_m_per_s2_; }
    Boundary edge(Edge e) const { return edges_[std::size_t(e)].kind; }
    /// Another kind of edge ends what drove it.
    void set_edge(Edge e, Boundary kind);
    /// Back to what it was at the start, with what drove it.
    void reset_edge(Edge e);
    /// Water may come in or leave through this edge.
    bool is_open(Edge e) const;
    bool is_open() const;

    /// What the scheme computes: none where it would not be felt.
    double viscosity_m2_per_s() const { return viscosity_m2_per_s_; }
    /// The largest step for waves as fast as this.
    double max_step_s(double fastest_m_per_s) const;

    /// Binary digits that water of this depth has beyond those that were to be expected, and by
    /// which the quanta of constants() have grown.
    int digits_beyond(double deepest_m) const;
    int quantum_digits() const { return quantum_digits_; }
    void set_quantum_digits(int digits) { quantum_digits_ = digits; }

    template <class T>
    Constants<T> constants() const;
    template <class T>
    Forces<T> forces() const;
    /// What each edge does to velocities beside it: Open where it is driven.
    std::array<Boundary, 4> walls() const;
    /// An edge for one step; without a drive, `value` has no meaning.
    template <class T>
    EdgeState<T> edge_state(Edge e, const DriveValue& value) const;
    /// The zone beside an edge for one step, without its targets.
    template <class T>
    Zone<T> zone(Edge e) const;
    /// Cells of the zones of all edges, and where an edge's begin among them.
    int zone_cells() const { return zone_begin_[4]; }
    int zone_begin(Edge e) const { return zone_begin_[std::size_t(e)]; }
    /// What all zones are drawn towards in step number `step` of a run.
    template <class T>
    void add_zone_targets(const RunDesc& run, int step, std::vector<ZoneTarget<T>>& targets) const;
    /// The cells along an edge where it is what it is; elsewhere it is a wall.
    EdgeSpan span(Edge e) const { return edges_[std::size_t(e)].span; }
    /// How much flows through this edge is given, or a table says it.
    bool has_flow(Edge e) const;
    bool has_flow() const;
    /// Of an edge that has one; empty: none.
    const std::vector<RatingRow>& rating(Edge e) const {
        return edges_[std::size_t(e)].outfall.rating;
    }

private:
    void set_datum(const SolverDesc& desc);
    void set_edges(const SolverDesc& desc);
    void set_zones(const SolverDesc& desc);

    Units units_;
    double gravity_m_per_s2_;
    Settings settings_;
    double viscosity_m2_per_s_;
    double datum_m_ = 0.0, still_level_m_ = 0.0;
    double largest_m_ = 0.0;  ///< height above or below the datum, or depth
    double deepest_m_ = 0.0;  ///< that is to be expected
    int quantum_digits_ = 0;
    /// What an edge is and does.
    struct EdgeRole {
        Boundary kind = Boundary::Wall;
        Drive drive = Drive::None;
        int zone_cells = 0;
        OutfallDesc outfall = {};
        EdgeSpan span = {};
    };

    std::array<EdgeRole, 4> edges_, given_edges_;
    std::array<EdgeMeans, 4> far_;  ///< what stood along each edge at the start
    std::array<int, 5> zone_begin_ = {};
    std::array<int, 5> driven_begin_ = {};  ///< in RunDesc::zones
};

}  // namespace tarn::shallow::fv
