// From a scene to stable fluids: chooses scheme, device and step.
#include "base/system.hpp"
#include "solver/stable/solver.hpp"
#include "water/stable/stable_water.hpp"
#include "water/volume/place.hpp"
#include "water/volume/start.hpp"
#include "water/volume/volume_water.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

constexpr const char* kAboutMac = "stable fluids, staggered, with volume kept";
constexpr const char* kAboutTrack = "stable fluids as in TRACK, the paper's baseline";

/// Any step is stable. This one moves water that has fallen from the highest place by about a cell,
/// and shows motion as often as pictures do.
double chosen_step_s(const scene::Scene& scene, const SpaceGrid& grid, const SpaceStart& start) {
    constexpr double kLongest_s = 1.0 / 30.0;
    const scene::Volume& described = scene.water.volume;
    const double fall_m = described.faucets.empty() ? start.highest_m : grid.nz() * grid.cell_m;
    const double g = described.has_surface ? scene.water.gravity_m_per_s2 : 0.0;
    const double speed =
        std::sqrt(start.fastest_m_per_s * start.fastest_m_per_s + 2.0 * g * fall_m);
    return speed > 0.0 ? std::min(kLongest_s, grid.cell_m / speed) : kLongest_s;
}

stable::SolverDesc stable_desc_of(const volume::SolverDesc& from, stable::Scheme scheme,
                                  std::span<const float> dye) {
    return {.cells = from.cells,
            .cell_m = from.cell_m,
            .gravity_m_per_s2 = from.gravity_m_per_s2,
            .density_kg_per_m3 = from.density_kg_per_m3,
            .viscosity_m2_per_s = from.viscosity_m2_per_s,
            .sides = from.sides,
            .has_surface = from.has_surface,
            .fill = from.fill,
            .velocity_m_per_s = from.velocity_m_per_s,
            .solid = from.solid,
            .dye = dye,
            .faucets = from.faucets,
            .drains = from.drains,
            .hulls = from.hulls,
            .step_s = from.step_s,
            .scheme = scheme};
}

}  // namespace

std::vector<Row> stable_rows() {
    std::vector<Row> rows;
    for (const Backend backend : {Backend::Cpu, Backend::Cuda}) {
        rows.push_back({"stable", "mac", backend, kAboutMac});
        rows.push_back({"stable", "track", backend, kAboutTrack});
    }
    return rows;
}

Result<std::unique_ptr<Water>> make_stable_water(const MakeDesc& desc) {
    const scene::Scene& scene = desc.scene;
    const SpaceGrid grid = space_grid_of(scene.water);
    const std::size_t bytes = stable::expected_bytes(grid.cells);
    const auto gpu = choose_gpu(desc, grid, bytes, BodiesFloat::Anywhere);
    if (!gpu) return gpu.error();
    const auto isa = choose_isa(desc.options.isa);
    if (!isa) return isa.error();
    auto start = space_start(scene, grid);
    if (!start) return start.error();
    const double chosen_s = chosen_step_s(scene, grid, start.value());
    const Pace pace =
        scene.water.time_step_s ? fixed_pace(*scene.water.time_step_s) : ticking_pace(chosen_s);
    const bool is_track = scene.water.scheme == "track";
    volume::SolverDesc described = solver_desc_of(scene, grid, start.value());
    described.hulls = desc.hulls;
    described.step_s = pace.step_s();
    const stable::SolverDesc solver = stable_desc_of(
        described, is_track ? stable::Scheme::Track : stable::Scheme::Mac, start.value().dye);
    auto made = make_in_space(
        desc, grid, gpu.value(),
        {.on_gpu = [&](int device) { return stable::make_stable_on_gpu(solver, device); },
         .on_cpu = [&] { return stable::make_stable(solver, desc.pool); },
         .state_bytes = bytes});
    if (!made) return made.error();
    const std::string scheme = is_track ? "track" : "mac";
    const Gpu& where = made.value().gpu;
    auto water = std::make_unique<VolumeWater>(
        VolumeWater::Parts{.scene = scene,
                           .model = "stable",
                           .scheme = scheme,
                           .scheme_reason = "the default of this model",
                           .grid = grid,
                           .gpu = where,
                           .device = where ? where->name : cpu_model(),
                           .isa = isa.value(),
                           .max_step_s = std::max(chosen_s, pace.step_s()),
                           .pace = pace,
                           .mean_depth_m = start.value().mean_depth_m,
                           .bound_keys = space_bound_keys(scene, start.value(), scheme),
                           .solid = std::move(start.value().solid),
                           .blocks = std::move(start.value().blocks)},
        std::move(made.value().solver));
    return std::unique_ptr<Water>(std::move(water));
}

}  // namespace tarn::water
