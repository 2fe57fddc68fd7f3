// Small waves against linear theory: a seiche, the rings of a drop, a wave on a long way, and what
// D2Q9 takes from a wave.
#include "../../fit.hpp"
#include "../exact/waves.hpp"
#include "../norms.hpp"
#include "measures.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace tarn::cli::validate {
namespace {

constexpr double kDepth_m = 0.5;
// Of the depth: terms beyond the linear ones are 1e-4 of the wave.
constexpr double kRise_m = 1e-4 * kDepth_m;

/// A plane wave with the level on the bed of -depth, so that a float keeps the digits of the wave.
TankDesc wave_tank(int cells, double length_m, double half_waves) {
    TankDesc desc = {.nx = cells, .ny = 4, .cell_m = length_m / cells, .flat_bed_m = -kDepth_m};
    desc.level_m = [=](double x_m, double) {
        return kRise_m * std::cos(std::numbers::pi * half_waves * x_m / length_m);
    };
    desc.edges[2].word = desc.edges[3].word = "periodic";
    return desc;
}

/// Amplitude of the standing wave every `every_s`.
Result<std::vector<double>> record_wave(Tank& tank, double half_waves, double every_s, int count) {
    std::vector<double> amplitudes;
    for (int n = 0; n < count; ++n) {
        if (const auto done = tank.run(every_s); !done) return done.error();
        const auto fields = tank.fields();
        if (!fields) return fields.error();
        const Fields& f = fields.value();
        double sum = 0.0;
        for (int i = 0; i < f.nx; ++i)
            sum += f.level_m[f.index(i, 0)] *
                   std::cos(std::numbers::pi * half_waves * (i + 0.5) / f.nx);
        amplitudes.push_back(2.0 * sum / f.nx);
    }
    return amplitudes;
}

Plot swing_plot(std::span<const double> amplitudes, double every_s, double period_s) {
    io::Series got = {.name = "Tarn", .style = io::SeriesStyle::Points};
    io::Series exact = {.name = "without losses", .style = io::SeriesStyle::Dashed};
    for (std::size_t n = 0; n < amplitudes.size(); ++n) {
        const double time_s = double(n + 1) * every_s;
        for (io::Series* series : {&got, &exact}) series->x.push_back(time_s / period_s);
        got.y.push_back(amplitudes[n] / kRise_m);
        exact.y.push_back(std::cos(2.0 * std::numbers::pi * time_s / period_s));
    }
    return {"seiche",
            {.title = "Seiche: amplitude over time",
             .x_label = "periods",
             .y_label = "amplitude, of the start",
             .series = {std::move(got), std::move(exact)}}};
}

Result<Outcome> seiche_on(const How& how, int cells) {
    constexpr double kLength_m = 5.0;
    constexpr int kPeriods = 4, kPerPeriod = 24;
    auto tank = Tank::create(wave_tank(cells, kLength_m, 1.0), how);
    if (!tank) return tank.error();
    const double period_s = seiche_period_s(kLength_m, kDepth_m, kGravity_m_per_s2);
    const double every_s = period_s / kPerPeriod;
    const auto amplitudes = record_wave(tank.value(), 1.0, every_s, kPeriods * kPerPeriod);
    if (!amplitudes) return amplitudes.error();
    const Oscillation swing = fit_oscillation(amplitudes.value(), kPerPeriod / 4);
    const double turn = 2.0 * std::numbers::pi / kPerPeriod;
    Outcome outcome = {.error = std::abs(turn / swing.turn - 1.0)};
    outcome.figures = {{"loss_per_period", 1.0 - std::exp(-swing.decay * kPerPeriod)}};
    outcome.plots = {swing_plot(amplitudes.value(), every_s, period_s)};
    outcome.ran_on(tank.value().world());
    return outcome;
}

constexpr int kDropHalf = 85;  // cells from the middle to the edge: 50 of travel and 6 widths
constexpr double kDropCell_m = 0.05, kDropWidth_m = 6 * kDropCell_m;
constexpr double kDropTravel_m = 50 * kDropCell_m;

TankDesc drop_tank() {
    constexpr int kCells = 2 * kDropHalf + 1;
    constexpr double kMiddle_m = (kDropHalf + 0.5) * kDropCell_m;
    TankDesc desc = {.nx = kCells, .ny = kCells, .cell_m = kDropCell_m, .flat_bed_m = -kDepth_m};
    desc.level_m = [](double x_m, double y_m) {
        const double r2 =
            (x_m - kMiddle_m) * (x_m - kMiddle_m) + (y_m - kMiddle_m) * (y_m - kMiddle_m);
        return kRise_m * std::exp(-0.5 * r2 / (kDropWidth_m * kDropWidth_m));
    };
    return desc;
}

Plot ring_plot(const Fields& fields, const DropProfile& exact) {
    io::Series got = {.name = "Tarn, along x", .style = io::SeriesStyle::Points};
    io::Series diagonal = {.name = "Tarn, diagonal", .style = io::SeriesStyle::Points};
    io::Series theory = {.name = "exact"};
    for (int k = 0; k < kDropHalf; ++k) {
        got.x.push_back(k);
        got.y.push_back(fields.level_m[fields.index(kDropHalf + k, kDropHalf)] / kRise_m);
        theory.x.push_back(k);
        theory.y.push_back(exact.at(k * kDropCell_m) / kRise_m);
        if (std::numbers::sqrt2 * k >= kDropHalf) continue;
        diagonal.x.push_back(std::numbers::sqrt2 * k);
        diagonal.y.push_back(fields.level_m[fields.index(kDropHalf + k, kDropHalf + k)] / kRise_m);
    }
    return {"drop",
            {.title = "Rings of a drop after 50 cells",
             .x_label = "distance from the middle, cells",
             .y_label = "level, of the drop's height",
             .series = {std::move(theory), std::move(got), std::move(diagonal)}}};
}

/// What a wave of 20 cells has lost of its height after 20 of its lengths, at steps in which it
/// crosses `courant` of a cell.
Result<Outcome> wave_loss(const How& how, double courant) {
    constexpr int kCells = 20, kLengths = 20;
    constexpr double kCell_m = 0.05;
    const double wave_m_per_s = std::sqrt(kGravity_m_per_s2 * kDepth_m);
    TankDesc desc = wave_tank(kCells, kCells * kCell_m, 2.0);
    desc.edges[0].word = desc.edges[1].word = "periodic";
    desc.velocity_m_per_s = [level_m = desc.level_m](double x_m, double y_m) {
        return Vec2{level_m(x_m, y_m) * std::sqrt(kGravity_m_per_s2 / kDepth_m), 0.0};
    };
    desc.time_step_s = courant * kCell_m / wave_m_per_s;
    auto tank = Tank::create(desc, how);
    if (!tank) return tank.error();
    const double time_s = kLengths * kCells * kCell_m / wave_m_per_s;
    if (const auto done = tank.value().run(time_s); !done) return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    double cosine = 0.0, sine = 0.0;
    for (int i = 0; i < kCells; ++i) {
        const double phase = 2.0 * std::numbers::pi * (i + 0.5) / kCells;
        cosine += fields.value().level_m[fields.value().index(i, 0)] * std::cos(phase);
        sine += fields.value().level_m[fields.value().index(i, 0)] * std::sin(phase);
    }
    Outcome outcome = {.error = 1.0 - std::hypot(cosine, sine) / (0.5 * kCells * kRise_m)};
    outcome.ran_on(tank.value().world());
    return outcome;
}

}  // namespace

Result<Outcome> measure_wave_long_steps(const Setting& setting) {
    return wave_loss(setting.how, 0.9);
}

Result<Outcome> measure_wave_short_steps(const Setting& setting) {
    return wave_loss(setting.how, 0.2);
}

Result<Outcome> measure_seiche(const Setting& setting) {
    constexpr std::array kGrids = {16, 32, 64};
    return with_order(setting, kGrids, [&](int cells) { return seiche_on(setting.how, cells); });
}

Result<Outcome> measure_drop(const Setting& setting) {
    auto tank = Tank::create(drop_tank(), setting.how);
    if (!tank) return tank.error();
    const double wave_m_per_s = std::sqrt(kGravity_m_per_s2 * kDepth_m);
    if (const auto done = tank.value().run(kDropTravel_m / wave_m_per_s); !done)
        return done.error();
    const auto fields = tank.value().fields();
    if (!fields) return fields.error();
    const DropProfile profile({.height_m = kRise_m,
                               .width_m = kDropWidth_m,
                               .travel_m = kDropTravel_m,
                               .reach_m = std::numbers::sqrt2 * kDropHalf * kDropCell_m});
    std::vector<double> exact;
    for (int j = -kDropHalf; j <= kDropHalf; ++j)
        for (int i = -kDropHalf; i <= kDropHalf; ++i)
            exact.push_back(profile.at(std::hypot(i, j) * kDropCell_m));
    Outcome outcome = {.error = relative_l2(fields.value().level_m, exact)};
    outcome.plots = {ring_plot(fields.value(), profile)};
    outcome.ran_on(tank.value().world());
    return outcome;
}

Result<Outcome> measure_attenuation(const Setting& setting) {
    constexpr double kCell_m = 0.05, kTau = 0.77, kCourant = 0.3;
    constexpr int kPeriods = 6, kPerPeriod = 24;
    Outcome outcome;
    io::Series got = {.name = "Tarn", .style = io::SeriesStyle::Points},
               theory = {.name = "theory"};
    for (const int wavelength : {32, 48, 64}) {
        TankDesc desc = wave_tank(wavelength, wavelength * kCell_m, 2.0);
        desc.edges[0].word = desc.edges[1].word = "periodic";
        desc.collision = "bgk";
        desc.tau = kTau;
        const double wave_m_per_s = std::sqrt(kGravity_m_per_s2 * kDepth_m);
        desc.time_step_s = kCourant * kCell_m / wave_m_per_s;
        auto tank = Tank::create(desc, setting.how);
        if (!tank) return tank.error();
        const int steps = int(std::lround(wavelength / kCourant / kPerPeriod));
        const auto amplitudes =
            record_wave(tank.value(), 2.0, steps * *desc.time_step_s, kPeriods * kPerPeriod);
        if (!amplitudes) return amplitudes.error();
        const double per_cell =
            fit_oscillation(amplitudes.value(), kPerPeriod / 4).decay / (steps * kCourant);
        const double expected =
            d2q9_attenuation(kTau, kCourant, 2.0 * std::numbers::pi / wavelength);
        outcome.error = std::max(outcome.error, std::abs(per_cell / expected - 1.0));
        got.x.push_back(wavelength);
        got.y.push_back(per_cell);
        theory.x.push_back(wavelength);
        theory.y.push_back(expected);
        outcome.ran_on(tank.value().world());
    }
    outcome.plots = {{"attenuation",
                      {.title = "Loss of a plane wave per cell, tau 0.77, c* 0.3",
                       .x_label = "cells per wave",
                       .y_label = "loss per cell",
                       .series = {std::move(theory), std::move(got)},
                       .is_log_x = true,
                       .is_log_y = true}}};
    return outcome;
}

}  // namespace tarn::cli::validate
