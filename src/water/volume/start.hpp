// What a scene says of water in space, as values of cells and as a description of a solver.
#pragma once

#include "scene/bound_keys.hpp"
#include "scene/scene.hpp"
#include "solver/volume/solver.hpp"
#include "water/volume/cell_shares.hpp"
#include <tarn/frame.hpp>
#include <tarn/result.hpp>

#include <cstdint>
#include <vector>

namespace tarn::water {

/// The water at the start, by cells.
struct SpaceStart {
    std::vector<float> fill;              ///< empty: all cells are full
    std::vector<float> velocity_m_per_s;  ///< three per cell; empty: still
    std::vector<std::uint8_t> solid;      ///< empty: none
    std::vector<std::uint8_t> blocks;     ///< those of meshes and voxels; empty: none
    std::vector<float> dye;               ///< concentration; empty: none
    double deepest_m = 0.0;               ///< of all water over a cell of the plan
    double highest_m = 0.0;               ///< where the highest water ends
    double mean_depth_m = 0.0;
    double fastest_m_per_s = 0.0;  ///< at the start, and of all that comes in or moves a wall
};

SpaceGrid space_grid_of(const scene::Water& water);
volume::Precision volume_precision_of(const scene::Water& water);

/// Reads meshes and evaluates expressions.
Result<SpaceStart> space_start(const scene::Scene& scene, const SpaceGrid& grid);

/// The spans are those of `start`. The step is left open.
volume::SolverDesc solver_desc_of(const scene::Scene& scene, const SpaceGrid& grid,
                                  const SpaceStart& start);

/// The longest step for the water of the start, and for what gravity makes of it.
double longest_step_s(const scene::Scene& scene, const SpaceGrid& grid, const SpaceStart& start);

/// What a checkpoint is bound to beyond the keys of the scene.
std::vector<scene::BoundKey> space_bound_keys(const scene::Scene& scene, const SpaceStart& start,
                                              const std::string& scheme);

/// Boxes and spheres among the solids as things to be drawn; others are drawn cell by cell.
std::vector<BodyView> solid_bodies(const scene::Volume& described);

}  // namespace tarn::water
