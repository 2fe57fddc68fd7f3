// Where water in space is computed, and by which equal steps: the same for all of its schemes.
#pragma once

#include "exec/cuda/devices.hpp"
#include "solver/volume/solver.hpp"
#include "water/pace.hpp"
#include "water/registry.hpp"
#include "water/volume/cell_shares.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace tarn::water {

using Gpu = std::optional<exec::cuda::DeviceInfo>;  ///< none: on the CPU

/// A GPU if one works and `state_bytes` fit; with `auto` the CPU otherwise, and a word about why.
/// Where bodies float on the CPU alone, `auto` takes the CPU for a scene that has some.
enum class BodiesFloat { OnCpu, Anywhere };
Result<Gpu> choose_gpu(const MakeDesc& desc, const SpaceGrid& grid, std::size_t state_bytes,
                       BodiesFloat bodies);

struct MadeInSpace {
    std::unique_ptr<volume::Solver> solver;
    Gpu gpu;
};
/// How a solver is made on either device.
struct MakersInSpace {
    std::function<Result<std::unique_ptr<volume::Solver>>(int device)> on_gpu;
    std::function<Result<std::unique_ptr<volume::Solver>>()> on_cpu;
    std::size_t state_bytes = 0;
};
/// A GPU may still say no; with `auto` the CPU takes over.
Result<MadeInSpace> make_in_space(const MakeDesc& desc, const SpaceGrid& grid, const Gpu& gpu,
                                  const MakersInSpace& makers);

/// Equal parts of a tick that are no longer than `longest_s`.
Pace ticking_pace(double longest_s);
/// All steps have that length.
Pace fixed_pace(double step_s);

}  // namespace tarn::water
