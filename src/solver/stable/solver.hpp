// Stable fluids with a tracked surface: the cheap water in space. Large steps, never unstable. A
// solver is a volume::Solver, so that the water around it is the same as for other schemes. SI
// units at this border.
#pragma once

#include "solver/volume/solver.hpp"

namespace tarn::stable {

/// Mac: staggered velocities, advection of second order, pressure in water cells alone, volume
/// kept. Track: TRACK's collocated grid, Gauss-Seidel sweeps and a density that leaks [track].
enum class Scheme { Mac, Track };

/// What a solver needs to exist. Spans are read during creation only; x fastest, then y, then z.
struct SolverDesc {
    exec::Extent3 cells;
    double cell_m = 0.0;
    double gravity_m_per_s2 = 9.81;  ///< along -z
    double density_kg_per_m3 = 1000.0;
    double viscosity_m2_per_s = 1e-6;
    std::array<volume::SideDesc, volume::kSideCount> sides = {};  ///< wall, slip or periodic
    bool has_surface = true;                                      ///< false: all cells are full
    std::span<const float> fill;                                  ///< 0 air to 1 water; empty: full
    std::span<const float> velocity_m_per_s;                      ///< three per cell; empty: still
    std::span<const std::uint8_t> solid;                          ///< not 0: a wall; empty: none
    std::span<const float> dye;  ///< concentration of the water, 0 to 1; empty: none
    std::vector<volume::FaucetDesc> faucets;
    std::vector<volume::DrainDesc> drains;
    /// Bodies that float in it, or null; they outlive the solver. Of scheme Mac with a surface.
    exchange::Hulls* hulls = nullptr;
    double step_s = 0.0;
    Scheme scheme = Scheme::Mac;
};

/// `pool` must outlive the solver.
Result<std::unique_ptr<volume::Solver>> make_stable(const SolverDesc& desc,
                                                    const exec::ThreadPool& pool);
/// On GPU number `device`. Fails in a build without CUDA.
Result<std::unique_ptr<volume::Solver>> make_stable_on_gpu(const SolverDesc& desc, int device);

/// Bytes of the state and the work of this many cells, on either device.
std::size_t expected_bytes(exec::Extent3 cells);

}  // namespace tarn::stable
