// What a solver of stable fluids checks and knows before it has memory.
#pragma once

#include "solver/stable/cells.hpp"
#include "solver/stable/solver.hpp"

namespace tarn::stable {

Result<void> check(const SolverDesc& desc);
Grid grid_of(const SolverDesc& desc);

/// Cells of faucets by their number + 1, 0 elsewhere.
std::vector<std::uint8_t> faucet_cells(const SolverDesc& desc);
/// Velocity at the lower faces of cells along an axis: between the two beside it.
std::vector<float> start_velocity(const SolverDesc& desc, const Grid& grid, int axis);

/// Dye of the start, as shares of full cells of undiluted dye; `fill` of the same cells.
std::vector<float> start_dye(const SolverDesc& desc, const std::vector<float>& fill);
bool has_dye_in(const SolverDesc& desc);
/// The highest concentration of the start and of the faucets.
float most_dye(const SolverDesc& desc);

}  // namespace tarn::stable
