// Figure 5 of POND: attenuation against the relaxation time.
#include "io/plot.hpp"
#include "pond.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::cli::reproduce {
namespace {

constexpr char kPondSays[] =
    "Wave height follows “an exponential decay law h_max ~ exp(−α r/Δx)”. “As expected, the "
    "attenuation increases with the relaxation parameter (i.e. with viscosity), and the "
    "reduction of the number of cells introduces numerical viscosity.”";

constexpr char kTheory[] =
    "For a plane wave of wave number k on BGK, to leading order in k Δx: α = (k Δx)² (τ − ½)(1 "
    "− c*²)/(2 c*), with c* = √(g h) Δt/Δx. So at equal τ a wave that spans half the cells "
    "loses four times as much per cell, and twice as much on its way.";

constexpr char kHow[] =
    "BGK, double precision, one wavelength λ in a periodic channel, level h/1000 · cos(2πx/λ), "
    "two periods. The cosine's amplitude at each step is fitted by a damped cosine; α is its "
    "decay per step over the cells it travels per step. A plane wave is used and not POND's "
    "ring: a ring also loses height by spreading, which is not attenuation.";

constexpr char kMeasured[] =
    "For λ ≥ %d cells and τ ≥ %.2f the largest difference from theory is %.2f %%, at λ = %d, τ "
    "= %g, c* = %g. Outside of that (shorter waves, τ below %.2f) it is at most %.1f %%.";

constexpr char kConfirmed[] =
    "As POND says, attenuation grows with τ and grows on coarser grids; it does so for every "
    "pair of rows. ";

// The bar: waves of at least 32 cells and tau from 0.55 within 2 % of theory.
constexpr int kLongWave = 32;
constexpr double kThickTau = 0.55;
constexpr double kBar = 0.02;

bool is_judged(const AttenuationRow& row) {
    return row.wavelength >= kLongWave && row.tau >= kThickTau;
}

std::vector<int> wavelengths(std::span<const AttenuationRow> rows) {
    std::vector<int> out;
    for (const AttenuationRow& row : rows)
        if (std::find(out.begin(), out.end(), row.wavelength) == out.end())
            out.push_back(row.wavelength);
    return out;
}

std::string plot(std::span<const AttenuationRow> rows, double courant) {
    io::PlotDesc out{.title = formatted("Attenuation of plane waves, BGK, c* = %g", courant),
                     .x_label = "relaxation time τ",
                     .y_label = "attenuation α per cell",
                     .is_log_y = true,
                     .width_px = kPlotWidth_px,
                     .height_px = kPlotHeight_px};
    int colour = 0;
    for (const int wavelength : wavelengths(rows)) {
        io::Series measured{.name = formatted("λ = %d cells", wavelength),
                            .style = io::SeriesStyle::Points,
                            .colour = colour};
        io::Series theory{.style = io::SeriesStyle::Dashed, .colour = colour++};
        for (const AttenuationRow& row : rows) {
            if (row.wavelength != wavelength || row.courant != courant) continue;
            measured.x.push_back(row.tau);
            measured.y.push_back(row.measured);
        }
        for (double tau = 0.515; tau <= 1.01; tau += 0.005) {
            theory.x.push_back(tau);
            theory.y.push_back(attenuation_theory(wavelength, tau, courant));
        }
        out.series.push_back(theory);
        out.series.push_back(measured);
    }
    out.series.push_back(
        {.name = "theory", .x = {NAN}, .y = {NAN}, .style = io::SeriesStyle::Dashed, .colour = 6});
    return io::svg_plot(out);
}

std::string csv(std::span<const AttenuationRow> rows) {
    CsvText out("courant,wavelength_cells,tau,alpha_per_cell,alpha_theory,relative_error");
    for (const AttenuationRow& row : rows)
        out.row(formatted("%g,%d,%g,%.6e,%.6e,%.2e", row.courant, row.wavelength, row.tau,
                          row.measured, row.theory, row.relative_error()));
    return out.text();
}

/// Does alpha grow with tau at equal wavelength, and with coarser cells at equal tau?
bool is_ordered(std::span<const AttenuationRow> rows) {
    for (const AttenuationRow& a : rows)
        for (const AttenuationRow& b : rows) {
            if (a.courant != b.courant) continue;
            if (a.wavelength == b.wavelength && a.tau < b.tau && a.measured >= b.measured)
                return false;
            if (a.tau == b.tau && a.wavelength < b.wavelength && a.measured <= b.measured)
                return false;
        }
    return true;
}

const AttenuationRow& worst(std::span<const AttenuationRow> rows) {
    const auto error = [](const AttenuationRow& row) {
        return is_judged(row) ? std::abs(row.relative_error()) : -1.0;
    };
    return *std::max_element(rows.begin(), rows.end(),
                             [&](const auto& a, const auto& b) { return error(a) < error(b); });
}

void add_results(Section& section, std::span<const AttenuationRow> rows) {
    const AttenuationRow& bad = worst(rows);
    const double error = std::abs(bad.relative_error());
    double coarse = 0.0;
    for (const AttenuationRow& row : rows)
        if (!is_judged(row)) coarse = std::max(coarse, std::abs(row.relative_error()));
    section.notes.push_back(
        {"Measured", formatted(kMeasured, kLongWave, kThickTau, 100.0 * error, bad.wavelength,
                               bad.tau, bad.courant, kThickTau, 100.0 * coarse)});
    section.summary = formatted(
        "figure 5  attenuation: at most %.2f %% from theory (wavelength >= %d "
        "cells, tau >= %.2f)",
        100.0 * error, kLongWave, kThickTau);
    const bool is_as_said = is_ordered(rows);
    section.verdict = is_as_said && error <= kBar ? Verdict::Confirmed : Verdict::Differs;
    section.verdict_text =
        std::string(is_as_said ? kConfirmed : "POND's statement does not hold for all rows. ") +
        formatted("Its size %s theory within %.0f %%.",
                  error <= kBar ? "agrees with" : "does not agree with", 100.0 * kBar);
}

}  // namespace

Section attenuation_section(std::span<const AttenuationRow> rows, Extent extent) {
    Section section{.title = "Figure 5: attenuation"};
    section.notes = {{"POND says", kPondSays}, {"Theory", kTheory}, {"How", kHow}};
    if (rows.empty()) return section;
    section.files = {{"fig5.csv", csv(rows)}};
    std::vector<double> courants;
    for (const AttenuationRow& row : rows)
        if (courants.empty() || courants.back() != row.courant) courants.push_back(row.courant);
    for (std::size_t k = 0; k < courants.size(); ++k) {
        const std::string name = k == 0 ? "fig5.svg" : formatted("fig5_%zu.svg", k + 1);
        section.files.push_back({name, plot(rows, courants[k])});
        section.figure_html += section.files.back().content;
    }
    section.figure_html = pairs_html(section.figure_html);
    if (extent == Extent::Whole)
        add_results(section, rows);
    else
        mark_interrupted(section, rows.size());
    return section;
}

}  // namespace tarn::cli::reproduce
