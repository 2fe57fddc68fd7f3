// Table 1 and figure 12 of FLOAT: what balls and bowling pins cost in a frame.
#include "float.hpp"
#include <tarn/machine.hpp>

namespace tarn::cli::reproduce {
namespace {

/// As printed, ms per frame on an Intel i5 of 3.3 GHz with a GeForce GTX 560.
struct PaperCrowd {
    const char* what;
    int count;
    double forces_ms, positions_ms, borders_ms, rendering_ms;
};
constexpr PaperCrowd kPaper[] = {{"balls", 10, 1.84, 0.067, 3.56, 1.19},
                                 {"balls", 100, 19.5, 0.57, 3.72, 2.08},
                                 {"balls", 200, 39.32, 15.72, 3.92, 2.98},
                                 {"pins", 50, 47.3, 32.4, 3.6, 4.1}};

constexpr char kFloatSays[] =
    "Milliseconds per frame on a PC with an Intel i5 of 3.3 GHz and a GeForce GTX 560, balls of 80 "
    "triangles and pins of 520, 175 by 175 cells. How long a frame is in the water's time, it does "
    "not say.";

constexpr char kHow[] =
    "%s, %d cores; drawn by %s, 800 by 450 pixels. The same grid; balls of 320 triangles, pins of "
    "Tarn's own mesh, forces on triangles. They fall in layers into the pool, splash and come to "
    "float: means over %d frames of 1/60 s from the moment they are let go. Rendering is that of "
    "the "
    "last frame.";

PaperCrowd paper_row(const CrowdPlan& plan) {
    for (const PaperCrowd& row : kPaper)
        if (row.count == plan.count && plan.what == std::string(row.what)) return row;
    return {};
}

std::string optional_text(const std::optional<double>& ms, const char* none) {
    return ms ? formatted("%.3g", *ms) : none;
}

std::string csv(std::span<const CrowdRow> rows) {
    CsvText out(
        "bodies,count,steps_per_frame,forces_ms,positions_ms,borders_ms,simulated_ms,rendering_ms,"
        "float_forces_ms,float_positions_ms,float_borders_ms,float_rendering_ms");
    for (const CrowdRow& row : rows) {
        const PaperCrowd paper = paper_row(row.plan);
        out.row(formatted("%s,%d,%.3g,%.4g,%.4g,%.4g,%.4g,%s,%g,%g,%g,%g", row.plan.what,
                          row.plan.count, row.steps_per_frame, row.forces_ms, row.positions_ms,
                          row.borders_ms, row.simulated_ms,
                          optional_text(row.rendering_ms, "").c_str(), paper.forces_ms,
                          paper.positions_ms, paper.borders_ms, paper.rendering_ms));
    }
    return out.text();
}

std::string table(std::span<const CrowdRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th rowspan=\"2\">Bodies</th><th colspan=\"2\">Forces, ms</th>"
        "<th colspan=\"2\">Positions, ms</th><th colspan=\"2\">Borders, ms</th>"
        "<th colspan=\"2\">Rendering, ms</th><th rowspan=\"2\">Whole frame without picture, ms</th>"
        "</tr>\n<tr><th>FLOAT</th><th>Tarn</th><th>FLOAT</th><th>Tarn</th><th>FLOAT</th>"
        "<th>Tarn</th><th>FLOAT</th><th>Tarn</th></tr></thead>\n<tbody>\n";
    for (const CrowdRow& row : rows) {
        const PaperCrowd paper = paper_row(row.plan);
        html += formatted(
            "<tr><th>%d %s</th><td>%g</td><td>%.3g</td><td>%g</td><td>%.3g</td><td>%g</td>"
            "<td>%.3g</td><td>%g</td><td>%s</td><td>%.3g</td></tr>\n",
            row.plan.count, row.plan.what, paper.forces_ms, row.forces_ms, paper.positions_ms,
            row.positions_ms, paper.borders_ms, row.borders_ms, paper.rendering_ms,
            optional_text(row.rendering_ms, "–").c_str(), row.simulated_ms);
    }
    return html + "</tbody></table>\n";
}

std::string summary(std::span<const CrowdRow> rows) {
    std::string text =
        "table 1   ms per frame, FLOAT's beside Tarn's\n"
        "                       forces         positions         borders       rendering";
    for (const CrowdRow& row : rows) {
        const PaperCrowd paper = paper_row(row.plan);
        text += formatted("\n          %3d %-5s %7.4g %7.3g  %7.4g %7.3g  %7.4g %7.3g  %5.3g %7s",
                          row.plan.count, row.plan.what, paper.forces_ms, row.forces_ms,
                          paper.positions_ms, row.positions_ms, paper.borders_ms, row.borders_ms,
                          paper.rendering_ms, optional_text(row.rendering_ms, "-").c_str());
    }
    return text;
}

}  // namespace

Section crowds_section(std::span<const CrowdRow> rows, int frames, Extent extent) {
    const MachineInfo machine = machine_info();
    const Easel easel = Easel::open(kFloatStillSize);
    const std::string& drawn_by = easel.can_draw() ? easel.device() : "nobody";
    Section section{.title = "Table 1, figure 12: crowds"};
    section.notes = {
        {"FLOAT says", kFloatSays},
        {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, drawn_by.c_str(), frames)}};
    if (!easel.can_draw()) section.notes.push_back({"No pictures", easel.why_not()});
    if (rows.empty()) return section;
    add_table(section,
              {.csv = {"table1.csv", csv(rows)},
               .html = table(rows),
               .verdict_text = "Numbers of other machines and another decade: the ratio is not one "
                               "of methods. Nothing is left out because it is far away or slow.",
               .summary = summary(rows),
               .rows = rows.size(),
               .extent = extent});
    std::vector<NamedFile> stills;
    for (const CrowdRow& row : rows)
        if (row.still) stills.push_back(*row.still);
    add_stills(section, std::move(stills));
    return section;
}

}  // namespace tarn::cli::reproduce
