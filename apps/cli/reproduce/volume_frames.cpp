// Table 6.3 of THESIS: what a frame of 16 ms of falling water takes.
#include "volume.hpp"
#include <tarn/machine.hpp>

namespace tarn::cli::reproduce {
namespace {

/// As printed, ms per frame on a GeForce GTX 280.
struct PaperFrame {
    const char* scene;
    int cells;
    double ms;
};
constexpr PaperFrame kPaper[] = {
    {"dam", 32, 4.275}, {"drop", 32, 5.471}, {"dam", 64, 37.539}, {"drop", 64, 26.142}};

constexpr char kThesisSays[] =
    "Milliseconds per frame of 16 ms, breaking dam and drop, on a GeForce GTX 280. How large its "
    "tanks are, how many steps a frame has, and whether the picture is counted, it does not say.";

constexpr char kHow[] =
    "%s, %d cores%s. A cube of a metre: a column a third of it wide and two thirds high; a drop "
    "of 15 cm radius that falls by 22 cm into water of 33 cm. Float, without pictures. Mean of "
    "%d frames.";

double paper_ms(const FrameRow& row) {
    for (const PaperFrame& paper : kPaper)
        if (row.scene == paper.scene && row.cells == paper.cells) return paper.ms;
    return 0.0;
}

std::string optional_text(const std::optional<double>& ms, const char* none) {
    return ms ? formatted("%.3g", *ms) : none;
}

std::string csv(std::span<const FrameRow> rows) {
    CsvText out("scene,cells,steps_per_frame,cpu_ms,slowest_cpu_ms,gpu_ms,thesis_gtx280_ms");
    for (const FrameRow& row : rows)
        out.row(formatted("%s,%d,%.3g,%.4g,%.4g,%s,%g", row.scene.c_str(), row.cells,
                          row.steps_per_frame, row.cpu_ms, row.slowest_cpu_ms,
                          optional_text(row.gpu_ms, "").c_str(), paper_ms(row)));
    return out.text();
}

std::string table(std::span<const FrameRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th>Scene</th><th>Grid</th><th>Steps per frame</th>"
        "<th>THESIS, GTX 280, ms</th><th>Tarn, CPU, ms</th><th>slowest, ms</th>"
        "<th>Tarn, GPU, ms</th></tr></thead>\n<tbody>\n";
    for (const FrameRow& row : rows)
        html += formatted(
            "<tr><th>%s</th><td>%d³</td><td>%.1f</td><td>%.3g</td><td>%.3g</td><td>%.3g</td>"
            "<td>%s</td></tr>\n",
            row.scene.c_str(), row.cells, row.steps_per_frame, paper_ms(row), row.cpu_ms,
            row.slowest_cpu_ms, optional_text(row.gpu_ms, "–").c_str());
    return html + "</tbody></table>\n";
}

std::string summary(std::span<const FrameRow> rows) {
    std::string text =
        "table 6.3 ms per frame of 16 ms (THESIS: GTX 280)\n"
        "          scene  grid   steps   THESIS   Tarn CPU   slowest   Tarn GPU";
    for (const FrameRow& row : rows)
        text += formatted("\n          %-5s %3d^3  %6.1f %8.3g %10.3g %9.3g %10s",
                          row.scene.c_str(), row.cells, row.steps_per_frame, paper_ms(row),
                          row.cpu_ms, row.slowest_cpu_ms, optional_text(row.gpu_ms, "-").c_str());
    return text;
}

}  // namespace

Section frames_section(std::span<const FrameRow> rows, int frames, Extent extent) {
    const MachineInfo machine = machine_info();
    const std::string gpu = machine.gpus.empty() ? "" : "; " + machine.gpus.front().name;
    Section section{.title = "Table 6.3: time of a frame of falling water"};
    section.notes = {
        {"THESIS says", kThesisSays},
        {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, gpu.c_str(), frames)}};
    if (rows.empty()) return section;
    add_table(section, {.csv = {"table6_3.csv", csv(rows)},
                        .html = table(rows),
                        .verdict_text = "Numbers of other machines and another decade: the ratio "
                                        "is not one of methods. A frame "
                                        "of less than 16 ms is real time.",
                        .summary = summary(rows),
                        .rows = rows.size(),
                        .extent = extent});
    return section;
}

}  // namespace tarn::cli::reproduce
