// Figure 7 of POND: the stability map.
#include "io/plot.hpp"
#include "pond.hpp"

#include <algorithm>
#include <optional>

namespace tarn::cli::reproduce {
namespace {

constexpr char kPondSays[] =
    "The bound on τ “depends on the resolution and the amplitude of the perturbation”. The map "
    "is “for a case of a single drop on the center of a pond, with amplitude twice the "
    "stagnation level. […] the scheme is more stable as the resolution of the grid increases”. "
    "Shape and size of the drop and g h are not given.";

constexpr char kTheory[] =
    "For τ → ½ the viscosity vanishes and nothing damps the shortest waves. A steep front "
    "feeds them, so plain BGK blows up below some τ that theory does not give in closed form.";

constexpr char kHow[] =
    "A top-hat drop of radius 0.1 L in the centre of an N × N pond with walls, still depth h0, "
    "c* = √(g h0) Δt/Δx = 0.3, float; it raises the level by 2 h0 (peak 3 h0) or by h0 (peak 2 "
    "h0). Survives: %d steps without a depth or speed that is not physical; else the number of "
    "good steps is in the cell. One thing differs from POND: a drop here is added in "
    "equilibrium with the water, without stress of its own. POND adds a ninth of it to each "
    "population, which makes noise of its own near τ = ½.";

constexpr char kConfirmed[] = "As POND says, BGK needs no larger τ on a finer grid. ";

constexpr char kDiffers[] =
    "POND's statement is not confirmed by this drop: BGK does not always get by with less τ on a "
    "finer grid. The drop is a share of the pond, so it spans more cells on a finer grid, while "
    "its "
    "edge stays one cell steep; POND's shape, size and c* are not given. ";

constexpr Rgb kSurvived{43, 131, 186}, kDiverged{244, 214, 190};

struct Count {
    int survived = 0, all = 0;
};

const StabilityRow* find(std::span<const StabilityRow> rows, const StabilityRow& like) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const StabilityRow& row) {
        return row.collision == like.collision && row.peak == like.peak && row.tau == like.tau &&
               row.cells == like.cells;
    });
    return found == rows.end() ? nullptr : &*found;
}

Count count(std::span<const StabilityRow> rows, const std::string& collision, int peak) {
    Count out;
    for (const StabilityRow& row : rows)
        if (row.collision == collision && row.peak == peak) {
            ++out.all;
            out.survived += row.has_survived;
        }
    return out;
}

std::string map(std::span<const StabilityRow> rows, const StabilityPlan& plan,
                const std::string& collision, int peak) {
    io::TilesDesc tiles{
        .title = formatted("%s, peak %d h0", collision.c_str(), peak),
        .x_label = "relaxation time τ",
        .y_label = "cells N",
        .legend = {{"survives", kSurvived}, {"good steps, then diverges", kDiverged}}};
    for (const double tau : plan.taus) tiles.column_labels.push_back(formatted("%g", tau));
    // Fine grids on top, as on an axis.
    for (auto n = plan.cell_counts.rbegin(); n != plan.cell_counts.rend(); ++n) {
        tiles.row_labels.push_back(std::to_string(*n));
        for (const double tau : plan.taus) {
            const StabilityRow* row =
                find(rows, {.collision = collision, .peak = peak, .tau = tau, .cells = *n});
            tiles.category.push_back(!row ? -1 : row->has_survived ? 0 : 1);
            tiles.text.push_back(row && !row->has_survived ? std::to_string(row->steps) : "");
        }
    }
    return io::svg_tiles(tiles);
}

std::string csv(std::span<const StabilityRow> rows) {
    CsvText out("collision,peak_still_depths,tau,cells,survived,steps");
    for (const StabilityRow& row : rows)
        out.row(formatted("%s,%d,%g,%d,%d,%d", row.collision.c_str(), row.peak, row.tau, row.cells,
                          int(row.has_survived), row.steps));
    return out.text();
}

/// The smallest tau from which on every larger one survives; none: not even the largest does.
std::optional<double> least_stable_tau(std::span<const StabilityRow> rows,
                                       const StabilityPlan& plan, StabilityRow like) {
    std::optional<double> least;
    for (auto tau = plan.taus.rbegin(); tau != plan.taus.rend(); ++tau) {
        like.tau = *tau;
        const StabilityRow* row = find(rows, like);
        if (!row || !row->has_survived) break;
        least = *tau;
    }
    return least;
}

/// What POND's own collision and drop need, grid by grid; and whether finer grids need less.
struct Trend {
    std::string text;
    bool is_falling = true;
};

Trend bgk_trend(std::span<const StabilityRow> rows, const StabilityPlan& plan) {
    Trend trend;
    double before = 1e9;
    for (const int cells : plan.cell_counts) {
        const auto tau =
            least_stable_tau(rows, plan, {.collision = "bgk", .peak = 3, .cells = cells});
        trend.text += formatted("%sN = %d: ", trend.text.empty() ? "" : ", ", cells);
        trend.text += tau ? formatted("%g", *tau) : "none";
        trend.is_falling &= tau.value_or(1e9) <= before;
        before = tau.value_or(1e9);
    }
    return trend;
}

void add_results(Section& section, std::span<const StabilityRow> rows, const StabilityPlan& plan) {
    std::string counts;
    section.summary = "figure 7  survivors at peak 3 h0:";
    for (const std::string& collision : plan.collisions) {
        const Count three = count(rows, collision, 3), two = count(rows, collision, 2);
        counts += formatted("%s%s %d of %d and %d of %d", counts.empty() ? "" : "; ",
                            collision.c_str(), three.survived, three.all, two.survived, two.all);
        section.summary += formatted(" %s %d/%d", collision.c_str(), three.survived, three.all);
    }
    const Trend trend = bgk_trend(rows, plan);
    section.notes.push_back(
        {"Measured", "Survivors at peak 3 h0 and 2 h0: " + counts +
                         ". Least τ from which BGK carries the drop of peak 3 h0: " + trend.text +
                         "."});
    const Count best = count(rows, plan.collisions.front(), 3), bgk = count(rows, "bgk", 3);
    section.verdict = trend.is_falling && best.survived == best.all && bgk.survived < bgk.all
                          ? Verdict::Confirmed
                          : Verdict::Differs;
    section.verdict_text =
        std::string(trend.is_falling ? kConfirmed : kDiffers) +
        formatted("BGK fails in %d of %d cases at peak 3 h0; the default collision (%s) in %d.",
                  bgk.all - bgk.survived, bgk.all, plan.collisions.front().c_str(),
                  best.all - best.survived);
}

}  // namespace

Section stability_section(std::span<const StabilityRow> rows, const StabilityPlan& plan,
                          Extent extent) {
    Section section{.title = "Figure 7: stability map"};
    section.notes = {
        {"POND says", kPondSays}, {"Theory", kTheory}, {"How", formatted(kHow, plan.steps)}};
    if (rows.empty()) return section;
    section.files = {{"fig7.csv", csv(rows)}};
    for (const std::string& collision : plan.collisions)
        for (const int peak : plan.peaks) {
            if (count(rows, collision, peak).all == 0) continue;
            section.files.push_back({formatted("fig7_%s_peak%d.svg", collision.c_str(), peak),
                                     map(rows, plan, collision, peak)});
            section.figure_html += section.files.back().content;
        }
    section.figure_html = pairs_html(section.figure_html);
    if (extent == Extent::Whole)
        add_results(section, rows, plan);
    else
        mark_interrupted(section, rows.size());
    return section;
}

}  // namespace tarn::cli::reproduce
