// Table 1 of TRACK, with its figures 4 and 5: water that pours from a pipe into a box.
#include "track.hpp"

#include <tarn/machine.hpp>

namespace tarn::cli::reproduce {
namespace {

/// As printed in table 1, before and after, on one core of a Core i7 920 and a GeForce GTX 295.
constexpr double kPaperFrames_per_s = 16.0;
constexpr int kPaperWater[] = {2449, 2637}, kPaperSurface[] = {487, 467};

constexpr char kTrackSays[] =
    "16 frames per second on 32³ cells, with all water cells drawn (2,449, of which 487 at the "
    "surface) and with surface cells drawn alone (2,637 and 467). At which time, with which step, "
    "pipe and viscosity, and how large the picture is, it does not say.";

constexpr char kHow[] =
    "%s, %d cores; pictures of 640 by 480 by %s. Built-in scene pour, from the first step with at "
    "least %d water cells on, or after %d steps. Frames: a step and its picture, without caustics; "
    "medians of %d steps and %d pictures. mac is Tarn's default, track the paper's own method.";

constexpr char kListing[] =
    "The listing does not look at the neighbours (0, ±1, ±1): the column by the listing shows what "
    "that misses here. It nests the trilinear weights so that they do not add up to 1, draws the "
    "cell at (i, j-1, k+1) instead of (i, j, k), and its text counts surface cells in W_cells. A "
    "surface cell loses its bit of water there; here it keeps it. More in docs/stable.md.";

constexpr const char* kFigures[kTrackViews] = {"fig4.png", "fig5.png", "smooth.png"};
constexpr const char* kCaptions[kTrackViews] = {
    "Figure 4: all water cells", "Figure 5: surface cells", "The surface itself, as Tarn draws it"};

std::string rate_text(const std::optional<double>& rate, const char* none) {
    return rate ? formatted("%.3g", *rate) : none;
}

std::string csv(std::span<const TrackRow> rows) {
    CsvText out(
        "scheme,time_s,step_s,water_cells,surface_cells,surface_cells_by_listing,steps_per_s,"
        "all_frames_per_s,surface_frames_per_s,smooth_frames_per_s");
    for (const TrackRow& row : rows) {
        std::string frames;
        for (const auto& rate : row.frames_per_s) frames += "," + rate_text(rate, "");
        out.row(formatted("%s,%.4f,%.6f,%.0f,%.0f,%d,%.4g%s", row.scheme.c_str(), row.time_s,
                          row.step_s, row.water_cells, row.surface_cells,
                          row.surface_cells_by_listing, row.steps_per_s, frames.c_str()));
    }
    return out.text();
}

std::string table(std::span<const TrackRow> rows) {
    std::string html =
        "<table>\n<thead><tr><th></th><th>Water cells</th><th>Surface cells</th><th>by the "
        "listing</th><th>Steps per second</th><th>Frames, all cells</th><th>Frames, surface "
        "cells</th><th>Frames, smooth surface</th></tr></thead>\n<tbody>\n";
    for (int k = 0; k < 2; ++k) {
        const std::string frames = formatted("%g", kPaperFrames_per_s);
        html += formatted(
            "<tr><th>TRACK, %s</th><td>%d</td><td>%d</td><td>–</td><td>–</td><td>%s</td>"
            "<td>%s</td><td>–</td></tr>\n",
            k == 0 ? "all drawn" : "surface drawn", kPaperWater[k], kPaperSurface[k],
            k == 0 ? frames.c_str() : "–", k == 1 ? frames.c_str() : "–");
    }
    for (const TrackRow& row : rows) {
        html += formatted(
            "<tr><th>Tarn, %s, %.2f s</th><td>%.0f</td><td>%.0f</td><td>%d</td><td>%.3g</td>",
            row.scheme.c_str(), row.time_s, row.water_cells, row.surface_cells,
            row.surface_cells_by_listing, row.steps_per_s);
        for (const auto& rate : row.frames_per_s) html += "<td>" + rate_text(rate, "–") + "</td>";
        html += "</tr>\n";
    }
    return html + "</tbody></table>\n";
}

std::string figures_html(const TrackRow& row) {
    std::string html;
    for (int k = 0; k < kTrackViews; ++k)
        if (!row.pngs[std::size_t(k)].empty())
            html += formatted(
                "<figure><img src=\"track/%s\" width=\"%d\" alt=\"%s\"><figcaption>%s, scheme %s"
                "</figcaption></figure>\n",
                kFigures[k], kPlotWidth_px, kCaptions[k], kCaptions[k], row.scheme.c_str());
    return html.empty() ? html : pairs_html(html);
}

std::string summary(std::span<const TrackRow> rows) {
    std::string text = formatted(
        "table 1   pipe into a box, 32^3 (TRACK: %g frames per second, %d / %d and %d / %d cells)\n"
        "          scheme   water  surface   steps/s   all/s   surface/s   smooth/s",
        kPaperFrames_per_s, kPaperWater[0], kPaperSurface[0], kPaperWater[1], kPaperSurface[1]);
    for (const TrackRow& row : rows)
        text += formatted("\n          %-6s %7.0f %8.0f %9.3g %7s %11s %10s", row.scheme.c_str(),
                          row.water_cells, row.surface_cells, row.steps_per_s,
                          rate_text(row.frames_per_s[0], "-").c_str(),
                          rate_text(row.frames_per_s[1], "-").c_str(),
                          rate_text(row.frames_per_s[2], "-").c_str());
    return text;
}

Result<Section> pipe(Effort effort, const Watch& watch) {
    constexpr std::string_view kSchemes[] = {"mac", "track"};
    const bool is_full = effort == Effort::Full;
    const TrackPlan plan = {.most_steps = is_full ? 400 : 6,
                            .timed_steps = is_full ? 21 : 1,
                            .pictures = is_full ? 7 : 1};
    const auto measured = measure_track(kSchemes, plan, watch);
    if (!measured) return measured.error();
    return track_section(measured.value(), plan,
                         extent_of(measured.value().rows.size(), std::size(kSchemes)));
}

constexpr Measurement kMeasurements[] = {{"table 1", pipe}};

}  // namespace

Section track_section(const TrackRows& measured, const TrackPlan& plan, Extent extent) {
    const std::vector<TrackRow>& rows = measured.rows;
    const MachineInfo machine = machine_info();
    Section section{.title = "Table 1, figures 4 and 5: a pipe into a box"};
    section.notes = {
        {"TRACK says", kTrackSays},
        {"How", formatted(kHow, machine.cpu.c_str(), machine.cores, measured.drawn_by.c_str(),
                          kTrackWaterCells, plan.most_steps, plan.timed_steps, plan.pictures)},
        {"Its listing", kListing}};
    if (rows.empty()) return section;
    add_table(section, {.csv = {"table1.csv", csv(rows)},
                        .html = table(rows) + figures_html(rows.front()),
                        .verdict_text =
                            "Numbers of another machine and another decade: the ratio is not one "
                            "of methods alone. What table 1 shows, that drawing the surface "
                            "alone costs no frames, holds where pictures are cheap.",
                        .summary = summary(rows),
                        .rows = rows.size(),
                        .extent = extent});
    for (std::size_t k = 0; k < rows.front().pngs.size(); ++k)
        if (!rows.front().pngs[k].empty())
            section.files.push_back({kFigures[k], rows.front().pngs[k]});
    return section;
}

Paper track_paper() {
    return {.name = "track",
            .page = "track.html",
            .title = "Tracked surface cells: TRACK, measured again with Tarn",
            .source =
                "G. Amador and A. Gomes, “A simple surface tracking method for "
                "physically-based 3D water simulations”, Universidade da Beira Interior.",
            .intro =
                "The paper's table 1, quoted as printed, and its figures 4 and 5 drawn anew. "
                "Every other number comes from this run.",
            .quick = "few steps, so that little water is there",
            .measurements = kMeasurements};
}

}  // namespace tarn::cli::reproduce
