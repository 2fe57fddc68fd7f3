// Table 6.2 of THESIS: updates per second of a lid-driven cavity.
#include "volume.hpp"
#include <tarn/machine.hpp>

namespace tarn::cli::reproduce {
namespace {

/// As printed, in MLUPS: the faster of its two CPUs, with one thread and with both cores, and the
/// fastest of its GPUs.
struct PaperCavity {
    int cells;
    double one_thread, two_cores, gtx280;
};
constexpr PaperCavity kPaper[] = {{16, 3.96587, 7.36984, 88.32154},
                                  {32, 3.68622, 6.16978, 209.18237},
                                  {64, 3.46614, 6.48213, 248.02634},
                                  {128, 3.38778, 5.78497, 259.82635}};

constexpr char kThesisSays[] =
    "D3Q19 in single precision, a cube full of fluid, 10,000 iterations. C2D E8400 (two cores of "
    "3 GHz) and GeForce GTX 280 are quoted; a C2D T9400, a 9400M and a 9600M GT were slower.";

constexpr char kHow[] =
    "%s, %d cores%s. Float, the default collision with Smagorinsky's eddy viscosity, which the "
    "thesis's cavity may lack. Median of pieces of about 30 ms.";

std::string gpu_text(const std::optional<double>& mlups) {
    return mlups ? formatted("%.0f", *mlups) : "–";
}

const PaperCavity& paper_row(int cells) {
    for (const PaperCavity& row : kPaper)
        if (row.cells == cells) return row;
    return kPaper[0];
}

std::string csv(std::span<const CavityRow> rows) {
    CsvText out(
        "cells,one_thread_mlups,all_cores_mlups,gpu_mlups,thesis_e8400_one_thread_mlups,"
        "thesis_e8400_two_cores_mlups,thesis_gtx280_mlups");
    for (const CavityRow& row : rows) {
        const PaperCavity& paper = paper_row(row.cells);
        out.row(formatted("%d,%.4g,%.4g,%s,%g,%g,%g", row.cells, row.one_thread, row.all_cores,
                          row.gpu ? formatted("%.4g", *row.gpu).c_str() : "", paper.one_thread,
                          paper.two_cores, paper.gtx280));
    }
    return out.text();
}

std::string table(std::span<const CavityRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th rowspan=\"2\">Grid</th><th colspan=\"2\">One thread</th>"
        "<th colspan=\"2\">All cores</th><th colspan=\"2\">GPU</th></tr>\n<tr><th>E8400</th>"
        "<th>Tarn</th><th>E8400</th><th>Tarn</th><th>GTX 280</th><th>Tarn</th></tr></thead>\n"
        "<tbody>\n";
    for (const CavityRow& row : rows) {
        const PaperCavity& paper = paper_row(row.cells);
        html += formatted(
            "<tr><th>%d³</th><td>%.2f</td><td>%.1f</td><td>%.2f</td><td>%.1f</td><td>%.0f</td>"
            "<td>%s</td></tr>\n",
            row.cells, paper.one_thread, row.one_thread, paper.two_cores, row.all_cores,
            paper.gtx280, gpu_text(row.gpu).c_str());
    }
    return html + "</tbody></table>\n";
}

std::string summary(std::span<const CavityRow> rows) {
    std::string text =
        "table 6.2 lid-driven cavity, MLUPS (THESIS: C2D E8400, GTX 280)\n"
        "          grid   one thread: THESIS   Tarn   all cores: THESIS   Tarn   GPU: THESIS   "
        "Tarn";
    for (const CavityRow& row : rows) {
        const PaperCavity& paper = paper_row(row.cells);
        text += formatted("\n          %3d^3  %18.2f %6.1f %19.2f %6.1f %13.0f %6s", row.cells,
                          paper.one_thread, row.one_thread, paper.two_cores, row.all_cores,
                          paper.gtx280, row.gpu ? formatted("%.0f", *row.gpu).c_str() : "-");
    }
    return text;
}

}  // namespace

Section cavity_section(std::span<const CavityRow> rows, Extent extent) {
    const MachineInfo machine = machine_info();
    const std::string gpu = machine.gpus.empty() ? "" : "; " + machine.gpus.front().name;
    Section section{.title = "Table 6.2: updates per second of a lid-driven cavity"};
    section.notes = {{"THESIS says", kThesisSays},
                     {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, gpu.c_str())}};
    if (rows.empty()) return section;
    add_table(section,
              {.csv = {"table6_2.csv", csv(rows)},
               .html = table(rows),
               .verdict_text =
                   "Numbers of other machines and another decade: the ratio is not one of methods.",
               .summary = summary(rows),
               .rows = rows.size(),
               .extent = extent});
    return section;
}

}  // namespace tarn::cli::reproduce
