// From a scene to water in space: reads its shapes, chooses device and step.
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/system.hpp"
#include "scene/message.hpp"
#include "water/volume/start.hpp"
#include "water/volume/volume_water.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::water {
namespace {

using scene::number_text;

constexpr const char* kAbout = "lattice Boltzmann in space, with a free surface";

std::string cells_text(const SpaceGrid& grid) {
    return "[" + std::to_string(grid.nx()) + ", " + std::to_string(grid.ny()) + ", " +
           std::to_string(grid.nz()) + "]";
}

Error too_large(const scene::Scene& scene, const SpaceGrid& grid, std::size_t needed,
                std::size_t available, const std::string& where) {
    return {ErrorCode::InvalidScene, scene.name + ": /water/cells is " + cells_text(grid) +
                                         ", which needs " + std::to_string(needed >> 20) +
                                         " MiB; " + std::to_string(available >> 20) +
                                         " MiB are available " + where + ": use fewer cells"};
}

/// What the host holds besides the water: the start while it is made, then fields for readers.
std::size_t bytes_beside(const SpaceGrid& grid) {
    constexpr std::size_t kPerCell = 4 * sizeof(float) + 1;
    return kPerCell * grid.cells.count();
}

Result<void> check_room_on_cpu(const scene::Scene& scene, const SpaceGrid& grid) {
    const std::size_t available = available_memory_bytes();
    const std::size_t needed = volume::expected_bytes(grid.cells, volume_precision_of(scene.water),
                                                      scene.water.volume.has_surface) +
                               bytes_beside(grid);
    if (available == 0 || needed <= available) return {};
    return too_large(scene, grid, needed, available, "on this machine");
}

using Gpu = std::optional<exec::cuda::DeviceInfo>;

Result<Gpu> find_gpu(const MakeDesc& desc, const SpaceGrid& grid) {
    const auto gpu = exec::cuda::choose_device(desc.options.device);
    if (!gpu) return gpu.error();
    const std::size_t available = gpu.value().free_bytes / 16 * 15;
    const std::size_t needed = volume::expected_bytes(
        grid.cells, volume_precision_of(desc.scene.water), desc.scene.water.volume.has_surface);
    if (needed > available)
        return too_large(desc.scene, grid, needed, available, "on the GPU " + gpu.value().name);
    return Gpu(gpu.value());
}

/// A GPU if one works and the water fits; with `auto` the CPU otherwise, and a word about why.
Result<Gpu> choose_gpu(const MakeDesc& desc, const SpaceGrid& grid) {
    if (desc.options.backend != Backend::Cpu) {
        auto gpu = find_gpu(desc, grid);
        if (gpu) return gpu;
        if (desc.options.backend == Backend::Cuda)
            return Error{gpu.error().code,
                         "backend cuda: " + gpu.error().message + "; use backend cpu or auto"};
        const exec::cuda::Survey gpus = exec::cuda::survey();
        const bool is_news = !gpus.devices.empty() || gpus.is_out_of_order;
        log(desc.options.log, is_news ? LogLevel::Warning : LogLevel::Info,
            "backend cpu: " + gpu.error().message);
    }
    if (const auto ok = check_room_on_cpu(desc.scene, grid); !ok) return ok.error();
    return Gpu();
}

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

/// Steps end at the multiples of this: enough of them in it that dividing it costs little.
double tick_for_s(double longest_step_s) {
    constexpr double kLeastSteps = 16.0, kShortest_s = 1e-9;
    for (double decade_s = kShortest_s;; decade_s *= 10.0)
        for (const double digit : {1.0, 2.0, 5.0})
            if (digit * decade_s >= kLeastSteps * longest_step_s)
                // As its inverse, which decades below 1 have as a whole number.
                return decade_s < 0.5 ? 1.0 / std::round(1.0 / (digit * decade_s))
                                      : digit * decade_s;
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
        return Pace{.span_s = *fixed_s, .parts = 1, .limit = 1, .repeats = true};
    }
    const double tick_s = tick_for_s(longest_s);
    const int parts = int(std::ceil(tick_s / longest_s));
    return Pace{.span_s = tick_s, .parts = parts, .limit = parts, .repeats = true};
}

struct Made {
    std::unique_ptr<volume::Solver> solver;
    Gpu gpu;
};

/// A GPU may still say no; with `auto` the CPU takes over.
Result<Made> make_solver(const MakeDesc& desc, const SpaceGrid& grid,
                         const volume::SolverDesc& solver, const Gpu& gpu) {
    if (gpu) {
        auto made = volume::make_d3q19_on_gpu(solver, gpu->index);
        if (made) {
            log(desc.options.log, LogLevel::Info, "backend cuda: " + gpu->name);
            return Made{std::move(made.value()), gpu};
        }
        if (desc.options.backend == Backend::Cuda)
            return Error{made.error().code,
                         "backend cuda: " + made.error().message + "; use backend cpu or auto"};
        log(desc.options.log, LogLevel::Warning, "backend cpu: " + made.error().message);
        if (const auto ok = check_room_on_cpu(desc.scene, grid); !ok) return ok.error();
    }
    auto made = volume::make_d3q19(solver, desc.pool);
    if (!made) return Error{made.error().code, desc.scene.name + ": " + made.error().message};
    return Made{std::move(made.value()), std::nullopt};
}

}  // namespace

std::vector<Row> volume_rows() {
    return {{"volume", "d3q19", Backend::Cpu, kAbout}, {"volume", "d3q19", Backend::Cuda, kAbout}};
}

Result<std::unique_ptr<Water>> make_volume_water(const MakeDesc& desc) {
    const scene::Scene& scene = desc.scene;
    const SpaceGrid grid = space_grid_of(scene.water);
    const auto gpu = choose_gpu(desc, grid);
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
    solver.step_s = pace.value().step_s();
    auto made = make_solver(desc, grid, solver, gpu.value());
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
                           .bound_keys = space_bound_keys(scene, start.value()),
                           .solid = std::move(start.value().solid)},
        std::move(made.value().solver));
    return std::unique_ptr<Water>(std::move(water));
}

VolumeWater::VolumeWater(Parts&& parts, std::unique_ptr<volume::Solver> solver)
    : p_(std::move(parts)),
      solver_(std::move(solver)),
      tick_s_(p_.pace.span_s),
      pace_(p_.pace),
      bodies_(solid_bodies(p_.scene.water.volume)) {
    for (int j = 0; j < p_.grid.ny(); ++j)
        for (int i = 0; i < p_.grid.nx(); ++i) {
            int layers = 0;
            while (!p_.solid.empty() && layers < p_.grid.nz() && p_.solid[p_.grid.at(i, j, layers)])
                ++layers;
            bed_m_.push_back(float(layers * p_.grid.cell_m));
        }
}

}  // namespace tarn::water
