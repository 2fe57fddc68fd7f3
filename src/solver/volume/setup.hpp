// What a solver of water in space knows about its world apart from the cells: sizes, units, sides,
// and the constants of a step that follow from them.
#pragma once

#include "solver/volume/cells.hpp"
#include "solver/volume/edges.hpp"
#include "solver/volume/taps.hpp"
#include "solver/volume/units.hpp"
#include <tarn/result.hpp>

#include <string>
#include <vector>

namespace tarn::volume {

class Setup {
public:
    /// Checks everything that does not need the fields of cells.
    static Result<Setup> of(const SolverDesc& desc);

    template <class T>
    Constants<T> constants() const;
    template <class T>
    Sides<T> sides() const;
    /// The faucets that are open at a time.
    template <class T>
    Taps<T> taps(double time_s) const;
    /// All cells of faucets and drains, each once.
    std::vector<TapCell> tap_cells() const;

    const exec::Extent3& cells() const { return cells_; }
    const Units& units() const { return units_; }
    Collision collision() const { return collision_; }
    const char* collision_name() const;
    bool has_surface() const { return has_surface_; }
    double tau() const;
    double viscosity_m2_per_s() const { return units_.viscosity_m2_per_s(tau()); }
    double gravity_lu() const { return units_.acceleration_lu(settings_.gravity_m_per_s2); }
    bool has_images() const;
    unsigned walls() const;  ///< a bit per side that is one
    /// Fluid comes in or goes out through a side.
    bool has_ports() const;
    bool is_port(int side) const;

    const Settings& settings() const { return settings_; }
    void set(const Settings& settings) { settings_ = settings; }
    void set_step(double step_s) { units_.step_s = step_s; }
    std::vector<SchemeFact> facts() const;

private:
    exec::Extent3 cells_;
    Units units_;
    Settings settings_;
    double tension_n_per_m_ = 0.0;
    std::optional<double> tau_;
    double floor_m2_per_s_ = 0.0;  ///< a lower viscosity is raised to this
    Collision collision_ = Collision::Smagorinsky;
    double smagorinsky_ = 0.17, magic_ = 3.0 / 16.0;
    std::array<SideDesc, kSideCount> sides_ = {};
    bool has_surface_ = true;
    std::vector<FaucetDesc> faucets_;
    std::vector<DrainDesc> drains_;
};

/// Types and moments of the cells at the start.
struct Start {
    std::vector<std::uint8_t> type;  ///< x fastest, without ghost cells
    std::vector<float> fill;
    std::vector<double> delta;  ///< density above that of still water
};
Result<Start> make_start(const SolverDesc& desc, const Setup& setup);

}  // namespace tarn::volume
