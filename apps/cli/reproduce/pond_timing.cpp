// Table 1 of POND: time per step.
#include "pond.hpp"
#include <tarn/machine.hpp>

namespace tarn::cli::reproduce {
namespace {

constexpr char kPondSays[] =
    "Measured on “a standard PC with a 2.26 GHz Core2 processor and GeForce 8800 GT graphics "
    "card. […] The total time is proportional to the number of cells.” The paper's numbers are "
    "in the table as printed.";

constexpr char kTheory[] =
    "None: a step costs a fixed number of operations and bytes per cell, so time should grow "
    "like N².";

constexpr char kHow[] =
    "%s, %d cores, float, default collision, τ = 0.77, walls, one drop. LBM: lattice steps in "
    "pieces of about 2 million cell updates, mean of a piece, median of %d pieces. Grid "
    "updating: reading level and both velocities of all cells out of the engine, median of as "
    "many. Rendering: not in this version.";

constexpr char kMeasured[] =
    "%d × %d: %.3f ms per lattice step (POND %g ms) and %.3f ms to read the fields out (POND "
    "%g ms).";

constexpr char kVerdict[] =
    "POND's numbers are from another machine and another decade; the ratio is not a ratio of "
    "methods. What it says today: at %d × %d a frame of 16.7 ms has room for about %.0f "
    "lattice steps.";

constexpr char kSummary[] =
    "table 1   N = %d: step %.4f ms (POND %g, %.0f x), grid update %.4f ms (POND %g, %.0f x)";

const PaperTiming& paper_row(int cells) {
    for (const PaperTiming& row : kPaperTimings)
        if (row.cells == cells) return row;
    return kPaperTimings[0];
}

std::string csv(std::span<const TimingRow> rows) {
    CsvText out(
        "cells,lbm_ms,grid_update_ms,paper_lbm_ms,paper_grid_update_ms,paper_rendering_ms,"
        "lbm_speed_up,grid_update_speed_up");
    for (const TimingRow& row : rows) {
        const PaperTiming& paper = paper_row(row.cells);
        out.row(formatted("%d,%.5f,%.5f,%g,%g,%g,%.1f,%.1f", row.cells, row.step_ms, row.read_ms,
                          paper.step_ms, paper.grid_update_ms, paper.rendering_ms,
                          paper.step_ms / row.step_ms, paper.grid_update_ms / row.read_ms));
    }
    return out.text();
}

std::string table(std::span<const TimingRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th rowspan=\"2\">Grid</th><th colspan=\"3\">LBM calculation, ms</th>"
        "<th colspan=\"3\">Grid updating, ms</th><th colspan=\"2\">Rendering, ms</th></tr>\n"
        "<tr><th>POND</th><th>Tarn</th><th>speed-up</th><th>POND</th><th>Tarn</th>"
        "<th>speed-up</th><th>POND</th><th>Tarn</th></tr></thead>\n<tbody>\n";
    for (const TimingRow& row : rows) {
        const PaperTiming& paper = paper_row(row.cells);
        html += formatted(
            "<tr><th>%d × %d</th><td>%g</td><td>%.4f</td><td>%.0f ×</td>"
            "<td>%g</td><td>%.4f</td><td>%.0f ×</td><td>%g</td><td>–</td></tr>\n",
            row.cells, row.cells, paper.step_ms, row.step_ms, paper.step_ms / row.step_ms,
            paper.grid_update_ms, row.read_ms, paper.grid_update_ms / row.read_ms,
            paper.rendering_ms);
    }
    return html + "</tbody></table>\n";
}

void add_results(Section& section, const TimingRow& row) {
    const PaperTiming& paper = paper_row(row.cells);
    section.notes.push_back(
        {"Measured", formatted(kMeasured, row.cells, row.cells, row.step_ms, paper.step_ms,
                               row.read_ms, paper.grid_update_ms)});
    section.summary =
        formatted(kSummary, row.cells, row.step_ms, paper.step_ms, paper.step_ms / row.step_ms,
                  row.read_ms, paper.grid_update_ms, paper.grid_update_ms / row.read_ms);
    section.verdict = Verdict::Comparison;
    section.verdict_text =
        formatted(kVerdict, row.cells, row.cells, (1000.0 / 60.0 - row.read_ms) / row.step_ms);
}

}  // namespace

Section timing_section(std::span<const TimingRow> rows, int repeats, Extent extent) {
    const MachineInfo machine = machine_info();
    Section section{.title = "Table 1: time per step"};
    section.notes = {{"POND says", kPondSays},
                     {"Theory", kTheory},
                     {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, repeats)}};
    if (rows.empty()) return section;
    section.files = {{"table1.csv", csv(rows)}};
    section.figure_html = table(rows);
    if (extent == Extent::Whole)
        add_results(section, rows.back());
    else
        mark_interrupted(section, rows.size());
    return section;
}

}  // namespace tarn::cli::reproduce
