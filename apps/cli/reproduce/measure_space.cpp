#include "measure_space.hpp"

#include "../fit.hpp"
#include "section.hpp"
#include <tarn/machine.hpp>

#include <algorithm>
#include <cmath>

namespace tarn::cli::reproduce {
namespace {

/// A cube of a metre.
std::string cube_json(int cells, const std::string& more) {
    return formatted(
        R"({"water": {"model": "volume", "size": [1, 1, 1], "cells": [%d, %d, %d], %s}})", cells,
        cells, cells, more.c_str());
}

std::string scene_json(const FramePlan& plan) {
    const bool is_dam = std::string(plan.scene) == "dam";
    return cube_json(plan.cells, is_dam ? R"("fill": [{"box": [0, 0, 0, 0.33, 1, 0.66]}])"
                                        : R"("fill": [{"box": [0, 0, 0, 1, 1, 0.33]},
                                                      {"sphere": [0.5, 0.5, 0.7, 0.15]}])");
}

bool has_gpu() {
    return !machine_info().gpus.empty();
}

Result<double> cavity_mlups(int cells, const WorldOptions& options, int repeats) {
    // Slow fluid: the lattice has the same work with any velocity.
    auto made =
        World::from_json(cube_json(cells, R"("surface": false, "gravity": 0, "viscosity": 0.001,
                             "edges": {"top": {"lid": [1, 0]}})"),
                         ".", options);
    if (!made) return made.error();
    World& world = made.value();
    const double step_s = world.info().time_step_s, updates = std::pow(double(cells), 3);
    // Pieces of 30 ms or so: long against the clock's grain. The first two warm up and tell how
    // many steps that is.
    constexpr double kPiece_s = 0.03;
    int steps = 4;
    std::vector<double> mlups;
    for (int k = -2; k < repeats; ++k) {
        const auto report = world.step(steps * step_s);
        if (!report) return report.error();
        const double each_s = report.value().wall.total_s / report.value().steps_now;
        if (k < 0)
            steps = std::clamp(int(std::ceil(kPiece_s / each_s)), 2, 4000);
        else
            mlups.push_back(1e-6 * updates / each_s);
    }
    return median(mlups);
}

struct FrameTimes {
    double mean_ms = 0.0, slowest_ms = 0.0, steps_per_frame = 0.0;
};

Result<FrameTimes> time_frames(const FramePlan& plan, const WorldOptions& options, int frames,
                               const std::function<bool(double)>& goes_on) {
    auto made = World::from_json(scene_json(plan), ".", options);
    if (!made) return made.error();
    World& world = made.value();
    FrameTimes times;
    int done = 0;
    for (; done < frames && goes_on(double(done) / frames); ++done) {
        const auto report = world.step(kFrame_s);
        if (!report) return report.error();
        const double frame_ms = 1e3 * report.value().wall.total_s;
        times.mean_ms += frame_ms;
        times.slowest_ms = std::max(times.slowest_ms, frame_ms);
    }
    times.mean_ms /= std::max(done, 1);
    times.steps_per_frame = double(world.steps()) / std::max(done, 1);
    return times;
}

}  // namespace

Result<std::vector<CavityRow>> measure_cavities(std::span<const int> cells, int repeats,
                                                const Watch& watch) {
    std::vector<CavityRow> rows;
    const auto goes_on = [&](double share, const char* where) {
        return watch((double(rows.size()) + share) / double(cells.size()),
                     formatted("%d cells, %s", cells[rows.size()], where));
    };
    while (rows.size() < cells.size()) {
        CavityRow row = {.cells = cells[rows.size()]};
        if (!goes_on(0.0, "one thread")) return rows;
        const auto one = cavity_mlups(row.cells, {.backend = Backend::Cpu, .threads = 1}, repeats);
        if (!one) return one.error();
        row.one_thread = one.value();
        if (!goes_on(0.4, "all cores")) return rows;
        const auto all = cavity_mlups(row.cells, {.backend = Backend::Cpu}, repeats);
        if (!all) return all.error();
        row.all_cores = all.value();
        if (has_gpu()) {
            if (!goes_on(0.8, "GPU")) return rows;
            const auto gpu = cavity_mlups(row.cells, {.backend = Backend::Cuda}, repeats);
            if (!gpu) return gpu.error();
            row.gpu = gpu.value();
        }
        rows.push_back(row);
    }
    watch(1.0, "");
    return rows;
}

Result<std::vector<FrameRow>> measure_frames(std::span<const FramePlan> plans, int frames,
                                             const Watch& watch) {
    std::vector<FrameRow> rows;
    double work = 0.0, behind = 0.0;
    for (const FramePlan& plan : plans) work += std::pow(double(plan.cells), 4);
    for (const FramePlan& plan : plans) {
        const double part = std::pow(double(plan.cells), 4);
        bool is_whole = true;
        const auto goes_on = [&](double share) {
            is_whole = watch((behind + share * part) / work,
                             formatted("%s, %d cells", plan.scene, plan.cells));
            return is_whole;
        };
        const auto cpu = time_frames(plan, {.backend = Backend::Cpu}, frames, goes_on);
        if (!cpu) return cpu.error();
        FrameRow row = {.scene = plan.scene, .cells = plan.cells};
        row.steps_per_frame = cpu.value().steps_per_frame;
        row.cpu_ms = cpu.value().mean_ms;
        row.slowest_cpu_ms = cpu.value().slowest_ms;
        if (is_whole && has_gpu()) {
            const auto gpu = time_frames(plan, {.backend = Backend::Cuda}, frames, goes_on);
            if (!gpu) return gpu.error();
            row.gpu_ms = gpu.value().mean_ms;
        }
        if (!is_whole) return rows;
        rows.push_back(row);
        behind += part;
    }
    watch(1.0, "");
    return rows;
}

}  // namespace tarn::cli::reproduce
