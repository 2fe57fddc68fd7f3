// From a scene to water in space: reads its shapes, chooses device and step.
#include "base/system.hpp"
#include "scene/message.hpp"
#include "water/volume/place.hpp"
#include "water/volume/start.hpp"
#include "water/volume/volume_water.hpp"
#include "water/volume/voxels.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

using scene::number_text;

constexpr const char* kAbout = "lattice Boltzmann in space, with a free surface";

Result<void> check_collision(const scene::Scene& scene) {
    std::string names = "auto";
    for (const std::string_view name : volume::collision_names()) {
        if (name == scene.water.collision) return {};
        if (name != "auto") names += ", " + std::string(name);
    }
    if (scene.water.collision == "auto") return {};
    return Error{ErrorCode::InvalidScene, scene.name + ": /water/collision is \"" +
                                              scene.water.collision + "\"; use one of " + names};
}

Result<Pace> first_pace(const scene::Scene& scene, double longest_s) {
    if (const auto fixed_s = scene.water.time_step_s) {
        if (*fixed_s > longest_s * (1.0 + 1e-9))
            return Error{ErrorCode::InvalidScene,
                         scene.name + ": /water/time_step is " + number_text(*fixed_s) +
                             " s; the water is too fast or too deep" +
                             (scene.water.volume.surface_tension_n_per_m > 0.0
                                  ? ", or its ripples by surface tension are too fast,"
                                  : "") +
                             " for it: use at most " + number_text(longest_s) + " s"};
        return fixed_pace(*fixed_s);
    }
    return ticking_pace(longest_s);
}

}  // namespace

std::vector<Row> volume_rows() {
    return {{"volume", "d3q19", Backend::Cpu, kAbout}, {"volume", "d3q19", Backend::Cuda, kAbout}};
}

Result<std::unique_ptr<Water>> make_volume_water(const MakeDesc& desc) {
    const scene::Scene& scene = desc.scene;
    const SpaceGrid grid = space_grid_of(scene.water);
    const std::size_t bytes = volume::expected_bytes(grid.cells, volume_precision_of(scene.water),
                                                     scene.water.volume.has_surface);
    if (desc.hulls && desc.options.backend == Backend::Cuda)
        return Error{
            ErrorCode::Unsupported,
            std::string("backend cuda: ") +
                (desc.hulls->count() > 0 ? "/bodies is not empty" : "/more_bodies is true") +
                ", and bodies float in water in space on the CPU alone so far; use backend "
                "cpu or auto"};
    if (desc.hulls && desc.hulls->count() > volume::kMostHulls)
        return Error{ErrorCode::Unsupported, scene.name + ": /bodies has " +
                                                 std::to_string(desc.hulls->count()) +
                                                 " items; water in space carries at most " +
                                                 std::to_string(volume::kMostHulls)};
    const auto gpu = choose_gpu(desc, grid, bytes, BodiesFloat::OnCpu);
    if (!gpu) return gpu.error();
    const auto isa = choose_isa(desc.options.isa);
    if (!isa) return isa.error();
    if (const auto ok = check_collision(scene); !ok) return ok.error();
    auto start = space_start(scene, grid);
    if (!start) return start.error();
    const double longest_s = longest_step_s(scene, grid, start.value());
    const auto pace = first_pace(scene, longest_s);
    if (!pace) return pace.error();
    volume::SolverDesc solver = solver_desc_of(scene, grid, start.value());
    solver.isa = isa.value();
    solver.hulls = desc.hulls;
    solver.step_s = pace.value().step_s();
    auto made = make_in_space(
        desc, grid, gpu.value(),
        {.on_gpu = [&](int device) { return volume::make_d3q19_on_gpu(solver, device); },
         .on_cpu = [&] { return volume::make_d3q19(solver, desc.pool); },
         .state_bytes = bytes});
    if (!made) return made.error();
    const Gpu& where = made.value().gpu;
    auto water = std::make_unique<VolumeWater>(
        VolumeWater::Parts{.scene = scene,
                           .grid = grid,
                           .gpu = where,
                           .device = where ? where->name : cpu_model(),
                           .isa = isa.value(),
                           .max_step_s = longest_s,
                           .pace = pace.value(),
                           .mean_depth_m = start.value().mean_depth_m,
                           .bound_keys = space_bound_keys(scene, start.value(), "d3q19"),
                           .solid = std::move(start.value().solid),
                           .blocks = std::move(start.value().blocks)},
        std::move(made.value().solver));
    return std::unique_ptr<Water>(std::move(water));
}

VolumeWater::VolumeWater(Parts&& parts, std::unique_ptr<volume::Solver> solver)
    : p_(std::move(parts)),
      solver_(std::move(solver)),
      tick_s_(p_.pace.span_s),
      pace_(p_.pace),
      bodies_(solid_bodies(p_.scene.water.volume)) {
    const std::vector<BodyView> boxes = boxes_of(p_.blocks, p_.grid);
    bodies_.insert(bodies_.end(), boxes.begin(), boxes.end());
    for (int j = 0; j < p_.grid.ny(); ++j)
        for (int i = 0; i < p_.grid.nx(); ++i) {
            int layers = 0;
            while (!p_.solid.empty() && layers < p_.grid.nz() && p_.solid[p_.grid.at(i, j, layers)])
                ++layers;
            bed_m_.push_back(float(layers * p_.grid.cell_m));
        }
}

}  // namespace tarn::water
