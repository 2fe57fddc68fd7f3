// Table 6.5 of THESIS: what drops cost in a frame of 16 ms.
#include "spray.hpp"

#include "../fit.hpp"
#include <tarn/machine.hpp>

#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr double kFrame_s = 0.016;
constexpr int kCells = 256;

/// As printed, in ms: all that concerns particles (Psort, PGen, PSim, PREint, PREint_s) of "wave".
struct PaperDrops {
    int drops;
    double cpu_ms, gpu_ms;
};
constexpr PaperDrops kPaper[] = {
    {32768, 401.26, 14.92}, {131072, 1685.25, 25.35}, {262144, 0.0, 34.02}, {524288, 0.0, 54.48}};

constexpr char kThesisSays[] =
    "Milliseconds per frame of 16 ms for generating, sorting, moving and reintegrating particles "
    "(example wave), on a Core 2 Duo and a GeForce GTX 280. Two sorts take most of it.";

constexpr char kHow[] =
    "%s, %d cores%s. A pond of %d by %d cells, 8 m by 8 m, all drops in flight far above it, and "
    "every cell asked whether it breaks. Time of a frame with drops less that of the same water "
    "without. Float, without pictures. Median of %d frames.";

/// So many drops that fly for long: they are sent up in the first frame.
std::string pond_json(int drops) {
    const double drop_m3 = 4.0 / 3.0 * 3.14159265358979323846 * std::pow(0.004, 3);
    const std::string spray =
        drops == 0 ? ""
                   : formatted(
                         R"(, "emitters": [{"at": [4, 4, 60], "area": [0.5, 0.5, 7.5, 7.5],
                 "velocity": [0, 0, 20], "rate": %.9g, "drop": 0.004, "until": 0.016}],
                 "spray": {"max_drops": %d})",
                         drops * drop_m3 / kFrame_s, drops);
    return formatted(R"({"water": {"size": [8, 8], "cells": [%d, %d], "level": 0.5}%s})", kCells,
                     kCells, spray.c_str());
}

Result<double> frame_ms(int drops, int frames, const WorldOptions& options) {
    auto made = World::from_json(pond_json(drops), ".", options);
    if (!made) return made.error();
    World& world = made.value();
    std::vector<double> ms;
    for (int k = -4; k < frames; ++k) {
        const auto report = world.step(kFrame_s);
        if (!report) return report.error();
        if (k >= 0) ms.push_back(1e3 * report.value().wall.total_s);
    }
    return median(ms);
}

double paper_ms(int drops, double PaperDrops::*ms) {
    for (const PaperDrops& paper : kPaper)
        if (paper.drops == drops) return paper.*ms;
    return 0.0;
}

std::string printed(double ms) {
    return ms > 0.0 ? formatted("%.4g", ms) : "–";
}

std::string gpu_text(const DropsRow& row) {
    return row.gpu_ms ? formatted("%.3g", *row.gpu_ms - *row.gpu_water_ms) : "–";
}

std::string csv(std::span<const DropsRow> rows) {
    CsvText out("drops,cpu_ms,cpu_water_ms,gpu_ms,gpu_water_ms,thesis_cpu_ms,thesis_gtx280_ms");
    for (const DropsRow& row : rows) {
        const std::string gpu =
            row.gpu_ms ? formatted("%.4g,%.4g", *row.gpu_ms, *row.gpu_water_ms) : ",";
        out.row(formatted("%d,%.4g,%.4g,%s,%g,%g", row.drops, row.cpu_ms, row.cpu_water_ms,
                          gpu.c_str(), paper_ms(row.drops, &PaperDrops::cpu_ms),
                          paper_ms(row.drops, &PaperDrops::gpu_ms)));
    }
    return out.text();
}

std::string table(std::span<const DropsRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th>Drops</th><th>THESIS, CPU, ms</th><th>Tarn, CPU, ms</th>"
        "<th>THESIS, GTX 280, ms</th><th>Tarn, GPU, ms</th></tr></thead>\n<tbody>\n";
    for (const DropsRow& row : rows)
        html += formatted("<tr><th>%d</th><td>%s</td><td>%.3g</td><td>%s</td><td>%s</td></tr>\n",
                          row.drops, printed(paper_ms(row.drops, &PaperDrops::cpu_ms)).c_str(),
                          row.cpu_ms - row.cpu_water_ms,
                          printed(paper_ms(row.drops, &PaperDrops::gpu_ms)).c_str(),
                          gpu_text(row).c_str());
    return html + "</tbody></table>\n";
}

std::string summary(std::span<const DropsRow> rows) {
    std::string text =
        "table 6.5 ms per frame of 16 ms for drops (THESIS: two cores, GTX 280)\n"
        "            drops   THESIS CPU   Tarn CPU   THESIS GPU   Tarn GPU";
    for (const DropsRow& row : rows)
        text += formatted("\n          %7d %12s %10.3g %12s %10s", row.drops,
                          printed(paper_ms(row.drops, &PaperDrops::cpu_ms)).c_str(),
                          row.cpu_ms - row.cpu_water_ms,
                          printed(paper_ms(row.drops, &PaperDrops::gpu_ms)).c_str(),
                          gpu_text(row).c_str());
    return text;
}

Result<Section> drops(Effort effort, const Watch& watch) {
    constexpr int kDrops[] = {8192, 32768, 131072, 262144, 524288, 1048576};
    const bool is_full = effort == Effort::Full;
    const auto wanted = std::span<const int>(kDrops).first(is_full ? 6 : 2);
    const int frames = is_full ? 31 : 3;
    const auto rows = measure_drops(wanted, frames, watch);
    if (!rows) return rows.error();
    return drops_section(rows.value(), frames, extent_of(rows.value().size(), wanted.size()));
}

constexpr Measurement kMeasurements[] = {{"table 6.5", drops}};

}  // namespace

Result<std::vector<DropsRow>> measure_drops(std::span<const int> drops, int frames,
                                            const Watch& watch) {
    std::vector<DropsRow> rows;
    const bool has_gpu = !machine_info().gpus.empty();
    for (const int count : drops) {
        if (!watch(double(rows.size()) / double(drops.size()), formatted("%d drops", count)))
            return rows;
        DropsRow row = {.drops = count};
        const WorldOptions cpu = {.backend = Backend::Cpu}, gpu = {.backend = Backend::Cuda};
        const auto with = frame_ms(count, frames, cpu), without = frame_ms(0, frames, cpu);
        if (!with) return with.error();
        if (!without) return without.error();
        row.cpu_ms = with.value();
        row.cpu_water_ms = without.value();
        if (has_gpu) {
            const auto there = frame_ms(count, frames, gpu), alone = frame_ms(0, frames, gpu);
            if (!there) return there.error();
            if (!alone) return alone.error();
            row.gpu_ms = there.value();
            row.gpu_water_ms = alone.value();
        }
        rows.push_back(row);
    }
    return rows;
}

Section drops_section(std::span<const DropsRow> rows, int frames, Extent extent) {
    const MachineInfo machine = machine_info();
    const std::string gpu = machine.gpus.empty() ? "" : "; " + machine.gpus.front().name;
    Section section{.title = "Table 6.5: what drops cost in a frame"};
    section.notes = {{"THESIS says", kThesisSays},
                     {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, gpu.c_str(),
                                       kCells, kCells, frames)}};
    if (rows.empty()) return section;
    add_table(
        section,
        {.csv = {"table6_5.csv", csv(rows)},
         .html = table(rows),
         .verdict_text =
             "Numbers of other machines and another decade: the ratio is not one of methods alone. "
             "Tarn sorts nothing: slots come from prefix sums, and landings are sums of whole "
             "numbers.",
         .summary = summary(rows),
         .rows = rows.size(),
         .extent = extent});
    return section;
}

Paper spray_paper() {
    return {.name = "spray",
            .page = "spray.html",
            .title = "Spray: THESIS, measured again with Tarn",
            .source =
                "J. Ojeda Contreras, “Efficient algorithms for the realistic simulation of "
                "fluids”, doctoral thesis, Universitat Politècnica de Catalunya, 2013.",
            .intro =
                "The thesis's table 6.5, quoted as printed. Every other number comes from this "
                "run.",
            .quick = "few drops and few frames",
            .measurements = kMeasurements};
}

}  // namespace tarn::cli::reproduce
