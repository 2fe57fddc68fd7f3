// The same dam break in shallow water and in water in space, side by side.
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
    "A column of 0.4 x 0.4 m in a channel of 1.6 m without friction, %d cells along it in both, "
    "the front where water is deeper than a twentieth of the column, the highest surface as level. "
    "Shallow water by finite volumes, in space by D3Q19 with a free surface.";

std::string number_text(double seconds) {
    return formatted("%.1f s", seconds);
}

/// Of the centres of cells.
std::vector<double> places_m(const DamPair& pair, std::size_t count) {
    std::vector<double> x_m;
    for (std::size_t i = 0; i < count; ++i) x_m.push_back((double(i) + 0.5) * pair.cell_m);
    return x_m;
}

std::string front_plot(const DamPair& pair) {
    std::vector<double> ritter_m;
    for (const double time_s : pair.times_s)
        ritter_m.push_back(
            std::min(kDamChannel_m,
                     kDamColumn_m + 2.0 * std::sqrt(kGravity_m_per_s2 * kDamColumn_m) * time_s));
    return io::svg_plot(
        {.title = "Front",
         .x_label = "time, s",
         .y_label = "x, m",
         .series = {{.name = "shallow", .x = pair.times_s, .y = pair.shallow.fronts_m},
                    {.name = "in space", .x = pair.times_s, .y = pair.volume.fronts_m},
                    {.name = "Ritter",
                     .x = pair.times_s,
                     .y = ritter_m,
                     .style = io::SeriesStyle::Dashed}},
         .width_px = kPlotWidth_px,
         .height_px = kPlotHeight_px});
}

std::string level_plot(const DamPair& pair, std::size_t look) {
    const std::vector<double>&shallow = pair.shallow.levels_m[look],
          &volume = pair.volume.levels_m[look];
    return io::svg_plot(
        {.title = "Level after " + number_text(kDamLooks_s[look]),
         .x_label = "x, m",
         .y_label = "level, m",
         .series = {{.name = "shallow", .x = places_m(pair, shallow.size()), .y = shallow},
                    {.name = "in space", .x = places_m(pair, volume.size()), .y = volume}},
         .y_range = io::Range{0.0, 1.5 * kDamColumn_m},
         .width_px = kPlotWidth_px,
         .height_px = kPlotHeight_px});
}

std::string fronts_csv(const DamPair& pair) {
    CsvText out("time_s,shallow_front_m,volume_front_m");
    for (std::size_t k = 0; k < pair.times_s.size(); ++k)
        out.row(formatted("%.3f,%.5f,%.5f", pair.times_s[k], pair.shallow.fronts_m[k],
                          pair.volume.fronts_m[k]));
    return out.text();
}

std::string levels_csv(const DamPair& pair) {
    std::string header = "x_m";
    for (const double look_s : kDamLooks_s)
        header += formatted(",shallow_%.1fs_m,volume_%.1fs_m", look_s, look_s);
    CsvText out(header);
    for (std::size_t i = 0; i < pair.volume.levels_m.back().size(); ++i) {
        std::string row = formatted("%.5f", (double(i) + 0.5) * pair.cell_m);
        for (std::size_t k = 0; k < kDamLooks_s.size(); ++k)
            row += formatted(",%.5f,%.5f", pair.shallow.levels_m[k][i], pair.volume.levels_m[k][i]);
        out.row(row);
    }
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

/// When the front comes to the far wall; the end of the run if it does not.
double arrival_s(const DamPair& pair, const DamRun& run) {
    for (std::size_t k = 0; k < run.fronts_m.size(); ++k)
        if (run.fronts_m[k] > kDamChannel_m - 1.5 * pair.cell_m) return pair.times_s[k];
    return pair.times_s.back();
}

}  // namespace

Section dam_section(const DamPair& pair, Extent extent) {
    Section section{.title = "A dam break in shallow water and in space"};
    const int cells = int(std::lround(kDamChannel_m / pair.cell_m));
    section.notes = {{"Theory", kTheory}, {"How", formatted(kHow, cells)}};
    if (pair.times_s.empty()) return section;
    section.files = {{"dam_front.csv", fronts_csv(pair)}};
    const std::string front = front_plot(pair);
    section.figure_html = front;
    if (extent == Extent::Part) {
        mark_interrupted(section, pair.times_s.size());
        return section;
    }
    section.files.push_back({"dam_levels.csv", levels_csv(pair)});
    std::vector<std::string> plots = {front};
    for (std::size_t k = 0; k < kDamLooks_s.size(); ++k) plots.push_back(level_plot(pair, k));
    section.files.push_back({"dam.svg", joined_svg(plots)});
    section.figure_html.clear();
    for (const std::string& plot : plots) section.figure_html += plot;
    section.figure_html = pairs_html(section.figure_html);
    section.verdict = Verdict::Comparison;
    const double shallow_s = arrival_s(pair, pair.shallow), volume_s = arrival_s(pair, pair.volume);
    section.verdict_text =
        formatted("The front is at the far wall after %.2f s in shallow water and %.2f s in space.",
                  shallow_s, volume_s);
    section.summary =
        formatted("dam break front at the far wall after %.2f s in shallow water, %.2f s in space",
                  shallow_s, volume_s);
    return section;
}

}  // namespace tarn::cli::reproduce
