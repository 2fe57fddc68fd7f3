// Figures 9 to 11 of FLOAT as measured quantities: a boat that leans to its cargo, a sailboat under
// a wave, the wake of a boat that turns.
#include "float.hpp"
#include "io/plot.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::reproduce {
namespace {

std::vector<NamedFile> one_or_none(const std::optional<NamedFile>& still) {
    return still ? std::vector<NamedFile>{*still} : std::vector<NamedFile>{};
}

std::string row_html(const std::vector<std::string>& cells) {
    std::string html = "<tr>";
    for (const std::string& cell : cells) html += "<td>" + cell + "</td>";
    return html + "</tr>\n";
}

std::string table_html(const std::string& head, const std::string& rows) {
    return "<table>\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table>\n";
}

std::string name_of(const Verdicted& run) {
    const validate::Release& release = run.release;
    return formatted("%.2f m, %s", release.centre_above_base_m,
                     release.is_met_by_wave ? "wave of 4 m"
                                            : formatted("let go at %g°", release.heel_deg).c_str());
}

const char* word_of(bool comes_back) {
    return comes_back ? "comes back" : "capsizes";
}

std::string yacht_plot(const Yacht& yacht) {
    io::PlotDesc plot = {.title = "Heel of the sailboat under the wave",
                         .x_label = "time, s",
                         .y_label = "heel, degrees",
                         .y_range = io::Range{-180.0, 180.0},
                         .width_px = kPlotWidth_px,
                         .height_px = kPlotHeight_px};
    for (const Verdicted& run : yacht.runs)
        if (run.release.is_met_by_wave)
            plot.series.push_back(
                {.name = formatted("centre of mass at %.2f m", run.release.centre_above_base_m),
                 .x = run.roll.times_s,
                 .y = run.roll.heels_deg});
    return io::svg_plot(plot);
}

std::string heels_csv(const Yacht& yacht) {
    CsvText out("centre_above_base_m,start_deg,wave,time_s,heel_deg");
    for (const Verdicted& run : yacht.runs)
        for (std::size_t k = 0; k < run.roll.times_s.size(); k += 4)
            out.row(formatted("%.2f,%g,%d,%.3f,%.2f", run.release.centre_above_base_m,
                              run.release.heel_deg, int(run.release.is_met_by_wave),
                              run.roll.times_s[k], run.roll.heels_deg[k]));
    return out.text();
}

}  // namespace

Section cargo_section(const Cargo& cargo, Extent extent) {
    Section section{.title = "Figure 9: a boat leans to its cargo"};
    section.notes = {
        {"FLOAT says",
         "A boat of 3.23 x 1.2 x 0.43 m with a cargo of 90 kg sinks “towards the charged side”, or "
         "balances “if the cargo is centered”."},
        {"How",
         "Tarn's boat of this size, the cargo as a vertical force of 90 kg that moves with the "
         "boat, as in the paper; heel after 10 s, mean of 2 s. The picture has crates."}};
    if (cargo.rows.empty()) return section;
    CsvText csv("cargo_to_port_m,heel_to_port_deg");
    std::string rows, text = "figure 9 ";
    bool is_so = true;
    for (const CargoRow& row : cargo.rows) {
        csv.row(formatted("%g,%.4f", row.aside_m, row.heel_deg));
        rows += row_html({formatted("%+.2f", row.aside_m), formatted("%+.2f", row.heel_deg)});
        text += formatted(" cargo %+.2f m: heel %+.2f degrees;", row.aside_m, row.heel_deg);
        // A tenth of a degree is 1 mm at the side of the boat.
        is_so &=
            row.aside_m == 0.0 ? std::abs(row.heel_deg) < 0.1 : row.aside_m * row.heel_deg > 0.0;
    }
    section.files = {{"figure9.csv", csv.text()}};
    section.figure_html =
        table_html("<th>Cargo to port of the middle, m</th><th>Heel to port, degrees</th>", rows);
    if (extent == Extent::Part) {
        mark_interrupted(section, cargo.rows.size());
        return section;
    }
    section.verdict = is_so ? Verdict::Confirmed : Verdict::Differs;
    section.verdict_text = is_so ? "It leans to the side of its cargo, and not with it centred."
                                 : "It does not lean as its cargo says.";
    text.pop_back();
    section.summary = text;
    add_stills(section, one_or_none(cargo.still));
    return section;
}

Section yacht_section(const Yacht& yacht, Extent extent) {
    Section section{.title = "Figure 10: a sailboat under a wave"};
    section.notes = {
        {"FLOAT says",
         "A boat of 19 x 4.6 x 2.3 m and 29 t in waves of 4 m recovers with its centre of mass "
         "0.5 m above its base, and capsizes with it at 1.65 m."},
        {"Theory",
         formatted("As a closed box it comes back in still water from less than %.1f and %.1f "
                   "degrees: there the exact righting arm vanishes.",
                   validate::vanishing_stability_deg(0.5),
                   validate::vanishing_stability_deg(1.65))},
        {"How",
         "The closed box, eight cells across its beam; still water, or one crest 4 |sin|^8 high, "
         "30 m from peak to peak (the paper gives no length), from the side in water of 6 m. tarn "
         "validate hull/capsize repeats it at twice the resolution and half the step."}};
    if (yacht.runs.empty()) return section;
    std::string rows;
    int wrong = 0;
    for (const Verdicted& run : yacht.runs) {
        rows += row_html({name_of(run), formatted("%.0f", run.roll.largest_deg()),
                          word_of(run.roll.is_upright), word_of(run.should_come_back)});
        wrong += run.roll.is_upright == run.should_come_back ? 0 : 1;
    }
    section.files = {{"figure10.csv", heels_csv(yacht)}};
    section.figure_html =
        yacht_plot(yacht) + table_html(
                                "<th>Centre of mass above base</th><th>Largest heel, degrees</th>"
                                "<th>Tarn</th><th>Theory; in the wave FLOAT</th>",
                                rows);
    if (extent == Extent::Part) {
        mark_interrupted(section, yacht.runs.size());
        return section;
    }
    section.verdict = wrong == 0 ? Verdict::Confirmed : Verdict::Differs;
    section.verdict_text = formatted("%d of %zu verdicts are those of theory and paper.",
                                     int(yacht.runs.size()) - wrong, yacht.runs.size());
    section.summary = "figure 10 sailboat: " + section.verdict_text;
    add_stills(section, one_or_none(yacht.still));
    return section;
}

Section wake_section(const Wake& wake, Extent extent) {
    Section section{.title = "Figure 11: the curved wake of a motorboat"};
    section.notes = {
        {"FLOAT says",
         "A motorboat of 12.7 x 3.85 x 2.4 m and 16.5 t; the engine “is able to recreate the "
         "curved form of the wake left by the turns”."},
        {"How",
         "The scene motorboat, from above: its track, and where the water is disturbed on lines "
         "across the track behind it, as the mean place weighted by the square of the level. A "
         "straight wake would lie on the tangent at the boat."}};
    if (extent == Extent::Part) {
        mark_interrupted(section, 0);
        return section;
    }
    io::Series track = {.name = "track"};
    for (const Vec2& at : wake.track_m) {
        track.x.push_back(at.x);
        track.y.push_back(at.y);
    }
    CsvText csv("behind_m,track_off_tangent_m,wake_off_tangent_m");
    std::string rows;
    bool is_curved = true;
    for (const Wake::Row& row : wake.rows) {
        csv.row(formatted("%.2f,%.3f,%.3f", row.back_m, row.bend_m, row.wake_m));
        rows += row_html({formatted("%.0f", row.back_m), formatted("%.2f", row.bend_m),
                          formatted("%.2f", row.wake_m)});
        is_curved &= std::abs(row.wake_m - row.bend_m) < std::abs(row.wake_m);
    }
    section.files = {{"figure11.csv", csv.text()}};
    section.figure_html = io::svg_plot({.title = "Track of the boat",
                                        .x_label = "x, m",
                                        .y_label = "y, m",
                                        .series = {track},
                                        .width_px = kPlotWidth_px,
                                        .height_px = kPlotHeight_px}) +
                          table_html(
                              "<th>Behind the boat, m</th><th>Track off the tangent, m</th>"
                              "<th>Wake off the tangent, m</th>",
                              rows);
    if (wake.rows.empty()) {
        section.verdict = Verdict::Incomplete;
        section.verdict_text = "The boat has not gone far enough to have a wake.";
        section.summary = "figure 11 motorboat: not measured, the run was too short";
        add_stills(section, one_or_none(wake.still));
        return section;
    }
    section.verdict = is_curved ? Verdict::Confirmed : Verdict::Differs;
    section.verdict_text = formatted(
        "After a turn by %.0f degrees the wake lies nearer to the curved track than to "
        "the tangent %s.",
        wake.turned_deg, is_curved ? "everywhere" : "not everywhere");
    section.summary = "figure 11 motorboat: " + section.verdict_text;
    add_stills(section, one_or_none(wake.still));
    return section;
}

}  // namespace tarn::cli::reproduce
