// Water in space: flows in a full box against exact solutions and a table of others, and the mass
// of water with a surface.
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

/// Columns of [ghia1982]: velocity along the lid over the height, and upwards over the width.
struct GhiaRow {
    double y, u100, u400, u1000, x, w100, w400, w1000;
};
constexpr double kMisprint = 1e30;
constexpr GhiaRow kGhia[] = {
    {0.9766, 0.84123, 0.75837, 0.65928, 0.9688, -0.05906, -0.12146, -0.21388},
    {0.9688, 0.78871, 0.68439, 0.57492, 0.9609, -0.07391, -0.15663, -0.27669},
    {0.9609, 0.73722, 0.61756, 0.51117, 0.9531, -0.08864, -0.19254, -0.33714},
    {0.9531, 0.68717, 0.55892, 0.46604, 0.9453, -0.10313, -0.22847, -0.39188},
    {0.8516, 0.23151, 0.29093, 0.33304, 0.9063, -0.16914, kMisprint, -0.51550},
    {0.7344, 0.00332, 0.16256, 0.18719, 0.8594, -0.22445, -0.44993, -0.42665},
    {0.6172, -0.13641, 0.02135, 0.05702, 0.8047, -0.24533, -0.38598, -0.31966},
    {0.5000, -0.20581, -0.11477, -0.06080, 0.5000, 0.05454, 0.05186, 0.02526},
    {0.4531, -0.21090, -0.17119, -0.10648, 0.2344, 0.17527, 0.30174, 0.32235},
    {0.2813, -0.15662, -0.32726, -0.27805, 0.2266, 0.17507, 0.30203, 0.33075},
    {0.1719, -0.10150, -0.24299, -0.38289, 0.1563, 0.16077, 0.28124, 0.37095},
    {0.1016, -0.06434, -0.14612, -0.29730, 0.0938, 0.12317, 0.22965, 0.32627},
    {0.0703, -0.04775, -0.10338, -0.22220, 0.0781, 0.10890, 0.20920, 0.30353},
    {0.0625, -0.04192, -0.09266, -0.20196, 0.0703, 0.10091, 0.19713, 0.29012},
    {0.0547, -0.03717, -0.08186, -0.18109, 0.0625, 0.09233, 0.18360, 0.27485}};

struct CavityCase {
    double reynolds;
    int cells;
    double end_s;  ///< in which it has come to rest
    double GhiaRow::*u;
    double GhiaRow::*w;
};

/// Root of the mean square of the difference from the table, in lid speeds.
Result<Outcome> measure_cavity(const CavityCase& c, const Setting& setting) {
    constexpr int kThin = 3;
    const int n = c.cells;
    auto made = world_in_space(
        text_of(R"("size": [1, %.17g, 1], "cells": [%d, %d, %d], "surface": false, "gravity": 0, )"
                R"("viscosity": %.17g, "smagorinsky": 0, "edges": {"south": "periodic", )"
                R"("north": "periodic", "top": {"lid": [1, 0]}})",
                double(kThin) / n, n, kThin, n, 1.0 / c.reynolds),
        setting.how);
    if (!made) return made.error();
    if (const auto ran = made.value().run_to({.end_s = c.end_s}); !ran) return ran.error();
    std::vector<double> heights, along, widths, upwards;
    const auto u = made.value().field("u");
    if (!u) return u.error();
    // Even numbers of cells: the middle is between two of them.
    for (int k = 0; k < n; ++k) {
        heights.push_back((k + 0.5) / n);
        along.push_back(0.5 *
                        (cell_of(u.value(), n / 2 - 1, 1, k) + cell_of(u.value(), n / 2, 1, k)));
    }
    const auto w = made.value().field("w");
    if (!w) return w.error();
    for (int i = 0; i < n; ++i) {
        widths.push_back((i + 0.5) / n);
        upwards.push_back(0.5 *
                          (cell_of(w.value(), i, 1, n / 2 - 1) + cell_of(w.value(), i, 1, n / 2)));
    }
    double squares = 0.0;
    int count = 0;
    const auto compare = [&](double got, double known) {
        if (known == kMisprint) return;
        squares += (got - known) * (got - known);
        ++count;
    };
    for (const GhiaRow& row : kGhia) {
        compare(interpolate(heights, along, row.y), row.*(c.u));
        compare(interpolate(widths, upwards, row.x), row.*(c.w));
    }
    Outcome outcome = {.error = std::sqrt(squares / count)};
    outcome.figures = {{"steps", double(made.value().steps())}};
    outcome.ran_on(made.value());
    return outcome;
}

/// A vortex lattice that decays: largest difference from the exact velocity over the largest
/// velocity of then, after the time in which it falls to 1/e.
/// Stable water goes a cell per step.
Result<Outcome> measure_vortices(int n, const Setting& setting, const std::string& model) {
    constexpr double kReynolds = 20.0, kSpeed = 1.0, pi = std::numbers::pi;
    const double viscosity = kSpeed / kReynolds, wave = 2.0 * pi;
    const double end_s = 1.0 / (2.0 * viscosity * wave * wave);
    // The Mach number falls with the cells, as second order asks for.
    const bool is_stable = model == "stable";
    const double step_s =
        is_stable ? 1.0 / n / kSpeed : 0.64 / (double(n) * n) / kSpeed * 0.1 * 2.0;
    auto made = world_in_space(
        text_of(
            R"("size": [1, 1, %.17g], "cells": [%d, %d, 3], "surface": false, "gravity": 0, )"
            R"("viscosity": %.17g, %s"time_step": %.17g, "velocity": )"
            R"json({"expr": ["-cos(2*pi*x)*sin(2*pi*y)", "sin(2*pi*x)*cos(2*pi*y)", "0"]}, )json"
            R"("edges": {"west": "periodic", "east": "periodic", "south": "periodic", )"
            R"("north": "periodic", "bottom": "periodic", "top": "periodic"})",
            3.0 / n, n, n, viscosity, is_stable ? "" : R"("smagorinsky": 0, )",
            end_s / std::ceil(end_s / step_s)),
        setting.how, model);
    if (!made) return made.error();
    if (const auto ran = made.value().run_to({.end_s = end_s}); !ran) return ran.error();
    const double left = kSpeed * std::exp(-2.0 * viscosity * wave * wave * made.value().time_s());
    const auto u = made.value().field("u");
    if (!u) return u.error();
    double squares = 0.0, exact_squares = 0.0;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const double exact =
                -left * std::cos(wave * (i + 0.5) / n) * std::sin(wave * (j + 0.5) / n);
            const double got = cell_of(u.value(), i, j, 1);
            squares += (got - exact) * (got - exact);
            exact_squares += exact * exact;
        }
    Outcome outcome = {.error = std::sqrt(squares / exact_squares)};
    outcome.ran_on(made.value());
    return outcome;
}

/// Water with a surface for 10,000 steps: how far its mass, with what is carried, is from the
/// start, and what is carried, at most.
Result<Outcome> measure_mass(const std::string& water, const Setting& setting) {
    constexpr int kSteps = 10'000, kLooks = 40;
    auto made = world_in_space(water, setting.how);
    if (!made) return made.error();
    World& world = made.value();
    double off = 0.0, carried = 0.0;
    for (int k = 0; k < kLooks; ++k) {
        const double seconds = kSteps / kLooks * world.info().time_step_s;
        if (const auto ran = world.step(seconds); !ran) return ran.error();
        const auto now = world.statistics();
        if (!now) return now.error();
        const MassReport& mass = now.value().mass;
        off = std::max(off, std::abs(mass.now_kg / mass.initial_kg - 1.0));
        carried = std::max(carried, std::abs(mass.carried_kg) / mass.initial_kg);
    }
    Outcome outcome = {.error = off};
    outcome.figures = {{"carried", carried, 1e-4}, {"steps", double(world.steps())}};
    outcome.ran_on(world);
    return outcome;
}

/// Front of a collapsing column over time, in widths of the column and sqrt(a / 2g), as measured.
struct FrontTable {
    std::vector<double> times, fronts;
};
Result<FrontTable> read_fronts(const std::filesystem::path& path) {
    const auto text = read_file(path, std::size_t{1} << 20);
    if (!text) return text.error();
    // Above the names of the columns is a line about the source.
    const std::size_t line = text.value().find('\n');
    const auto table =
        io::parse_csv(std::string_view(text.value()).substr(line + 1), path.string());
    if (!table) return table.error();
    FrontTable fronts;
    for (std::size_t row = 0; row < table.value().rows(); ++row) {
        fronts.times.push_back(table.value().at(row, 0));
        fronts.fronts.push_back(table.value().at(row, 1));
    }
    return fronts;
}

/// How far the water has come on the floor.
Result<double> front_m(const World& world) {
    const auto fill = world.field("fill");
    if (!fill) return fill.error();
    int last = 0;
    for (int i = 0; i < fill.value().nx; ++i)
        if (cell_of(fill.value(), i, 1, 0) >= 0.5) last = i;
    const double next = last + 1 < fill.value().nx ? cell_of(fill.value(), last + 1, 1, 0) : 0.0;
    return (last + cell_of(fill.value(), last, 1, 0) + next) * world.info().cell_m;
}

struct FrontError {
    double mean = 0.0, largest = 0.0, shift = 0.0;
};
FrontError compare_fronts(const FrontTable& got, const FrontTable& measured, double shift) {
    FrontError error = {.shift = shift};
    int count = 0;
    for (std::size_t k = 0; k < measured.times.size(); ++k) {
        // The gate takes time to open, so that what was measured comes later.
        const double time = measured.times[k] - shift;
        if (time <= 0.0 || time > got.times.back()) continue;
        const double off =
            std::abs(interpolate(got.times, got.fronts, time) / measured.fronts[k] - 1.0);
        error.mean += off;
        error.largest = std::max(error.largest, off);
        ++count;
    }
    error.mean /= std::max(count, 1);
    return error;
}

constexpr const char* kTank = R"("size": [1, 1, 1], "cells": [32, 32, 32], "fill": [)";

}  // namespace

Result<Outcome> measure_cavity_100(const Setting& setting) {
    return measure_cavity({100.0, 128, 30.0, &GhiaRow::u100, &GhiaRow::w100}, setting);
}
Result<Outcome> measure_cavity_400(const Setting& setting) {
    return measure_cavity({400.0, 128, 60.0, &GhiaRow::u400, &GhiaRow::w400}, setting);
}
Result<Outcome> measure_cavity_1000(const Setting& setting) {
    return measure_cavity({1000.0, 256, 100.0, &GhiaRow::u1000, &GhiaRow::w1000}, setting);
}

/// Flow between two walls that gravity draws along them, against its parabola: TRT with Lambda =
/// 3/16 puts the walls exactly half-way [ginzburg2008]. Units are those of the lattice.
Result<Outcome> measure_poiseuille(const Setting& setting) {
    constexpr int kWidth = 7;
    constexpr double kGravity = 1e-5, kTau = 0.9, kViscosity = (kTau - 0.5) / 3.0;
    auto made = world_in_space(
        text_of(R"("size": [%d, 3, 3], "cells": [%d, 3, 3], "surface": false, "gravity": %.17g, )"
                R"("collision": "trt", "tau": %.17g, "time_step": 1, "edges": )"
                R"({"south": "periodic", "north": "periodic", "bottom": "periodic", )"
                R"("top": "periodic"})",
                kWidth, kWidth, kGravity, kTau),
        setting.how);
    if (!made) return made.error();
    World& world = made.value();
    // It has settled to e^-40 then.
    if (const auto ran = world.run_to({.end_s = 6000.0}); !ran) return ran.error();
    const auto now = world.statistics();
    if (!now) return now.error();
    const auto w = world.field("w");
    if (!w) return w.error();
    double fastest = 0.0, off = 0.0;
    for (int i = 0; i < kWidth; ++i) {
        const double exact = 0.5 * kGravity / kViscosity * (i + 0.5) * (kWidth - (i + 0.5));
        fastest = std::max(fastest, exact);
        off = std::max(off, std::abs(cell_of(w.value(), i, 1, 1) + exact));
    }
    Outcome outcome = {.error = std::abs(now.value().max_speed_m_per_s / fastest - 1.0)};
    // Fields are floats.
    outcome.figures = {{"profile", off / fastest, setting.how.precision == "double" ? 1e-6 : 1e-5}};
    outcome.ran_on(world);
    return outcome;
}

Result<Outcome> measure_taylor_green(const Setting& setting) {
    constexpr std::array kGrids = {16, 32, 64};
    return with_order(setting, kGrids,
                      [&](int n) { return measure_vortices(n, setting, "volume"); });
}
Result<Outcome> measure_stable_taylor_green(const Setting& setting) {
    constexpr std::array kGrids = {16, 32, 64};
    return with_order(setting, kGrids,
                      [&](int n) { return measure_vortices(n, setting, "stable"); });
}

Result<Outcome> measure_mass_still(const Setting& setting) {
    return measure_mass(std::string(kTank) + R"({"box": [0, 0, 0, 1, 1, 0.42]}])", setting);
}
Result<Outcome> measure_mass_dam(const Setting& setting) {
    return measure_mass(std::string(kTank) + R"({"box": [0, 0, 0, 0.4, 1, 0.8]}])", setting);
}
Result<Outcome> measure_mass_drop(const Setting& setting) {
    return measure_mass(
        std::string(kTank) + R"({"box": [0, 0, 0, 1, 1, 0.3]}, {"sphere": [0.5, 0.5, 0.7, 0.15]}])",
        setting);
}
Result<Outcome> measure_mass_slosh(const Setting& setting) {
    return measure_mass(std::string(kTank) + R"({"expr": "0.4 + 0.15*cos(pi*x) - z"}])", setting);
}

namespace {

Result<Outcome> measure_front(const Setting& setting, const std::string& model) {
    const auto measured = read_fronts(setting.data / "martin_moyce" / "mm1952_n2eq2_lethe.csv");
    if (!measured) return measured.error();
    // A column a = 2.25 inches wide in 40 cells and twice as high; the tank is 6 of them long.
    constexpr double kWidth_m = 0.05715, kLast = 3.5, kMostShift = 0.2;
    auto made = world_in_space(
        text_of(R"("size": [%.17g, %.17g, %.17g], "cells": [240, 4, 100], "fill": )"
                R"([{"box": [0, 0, 0, %.17g, 1, %.17g]}], )"
                R"("edges": {"south": "periodic", "north": "periodic"})",
                6.0 * kWidth_m, 0.1 * kWidth_m, 2.5 * kWidth_m, kWidth_m, 2.0 * kWidth_m),
        setting.how, model);
    if (!made) return made.error();
    World& world = made.value();
    const double unit_s = std::sqrt(kWidth_m / (2.0 * kGravity_m_per_s2));
    FrontTable got = {{0.0}, {1.0}};
    constexpr int kRows = 70;
    for (int k = 1; k <= kRows; ++k) {
        const double time = kLast * k / kRows;
        if (const auto ran = world.run_to({.end_s = kLast * unit_s, .stop_s = time * unit_s}); !ran)
            return ran.error();
        const auto front = front_m(world);
        if (!front) return front.error();
        got.times.push_back(world.time_s() / unit_s);
        got.fronts.push_back(front.value() / kWidth_m);
    }
    FrontError best = compare_fronts(got, measured.value(), 0.0);
    for (double shift = 0.01; shift <= kMostShift + 1e-9; shift += 0.01)
        if (const FrontError other = compare_fronts(got, measured.value(), shift);
            other.mean < best.mean)
            best = other;
    Outcome outcome = {.error = best.mean};
    const bool is_stable = model == "stable";  // with a bar for the mean alone
    outcome.figures = {
        {"largest", best.largest, is_stable ? std::nullopt : std::optional<double>(0.07)},
        {"shift", best.shift, kMostShift + 1e-9},
        {"unshifted", compare_fronts(got, measured.value(), 0.0).mean},
        {"steps", double(world.steps())}};
    outcome.plots = {{is_stable ? "stable_martin_moyce" : "martin_moyce",
                      {.title = "Front of a collapsing column",
                       .x_label = "t sqrt(2g/a)",
                       .y_label = "x/a",
                       .series = {{.name = "Tarn", .x = got.times, .y = got.fronts},
                                  {.name = "Martin and Moyce",
                                   .x = measured.value().times,
                                   .y = measured.value().fronts,
                                   .style = io::SeriesStyle::Points}}}}};
    outcome.ran_on(world);
    return outcome;
}

}  // namespace

Result<Outcome> measure_martin_moyce(const Setting& setting) {
    return measure_front(setting, "volume");
}
Result<Outcome> measure_stable_martin_moyce(const Setting& setting) {
    return measure_front(setting, "stable");
}

}  // namespace tarn::cli::validate
