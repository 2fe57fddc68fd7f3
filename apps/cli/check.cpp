// tarn check: is this scene all right, and what will it cost?
#include "commands.hpp"
#include "common.hpp"
#include "cost.hpp"
#include "io/utf8.hpp"
#include "measured_scene.hpp"
#include <tarn/machine.hpp>
#include <tarn/world.hpp>

#include <cstdio>
#include <memory>

namespace tarn::cli {
namespace {

void print_cost(const Result<Cost>& cost, double duration_s) {
    if (!cost) return warn("a trial run failed: " + cost.error().message);
    std::printf("cost         %.3g steps for %.4g s, about %.2g s of this machine\n",
                cost.value().steps, duration_s, cost.value().wall_s);
}

void print_viscosity(const WorldInfo& i) {
    std::printf("viscosity    %.4g m2/s%s%s\n", i.viscosity_used_m2_per_s,
                i.viscosity_used_m2_per_s > 0.0 ? "" : " (less than the cells would show)",
                i.is_viscosity_raised ? " (raised to the least that the scheme carries)" : "");
}

int check(const WorldArgs& args) {
    const auto options = args.options();
    if (!options) return fail(options.error());
    const auto source = scene_source(args);
    if (!source) return fail(source.error());
    const auto scene = scene_outline(source.value().name_or_path, options.value().set);
    if (!scene) return fail(scene.error());
    auto world = World::from_scene(source.value().name_or_path, options.value());
    if (!world) return fail(world.error());
    warn_of_late_events(scene.value(), scene.value().duration_s);
    const auto statistics = world.value().statistics();
    if (!statistics) return fail(statistics.error());
    const WorldInfo i = world.value().info();
    const double courant = i.wave_speed_m_per_s * i.time_step_s / i.cell_m;
    const double cells = double(i.nx) * i.ny * i.nz;
    std::printf("scene        %s%s%s\n", io::without_controls(i.scene).c_str(),
                i.about.empty() ? "" : ": ", io::without_controls(i.about).c_str());
    std::printf("scheme       %s, %s", i.scheme.c_str(), i.precision.c_str());
    for (const SchemeFact& fact : i.scheme_facts)
        std::printf(", %s %s", fact.name.c_str(), fact.text.c_str());
    std::printf("\n");
    if (i.backend == "cuda")
        std::printf("backend      cuda: %s\n", i.device.c_str());
    else
        std::printf("backend      cpu: %s, %s, %d threads\n", i.device.c_str(), i.isa.c_str(),
                    i.threads);
    if (i.height_m > 0.0)
        std::printf("cells        %d x %d x %d of %.4g m (%.4g x %.4g x %.4g m)\n", i.nx, i.ny,
                    i.nz, i.cell_m, i.size_m.x, i.size_m.y, i.height_m);
    else
        std::printf("cells        %d x %d of %.4g m (%.4g x %.4g m)\n", i.nx, i.ny, i.cell_m,
                    i.size_m.x, i.size_m.y);
    std::printf("depth        %.4g to %.4g m, reference %.4g m, %.6g kg of water\n",
                statistics.value().min_depth_m, statistics.value().max_depth_m, i.reference_depth_m,
                statistics.value().mass.now_kg);
    if (i.wave_speed_m_per_s > 0.0)
        std::printf("waves        %.4g m/s, crossing in %.3g s\n", i.wave_speed_m_per_s,
                    i.size_m.x / i.wave_speed_m_per_s);
    if (i.height_m > 0.0)
        std::printf("step         %.4g s, of at most %.4g s that the water allows\n", i.time_step_s,
                    i.max_time_step_s);
    else if (i.step_follows_flow)
        std::printf("step         %.4g s at the start, then as the flow allows\n",
                    i.max_time_step_s);
    else
        std::printf(
            "step         at most %.4g s (c* = %.3g of 0.45 that is stable for steep drops)\n",
            i.max_time_step_s, courant);
    print_viscosity(i);
    // From a trial of the world, which is of no use afterwards. What falls on the water and acts on
    // it takes memory only then.
    const auto cost = estimate_cost(world.value(), {}, scene.value().pressed);
    const MemoryReport memory = world.value().info().memory;
    const double step_bytes = double(memory.total()), reader_bytes = 16.0 * cells;
    std::printf(
        "memory       %.1f MiB for a step: %.1f B per cell (water %.1f, mask %.1f, rest %.2f)\n",
        step_bytes / 0x1p20, step_bytes / cells, double(memory.state_bytes) / cells,
        double(memory.mask_bytes) / cells, double(memory.other_bytes) / cells);
    std::printf("             %.1f MiB with fields for readers: %.1f B per cell\n",
                (step_bytes + reader_bytes) / 0x1p20, (step_bytes + reader_bytes) / cells);
    if (i.model == "shallow")
        std::printf("             at most %.1f MiB more while drops, fingers or footprints act\n",
                    acting_bytes(cells) / 0x1p20);
    print_cost(cost, i.duration_s);
    return kOk;
}

}  // namespace

CommandDesc check_command() {
    const auto args = std::make_shared<WorldArgs>();
    return {.name = "check",
            .about =
                "validate a scene; print cells, step, memory, stability margin and expected "
                "cost",
            .args = args->args(),
            .run = [args] { return check(*args); }};
}

}  // namespace tarn::cli
