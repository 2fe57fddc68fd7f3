// Figure 4 of POND: wave speed.
#include "io/plot.hpp"
#include "pond.hpp"

#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr char kPondSays[] =
    "“The velocity of the surface wave is around √(gh), which is the analytical limit for "
    "shallow waters. […] this limit is approached as the number of cells increases.” τ = 0.77.";

constexpr char kTheory[] =
    "Long waves run at √(g h). The crest of a ring is a different thing: the ring changes its "
    "shape as it runs, and the crest moves forward within it. Followed from 0.2 to 0.4 of the "
    "side, the crest of this drop's ring runs at %.4f √(g h) in water without viscosity "
    "(Hankel transform of the linear equations). At fixed τ fewer cells mean more viscosity, a "
    "wider ring and a faster crest: the dashed line is the same transform with the viscosity "
    "of each grid, (τ − ½)(1 − c*²) cells² per step. It holds for an endless pond; on the "
    "coarsest grids the ring is so wide that the walls matter.";

constexpr char kHow[] =
    "BGK, τ = 0.77, c* = √(g h) Δt/Δx = 0.3, h = %.1f m, side L = %.0f m. Seiche: level h/1000 "
    "· cos(πx/L) between two walls, double precision; its cosine is recorded for two periods "
    "at each step and a damped cosine is fitted. Ring: a smooth drop (1 − r²/R²)² of radius R "
    "= 0.1 L and height h/1000 in the centre of an N × N pond with walls, float; its crest "
    "along the x axis by a parabola through three cells, its speed by a straight line through "
    "crest and time.";

constexpr char kMeasured[] =
    "The seiche runs at %.6f of √(g h) with %d cells and %.6f with %d; the error falls with "
    "order %.2f. The ring's crest runs at %.4f with %d cells (theory %.4f) and %.4f with %d "
    "(theory %.4f).";

constexpr char kConfirmed[] =
    "As POND says: both speeds come nearer to √(g h) with every refinement. For a wave of one "
    "length the approach is of order %.2f, as the scheme promises.";

io::Series series(std::span<const SpeedRow> rows, const char* name, double SpeedRow::*value,
                  io::SeriesStyle style, int colour) {
    io::Series out{.name = name, .style = style, .colour = colour};
    for (const SpeedRow& row : rows) {
        out.x.push_back(row.cells);
        out.y.push_back(row.*value);
    }
    return out;
}

std::string speed_plot(std::span<const SpeedRow> rows) {
    const double first = rows.front().cells, last = rows.back().cells;
    io::PlotDesc plot{.title = "Wave speed against number of cells, τ = 0.77",
                      .x_label = "cells along the side, N",
                      .y_label = "speed / √(g h)",
                      .is_log_x = true,
                      .y_range = io::Range{0.98, 1.18},
                      .width_px = kPlotWidth_px,
                      .height_px = kPlotHeight_px};
    plot.series = {
        {.name = "√(g h)",
         .x = {first, last},
         .y = {1.0, 1.0},
         .style = io::SeriesStyle::Dashed,
         .colour = 6},
        series(rows, "first seiche", &SpeedRow::seiche_speed, io::SeriesStyle::Both, 0),
        series(rows, "ring, theory", &SpeedRow::ring_theory, io::SeriesStyle::Dashed, 1),
        series(rows, "ring of a drop", &SpeedRow::ring_speed, io::SeriesStyle::Points, 1)};
    return io::svg_plot(plot);
}

std::string error_plot(std::span<const SpeedRow> rows) {
    io::Series seiche{.name = "first seiche", .style = io::SeriesStyle::Both, .colour = 0};
    io::Series second{.name = "second order", .style = io::SeriesStyle::Dashed, .colour = 6};
    io::Series ring{.name = "ring − its theory", .style = io::SeriesStyle::Both, .colour = 1};
    const double scale =
        std::abs(1.0 - rows.front().seiche_speed) * rows.front().cells * rows.front().cells;
    for (const SpeedRow& row : rows) {
        const double n = row.cells;
        for (io::Series* s : {&seiche, &second, &ring}) s->x.push_back(n);
        seiche.y.push_back(std::abs(1.0 - row.seiche_speed));
        second.y.push_back(0.6 * scale / (n * n));
        ring.y.push_back(std::abs(row.ring_speed - row.ring_theory));
    }
    return io::svg_plot({.title = "Error of the wave speed",
                         .x_label = "cells along the side, N",
                         .y_label = "|error| / √(g h)",
                         .series = {seiche, ring, second},
                         .is_log_x = true,
                         .is_log_y = true,
                         .width_px = kPlotWidth_px,
                         .height_px = kPlotHeight_px});
}

std::string csv(std::span<const SpeedRow> rows) {
    CsvText out("cells,seiche_speed,ring_speed,ring_speed_theory");
    for (const SpeedRow& row : rows)
        out.row(formatted("%d,%.9f,%.7f,%.7f", row.cells, row.seiche_speed, row.ring_speed,
                          row.ring_theory));
    return out.text();
}

void add_results(Section& section, std::span<const SpeedRow> rows) {
    const SpeedRow &first = rows.front(), &last = rows.back();
    const double order = convergence_order(rows), error = std::abs(1.0 - last.seiche_speed);
    section.notes.push_back(
        {"Measured", formatted(kMeasured, first.seiche_speed, first.cells, last.seiche_speed,
                               last.cells, order, first.ring_speed, first.cells, first.ring_theory,
                               last.ring_speed, last.cells, last.ring_theory)});
    section.summary = formatted(
        "figure 4  wave speed: seiche error %.1e at N = %d, order %.2f; ring %.4f, theory %.4f",
        error, last.cells, order, last.ring_speed, last.ring_theory);
    bool is_falling = true;
    for (std::size_t k = 1; k < rows.size(); ++k)
        is_falling &=
            std::abs(1.0 - rows[k].seiche_speed) < std::abs(1.0 - rows[k - 1].seiche_speed) &&
            std::abs(1.0 - rows[k].ring_speed) < std::abs(1.0 - rows[k - 1].ring_speed);
    section.verdict = is_falling && order > 1.9 ? Verdict::Confirmed : Verdict::Differs;
    section.verdict_text = is_falling ? formatted(kConfirmed, order)
                                      : "Not every refinement brings both speeds nearer to √(g h).";
}

}  // namespace

Section speed_section(std::span<const SpeedRow> rows, Extent extent) {
    Section section{.title = "Figure 4: wave speed"};
    section.notes = {{"POND says", kPondSays},
                     {"Theory", formatted(kTheory, ring_speed_limit())},
                     {"How", formatted(kHow, kStillDepth_m, kSide_m)}};
    if (rows.empty()) return section;
    section.files = {{"fig4.csv", csv(rows)},
                     {"fig4.svg", speed_plot(rows)},
                     {"fig4_error.svg", error_plot(rows)}};
    section.figure_html = pairs_html(section.files[1].content + section.files[2].content);
    if (extent == Extent::Whole)
        add_results(section, rows);
    else
        mark_interrupted(section, rows.size());
    return section;
}

}  // namespace tarn::cli::reproduce
