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
std::string volume_json(const DamPlan& plan) {
    const double cell_m = kDamChannel_m / plan.cells;
    return formatted(
        R"({"water": {"model": "volume", "size": [%.17g, %.17g, %.17g], "cells": [%d, %d, %d],
            "fill": [{"box": [0, 0, 0, %.17g, 1, %.17g]}],
            "edges": {"west": "slip", "east": "slip", "bottom": "slip", "south": "periodic",
                      "north": "periodic"}}})",
        kDamChannel_m, kRows * cell_m, 0.5 * kDamChannel_m, plan.cells, kRows, plan.cells / 2,
        kDamColumn_m, kDamColumn_m);
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

Result<DamPair> measure_dam(const DamPlan& plan, const Watch& watch) {
    auto shallow = World::from_json(shallow_json(plan), ".");
    if (!shallow) return shallow.error();
    auto volume = World::from_json(volume_json(plan), ".");
    if (!volume) return volume.error();
    DamPair pair = {.cell_m = kDamChannel_m / plan.cells};
    const double end_s = kDamLooks_s.back();
    const std::size_t rows = plan.rows();
    for (std::size_t k = 0; k < rows; ++k) {
        if (!watch(double(k) / double(rows), "shallow water, and water in space")) return pair;
        const double time_s = k + 1 == rows ? end_s : double(k) * plan.every_s;
        for (auto* world : {&shallow.value(), &volume.value()})
            if (k > 0)
                if (const auto ran = world->run_to({.end_s = end_s, .stop_s = time_s}); !ran)
                    return ran.error();
        if (const auto seen = look(shallow.value(), time_s, pair.cell_m, pair.shallow); !seen)
            return seen.error();
        if (const auto seen = look(volume.value(), time_s, pair.cell_m, pair.volume); !seen)
            return seen.error();
        pair.times_s.push_back(time_s);
    }
    watch(1.0, "");
    return pair;
}

}  // namespace tarn::cli::reproduce
