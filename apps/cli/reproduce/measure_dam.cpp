#include "measure_dam.hpp"

#include "section.hpp"

#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr int kRows = 4;  ///< across the channel, which is periodic

std::string shallow_json(const DamPlan& plan) {
    const double cell_m = kDamChannel_m / plan.cells;
    return formatted(
        R"({"water": {"size": [%.17g, %.17g], "cells": [%d, %d], "scheme": "fv", "viscosity": 0,
            "level": {"expr": "x < %.17g ? %.17g : 0"},
            "edges": {"west": "slip", "east": "slip", "south": "periodic", "north": "periodic"}}})",
        kDamChannel_m, kRows * cell_m, plan.cells, kRows, kDamColumn_m, kDamColumn_m);
}

/// Twice as high as the column, for what runs up the far wall.
std::string space_json(const DamPlan& plan, const char* model) {
    const double cell_m = kDamChannel_m / plan.cells;
    return formatted(
        R"({"water": {"model": "%s", "size": [%.17g, %.17g, %.17g], "cells": [%d, %d, %d],
            "fill": [{"box": [0, 0, 0, %.17g, 1, %.17g]}],
            "edges": {"west": "slip", "east": "slip", "bottom": "slip", "south": "periodic",
                      "north": "periodic"}}})",
        model, kDamChannel_m, kRows * cell_m, 0.5 * kDamChannel_m, plan.cells, kRows,
        plan.cells / 2, kDamColumn_m, kDamColumn_m);
}

Result<std::vector<double>> middle_row(const World& world, const char* name) {
    const auto field = world.field(name);
    if (!field) return field.error();
    const float* const row = field.value().data + kRows / 2 * field.value().row_stride;
    return std::vector<double>(row, row + field.value().nx);
}

/// Where the depth falls below its threshold, seen from the far end; between centres of cells.
double front_of(const std::vector<double>& depth_m, double cell_m) {
    constexpr double kDeep_m = kDamFrontShare * kDamColumn_m;
    std::size_t last = depth_m.size();
    while (last > 0 && depth_m[last - 1] < kDeep_m) --last;
    if (last == 0) return 0.0;
    if (last == depth_m.size()) return double(last) * cell_m;
    const double here = depth_m[last - 1], next = depth_m[last];
    return (double(last) - 0.5 + (here - kDeep_m) / (here - next)) * cell_m;
}

Result<void> look(const World& world, double time_s, double cell_m, DamRun& run) {
    const auto depth_m = middle_row(world, "depth");
    if (!depth_m) return depth_m.error();
    run.fronts_m.push_back(front_of(depth_m.value(), cell_m));
    for (std::size_t k = 0; k < kDamLooks_s.size(); ++k) {
        if (std::abs(time_s - kDamLooks_s[k]) > 1e-6) continue;
        auto level_m = middle_row(world, "level");
        if (!level_m) return level_m.error();
        run.levels_m[k] = std::move(level_m.value());
    }
    return {};
}

}  // namespace

Result<DamRuns> measure_dam(const DamPlan& plan, const Watch& watch) {
    DamRuns runs = {.cell_m = kDamChannel_m / plan.cells};
    const std::pair<const char*, std::string> scenes[] = {{"shallow", shallow_json(plan)},
                                                          {"volume", space_json(plan, "volume")},
                                                          {"stable", space_json(plan, "stable")}};
    std::vector<World> worlds;
    for (const auto& [model, json] : scenes) {
        auto world = World::from_json(json, ".");
        if (!world) return world.error();
        runs.of[worlds.size()].model = model;
        worlds.push_back(std::move(world.value()));
    }
    const double end_s = kDamLooks_s.back();
    const std::size_t rows = plan.rows();
    for (std::size_t k = 0; k < rows; ++k) {
        if (!watch(double(k) / double(rows), "shallow, volume and stable water")) return runs;
        const double time_s = k + 1 == rows ? end_s : double(k) * plan.every_s;
        for (std::size_t n = 0; n < worlds.size(); ++n) {
            if (k > 0) {
                const auto ran = worlds[n].run_to({.end_s = end_s, .stop_s = time_s});
                if (!ran) return ran.error();
                runs.of[n].wall_s_per_s += ran.value().wall.total_s / end_s;
            }
            if (const auto seen = look(worlds[n], time_s, runs.cell_m, runs.of[n]); !seen)
                return seen.error();
        }
        runs.times_s.push_back(time_s);
    }
    watch(1.0, "");
    return runs;
}

}  // namespace tarn::cli::reproduce
