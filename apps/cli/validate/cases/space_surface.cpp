// Water in space with a surface: a drop that surface tension keeps round, and the dam break against
// a box that was measured at MARIN.
#include "../norms.hpp"
#include "base/file.hpp"
#include "in_space.hpp"
#include "io/csv_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

/// A table below one line about its source.
Result<io::CsvTable> read_marin(const std::filesystem::path& path, bool has_names) {
    const auto text = read_file(path, std::size_t{1} << 20);
    if (!text) return text.error();
    const std::size_t line = has_names ? text.value().find('\n') + 1 : 2;
    return io::parse_csv(std::string_view(text.value()).substr(line), path.string());
}

/// What was measured and what Tarn found, at times from 0.
struct Series {
    std::vector<double> times_s, values;

    double peak() const { return *std::ranges::max_element(values); }
    double at(double time_s) const { return interpolate(times_s, values, time_s); }
    /// When it first is as high as this.
    double arrival_s(double value) const {
        for (std::size_t k = 1; k < values.size(); ++k)
            if (values[k] >= value)
                return times_s[k - 1] + (times_s[k] - times_s[k - 1]) * (value - values[k - 1]) /
                                            (values[k] - values[k - 1]);
        return times_s.back();
    }
    void add(double time_s, double value) {
        times_s.push_back(time_s);
        values.push_back(value);
    }
};

constexpr std::size_t kGauges = 4;

struct MarinRecord {
    std::array<Series, kGauges> depth_m;  ///< at H1 to H4
    Series pressure_pa;                   ///< at P1
};

Result<MarinRecord> read_marin(const std::filesystem::path& folder) {
    MarinRecord record;
    const auto depths = read_marin(folder / "H1H2H3H4_100Hz.csv", false);
    if (!depths) return depths.error();
    for (std::size_t row = 0; row < depths.value().rows(); ++row)
        for (std::size_t k = 0; k < kGauges; ++k)
            record.depth_m[k].add(depths.value().at(row, 0), depths.value().at(row, k + 1));
    const auto pressures = read_marin(folder / "pysph_P1.csv", true);
    if (!pressures) return pressures.error();
    constexpr double kHeight_m = 0.55, kDensity = 1000.0;
    for (std::size_t row = 0; row < pressures.value().rows(); ++row)
        record.pressure_pa.add(
            pressures.value().at(row, 0) * std::sqrt(kHeight_m / kGravity_m_per_s2),
            pressures.value().at(row, 1) * kDensity * kGravity_m_per_s2 * kHeight_m);
    return record;
}

/// P1 is at a height of 2.1 cm in the middle of the box, on the face that the water hits: between
/// the four cells of 2 cm beside it.
double pressure_at_p1(const FieldView& pressure) {
    constexpr int kBeside = 41, kMiddle = 24;
    constexpr double kUpper = 0.021 / 0.02 - 0.5;
    const auto mean = [&](int k) {
        return 0.5 * (cell_of(pressure, kBeside, kMiddle, k) +
                      cell_of(pressure, kBeside, kMiddle + 1, k));
    };
    return (1.0 - kUpper) * mean(0) + kUpper * mean(1);
}

Result<MarinRecord> run_marin(World& world) {
    constexpr std::array<Vec2, kGauges> kAt_m = {Vec2{1.488, 0.5}, Vec2{0.992, 0.5},
                                                 Vec2{0.496, 0.5}, Vec2{2.632, 0.5}};
    constexpr double kEnd_s = 6.0;
    constexpr int kRows = 2400;
    MarinRecord record;
    for (int row = 0; row <= kRows; ++row) {
        const double time_s = kEnd_s * row / kRows;
        if (const auto ran = world.run_to({.end_s = kEnd_s, .stop_s = time_s}); !ran)
            return ran.error();
        std::array<Sample, kGauges> samples;
        if (const auto done = world.sample(kAt_m, samples); !done) return done.error();
        for (std::size_t k = 0; k < kGauges; ++k)
            record.depth_m[k].add(world.time_s(), double(samples[k].depth_m));
        const auto pressure = world.field("pressure");
        if (!pressure) return pressure.error();
        record.pressure_pa.add(world.time_s(), pressure_at_p1(pressure.value()));
    }
    return record;
}

/// Root of the mean square of the difference up to a time, as a part of the range.
double rms_of_range(const Series& got, const Series& measured, double until_s) {
    double squares = 0.0, least = measured.values[0], most = least;
    int count = 0;
    for (std::size_t k = 0; k < measured.times_s.size(); ++k) {
        if (measured.times_s[k] > until_s) break;
        const double off = got.at(measured.times_s[k]) - measured.values[k];
        squares += off * off;
        least = std::min(least, measured.values[k]);
        most = std::max(most, measured.values[k]);
        ++count;
    }
    return std::sqrt(squares / std::max(count, 1)) / (most - least);
}

Plot plot_of(const char* name, const char* title, const char* y_label, const Series& got,
             const Series& measured) {
    return {name,
            {.title = title,
             .x_label = "t (s)",
             .y_label = y_label,
             .series = {{.name = "Tarn", .x = got.times_s, .y = got.values},
                        {.name = "measured",
                         .x = measured.times_s,
                         .y = measured.values,
                         .style = io::SeriesStyle::Points}}}};
}

}  // namespace

Result<Outcome> measure_marin(const Setting& setting) {
    const auto read = read_marin(setting.data / "marin");
    if (!read) return read.error();
    const MarinRecord& measured = read.value();
    // x counts from the wall behind the box. Water slips along the faces: what walls hold back is
    // some millimetres thick, and a cell 20.
    auto made = world_in_space(
        R"("size": [3.22, 1, 1], "cells": [161, 50, 50], )"
        R"("fill": [{"box": [1.992, 0, 0, 3.22, 1, 0.55]}], )"
        R"("solids": [{"box": [0.6635, 0.295, 0, 0.8245, 0.698, 0.161]}], )"
        R"("edges": {"west": "slip", "east": "slip", "south": "slip", "north": "slip", )"
        R"("bottom": "slip"})",
        setting.how);
    if (!made) return made.error();
    const auto ran = run_marin(made.value());
    if (!ran) return ran.error();
    const MarinRecord& got = ran.value();
    // Water of one cell.
    constexpr double kArrival_m = 0.02;
    const auto late_s = [&](std::size_t gauge) {
        return std::abs(got.depth_m[gauge].arrival_s(kArrival_m) -
                        measured.depth_m[gauge].arrival_s(kArrival_m));
    };
    Outcome outcome = {.error = rms_of_range(got.depth_m[3], measured.depth_m[3], 2.5)};
    outcome.figures = {
        {"H1 arrival (s)", late_s(0), 0.02},
        {"H2 arrival (s)", late_s(1), 0.02},
        {"H2 peak", std::abs(got.depth_m[1].peak() / measured.depth_m[1].peak() - 1.0), 0.1},
        {"P1 peak", std::abs(got.pressure_pa.peak() / measured.pressure_pa.peak() - 1.0), 0.25},
        {"steps", double(made.value().steps())}};
    outcome.plots = {plot_of("marin_h2", "Dam break against a box: H2", "depth (m)", got.depth_m[1],
                             measured.depth_m[1]),
                     plot_of("marin_h4", "Dam break against a box: H4", "depth (m)", got.depth_m[3],
                             measured.depth_m[3]),
                     plot_of("marin_p1", "Dam break against a box: P1", "pressure (Pa)",
                             got.pressure_pa, measured.pressure_pa)};
    outcome.ran_on(made.value());
    return outcome;
}

/// A drop with a radius of 8 cells of 0.5 mm, anywhere among them and without weight. Pressure is
/// the mean of its middle, the radius that of the volume; the fastest cell is looked for after the
/// first third, when the start has faded.
Result<Outcome> measure_laplace(const Setting& setting) {
    constexpr double kCell_m = 5e-4, kRadius_m = 8.0 * kCell_m, kTension = 0.072, kTau = 0.8;
    constexpr double kStep_s = 9.3e-5, kDensity = 1000.0;
    constexpr int kCells = 24, kSteps = 3000, kLooks = 30;
    const double middle_m = 0.5 * kCells * kCell_m;
    auto made = world_in_space(
        text_of(R"("size": [%.17g, %.17g, %.17g], "cells": [%d, %d, %d], "gravity": 0, )"
                R"("surface_tension": %.17g, "collision": "trt", "tau": %.17g, )"
                R"("time_step": %.17g, "fill": [{"sphere": [%.17g, %.17g, %.17g, %.17g]}])",
                kCells * kCell_m, kCells * kCell_m, kCells * kCell_m, kCells, kCells, kCells,
                kTension, kTau, kStep_s, middle_m + 0.13 * kCell_m, middle_m + 0.31 * kCell_m,
                middle_m - 0.22 * kCell_m, kRadius_m),
        setting.how);
    if (!made) return made.error();
    World& world = made.value();
    double fastest = 0.0;
    for (int look = 0; look < kLooks; ++look) {
        if (const auto ran = world.step(kSteps / kLooks * kStep_s); !ran) return ran.error();
        const auto now = world.statistics();
        if (!now) return now.error();
        if (3 * look >= kLooks) fastest = std::max(fastest, now.value().max_speed_m_per_s);
    }
    const auto fill = world.field("fill");
    if (!fill) return fill.error();
    double volume_m3 = 0.0;
    for (int k = 0; k < kCells; ++k)
        for (int j = 0; j < kCells; ++j)
            for (int i = 0; i < kCells; ++i)
                volume_m3 += cell_of(fill.value(), i, j, k) * kCell_m * kCell_m * kCell_m;
    const auto pressure = world.field("pressure");
    if (!pressure) return pressure.error();
    constexpr int kFirst = kCells / 2 - 3, kLast = kCells / 2 + 3;
    double mean_pa = 0.0;
    for (int k = kFirst; k < kLast; ++k)
        for (int j = kFirst; j < kLast; ++j)
            for (int i = kFirst; i < kLast; ++i)
                mean_pa += cell_of(pressure.value(), i, j, k) / std::pow(kLast - kFirst, 3);
    const double radius_m = std::cbrt(0.75 * volume_m3 / std::numbers::pi);
    const double viscosity_pa_s = kDensity * (kTau - 0.5) / 3.0 * kCell_m * kCell_m / kStep_s;
    Outcome outcome = {.error = std::abs(mean_pa / (2.0 * kTension / radius_m) - 1.0)};
    outcome.figures = {{"speed (sigma/mu)", fastest * viscosity_pa_s / kTension, 1e-3},
                       {"steps", double(world.steps())}};
    outcome.ran_on(world);
    return outcome;
}

}  // namespace tarn::cli::validate
