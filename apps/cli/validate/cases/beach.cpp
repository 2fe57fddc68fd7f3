// A solitary wave on a beach, against the analytic solution and against run-up in the laboratory.
#include "../beach.hpp"

#include "../../fit.hpp"
#include "../data_table.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace tarn::cli::validate {
namespace {

using Table = std::vector<std::vector<double>>;

constexpr const char* kSeries = "BP01_analytic_timeseries_Hd0.019.txt";
constexpr const char* kProfiles = "BP01_analytic_profiles_Hd0.019.txt";
constexpr const char* kRunups = "BP04_lab_runup.txt";

/// A gauge of the table and the same from the tank; times and levels in units of the table.
struct GaugeRecord {
    double x = 0.0;  ///< in depths
    std::size_t column = 0;
    std::vector<double> times = {}, got = {};
};

struct GaugeComparison {
    double error = 0.0;
    Plot plot;
};

GaugeComparison compare(const GaugeRecord& gauge, const Table& table) {
    std::vector<double> exact, got;
    io::Series tarn = {.name = "Tarn"};
    io::Series theory = {.name = "analytic", .style = io::SeriesStyle::Dashed};
    for (const std::vector<double>& row : table) {
        if (row.size() <= gauge.column + 1 || std::isnan(row[gauge.column + 1])) continue;
        const double time = row[gauge.column];
        exact.push_back(row[gauge.column + 1]);
        got.push_back(interpolate(gauge.times, gauge.got, time));
        for (io::Series* series : {&tarn, &theory}) series->x.push_back(time);
        tarn.y.push_back(got.back());
        theory.y.push_back(exact.back());
    }
    char name[32];
    std::snprintf(name, sizeof name, "%.2f", gauge.x);
    return {mean_error_of_range(got, exact),
            {std::string("beach_gauge_") + name,
             {.title = std::string("Solitary wave on a beach, gauge at x/d = ") + name,
              .x_label = "t sqrt(g/d)",
              .y_label = "level/d",
              .series = {std::move(tarn), std::move(theory)}}}};
}

/// Mean error of the level at the times of the table of profiles, as a part of their range.
struct ProfileWatch {
    Table table;
    std::vector<double> got = {}, exact = {};

    void compare(const Fields& fields, const Beach& beach, std::size_t column) {
        std::vector<double> xs;
        for (int i = 0; i < fields.nx; ++i)
            xs.push_back((fields.x_m(i) - beach.land_m()) / beach.depth_m);
        const std::span<const double> levels(fields.level_m.data(), std::size_t(fields.nx));
        for (const std::vector<double>& row : table) {
            if (row.size() <= column || std::isnan(row[column])) continue;
            got.push_back(interpolate(xs, levels, row[0]) / beach.depth_m);
            exact.push_back(row[column]);
        }
    }
};

constexpr double kEvery = 0.25, kLast = 120.0;                  // in sqrt(d/g)
constexpr double kFirstProfile = 35.0, kBetweenProfiles = 5.0;  // likewise
constexpr std::size_t kProfileCount = 8;

Result<Outcome> measure_analytic(const How& how, const Table& series, const Table& profiles) {
    const Beach beach;
    auto made = Tank::create(beach.tank(), how);
    if (!made) return made.error();
    Tank& tank = made.value();
    std::array gauges = {GaugeRecord{.x = 0.25, .column = 0}, GaugeRecord{.x = 9.95, .column = 2}};
    const std::array points = {beach.point(gauges[0].x), beach.point(gauges[1].x)};
    ProfileWatch watch = {.table = profiles};
    double highest = 0.0;
    for (int n = 1; n * kEvery <= kLast; ++n) {
        if (const auto done = tank.run(kEvery * beach.unit_s()); !done) return done.error();
        const auto levels = tank.levels_m(points);
        if (!levels) return levels.error();
        for (std::size_t g = 0; g < 2; ++g) {
            gauges[g].times.push_back(n * kEvery);
            gauges[g].got.push_back(levels.value()[g]);
        }
        const auto fields = tank.fields();
        if (!fields) return fields.error();
        highest = std::max(highest, shore_level_m(beach, fields.value()));
        const double column = (n * kEvery - kFirstProfile) / kBetweenProfiles;
        if (column >= 0.0 && column < double(kProfileCount) && column == std::floor(column))
            watch.compare(fields.value(), beach, std::size_t(column) + 1);
    }
    const GaugeComparison near = compare(gauges[0], series), far = compare(gauges[1], series);
    const auto mass = tank.mass_error();
    if (!mass) return mass.error();
    Outcome outcome = {.error = std::max(near.error, far.error)};
    outcome.figures = {{"gauge_0.25", near.error},
                       {"gauge_9.95", far.error},
                       {"profiles", mean_error_of_range(watch.got, watch.exact)},
                       {"runup", highest / beach.depth_m},
                       {"mass", mass.value(), how.precision == "double" ? 1e-13 : 1e-6}};
    outcome.plots = {near.plot, far.plot};
    outcome.ran_on(tank.world());
    return outcome;
}

/// Smooth metal and plastic in Manning's tables: 0.009 to 0.013. One value for all waves.
constexpr double kManning_s_per_m13 = 0.011;
constexpr double kNotBreaking = 0.04;

Result<double> runup(const Beach& beach, const How& how, Outcome& outcome) {
    auto made = Tank::create(beach.tank(), how);
    if (!made) return made.error();
    double highest_m = 0.0;
    // At sqrt(g d) to the toe, twice the length of the beach up to the shore, and up and back.
    const double last = beach.crest_m() / beach.depth_m + kBeachSlope + 25.0;
    for (double time = 0.0; time < last; time += 2.0 * kEvery) {
        if (const auto done = made.value().run(2.0 * kEvery * beach.unit_s()); !done)
            return done.error();
        const auto fields = made.value().fields();
        if (!fields) return fields.error();
        highest_m = std::max(highest_m, shore_level_m(beach, fields.value()));
    }
    outcome.ran_on(made.value().world());
    return highest_m / beach.depth_m;
}

/// Run-up of the waves of a table with one roughness.
struct LabRun {
    std::vector<double> waves, got, errors;
    double largest() const { return *std::ranges::max_element(errors); }
};

Result<LabRun> run_lab(const Table& table, double manning, const How& how, Outcome& outcome) {
    LabRun run;
    for (const std::vector<double>& row : table) {
        if (row[0] > kNotBreaking) continue;
        const Beach beach = {
            .depth_m = 0.01 * row[2], .wave = row[0], .manning_s_per_m13 = manning};
        const auto height = runup(beach, how, outcome);
        if (!height) return height.error();
        run.waves.push_back(row[0]);
        run.got.push_back(height.value());
        run.errors.push_back(std::abs(height.value() / row[1] - 1.0));
    }
    return run;
}

Plot runup_plot(const Table& table, const LabRun& rough, const LabRun& smooth) {
    io::Series lab = {.name = "laboratory", .style = io::SeriesStyle::Points};
    for (const std::vector<double>& row : table)
        if (row[0] <= kNotBreaking) {
            lab.x.push_back(row[0]);
            lab.y.push_back(row[1]);
        }
    return {"beach_lab",
            {.title = "Run-up of solitary waves on a 1:19.85 beach",
             .x_label = "H/d",
             .y_label = "R/d",
             .series = {std::move(lab),
                        {.name = "Tarn, n = 0.011", .x = rough.waves, .y = rough.got},
                        {.name = "Tarn, no friction",
                         .x = smooth.waves,
                         .y = smooth.got,
                         .style = io::SeriesStyle::Dashed}},
             .is_log_x = true,
             .is_log_y = true}};
}

}  // namespace

Result<Outcome> measure_beach_analytic(const Setting& setting) {
    const auto series = read_table(setting.data / "synolakis" / kSeries, 2);
    if (!series) return series.error();
    const auto profiles = read_table(setting.data / "synolakis" / kProfiles, kProfileCount + 1);
    if (!profiles) return profiles.error();
    return measure_analytic(setting.how, series.value(), profiles.value());
}

Result<Outcome> measure_beach_lab(const Setting& setting) {
    const auto table = read_table(setting.data / "synolakis" / kRunups, 3);
    if (!table) return table.error();
    Outcome outcome;
    const auto rough = run_lab(table.value(), kManning_s_per_m13, setting.how, outcome);
    if (!rough) return rough.error();
    const auto smooth = run_lab(table.value(), 0.0, setting.how, outcome);
    if (!smooth) return smooth.error();
    outcome.error = median(rough.value().errors);
    outcome.figures = {{"largest", rough.value().largest(), 0.20},
                       {"manning_s_per_m13", kManning_s_per_m13},
                       {"waves", double(rough.value().waves.size())},
                       {"median_without_friction", median(smooth.value().errors)},
                       {"largest_without_friction", smooth.value().largest()}};
    outcome.plots = {runup_plot(table.value(), rough.value(), smooth.value())};
    return outcome;
}

}  // namespace tarn::cli::validate
