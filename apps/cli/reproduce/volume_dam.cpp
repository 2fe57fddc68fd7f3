// The same dam break in shallow, volume and stable water, side by side.
#include "io/plot.hpp"
#include "volume.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr char kTheory[] =
    "Shallow water has the pressure of water at rest, so that the foot of the column runs at once, "
    "at up to 2 sqrt(g h) without friction (Ritter). In space the column first has to fall: the "
    "foot begins from rest, and what leaves the far wall folds over.";

constexpr char kHow[] =
    "A column of 0.4 x 0.4 m in a channel of 1.6 m without friction, %d cells along it in each, "
    "the front where water is deeper than a twentieth of the column, the highest surface as level. "
    "Shallow water by finite volumes, volume by D3Q19 with a free surface, stable by stable "
    "fluids.";

std::string number_text(double seconds) {
    return formatted("%.1f s", seconds);
}

/// Of the centres of cells.
std::vector<double> places_m(const DamRuns& runs, std::size_t count) {
    std::vector<double> x_m;
    for (std::size_t i = 0; i < count; ++i) x_m.push_back((double(i) + 0.5) * runs.cell_m);
    return x_m;
}

std::string front_plot(const DamRuns& runs) {
    std::vector<double> ritter_m;
    for (const double time_s : runs.times_s)
        ritter_m.push_back(
            std::min(kDamChannel_m,
                     kDamColumn_m + 2.0 * std::sqrt(kGravity_m_per_s2 * kDamColumn_m) * time_s));
    std::vector<io::Series> series;
    for (const DamRun& run : runs.of)
        series.push_back({.name = run.model, .x = runs.times_s, .y = run.fronts_m});
    series.push_back(
        {.name = "Ritter", .x = runs.times_s, .y = ritter_m, .style = io::SeriesStyle::Dashed});
    return io::svg_plot({.title = "Front",
                         .x_label = "time, s",
                         .y_label = "x, m",
                         .series = series,
                         .width_px = kPlotWidth_px,
                         .height_px = kPlotHeight_px});
}

std::string level_plot(const DamRuns& runs, std::size_t look) {
    std::vector<io::Series> series;
    for (const DamRun& run : runs.of) {
        const std::vector<double>& level_m = run.levels_m[look];
        series.push_back({.name = run.model, .x = places_m(runs, level_m.size()), .y = level_m});
    }
    return io::svg_plot({.title = "Level after " + number_text(kDamLooks_s[look]),
                         .x_label = "x, m",
                         .y_label = "level, m",
                         .series = series,
                         .y_range = io::Range{0.0, 1.5 * kDamColumn_m},
                         .width_px = kPlotWidth_px,
                         .height_px = kPlotHeight_px});
}

/// When the front comes to the far wall; the end of the run if it does not.
double arrival_s(const DamRuns& runs, const DamRun& run) {
    for (std::size_t k = 0; k < run.fronts_m.size(); ++k)
        if (run.fronts_m[k] > kDamChannel_m - 1.5 * runs.cell_m) return runs.times_s[k];
    return runs.times_s.back();
}

std::string fronts_csv(const DamRuns& runs) {
    CsvText out("time_s,shallow_front_m,volume_front_m,stable_front_m");
    for (std::size_t k = 0; k < runs.times_s.size(); ++k) {
        std::string row = formatted("%.3f", runs.times_s[k]);
        for (const DamRun& run : runs.of) row += formatted(",%.5f", run.fronts_m[k]);
        out.row(row);
    }
    return out.text();
}

std::string levels_csv(const DamRuns& runs) {
    std::string header = "x_m";
    for (const double look_s : kDamLooks_s)
        for (const DamRun& run : runs.of)
            header += formatted(",%s_%.1fs_m", run.model.c_str(), look_s);
    CsvText out(header);
    for (std::size_t i = 0; i < runs.of[0].levels_m.back().size(); ++i) {
        std::string row = formatted("%.5f", (double(i) + 0.5) * runs.cell_m);
        for (std::size_t k = 0; k < kDamLooks_s.size(); ++k)
            for (const DamRun& run : runs.of) row += formatted(",%.5f", run.levels_m[k][i]);
        out.row(row);
    }
    return out.text();
}

std::string costs_csv(const DamRuns& runs) {
    CsvText out("model,front_at_wall_s,wall_s_per_simulated_s");
    for (const DamRun& run : runs.of)
        out.row(
            formatted("%s,%.3f,%.4g", run.model.c_str(), arrival_s(runs, run), run.wall_s_per_s));
    return out.text();
}

/// Figures in two columns, as one that needs no page.
std::string joined_svg(const std::vector<std::string>& svgs) {
    const std::string opening = "<svg ";
    const int rows = int(svgs.size() + 1) / 2;
    std::string joined = formatted(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n<rect "
        "width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
        2 * kPlotWidth_px, rows * kPlotHeight_px);
    for (std::size_t k = 0; k < svgs.size(); ++k)
        joined += formatted("<svg x=\"%d\" y=\"%d\" ", int(k % 2) * kPlotWidth_px,
                            int(k / 2) * kPlotHeight_px) +
                  svgs[k].substr(opening.size());
    return joined + "</svg>\n";
}

}  // namespace

Section dam_section(const DamRuns& runs, Extent extent) {
    Section section{.title = "A dam break in all three waters"};
    const int cells = int(std::lround(kDamChannel_m / runs.cell_m));
    section.notes = {{"Theory", kTheory}, {"How", formatted(kHow, cells)}};
    if (runs.times_s.empty()) return section;
    section.files = {{"dam_front.csv", fronts_csv(runs)}};
    const std::string front = front_plot(runs);
    section.figure_html = front;
    if (extent == Extent::Part) {
        mark_interrupted(section, runs.times_s.size());
        return section;
    }
    section.files.push_back({"dam_levels.csv", levels_csv(runs)});
    std::vector<std::string> plots = {front};
    for (std::size_t k = 0; k < kDamLooks_s.size(); ++k) plots.push_back(level_plot(runs, k));
    section.files.push_back({"dam.svg", joined_svg(plots)});
    section.figure_html.clear();
    for (const std::string& plot : plots) section.figure_html += plot;
    section.figure_html = pairs_html(section.figure_html);
    section.verdict = Verdict::Comparison;
    section.files.push_back({"dam_costs.csv", costs_csv(runs)});
    std::string arrivals, costs;
    for (const DamRun& run : runs.of) {
        const char* const comma = arrivals.empty() ? "" : ", ";
        arrivals += formatted("%s%s %.2f s", comma, run.model.c_str(), arrival_s(runs, run));
        costs += formatted("%s%s %.2g s", comma, run.model.c_str(), run.wall_s_per_s);
    }
    section.verdict_text = "The front is at the far wall after: " + arrivals +
                           ". A second of it takes: " + costs + ".";
    section.summary = "dam break front at the far wall after: " + arrivals +
                      "\n          a second of it takes: " + costs;
    return section;
}

}  // namespace tarn::cli::reproduce
